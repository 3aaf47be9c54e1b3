import { expect, test } from 'vitest'
import { directoryKey } from '../../../src/stack/layout/directory.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import { topDirectory } from '../../../src/stack/layout/top-directory.ts'
import { validateLayoutRules } from '../../../src/stack/layout/validate-rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import { refusal, refused } from '../refusal.ts'

test.each([
  ['nodeGrouping', 'NodeGrouping', 'name, flat'],
  ['bundleGrouping', 'BundleGrouping', 'name, flat'],
  ['applicationGrouping', 'ApplicationGrouping', 'name, flat'],
  ['filePer', 'FilePer', 'resource, kind'],
  ['fluxPlacement', 'FluxPlacement', 'separate, integrated, integrated-per-bundle'],
  ['fileNaming', 'FileNaming', 'default, kind-name'],
])('L-01: an unknown %s is refused with the valid values', (field, name, values) => {
  expect(refused(() => validateLayoutRules({ [field]: 'nested' } as LayoutRules))).toMatchObject({
    code: 'LAYOUT_RULE_INVALID',
    message: `invalid ${name} for LayoutRules: nested`,
    hint: `valid values: ${values}`,
  })
  validateLayoutRules({ [field]: '' } as unknown as LayoutRules)
})

test('L-02: a cluster name that leads upwards is refused, one with two dots in a name is not', () => {
  for (const clusterName of ['../prod', 'clusters/../prod', '..']) {
    expect(refusal(() => validateLayoutRules({ clusterName }))).toBe(
      `invalid ClusterName for LayoutRules: ${clusterName}`,
    )
  }
  validateLayoutRules({ clusterName: 'a..b' })
  validateLayoutRules({ clusterName: '..prod/' })
})

test('R-168: rules are checked where there is no cluster', () => {
  expect(refusal(() => walkCluster(undefined, { filePer: 'object' as 'kind' }))).toBe(
    'invalid FilePer for LayoutRules: object',
  )
  expect(walkCluster(undefined, {})).toBeUndefined()
  expect(walkCluster({ name: 'demo' }, {})).toBeUndefined()
})

test.each([
  ['prod', undefined, 'prod'],
  ['', undefined, 'cluster'],
  [undefined, undefined, '.'],
  ['prod', 'clusters/eu', 'clusters/eu'],
  ['prod', '/prod', 'prod'],
  ['prod', '/', '.'],
  ['prod', './prod', 'prod'],
  ['prod', 'clusters/prod/', 'clusters/prod'],
  ['../x', '.', '.'],
])('root node %j below cluster name %j has its top at %j', (name, clusterName, expected) => {
  const root = name === undefined ? undefined : { name }
  expect(topDirectory(root, clusterName === undefined ? {} : { clusterName })).toBe(expected)
})

test('a root node that no directory can be named after has no top', () => {
  expect(refusal(() => topDirectory({ name: 'a/b' }, {}))).toBe(
    "validation failed for Node 'a/b' field 'name': \"a/b\" contains a path separator: a directory name is one path segment",
  )
})

test('directories are compared without regard to case, character by character', () => {
  const key = (namespace: string, name: string) =>
    directoryKey({ namespace, name, resources: [], children: [] } satisfies ManifestLayout)
  expect(key('/Prod/', 'Web')).toBe('prod/web')
  expect(key('/', '')).toBe('.')
  expect(key('.', 'ΟΔΟΣ')).toBe('οδοσ')
  expect(key('.', 'İ')).toBe('i')
})
