import { expect, test } from 'vitest'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { defaultLayoutRules, type LayoutRules } from '../../../src/stack/layout/rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Application, ApplicationConfig, ClusterNode } from '../../../src/stack/model.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { refusal } from '../refusal.ts'

const configMap = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

function application(name: string, more: Partial<ApplicationConfig> = {}): Application {
  return { name, config: { generate: () => [configMap(name)], ...more } }
}

function walk(node: ClusterNode, rules: LayoutRules = defaultLayoutRules()): ManifestLayout {
  return walkCluster({ name: 'demo', node }, rules) as ManifestLayout
}

/** Each directory with the names of its objects, in pre-order. */
function directories(layout: ManifestLayout): string[] {
  const objects = layout.resources.map(({ metadata }) => metadata?.name)
  return [[fullRepoPath(layout), ...objects].join(' '), ...layout.children.flatMap(directories)]
}

const layoutBelow = (parent: ManifestLayout, name: string): ManifestLayout => ({
  name,
  namespace: fullRepoPath(parent),
  resources: [configMap(name)],
  children: [],
})

const shop: ClusterNode = {
  name: 'prod',
  bundle: { name: 'base', applications: [application('quota')] },
  children: [
    {
      name: 'apps',
      bundle: {
        name: 'shop',
        dirName: '10-shop',
        applications: [application('web'), application('jobs')],
        children: [{ name: 'db', applications: [application('postgres')] }],
      },
      children: [{ name: 'inner' }],
    },
  ],
}

test('grouped by default, a bundle is in its node’s directory, the root’s bundle in one inside', () => {
  expect(directories(walk(shop))).toEqual([
    'prod',
    'prod/base quota',
    'prod/apps web jobs',
    'prod/apps/db postgres',
    'prod/apps/inner',
  ])
})

test('grouped by name, everything has a directory, bundles before child nodes', () => {
  expect(directories(walk(shop, { bundleGrouping: 'name', applicationGrouping: 'name' }))).toEqual([
    'prod',
    'prod/base',
    'prod/base/quota quota',
    'prod/apps',
    'prod/apps/10-shop',
    'prod/apps/10-shop/web web',
    'prod/apps/10-shop/jobs jobs',
    'prod/apps/10-shop/db',
    'prod/apps/10-shop/db/postgres postgres',
    'prod/apps/inner',
  ])
})

test('grouped flat, all bundles share the directory of the first', () => {
  expect(directories(walk(shop, { nodeGrouping: 'flat' }))).toEqual([
    'prod',
    'prod/base quota web jobs',
    'prod/base/db postgres',
  ])
})

test('the cluster name is a directory above the root’s, unless it ends in the root’s name', () => {
  const node: ClusterNode = { name: 'prod', children: [{ name: 'apps' }] }
  expect(directories(walk(node, { clusterName: '/clusters/eu/' }))).toEqual([
    '/clusters/eu',
    '/clusters/eu/prod',
    '/clusters/eu/prod/apps',
  ])
  expect(directories(walk(node, { clusterName: 'clusters/prod' }))).toEqual(['clusters/prod', 'clusters/prod/apps'])
  expect(directories(walk({ ...node, name: '' }, { clusterName: '.' }))).toEqual(['.', 'apps'])
  expect(directories(walk({ ...node, name: '' }))).toEqual(['cluster', 'cluster/apps'])
})

test('an application with an augmenter keeps its directory, unless it gives it up', () => {
  const augmentLayout = (layout: ManifestLayout) => void layout.children.push(layoutBelow(layout, 'hooks'))
  const bundle = (more: Partial<ApplicationConfig>) => ({
    name: 'web',
    applications: [application('chart', { augmentLayout, ...more })],
  })
  const tree = walk(
    { name: 'prod', children: [{ name: 'apps', bundle: bundle({}) }] },
    { fileNaming: 'kind-name', filePer: 'kind', fluxPlacement: 'integrated' },
  )
  expect(directories(tree)).toEqual(['prod', 'prod/apps', 'prod/apps/chart chart', 'prod/apps/chart/hooks hooks'])
  const chart = tree.children[0]?.children[0]
  expect(chart).toMatchObject({
    mode: 'explicit',
    filePer: 'kind',
    fileNaming: 'kind-name',
    fluxPlacement: 'integrated',
  })
  expect(chart?.children[0]?.fileNaming).toBe('kind-name')
  expect(tree.mode).toBeUndefined()
  expect(directories(walk({ name: 'prod', bundle: bundle({ wantsOwnLayout: () => false }) }))).toEqual([
    'prod',
    'prod/web chart',
  ])
})

