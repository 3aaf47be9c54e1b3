/** Trees that were read from one text and go into another. */
import { ALIAS, MAPPING, type Node, SCALAR, UNTYPED } from './node.ts'

/** Forgets where a tree was read: its nodes are not those of a text that is edited. */
export function detach(node: Node): void {
  node.start = -1
  if (node.end !== UNTYPED) node.end = -1
  if (node.kind === MAPPING) {
    node.keys.forEach(detach)
    node.values.forEach(detach)
  } else if (node.kind !== SCALAR && node.kind !== ALIAS) node.items.forEach(detach)
}
