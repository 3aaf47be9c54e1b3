import { field, fieldText } from '../../yaml/node.ts'
import type { GeneratorArgs, Kustomization } from '../types.ts'
import { decodeFile, type Generator } from './generator.ts'
import { helmCharts } from './helm.ts'
import { iamPolicy } from './iam-policy.ts'
import { loadPairs } from './keyvalues.ts'
import { makeConfigMap, makeSecret, mergeGeneratorOptions } from './objects.ts'

function keyValueGenerator(
  kind: 'ConfigMapGenerator' | 'SecretGenerator',
  list: 'configMapGenerator' | 'secretGenerator',
): Generator {
  const make = kind === 'ConfigMapGenerator' ? makeConfigMap : makeSecret
  return {
    kind,
    from: (k) => k[list].map((args) => withOptions(args, k)),
    decode(root, source) {
      const args = decodeFile<GeneratorArgs>(root, source, kind)
      args.type ??= ''
      const metadata = field(root, 'metadata')
      if (args.name === '') args.name = fieldText(metadata, 'name') ?? ''
      if (args.namespace === '') args.namespace = fieldText(metadata, 'namespace') ?? ''
      return args
    },
    async make(args, read) {
      const pairs = await loadPairs(args, read)
      return [
        { root: make(args, pairs), behavior: args.behavior, needsHash: args.options?.disableNameSuffixHash !== true },
      ]
    },
    shown: (args) => args,
  }
}

function withOptions(args: GeneratorArgs, k: Kustomization): GeneratorArgs {
  const options = mergeGeneratorOptions(args.options, k.generatorOptions)
  const made = options === undefined ? { ...args } : { ...args, options }
  if (args.at !== undefined) made.at = args.at
  return made
}

export const generators: readonly Generator[] = [
  keyValueGenerator('ConfigMapGenerator', 'configMapGenerator'),
  keyValueGenerator('SecretGenerator', 'secretGenerator'),
  helmCharts,
  iamPolicy,
]
