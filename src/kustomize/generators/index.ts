/** The order of this list is the order of a build (build 3.1). */
import { fail } from '../../core/error.ts'
import { field, fieldText, type Mapping, type Node } from '../../yaml/node.ts'
import { goQuote } from '../../core/text.ts'
import { Decoder } from '../shape.ts'
import type { Source } from '../../core/source.ts'
import type { GeneratorArgs, Kustomization } from '../types.ts'
import { GENERATOR_SHAPE } from '../decode.ts'
import { loadPairs, type ReadFile } from './keyvalues.ts'
import { makeConfigMap, makeSecret, mergeGeneratorOptions } from './objects.ts'
import { iamPolicy } from './iam-policy.ts'

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
  make(args: GeneratorArgs, read: ReadFile, root: Node | undefined, options: { enableHelm: boolean }): Promise<Generated[]>
  /** The configuration as messages print it. */
  shown(args: GeneratorArgs): unknown
}

function keyValueGenerator(kind: string, list: 'configMapGenerator' | 'secretGenerator'): Generator {
  const make = list === 'configMapGenerator' ? makeConfigMap : makeSecret
  return {
    kind,
    from: (k) => k[list].map((args) => ({ ...args, ...options(args, k), ...(args.at && { at: args.at }) })),
    decode: (root, source) => decodeArgs(root, source),
    async make(args, read) {
      const pairs = await loadPairs(args, read)
      return [{ root: make(args, pairs), behavior: args.behavior, needsHash: args.options?.disableNameSuffixHash !== true }]
    },
    shown: (args) => args,
  }
}

function options(args: GeneratorArgs, k: Kustomization): Pick<GeneratorArgs, 'options'> {
  const merged = mergeGeneratorOptions(args.options, k.generatorOptions)
  return merged === undefined ? {} : { options: merged }
}

/** Name and namespace default to those of the file's own metadata. */
function decodeArgs(root: Node, source: Source): GeneratorArgs {
  const args = new Decoder(source, false).struct(root, GENERATOR_SHAPE) as unknown as GeneratorArgs
  const metadata = field(root, 'metadata')
  if (args.name === '') args.name = fieldText(metadata, 'name') ?? ''
  if (args.namespace === '') args.namespace = fieldText(metadata, 'namespace') ?? ''
  if (args.env !== '') args.envs.push(args.env)
  return args
}

const helmCharts: Generator = {
  kind: 'HelmChartInflationGenerator',
  from: (k) => k.helmCharts as unknown as GeneratorArgs[],
  decode: (root, source) => decodeArgs(root, source),
  async make(args, _read, _root, { enableHelm }) {
    const { name, releaseName = '', valuesMerge = '' } = args as unknown as Record<string, string>
    if (!enableHelm) throw fail('HELM', 'must specify --enable-helm')
    if (name === '') throw fail('HELM', 'chart name cannot be empty')
    if (name?.startsWith('-')) throw fail('HELM', `chart name must not start with '-', got ${goQuote(name)}`)
    if (releaseName.startsWith('-')) throw fail('HELM', `releaseName must not start with '-', got ${goQuote(releaseName)}`)
    if (!['', 'merge', 'override', 'replace'].includes(valuesMerge)) {
      throw fail('HELM', 'valuesMerge must be one of [merge override replace]')
    }
    throw fail('NOT_YET', 'not yet: Helm charts cannot be inflated')
  },
  shown: (args) => args,
}

export const generators: readonly Generator[] = [
  keyValueGenerator('ConfigMapGenerator', 'configMapGenerator'),
  keyValueGenerator('SecretGenerator', 'secretGenerator'),
  helmCharts,
  iamPolicy,
]
