/**
 * The final writer of a build: block style, keys in natural order, strings quoted only where they must be, folded at 80
 * (build 6.3 and 6.4). One pass from nodes to text; the reference's detour over JSON shows in a few values.
 */
import { doubleQuoted, foldPlain, padOf, singleQuoted } from './folding.ts'
import { compareKeys, naturalOrder } from './key-order.ts'
import { ALIAS, FOLDED, MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE, type Sequence } from './node.ts'
import { formatNumber } from './numbers.ts'
import { fitsSimpleKey, literalLines } from './quoted.ts'
import { isPlainDecimal, resolvePlain } from './resolve.ts'
import { bareAnnotationKeys, duplicateKeys, keyText, notAnObject, prepareScalar, tabFirst } from './sorted-values.ts'
import {
  blockHints,
  formOf,
  isBreakCode,
  isPlainString,
  LITERAL_FORM,
  PLAIN_FORM,
  SINGLE_FORM,
  startsWithTab,
} from './string-form.ts'

/** Longer keys, in bytes, and keys with line breaks are written in the explicit form `? key`. */
const LONGEST_SIMPLE_KEY = 128

export interface SortedOptions {
  /** Values of `metadata.annotations` are written as strings; the field is left out when empty (build 0). */
  annotationsAsStrings?: boolean
  /** The tree is JSON-typed (`yaml11.ts`): tags and texts are taken as they are. */
  jsonTyped?: boolean
}

/**
 * The text of an object, ending in a line break.
 *
 * @throws ToolError for values without a JSON form, duplicate keys, characters that YAML does not allow
 */
export function emitSorted(root: Mapping, options: SortedOptions = {}): string {
  const printer = new SortedPrinter(root, options)
  printer.document()
  return flat(printer.out)
}

/** JSON writes larger and smaller numbers otherwise. */
function isWritten(tag: string, value: string): boolean {
  return (tag !== '!!int' && tag !== '!!float') || isPlainDecimal(value)
}

/** Engines keep a text under construction as a tree of its parts; looking at it now makes them garbage at once. */
function flat(text: string): string {
  return text.charCodeAt(0) === 0 ? '' : text
}

/** The same for a JSON-typed tree of any kind. */
export function emitPlainValueSorted(root: Node): string {
  const printer = new SortedPrinter(root, { jsonTyped: true })
  printer.document()
  return printer.out
}

/** Where a mapping stands: only the root's keys may be of any type, only `metadata` of the root has annotations. */
const AT_ROOT = 0
const AT_METADATA = 1
export const BELOW = 2

/**
 * Text is only ever appended: reading back from a string under construction costs a copy of it. All but the widest
 * Unicode characters are written as one UTF-16 unit, the widest escaped, so lengths are columns.
 */
export class SortedPrinter {
  out = ''
  private lineStart = 0
  private readonly jsonTyped: boolean

  constructor(
    private readonly root: Node,
    private readonly options: SortedOptions,
  ) {
    this.jsonTyped = options.jsonTyped === true
  }

  document(): void {
    const { root } = this
    if (root.kind === SCALAR && !this.jsonTyped) throw notAnObject(root)
    if (root.kind === MAPPING && root.keys.length > 0) this.mapping(root, 0, true, false, AT_ROOT)
    else if (root.kind === SEQUENCE && root.items.length > 0) this.sequence(root, 0, true, false)
    else this.inline(root, 0, false)
  }

