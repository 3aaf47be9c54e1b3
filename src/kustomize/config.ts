/** Transformer configuration: the defaults, what files add to them, and what CRDs say about their fields (build 5.17). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { compareBytes } from '../core/text.ts'
import * as text from '../krm/defaults/field-specs.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import { type Gvk, isSelectedBy } from '../krm/gvk.ts'
import type { NameReference } from '../krm/names.ts'
import { gvkSortText, LEGACY_ORDER, rankOfKinds } from '../krm/order.ts'
import { field, fieldText, MAPPING, type Node, SCALAR } from '../yaml/node.ts'
import { parseJson } from '../yaml/json.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { BOOL, Decoder, listOf, STRING, type Shape, struct } from './shape.ts'

const SECTIONS = [
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'templateLabels',
  'volumeClaimTemplateLabels',
  'commonAnnotations',
  'varReference',
  'images',
  'replicas',
] as const

type Section = (typeof SECTIONS)[number]

export type TransformerConfig = Record<Section, FieldSpec[]> & { nameReference: NameReference[] }

/** Names of sections in messages. */
const SHOWN: Record<Section, string> = {
  namePrefix: 'NamePrefix',
  nameSuffix: 'NameSuffix',
  namespace: 'NameSpace',
  commonLabels: 'CommonLabels',
  labels: 'Labels',
  templateLabels: 'TemplateLabels',
  volumeClaimTemplateLabels: 'VolumeClaimTemplateLabels',
  commonAnnotations: 'CommonAnnotations',
  varReference: 'VarReference',
  images: 'Images',
  replicas: 'Replicas',
}

const DEFAULT_TEXT: Record<Section, string> = { ...text, labels: '' }

function parseSpec(line: string): FieldSpec {
  const [group, version, kind, path, create] = line.split(' ') as [string, string, string, string, string?]
  return { group, version, kind, path, create: create === '+' }
}

function parseSpecs(lines: string): FieldSpec[] {
  return lines === '' ? [] : lines.split('\n').map(parseSpec)
}

/** The built-in configuration. Sections are taken apart when first asked for: most builds need few of them. */
export function defaultConfig(): TransformerConfig {
  const config = {} as TransformerConfig
  for (const section of SECTIONS) {
    lazily(config, section, () => sortedSpecs(parseSpecs(DEFAULT_TEXT[section])))
  }
  lazily(config, 'nameReference', () => {
    const references: NameReference[] = []
    for (const line of text.nameReference.split('\n')) {
      if (line.startsWith('\t')) references[references.length - 1]?.fieldSpecs.push(parseSpec(line.slice(1)))
      else {
        const [group, version, kind] = line.split(' ') as [string, string, string]
        references.push({ group, version, kind, fieldSpecs: [] })
      }
    }
    return sortedReferences(references)
  })
  return config
}

function lazily<K extends keyof TransformerConfig>(config: TransformerConfig, name: K, make: () => TransformerConfig[K]): void {
  Object.defineProperty(config, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make()
      Object.defineProperty(config, name, { value, enumerable: true })
      return value
    },
  })
}

/** Both together, the first one's specs before the second one's, then sorted. */
export function mergeConfig(a: TransformerConfig, b: TransformerConfig): TransformerConfig {
  const merged = {} as TransformerConfig
  for (const section of SECTIONS) {
    try {
      merged[section] = sortedSpecs(mergeFieldSpecs(a[section], b[section]))
    } catch (error) {
      throw prefixed(SHOWN[section], error)
    }
  }
  const references = a.nameReference.map((one) => ({ ...one }))
  for (const added of b.nameReference) {
    const known = references.find((one) => sameGvk(one, added))
    if (known === undefined) references.push({ ...added })
    else {
      try {
        known.fieldSpecs = mergeFieldSpecs(known.fieldSpecs, added.fieldSpecs)
      } catch (error) {
        throw prefixed('NameReference', error)
      }
    }
  }
  merged.nameReference = sortedReferences(references)
  return merged
}

function prefixed(section: string, error: unknown): unknown {
  return error instanceof ToolError ? rephrase(`failed to merge ${section} fieldSpec: ${error.message}`, error) : error
}

function sameGvk(a: Gvk, b: Gvk): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind
}

/**
 * Adds specs that the list has no match for. A match has the same path and is of the new one's group, version and kind;
 * it must agree on creating (build 5.4).
 */
export function mergeFieldSpecs(specs: readonly FieldSpec[], added: readonly FieldSpec[]): FieldSpec[] {
  const merged = [...specs]
  const byPath = new Map<string, FieldSpec[]>()
  for (const spec of specs) remember(byPath, spec)
  for (const spec of added) {
    const known = byPath.get(spec.path)?.find((one) => isSelectedBy(one, spec))
    if (known === undefined) {
      merged.push(spec)
      remember(byPath, spec)
    } else if (known.create !== spec.create) {
      throw fail('FIELD_SPECS', 'conflicting fieldspecs', { hint: `the two differ in create: ${spec.path}` })
    }
  }
  return merged
}

