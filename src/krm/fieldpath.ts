/** Field paths of replacements: dots, list indexes, `[key=value]`, `*` (build 5.11). */
import { fail } from '../core/error.ts'
import type { Pattern } from '../core/pattern.ts'
import { Source } from '../core/source.ts'
import type { Trace } from '../core/trace.ts'
import { append, setField, setItem, setValueAt } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import { field, indexOfField, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull } from '../yaml/resolve.ts'
import { wrongNodeKind } from './filters/entries.ts'

/** Splits at dots; `\.` is a dot, brackets hold a selector or a name with dots. */
export function splitFieldPath(path: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (let i = 0; i < path.length; i++) {
    if (path[i] === '\\' && path[i + 1] === '.') {
      piece += '.'
      i++
    } else if (path[i] === '.') {
      pieces.push(piece)
      piece = ''
    } else {
      piece += path[i]
    }
  }
  pieces.push(piece)
  const parts: string[] = []
  for (let i = 0; i < pieces.length; i++) {
    let part = pieces[i] as string
    if (part.startsWith('[')) {
      while (!part.endsWith(']') && i + 1 < pieces.length) part += `.${pieces[++i]}`
      if (!part.includes('=') && part.endsWith(']')) part = part.slice(1, -1)
    }
    if (part !== '') parts.push(part)
  }
  return parts
}

/** `[key=value]` taken apart; the key of `[=value]` is ''. */
export function listSelector(part: string): { key: string; value: string } | undefined {
  if (!part.startsWith('[') || !part.endsWith(']')) return undefined
  const at = part.indexOf('=')
  return at < 0 ? undefined : { key: part.slice(1, at), value: part.slice(at + 1, -1) }
}

/** Looks a path up without creating: exact list selectors, `-` for the last item. Undefined when nothing is there. */
export function lookUp(root: Node, parts: readonly string[]): Node | undefined {
  let node: Node = root
  for (const part of parts) {
    if (isNull(node)) return undefined
    const selector = listSelector(part)
    let next: Node | undefined
    if (part === '*') throw fail('FIELD_PATH', 'wildcard is not supported in PathGetter')
    if (selector !== undefined) {
      requireSequence(node)
      next = node.items.find((item) => {
        const value = selector.key === '' ? item : field(item, selector.key)
        return value?.kind === SCALAR && value.value === selector.value
      })
    } else if (/^-?[0-9]+$/.test(part) && node.kind !== MAPPING) {
      requireSequence(node)
      if (part.startsWith('-')) throw fail('FIELD_PATH', `array index ${part} cannot be negative`)
      next = node.items[Number(part)]
    } else if (part === '-') {
      requireSequence(node)
      next = node.items[node.items.length - 1]
    } else {
      if (node.kind !== MAPPING) throw wrongNodeKind('MappingNode', node)
      next = field(node, part)
    }
    if (next === undefined) return undefined
    node = next
  }
  return node
}

function requireSequence(node: Node): asserts node is Sequence {
  if (node.kind !== SEQUENCE) throw wrongNodeKind('SequenceNode', node)
}

/** A place in a tree that can get another node. */
export interface Slot {
  node: Node
  /** Made just now: its type is open. */
  isNew: boolean
  replace(node: Node): void
}

export interface MatchOptions {
  /** Missing fields on the way are made, the last one of this kind. */
  create: 'scalar' | 'mapping' | 'sequence' | undefined
  /** The unanchored pattern of a list selector's value. */
  patternOf(value: string): Pattern
  trace: Trace | undefined
}

/** All places a path leads to. */
export function matchPath(root: Node, parts: readonly string[], options: MatchOptions): Slot[] {
  const found: Slot[] = []
  match({ node: root, isNew: false, replace: () => undefined }, parts, 0, options, found)
  return found
}

