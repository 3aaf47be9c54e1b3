/** Transformer configuration and its defaults (build 5.17). */
import { compareBytes } from '../core/text.ts'
import { fieldSpecs } from '../krm/defaults/field-specs.ts'
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

/** Where kinds keep their pod's template, if not where most do. */
const TEMPLATES: Record<string, string> = {
  CronJob: 'spec/jobTemplate/spec/template/',
  Pod: '',
  PodTemplate: 'template/',
}

/** A line names kinds and their paths; `@` stands for the way to a kind's pod spec, `$` for that to its pod template. */
function parseLine(line: string): FieldSpec[] {
  const [kinds, ...paths] = line.split(' ') as [string, ...string[]]
  return kinds.split(',').flatMap((key) => {
    const [group, version, kind] = key.split(':') as [string, string, string]
    const template = TEMPLATES[kind] ?? 'spec/template/'
    return paths.map((text) => {
      const create = text.startsWith('+')
      const short = create ? text.slice(1) : text
      const rest = short.slice(1)
      const path = short[0] === '@' ? `${template}spec/${rest}` : short[0] === '$' ? `${template}${rest}` : short
      return { group, version, kind, path, create }
    })
  })
}

function parseSpecs(lines: string): FieldSpec[] {
  return lines === '' ? [] : lines.split('\n').flatMap(parseLine)
}

/** The built-in configuration. Sections are taken apart when first asked for: most builds need few of them. */
export function defaultConfig(): TransformerConfig {
  const config = {} as TransformerConfig
  for (const section of SECTIONS) {
    lazily(config, section, () => sortedSpecs(parseSpecs(fieldSpecs(section))))
  }
  lazily(config, 'nameReference', () => {
    const references: NameReference[] = []
    for (const line of nameReferences.split('\n')) {
      if (line.startsWith('\t')) references[references.length - 1]?.fieldSpecs.push(...parseLine(line.slice(1)))
      else {
        const [group, version, kind] = line.split(':') as [string, string, string]
        references.push({ group, version, kind, fieldSpecs: [] })
      }
    }
    return sortedReferences(references)
  })
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