  /** Entries at `indent`; the first one continues the current line when `onLine`. */
  mapping(map: Mapping, indent: number, onLine: boolean, inFlow: boolean, place: number): void {
    const { keys, values } = map
    const flow = inFlow || map.flow
    const names = new Array<string>(keys.length)
    let arePlain = true
    let areSorted = true
    let previous = ''
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      let name: string
      if (
        key.kind === SCALAR &&
        (key.tag === '' || key.tag === '!!str') &&
        key.value.length <= LONGEST_SIMPLE_KEY &&
        isPlainString(key.value)
      ) {
        name = key.value
      } else {
        name = keyText(key, place === AT_ROOT, this.root, this.options)
        arePlain = false
      }
      if (i > 0 && areSorted && compareKeys(previous, name) >= 0) areSorted = false
      names[i] = name
      previous = name
    }
    const order = areSorted ? undefined : this.order(names)
    const pad = padOf(indent)
    for (let n = 0; n < names.length; n++) {
      const i = order === undefined ? n : (order[n] as number)
      const name = names[i] as string
      let value = values[i] as Node
      while (value.kind === ALIAS) value = value.target
      let below = BELOW
      if (place === AT_ROOT) {
        if (name === 'metadata') below = AT_METADATA
      } else if (place === AT_METADATA && name === 'annotations' && this.options.annotationsAsStrings === true) {
        if (value.kind === SCALAR || (value.kind === MAPPING && value.keys.length === 0)) continue
        if (value.kind === MAPPING) {
          this.lineStart = this.out.length
          this.out += onLine ? 'annotations:' : `${pad}annotations:`
          onLine = false
          this.annotations(value, indent + 2)
          continue
        }
      }
      // On the line of a dash, that line's start stays.
      if (!onLine) this.lineStart = this.out.length
      let isSimple = true
      if (arePlain) {
        this.out += onLine ? `${name}:` : `${pad}${name}:`
      } else {
        if (!onLine) this.out += pad
        isSimple = this.key(name, indent)
      }
      onLine = false
      if (value.kind === MAPPING && value.keys.length > 0) {
        this.out += isSimple ? '\n' : ' '
        this.mapping(value, indent + 2, !isSimple, flow, below)
      } else if (value.kind === SEQUENCE && value.items.length > 0) {
        this.out += isSimple ? '\n' : ' '
        this.sequence(value, isSimple ? indent : indent + 2, !isSimple, flow)
      } else {
        this.out += ' '
        this.inline(value, indent, flow)
      }
    }
  }

  private order(names: readonly string[]): number[] {
    const order = naturalOrder(names)
    for (let n = 1; n < order.length; n++) {
      if (names[order[n] as number] === names[order[n - 1] as number]) throw duplicateKeys(this.root)
    }
    return order
  }

  /** All values become strings with the text as written. */
  private annotations(map: Mapping, indent: number): void {
    this.out += '\n'
    const names = map.keys.map((key) => (key.kind === SCALAR ? key.value : ''))
    const pad = padOf(indent)
    for (const i of this.order(names)) {
      const name = names[i] as string
      if (resolvePlain(name) !== '!!str') throw bareAnnotationKeys(this.root, map)
      this.lineStart = this.out.length
      this.out += pad
      this.key(name, indent)
      const value = map.values[i] as Node
      const prepared = prepareScalar(value.kind === SCALAR ? value : undefined, true, this.root)
      if (startsWithTab(prepared.text)) throw tabFirst(this.root, map)
      this.out += ' '
      this.string(prepared.text, indent)
    }
  }

  /** False when it took the explicit form, in which collections begin on the line of the colon. */
  private key(name: string, indent: number): boolean {
    const form = formOf(name)
    if (form !== LITERAL_FORM && fitsSimpleKey(name, LONGEST_SIMPLE_KEY)) {
      if (form === PLAIN_FORM) this.out += name
      else
        this.out += form === SINGLE_FORM ? singleQuoted(name, 0, indent, false) : doubleQuoted(name, 0, indent, false)
      this.out += ':'
      return true
    }
    this.out += '? '
    this.string(name, indent)
    this.lineStart = this.out.length
    this.out += `${padOf(indent)}:`
    return false
  }

  sequence(list: Sequence, indent: number, onLine: boolean, inFlow: boolean): void {
    const flow = inFlow || list.flow
    const { items } = list
    const dash = `${padOf(indent)}- `
    for (let i = 0; i < items.length; i++) {
      let item = items[i] as Node
      while (item.kind === ALIAS) item = item.target
      if (onLine) {
        this.out += '- '
        onLine = false
      } else {
        this.lineStart = this.out.length
        this.out += dash
      }
      if (item.kind === MAPPING && item.keys.length > 0) this.mapping(item, indent + 2, true, flow, BELOW)
      else if (item.kind === SEQUENCE && item.items.length > 0) this.sequence(item, indent + 2, true, flow)
      else this.inline(item, indent, flow)
    }
  }

  /** A scalar or an empty collection, to the end of its line. */
  private inline(node: Node, indent: number, flow: boolean): void {
    if (node.kind !== SCALAR) {
      this.out += node.kind === MAPPING ? '{}\n' : '[]\n'
      return
    }
    const { value, tag } = node
    if (this.jsonTyped) {
      if (tag === '!!str') this.string(value, indent)
      else this.out += `${isWritten(tag, value) ? value : formatNumber(value, !/[.e]/i.test(value))}\n`
      return
    }
    if (tag === '' || tag === '!!str') {
      const isPlain = node.style !== FOLDED && isPlainString(value)
      if (isPlain || (tag === '' && node.style === PLAIN && isPlainDecimal(value))) {
        this.out += `${foldPlain(value, this.out.length - this.lineStart, indent)}\n`
        return
      }
    }
    const { text, isString } = prepareScalar(node, false, this.root, flow)
    if (isString) this.string(text, indent)
    else this.out += `${text}\n`
  }

  /** A string, to the end of its line. */
  private string(text: string, indent: number): void {
    const form = formOf(text)
    if (form === LITERAL_FORM) {
      this.literal(text, indent)
      return
    }
    const column = this.out.length - this.lineStart
    if (form === PLAIN_FORM) this.out += `${foldPlain(text, column, indent)}\n`
    else if (form === SINGLE_FORM) this.out += `${singleQuoted(text, column, indent, true)}\n`
    else this.out += `${doubleQuoted(text, column, indent, true)}\n`
  }

  /** To the end of its last line. */
  private literal(text: string, indent: number): void {
    this.out += `|${blockHints(text)}\n`
    this.out += literalLines(text, padOf(indent + 2))
    if (!isBreakCode(text.charCodeAt(text.length - 1))) this.out += '\n'
  }
}
