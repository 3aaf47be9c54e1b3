import { expect, test } from 'vitest'
import {
  createFluxInstance,
  createGitRepository,
  createHelmRelease,
  createHelmRepository,
  createKustomization,
  createOCIRepository,
} from '../../../src/flux/objects/create.ts'
import { validateFluxObjects } from '../../../src/flux/schema/validate.ts'

const metadata = { name: 'flux', namespace: 'flux-system' }

test('constructors set apiVersion, kind and metadata and have no opinion beyond', () => {
  const spec = { interval: '1m', url: 'oci://registry.example.com/fleet' }
  expect(createOCIRepository(metadata, spec)).toEqual({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'OCIRepository',
    metadata,
    spec,
  })
})

test('what the constructors make is what Flux takes', async () => {
  const objects = [
    createGitRepository(metadata, { interval: '1m', url: 'ssh://git@git.example.com/fleet', ref: { branch: 'main' } }),
    createOCIRepository(metadata, { interval: '1m', url: 'oci://registry.example.com/fleet' }),
    createHelmRepository(metadata, { url: 'https://charts.example.com', interval: '1h' }),
    createKustomization(metadata, { interval: '1h', prune: true, sourceRef: { kind: 'Bucket', name: 'fleet' } }),
    createHelmRelease(metadata, {
      interval: '1h',
      chartRef: { kind: 'OCIRepository', name: 'redis' },
      values: { a: 1 },
    }),
    createFluxInstance(metadata, { distribution: { version: '2.x', registry: 'ghcr.io/fluxcd' } }),
  ]
  expect(await validateFluxObjects(objects)).toEqual([])
})

test('what Flux does not know does not compile', () => {
  // @ts-expect-error: prune has no default
  createKustomization(metadata, { interval: '1h', sourceRef: { kind: 'Bucket', name: 'fleet' } })
  // @ts-expect-error: a Kustomization takes no chart repository
  createKustomization(metadata, { interval: '1h', prune: true, sourceRef: { kind: 'HelmRepository', name: 'fleet' } })
  // @ts-expect-error: the field is called url
  createGitRepository(metadata, { interval: '1m', uri: 'https://git.example.com/fleet' })
  // @ts-expect-error: an object has a name
  createHelmRepository({ namespace: 'flux-system' }, { url: 'https://charts.example.com' })
})
