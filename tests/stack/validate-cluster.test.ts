import { expect, test } from 'vitest'
import type { Bundle, Cluster, ClusterNode } from '../../src/stack/model.ts'
import { validateCluster } from '../../src/stack/validate/cluster.ts'
import { refusal } from './refusal.ts'

const check = (node: ClusterNode) => refusal(() => validateCluster({ name: 'demo', node }))
const NODES = "validation failed for Cluster 'demo' field 'nodes': "
const BUNDLES = "validation failed for Cluster 'demo' field 'bundles': "

test('a cluster without nodes is valid', () => {
  validateCluster(undefined)
  validateCluster({ name: 'demo' })
})

test('C1: nodes that come back to themselves are refused', () => {
  const root: ClusterNode = { name: 'prod', children: [{ name: 'apps' }] }
  const apps = root.children?.[0] as ClusterNode
  apps.children = [root]
  expect(check(root)).toBe(`${NODES}node cycle detected at "prod"`)
})

test('C2: the name of a node is one path segment; the root alone may have none', () => {
  validateCluster({ name: 'demo', node: { name: '', children: [{ name: 'groupA' }] } })
  expect(check({ name: 'platform', children: [{ name: '' }] })).toBe(
    `${NODES}node "platform/": a directory name must not be empty`,
  )
  expect(check({ name: 'platform', children: [{ name: 'apps/web' }] })).toBe(
    `${NODES}node "platform/apps/web": "apps/web" contains a path separator: a directory name is one path segment`,
  )
  expect(check({ name: '..' })).toBe(`${NODES}node "..": ".." is not a directory name of its own`)
})

test('C3: an empty and a repeated named dependency of a node are refused', () => {
  const apps = (namedDependsOn: string[]) => check({ name: 'prod', children: [{ name: 'apps', namedDependsOn }] })
  expect(apps([''])).toBe(`${NODES}node "prod/apps": NamedDependsOn holds an empty name`)
  expect(apps(['ext', 'ext'])).toBe(`${NODES}node "prod/apps": NamedDependsOn lists "ext" twice`)
})

/** Bundle db of a node, and web that depends on another object of its name. */
function withCopy(db: Bundle, copy: Bundle, namedDependsOn: string[] = []): Cluster {
  const web: Bundle = { name: 'web', dependsOn: [copy], namedDependsOn }
  const children = [
    { name: 'a', bundle: db },
    { name: 'b', bundle: web },
  ]
  return { name: 'demo', node: { name: 'prod', children } }
}

test('C4: a copy of a bundle says no other name of its Kustomization', () => {
  const db: Bundle = { name: 'db', kustomizationName: 'db-cr' }
  expect(refusal(() => validateCluster(withCopy(db, { name: 'db', kustomizationName: 'x' })))).toBe(
    `${BUNDLES}bundle "web" depends on a copy of bundle "db" with KustomizationName "x", but that bundle has KustomizationName "db-cr": a dependency is resolved by its Name to the bundle of the cluster`,
  )
  validateCluster(withCopy(db, { name: 'db' }))
  validateCluster(withCopy(db, { name: 'db', kustomizationName: 'db-cr' }))
  validateCluster(withCopy(db, { name: 'outside', kustomizationName: 'x' }))
})

test('C5: a copy and the name of the Kustomization it stands for are one dependency in two lists', () => {
  const db: Bundle = { name: 'db', kustomizationName: 'db-cr' }
  expect(refusal(() => validateCluster(withCopy(db, { name: 'db' }, ['db-cr'])))).toBe(
    `${BUNDLES}bundle "web": dependency "db-cr" appears in both DependsOn and NamedDependsOn: its DependsOn bundle "db" is resolved by its Name to the bundle whose Kustomization has that name`,
  )
})

test('C6: a problem of a bundle is told with its node', () => {
  expect(check({ name: 'apps', children: [{ name: 'web', bundle: { name: 'web', interval: 'soon' } }] })).toBe(
    'bundle "web" at node "apps/web" failed validation: validation failed for Bundle \'web\' field \'interval\': interval "soon" is not a valid duration: time: invalid duration "soon"',
  )
})

test('C7: a bundle of a node that is an umbrella’s child too is refused', () => {
  const shared: Bundle = { name: 'shared' }
  const root: Bundle = { name: 'root', children: [shared] }
  expect(check({ name: 'a', bundle: root, children: [{ name: 'c', bundle: shared }] })).toBe(
    `${BUNDLES}bundle "shared" is referenced by umbrella "root" but also attached to a Node`,
  )
})

test('C8: a child of two umbrellas is refused', () => {
  const shared: Bundle = { name: 'shared' }
  const children = [{ name: 'c', bundle: { name: 'u2', children: [{ name: 'deep', children: [shared] }] } }]
  expect(check({ name: 'a', bundle: { name: 'u1', children: [shared] }, children })).toBe(
    `${BUNDLES}bundle "shared" is child of two umbrellas: "u1" and "deep"`,
  )
})

test('C9: umbrellas in a cluster with packages are refused', () => {
  const packageRef = { group: 'source.toolkit.fluxcd.io', version: 'v1', kind: 'OCIRepository' }
  const bundle: Bundle = { name: 'shop', children: [{ name: 'db' }] }
  expect(check({ name: 'platform', bundle, children: [{ name: 'x', packageRef }] })).toBe(
    `${BUNDLES}umbrella bundles (Bundle.Children) are not supported with multi-package PackageRef in this release`,
  )
})

test('C10: one bundle of two nodes is refused', () => {
  const bundle: Bundle = { name: 'shared', children: [{ name: 'child' }] }
  const children = [
    { name: 'a', bundle },
    { name: 'b', bundle },
  ]
  expect(check({ name: 'platform', children })).toBe(
    `${BUNDLES}bundle "shared" is attached to two nodes: "platform/a" and "platform/b"`,
  )
})
