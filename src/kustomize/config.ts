/** Transformer configuration: the defaults, and how two are merged (build 5.17). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import { compareBytes } from '../core/text.ts'
import * as text from '../krm/defaults/field-specs.ts'
import type { FieldSpec } from '../krm/fieldspec.ts'
import { type Gvk, isSelectedBy } from '../krm/gvk.ts'
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

/** A line names kinds and their paths; `@` stands for the way to a kind's pod spec, `$` for that to its pod template. */
function parseLine(line: string): FieldSpec[] {
  const [kinds, ...paths] = line.split(' ') as [string, ...string[]]
  return kinds.split(',').flatMap((key) => {
    const [group, version, kind] = key.split(':') as [string, string, string]
    const template = kind === 'CronJob' ? 'spec/jobTemplate/spec/template/' : kind === 'Pod' ? '' : 'spec/template/'
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
    lazily(config, section, () => sortedSpecs(parseSpecs(DEFAULT_TEXT[section])))
  }
  lazily(config, 'nameReference', () => {
    const references: NameReference[] = []
    for (const line of text.nameReference.split('\n')) {
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
