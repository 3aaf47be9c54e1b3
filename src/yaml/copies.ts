/** Copies at the expense of a budget, for values that may be copied into themselves again and again. */
import { fail } from '../core/error.ts'
import type { Budget } from '../core/limits.ts'
import type { Trace } from '../core/trace.ts'
import { clone } from './edit.ts'
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from './node.ts'

/** Copies of so few nodes are not worth counting: they are bounded by the number of places they are for. */
const FREE = 100

/** A clone, counted unless it is small. */
export function cloneWithin(node: Node, budget: Budget, trace?: Trace): Node {
  const cost = costOf(node)
  if (cost > FREE) spend(budget, cost)
  return clone(node, trace)
}

/** Takes from a budget. */
export function spend(budget: Budget, cost: number): void {
  budget.left -= cost
  if (budget.left < 0) throw fail('TOO_LARGE', 'values are copied too often: the result would be too large')
}

function costOf(node: Node): number {
  if (node.kind === SCALAR) return scalarCost(node)
  let cost = 1
  if (node.kind === MAPPING) {
    for (let i = 0; i < node.keys.length; i++) cost += costOf(node.keys[i] as Node) + costOf(node.values[i] as Node)
  } else if (node.kind === SEQUENCE) for (const item of node.items) cost += costOf(item)
  return cost
}

/** A node, and one for every hundred characters. */
export function scalarCost({ value }: Scalar): number {
  return 1 + Math.floor(value.length / 100)
}
