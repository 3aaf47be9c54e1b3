/** Field paths of replacements: dots, list indexes, `[key=value]`, `*` (build 5.11). */
import { fail } from '../core/error.ts'
import type { Pattern } from '../core/pattern.ts'
import { Source } from '../core/source.ts'
import type { Trace } from '../core/trace.ts'
import { append, setField, setItem, setValueAt, untypedScalar } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import {
  field,
  indexOfField,
  MAPPING,
  MAX_DEPTH,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull } from '../yaml/resolve.ts'
import { wrongNodeKind } from './wrong-kind.ts'

/**
 * Splits at dots; `\.` is a dot, brackets hold a selector or a name with dots. Empty parts stay, but for one in front.
 */
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
  for (let i = pieces[0] === '' && pieces.length > 1 ? 1 : 0; i < pieces.length; i++) {
    let part = pieces[i] as string
    if (part.startsWith('[') && !part.endsWith(']')) {
      while (!part.endsWith(']') && i + 1 < pieces.length) part += `.${pieces[++i]}`
      if (!part.includes('=') && part.endsWith(']')) part = part.slice(1, -1)
    }
    parts.push(part)
  }
  return parts
}

/** One part of a path, taken apart once. */
export interface PathStep {
  text: string
  /** `[key=value]`; the key of `[=value]` is ''. */
  selector: { key: string; value: string } | undefined
  /** Brackets without `=`, which only matter where the step is taken. */
  isBroken: boolean
  index: number | undefined
}

/** A path ready to be walked. */
export function compileFieldPath(path: string): PathStep[] {
  return splitFieldPath(path).map((text) => {
    const hasBrackets = text.startsWith('[') && text.endsWith(']')
    const at = hasBrackets ? text.indexOf('=') : -1
    const selector = at < 0 ? undefined : { key: text.slice(1, at), value: text.slice(at + 1, -1) }
    return { text, selector, isBroken: hasBrackets && at < 0, index: listIndex(text) }
  })
}

function requireWhole({ isBroken }: PathStep): void {
  if (isBroken) throw fail('FIELD_PATH', 'list path element must contain fieldName=fieldValue for element to match')
}

/** A list index as Go's Atoi reads it: signs are allowed. */
function listIndex(part: string): number | undefined {
  if (!/^[-+]?[0-9]+$/.test(part)) return undefined
  const index = Number(part)
  return Number.isSafeInteger(index) ? index + 0 : undefined
}

/** Looks a path up without creating: exact list selectors, `-` for the last item. Undefined when nothing is there. */
export function lookUp(root: Node, path: readonly PathStep[]): Node | undefined {
  let node: Node | undefined = root
  for (let i = 0; i < path.length && node !== undefined; i++) node = enter(node, path[i] as PathStep)
  return node
}

/** One step of {@link lookUp}. */
export function enter(node: Node, step: PathStep): Node | undefined {
  const { text, selector, index } = step
  if (text === '') return node
  if (isNull(node)) return undefined
  requireWhole(step)
  if (text === '*') throw fail('FIELD_PATH', 'wildcard is not supported in PathGetter')
  if (selector !== undefined) {
    requireSequence(node)
    return node.items.find((item) => {
      const value = selector.key === '' ? item : field(item, selector.key)
      return value?.kind === SCALAR && value.value === selector.value
    })
  }
  if (index !== undefined) {
    requireSequence(node)
    if (index < 0) throw fail('FIELD_PATH', `array index ${index} cannot be negative`)
    return node.items[index]
  }
  if (text === '-') {
    requireSequence(node)
    return node.items[node.items.length - 1]
  }
  if (node.kind !== MAPPING) throw wrongNodeKind(MAPPING, node)
  return field(node, text)
}

