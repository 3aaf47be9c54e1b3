/** The order of this list is the order of a build (build 3.1). */
import type { Source } from '../../core/source.ts'
import { field, fieldText, type Mapping, type Node } from '../../yaml/node.ts'
import { GENERATOR_FILES } from '../decode.ts'
import { Decoder, IN_FILE } from '../shape.ts'
import type { GeneratorArgs, Kustomization } from '../types.ts'
import { helmCharts } from './helm.ts'
import { iamPolicy } from './iam-policy.ts'
import { loadPairs, type ReadFile } from './keyvalues.ts'
import { makeConfigMap, makeSecret, mergeGeneratorOptions } from './objects.ts'

/** What a generator makes: a tree, and how it joins the objects there are. */
export interface Generated {
  root: Mapping
  behavior: string
  needsHash: boolean
}

export interface Generator {
  /** Name in `generators:` files and messages. */
  kind: string
  from(kustomization: Kustomization): GeneratorArgs[]
  /** A file of this kind; JSON-typed. */
  decode(root: Node, source: Source): GeneratorArgs
  /** Refuses what is wrong with the arguments before any generator runs. */
  check?(args: GeneratorArgs, options: { enableHelm: boolean }): void
  make(
    args: GeneratorArgs,
    read: ReadFile,
    root: Node | undefined,
    options: { enableHelm: boolean },
  ): Promise<Generated[]>
  /** The configuration as messages print it. */
  shown(args: GeneratorArgs): unknown
}

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

/** Reads a generator's own file; names it does not know are ignored (build 5.20). */
export function decodeFile<Args>(root: Node, source: Source, kind: keyof typeof GENERATOR_FILES): Args {
  const decoder = new Decoder(source, { converts: true })
  const args = decoder.struct(root, GENERATOR_FILES[kind])
  decoder.finish(IN_FILE)
  return args as Args
}

export const generators: readonly Generator[] = [
  keyValueGenerator('ConfigMapGenerator', 'configMapGenerator'),
  keyValueGenerator('SecretGenerator', 'secretGenerator'),
  helmCharts,
  iamPolicy,
]
