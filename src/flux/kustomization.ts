/** Flux's own Kustomization objects: what decides about what is applied (flux 4, 6, 8; fields in flux-crds). */
import { wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import type { SelectorText } from '../krm/select.ts'
import { readConverted } from '../kustomize/config-files.ts'
import { BOOL, Decoder, embedded, IN_FILE, listOf, STRING, STRINGS, struct, TEXTS } from '../kustomize/shape.ts'
import type { Node } from '../yaml/node.ts'

export const FLUX_GROUP = 'kustomize.toolkit.fluxcd.io'

/** A reference to a ConfigMap or Secret with variables. */
export interface SubstituteReference {
  kind: string
  name: string
  optional: boolean
}

export interface SourceReference {
  kind: string
  name: string
  /** '' for that of the Kustomization. */
  namespace: string
}

export interface FluxKustomization {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace: string }
  spec: {
    path: string
    sourceRef: SourceReference
    dependsOn: { name: string; namespace: string; readyExpr: string }[]
    /** It is not reconciled: nothing of it is applied. */
    suspend: boolean
    prune: boolean
    deletionPolicy: string
    wait: boolean
    healthChecks: { apiVersion: string; kind: string; name: string; namespace: string }[]
    /** Durations as written; '' when absent. */
    interval: string
    timeout: string
    decryption?: { provider: string; secretRef?: { name: string } }
    targetNamespace: string
    namePrefix: string
    nameSuffix: string
    patches: { patch: string; target?: SelectorText }[]
    images: { name: string; newName: string; newTag: string; digest: string }[]
    components: string[]
    ignoreMissingComponents: boolean
    buildMetadata: string[]
    commonMetadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
    postBuild?: {
      substitute?: Record<string, string>
      substituteFrom: SubstituteReference[]
      substituteStrategy: string
    }
  }
}

/** What a patch of Flux applies to. */
export const SELECTOR = struct('kustomize.Selector', {
  group: STRING,
  version: STRING,
  kind: STRING,
  namespace: STRING,
  name: STRING,
  annotationSelector: STRING,
  labelSelector: STRING,
})

const SPEC = {
  ...struct('v1.KustomizationSpec', {
    commonMetadata: struct('v1.CommonMetadata', { annotations: TEXTS, labels: TEXTS }),
    decryption: struct('v1.Decryption', {
      provider: STRING,
      secretRef: struct('meta.LocalObjectReference', { name: STRING }),
    }),
    deletionPolicy: STRING,
    dependsOn: listOf(struct('v1.DependencyReference', { name: STRING, namespace: STRING, readyExpr: STRING })),
    healthChecks: listOf(
      struct('meta.NamespacedObjectKindReference', {
        apiVersion: STRING,
        kind: STRING,
        name: STRING,
        namespace: STRING,
      }),
    ),
    interval: STRING,
    path: STRING,
    postBuild: struct('v1.PostBuild', {
      substitute: TEXTS,
      substituteFrom: listOf(struct('v1.SubstituteReference', { kind: STRING, name: STRING, optional: BOOL })),
      substituteStrategy: STRING,
    }),
    namePrefix: STRING,
    nameSuffix: STRING,
    patches: listOf(struct('kustomize.Patch', { patch: STRING, target: { ...SELECTOR, type: 'kustomize.Selector' } })),
    images: listOf(struct('kustomize.Image', { name: STRING, newName: STRING, newTag: STRING, digest: STRING })),
    sourceRef: {
      ...struct('v1.CrossNamespaceSourceReference', { kind: STRING, name: STRING, namespace: STRING }),
      isAlways: true,
    },
    prune: BOOL,
    suspend: BOOL,
    targetNamespace: STRING,
    timeout: STRING,
    wait: BOOL,
    components: STRINGS,
    ignoreMissingComponents: BOOL,
    buildMetadata: listOf({ ...STRING, type: 'v1.BuildMetadataOption' }),
  }),
  isAlways: true as const,
}

const KUSTOMIZATION = struct('v1.Kustomization', {
  ...embedded('TypeMeta', { apiVersion: STRING, kind: STRING }),
  metadata: { ...struct('v1.ObjectMeta', { name: STRING, namespace: STRING }), isAlways: true },
  spec: SPEC,
})

/**
 * The Kustomization of a tree that is JSON-typed; fields it does not know have no effect, numbers and booleans where texts
 * belong count as their text.
 */
export function decodeFluxKustomization(root: Node | undefined, source = new Source('', '')): FluxKustomization {
  const decoder = new Decoder(source, { converts: true })
  const decoded = decoder.root(root, KUSTOMIZATION)
  decoder.finish(IN_FILE)
  return decoded as unknown as FluxKustomization
}

export function isFluxKustomization({ apiVersion = '', kind }: { apiVersion?: string; kind?: string }): boolean {
  return apiVersion.startsWith(`${FLUX_GROUP}/`) && kind === 'Kustomization'
}

/**
 * The Kustomization of a name in a file of several documents. One without a namespace counts as one of any.
 *
 * @throws ToolError for documents before it that cannot be read, too
 */
export function findKustomization(source: Source, name: string, namespace: string): FluxKustomization | undefined {
  for (const text of source.text.split(/^---[ \t\r]*(?:#.*)?$/m)) {
    if (text.trim() === '') continue
    const document = new Source(source.path, text)
    let found: FluxKustomization
    try {
      found = decodeFluxKustomization(readConverted(document, false), document)
    } catch (error) {
      throw wrap(`failed to unmarshall kustomization file ${source.path}`, error)
    }
    const { metadata } = found
    const isMeant = metadata.name === name && (metadata.namespace === namespace || metadata.namespace === '')
    if (isMeant && isFluxKustomization(found)) return found
  }
  return undefined
}
