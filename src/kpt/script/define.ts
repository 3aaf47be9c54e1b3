/** `strake/fn`: functions over Kubernetes resources, written in TypeScript or JavaScript. */
import type { FunctionResult } from '../functions/function.ts'

export type { FunctionResult } from '../functions/function.ts'

/** A resource as plain data. Whole numbers that a `number` cannot hold are of type `bigint`. */
export interface Resource {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    /** `config.kubernetes.io/path` is the file it stands in, or is to be written to. */
    annotations?: Record<string, string>
    // biome-ignore lint/suspicious/noExplicitAny: what a resource holds is known to its kind alone
    [field: string]: any
  }
  // biome-ignore lint/suspicious/noExplicitAny: what a resource holds is known to its kind alone
  [field: string]: any
}

export interface FunctionInput {
  /** Changed in place: resources edited, added, removed. Another list may be put in its place. */
  items: Resource[]
  /** What `configPath`, `configMap`, `--fn-config` or the words behind `--` say. */
  config: Resource | undefined
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is one
type Said = readonly FunctionResult[] | undefined | void

export interface FunctionDefinition {
  /**
   * Changes `input.items`, and returns what there is to say. A result of severity `error`, or an error that is thrown, is the
   * failure of the function.
   */
  run(input: FunctionInput): Said | Promise<Said>
}

/**
 * A function for `exec: strake fn script ./add-team.ts` in a Kptfile. It has to be the default export of its module.
 *
 * ```ts
 * import { defineFunction } from 'strake/fn'
 *
 * export default defineFunction({
 *   run({ items, config }) {
 *     for (const { metadata } of items) metadata.labels = { ...metadata.labels, team: config?.data.team }
 *   },
 * })
 * ```
 */
export function defineFunction(definition: FunctionDefinition): FunctionDefinition {
  return definition
}
