/** `labels` and `commonLabels` (build 5.4), `commonAnnotations` (5.5). */
import { rephrase, ToolError } from '../../core/error.ts'
import { compareBytes } from '../../core/text.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import { type Pairs, setEntries } from '../../krm/filters/entries.ts'
import type { TransformerConfig } from '../config.ts'
import { mergeFieldSpecs } from '../merge-config.ts'
import type { LabelEntry } from '../types.ts'
import { configFields } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface EntriesConfig {
  pairs: Pairs
  specs: FieldSpec[]
}

const METADATA_LABELS: FieldSpec = { group: '', version: '', kind: '', path: 'metadata/labels', create: true }

export const labels: Transformer<EntriesConfig> = {
  kind: 'LabelTransformer',
  from(k, config) {
    if (k.labels.length === 0 && Object.keys(k.commonLabels ?? {}).length === 0) return []
    const configs = k.labels.map((entry) => ({ pairs: sortedPairs(entry.pairs), specs: labelSpecs(entry, config) }))
    configs.push({ pairs: sortedPairs(k.commonLabels), specs: config.commonLabels })
    return configs
  },
  decode(root) {
    const { pairs, specs } = configFields(root)
    return { pairs: pairs('labels'), specs: specs('fieldSpecs') }
  },
  prepare,
  shown: ({ pairs, specs }) => ({ FieldSpecs: specs, Labels: Object.fromEntries(pairs) }),
}

export const annotations: Transformer<EntriesConfig> = {
  kind: 'AnnotationsTransformer',
  from: (k, config) =>
    k.commonAnnotations === undefined || Object.keys(k.commonAnnotations).length === 0
      ? []
      : [{ pairs: sortedPairs(k.commonAnnotations), specs: config.commonAnnotations }],
  decode(root) {
    const { pairs, specs } = configFields(root)
    return { pairs: pairs('annotations'), specs: specs('fieldSpecs') }
  },
  prepare,
  shown: ({ pairs, specs }) => ({ Annotations: Object.fromEntries(pairs), FieldSpecs: specs }),
}

/** The specs of one `labels` entry: its own, then those of the sections it asks for. */
function labelSpecs(entry: LabelEntry, config: TransformerConfig): FieldSpec[] {
  let section = 'labels'
  try {
    let specs = mergeFieldSpecs(entry.fields, config.labels)
    if (entry.includeSelectors) return mergeFieldSpecs(specs, config.commonLabels)
    section = 'template fieldSpec'
    if (entry.includeTemplates) specs = mergeFieldSpecs(specs, config.templateLabels)
    if (entry.includeVolumeClaimTemplates) specs = mergeFieldSpecs(specs, config.volumeClaimTemplateLabels)
    section = 'labels'
    return mergeFieldSpecs(specs, [METADATA_LABELS])
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`failed to merge ${section}: ${error.message}`, error)
  }
}

function prepare({ pairs, specs }: EntriesConfig, { tableOf }: PrepareContext): Apply {
  const table = tableOf(specs)
  return (map, trace) => {
    for (const resource of map.resources) setEntries(resource, pairs, table, trace)
  }
}

function sortedPairs(record: Record<string, string> | undefined): Pairs {
  return Object.entries(record ?? {}).sort((a, b) => compareBytes(a[0], b[0]))
}
