import { expect, test } from 'vitest'
import { identityOf, identityText, objectsOf } from '../../src/stack/identity.ts'
import type { KubernetesObject } from '../../src/stack/object.ts'

const object = (kind: string, name: string, namespace?: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind,
  metadata: namespace === undefined ? { name } : { name, namespace },
})
const text = (value: KubernetesObject) => identityText(identityOf(value))

test('an omitted namespace is default, and a cluster-scoped kind has none even when the object sets one', () => {
  expect(text(object('ConfigMap', 'a'))).toBe('v1 ConfigMap default/a')
  expect(text(object('ConfigMap', 'a', 'b'))).toBe('v1 ConfigMap b/a')
  expect(text(object('Namespace', 'a', 'b'))).toBe('v1 Namespace a')
  expect(text({ ...object('Namespace', 'a'), apiVersion: 'example.com/v1' })).toBe('example.com/v1 Namespace default/a')
})

test('two API versions of one object are two identities', () => {
  expect(identityOf({ apiVersion: 'autoscaling/v2', kind: 'A' })).toEqual({
    group: 'autoscaling',
    version: 'v2',
    kind: 'A',
    name: '',
    namespace: 'default',
  })
})

test('fields of another type count as not set', () => {
  const odd = { apiVersion: 1, kind: true, metadata: null } as unknown as KubernetesObject
  expect(text(odd)).toBe('  default/')
})

test('Lists are replaced by their items at any depth; a kind without items or items without the kind is one object', () => {
  const a = object('ConfigMap', 'a')
  const b = object('ConfigMap', 'b')
  const holder = { kind: 'Holder', items: [a] }
  const bare = { kind: 'AllowList' }
  const worded = { kind: 'AllowList', items: 'none' }
  const list = { kind: 'List', items: [a, { kind: 'ConfigMapList', items: [b] }, null] }
  expect(objectsOf([list, holder, bare, worded, { kind: 'List', items: null }])).toEqual([a, b, holder, bare, worded])
})

test('a List that contains itself is refused', () => {
  const list: KubernetesObject = { kind: 'List' }
  list.items = [list]
  expect(() => objectsOf([list])).toThrow('lists are nested deeper than 1000 levels')
})