function remember(byPath: Map<string, FieldSpec[]>, spec: FieldSpec): void {
  const list = byPath.get(spec.path)
  if (list === undefined) byPath.set(spec.path, [spec])
  else list.push(spec)
}

function sortedSpecs(specs: FieldSpec[]): FieldSpec[] {
  return specs.sort(compareGvk)
}

function sortedReferences(references: NameReference[]): NameReference[] {
  return references.sort(compareGvk)
}

const rankOf = rankOfKinds(LEGACY_ORDER)

function compareGvk(a: Gvk, b: Gvk): number {
  return rankOf(a.kind) - rankOf(b.kind) || compareBytes(gvkSortText(a), gvkSortText(b))
}

const GVK = { group: STRING, version: STRING, kind: STRING }
const SPECS = listOf(struct('types.FieldSpec', { ...GVK, path: STRING, create: BOOL }))
const CONFIG = struct('builtinconfig.TransformerConfig', {
  ...Object.fromEntries(SECTIONS.map((section) => [section, SPECS])),
  nameReference: listOf(struct('builtinconfig.NameBackReferences', { ...GVK, fieldSpecs: SPECS })),
}) as Shape & { is: 'struct' }

/** A file of the `configurations` list. */
export function readConfiguration(source: Source): TransformerConfig {
  const root = readYaml11(source, { uniqueKeys: true })
  const decoder = new Decoder(source, true)
  const config = decoder.struct(root, CONFIG) as unknown as TransformerConfig
  const [first, ...also] = decoder.problems
  if (first !== undefined) {
    const message = `error unmarshaling JSON: while decoding JSON: ${first.message}`
    throw new ToolError(first.code, message, { at: first.at, hint: first.hint, also })
  }
  return config
}

interface Definitions {
  root: Node
  path: string
}

/** Field specs from marks in the OpenAPI definitions of custom types, the old openapi-gen form. */
export function configFromCrds(sources: readonly Source[]): TransformerConfig {
  let config = emptyConfig()
  for (const source of sources) {
    const root = readDefinitions(source)
    if (root === undefined || root.kind !== MAPPING) continue
    const added = emptyConfig()
    root.keys.forEach((key) => {
      const name = key.kind === SCALAR ? key.value : ''
      const properties = propertiesOf(root, name)
      if (!['apiVersion', 'kind', 'metadata'].every((one) => field(properties, one) !== undefined)) return
      const kind = name.slice(name.lastIndexOf('.') + 1)
      walkProperties({ root, path: source.path }, properties, { group: '', version: '', kind }, [], new Set([name]), added)
    })
    config = mergeConfig(config, added)
  }
  return config
}

function readDefinitions(source: Source): Node | undefined {
  try {
    return source.text.startsWith('{') ? parseJson(source) : readYaml11(source)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`unable to parse open API definition from '${source.path}': ${error.message}`, error)
  }
}

function emptyConfig(): TransformerConfig {
  const config = { nameReference: [] as NameReference[] } as unknown as TransformerConfig
  for (const section of SECTIONS) config[section] = []
  return config
}

function propertiesOf(root: Node, name: string): Node | undefined {
  const schema = field(field(root, name), 'Schema') ?? field(field(root, name), 'schema')
  return field(schema, 'properties')
}

function walkProperties(
  definitions: Definitions,
  properties: Node | undefined,
  gvk: Gvk,
  path: string[],
  visited: Set<string>,
  config: TransformerConfig,
): void {
  if (properties === undefined || properties.kind !== MAPPING) return
  properties.keys.forEach((key, i) => {
    const name = key.kind === SCALAR ? key.value : ''
    const property = properties.values[i] as Node
    const here = [...path, name]
    const spec = (create: boolean): FieldSpec => ({ ...gvk, path: here.join('/'), create })
    if (field(property, 'x-kubernetes-annotation') !== undefined) config.commonAnnotations.push(spec(false))
    if (field(property, 'x-kubernetes-label-selector') !== undefined) config.commonLabels.push(spec(false))
    if (field(property, 'x-kubernetes-identity') !== undefined) config.namePrefix.push(spec(false))
    const version = fieldText(property, 'x-kubernetes-object-ref-api-version')
    const kind = fieldText(property, 'x-kubernetes-object-ref-kind')
    if (version !== undefined && kind !== undefined) {
      const nameKey = fieldText(property, 'x-kubernetes-object-ref-name-key') || 'name'
      const fieldSpecs = [{ ...gvk, path: [...here, nameKey].join('/'), create: false }]
      config.nameReference.push({ group: '', version, kind, fieldSpecs })
    }
    const reference = fieldText(property, '$ref')
    if (reference === undefined) return
    const target = reference.replace(/^#\/definitions\//, '')
    if (visited.has(target)) return
    walkProperties(definitions, propertiesOf(definitions.root, target), gvk, here, new Set([...visited, target]), config)
  })
}
