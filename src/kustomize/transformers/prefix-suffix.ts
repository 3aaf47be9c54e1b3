/** `namePrefix` and `nameSuffix` (build 5.2). */
import { fail } from '../../core/error.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import { type Affix, affixNames } from '../../krm/filters/affix.ts'
import { configFields } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface AffixConfig extends Affix {
  /** Plugins must bring their own, if only an empty list. */
  specs: FieldSpec[] | undefined
}

export const prefix: Transformer<AffixConfig> = {
  kind: 'PrefixTransformer',
  from: (k, config) => (k.namePrefix === '' ? [] : [{ prefix: k.namePrefix, suffix: '', specs: config.namePrefix }]),
  decode(root) {
    const { text, specsIfGiven } = configFields(root)
    return { prefix: text('prefix'), suffix: '', specs: specsIfGiven('fieldSpecs') }
  },
  prepare,
  shown: ({ prefix, specs }) => ({ fieldSpecs: specs ?? null, prefix }),
}

export const suffix: Transformer<AffixConfig> = {
  kind: 'SuffixTransformer',
  from: (k, config) => (k.nameSuffix === '' ? [] : [{ prefix: '', suffix: k.nameSuffix, specs: config.nameSuffix }]),
  decode(root) {
    const { text, specsIfGiven } = configFields(root)
    return { prefix: '', suffix: text('suffix'), specs: specsIfGiven('fieldSpecs') }
  },
  prepare,
  shown: ({ suffix, specs }) => ({ fieldSpecs: specs ?? null, suffix }),
}

/** Both with one configuration; only by file. */
export const prefixSuffix: Transformer<AffixConfig> = {
  kind: 'PrefixSuffixTransformer',
  from: () => [],
  decode(root) {
    const { text, specsIfGiven } = configFields(root)
    return { prefix: text('prefix'), suffix: text('suffix'), specs: specsIfGiven('fieldSpecs') }
  },
  prepare({ prefix, suffix, specs }, context) {
    const first = prepare({ prefix, suffix: '', specs }, context)
    const second = prepare({ prefix: '', suffix, specs }, context)
    return (map, trace) => {
      if (prefix !== '') first(map, trace)
      if (suffix !== '') second(map, trace)
    }
  },
  shown: ({ prefix, suffix, specs }) => ({ fieldSpecs: specs ?? null, prefix, suffix }),
}

function prepare({ prefix, suffix, specs }: AffixConfig, { tableOf }: PrepareContext): Apply {
  if (specs === undefined) throw fail('NO_FIELD_SPECS', 'fieldSpecs is not expected to be nil')
  const table = tableOf(specs)
  return (map, trace) => affixNames(map, { prefix, suffix }, table, trace)
}
