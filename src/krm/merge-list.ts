/**
 * Merging lists by element (build 5.10, "associative list"). The procedure has odd effects that users' outputs depend
 * on, so it is followed step by step; lists in which none of them can occur take a path that is linear.
 */
import { setField, setItems } from '../yaml/edit.ts'
import { indexOfField, MAPPING, type Mapping, type Node, SCALAR, Scalar, Sequence } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { type MergeContext, unknownDirective } from './merge-context.ts'
import type { TypeNode } from './schema.ts'
import { wrongNodeKind } from './wrong-kind.ts'

const DIRECTIVE = '$patch'
/** Stands for "the text itself" where elements are plain values. */
const NO_KEY = ['']

/** Merges two lists of a merged type; `dest` undefined when missing or null. */
export function mergeElements(
  dest: Sequence | undefined,
  patch: Sequence | undefined,
  type: TypeNode,
  context: MergeContext,
): Node | undefined {
  const keys = type.mergeKeys.length === 0 ? NO_KEY : type.mergeKeys
  let list = dest ?? (patch as Sequence)
  if (dest !== undefined && patch !== undefined) {
    const word = takeDirective(patch, context)
    if (word === 'delete') return undefined
    if (word === 'replace') list = patch
  }
  if (list.items.length === 0 && patch !== undefined) list.flow = patch.flow
  const used = keys === NO_KEY ? [] : keysInUse(list, patch, keys)
  const items =
    !context.appends && isRegular(list, used) && (patch === undefined || patch === list || isRegular(patch, used))
      ? mergeRegular(list, patch, used, type, context)
      : mergeStepwise(list, patch, keys, type, context)
  setItems(list, items, context.trace)
  return list
}

/** The directive of a list is the first element that has one, if it has nothing else. */
function takeDirective(patch: Sequence, context: MergeContext): string {
  for (const item of patch.items) {
    const value = valueOf(item, DIRECTIVE)
    if (value === undefined) continue
    if ((item as Mapping).keys.length > 1) return 'merge'
    const word = value.kind === SCALAR ? value.value : ''
    if (word === 'replace' || word === 'merge') setElement(patch, [DIRECTIVE], [word], undefined, context)
    else if (word !== 'delete') throw unknownDirective(word, value, context)
    return word
  }
  return 'merge'
}

/** The keys under which any element has a text: the others tell nothing apart. */
function keysInUse(list: Sequence, patch: Sequence | undefined, keys: readonly string[]): string[] {
  const hasText = (key: string) => (item: Node) => textAt(item, key) !== ''
  return keys.filter((key) => list.items.some(hasText(key)) || (patch?.items.some(hasText(key)) ?? false))
}

/** Every element is a mapping with a text under every key, and no two have the same ones. */
function isRegular(list: Sequence, keys: readonly string[]): boolean {
  if (keys.length === 0) return false
  const seen = new Set<string>()
  for (const item of list.items) {
    if (item.kind !== MAPPING) return false
    const id = idOf(item, keys)
    if (id === undefined || seen.has(id)) return false
    seen.add(id)
  }
  return true
}

function idOf(item: Mapping, keys: readonly string[]): string | undefined {
  let id = ''
  for (const key of keys) {
    const text = textAt(item, key)
    if (text === '') return undefined
    id += keys.length === 1 ? text : `${text.length}:${text}`
  }
  return id
}

/** Additions come first. With one key the others keep their place among them; with several they follow. */
function mergeRegular(
  list: Sequence,
  patch: Sequence | undefined,
  keys: readonly string[],
  type: TypeNode,
  context: MergeContext,
): Node[] {
  const items = type.items()
  const ours = new Map<string, Mapping>()
  for (const item of list.items) ours.set(idOf(item as Mapping, keys) as string, item as Mapping)
  const made: Node[] = []
  const theirs = new Set<string>()
  const removed = new Set<Node>()
  for (const item of patch?.items ?? []) {
    const id = idOf(item as Mapping, keys) as string
    const mine = ours.get(id)
    theirs.add(id)
    const result = context.walk(mine, item, items, context)
    if (result === undefined || isEmptyMapping(result)) {
      if (mine !== undefined) removed.add(mine)
    } else if (mine === undefined) {
      made.push(result)
    } else if (keys.length === 1) {
      made.push(mine)
    }
  }
  for (const [id, mine] of ours) {
    if (removed.has(mine)) continue
    if (!theirs.has(id)) {
      const result = context.walk(mine, undefined, items, context)
      if (result === undefined || isEmptyMapping(result)) continue
    } else if (keys.length === 1) {
      continue
    }
    made.push(mine)
  }
  return made
}

