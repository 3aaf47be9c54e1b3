/** What a transformer is: a value in the ordered list of `index.ts`. */

import type { Budget } from '../../core/limits.ts'
import type { Source } from '../../core/source.ts'
import type { Trace } from '../../core/trace.ts'
import type { FieldSpec, SpecTable } from '../../krm/fieldspec.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import type { Schema } from '../../krm/schema.ts'
import type { Node } from '../../yaml/node.ts'
import type { TransformerConfig } from '../config.ts'
import type { Loader } from '../loader.ts'
import type { Kustomization } from '../types.ts'

/** What is at hand while transformers get ready: the only time they may load anything. */
export interface PrepareContext {
  loader: Loader
  schema: Schema
  /** What copies of values may make. */
  budget: Budget
  /** Transformer configuration gathered so far. */
  config: TransformerConfig
  /** Field specs by kind; the same list of specs always gives the same table. */
  tableOf(specs: readonly FieldSpec[]): SpecTable
  /** Reads the objects of a text, as from a resource file. */
  objects(source: Source): Resource[]
}

/** Changes the objects in place. */
export type Apply = (map: ResMap, trace: Trace | undefined) => void

export interface Transformer<Config> {
  /** Name in `transformers:` files, messages and traces. */
  kind: string
  /** What a kustomization file asks for, one step each. */
  from(kustomization: Kustomization, config: TransformerConfig): Config[]
  /** What a file of this kind under `transformers:` asks for; `root` is JSON-typed. */
  decode(root: Node, config: TransformerConfig): Config
  /** Loads and checks all it needs. */
  prepare(config: Config, context: PrepareContext): Promise<Apply> | Apply
  /** The configuration as messages print it. */
  shown(config: Config): unknown
}
