/** Transformer configuration and its defaults (build 5.17). */
import { compareBytes } from '../core/text.ts'
import { fieldSpecs } from '../krm/defaults/field-specs.ts'
import { parseLine, parseReferences } from '../krm/defaults/lines.ts'
import { nameReferences } from '../krm/defaults/name-references.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import type { Gvk } from '../krm/gvk.ts'
import type { NameReference } from '../krm/names.ts'
import { gvkSortText, LEGACY_ORDER, rankOfKinds } from '../krm/order.ts'

export const SECTIONS = [
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

export type Section = (typeof SECTIONS)[number]

export type TransformerConfig = Record<Section, FieldSpec[]> & { nameReference: NameReference[] }

function parseSpecs(lines: string): FieldSpec[] {
  return lines === '' ? [] : lines.split('\n').flatMap(parseLine)
}

/** The built-in configuration. Sections are taken apart when first asked for: most builds need few of them. */
export function defaultConfig(): TransformerConfig {
  const config = {} as TransformerConfig
  for (const section of SECTIONS) {
    lazily(config, section, () => sortedSpecs(parseSpecs(fieldSpecs(section))))
  }
  lazily(config, 'nameReference', () => sortedReferences(parseReferences(nameReferences)))
  return config
}

function lazily<K extends keyof TransformerConfig>(
  config: TransformerConfig,
  name: K,
  make: () => TransformerConfig[K],
): void {
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

/** By rank of kind, then by group, version and kind. */
export function sortedSpecs(specs: FieldSpec[]): FieldSpec[] {
  return specs.sort(compareGvk)
}

export function sortedReferences(references: NameReference[]): NameReference[] {
  return references.sort(compareGvk)
}

const rankOf = rankOfKinds(LEGACY_ORDER)

function compareGvk(a: Gvk, b: Gvk): number {
  return rankOf(a.kind) - rankOf(b.kind) || compareBytes(gvkSortText(a), gvkSortText(b))
}
