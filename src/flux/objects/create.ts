/** Constructors of the Flux objects people write by hand. They set apiVersion, kind and name, and have no opinion beyond. */
import type { ObjectMetadata } from '../../stack/object.ts'
import type {
  FluxInstanceSpec,
  GitRepositorySpec,
  HelmReleaseSpec,
  HelmRepositorySpec,
  KustomizationSpec,
  OCIRepositorySpec,
} from './spec-types.ts'

export type {
  FluxInstanceSpec,
  GitRepositorySpec,
  HelmReleaseSpec,
  HelmRepositorySpec,
  KustomizationSpec,
  OCIRepositorySpec,
} from './spec-types.ts'

/** A name, and a namespace and the like where they are wanted. */
export type NewMetadata = ObjectMetadata & { name: string }

export interface TypedObject<ApiVersion extends string, Kind extends string, Spec> {
  [field: string]: unknown
  apiVersion: ApiVersion
  kind: Kind
  metadata: NewMetadata
  spec: Spec
}

export type GitRepository = TypedObject<'source.toolkit.fluxcd.io/v1', 'GitRepository', GitRepositorySpec>
export type OCIRepository = TypedObject<'source.toolkit.fluxcd.io/v1', 'OCIRepository', OCIRepositorySpec>
export type HelmRepository = TypedObject<'source.toolkit.fluxcd.io/v1', 'HelmRepository', HelmRepositorySpec>
export type Kustomization = TypedObject<'kustomize.toolkit.fluxcd.io/v1', 'Kustomization', KustomizationSpec>
export type HelmRelease = TypedObject<'helm.toolkit.fluxcd.io/v2', 'HelmRelease', HelmReleaseSpec>
export type FluxInstance = TypedObject<'fluxcd.controlplane.io/v1', 'FluxInstance', FluxInstanceSpec>

/** @example createGitRepository({ name: 'fleet', namespace: 'flux-system' }, { interval: '1m', url: 'https://git.example.com/fleet' }) */
export function createGitRepository(metadata: NewMetadata, spec: GitRepositorySpec): GitRepository {
  return { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata, spec }
}

/** @example createOCIRepository({ name: 'fleet' }, { interval: '1m', url: 'oci://registry.example.com/fleet', ref: { tag: 'latest' } }) */
export function createOCIRepository(metadata: NewMetadata, spec: OCIRepositorySpec): OCIRepository {
  return { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository', metadata, spec }
}

/** @example createHelmRepository({ name: 'charts' }, { url: 'https://charts.example.com', interval: '1h' }) */
export function createHelmRepository(metadata: NewMetadata, spec: HelmRepositorySpec): HelmRepository {
  return { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository', metadata, spec }
}

/** @example createKustomization({ name: 'web' }, { interval: '10m', prune: true, path: 'web', sourceRef: { kind: 'GitRepository', name: 'fleet' } }) */
export function createKustomization(metadata: NewMetadata, spec: KustomizationSpec): Kustomization {
  return { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata, spec }
}

/** @example createHelmRelease({ name: 'redis' }, { interval: '1h', chartRef: { kind: 'OCIRepository', name: 'redis' } }) */
export function createHelmRelease(metadata: NewMetadata, spec: HelmReleaseSpec): HelmRelease {
  return { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata, spec }
}

/** @example createFluxInstance({ name: 'flux' }, { distribution: { version: '2.x', registry: 'ghcr.io/fluxcd' } }) */
export function createFluxInstance(metadata: NewMetadata, spec: FluxInstanceSpec): FluxInstance {
  return { apiVersion: 'fluxcd.controlplane.io/v1', kind: 'FluxInstance', metadata, spec }
}
