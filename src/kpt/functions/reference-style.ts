/** What some of the reference's programs do to an item: they make it anew from its data. */
import { compareBytes } from '../../core/text.ts'
import { setEntries, setTag } from '../../yaml/edit.ts'
import { styleOfText } from '../../yaml/emit.ts'
import { MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { removeAnnotation } from './items.ts'

/** No styles, no comments, and the keys sorted unless they come in an order of their own. */
export function losesStyle(node: Node, sorts = true): void {
  node.comments = undefined
  if (node.kind === SCALAR) {
    setTag(node, tagOf(node))
    node.style = node.tag === '!!str' ? styleOfText(node.value) : PLAIN
  } else if (node.kind === SEQUENCE) {
    node.flow = false
    for (const item of node.items) losesStyle(item, sorts)
  } else if (node.kind === MAPPING) {
    node.flow = false
    const text = (key: Node | undefined) => (key?.kind === SCALAR ? key.value : '')
    const order = node.keys.map((_, i) => i)
    if (sorts) order.sort((a, b) => compareBytes(text(node.keys[a]), text(node.keys[b])))
    const keys = order.map((i) => node.keys[i] as Node)
    const values = order.map((i) => node.values[i] as Node)
    setEntries(node, keys, values)
    for (const one of [...keys, ...values]) losesStyle(one, sorts)
  }
}

const MIGRATION_ANNOTATION = 'internal.config.kubernetes.io/annotations-migration-resource-id'

/** Bookkeeping of the program that calls functions, which some of the reference's programs do not give back. */
export function losesMigrationMarks(items: readonly Mapping[]): void {
  for (const item of items) removeAnnotation(item, MIGRATION_ANNOTATION)
}
