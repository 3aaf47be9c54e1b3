/** The six operations of JSON patch on trees, with the particulars and messages of the reference's library (build 5.8). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { Budget } from '../core/limits.ts'
import type { Location, Source } from '../core/source.ts'
import type { Trace } from '../core/trace.ts'
import { cloneWithin } from '../yaml/copies.ts'
import {
  append,
  clone,
  insertItem,
  removeField,
  removeItem,
  setEntries,
  setField,
  setItem,
  setTag,
  setText,
} from '../yaml/edit.ts'
import { emitSorted, styleOfText } from '../yaml/emit.ts'
import { parseFloatText } from '../yaml/floats.ts'
import { goObject } from '../yaml/go-syntax.ts'
import { parseJson, toJson } from '../yaml/json.ts'
import { naturalOrder } from '../yaml/key-order.ts'
import {
  FOLDED,
  field,
  indexOfField,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
} from '../yaml/node.ts'
import { formatG } from '../yaml/numbers.ts'
import { isNull, isTrue, parseInteger, tagAfterPrinting, tagOf, timestampText } from '../yaml/resolve.ts'
import { binaryText, readingProblem, refold } from '../yaml/sorted-values.ts'
import { isPlainString, startsWithTab } from '../yaml/string-form.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { type Spellings, spellAlike, spelledJson, unusualSpellings } from './json-spelling.ts'
import {
  findTarget,
  indexIn,
  invalidIndex,
  type Pointer,
  parseIndex,
  parsePointer,
  pointerHint,
  type Target,
} from './jsonpointer.ts'
import { applyMergeKeys } from './merge-keys.ts'

export interface Operation {
  op: string
  /** What is wrong with it when it is no pointer. */
  path: Pointer | string
  from: Pointer | string
  value: Node | undefined
  /** Strings and numbers of the value that are not spelt as the reference's encoder would. */
  spellings: Spellings | undefined
  at: Location
}

const NIL_OBJECT = 'map[string]interface {}(nil): '
const NO_PATH = 'operation missing path field: missing value'
const NO_FROM = 'operation, missing from field: missing value'

/**
 * The operations of a text: strict JSON when it begins with `[`, else YAML.
 *
 * @throws ToolError in the words of Go's decoder
 */
export function decodeJsonPatch(source: Source): Operation[] {
  const isJson = source.text.startsWith('[')
  const root = isJson ? parseJson(source) : readYaml11(source)
  if (root === undefined || isNull(root)) return []
  if (root.kind !== SEQUENCE) throw wrongType(root, 'jsonpatch.Patch', source)
  return root.items.map((item) => {
    if (item.kind !== MAPPING && !isNull(item)) throw wrongType(item, 'jsonpatch.Operation', source)
    const value = field(item, 'value')
    const op = field(item, 'op')
    const spellings = isJson && value !== undefined ? unusualSpellings(value, source.text) : undefined
    return {
      op: op !== undefined && isText(op) ? op.value : 'unknown',
      path: pointerAt(item, 'path', NO_PATH),
      from: pointerAt(item, 'from', NO_FROM),
      value: isJson ? withLargeNumbers(value) : value,
      spellings,
      at: { source, offset: Math.max(item.start, 0) },
    }
  })
}

/** JSON has numbers that YAML takes for texts. */
function withLargeNumbers(node: Node | undefined): Node | undefined {
  if (node?.kind === MAPPING) node.values.forEach(withLargeNumbers)
  else if (node?.kind === SEQUENCE) node.items.forEach(withLargeNumbers)
  else if (node?.kind === SCALAR && node.style === PLAIN && !Number.isFinite(Number(node.value))) {
    if (/^[-\d]/.test(node.value)) setTag(node, '!!float')
  }
  return node
}

function isText(node: Node): node is Scalar {
  return node.kind === SCALAR && (node.tag === '!!str' || (node.tag === '' && node.style !== 0))
}

function pointerAt(item: Node, name: string, missing: string): Pointer | string {
  const node = field(item, name)
  if (node === undefined || isNull(node)) return missing
  return isText(node)
    ? parsePointer(node.value)
    : `json: cannot unmarshal ${jsonKind(node)} into Go value of type string`
}

function jsonKind(node: Node): string {
  const first = toJson(node)[0] as string
  if (first === '"') return 'string'
  if (first === '{') return 'object'
  if (first === '[') return 'array'
  return first === 't' || first === 'f' ? 'bool' : 'number'
}

