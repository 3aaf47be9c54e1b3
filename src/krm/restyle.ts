/** Comments and styles of resources that are printed to be looked at. */
import { setComments } from '../yaml/edit.ts'
import { MAPPING, type Mapping, type Node, SEQUENCE } from '../yaml/node.ts'

const NO_COMMENTS = { head: '', line: '', foot: '' }

/** Other styles are those of scalars, which a resource is not. */
export function setStyle(root: Mapping, styles: readonly string[]): void {
  if (styles.includes('FlowStyle')) root.flow = true
  if (!styles.includes('TaggedStyle')) return
  root.tag = '!!map'
  root.tagged = true
}

export function stripComments(node: Node): void {
  if (node.comments !== undefined) setComments(node, NO_COMMENTS)
  if (node.kind === MAPPING) {
    node.keys.forEach(stripComments)
    node.values.forEach(stripComments)
  } else if (node.kind === SEQUENCE) node.items.forEach(stripComments)
}
