/** `<<` that an edit brings into an object: the reference writes it unquoted and reads it again as a merge key. */
import type { Budget } from '../core/limits.ts'
import { expandAliases } from '../yaml/anchors.ts'
import { field, indexOfField, MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE } from '../yaml/node.ts'

/**
 * Merges what stands under such keys. Where one has nothing to merge all stay, and the printer refuses them; so it is with one
 * among the object's annotations, whose values are texts by then.
 */
export function applyMergeKeys(root: Mapping, budget: Budget): Mapping {
  const annotations = field(field(root, 'metadata'), 'annotations')
  let hasMergeKeys = false
  let canMerge = true
  const visit = (node: Node): void => {
    if (node.kind === SEQUENCE) node.items.forEach(visit)
    if (node.kind !== MAPPING) return
    node.values.forEach(visit)
    const i = indexOfField(node, '<<')
    const key = node.keys[i]
    if (key?.kind !== SCALAR) return
    Object.assign(key, { tag: '', style: PLAIN })
    hasMergeKeys = true
    if (node === annotations || !holdsMaps(node.values[i] as Node)) canMerge = false
  }
  visit(root)
  return hasMergeKeys && canMerge ? (expandAliases(root, budget) as Mapping) : root
}

function holdsMaps(node: Node): boolean {
  return node.kind === MAPPING || (node.kind === SEQUENCE && node.items.every((item) => item.kind === MAPPING))
}