function wrongType(node: Node, type: string, source: Source): ToolError {
  return fail('JSON_PATCH', `json: cannot unmarshal ${jsonKind(node)} into Go value of type ${type}`, {
    at: { source, offset: Math.max(node.start, 0) },
    hint: 'a JSON patch is a list of operations: {op, path, value}',
  })
}

/**
 * Applies the operations and returns the tree, which is the one given unless an operation replaces all of it. Values
 * are copied in. As in the reference the object must have a JSON form, and its numbers end as doubles; `asShown` is the
 * object as messages about that print it.
 */
export function applyJsonPatch(
  root: Node,
  operations: readonly Operation[],
  budget: Budget,
  trace?: Trace,
  asShown = (node: Node) => node,
): Mapping {
  if (isDoubtful(root)) requireJsonForm(asShown(root))
  const spellings: Spellings = new Map()
  let patched = root
  for (const operation of operations) {
    try {
      patched = apply(patched, operation, spellings, budget, trace)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw fail(error.code, error.message, { at: operation.at, hint: error.hint })
    }
  }
  if (patched.kind !== MAPPING) {
    throw problem(`json: cannot unmarshal ${jsonKind(patched)} into Go value of type map[string]interface {}`)
  }
  if (respell(patched)) {
    const shown = asShown(patched)
    sortKeys(shown)
    const cause = readingProblem(shown)
    if (cause !== '') throw problem(cause)
  }
  return applyMergeKeys(patched, budget)
}

/** Keys that are no texts, infinities and texts that are not what their tag says have no JSON form. */
function requireJsonForm(root: Node): void {
  try {
    emitSorted(root as Mapping)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    // The printer's message begins with the object as Go prints it; the encoder's does not.
    if (error.message.startsWith(NIL_OBJECT)) throw rephrase(error.message.slice(NIL_OBJECT.length), error)
    const shown = `${goObject(root)}: json: `
    if (error.message.startsWith(shown)) throw rephrase(error.message.slice(shown.length - 'json: '.length), error)
  }
}

function isDoubtful(node: Node): boolean {
  if (node.kind === MAPPING) {
    for (const key of node.keys) {
      const isText = key.kind === SCALAR && key.tag === '' && isPlainString(key.value)
      if (!isText && tagOf(key) !== '!!str') return true
    }
    if (hasRepeatedKey(node)) return true
    for (const value of node.values)
      if (value.kind === SCALAR ? isDoubtfulScalar(value) : isDoubtful(value)) return true
    return false
  }
  if (node.kind === SEQUENCE) {
    for (const item of node.items) if (item.kind === SCALAR ? isDoubtfulScalar(item) : isDoubtful(item)) return true
  }
  return false
}

function hasRepeatedKey(node: Mapping): boolean {
  return node.keys.some((key, i) => key.kind === SCALAR && indexOfField(node, key.value) !== i)
}

function isDoubtfulScalar({ tag, value }: Scalar): boolean {
  if (tag !== '') return tag !== '!!str'
  return value.length <= 5 && value.includes('.') && /^[-+]?\.(?:inf|nan)$/i.test(value)
}

/**
 * Values are spelt as the reference prints what it decoded from JSON, and later steps take texts and styles from there:
 * numbers are doubles, so integers beyond 2^53 lose digits, and quotes and comments are gone. Says whether that text cannot
 * be read for a tab at the beginning of a literal block.
 */
function respell(node: Node): boolean {
  if (node.comments !== undefined) node.comments = undefined
  if (node.kind === SCALAR) {
    respellScalar(node)
    return startsWithTab(node.value)
  }
  let hasTab = false
  if (node.kind === MAPPING) {
    node.flow = node.keys.length === 0
    for (const key of node.keys) if (key.comments !== undefined) key.comments = undefined
    for (const value of node.values) if (respell(value)) hasTab = true
  } else if (node.kind === SEQUENCE) {
    node.flow = node.items.length === 0
    for (const item of node.items) if (respell(item)) hasTab = true
  }
  return hasTab
}

/** Puts the keys of all mappings in the order in which they are printed. */
export function sortKeys(node: Node): void {
  if (node.kind === MAPPING) {
    const { keys, values } = node
    const order = naturalOrder(keys.map((key) => (key.kind === SCALAR ? key.value : '')))
    setEntries(
      node,
      order.map((i) => keys[i] as Node),
      order.map((i) => values[i] as Node),
    )
    node.values.forEach(sortKeys)
  } else if (node.kind === SEQUENCE) node.items.forEach(sortKeys)
}

