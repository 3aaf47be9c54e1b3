/** Which of several problems of a merge is reported: fields are merged in file order, in the reference sorted by name. */
import { ToolError } from '../core/error.ts'
import { compareBytes } from '../core/text.ts'
import type { Node } from '../yaml/node.ts'
import type { MergeContext } from './merge-context.ts'
import type { TypeNode } from './schema.ts'

/** A field that was not merged yet. */
export interface PendingField {
  name: string
  dest: Node | undefined
  patch: Node | undefined
  type: TypeNode | undefined
}

/** The problem of the first field, in the reference's order, that has one. The trees are of no use any more. */
export function firstProblem(problem: unknown, name: string, pending: PendingField[], context: MergeContext): unknown {
  if (!(problem instanceof ToolError)) return problem
  const before = pending.filter((field) => compareBytes(field.name, name) < 0)
  before.sort((a, b) => compareBytes(a.name, b.name))
  for (const { dest, patch, type } of before) {
    try {
      context.walk(dest, patch, type, context)
    } catch (error) {
      return error
    }
  }
  return problem
}
