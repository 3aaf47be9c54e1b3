import { expect, test } from 'vitest'
import { createObject } from '../../src/stack/kubernetes.ts'

test('an object has the apiVersion and kind of its name, and nothing that is not given', () => {
  const metadata = { name: 'web', namespace: 'shop' }
  expect(createObject('v1/ConfigMap', { metadata, data: { level: 'info' } })).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { level: 'info' },
  })
  expect(createObject('rbac.authorization.k8s.io/v1/Role', { metadata, rules: [] })).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata,
    rules: [],
  })
})

test('what Kubernetes does not know does not compile', () => {
  // @ts-expect-error: values of a ConfigMap are strings
  createObject('v1/ConfigMap', { metadata: { name: 'web' }, data: { replicas: 3 } })
  // @ts-expect-error: the field is called data
  createObject('v1/ConfigMap', { metadata: { name: 'web' }, date: {} })
  // @ts-expect-error: an object has a name
  createObject('v1/Namespace', { metadata: {} })
  // @ts-expect-error: there is no such kind
  createObject('v1/Deployment', { metadata: { name: 'web' } })
})