function mergeStepwise(
  list: Sequence,
  patch: Sequence | undefined,
  keys: readonly string[],
  type: TypeNode,
  context: MergeContext,
): Node[] {
  const elementType = type.items()
  const tuples = tuplesOf(patch === undefined ? [list] : context.appends ? [list, patch] : [patch, list], keys)
  if (keys.length > 1) unifyTuples(tuples)
  const valid: number[] = []
  for (let k = 0; k < keys.length; k++) if (tuples.some((tuple) => tuple[k] !== '')) valid.push(k)
  if (valid.length === 0) for (let k = 0; k < keys.length; k++) valid.push(k)
  const validKeys = valid.map((k) => keys[k] as string)
  const added = new Sequence()

  for (const tuple of tuples) {
    const values = valid.map((k) => tuple[k] as string)
    const mine = findElement(list, validKeys, values)
    const theirs = patch === undefined ? undefined : findElement(patch, validKeys, values)
    const result = context.walk(mine, theirs, elementType, context)
    if (result === undefined || isNull(result) || isEmptyMapping(result)) {
      setElement(list, validKeys, values, undefined, context)
      continue
    }
    if (result.kind === MAPPING) {
      validKeys.forEach((key, i) => {
        const text = values[i] as string
        if (text !== '' && indexOfField(result, key) < 0) setField(result, key, new Scalar(text), context.trace)
      })
    }
    setElement(added, validKeys, values, result, context)
  }

  if (tuples.length === 0) return list.items
  for (const item of list.items) {
    const values: string[] = []
    for (const key of validKeys) {
      const value = key === '' ? item : valueOf(item, key)
      if (value === undefined) added.items.push(item)
      else values.push(value.kind === SCALAR ? value.value : '')
    }
    if (validKeys.length > 1) setElement(added, validKeys, values, undefined, context)
    setElement(added, validKeys, values, item, context)
  }
  return added.items
}

/** The key texts of all elements, each combination once, in order. */
export function tuplesOf(lists: readonly Sequence[], keys: readonly string[]): string[][] {
  const tuples: string[][] = []
  const seen = new Set<string>()
  for (const { items } of lists) {
    for (const item of items) {
      const tuple = keys.map((key) => textAt(item, key))
      const id = JSON.stringify(tuple)
      if (seen.has(id)) continue
      seen.add(id)
      tuples.push(tuple)
    }
  }
  return tuples
}

/** Fills the gaps of combinations from others that agree in what both have. */
export function unifyTuples(tuples: string[][]): void {
  for (let i = 0; i < tuples.length; i++) {
    const one = tuples[i] as string[]
    for (let j = 0; j < tuples.length; j++) {
      const other = tuples[j] as string[]
      let agree = false
      let fits = true
      for (let k = 0; k < one.length; k++) {
        if (one[k] === other[k]) agree = true
        else if (one[k] !== '' && other[k] !== '') fits = false
      }
      if (!agree || !fits) continue
      const filled = one.map((text, k) => (text === '' ? (other[k] as string) : text))
      tuples[i] = filled
      tuples[j] = filled
    }
  }
}

/** The first element that has these texts; '' is had by what is null or empty. */
export function findElement({ items }: Sequence, keys: readonly string[], values: readonly string[]): Node | undefined {
  const anyText = values.some((value) => value !== '')
  for (const item of items) {
    if (isNull(item)) continue
    let fits = true
    for (let i = 0; i < keys.length && fits; i++) {
      const wanted = values[i] as string
      const key = keys[i] as string
      if (key === '') {
        fits = item.kind === SCALAR && item.value === wanted
      } else if (wanted !== '' || !anyText) {
        const value = valueOf(item, key)
        fits =
          value !== undefined &&
          !isNull(value) &&
          (wanted === '' ? isEmpty(value) : value.kind === SCALAR && value.value === wanted)
      }
    }
    if (fits) return item
  }
  return undefined
}

/**
 * Puts an element in place of those that have the texts, or at the end; without one takes them out. Nulls and `{}` go in
 * any case. Keys beyond the given values repeat the outcome of the key before, and without any values nothing stays.
 */
function setElement(
  list: Sequence,
  keys: readonly string[],
  values: readonly string[],
  element: Node | undefined,
  context: MergeContext,
): void {
  const made: Node[] = []
  const sparesOthers = keys[0] !== '' && values[0] !== undefined && values[0] !== ''
  let found = false
  for (const item of list.items) {
    if (isNull(item) || isEmptyMapping(item)) continue
    if (item.kind !== MAPPING && sparesOthers) {
      made.push(item)
      continue
    }
    if (!hasTexts(item, keys, values, context)) {
      if (values.length > 0) made.push(item)
      continue
    }
    found = true
    if (element !== undefined) made.push(element)
  }
  if (!found && element !== undefined) made.push(element)
  list.items = made
}

function hasTexts(item: Node, keys: readonly string[], values: readonly string[], context: MergeContext): boolean {
  let had = false
  for (let i = 0; i < keys.length; i++) {
    if (i < values.length) {
      const wanted = values[i] as string
      if (keys[i] === '') {
        if (item.kind !== SCALAR) throw wrongNodeKind(SCALAR, item, context.locate?.(item))
        had = item.value === wanted
      } else {
        if (item.kind !== MAPPING) throw wrongNodeKind(MAPPING, item, context.locate?.(item))
        const value = valueOf(item, keys[i] as string)
        had = value !== undefined && (wanted === '' || (value.kind === SCALAR && value.value === wanted))
      }
    }
    if (!had) return false
  }
  return had
}

function valueOf(item: Node, key: string): Node | undefined {
  if (item.kind !== MAPPING) return undefined
  const i = indexOfField(item, key)
  return i < 0 ? undefined : item.values[i]
}

/** Text of an element (key '') or of a field of it; '' when there is none. */
function textAt(item: Node, key: string): string {
  const value = key === '' ? item : valueOf(item, key)
  return value === undefined || value.kind !== SCALAR || isNull(value) ? '' : value.value
}

function isEmpty(node: Node): boolean {
  if (node.kind === SCALAR) return node.value === '' || isNull(node)
  return node.kind === MAPPING ? node.keys.length === 0 : 'items' in node && node.items.length === 0
}

function isEmptyMapping(node: Node): boolean {
  return node.kind === MAPPING && node.keys.length === 0
}
