/** Kustomization file → {@link Kustomization}, strictly (build 1.2). All problems of a file are reported at once. */
import { type Diagnostic, ToolError, wrap } from '../core/error.ts'
import type { Location, Source } from '../core/source.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { chartFields, globalsFields, oldChartFields } from './helm-shapes.ts'
import {
  BOOL,
  Decoder,
  embedded,
  type Fields,
  fieldName,
  foldCase,
  IN_FILE,
  INT,
  INT64,
  laterStruct,
  listOf,
  STRING,
  STRINGS,
  struct,
  TEXTS,
} from './shape.ts'
import type { Kustomization, ReplacementEntry } from './types.ts'

const GVK = { group: STRING, version: STRING, kind: STRING }
const RES_ID = embedded('ResId', { ...embedded('Gvk', GVK), name: STRING, namespace: STRING })
const SELECTOR = struct('types.Selector', { ...RES_ID, labelSelector: STRING, annotationSelector: STRING })
const FIELD_OPTIONS = struct('types.FieldOptions', { delimiter: STRING, index: INT, encoding: STRING, create: BOOL })
const FIELD_SPEC = struct('types.FieldSpec', { ...GVK, path: STRING, create: BOOL })
const PATCH = struct('types.Patch', {
  path: STRING,
  patch: STRING,
  target: SELECTOR,
  options: struct('types.PatchArgs', { allowNameChange: BOOL, allowKindChange: BOOL }),
})
const IMAGE = struct('types.Image', {
  name: STRING,
  newName: STRING,
  tagSuffix: STRING,
  newTag: STRING,
  digest: STRING,
})
const TARGET_SELECTOR = struct('types.TargetSelector', {
  select: SELECTOR,
  reject: listOf(SELECTOR, '*'),
  fieldPaths: STRINGS,
  options: FIELD_OPTIONS,
})
const REPLACEMENT_FIELDS: Fields = {
  source: struct('types.SourceSelector', { ...RES_ID, fieldPath: STRING, options: FIELD_OPTIONS }),
  targets: { ...listOf(TARGET_SELECTOR, '*'), isOptional: true },
  sourceValue: { ...STRING, isOptional: true },
}
const REPLACEMENT = struct('types.Replacement', { ...REPLACEMENT_FIELDS, path: STRING })
const GENERATOR_OPTIONS = struct('types.GeneratorOptions', {
  labels: TEXTS,
  annotations: TEXTS,
  disableNameSuffixHash: BOOL,
  immutable: BOOL,
})
const GENERATOR_FIELDS = embedded('GeneratorArgs', {
  name: STRING,
  namespace: STRING,
  behavior: STRING,
  ...embedded('KvPairSources', { literals: STRINGS, files: STRINGS, envs: STRINGS, env: STRING }),
  options: GENERATOR_OPTIONS,
})
export const CONFIG_MAP_ARGS = struct('types.ConfigMapArgs', GENERATOR_FIELDS)
export const SECRET_ARGS = struct('types.SecretArgs', { ...GENERATOR_FIELDS, type: STRING })
const HELM_CHART = laterStruct('types.HelmChart', chartFields)
const HELM_GLOBALS = laterStruct('types.HelmGlobals', globalsFields)
const OLD_HELM_CHART = laterStruct('types.HelmChartArgs', oldChartFields)

