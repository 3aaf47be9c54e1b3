/** Copying a value from one object into fields of others (build 5.11, steps 3 and 5). */

import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { Budget } from '../../core/limits.ts'
import type { Pattern } from '../../core/pattern.ts'
import { Source } from '../../core/source.ts'
import { goQuote } from '../../core/text.ts'
import type { Trace } from '../../core/trace.ts'
import { cloneWithin, spend } from '../../yaml/copies.ts'
import { clone, setTag, setText } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { toJson } from '../../yaml/json.ts'
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../../yaml/node.ts'
import { parse } from '../../yaml/parse.ts'
import { isNull, isUntyped, resolvePlain, tagOf } from '../../yaml/resolve.ts'
import { compileFieldPath, enter, lookUp, matchPath, newNode, type PathStep, type Slot } from '../fieldpath.ts'

export interface DelimiterOptions {
  delimiter: string
  index: number
}

/** The value a source path names; a piece of it when a delimiter is given. */
export function sourceValue(root: Node, path: string, shown: string, options: DelimiterOptions | undefined): Node {
  let value: Node | undefined
  try {
    value = lookUp(root, compileFieldPath(path))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`error looking up replacement source: ${error.message}`, error)
  }
  if (value === undefined || isNull(value) || isEmptyCollection(value)) {
    throw fail('REPLACEMENT_SOURCE', `fieldPath \`${path}\` is missing for replacement source ${shown}`)
  }
  if (options === undefined || options.delimiter === '') return value
  if (value.kind !== SCALAR) throw onlyScalars()
  const pieces = value.value.split(options.delimiter)
  const piece = pieces[options.index]
  if (piece === undefined) {
    throw fail('REPLACEMENT_SOURCE', `options.index ${options.index} is out of bounds for value ${value.value}`)
  }
  const made = clone(value)
  made.value = piece
  return made
}

function isEmptyCollection(node: Node): boolean {
  return (node.kind === MAPPING && node.keys.length === 0) || (node.kind === SEQUENCE && node.items.length === 0)
}

function onlyScalars(): ToolError {
  return fail('REPLACEMENT', 'delimiter option can only be used with scalar nodes')
}

export interface WriteOptions {
  create: boolean
  delimiter: DelimiterOptions | undefined
  budget: Budget
  patternOf(value: string): Pattern
  /** Texts that are YAML or JSON are not written into. */
  isOpaque?: boolean
}

/** A path as written, and ready to be walked. */
export interface FieldPath {
  text: string
  steps: readonly PathStep[]
}

/** Writes the value wherever the path leads in the object. */
export function writeValue(root: Node, target: FieldPath, value: Node, options: WriteOptions, trace?: Trace): void {
  const { steps } = target
  if (options.isOpaque !== true && writeInsideText(root, steps, value, options, trace)) return
  let slots: Slot[]
  try {
    slots = matchPath(root, steps, { create: creates(value, options), patternOf: options.patternOf, trace })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`${notFound(target, options)}: ${error.message}`, error)
  }
  if (slots.length === 0) throw fail('REPLACEMENT_TARGET', notFound(target, options))
  for (const slot of slots) setValue(slot, value, options, trace)
}

function notFound({ text }: FieldPath, { create }: WriteOptions): string {
  return `unable to find ${create ? 'or create ' : ''}field ${goQuote(text)} in replacement target`
}

function creates(value: Node, { create }: WriteOptions): 'scalar' | 'mapping' | 'sequence' | undefined {
  if (!create) return undefined
  return value.kind === MAPPING ? 'mapping' : value.kind === SEQUENCE ? 'sequence' : 'scalar'
}

/** Texts from here on are counted when a replacement makes them: one may be put into itself again and again. */
const LONG_TEXT = 10_000