test('a node’s name and named dependencies go to its layout, copied', () => {
  const apps: ClusterNode = { name: 'apps', kustomizationName: 'all-apps', namedDependsOn: ['external'] }
  const layout = walk({ name: 'prod', children: [apps] }).children[0]
  expect(layout).toMatchObject({ kustomizationName: 'all-apps', dependsOn: ['external'] })
  expect(layout?.dependsOn).not.toBe(apps.namedDependsOn)
})

test('umbrella children are marked, and told their path', () => {
  const tree = walk(shop)
  expect(tree.children[1]?.children.map(({ umbrellaChild }) => umbrellaChild)).toEqual([true, undefined])
  expect(shop.children?.[0]?.bundle?.children?.[0]?.parentPath).toBe('shop')
})

test('L-03: a child node in the directory of the root’s bundle is refused, also in another case', () => {
  const node: ClusterNode = { name: 'platform', bundle: { name: 'web' }, children: [{ name: 'WEB' }] }
  expect(refusal(() => walk(node))).toBe(
    'validation failed for Node \'WEB\' field \'name\': node "WEB" and bundle "web" are both rendered to directory "platform/web": the root node\'s bundle has a directory named after it, so no child node of the root may carry that name',
  )
  walk(node, { bundleGrouping: 'name' })
  walk({ ...node, bundle: { name: 'web', dirName: '00-web' } })
})

test('L-04: a layout that an augmenter puts into the directory of the root’s bundle is refused', () => {
  const augmentLayout = (layout: ManifestLayout) =>
    void layout.children.push({ ...layoutBelow(layout, 'core'), namespace: 'platform' })
  const bundle = { name: 'web', applications: [application('chart', { augmentLayout })] }
  const node: ClusterNode = { name: 'platform', bundle: { name: 'core' }, children: [{ name: 'apps', bundle }] }
  expect(refusal(() => walk(node))).toBe(
    'layout "platform/core" is placed below layout "platform/apps/chart" in directory "platform/core", which renders bundle "core"',
  )
})

test('L-05: an application whose name becomes a directory has a name that can', () => {
  const node: ClusterNode = {
    name: 'root',
    children: [{ name: 'apps', bundle: { name: 'web', applications: [application('a/b')] } }],
  }
  walk(node)
  expect(refusal(() => walk(node, { applicationGrouping: 'name' }))).toBe(
    'validation failed for Application \'a/b\' field \'name\': it names a directory in "root/apps": "a/b" contains a path separator: a directory name is one path segment',
  )
})

test('an application’s own errors are told with its name', () => {
  const one = (more: Partial<ApplicationConfig>) =>
    refusal(() =>
      walk({
        name: 'prod',
        bundle: { name: 'web', applications: [{ ...application('web', more), namespace: 'shop' }] },
      }),
    )
  const raise = () => {
    throw new Error('no chart')
  }
  expect(one({ validate: raise })).toBe('validation failed for application "web" in namespace "shop": no chart')
  expect(one({ generate: raise })).toBe('application "web": no chart')
  expect(one({ augmentLayout: raise })).toBe('application "web": no chart')
  expect(one({ generate: () => undefined as unknown as KubernetesObject[] })).toBe(
    'application "web": generate returned no list of objects',
  )
})

test('one directory at the top that adds nothing is merged into it', () => {
  const empty: ClusterNode = { name: 'platform', children: [{ name: 'empty', kustomizationName: 'x' }] }
  const tree = walk(empty, { flattenSingleTier: true })
  expect(directories(tree)).toEqual(['platform'])
  expect(tree.origins?.nodes.map(({ name }) => name)).toEqual(['platform', 'empty'])
  expect(tree.kustomizationName).toBe('x')
  expect(directories(walk(empty))).toEqual(['platform', 'platform/empty'])
  const kept: ClusterNode = { name: 'platform', children: [{ name: 'web', bundle: { name: 'web' } }] }
  expect(directories(walk(kept, { flattenSingleTier: true }))).toEqual(['platform', 'platform/web'])
  expect(directories(walk({ name: 'p' }, { flattenSingleTier: true, clusterName: 'a/b' }))).toEqual(['a/b', 'a/b/p'])
})
