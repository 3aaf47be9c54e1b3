import { expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { type ClusterBuilder, newClusterBuilder } from '../../src/stack/build.ts'
import type { ApplicationConfig, Bundle } from '../../src/stack/model.ts'

const config: ApplicationConfig = { generate: () => [] }

function mistakes(builder: Pick<ClusterBuilder, 'build'>): string[] {
  try {
    builder.build()
  } catch (error) {
    if (error instanceof ToolError) return [error.message, ...error.also.map(({ message }) => message)]
    throw error
  }
  return []
}

test('a chain builds the whole tree', () => {
  const db: Bundle = { name: 'db' }
  const apps = newClusterBuilder('demo')
    .withGitOps({ type: 'flux' })
    .withNode('prod')
    .withPackageRef({ group: 'g', version: 'v1', kind: 'OCIRepository' })
    .withChild('apps')
  const cluster = apps
    .withBundle('web')
    .withApplication('web', config)
    .withDependency(db)
    .withSourceRef({ kind: 'GitRepository', name: 'flux-system' })
    .end()
    .withChild('inner')
    .end()
    .build()
  expect(cluster).toEqual({
    name: 'demo',
    gitOps: { type: 'flux' },
    node: {
      name: 'prod',
      packageRef: { group: 'g', version: 'v1', kind: 'OCIRepository' },
      children: [
        {
          name: 'apps',
          bundle: {
            name: 'web',
            applications: [{ name: 'web', config }],
            dependsOn: [db],
            sourceRef: { kind: 'GitRepository', name: 'flux-system' },
          },
          children: [{ name: 'inner' }],
        },
      ],
    },
  })
  expect(cluster.node?.children?.[0]?.bundle?.dependsOn?.[0]).toBe(db)
})

test('a beginning can be branched: no step changes the builder it was called on', () => {
  const start = newClusterBuilder('demo').withNode('prod')
  const one = start.withBundle('web').withApplication('a', config)
  const two = one.withApplication('b', config)
  const three = start.withChild('x')
  expect(start.build().node).toEqual({ name: 'prod' })
  expect(one.build().node?.bundle?.applications?.map(({ name }) => name)).toEqual(['a'])
  expect(two.build().node?.bundle?.applications?.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(three.build().node).toEqual({ name: 'prod', children: [{ name: 'x' }] })
  const built = one.build()
  if (built.node?.bundle) built.node.bundle.interval = '1m'
  expect(one.build().node?.bundle?.interval).toBeUndefined()
})

test('mistakes are collected along the chain and thrown together', () => {
  expect(
    mistakes(newClusterBuilder('').withNode('').withChild('a').withBundle('b').withApplication('c', config)),
  ).toEqual([
    'node name must not be empty',
    'a child needs a node above it',
    'a bundle needs a node',
    'an application needs a bundle',
    'cluster name must not be empty',
  ])
  const bundle = newClusterBuilder('demo').withNode('n').withBundle('b')
  expect(
    mistakes(
      bundle
        .withApplication('', config)
        .withApplication('x', undefined as unknown as ApplicationConfig)
        .withDependency(undefined as unknown as Bundle),
    ),
  ).toEqual(['application name must not be empty', 'application "x" needs a config', 'bundle "b" depends on nothing'])
  expect(mistakes(newClusterBuilder('demo').withNode('n').withChild(''))).toEqual(['child node name must not be empty'])
  expect(mistakes(newClusterBuilder('demo').withNode('n').withBundle(''))).toEqual(['bundle name must not be empty'])
})
