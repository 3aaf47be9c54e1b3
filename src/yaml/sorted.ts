/**
 * The final writer of a build: block style, keys in natural order, strings quoted only where they must be, folded at 80
 * (build 6.3 and 6.4). One pass from nodes to text; the reference's detour over JSON shows in a few values.
 */
import { naturalOrder } from './key-order.ts'
import { type Mapping, MAPPING, type Node, type Scalar, SCALAR, type Sequence, SEQUENCE } from './node.ts'
import { bareAnnotationKeys, duplicateKeys, keyText, notAnObject, prepareScalar, type ScalarText } from './sorted-values.ts'
import {
  blockHints,
  formOf,
  isBreakCode,
  LITERAL_FORM,
  PLAIN_FORM,
  SINGLE_FORM,
} from './string-form.ts'
import { resolvePlain } from './resolve.ts'
import { BYTE_ORDER_MARK, escapeOf, fitsSimpleKey, literalLines, needsEscape } from './quoted.ts'

const BEST_WIDTH = 80
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
  return printer.out
}

/** The same for a JSON-typed tree of any kind. */
export function emitPlainValueSorted(root: Node): string {
  const printer = new SortedPrinter(root, { jsonTyped: true })
  printer.document()
  return printer.out
}

class SortedPrinter {
  out = ''
  /** Where the last line of `out` starts. Columns are worked out from it only for texts long enough to fold. */
  private lineStart = 0

  constructor(
    private readonly root: Node,
    private readonly options: SortedOptions,
  ) {}

  document(): void {
    const { root } = this
    if (root.kind === MAPPING && root.keys.length > 0) this.mapping(root, 0, true, false, 0)
    else if (root.kind === SEQUENCE && root.items.length > 0) this.sequence(root, 0, true, false)
    else {
      if (root.kind === SCALAR && this.options.jsonTyped !== true) throw notAnObject(root)
      this.inline(root, 0, false, 0)
    }
  }

  /** Entries at `indent`; the first one continues the current line when `onLine`. */
  private mapping(map: Mapping, indent: number, onLine: boolean, inFlow: boolean, level: number): void {
    const { values } = map
    const flow = inFlow || map.flow
    const names = map.keys.map((key) => keyText(key, level === 0, this.root, this.options))
    const order = naturalOrder(names)
    const pad = ' '.repeat(indent)
    const rewriting = level === 1 && this.options.annotationsAsStrings === true && this.isMetadata(map)
    let first = onLine
    let previous: string | undefined
    for (let n = 0; n < order.length; n++) {
      const i = order[n] as number
      const name = names[i] as string
      if (name === previous) throw duplicateKeys(this.root)
      previous = name
      let value = values[i] as Node
      while (value.kind === 4) value = value.target
      const isAnnotations = rewriting && name === 'annotations'
      if (isAnnotations && (value.kind === SCALAR || (value.kind === MAPPING && value.keys.length === 0))) continue
      if (!first) {
        this.lineStart = this.out.length
        this.out += pad
      }
      first = false
      this.key(name, indent)
      if (isAnnotations && value.kind === MAPPING) this.annotations(value, indent + 2)
      else this.entryValue(value, indent, flow, level)
    }
  }

  private isMetadata(map: Mapping): boolean {
    const { root } = this
    if (root.kind !== MAPPING) return false
    const i = root.values.indexOf(map)
    const key = root.keys[i]
    return key !== undefined && key.kind === SCALAR && key.value === 'metadata'
  }

  /** All values become strings with the text as written. */
  private annotations(map: Mapping, indent: number): void {
    this.out += '\n'
    const names = map.keys.map((key) => (key.kind === SCALAR ? key.value : ''))
    const pad = ' '.repeat(indent)
    let previous: string | undefined
    for (const i of naturalOrder(names)) {
      const name = names[i] as string
      if (name === previous) throw duplicateKeys(this.root)
      if (resolvePlain(name) !== '!!str') throw bareAnnotationKeys(this.root, map)
      previous = name
      this.lineStart = this.out.length
      this.out += pad
      this.key(name, indent)
      const value = map.values[i] as Node
      const prepared = prepareScalar(value.kind === SCALAR ? value : undefined, true, this.root)
      this.out += ' '
      this.string(prepared.text, indent)
      this.endLine()
    }
  }

  private key(name: string, indent: number): void {
    const form = formOf(name)
    if (form !== LITERAL_FORM && fitsSimpleKey(name, LONGEST_SIMPLE_KEY)) {
      if (form === PLAIN_FORM) this.out += name
      else if (form === SINGLE_FORM) this.single(name, indent, false)
      else this.double(name, indent, false)
      this.out += ':'
      return
    }
    this.out += '? '
    this.string(name, indent)
    this.endLine()
    this.lineStart = this.out.length
    this.out += `${' '.repeat(indent)}:`
  }

  /** What follows `key:`. */
  private entryValue(value: Node, indent: number, flow: boolean, level: number): void {
    if (value.kind === MAPPING && value.keys.length > 0) {
      this.out += '\n'
      this.mapping(value, indent + 2, false, flow, level + 1)
    } else if (value.kind === SEQUENCE && value.items.length > 0) {
      this.out += '\n'
      this.sequence(value, indent, false, flow)
    } else {
      this.out += ' '
      this.inline(value, indent, flow, level)
    }
  }

