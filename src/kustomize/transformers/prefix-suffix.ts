/** `namePrefix` and `nameSuffix` (build 5.2). */
import type { FieldSpec } from '../../krm/fieldspec.ts'
import { type Affix, affixNames } from '../../krm/filters/affix.ts'
import { configFields, requireSpecs } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface AffixConfig extends Affix {
  specs: FieldSpec[]
}

export const prefix: Transformer<AffixConfig> = {
  kind: 'PrefixTransformer',
  from: (k, config) => (k.namePrefix === '' ? [] : [{ prefix: k.namePrefix, suffix: '', specs: config.namePrefix }]),
  decode(root) {
    const { text, specs } = configFields(root)
    return { prefix: text('prefix'), suffix: '', specs: specs('fieldSpecs') }
  },
  prepare,
  shown: ({ prefix, specs }) => ({ fieldSpecs: specs, prefix }),
}

export const suffix: Transformer<AffixConfig> = {
  kind: 'SuffixTransformer',
  from: (k, config) => (k.nameSuffix === '' ? [] : [{ prefix: '', suffix: k.nameSuffix, specs: config.nameSuffix }]),
  decode(root) {
    const { text, specs } = configFields(root)
    return { prefix: '', suffix: text('suffix'), specs: specs('fieldSpecs') }
  },
  prepare,
  shown: ({ suffix, specs }) => ({ fieldSpecs: specs, suffix }),
}

/** Both with one configuration; only by file. */
export const prefixSuffix: Transformer<AffixConfig> = {
  kind: 'PrefixSuffixTransformer',
  from: () => [],
  decode(root) {
    const { text, specs } = configFields(root)
    return { prefix: text('prefix'), suffix: text('suffix'), specs: specs('fieldSpecs') }
  },
  prepare({ prefix, suffix, specs }, context) {
    const first = prepare({ prefix, suffix: '', specs }, context)
    const second = prepare({ prefix: '', suffix, specs }, context)
    return (map, trace) => {
      if (prefix !== '') first(map, trace)
      if (suffix !== '') second(map, trace)
    }
  },
  shown: ({ prefix, suffix, specs }) => ({ fieldSpecs: specs, prefix, suffix }),
}

function prepare({ prefix, suffix, specs }: AffixConfig, { tableOf }: PrepareContext): Apply {
  const table = tableOf(requireSpecs(specs))
  return (map, trace) => affixNames(map, { prefix, suffix }, table, trace)
}