function respellScalar(node: Scalar): void {
  const { value } = node
  // As most are: a string which is one wherever it is read.
  if (node.style === PLAIN && (node.tag === '' || node.tag === '!!str') && isPlainString(value)) {
    node.end = -1
    setTag(node, '!!str')
    return
  }
  const tag = tagAfterPrinting(node)
  // It has a type from now on.
  node.end = -1
  if (tag === '!!int' || tag === '!!float') {
    const whole = parseInteger(value)
    const number = whole === undefined ? parseFloatText(value) : Number(whole)
    if (!Number.isFinite(number)) throw problem(`json: cannot unmarshal number ${value} into Go value of type float64`)
    setText(node, formatG(number))
  } else if (tag === '!!null') {
    setText(node, 'null')
  } else if (tag === '!!bool') {
    setText(node, isTrue(value) ? 'true' : 'false')
  } else {
    const text = textInJson(node, tag)
    setText(node, text)
    // This one text is not quoted where it is read again.
    const isMerge = text === '<<'
    setTag(node, isMerge ? '!!merge' : '!!str')
    node.style = isMerge || isPlainString(text) ? PLAIN : styleOfText(text)
    return
  }
  setTag(node, '')
  node.style = PLAIN
}

function textInJson({ value, style }: Scalar, tag: string): string {
  if (tag === '!!timestamp') return timestampText(value) ?? value
  if (tag === '!!binary') return binaryText(value)
  return style === FOLDED ? refold(value) : value
}

function apply(root: Node, operation: Operation, spellings: Spellings, budget: Budget, trace: Trace | undefined): Node {
  switch (operation.op) {
    case 'add':
      add(root, operation, spellings, trace)
      return root
    case 'remove':
      remove(root, operation, trace)
      return root
    case 'replace':
      return replace(root, operation, spellings, trace)
    case 'test':
      test(root, operation, spellings)
      return root
    case 'move':
      move(root, operation, trace)
      return root
    case 'copy':
      copy(root, operation, spellings, budget, trace)
      return root
  }
  throw problem(`Unexpected kind: ${operation.op}`, 'known are add, remove, replace, move, copy and test')
}

function newValue({ value, spellings }: Operation, all: Spellings): Node {
  if (value === undefined) return new Scalar('null')
  const made = clone(value)
  if (spellings !== undefined) spellAlike(made, value, spellings, all)
  return made
}

function add(root: Node, operation: Operation, spellings: Spellings, trace: Trace | undefined): void {
  const { path } = operation
  if (typeof path === 'string') throw problem('add operation failed to decode path: missing value')
  const target = findTarget(root, path)
  if (target === undefined)
    throw missing(`add operation does not apply: doc is missing path: "${path.text}"`, root, path)
  within(`error in add for path: '${path.text}'`, () => addAt(target, newValue(operation, spellings), trace))
}

function remove(root: Node, { path }: Operation, trace: Trace | undefined): void {
  if (typeof path === 'string') throw problem('remove operation failed to decode path: missing value')
  const target = findTarget(root, path)
  if (target === undefined)
    throw missing(`remove operation does not apply: doc is missing path: "${path.text}"`, root, path)
  within(`error in remove for path: '${path.text}'`, () => removeAt(target, trace, () => pointerHint(root, path)))
}

function replace(root: Node, operation: Operation, spellings: Spellings, trace: Trace | undefined): Node {
  const { path } = operation
  if (typeof path === 'string') throw problem(`replace operation failed to decode path: ${path}`)
  if (path.text === '') {
    const whole = newValue(operation, spellings)
    if (whole.kind === SCALAR) throw problem('replace operation value must be object or array: %!w(<nil>)')
    return whole
  }
  const target = findTarget(root, path)
  if (target === undefined)
    throw missing(`replace operation does not apply: doc is missing path: ${path.text}`, root, path)
  const { container, key } = target
  if (container.kind === MAPPING) setKey(container, key, newValue(operation, spellings), trace)
  else {
    const index = indexIn(container, key)
    if (typeof index === 'string')
      throw missing(`replace operation does not apply: doc is missing key: ${path.text}`, root, path)
    setItem(container, index, newValue(operation, spellings), trace)
  }
  return root
}