  private sequence(list: Sequence, indent: number, onLine: boolean, inFlow: boolean): void {
    const flow = inFlow || list.flow
    const pad = ' '.repeat(indent)
    let first = onLine
    for (let item of list.items) {
      while (item.kind === 4) item = item.target
      if (!first) {
        this.lineStart = this.out.length
        this.out += pad
      }
      first = false
      this.out += '- '
      if (item.kind === MAPPING && item.keys.length > 0) this.mapping(item, indent + 2, true, flow, 2)
      else if (item.kind === SEQUENCE && item.items.length > 0) this.sequence(item, indent + 2, true, flow)
      else this.inline(item, indent, flow, 2)
    }
  }

  /** A scalar or an empty collection, to the end of its line. */
  private inline(node: Node, indent: number, flow: boolean, _level: number): void {
    if (node.kind === MAPPING) this.out += '{}\n'
    else if (node.kind === SEQUENCE) this.out += '[]\n'
    else if (node.kind === SCALAR) {
      const prepared = this.options.jsonTyped ? jsonText(node) : prepareScalar(node, false, this.root, flow)
      if (prepared.isString) this.string(prepared.text, indent)
      else this.out += prepared.text
      this.endLine()
    }
  }

  private endLine(): void {
    if (this.out.charCodeAt(this.out.length - 1) !== 0x0a) this.out += '\n'
  }

  private string(text: string, indent: number): void {
    switch (formOf(text)) {
      case PLAIN_FORM:
        return this.plain(text, indent)
      case SINGLE_FORM:
        return this.single(text, indent, true)
      case LITERAL_FORM:
        return this.literal(text, indent)
      default:
        return this.double(text, indent, true)
    }
  }

  private get column(): number {
    return columnsOf(this.out, this.lineStart)
  }

  private breakLine(indent: number): void {
    this.out += '\n'
    this.lineStart = this.out.length
    this.out += ' '.repeat(indent + 2)
  }

  private plain(text: string, indent: number): void {
    let column = this.out.length - this.lineStart
    if (column + text.length <= BEST_WIDTH) {
      this.out += text
      return
    }
    column = this.column
    let afterSpace = false
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 0x20) {
        if (!afterSpace && column > BEST_WIDTH && text.charCodeAt(i + 1) !== 0x20) {
          this.out += text.slice(from, i)
          this.breakLine(indent)
          column = indent + 2
          from = i + 1
        } else {
          column++
        }
        afterSpace = true
      } else {
        if (c < 0xdc00 || c > 0xdfff) column++
        afterSpace = false
      }
    }
    this.out += text.slice(from)
  }

  private single(text: string, indent: number, fold: boolean): void {
    let column = this.column + 1
    this.out += "'"
    let afterSpace = false
    let afterBreak = false
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 0x20) {
        const foldsHere = fold && !afterSpace && column > BEST_WIDTH && i > 0 && i < text.length - 1
        if (foldsHere && text.charCodeAt(i + 1) !== 0x20) {
          this.breakLine(indent)
          column = indent + 2
        } else {
          this.out += ' '
          column++
        }
        afterSpace = true
      } else if (isBreakCode(c)) {
        this.out += text[i]
        column = 0
        afterBreak = true
      } else {
        if (afterBreak) {
          this.out += ' '.repeat(indent + 2)
          column = indent + 2
          afterBreak = false
        }
        if (c === 0x27) {
          this.out += "''"
          column += 2
        } else {
          this.out += text[i]
          column++
        }
        afterSpace = false
      }
    }
    this.out += "'"
  }

  private double(text: string, indent: number, fold: boolean): void {
    let column = this.column + 1
    let out = '"'
    let afterSpace = false
    const { length } = text
    // The reference takes every character of a text that begins with a byte order mark for one.
    const escapesAll = text.charCodeAt(0) === BYTE_ORDER_MARK
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c === 0x20 && !escapesAll) {
        if (fold && !afterSpace && column > BEST_WIDTH && i > 0 && i < length - 1) {
          this.out += out
          out = ''
          this.breakLine(indent)
          column = indent + 2
          if (text.charCodeAt(i + 1) === 0x20) {
            out += '\\'
            column++
          }
        } else {
          out += ' '
          column++
        }
        afterSpace = true
      } else if (escapesAll || needsEscape(c)) {
        const code = text.codePointAt(i) as number
        if (code > 0xffff) i++
        const escape = escapeOf(code)
        out += escape
        column += escape.length
        afterSpace = false
      } else {
        out += text[i]
        column++
        afterSpace = false
      }
    }
    this.out += `${out}"`
  }

  private literal(text: string, indent: number): void {
    this.out += `|${blockHints(text)}\n`
    this.out += literalLines(text, ' '.repeat(indent + 2))
  }
}

/** Characters (not code units) on the current line. */
function columnsOf(out: string, lineStart: number): number {
  let column = 0
  for (let i = lineStart; i < out.length; i++) {
    const c = out.charCodeAt(i)
    if (c < 0xdc00 || c > 0xdfff) column++
  }
  return column
}

function jsonText(node: Scalar): ScalarText {
  return { text: node.value, isString: node.tag === '!!str' }
}
