import { expect, test } from 'vitest'
import {
  definedGroupKind,
  definedScope,
  definedScopes,
  isCustomResourceDefinition,
  scopeOf,
} from '../../src/stack/classify.ts'

const definition = (scope?: string, apiVersion = 'apiextensions.k8s.io/v1') => ({
  apiVersion,
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    ...(scope === undefined ? {} : { scope }),
  },
})

test('a definition is known by kind and group, in every version', () => {
  expect(isCustomResourceDefinition(definition())).toBe(true)
  expect(isCustomResourceDefinition(definition(undefined, 'apiextensions.k8s.io/v1beta1'))).toBe(true)
  expect(isCustomResourceDefinition(definition(undefined, 'v1'))).toBe(false)
  expect(isCustomResourceDefinition({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' })).toBe(false)
})

test('a definition tells the kind it defines, one without a name tells nothing', () => {
  expect(definedGroupKind(definition())).toEqual({ group: 'example.com', kind: 'Widget' })
  expect(definedGroupKind({ ...definition(), spec: { group: 'example.com' } })).toBe(undefined)
  expect(definedGroupKind({ apiVersion: 'v1', kind: 'ConfigMap' })).toBe(undefined)
})

test('a defined kind is namespaced unless its definition says Cluster', () => {
  expect([definition(), definition('Namespaced'), definition('Cluster')].map(definedScope)).toEqual([
    'namespaced',
    'namespaced',
    'cluster',
  ])
})

test('the scope of an object comes from the built-in kinds or from the definitions beside it, else it is unknown', () => {
  const scopes = definedScopes([definition('Cluster')])
  const of = (apiVersion: string, kind: string) => scopeOf({ apiVersion, kind }, scopes)
  expect(of('v1', 'Namespace')).toBe('cluster')
  expect(of('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).toBe('cluster')
  expect(of('autoscaling/v2', 'HorizontalPodAutoscaler')).toBe('namespaced')
  expect(of('apps/v1', 'Deployment')).toBe('namespaced')
  expect(of('example.com/v1', 'Widget')).toBe('cluster')
  expect(of('example.com/v1', 'Gadget')).toBe('unknown')
  expect(of('other.example.com/v1', 'Widget')).toBe('unknown')
  expect(of('serving.knative.dev/v1', 'Service')).toBe('unknown')
})
