/** HelmReleases: which chart is rendered under which name, with which values (fields in flux-crds 4). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { fail } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { encodeUtf8 } from '../core/text.ts'
import type { SelectorText } from '../krm/select.ts'
import { BOOL, Decoder, embedded, IN_FILE, listOf, MAP, STRING, STRINGS, struct, TEXTS } from '../kustomize/shape.ts'
import type { Node } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { SELECTOR } from './kustomization.ts'
import { type FluxObject, printObject } from './object.ts'

export interface ObjectReference {
  kind: string
  name: string
  /** '' for that of whoever refers to it. */
  namespace: string
}

export interface ChartSpec {
  /** Its name in a repository of charts, or its path in another source. */
  chart: string
  version: string
  sourceRef: ObjectReference
  valuesFiles: string[]
  ignoreMissingValuesFiles: boolean
}

export interface ValuesReference {
  kind: string
  name: string
  valuesKey: string
  targetPath: string
  optional: boolean
  literal: boolean
}

export interface HelmRelease {
  metadata: { name: string; namespace: string }
  spec: {
    chart?: { spec: ChartSpec }
    chartRef?: ObjectReference
    releaseName: string
    targetNamespace: string
    suspend: boolean
    install?: { crds: string; skipCRDs: boolean; disableHooks: boolean }
    commonMetadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
    postRenderers: { kustomize?: { patches: PostRendererPatch[]; images: PostRendererImage[] } }[]
    values?: Node
    valuesFrom: ValuesReference[]
  }
}

export interface PostRendererPatch {
  patch: string
  target?: SelectorText
}

export interface PostRendererImage {
  name: string
  newName: string
  newTag: string
  digest: string
}

const REFERENCE = { kind: STRING, name: STRING, namespace: STRING }

const CHART = {
  ...struct('v2.HelmChartTemplateSpec', {
    chart: STRING,
    version: STRING,
    sourceRef: { ...struct('v2.CrossNamespaceObjectReference', REFERENCE), isAlways: true },
    valuesFiles: STRINGS,
    ignoreMissingValuesFiles: BOOL,
  }),
  isAlways: true as const,
}

const RELEASE = struct('v2.HelmRelease', {
  ...embedded('TypeMeta', { apiVersion: STRING, kind: STRING }),
  metadata: { ...struct('v1.ObjectMeta', { name: STRING, namespace: STRING }), isAlways: true },
  spec: {
    ...struct('v2.HelmReleaseSpec', {
      chart: struct('v2.HelmChartTemplate', { spec: CHART }),
      chartRef: struct('v2.CrossNamespaceSourceReference', REFERENCE),
      releaseName: STRING,
      targetNamespace: STRING,
      suspend: BOOL,
      install: struct('v2.Install', { crds: STRING, skipCRDs: BOOL, disableHooks: BOOL }),
      commonMetadata: struct('v2.CommonMetadata', { annotations: TEXTS, labels: TEXTS }),
      postRenderers: listOf(
        struct('v2.PostRenderer', {
          kustomize: struct('v2.Kustomize', {
            patches: listOf(struct('kustomize.Patch', { patch: STRING, target: SELECTOR })),
            images: listOf(
              struct('kustomize.Image', { name: STRING, newName: STRING, newTag: STRING, digest: STRING }),
            ),
          }),
        }),
      ),
      values: MAP,
      valuesFrom: listOf(
        struct('meta.ValuesReference', {
          kind: STRING,
          name: STRING,
          valuesKey: STRING,
          targetPath: STRING,
          optional: BOOL,
          literal: BOOL,
        }),
      ),
    }),
    isAlways: true as const,
  },
})

const HELM_CHART = struct('v1.HelmChart', {
  ...embedded('TypeMeta', { apiVersion: STRING, kind: STRING }),
  metadata: { ...struct('v1.ObjectMeta', { name: STRING, namespace: STRING }), isAlways: true },
  spec: CHART,
})

/** `namespace` is that of releases without one. */
export function decodeRelease(object: FluxObject, namespace: string): HelmRelease {
  const release = decode<HelmRelease>(object, RELEASE)
  release.metadata.namespace ||= namespace
  return release
}

/** The spec of a HelmChart. */
export function decodeHelmChart(object: FluxObject): ChartSpec {
  return decode<{ spec: ChartSpec }>(object, HELM_CHART).spec
}

function decode<T>(object: FluxObject, shape: typeof RELEASE): T {
  const source = new Source('', printObject(object))
  const decoder = new Decoder(source, { converts: true })
  const decoded = decoder.root(readYaml11(source), shape)
  decoder.finish(IN_FILE)
  return decoded as T
}

/** What helm allows. */
const LONGEST_NAME = 53
const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const SHORT_HASH = 12

/**
 * The name that the controller installs under: the given one, else that of the object behind the target namespace.
 *
 * @throws ToolError for a name that helm refuses
 */
export function releaseNameOf({ metadata, spec }: HelmRelease): string {
  const { releaseName, targetNamespace } = spec
  const whole = releaseName || (targetNamespace === '' ? metadata.name : `${targetNamespace}-${metadata.name}`)
  const name = whole.length > LONGEST_NAME ? shortened(whole) : whole
  if (!NAME.test(name)) throw fail('HELM_RELEASE', `'${name}' is no name for a release`)
  return name
}

function shortened(name: string): string {
  const hash = bytesToHex(sha256(encodeUtf8(name))).slice(0, SHORT_HASH)
  return `${name.slice(0, LONGEST_NAME - SHORT_HASH - 1)}-${hash}`
}

/** Where the objects of the release are installed that name no namespace. */
export function releaseNamespaceOf({ metadata, spec }: HelmRelease): string {
  const namespace = spec.targetNamespace || metadata.namespace
  if (!NAME.test(namespace)) throw fail('HELM_RELEASE', `'${namespace}' is no namespace for a release`)
  return namespace
}
