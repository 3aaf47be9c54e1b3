import { expect, test } from 'vitest'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { packageDirectory, walkClusterByPackage } from '../../../src/stack/layout/packages.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { Bundle, ClusterNode } from '../../../src/stack/model.ts'
import { refusal } from '../refusal.ts'

const oci = { group: 'source.toolkit.fluxcd.io', version: 'v1', kind: 'OCIRepository' }
const git = { ...oci, kind: 'GitRepository' }
const OCI = 'source.toolkit.fluxcd.io/v1, Kind=OCIRepository'
const GIT = 'source.toolkit.fluxcd.io/v1, Kind=GitRepository'

const node = (name: string, more: Partial<ClusterNode> = {}): ClusterNode => ({
  name,
  bundle: { name: `${name}-b` },
  ...more,
})

const fleet = (): ClusterNode => ({
  name: 'fleet',
  bundle: { name: 'fleet-b' },
  children: [
    node('web', {
      packageRef: oci,
      children: [node('sub'), node('mon', { packageRef: git, children: [node('back', { packageRef: oci })] })],
    }),
  ],
})

function directories(layout: ManifestLayout): string[] {
  const bundles = layout.origins?.bundles.map(({ name }) => name) ?? []
  return [[fullRepoPath(layout), ...bundles].join(' '), ...layout.children.flatMap(directories)]
}

function walk(root: ClusterNode, rules: LayoutRules = {}): Record<string, string[]> {
  const trees = walkClusterByPackage({ name: 'demo', node: root }, rules)
  return Object.fromEntries([...trees].map(([key, tree]) => [key, directories(tree)]))
}

test('each package has its tree; a node joins the nearest node of its package', () => {
  expect(walk(fleet(), { clusterName: 'ignored', fluxPlacement: 'integrated' })).toEqual({
    default: ['fleet', 'fleet/fleet-b fleet-b'],
    [OCI]: ['cluster', 'cluster/web web-b', 'cluster/web/sub sub-b', 'cluster/web/back back-b'],
    [GIT]: ['cluster', 'cluster/mon mon-b'],
  })
})

test('grouped flat, the top of another package renders its bundles itself', () => {
  expect(walk(fleet(), { nodeGrouping: 'flat' })).toEqual({
    default: ['fleet', 'fleet/fleet-b fleet-b'],
    [OCI]: ['cluster web-b sub-b back-b'],
    [GIT]: ['cluster mon-b'],
  })
  expect(walk(fleet(), { nodeGrouping: 'flat', bundleGrouping: 'name' })[OCI]).toEqual([
    'cluster',
    'cluster/web-b web-b',
    'cluster/sub-b sub-b',
    'cluster/back-b back-b',
  ])
})

test('layouts carry their package and no placement', () => {
  const trees = walkClusterByPackage({ name: 'demo', node: fleet() }, { fluxPlacement: 'integrated' })
  expect(trees.get(OCI)?.children[0]).toMatchObject({ packageRef: oci })
  expect(trees.get(OCI)?.fluxPlacement).toBeUndefined()
  expect(trees.get('default')?.packageRef).toBeUndefined()
})

test('an unnamed root is at cluster, and rules and cluster are checked as in the other walk', () => {
  expect(walk({ name: '', bundle: { name: 'core' } })).toEqual({ default: ['cluster', 'cluster/core core'] })
  expect(walkClusterByPackage(undefined, {})).toEqual(new Map())
  expect(refusal(() => walk(fleet(), { clusterName: '..' }))).toBe('invalid ClusterName for LayoutRules: ..')
  const umbrella: Bundle = { name: 'shop', children: [{ name: 'db' }] }
  expect(refusal(() => walk({ ...fleet(), bundle: umbrella }))).toContain('umbrella bundles')
})

test('L-03: a child node in the directory of the root’s bundle is refused by the walk of packages too', () => {
  const root: ClusterNode = { name: 'platform', bundle: { name: 'web' }, children: [node('web')] }
  expect(refusal(() => walk(root))).toContain(
    'node "web" and bundle "web" are both rendered to directory "platform/web"',
  )
  expect(walk({ ...root, children: [node('web', { packageRef: oci })] })[OCI]).toEqual(['cluster', 'cluster/web web-b'])
})

test('a package is written into a directory that its name gives', () => {
  expect(packageDirectory('example.com/v1, Kind=Bucket')).toBe('bucket-packages')
  expect(packageDirectory('example.com/v1, Kind=Thing')).toBe('example.com-v1-Kind-Thing')
  expect(packageDirectory('$$$')).toBe('unknown-package')
})
