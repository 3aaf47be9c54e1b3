/** Functions lose comments and reorder fields; the reference takes both from what they were given (kpt 5). */
import { setComments, setEntries } from '../yaml/edit.ts'
import {
  ALIAS,
  type Comments,
  DOUBLE,
  type Document,
  FOLDED,
  MAPPING,
  type Mapping,
  type Node,
  SCALAR,
  SEQUENCE,
} from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { itemKey } from './list-keys.ts'
import { wrongNodeKind } from './wrong-kind.ts'

/** What the reader keeps outside of the object, the reference copies onto it before it looks at the answer. */
export function giveDocumentComments(item: Mapping, document: Document | undefined): void {
  if (document === undefined || document.root !== item || (document.head === '' && document.foot === '')) return
  const own = item.comments
  setComments(item, { head: own?.head || document.head, line: own?.line ?? '', foot: own?.foot || document.foot })
}

/**
 * Brings comments and order of `input` into `output`; folded texts become quoted.
 *
 * @throws ToolError when a value is neither null nor of the kind that it was
 */
export function repair(input: Mapping, output: Mapping): void {
  checkKinds(input, output)
  copyComments(input, output, '')
  takeOrder(input, output)
  liftHeads(output)
}

function checkKinds(input: Node, output: Node): void {
  if (input.kind === ALIAS || isNull(input) || isNull(output)) return
  if (input.kind !== output.kind) throw wrongNodeKind(input.kind, output)
  if (input.kind !== MAPPING || output.kind !== MAPPING) return
  const before = entriesByKey(input)
  output.keys.forEach((key, i) => {
    const entry = key.kind === SCALAR ? before.get(key.value) : undefined
    if (entry !== undefined) checkKinds(entry.value, output.values[i] as Node)
  })
}

function copyComments(from: Node, to: Node, parent: string): void {
  fillComments(from, to)
  if (to.kind === SCALAR && to.style === FOLDED) to.style = DOUBLE
  if (from.kind === MAPPING && to.kind === MAPPING) {
    const before = entriesByKey(from)
    to.keys.forEach((key, i) => {
      const entry = key.kind === SCALAR ? before.get(key.value) : undefined
      const value = to.values[i] as Node
      if (entry === undefined) {
        unfold(value)
        return
      }
      fillComments(entry.key, key)
      copyComments(entry.value, value, key.kind === SCALAR ? key.value : '')
    })
  } else if (from.kind === SEQUENCE && to.kind === SEQUENCE) {
    for (const [a, b] of pairItems(from.items, to.items, parent)) copyComments(a, b, '')
  }
}

function unfold(node: Node): void {
  if (node.kind === SCALAR && node.style === FOLDED) node.style = DOUBLE
  else if (node.kind === MAPPING) node.values.forEach(unfold)
  else if (node.kind === SEQUENCE) node.items.forEach(unfold)
}

function fillComments(from: Node, to: Node): void {
  const given = from.comments
  if (given === undefined) return
  const own = to.comments
  const comments: Comments = {
    head: own?.head || given.head,
    line: own?.line || given.line,
    foot: own?.foot || given.foot,
  }
  if (comments.head !== '' || comments.line !== '' || comments.foot !== '') setComments(to, comments)
}

function entriesByKey(map: Mapping): Map<string, { key: Node; value: Node }> {
  const entries = new Map<string, { key: Node; value: Node }>()
  map.keys.forEach((key, i) => {
    if (key.kind === SCALAR && !entries.has(key.value)) entries.set(key.value, { key, value: map.values[i] as Node })
  })
  return entries
}

/** By key where the API merges the list by element, and by position too where no text differs. */
function pairItems(from: readonly Node[], to: readonly Node[], parent: string): [Node, Node][] {
  const pairs: [Node, Node][] = []
  const byKey = new Map<string, Node>()
  for (const item of from) {
    const key = itemKey(item, parent)
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item)
  }
  for (const item of to) {
    const key = itemKey(item, parent) ?? ''
    const before = byKey.get(key)
    if (before !== undefined) pairs.push([before, item])
    byKey.delete(key)
  }
  to.forEach((item, i) => {
    const before = from[i]
    if (before === undefined) return
    if (before.kind !== SCALAR || item.kind !== SCALAR || before.value === item.value) pairs.push([before, item])
  })
  return pairs
}

/** Keys that were there before come first, in the order in which they were. */
function takeOrder(from: Node, to: Node): void {
  if (from.kind === SEQUENCE && to.kind === SEQUENCE) {
    to.items.forEach((item, i) => {
      const before = from.items[i]
      if (before !== undefined) takeOrder(before, item)
    })
  }
  if (from.kind !== MAPPING || to.kind !== MAPPING) return
  const places = new Map<string, number>()
  from.keys.forEach((key, i) => {
    if (key.kind === SCALAR && !places.has(key.value)) places.set(key.value, i)
  })
  const placeOf = (key: Node | undefined) => (key?.kind === SCALAR ? places.get(key.value) : undefined)
  to.keys.forEach((key, i) => {
    const before = placeOf(key)
    if (before !== undefined) takeOrder(from.values[before] as Node, to.values[i] as Node)
  })
  const order = to.keys.map((_, i) => i)
  const rank = (i: number) => placeOf(to.keys[i]) ?? from.keys.length + i
  order.sort((a, b) => rank(a) - rank(b) || a - b)
  if (order.every((place, i) => place === i)) return
  setEntries(
    to,
    order.map((i) => to.keys[i] as Node),
    order.map((i) => to.values[i] as Node),
  )
}

/** Of lists that stand in no other list: what is written above the first field of an element is written above its dash too. */
function liftHeads(map: Mapping): void {
  for (const value of map.values) {
    if (value.kind === MAPPING) liftHeads(value)
    if (value.kind !== SEQUENCE) continue
    for (const item of value.items) {
      const first = item.kind === MAPPING ? item.keys[0] : item.kind === SEQUENCE ? item.items[0] : undefined
      if (first?.kind === SCALAR) liftHead(first, item)
    }
  }
}

function liftHead(first: Node, item: Node): void {
  const head = first.comments?.head ?? ''
  if (head === '') return
  const own = item.comments ?? { head: '', line: '', foot: '' }
  if (own.head !== '') setComments(first, { line: '', foot: '', ...first.comments, head: '' })
  setComments(item, { ...own, head: own.head === '' ? head : `${own.head}\n${head}` })
}
