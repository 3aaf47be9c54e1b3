/** Pointers of JSON patches: which collection a path leads to, and the key in it (build 5.8). */
import { nearest } from '../core/nearest.ts'
import { goQuote } from '../core/text.ts'
import { field, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE, type Sequence } from '../yaml/node.ts'

export interface Pointer {
  /** As written. */
  text: string
  /** Its keys, unescaped. Empty when the text holds no `/`. */
  keys: readonly string[]
}

export function parsePointer(text: string): Pointer {
  const parts = text.split('/')
  const keys: string[] = []
  for (let i = 1; i < parts.length; i++) keys.push(unescaped(parts[i] as string))
  return { text, keys }
}

function unescaped(part: string): string {
  return part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part
}

export interface Target {
  container: Mapping | Sequence
  key: string
}

/** The collection that holds what a pointer names, and under which key; undefined when there is none on the way. */
export function findTarget(root: Node, { keys }: Pointer): Target | undefined {
  const last = keys.length - 1
  if (last < 0) return undefined
  let node: Node | undefined = root
  for (let i = 0; i < last; i++) {
    node = child(node, keys[i] as string)
    if (node === undefined) return undefined
  }
  if (node.kind !== MAPPING && node.kind !== SEQUENCE) return undefined
  return { container: node, key: keys[last] as string }
}

function child(node: Node, key: string): Node | undefined {
  if (node.kind === MAPPING) return field(node, key)
  if (node.kind !== SEQUENCE) return undefined
  const index = indexIn(node, key)
  return typeof index === 'string' ? undefined : node.items[index]
}

/** An existing item's position; negative ones count from the end. A text is what is wrong. */
export function indexIn(list: Sequence, key: string): number | string {
  const index = parseIndex(key)
  if (typeof index === 'string') return index
  const at = index < 0 ? index + list.items.length : index
  return at < 0 || at >= list.items.length ? invalidIndex(key) : at
}

/** A whole number as Go's Atoi reads it, or what is wrong. */
export function parseIndex(key: string): number | string {
  if (!/^[-+]?[0-9]+$/.test(key)) return `strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`
  const index = Number(key)
  if (Number.isSafeInteger(index)) return index
  const exact = BigInt(key.replace('+', ''))
  return BigInt.asIntN(64, exact) === exact ? index : `strconv.Atoi: parsing ${goQuote(key)}: value out of range`
}

export function invalidIndex(key: string): string {
  return `Unable to access invalid index: ${BigInt(key.replace('+', ''))}: invalid index referenced`
}

/** Where on its way a pointer ends, and which key may have been meant. */
export function pointerHint(root: Node, { text, keys }: Pointer): string | undefined {
  if (keys.length === 0) return `a path begins with "/": "/${text}"`
  let node: Node = root
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const next = child(node, key)
    if (next !== undefined) {
      node = next
      continue
    }
    const place = i === 0 ? 'the object' : `"/${keys.slice(0, i).join('/')}"`
    if (node.kind === SEQUENCE) return `${place} is a list of ${node.items.length}`
    if (node.kind !== MAPPING) return `${place} is neither a mapping nor a list`
    const meant = nearest(
      key,
      node.keys.map((one) => (one.kind === SCALAR ? one.value : '')),
    )
    return `${place} has no ${goQuote(key)}${meant === undefined ? '' : `; did you mean ${goQuote(meant)}?`}`
  }
  return undefined
}
