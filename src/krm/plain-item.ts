/**
 * An object of a file as an item of a list, made from its text line by line without a tree: what the reader and the printer
 * that keeps styles would come to together. That holds for files as most are: one object, block style, a key or an item in each
 * line, no value over several lines but literal blocks, comments above keys and items or behind scalars. Everything else
 * is left to reader and printer.
 */
import { isHarmless } from '../yaml/string-form.ts'

const SPACE = 0x20
const LF = 0x0a
const DASH = 0x2d
const HASH = 0x23
const COLON = 0x3a

/** Longer keys are written in another form. */
const LONGEST_KEY = 100
/** Comments behind more blanks are not found by the reader. */
const FARTHEST = 500
const UNUSUAL = /[^\n -~]/
/** Line breaks with the usual indentations behind them. */
const INDENTS: readonly string[] = Array.from({ length: 40 }, (_, column) => `\n${' '.repeat(column)}`)

const METADATA = 1
const ANNOTATIONS = 2

/** What an object has of its identity. */
const API_VERSION = 1
const KIND = 2
const NAME = 4
const NAMED = API_VERSION | KIND | NAME
/** How a scalar begins that is surely not empty. */
const TEXT = /^["']?[A-Za-z0-9]/

/** A block mapping or sequence that is open: where it stands in the file, and where in the list. */
interface Block {
  isList: boolean
  column: number
  shown: number
}

export interface PlainItem {
  /** The item without the line break at its end. */
  text: string
  /** Where its annotations end, which it has. */
  annotationsEnd: number
  /** It has an apiVersion, a kind and a name. */
  isNamed: boolean
}

/**
 * The item, its annotations followed by the given ones; undefined when that is not so simple.
 *
 * @example plainItem('kind: A\nmetadata:\n  name: a\n', [['b', 'c']])?.text
 * // - kind: A\n  metadata:\n    name: a\n    annotations:\n      b: 'c'
 */
export function plainItem(text: string, annotations: readonly (readonly [string, string])[]): PlainItem | undefined {
  if (UNUSUAL.test(text) || !text.endsWith('\n')) return undefined
  if (annotations.some(([, value]) => !isHarmless(value) || value.includes("'"))) return undefined
  const lines = new ItemLines(text)
  return lines.read() ? lines.item(annotations) : undefined
}

class ItemLines {
  private out = '-'
  private at = 0
  private readonly open: Block[] = [{ isList: false, column: 0, shown: 2 }]
  /** The line before was a key alone. */
  private isKeyOpen = false
  /** Comment lines above the next line, and their column. */
  private head: string[] = []
  private headColumn = -1
  /** The blocks of `metadata` and its annotations while they are open. */
  private hasMetadata = false
  private metadata: Block | undefined
  private noted: Block | undefined
  /** Where new annotations go, once that is known: behind those there are, or at the end of the metadata. */
  private behindNoted = -1
  private behindMetadata = -1
  private identity = 0
  /** The keys of the identity that were there. */
  private met = 0
  /** Whether the key read last was one of those that count. */
  private lastKey = 0
  /** Where the text of the current line begins. */
  private from = 0

  constructor(private readonly text: string) {}

  item(annotations: readonly (readonly [string, string])[]): PlainItem | undefined {
    const { out, behindNoted, behindMetadata } = this
    if (behindMetadata < 0) return undefined
    const added = (behindNoted < 0 ? '\n    annotations:' : '') + annotationLines(annotations)
    const at = behindNoted < 0 ? behindMetadata : behindNoted
    const text = out.slice(0, at) + added + out.slice(at)
    return { text, annotationsEnd: at + added.length, isNamed: this.identity === NAMED }
  }

  /** False as soon as a line is not plain. */
  read(): boolean {
    const { text } = this
    while (this.at < text.length) if (!this.line()) return false
    return this.head.length === 0 && this.out.length > 1 && this.closeTo(-1)
  }

  private line(): boolean {
    const { text, at } = this
    const end = text.indexOf('\n', at)
    let from = at
    while (text.charCodeAt(from) === SPACE) from++
    const column = from - at
    this.at = end + 1
    this.from = from
    if (from === end) return column === 0 && this.head.length === 0
    const first = text.charCodeAt(from)
    if (first === HASH) {
      if (column > FARTHEST || (this.headColumn >= 0 && this.headColumn !== column)) return false
      this.headColumn = column
      this.head.push(text.slice(from, end))
      return true
    }
    if (this.headColumn >= 0 && this.headColumn !== column) return false
    if (first === DASH) return text.charCodeAt(from + 1) === SPACE && this.dash(from, end, column)
    const block = this.mappingAt(column)
    if (block === undefined) return false
    this.startLine(block.shown)
    return this.entry(from, end, block)
  }

  /** The mapping whose keys stand at a column; further blocks end. */
  private mappingAt(column: number): Block | undefined {
    const opened = this.isKeyOpen
    this.isKeyOpen = false
    const top = this.open.at(-1) as Block
    if (opened && column > top.column) {
      const block = { isList: false, column, shown: top.shown + 2 }
      this.begin(block)
      return block
    }
    if (!this.closeTo(column)) return undefined
    let block = this.open.at(-1) as Block
    if (block.isList && block.column === column) {
      this.open.pop()
      block = this.open.at(-1) as Block
    }
    return block.column === column && !block.isList ? block : undefined
  }

  private listAt(column: number): Block | undefined {
    const opened = this.isKeyOpen
    this.isKeyOpen = false
    const top = this.open.at(-1) as Block
    if (opened && column >= top.column) {
      // Lists stand below their key, wherever the file has them.
      const block = { isList: true, column, shown: top.shown }
      this.begin(block)
      return block
    }
    if (!this.closeTo(column)) return undefined
    const block = this.open.at(-1) as Block
    return block.column === column && block.isList ? block : undefined
  }

  private begin(block: Block): void {
    const parent = this.open.at(-1) as Block
    if (!block.isList && this.lastKey === METADATA && this.open.length === 1) {
      this.metadata = block
    } else if (!block.isList && this.lastKey === ANNOTATIONS && parent === this.metadata) this.noted = block
    this.open.push(block)
  }

  /** Ends the blocks right of a column. */
  private closeTo(column: number): boolean {
    for (;;) {
      const block = this.open.at(-1)
      if (block === undefined || block.column <= column) return true
      this.open.pop()
      if (block === this.noted) this.behindNoted = this.out.length
      else if (block === this.metadata) this.behindMetadata = this.out.length
    }
  }

  /** Begins a line with the comments above it. */
  private startLine(shown: number): void {
    const indent = indentOf(shown)
    if (this.headColumn >= 0) {
      for (const line of this.head) this.out += (this.out === '-' ? ' ' : indent) + line
      this.head = []
      this.headColumn = -1
    }
    this.out += this.out === '-' ? ' ' : indent
  }

  private dash(from: number, end: number, column: number): boolean {
    const { text } = this
    const list = this.listAt(column)
    if (list === undefined) return false
    this.startLine(list.shown)
    const at = from + 2
    const c = text.charCodeAt(at)
    if (c === SPACE || at >= end) return false
    if (this.keyEnd(at, end) < 0) return this.value(at, end, list)
    const block = { isList: false, column: column + 2, shown: list.shown + 2 }
    this.open.push(block)
    return this.entry(at, end, block)
  }

  /** Where the colon behind the key at an offset stands, or -1. */
  private keyEnd(from: number, end: number): number {
    const { text } = this
    let at = from
    for (; at < end; at++) {
      const c = text.charCodeAt(at)
      if ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39) || c === 0x5f) continue
      if (at === from || (c !== DASH && c !== 0x2e && c !== 0x2f)) break
    }
    if (at === from || at >= end || text.charCodeAt(at) !== COLON || at - from > LONGEST_KEY) return -1
    return at + 1 === end || text.charCodeAt(at + 1) === SPACE ? at : -1
  }

  private entry(from: number, end: number, block: Block): boolean {
    const { text } = this
    const colon = this.keyEnd(from, end)
    if (colon < 0) return false
    const isMetadata = block === this.open[0] && text.startsWith('metadata:', from)
    const isNoted = block === this.metadata && text.startsWith('annotations:', from)
    // Of repeated keys the first one counts.
    if ((isMetadata && this.hasMetadata) || (isNoted && this.noted !== undefined)) return false
    if (isMetadata) this.hasMetadata = true
    if (block === this.open[0] || block === this.metadata) {
      const key = text.slice(from, colon)
      if ((key === 'name') === (block === this.metadata)) this.noteIdentity(key, text.slice(colon + 2, end))
    }
    this.lastKey = isMetadata ? METADATA : isNoted ? ANNOTATIONS : 0
    if (colon + 1 === end) {
      this.out += text.slice(this.from, end)
      this.isKeyOpen = true
      return !isNoted || this.hasEntryBelow(block.column)
    }
    return !isMetadata && !isNoted && this.value(colon + 2, end, block)
  }

  /** Of repeated keys the first one counts here too, with a value or without. */
  private noteIdentity(key: string, value: string): void {
    const bit = key === 'apiVersion' ? API_VERSION : key === 'kind' ? KIND : key === 'name' ? NAME : 0
    if ((this.met & bit) === 0 && TEXT.test(value)) this.identity |= bit
    this.met |= bit
  }

  /** Whether the next line is further right and no comment: what is left empty goes where new annotations are put. */
  private hasEntryBelow(column: number): boolean {
    const { text } = this
    let from = this.at
    while (text.charCodeAt(from) === SPACE) from++
    const c = text.charCodeAt(from)
    return from - this.at > column && c !== LF && c !== HASH && c !== DASH
  }

  /** A value up to the end of its line, or over the lines of a literal block. */
  private value(from: number, end: number, block: Block): boolean {
    const { text } = this
    const c = text.charCodeAt(from)
    if (c === 0x7c) return this.literal(from, end, block)
    let stop = end
    if (c === 0x22 || c === 0x27) {
      stop = text.indexOf(c === 0x22 ? '"' : "'", from + 1) + 1
      if (stop === 0 || stop > end || (c === 0x22 && text.slice(from, stop).includes('\\'))) return false
    } else if (c === 0x5b || c === 0x7b) {
      if (!isPlainFlow(text.slice(from, end))) return false
    } else {
      let plain = text.slice(from, end)
      if (!isHarmless(plain)) {
        const hash = plain.indexOf(' #')
        if (hash < 0) return false
        plain = plain.slice(0, hash).trimEnd()
        if (!isHarmless(plain)) return false
        stop = from + plain.length
      }
      if (plain === '<<') return false
    }
    this.out += text.slice(this.from, stop)
    if (stop === end) return true
    let comment = stop
    while (text.charCodeAt(comment) === SPACE) comment++
    if (comment === stop || text.charCodeAt(comment) !== HASH || comment - stop > FARTHEST) return false
    this.out += ` ${text.slice(comment, end)}`
    return true
  }

  private literal(from: number, signEnd: number, { shown, column }: Block): boolean {
    const { text } = this
    const length = signEnd - from
    if (length > 2 || (length === 2 && text.charCodeAt(from + 1) !== DASH)) return false
    const indent = indentOf(shown + 2)
    let own = -1
    this.out += text.slice(this.from, signEnd)
    while (this.at < text.length) {
      const { at } = this
      const end = text.indexOf('\n', at)
      let from = at
      while (text.charCodeAt(from) === SPACE) from++
      if (from === end) {
        // Empty lines at the end count, and so do blanks in them.
        if (from > at || own < 0 || !this.goesOn(end + 1, own)) return false
        this.out += '\n'
      } else {
        if (own < 0) own = from - at
        if (from - at < own || own <= column) break
        if (text.charCodeAt(end - 1) === SPACE) return false
        this.out += indent + text.slice(at + own, end)
      }
      this.at = end + 1
    }
    return own > column && !this.isComment()
  }

  /** Whether a literal block has more behind an empty line. */
  private goesOn(from: number, own: number): boolean {
    const { text } = this
    let at = from
    while (text.charCodeAt(at) === LF) at++
    let column = 0
    while (text.charCodeAt(at + column) === SPACE) column++
    return at < text.length && column >= own && text.charCodeAt(at + column) !== LF
  }

  private isComment(): boolean {
    let { at } = this
    while (this.text.charCodeAt(at) === SPACE) at++
    return this.text.charCodeAt(at) === HASH
  }
}

/** Annotations as they stand in an item. */
export function annotationLines(annotations: readonly (readonly [string, string])[]): string {
  let lines = ''
  for (const [key, value] of annotations) lines += `\n      ${key}: '${value}'`
  return lines
}

function indentOf(column: number): string {
  return INDENTS[column] ?? `\n${' '.repeat(column)}`
}

const FLOW = /^\[(?:"[^"\\]*"|[\w./][-\w./]*)(?:, (?:"[^"\\]*"|[\w./][-\w./]*))*\]$/

/** A flow collection in one line as the printer writes it. */
function isPlainFlow(text: string): boolean {
  return text === '[]' || text === '{}' || FLOW.test(text)
}