function setValue(slot: Slot, value: Node, { delimiter, budget }: WriteOptions, trace: Trace | undefined): void {
  const { node } = slot
  let text = value.kind === SCALAR ? value.value : ''
  if (delimiter !== undefined && delimiter.delimiter !== '') {
    if (node.kind !== SCALAR) throw onlyScalars()
    const pieces = node.value.split(delimiter.delimiter)
    if (delimiter.index < 0) pieces.unshift(text)
    else if (delimiter.index >= pieces.length) pieces.push(text)
    else pieces[delimiter.index] = text
    text = pieces.join(delimiter.delimiter)
    if (text.length > LONG_TEXT) spend(budget, pieces.length + text.length / 100)
  }
  if (node.kind !== SCALAR) {
    slot.replace(cloneWithin(value, budget))
    return
  }
  // A field that was read keeps the type it had, whatever the new text looks like; one that was made has none.
  if (!slot.isNew && node.tag === '' && !isUntyped(node)) setTag(node, tagOf(node))
  setText(node, text, trace)
}

/** A path may go on inside a text that is itself YAML or JSON. Whatever goes wrong there, the ordinary way is tried. */
function writeInsideText(
  root: Node,
  steps: readonly PathStep[],
  value: Node,
  options: WriteOptions,
  trace: Trace | undefined,
): boolean {
  let holder: Node | undefined = root
  for (let i = 1; i < steps.length; i++) {
    try {
      holder = enter(holder, steps[i - 1] as PathStep)
    } catch (error) {
      if (error instanceof ToolError) return false
      throw error
    }
    if (holder === undefined) return false
    if (holder.kind !== SCALAR) continue
    const written = rewriteText(holder, steps.slice(i), value, options)
    if (written === undefined) return false
    if (holder.tag === '' && !isUntyped(holder)) setTag(holder, tagOf(holder))
    setText(holder, written, trace)
    return true
  }
  return false
}

function rewriteText(
  holder: Scalar,
  rest: readonly PathStep[],
  value: Node,
  options: WriteOptions,
): string | undefined {
  try {
    const inner = parse(new Source('', holder.value))?.root
    if (inner === undefined) return undefined
    const create = creates(value, options)
    const text =
      rest[0]?.text === '' && inner.kind === SCALAR ? emitKept(newNode(rest, 1, { create })).trim() : undefined
    const slots = matchPath(inner, rest, { create, patternOf: options.patternOf, trace: undefined })
    if (slots.length === 0) return undefined
    for (const slot of slots) setValue(slot, value, options, undefined)
    if (text !== undefined) return text
    const first = holder.value[0]
    if (first === '{' || first === '[') {
      requireTypes(inner)
      const json = toJson(inner)
      return holder.value.includes('\n') && holder.value.includes('  ') ? indented(json) : json
    }
    return emitKept(inner).trim()
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** A text that is not what the type of its field says cannot become JSON. */
function requireTypes(node: Node): void {
  if (node.kind === MAPPING) for (const value of node.values) requireTypes(value)
  else if (node.kind === SEQUENCE) for (const item of node.items) requireTypes(item)
  else if (node.kind === SCALAR && node.tag !== '' && node.tag !== '!!str') {
    const type = resolvePlain(node.value)
    if (type === node.tag || (type === '!!int' && node.tag === '!!float')) return
    throw fail('VALUE_TYPE', `cannot decode ${type} \`${node.value}\` as a ${node.tag}`)
  }
}

/** Compact JSON spread over lines, two columns a level. */
function indented(json: string): string {
  let out = ''
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  for (let i = 0; i < json.length; i++) {
    const c = json[i] as string
    if (c === '"') {
      let end = i + 1
      while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1
      out += json.slice(i, end + 1)
      i = end
    } else if (c === '{' || c === '[') {
      const close = c === '{' ? '}' : ']'
      if (json[i + 1] === close) {
        out += c + close
        i++
      } else {
        depth++
        out += c + line()
      }
    } else if (c === '}' || c === ']') {
      depth--
      out += line() + c
    } else if (c === ',') out += c + line()
    else out += c === ':' ? ': ' : c
  }
  return out
}
