/** Comparing an edited tree with the one its source reads as. */
import { emitKept } from './kept.ts'
import { ALIAS, MAPPING, type Node, SCALAR, SEQUENCE } from './node.ts'
import { tagOf } from './resolve.ts'

/** The comments of a node as one text to compare. */
export function commentsOf(node: Node): string {
  const { comments } = node
  return comments === undefined
    ? '\n\n'
    : `${comments.head}\n\n${comments.line}\n\n${comments.foot}`.replace(/^\n+$/, '\n\n')
}

/** Whether both would be printed alike but for what is inside collections. */
export function isSameOutside(a: Node, b: Node): boolean {
  if (a === b) return true
  if (a.kind !== b.kind || a.anchor !== b.anchor || a.tagged !== b.tagged || (a.tagged && a.tag !== b.tag)) return false
  if (commentsOf(a) !== commentsOf(b)) return false
  if ((a.kind === MAPPING && b.kind === MAPPING) || (a.kind === SEQUENCE && b.kind === SEQUENCE))
    return a.flow === b.flow
  return true
}

/** Whether both would be printed alike. */
export function isSame(a: Node, b: Node): boolean {
  if (a === b) return true
  if (!isSameOutside(a, b)) return false
  if (a.kind === SCALAR && b.kind === SCALAR) return a.value === b.value && a.style === b.style && a.tag === b.tag
  if (a.kind === ALIAS && b.kind === ALIAS) return a.name === b.name
  if (a.kind === SEQUENCE && b.kind === SEQUENCE) return areSame(a.items, b.items)
  return a.kind === MAPPING && b.kind === MAPPING && areSame(a.keys, b.keys) && areSame(a.values, b.values)
}

function areSame(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((one, i) => isSame(one, b[i] as Node))
}

/** Whether both mean the same, however they are written. */
export function hasSameValue(a: Node, b: Node): boolean {
  if (a.kind === SCALAR && b.kind === SCALAR) return a.value === b.value && tagOf(a) === tagOf(b)
  if (a.kind === ALIAS && b.kind === ALIAS) return a.name === b.name
  if (a.kind === SEQUENCE && b.kind === SEQUENCE) return haveSameValues(a.items, b.items)
  return (
    a.kind === MAPPING && b.kind === MAPPING && haveSameValues(a.keys, b.keys) && haveSameValues(a.values, b.values)
  )
}

function haveSameValues(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((one, i) => hasSameValue(one, b[i] as Node))
}

/** Whether a block scalar's header asks for the empty lines behind the text. */
export function keepsBreaks(block: string): boolean {
  return /^[^\n]*[|>][0-9]?\+/.test(block)
}

interface Pairable {
  key: Node | undefined
  value: Node
}

function textOf(node: Node): string {
  return node.kind === SCALAR ? node.value : node.kind === ALIAS ? `*${node.name}` : ''
}

/** For each entry of `now` the entry of `before` that it continues, or -1. */
export function pairEntries(before: readonly Pairable[], now: readonly Pairable[]): number[] {
  const pairs = new Array<number>(now.length).fill(-1)
  const used = new Set<number>()
  const pass = (find: (entry: Pairable, n: number) => number | undefined) => {
    now.forEach((entry, n) => {
      if (pairs[n] !== -1) return
      const i = find(entry, n)
      if (i === undefined || used.has(i)) return
      pairs[n] = i
      used.add(i)
    })
  }
  const byStart = new Map<number, number>()
  const byText = new Map<string, number[]>()
  before.forEach(({ key, value }, i) => {
    const { start, end } = key ?? value
    if (end > start) byStart.set(start, i)
    if (key === undefined) return
    const same = byText.get(textOf(key))
    if (same === undefined) byText.set(textOf(key), [i])
    else same.push(i)
  })
  const startOf = ({ key, value }: Pairable) => byStart.get((key ?? value).start)
  const isText = (i: number | undefined, key: Node) => i !== undefined && textOf(before[i]?.key as Node) === textOf(key)
  // Keys: the same key in its place, then of the same text, then renamed ones. Items: the same one, then in its place.
  pass((entry) => {
    const i = startOf(entry)
    return entry.key === undefined || isText(i, entry.key) ? i : undefined
  })
  pass(({ key }) => {
    if (key === undefined) return undefined
    const same = byText.get(textOf(key)) ?? []
    while (same.length > 0 && used.has(same[0] as number)) same.shift()
    return same[0]
  })
  pass((entry) => (entry.key === undefined ? undefined : startOf(entry)))
  if (before.length === now.length) {
    pass(({ key, value }, n) => (key === undefined || isSame((before[n] as Pairable).value, value) ? n : undefined))
  } else {
    const byContent = new Map<string, number>()
    before.forEach(({ key, value }, i) => {
      if (key === undefined && !used.has(i)) byContent.set(emitKept(value), i)
    })
    pass(({ key, value }) => (key === undefined && byContent.size > 0 ? byContent.get(emitKept(value)) : undefined))
  }
  return pairs
}