function match(slot: Slot, parts: readonly string[], i: number, options: MatchOptions, found: Slot[]): void {
  if (i === parts.length) {
    found.push(slot)
    return
  }
  const { node } = slot
  const part = parts[i] as string
  const selector = listSelector(part)
  if (selector !== undefined) return matchSelector(node, selector, parts, i, options, found)
  if (part === '*') {
    requireSequence(node)
    for (let k = 0; k < node.items.length; k++) match(itemSlot(node, k, options), parts, i + 1, options, found)
    return
  }
  if (node.kind === SEQUENCE && /^[0-9]+$/.test(part)) {
    const index = Number(part)
    const { length } = node.items
    if (index >= length) {
      if (options.create === undefined || index > length) {
        throw fail('FIELD_PATH', `index ${index} specified but only ${length} elements found`)
      }
      append(node, newNode(parts, i + 1, options), options.trace)
      return match({ ...itemSlot(node, index, options), isNew: true }, parts, i + 1, options, found)
    }
    return match(itemSlot(node, index, options), parts, i + 1, options, found)
  }
  if (isNull(node) && options.create === undefined) return
  if (node.kind === SCALAR) return matchInText(node, parts, i, options, found)
  if (node.kind !== MAPPING) throw wrongNodeKind('MappingNode', node)
  const at = indexOfField(node, part)
  const value = node.values[at]
  if (value === undefined || (isNull(value) && options.create !== undefined)) {
    if (options.create === undefined) return
    // What the reference makes in place of a null on the way never gets into the tree.
    if (value !== undefined && i + 1 < parts.length) {
      return match(
        { node: newNode(parts, i + 1, options), isNew: true, replace: () => undefined },
        parts,
        i + 1,
        options,
        found,
      )
    }
    setField(node, part, newNode(parts, i + 1, options), options.trace)
    return match({ ...fieldSlot(node, part, options), isNew: true }, parts, i + 1, options, found)
  }
  match(fieldSlot(node, part, options), parts, i + 1, options, found)
}

/** The walk also enters texts that are YAML; what it finds there is a copy, so only its refusals show. */
function matchInText(node: Scalar, parts: readonly string[], i: number, options: MatchOptions, found: Slot[]): void {
  const inner = parse(new Source('', node.value))?.root
  if (inner === undefined) {
    throw fail('WRONG_KIND', 'wrong node kind: expected MappingNode but got : node contents:\nnull\n')
  }
  if (inner.kind === SCALAR) throw wrongNodeKind('MappingNode', inner)
  match({ node: inner, isNew: false, replace: () => undefined }, parts, i, options, found)
}

function matchSelector(
  node: Node,
  { key, value }: { key: string; value: string },
  parts: readonly string[],
  i: number,
  options: MatchOptions,
  found: Slot[],
): void {
  if (isNull(node)) return
  requireSequence(node)
  const pattern = options.patternOf(value)
  const before = found.length
  let hasMatch = false
  for (let k = 0; k < node.items.length; k++) {
    const item = node.items[k] as Node
    if (key === '') {
      if (item.kind !== SCALAR || !pattern.test(item.value)) continue
      hasMatch = true
      found.push(itemSlot(node, k, options))
      continue
    }
    const own = field(item, key)
    if (own === undefined || !pattern.test(emitKept(own).trim())) continue
    hasMatch = true
    match(itemSlot(node, k, options), parts, i + 1, options, found)
  }
  if (hasMatch || options.create === undefined || found.length > before) return
  append(node, key === '' ? new Scalar(value) : new Mapping([new Scalar(key)], [new Scalar(value)]), options.trace)
  const made = itemSlot(node, node.items.length - 1, options)
  if (key === '') found.push(made)
  else match(made, parts, i + 1, options, found)
}

function fieldSlot(map: Mapping, name: string, { trace }: MatchOptions): Slot {
  const at = indexOfField(map, name)
  return { node: map.values[at] as Node, isNew: false, replace: (node) => setValueAt(map, at, node, trace) }
}

function itemSlot(list: Sequence, at: number, { trace }: MatchOptions): Slot {
  return { node: list.items[at] as Node, isNew: false, replace: (node) => setItem(list, at, node, trace) }
}

/** What is made for the part before `next`: a list when an index or selector follows. */
function newNode(parts: readonly string[], next: number, { create }: MatchOptions): Node {
  const part = parts[next]
  if (part === undefined)
    return create === 'mapping' ? new Mapping() : create === 'sequence' ? new Sequence() : new Scalar('')
  return listSelector(part) !== undefined || /^[0-9]+$/.test(part) || part === '-' ? new Sequence() : new Mapping()
}
