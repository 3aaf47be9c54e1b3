/** The shape of a kustomization file (build 1.4). Lists are present and empty when the file has none. */

import type { Location } from '../core/source.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import type { ReplacementSource, ReplacementTarget } from '../krm/filters/replacements.ts'
import type { SelectorText } from '../krm/select.ts'
import type { Node } from '../yaml/node.ts'

/** Where an entry stands in its file. */
interface Placed {
  at?: Location
}

export interface LabelEntry extends Placed {
  pairs?: Record<string, string>
  includeSelectors: boolean
  includeTemplates: boolean
  includeVolumeClaimTemplates: boolean
  fields: FieldSpec[]
}

export interface PatchEntry extends Placed {
  path: string
  patch: string
  target?: SelectorText
  options?: { allowNameChange: boolean; allowKindChange: boolean }
}

export interface ImageEntry extends Placed {
  name: string
  newName: string
  tagSuffix: string
  newTag: string
  digest: string
}

export interface ReplicaEntry extends Placed {
  name: string
  count: string
}

export interface ReplacementEntry extends Placed {
  source?: ReplacementSource
  sourceValue?: string
  targets?: ReplacementTarget[]
  path: string
}

export interface VarEntry extends Placed {
  name: string
  objref: { apiVersion: string; group: string; version: string; kind: string; name: string; namespace: string }
  fieldref: { fieldPath: string }
}

export interface GeneratorOptions {
  labels?: Record<string, string>
  annotations?: Record<string, string>
  disableNameSuffixHash: boolean
  immutable: boolean
}

export interface GeneratorArgs extends Placed {
  name: string
  namespace: string
  behavior: string
  literals: string[]
  files: string[]
  envs: string[]
  env: string
  options?: GeneratorOptions
  /** Secrets only. */
  type: string
}

export interface HelmChartEntry extends Placed {
  name: string
  version: string
  repo: string
  releaseName: string
  namespace: string
  additionalValuesFiles: string[]
  valuesFile: string
  valuesInline?: Node
  valuesMerge: string
  includeCRDs: boolean
  skipHooks: boolean
  apiVersions: string[]
  kubeVersion: string
  nameTemplate: string
  skipTests: boolean
  debug: boolean
  devel: boolean
}

/** A chart together with what is said about all charts. */
export type HelmChart = HelmChartEntry & Partial<NonNullable<Kustomization['helmGlobals']>>

/** How charts are rendered, where they do not say it themselves. */
export interface HelmOptions {
  /** The program. Default `helm`, looked up in PATH. */
  command?: string
  kubeVersion?: string
  apiVersions?: readonly string[]
  /** helm explains what went wrong. */
  debug?: boolean
  /** A chart that is not there is not fetched. */
  offline?: boolean
  /** How long each call of helm may take. Default 300. */
  timeoutSeconds?: number
}

/** The old form; what is not here has no effect. */
export interface OldHelmChartEntry extends Placed {
  chartName: string
  chartVersion: string
  chartRepoUrl: string
  chartHome: string
  helmHome: string
  values: string
  valuesLocal?: Node
  valuesMerge: string
  releaseName: string
}

export interface SortOptions {
  order: string
  legacySortOptions?: { orderFirst: string[]; orderLast: string[] }
}

/** Fields whose entries are plain texts. */
export type TextList =
  | 'resources'
  | 'components'
  | 'crds'
  | 'bases'
  | 'configurations'
  | 'generators'
  | 'transformers'
  | 'validators'
  | 'buildMetadata'
  | 'patchesStrategicMerge'

export type Kustomization = Record<TextList, string[]> & {
  apiVersion: string
  kind: string
  openapi?: Record<string, string>
  namePrefix: string
  nameSuffix: string
  namespace: string
  commonLabels?: Record<string, string>
  labels: LabelEntry[]
  commonAnnotations?: Record<string, string>
  patchesJson6902: PatchEntry[]
  patches: PatchEntry[]
  images: ImageEntry[]
  imageTags: ImageEntry[]
  replacements: ReplacementEntry[]
  replicas: ReplicaEntry[]
  vars: VarEntry[]
  sortOptions?: SortOptions
  configMapGenerator: GeneratorArgs[]
  secretGenerator: GeneratorArgs[]
  generatorOptions?: GeneratorOptions
  helmGlobals?: { chartHome: string; configHome: string }
  helmCharts: HelmChartEntry[]
  helmChartInflationGenerator: OldHelmChartEntry[]
  /** Fields of the file that are not null. */
  present: ReadonlySet<string>
  /** Where a field, or an entry of it, stands in the file. */
  locate(field: string, index?: number): Location | undefined
  /** The whole file, JSON-typed. */
  root: Node | undefined
}
