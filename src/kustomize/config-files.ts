/** Transformer configuration from files, and what CRDs say about their fields (build 5.17). */
import { ToolError, wrap } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import type { Gvk } from '../krm/gvk.ts'
import { parseJson } from '../yaml/json.ts'
import { field, fieldText, MAPPING, type Node, SCALAR } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import type { Accumulator } from './accumulator.ts'
import { SECTIONS, type TransformerConfig } from './config.ts'
import { type BuildContext, locate, prefixed } from './context.ts'
import { emptyConfig, mergeConfig } from './merge-config.ts'
import { BOOL, Decoder, embedded, IN_FILE, listOf, STRING, struct } from './shape.ts'
import type { Target } from './target.ts'

const GVK = embedded('Gvk', { group: STRING, version: STRING, kind: STRING })
const SPECS = { ...listOf(struct('types.FieldSpec', { ...GVK, path: STRING, create: BOOL })), type: 'types.FsSlice' }
const REFERENCES = {
  ...listOf(struct('builtinconfig.NameBackReferences', { ...GVK, fieldSpecs: SPECS })),
  type: 'builtinconfig.nbrSlice',
}
const CONFIG = struct('builtinconfig.TransformerConfig', {
  ...Object.fromEntries(SECTIONS.map((section) => [section, SPECS])),
  nameReference: REFERENCES,
})
const DEFINITIONS = struct('accumulator.nameToApiMap', {})

/** A file of the `configurations` list. */
export function readConfiguration(source: Source): TransformerConfig {
  const root = readConverted(source, true)
  const decoder = new Decoder(source, { strict: true, converts: true })
  const config = decoder.root(root, CONFIG) as unknown as TransformerConfig
  decoder.finish(IN_FILE)
  return config
}

/** YAML as the reference turns it into JSON first. */
export function readConverted(source: Source, uniqueKeys: boolean): Node | undefined {
  try {
    return readYaml11(source, { uniqueKeys })
  } catch (error) {
    // Repeated keys say so themselves.
    if (error instanceof ToolError && error.code === 'DUPLICATE_KEY') throw error
    throw wrap('error converting YAML to JSON', error)
  }
}

/**
 * Field specs from marks in the OpenAPI definitions of custom types, the old openapi-gen form. `names` are the files as
 * the kustomization has them.
 */
export function configFromCrds(sources: readonly Source[], names: readonly string[]): TransformerConfig {
  let config = emptyConfig()
  for (const [i, source] of sources.entries()) {
    const root = readDefinitions(source, names[i] as string)
    if (root === undefined || root.kind !== MAPPING) continue
    const added = emptyConfig()
    root.keys.forEach((key) => {
      const name = key.kind === SCALAR ? key.value : ''
      const properties = propertiesOf(root, name)
      if (!['apiVersion', 'kind', 'metadata'].every((one) => field(properties, one) !== undefined)) return
      const kind = name.slice(name.lastIndexOf('.') + 1)
      walkProperties(root, properties, { group: '', version: '', kind }, [], new Set([name]), added)
    })
    config = mergeConfig(config, added)
  }
  return config
}

function readDefinitions(source: Source, name: string): Node | undefined {
  try {
    const isJson = source.text.startsWith('{')
    const root = isJson ? parseJson(source) : readConverted(source, false)
    const decoder = new Decoder(source, {})
    decoder.root(root, DEFINITIONS)
    decoder.finish(isJson ? '' : IN_FILE)
    return root
  } catch (error) {
    throw wrap(`unable to parse open API definition from '${name}'`, error)
  }
}

function propertiesOf(root: Node, name: string): Node | undefined {
  const schema = field(field(root, name), 'Schema') ?? field(field(root, name), 'schema')
  return field(schema, 'properties')
}

function walkProperties(
  definitions: Node,
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
    walkProperties(definitions, propertiesOf(definitions, target), gvk, here, new Set([...visited, target]), config)
  })
}

/** Takes over what the kustomization's `configurations` and `crds` say (build 5.17). */
export async function mergeConfiguration(
  { loader, kustomization: k }: Target,
  context: BuildContext,
  into: Accumulator,
): Promise<void> {
  let own: TransformerConfig | undefined
  for (let i = 0; i < k.configurations.length; i++) {
    try {
      const added = readConfiguration(await loader.readSource(k.configurations[i] as string))
      own = mergeConfig(own ?? emptyConfig(), added)
    } catch (error) {
      throw locate(error, k.locate('configurations', i))
    }
  }
  into.mergeConfig(own === undefined ? context.defaultConfig : mergeConfig(context.defaultConfig, own))
  if (k.crds.length === 0) return
  try {
    const sources = []
    for (const path of k.crds) sources.push(await loader.readSource(path))
    into.mergeConfig(configFromCrds(sources, k.crds))
  } catch (error) {
    throw prefixed(`loading CRDs [${k.crds.join(' ')}]`, locate(error, k.locate('crds', 0)))
  }
}