/** The whole file. */
export const KUSTOMIZATION = struct('types.Kustomization', {
  ...embedded('TypeMeta', { apiVersion: STRING, kind: STRING }),
  metadata: struct('types.ObjectMeta', { name: STRING, namespace: STRING, labels: TEXTS, annotations: TEXTS }),
  openapi: TEXTS,
  namePrefix: STRING,
  nameSuffix: STRING,
  namespace: STRING,
  commonLabels: TEXTS,
  labels: listOf(
    struct('types.Label', {
      pairs: TEXTS,
      includeSelectors: BOOL,
      includeTemplates: BOOL,
      includeVolumeClaimTemplates: BOOL,
      fields: listOf(FIELD_SPEC),
    }),
  ),
  commonAnnotations: TEXTS,
  patchesStrategicMerge: listOf({ is: 'string', type: 'types.PatchStrategicMerge' }),
  patchesJson6902: listOf(PATCH),
  patches: listOf(PATCH),
  images: listOf(IMAGE),
  imageTags: listOf(IMAGE),
  replacements: listOf(
    struct('types.ReplacementField', { ...embedded('Replacement', REPLACEMENT_FIELDS), path: STRING }),
  ),
  replicas: listOf(struct('types.Replica', { name: STRING, count: INT64 })),
  vars: listOf(
    struct('types.Var', {
      name: STRING,
      objref: {
        ...struct('types.Target', { apiVersion: STRING, ...embedded('Gvk', GVK), name: STRING, namespace: STRING }),
        isAlways: true,
      },
      fieldref: { ...struct('types.FieldSelector', { fieldPath: STRING }), isAlways: true },
    }),
  ),
  sortOptions: struct('types.SortOptions', {
    order: { is: 'string', type: 'types.SortOrder' },
    legacySortOptions: struct('types.LegacySortOptions', { orderFirst: STRINGS, orderLast: STRINGS }),
  }),
  resources: STRINGS,
  components: STRINGS,
  crds: STRINGS,
  bases: STRINGS,
  configMapGenerator: listOf(CONFIG_MAP_ARGS),
  secretGenerator: listOf(SECRET_ARGS),
  helmGlobals: HELM_GLOBALS,
  helmCharts: listOf(HELM_CHART),
  helmChartInflationGenerator: listOf(OLD_HELM_CHART),
  generatorOptions: GENERATOR_OPTIONS,
  configurations: STRINGS,
  generators: STRINGS,
  transformers: STRINGS,
  validators: STRINGS,
  buildMetadata: STRINGS,
})

export interface Decoded {
  kustomization: Kustomization
  /** Deprecated fields. */
  warnings: Diagnostic[]
}

/**
 * Reads a kustomization file. Conversions of old fields and the checks of kind and emptiness are `fix.ts`'s.
 *
 * @param root what the file says, where that is known without reading it
 * @throws ToolError with the reference's first problem as message and all others in `also`
 */
export function decodeKustomization(source: Source, root: Node | undefined = read(source)): Decoded {
  const decoder = new Decoder(source, { strict: true })
  const decoded = decoder.root(root, KUSTOMIZATION)
  decoder.finish('invalid Kustomization: ')
  const present = presentFields(root)
  const locate = (name: string, index?: number): Location | undefined => locateField(root, source, name, index)
  const kustomization = { ...decoded, present, locate, root } as unknown as Kustomization
  return { kustomization, warnings: deprecations(present, locate) }
}

/** Syntax errors get their prefix where the file is opened, as they do for every file. */
function read(source: Source): Node | undefined {
  try {
    return readYaml11(source)
  } catch (error) {
    if (error instanceof ToolError && error.code === 'YAML_SYNTAX') throw error
    throw wrap('invalid Kustomization', error)
  }
}

/** A replacement of a file of its own, which is not read strictly. */
export function decodeReplacement(node: Node, source: Source): ReplacementEntry {
  const decoder = new Decoder(source, { converts: true })
  const replacement = decoder.root(node, REPLACEMENT)
  decoder.finish(IN_FILE)
  return replacement as unknown as ReplacementEntry
}

function presentFields(root: Node | undefined): Set<string> {
  const present = new Set<string>()
  if (root === undefined || root.kind !== MAPPING) return present
  root.keys.forEach((key, i) => {
    const value = root.values[i] as Node
    if (key.kind !== SCALAR || (value.kind === SCALAR && value.tag === '!!null')) return
    present.add(fieldName(KUSTOMIZATION.fields, key.value) ?? key.value)
  })
  return present
}

function locateField(root: Node | undefined, source: Source, name: string, index?: number): Location | undefined {
  let node = field(root, name)
  if (node === undefined && root?.kind === MAPPING) {
    const i = root.keys.findIndex((key) => key.kind === SCALAR && foldCase(key.value) === foldCase(name))
    node = root.values[i]
  }
  if (index !== undefined && node?.kind === SEQUENCE) node = node.items[index] ?? node
  return node === undefined ? undefined : { source, offset: Math.max(node.start, 0) }
}

const DEPRECATED: readonly (readonly [field: string, instead: string, mark?: string])[] = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements', ' [EXPERIMENTAL]'],
]

function deprecations(present: ReadonlySet<string>, locate: (name: string) => Location | undefined): Diagnostic[] {
  const warnings: Diagnostic[] = []
  for (const [name, instead, mark = ''] of DEPRECATED) {
    if (!present.has(name)) continue
    const at = locate(name)
    warnings.push({
      severity: 'warning',
      code: 'DEPRECATED_FIELD',
      message: `# Warning: '${name}' is deprecated. Please use '${instead}' instead.${mark} Run 'kustomize edit fix' to update your Kustomization automatically.`,
      at: at === undefined ? [] : [at],
    })
  }
  return warnings
}
