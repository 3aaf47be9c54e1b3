/** `<<` that an edit brings into an object: the reference writes it unquoted and reads it again as a merge key. */
import type { Budget } from '../core/limits.ts'
import { expandAliases } from '../yaml/anchors.ts'
import { indexOfField, MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE } from '../yaml/node.ts'

/** Merges what stands under such keys. Where one has nothing to merge all stay, and the printer refuses them. */
export function applyMergeKeys(root: Mapping, budget: Budget): Mapping {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (node.kind === SEQUENCE) node.items.forEach(visit)
    if (node.kind !== MAPPING) return
    node.values.forEach(visit)
    const i = indexOfField(node, '<<')
    const key = node.keys[i]
    if (key?.kind !== SCALAR) return
    Object.assign(key, { tag: '', style: PLAIN })
    found.push(node.values[i] as Node)
  }
  visit(root)
  return found.length > 0 && found.every(isMergeable) ? (expandAliases(root, budget) as Mapping) : root
}

function isMergeable(node: Node): boolean {
  return node.kind === MAPPING || (node.kind === SEQUENCE && node.items.every((item) => item.kind === MAPPING))
}
