import { describe, expect, test } from 'vitest'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { indexOrigins, originApplicationObjects, originBundleObjects } from '../../../src/stack/layout/origins.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../../src/stack/model.ts'
import { refusal } from '../refusal.ts'

function cluster(node: ClusterNode): Cluster {
  return { name: 'demo', node }
}

function walk(of: Cluster, rules: LayoutRules = {}): ManifestLayout {
  return walkCluster(of, rules) as ManifestLayout
}

const index = (of: Cluster, rules: LayoutRules = {}) => indexOrigins(walk(of, rules), of)

/** A cluster with a node for each bundle. */
function withBundles(...bundles: Bundle[]): Cluster {
  return cluster({ name: 'r', children: bundles.map((bundle, i) => ({ name: `n${i}`, bundle })) })
}

test('bundles and nodes are found by the layouts that render them', () => {
  const db: Bundle = { name: 'db' }
  const web: Bundle = { name: 'web', children: [db] }
  const demo = withBundles(web)
  const tree = walk(demo)
  const origins = indexOrigins(tree, demo)
  expect(origins.kustomizationPath(web)).toBe('r/n0')
  expect(origins.kustomizationPath(db)).toBe('r/n0/db')
  expect(origins.kustomizationPath({ name: 'db' })).toBe('r/n0/db')
  expect(origins.kustomizationPath({ name: 'elsewhere' })).toBeUndefined()
  expect(origins.bundlePath(db)).toBe('web/db')
  expect(origins.nodeLayout(demo.node as ClusterNode)).toBe(tree)
  expect(origins.nodePath(demo.node?.children?.[0] as ClusterNode)).toBe('r/n0')
  expect(origins.parent(tree.children[0] as ManifestLayout)).toBe(tree)
  expect(origins.units().map(fullRepoPath)).toEqual(['r/n0', 'r/n0/db'])
  expect(origins.bundles()).toEqual([web, db])
})

test('dependencies are those of units: merged bundles have one name, none waits for itself', () => {
  const base: Bundle = { name: 'base', kustomizationName: 'base-cr' }
  const web: Bundle = { name: 'web', dependsOn: [base, { name: 'outside' }], namedDependsOn: ['job', 'ext'] }
  const job: Bundle = { name: 'job', dependsOn: [web], namedDependsOn: ['base-cr'] }
  const demo = withBundles(base, web, job)
  const tree = walk(demo, { nodeGrouping: 'flat' })
  const origins = indexOrigins(tree, demo)
  const unit = tree.origins?.unit as ManifestLayout
  expect(origins.unitName(job)).toBe('base-cr')
  expect(origins.unitOfName('job')).toBe('base-cr')
  expect(origins.unitDependencies(unit)).toEqual(['outside'])
  expect(origins.unitNamedDependencies(unit)).toEqual(['ext'])
  expect(origins.unitDependencies(tree)).toEqual([])
})

describe('L-10: a tree that is not the cluster’s', () => {
  const web: Bundle = { name: 'web', children: [{ name: 'db' }] }
  const demo = withBundles(web)

  test('by another cluster’s nodes', () => {
    expect(refusal(() => indexOrigins(walk(withBundles({ name: 'web' })), demo))).toBe(
      'layout "r" renders node "r", which is not reachable from cluster "demo"',
    )
  })

  test('by what it does not render', () => {
    const tree = walk(demo)
    tree.children = []
    expect(refusal(() => indexOrigins(tree, demo))).toBe(
      'layout does not render cluster "demo": missing node "r/n0", bundle "web", bundle "web/db"; build it with layout.WalkCluster',
    )
  })
})

test('L-11: a bundle in two layouts is refused', () => {
  const demo = withBundles({ name: 'web' })
  const tree = walk(demo)
  const again: ManifestLayout = { ...(tree.children[0] as ManifestLayout), name: 'copy' }
  again.origins = { nodes: [], bundles: again.origins?.bundles ?? [] }
  tree.children.push(again)
  expect(refusal(() => indexOrigins(tree, demo))).toBe('bundle "web" is rendered by two layouts: "r/n0" and "r/copy"')
})

test('L-12: two bundles of one name are refused by path, and by node where the paths are one', () => {
  expect(refusal(() => index(withBundles({ name: 'shop', children: [{ name: 'db' }] }, { name: 'db' })))).toBe(
    'two bundles are named "db", "shop/db" and "db": a bundle\'s name is unique in its cluster',
  )
  expect(refusal(() => index(withBundles({ name: 'web' }, { name: 'web' })))).toBe(
    'two bundles are named "web", "web" at node "r/n0" and "web" at node "r/n1": a bundle\'s name is unique in its cluster',
  )
})

