/** What a generator is: a value in the ordered list of `index.ts`. */
import type { Source } from '../../core/source.ts'
import type { Mapping, Node } from '../../yaml/node.ts'
import type { BuildContext } from '../context.ts'
import { CONFIG_MAP_ARGS, SECRET_ARGS } from '../decode.ts'
import { chartFields, globalsFields } from '../helm-shapes.ts'
import type { Loader } from '../loader.ts'
import { Decoder, embedded, IN_FILE, laterStruct, struct } from '../shape.ts'
import type { GeneratorArgs, Kustomization } from '../types.ts'
import type { ReadFile } from './keyvalues.ts'

/** What a generator makes: a tree, and how it joins the objects there are. */
export interface Generated {
  root: Mapping
  /** Undefined when the reference notes none. */
  behavior: string | undefined
  needsHash: boolean
}

/** Where a generator is asked for. */
export interface GeneratorPlace {
  context: BuildContext
  loader: Loader
}

export interface Generator {
  /** Name in `generators:` files and messages. */
  kind: string
  from(kustomization: Kustomization, loader: Loader): GeneratorArgs[]
  /** A file of this kind; JSON-typed. */
  decode(root: Node, source: Source): GeneratorArgs
  /** Refuses what is wrong with the arguments before any generator runs. */
  check?(args: GeneratorArgs, place: GeneratorPlace): Promise<void>
  make(args: GeneratorArgs, read: ReadFile, root: Node | undefined, place: GeneratorPlace): Promise<Generated[]>
  /** The configuration as messages print it. */
  shown(args: GeneratorArgs): unknown
}

/** What generators read from files of their own. */
const FILES = {
  ConfigMapGenerator: struct('ConfigMapGeneratorPlugin', embedded('ConfigMapArgs', CONFIG_MAP_ARGS.fields)),
  SecretGenerator: struct('SecretGeneratorPlugin', embedded('SecretArgs', SECRET_ARGS.fields)),
  HelmChartInflationGenerator: laterStruct('HelmChartInflationGeneratorPlugin', () => ({
    ...embedded('HelmGlobals', globalsFields()),
    ...embedded('HelmChart', chartFields()),
  })),
}

/** Reads a generator's own file; names it does not know are ignored (build 5.20). */
export function decodeFile<Args>(root: Node, source: Source, kind: keyof typeof FILES): Args {
  const decoder = new Decoder(source, { converts: true })
  const args = decoder.struct(root, FILES[kind])
  decoder.finish(IN_FILE)
  return args as Args
}
