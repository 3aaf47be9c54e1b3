/** What both halves of strategic merge share. */
import { fail } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import type { Trace } from '../core/trace.ts'
import type { Node } from '../yaml/node.ts'
import type { Schema, TypeNode } from './schema.ts'

/** What a merge hands down. */
export interface MergeContext {
  schema: Schema | undefined
  trace: Trace | undefined
  appends: boolean
  locate: ((node: Node) => Location | undefined) | undefined
  /** Merges one pair of nodes: what `merge.ts` and `merge-list.ts` call in turn. */
  walk(
    dest: Node | undefined,
    patch: Node | undefined,
    known: TypeNode | undefined,
    context: MergeContext,
  ): Node | undefined
}

export function unknownDirective(word: string, node: Node, { locate }: MergeContext): Error {
  const hint = 'known are merge, replace and delete'
  return fail('PATCH_DIRECTIVE', `unknown patch strategy '${word}'`, { at: locate?.(node), hint })
}