function requireSequence(node: Node): asserts node is Sequence {
  if (node.kind !== SEQUENCE) throw wrongNodeKind(SEQUENCE, node)
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
export function matchPath(root: Node, path: readonly PathStep[], options: MatchOptions): Slot[] {
  if (options.create !== undefined && path.length > MAX_DEPTH)
    throw fail('FIELD_PATH', `exceeded max depth of ${MAX_DEPTH}`)
  const found: Slot[] = []
  match({ node: root, isNew: false, replace: () => undefined }, path, 0, options, found)
  return found
}

function match(slot: Slot, path: readonly PathStep[], i: number, options: MatchOptions, found: Slot[]): void {
  if (i === path.length) {
    found.push(slot)
    return
  }
  const step = path[i] as PathStep
  requireWhole(step)
  const { text: part, selector, index } = step
  const isIndex = index !== undefined && index >= 0
  const wantsList = selector !== undefined || isIndex || part === '*'
  const wanted = wantsList ? SEQUENCE : part === '' ? SCALAR : MAPPING
  let { node } = slot
  if (node.kind === SCALAR) {
    node = insideText(node, wanted)
    if (isNull(node)) {
      matchNull(part, isIndex ? index : undefined, options, found)
      return
    }
  }
  if (wanted === SCALAR && node.kind === SCALAR) {
    // An empty part makes something below the text that belongs to nothing: only refusals of the parts behind it show.
    if (options.create === undefined) return
    const made = newNode(path, i + 1, options)
    match({ node: made, isNew: true, replace: () => undefined }, path, i + 1, options, found)
    return
  }
  if (node.kind !== wanted) throw wrongNodeKind(wanted, node)
  if (node.kind === SEQUENCE) {
    if (selector !== undefined) matchSelector(node, selector, path, i, options, found)
    else if (isIndex) matchIndex(node, index, path, i, options, found)
    else for (let k = 0; k < node.items.length; k++) match(itemSlot(node, k, options), path, i + 1, options, found)
  } else if (node.kind === MAPPING) matchField(node, part, path, i, options, found)
}

const KIND_NAMES = { [SCALAR]: 'ScalarNode', [SEQUENCE]: 'SequenceNode', [MAPPING]: 'MappingNode' }

/**
 * The walk also enters texts that are YAML. What it finds there is a copy, so nothing is written, and only its refusals
 * show.
 */
function insideText(node: Scalar, wanted: 1 | 2 | 3): Node {
  const inner = parse(new Source('', node.value))?.root
  if (inner !== undefined) return inner
  const message = `wrong node kind: expected ${KIND_NAMES[wanted]} but got : node contents:\nnull\n`
  throw fail('WRONG_KIND', message)
}

/** A null counts as whatever is looked for, without anything in it. */
function matchNull(part: string, index: number | undefined, { create }: MatchOptions, found: Slot[]): void {
  if (index !== undefined && (create === undefined || index > 0)) throw noSuchIndex(index, 0)
  if (create === undefined || part === '*') return
  found.push({ node: newValue(create), isNew: true, replace: () => undefined })
}

function noSuchIndex(index: number, length: number) {
  return fail('FIELD_PATH', `index ${index} specified but only ${length} elements found`)
}

function matchIndex(
  list: Sequence,
  index: number,
  path: readonly PathStep[],
  i: number,
  options: MatchOptions,
  found: Slot[],
): void {
  const { length } = list.items
  if (index < length) {
    match(itemSlot(list, index, options), path, i + 1, options, found)
    return
  }
  if (options.create === undefined || index > length) throw noSuchIndex(index, length)
  append(list, newNode(path, i + 1, options), options.trace)
  match({ ...itemSlot(list, index, options), isNew: true }, path, i + 1, options, found)
}

function matchField(
  map: Mapping,
  name: string,
  path: readonly PathStep[],
  i: number,
  options: MatchOptions,
  found: Slot[],
): void {
  if (indexOfField(map, name) >= 0) {
    match(fieldSlot(map, name, options), path, i + 1, options, found)
    return
  }
  if (options.create === undefined) return
  setField(map, name, newNode(path, i + 1, options), options.trace)
  match({ ...fieldSlot(map, name, options), isNew: true }, path, i + 1, options, found)
}

/** Patterns look at the YAML text of a field or element, quotes included. */
function matchSelector(
  list: Sequence,
  { key, value }: { key: string; value: string },
  path: readonly PathStep[],
  i: number,
  options: MatchOptions,
  found: Slot[],
): void {
  let hasMatch = false
  for (let k = 0; k < list.items.length; k++) {
    const item = list.items[k] as Node
    const own = key === '' ? item : field(item, key)
    if (own === undefined || !options.patternOf(value).test(shownText(own))) continue
    hasMatch = true
    if (key === '') found.push(itemSlot(list, k, options))
    else match(itemSlot(list, k, options), path, i + 1, options, found)
  }
  if (hasMatch || options.create === undefined) return
  const scalar = untypedScalar(value)
  append(list, key === '' ? scalar : new Mapping([new Scalar(key)], [scalar]), options.trace)
  const made = itemSlot(list, list.items.length - 1, options)
  options.patternOf(value)
  if (key === '') found.push(made)
  else match(made, path, i + 1, options, found)
}

/** What printing a node gives, which for a plain word is the word. */
function shownText(node: Node): string {
  const isWord = node.kind === SCALAR && node.style === PLAIN && node.tag === '' && node.anchor === ''
  return isWord && node.comments === undefined && /^[A-Za-z][\w.-]*$/.test(node.value)
    ? node.value
    : emitKept(node).trim()
}

function fieldSlot(map: Mapping, name: string, { trace }: MatchOptions): Slot {
  const at = indexOfField(map, name)
  return { node: map.values[at] as Node, isNew: false, replace: (node) => setValueAt(map, at, node, trace) }
}

function itemSlot(list: Sequence, at: number, { trace }: MatchOptions): Slot {
  return { node: list.items[at] as Node, isNew: false, replace: (node) => setItem(list, at, node, trace) }
}

/** What is made for the part before `next`: a list when an index or selector follows. */
export function newNode(path: readonly PathStep[], next: number, { create }: Pick<MatchOptions, 'create'>): Node {
  const step = path[next]
  if (step === undefined) return newValue(create)
  requireWhole(step)
  const { text, selector, index } = step
  if (text === '') return newValue(create)
  return selector !== undefined || (index !== undefined && index >= 0) ? new Sequence() : new Mapping()
}

function newValue(create: MatchOptions['create']): Node {
  if (create === 'mapping') return new Mapping()
  return create === 'sequence' ? new Sequence() : untypedScalar('')
}