function test(root: Node, { path, value, spellings = new Map() }: Operation, all: Spellings): void {
  if (typeof path === 'string') throw problem(`test operation failed to decode path: ${path}`)
  let found: Node | undefined = root
  if (path.text !== '') {
    const target = findTarget(root, path)
    if (target === undefined) throw missing(`test operation does not apply: is missing path: ${path.text}`, root, path)
    found = within(`error in test for path: '${path.text}'`, () => get(target))
  }
  const wantsNull = value === undefined || isNull(value)
  const isSame =
    found === undefined || isNull(found)
      ? wantsNull
      : !wantsNull && spelledJson(found, all) === spelledJson(value, spellings)
  if (isSame) return
  const hint = found === undefined ? pointerHint(root, path) : undefined
  throw problem(`testing value ${path.text} failed: test failed`, hint)
}

function move(root: Node, { from, path }: Operation, trace: Trace | undefined): void {
  if (typeof from === 'string') throw problem(`move operation failed to decode from: ${from}`)
  const source = findTarget(root, from)
  if (source === undefined)
    throw missing(`move operation does not apply: doc is missing from path: ${from.text}`, root, from)
  const prefix = `error in move for path: '${source.key}'`
  const moved = within(prefix, () => get(source))
  within(prefix, () => removeAt(source, trace, () => pointerHint(root, from)))
  if (typeof path === 'string') throw problem(`move operation failed to decode path: ${path}`)
  const target = findTarget(root, path)
  if (target === undefined)
    throw missing(`move operation does not apply: doc is missing destination path: ${path.text}`, root, path)
  within(`error in move for path: '${path.text}'`, () => addAt(target, moved ?? new Scalar('null'), trace))
}

function copy(
  root: Node,
  { from, path }: Operation,
  spellings: Spellings,
  budget: Budget,
  trace: Trace | undefined,
): void {
  if (typeof from === 'string') throw problem(`copy operation failed to decode from: ${from}`)
  const source = findTarget(root, from)
  if (source === undefined)
    throw missing(`copy operation does not apply: doc is missing from path: ${from.text}`, root, from)
  const found = within(`error in copy for from: '${from.text}'`, () => get(source))
  if (typeof path === 'string') throw problem('copy operation failed to decode path: missing value')
  const target = findTarget(root, path)
  if (target === undefined)
    throw missing(`copy operation does not apply: doc is missing destination path: ${path.text}`, root, path)
  const copied = found === undefined ? new Scalar('null') : cloneWithin(found, budget, trace)
  if (found !== undefined && spellings.size > 0) spellAlike(copied, found, spellings, spellings)
  within('error while adding value during copy', () => addAt(target, copied, trace))
}

function get({ container, key }: Target): Node | undefined {
  if (container.kind === MAPPING) return field(container, key)
  const index = indexIn(container, key)
  if (typeof index === 'string') throw problem(index)
  return container.items[index]
}

function addAt({ container, key }: Target, value: Node, trace: Trace | undefined): void {
  if (container.kind === MAPPING) {
    setKey(container, key, value, trace)
    return
  }
  if (key === '-') {
    append(container, value, trace)
    return
  }
  const index = parseIndex(key)
  if (typeof index === 'string') throw problem(`value was not a proper array index: '${key}': ${index}`)
  const size = container.items.length + 1
  const at = index < 0 ? index + size : index
  if (at < 0 || at >= size) throw problem(invalidIndex(key), `the list has ${size - 1} items; "-" appends`)
  insertItem(container, at, value, trace)
}

/** Keys are texts whatever they look like. */
function setKey(container: Mapping, key: string, value: Node, trace: Trace | undefined): void {
  const before = container.keys.length
  setField(container, key, value, trace)
  const made = container.keys[before]
  if (made !== undefined && made.kind === SCALAR) setTag(made, '!!str')
}

function removeAt({ container, key }: Target, trace: Trace | undefined, hint: () => string | undefined): void {
  if (container.kind === MAPPING) {
    if (!removeField(container, key, trace))
      throw problem(`Unable to remove nonexistent key: ${key}: missing value`, hint())
    return
  }
  const index = indexIn(container, key)
  if (typeof index === 'string') throw problem(index, hint())
  removeItem(container, index, trace)
}

function problem(message: string, hint?: string): ToolError {
  return fail('JSON_PATCH', message, { hint })
}

function missing(message: string, root: Node, pointer: Pointer): ToolError {
  return problem(`${message}: missing value`, pointerHint(root, pointer))
}

function within<T>(prefix: string, inner: () => T): T {
  try {
    return inner()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`${prefix}: ${error.message}`, error)
  }
}
