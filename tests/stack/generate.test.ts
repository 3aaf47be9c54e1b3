import { expect, test } from 'vitest'
import { generateApplication, generateBundle } from '../../src/stack/generate.ts'
import type { Application, ApplicationConfig } from '../../src/stack/model.ts'
import { refusal } from './refusal.ts'

test('a bundle’s labels and annotations are on its objects, where they have none of their own', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { team: 'own' } } }
  const application: Application = { name: 'a', config: { generate: () => [object] } }
  const labels = { team: 'shop', tier: 'web' }
  expect(generateBundle({ name: 'web', applications: [application], labels, annotations: { owner: 'x' } })).toEqual([
    { ...object, metadata: { name: 'a', labels: { team: 'own', tier: 'web' }, annotations: { owner: 'x' } } },
  ])
  expect(object.metadata.labels).toEqual({ team: 'own' })
  expect(generateBundle({ name: 'web', applications: [application] })[0]).toBe(object)
  expect(generateBundle({ name: 'web' })).toEqual([])
})

test('an application without a config is refused', () => {
  const application = { name: 'web', config: undefined as unknown as ApplicationConfig }
  expect(refusal(() => generateApplication(application))).toBe(
    'application "web": invalid application.config for Required: nil',
  )
})
