/** Functions lose comments and reorder fields; both are taken from what they were given (kpt 5). */
import { setComments, setEntries } from '../yaml/edit.ts'
import { type Comments, DOUBLE, FOLDED, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { hasSameValue } from '../yaml/preserve-compare.ts'

export interface RepairOptions {
  /** Comments go by position too, and folded texts become quoted, as in the reference. */
  referenceFormat: boolean
}

/** Brings comments and order of `input` into `output`. */
export function repair(input: Mapping, output: Mapping, options: RepairOptions): void {
  copyComments(input, output, '', options)
  takeOrder(input, output)
}

function copyComments(from: Node, to: Node, parent: string, options: RepairOptions): void {
  fillComments(from, to)
  if (to.kind === SCALAR && to.style === FOLDED && options.referenceFormat) to.style = DOUBLE
  if (from.kind === MAPPING && to.kind === MAPPING) {
    const before = entriesByKey(from)
    to.keys.forEach((key, i) => {
      const entry = key.kind === SCALAR ? before.get(key.value) : undefined
      const value = to.values[i] as Node
      if (entry === undefined) {
        if (options.referenceFormat) unfold(value)
        return
      }
      fillComments(entry.key, key)
      copyComments(entry.value, value, key.kind === SCALAR ? key.value : '', options)
    })
  } else if (from.kind === SEQUENCE && to.kind === SEQUENCE) {
    for (const [a, b] of pairItems(from.items, to.items, parent, options)) copyComments(a, b, '', options)
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

/** The field that tells the items of a list apart. */
const ITEM_KEYS: Record<string, string> = {
  volumeMounts: 'mountPath',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
}

function itemKey(item: Node, parent: string, options: RepairOptions): string | undefined {
  if (item.kind !== MAPPING) return undefined
  const name = ITEM_KEYS[parent] ?? 'name'
  const at = item.keys.findIndex((key) => key.kind === SCALAR && key.value === name)
  const value = item.values[at]
  if (value === undefined || value.kind !== SCALAR) return undefined
  return options.referenceFormat && !KEYED_LISTS.includes(parent) ? undefined : value.value
}

/** Lists that the Kubernetes API merges by element. */
const KEYED_LISTS = ['containers', 'initContainers', 'ephemeralContainers', 'env', 'volumes', 'volumeMounts'].concat(
  'imagePullSecrets',
  'hostAliases',
  'topologySpreadConstraints',
)

function pairItems(from: readonly Node[], to: readonly Node[], parent: string, options: RepairOptions): [Node, Node][] {
  const pairs: [Node, Node][] = []
  const byKey = new Map<string, Node>()
  for (const item of from) {
    const key = itemKey(item, parent, options)
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item)
  }
  const paired = new Set<Node>()
  for (const item of to) {
    const key = itemKey(item, parent, options)
    const before = key === undefined ? undefined : byKey.get(key)
    if (before === undefined) continue
    pairs.push([before, item])
    paired.add(item)
  }
  to.forEach((item, i) => {
    const before = from[i]
    if (before === undefined || (paired.has(item) && !options.referenceFormat)) return
    const isSameScalar = before.kind !== SCALAR || item.kind !== SCALAR || before.value === item.value
    const isSame = options.referenceFormat
      ? isSameScalar
      : hasSameValue(before, item) || isUnkeyed(before, item, options)
    if (isSame) pairs.push([before, item])
  })
  return pairs
}

/** Items that have nothing to tell them apart but their place. */
function isUnkeyed(before: Node, item: Node, options: RepairOptions): boolean {
  return before.kind === MAPPING && item.kind === MAPPING && itemKey(item, '', options) === undefined
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
