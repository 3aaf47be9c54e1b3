/** Flux's objects as this engine writes them (flux-crds §2, §3): plain data, zero values left out. */
import type { HealthCheck, Patch, PostBuild } from '../../stack/model.ts'
import type { KubernetesObject, ObjectMetadata } from '../../stack/object.ts'
import { FLUX_GROUP } from '../kustomization.ts'

export const SOURCE_GROUP = 'source.toolkit.fluxcd.io'
export const KUSTOMIZATION_API_VERSION = `${FLUX_GROUP}/v1`
const SOURCE_API_VERSION = `${SOURCE_GROUP}/v1`

interface NamedMetadata extends ObjectMetadata {
  name: string
}

export interface Kustomization extends KubernetesObject {
  apiVersion: string
  kind: 'Kustomization'
  metadata: NamedMetadata
  spec: KustomizationSpec
}

export interface KustomizationSpec {
  dependsOn?: ObjectReference[]
  force?: boolean
  healthChecks?: HealthCheck[]
  interval: string
  patches?: Patch[]
  path: string
  postBuild?: PostBuild
  prune: boolean
  retryInterval?: string
  serviceAccountName?: string
  sourceRef: SourceReference
  suspend?: boolean
  timeout?: string
  wait?: boolean
}

export interface ObjectReference {
  name: string
  namespace?: string
}

export interface SourceReference {
  kind: string
  name: string
  namespace?: string
}

export interface SourceObject extends KubernetesObject {
  apiVersion: string
  kind: 'GitRepository' | 'OCIRepository'
  metadata: NamedMetadata
  spec: { interval: string; url: string; ref?: { branch?: string; tag?: string } }
}

/** What a Kustomization may be written with; undefined, false and empty fields are left out. */
export interface KustomizationFields {
  name: string
  namespace: string
  path: string
  interval: string
  prune: boolean
  sourceRef: SourceReference
  labels?: Record<string, string> | undefined
  annotations?: Record<string, string> | undefined
  dependsOn?: readonly string[] | undefined
  healthChecks?: readonly HealthCheck[] | undefined
  patches?: readonly Patch[] | undefined
  postBuild?: PostBuild | undefined
  timeout?: string | undefined
  retryInterval?: string | undefined
  serviceAccountName?: string | undefined
  wait?: boolean | undefined
  force?: boolean | undefined
  suspend?: boolean | undefined
}

/** The object of these fields; nothing of it is shared with what was given. */
export function kustomization(fields: KustomizationFields): Kustomization {
  const {
    dependsOn = [],
    healthChecks = [],
    patches = [],
    postBuild,
    timeout,
    retryInterval,
    serviceAccountName,
  } = fields
  const spec: KustomizationSpec = {
    interval: fields.interval,
    path: fields.path,
    prune: fields.prune,
    sourceRef: sourceReference(fields.sourceRef),
  }
  if (dependsOn.length > 0) spec.dependsOn = dependsOn.map((name) => ({ name }))
  if (healthChecks.length > 0) spec.healthChecks = healthChecks.map(healthCheck)
  if (patches.length > 0) spec.patches = patches.map(patch)
  if (postBuild !== undefined) spec.postBuild = postBuildOf(postBuild)
  if (timeout !== undefined) spec.timeout = timeout
  if (retryInterval !== undefined) spec.retryInterval = retryInterval
  if (serviceAccountName) spec.serviceAccountName = serviceAccountName
  for (const name of ['wait', 'force', 'suspend'] as const) if (fields[name]) spec[name] = true
  return {
    apiVersion: KUSTOMIZATION_API_VERSION,
    kind: 'Kustomization',
    metadata: metadata(fields),
    spec,
  }
}

interface SourceFields {
  kind: SourceObject['kind']
  name: string
  namespace: string
  interval: string
  url: string
  ref?: { branch?: string; tag?: string } | undefined
}

export function sourceObject({ kind, name, namespace, interval, url, ref }: SourceFields): SourceObject {
  return {
    apiVersion: SOURCE_API_VERSION,
    kind,
    metadata: metadata({ name, namespace }),
    spec: { interval, url, ...(ref === undefined ? {} : { ref }) },
  }
}

function metadata({
  name,
  namespace,
  labels,
  annotations,
}: Pick<KustomizationFields, 'name' | 'namespace' | 'labels' | 'annotations'>): NamedMetadata {
  return {
    name,
    ...(namespace === '' ? {} : { namespace }),
    ...(hasEntries(labels) ? { labels: { ...labels } } : {}),
    ...(hasEntries(annotations) ? { annotations: { ...annotations } } : {}),
  }
}

function hasEntries(map: Record<string, string> | undefined): boolean {
  return map !== undefined && Object.keys(map).length > 0
}

function sourceReference({ kind, name, namespace }: SourceReference): SourceReference {
  return { kind, name, ...(namespace ? { namespace } : {}) }
}

function healthCheck({ apiVersion, kind, name, namespace }: HealthCheck): HealthCheck {
  return { ...(apiVersion ? { apiVersion } : {}), kind, name, ...(namespace ? { namespace } : {}) }
}

function patch({ patch, target }: Patch): Patch {
  if (target === undefined) return { patch }
  return { patch, target: Object.fromEntries(Object.entries(target).filter(([, text]) => text)) }
}

function postBuildOf({ substitute, substituteFrom = [] }: PostBuild): PostBuild {
  return {
    ...(hasEntries(substitute) ? { substitute: { ...substitute } } : {}),
    ...(substituteFrom.length > 0
      ? {
          substituteFrom: substituteFrom.map(({ kind, name, optional }) => ({
            kind,
            name,
            ...(optional ? { optional } : {}),
          })),
        }
      : {}),
  }
}
