/** How two transformer configurations become one (build 5.17). Builds without configurations of their own never ask. */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import { type Gvk, isSelectedBy } from '../krm/gvk.ts'
import type { NameReference } from '../krm/names.ts'
import { SECTIONS, type Section, sortedReferences, sortedSpecs, type TransformerConfig } from './config.ts'

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

/** A configuration that says nothing. */
export function emptyConfig(): TransformerConfig {
  const config = { nameReference: [] as NameReference[] } as unknown as TransformerConfig
  for (const section of SECTIONS) config[section] = []
  return config
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
  const references = a.nameReference.map(copyOf)
  for (const added of b.nameReference) {
    const known = references.find((one) => sameGvk(one, added))
    if (known === undefined) references.push(copyOf(added))
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

function copyOf({ group, version, kind, fieldSpecs }: NameReference): NameReference {
  return { group, version, kind, fieldSpecs }
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
