/** What a transformer is: a value in the ordered list of `index.ts`. */

import { rephrase, ToolError } from '../../core/error.ts'
import type { Budget } from '../../core/limits.ts'
import type { Source } from '../../core/source.ts'
import type { Trace } from '../../core/trace.ts'
import type { FieldSpec, SpecTable } from '../../krm/fieldspec.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import type { Schema } from '../../krm/schema.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { Mapping, type Node, Scalar, Sequence } from '../../yaml/node.ts'
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

/** Failures of the preparing stage name the transformer and print its configuration. */
export function configurationTrouble(kind: string, shown: unknown, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  if (error.code === 'NOT_YET') return error
  return rephrase(`trouble configuring builtin ${kind} with config: \`\n${yamlOf(shown)}\`: ${error.message}`, error)
}

/** Plain data as sorted YAML; fields that are undefined, '' or false are left out, as Go's `omitempty` does. */
export function yamlOf(value: unknown): string {
  return emitPlainValueSorted(nodeOf(value) ?? new Mapping())
}

function nodeOf(value: unknown): Node | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  if (typeof value === 'string') return typed(value, '!!str')
  if (typeof value === 'number') return typed(String(value), '!!int')
  if (typeof value === 'boolean') return typed('true', '!!bool')
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined
    return new Sequence(
      value.map((item) => nodeOf(item) ?? (typeof item === 'string' ? typed('', '!!str') : new Mapping())),
    )
  }
  if (value instanceof Scalar || value instanceof Sequence || value instanceof Mapping) return value
  const map = new Mapping()
  for (const [key, inner] of Object.entries(value as object)) {
    const node = nodeOf(inner)
    if (node === undefined) continue
    map.keys.push(typed(key, '!!str'))
    map.values.push(node)
  }
  return map
}

function typed(text: string, tag: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = tag
  return scalar
}
