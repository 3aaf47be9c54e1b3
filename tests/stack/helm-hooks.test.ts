import { expect, test } from 'vitest'
import { splitByHookWeight } from '../../src/stack/helm-hooks.ts'

function object(name: string, hook?: string, weight?: string) {
  const annotations: Record<string, string> = {}
  if (hook !== undefined) annotations['helm.sh/hook'] = hook
  if (weight !== undefined) annotations['helm.sh/hook-weight'] = weight
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, annotations } }
}

function split(...objects: ReturnType<typeof object>[]): string[] {
  return splitByHookWeight(objects).map(({ phase, weight, resources }) => {
    return `${phase} ${weight}: ${resources.map(({ metadata }) => metadata?.name).join(' ')}`
  })
}

test('groups come in the order of a release, unknown phases last, in a phase by weight', () => {
  const objects = [
    object('zeta', 'zeta'),
    object('after', 'post-install', '1'),
    object('main'),
    object('upgrade', 'pre-upgrade'),
    object('late', 'pre-install', '5'),
    object('early', 'pre-install', '-5'),
    object('alpha', 'crd-install'),
    object('done', 'post-upgrade'),
  ]
  expect(split(...objects)).toEqual([
    'pre-install -5: early',
    'pre-install 5: late',
    'pre-upgrade 0: upgrade',
    ' 0: main',
    'post-install 1: after',
    'post-upgrade 0: done',
    'crd-install 0: alpha',
    'zeta 0: zeta',
  ])
})

test('objects of a group stay in the order they came in', () => {
  expect(split(object('b', 'pre-install', '1'), object('c'), object('a', 'pre-install', '+1'))).toEqual([
    'pre-install 1: b a',
    ' 0: c',
  ])
})

test('a weight that is no plain integer of 64 bits counts as 0', () => {
  const weights = ['x', ' 3 ', '1.5', '0x1', '', '9223372036854775808', '99999999999999999999']
  expect(split(...weights.map((weight, i) => object(`o${i}`, 'pre-install', weight)))).toEqual([
    'pre-install 0: o0 o1 o2 o3 o4 o5 o6',
  ])
})

test('what only Helm would run is left out, and nothing else is', () => {
  const phases = [
    'pre-delete',
    'post-delete',
    'pre-rollback',
    'post-rollback',
    'test',
    'test-success',
    'pre-delete,test',
  ]
  expect(split(...phases.map((phase) => object(phase, phase)))).toEqual([
    'pre-delete,test 0: pre-delete,test',
    'test-success 0: test-success',
  ])
})

test('objects without metadata are part of the release', () => {
  expect(splitByHookWeight([{ kind: 'ConfigMap' }])).toEqual([
    { phase: '', weight: 0, resources: [{ kind: 'ConfigMap' }] },
  ])
})