test('L-13: two bundles with one name of their Kustomizations are refused', () => {
  const shop: Bundle = { name: 'shop', children: [{ name: 'db' }] }
  expect(refusal(() => index(withBundles(shop, { name: 'monitoring', kustomizationName: 'db' })))).toBe(
    'bundles "shop/db" and "monitoring" would both get a Kustomization named "db": that name, the bundle\'s KustomizationName or else its Name, must be unique',
  )
})

test('L-14: a bundle’s own directory that was renamed after the walk is refused, naming dirName', () => {
  const demo = withBundles({ name: 'shop', children: [{ name: 'infra' }] })
  const tree = walk(demo)
  const infra = tree.children[0]?.children[0] as ManifestLayout
  infra.name = '00-infra'
  expect(refusal(() => indexOrigins(tree, demo))).toBe(
    'layout "r/n0/00-infra" of bundle "shop/infra" is named "00-infra", but the bundle\'s directory is named "infra": its DirName, or its Name without one',
  )
})

test('L-15: two bundles with one directory are refused, also in another case', () => {
  const children: Bundle[] = [
    { name: 'a', dirName: 'infra' },
    { name: 'b', dirName: 'INFRA' },
  ]
  expect(refusal(() => index(withBundles({ name: 'shop', children })))).toBe(
    'bundles "shop/a" and "shop/b" have one directory "r/n0/INFRA": a bundle\'s directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it',
  )
})

test('L-16: the layout of a node or bundle as one file is refused', () => {
  const demo = withBundles({ name: 'web' })
  const tree = walk(demo)
  ;(tree.children[0] as ManifestLayout).applicationFileMode = 'single'
  expect(refusal(() => indexOrigins(tree, demo))).toBe(
    'layout "r/n0" renders a node or bundle but is AppFileSingle: its files are written into "r", not into its own directory',
  )
})

test('L-17: units that depend on each other in a circle are refused with the chain', () => {
  const a: Bundle = { name: 'a', namedDependsOn: ['b-cr'] }
  const b: Bundle = { name: 'b', kustomizationName: 'b-cr', dependsOn: [{ name: 'c' }] }
  const c: Bundle = { name: 'c', dependsOn: [b] }
  expect(refusal(() => index(withBundles(a, b, c)))).toBe(
    'dependency cycle between reconciliation units: b-cr -> c -> b-cr',
  )
})

test('L-18: a copy in dependsOn with another name of the Kustomization is refused here too', () => {
  const demo = withBundles({ name: 'db' }, { name: 'web' })
  const tree = walk(demo)
  const web = demo.node?.children?.[1]?.bundle as Bundle
  web.dependsOn = [{ name: 'db', kustomizationName: 'x' }]
  expect(refusal(() => indexOrigins(tree, demo))).toContain(
    'bundle "web" depends on a copy of bundle "db" with KustomizationName "x", but that bundle has KustomizationName "db"',
  )
})

test('the objects of bundles and applications, an augmenter’s among them', () => {
  const object = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { name } })
  const plain: Application = { name: 'plain', config: { generate: () => [object('Secret', 'plain')] } }
  const chart: Application = {
    name: 'chart',
    config: {
      generate: () => [object('Service', 'chart')],
      augmentLayout(layout) {
        const namespace = fullRepoPath(layout)
        layout.configMapGenerators = [{ name: 'values' }]
        layout.children.push({ name: 'pre', namespace, resources: [object('Job', 'pre')], children: [] })
      },
    },
  }
  const web: Bundle = { name: 'web', applications: [plain, chart] }
  const other: Bundle = { name: 'other', applications: [plain] }
  const layout = walk(withBundles(web, other), { nodeGrouping: 'flat' }).origins?.unit as ManifestLayout
  expect(originBundleObjects(layout, web)).toEqual([
    object('Secret', 'plain'),
    object('Service', 'chart'),
    object('Job', 'pre'),
    object('ConfigMap', 'values'),
  ])
  expect(originApplicationObjects(layout)).toEqual([
    { application: plain, objects: [object('Secret', 'plain')] },
    { application: chart, objects: [object('Service', 'chart'), object('Job', 'pre')], layout: layout.children[0] },
    { application: plain, objects: [object('Secret', 'plain')] },
  ])
})
