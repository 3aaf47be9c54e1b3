/**
 * The reader for what nearly all files consist of: block mappings and sequences, scalars of every style, flow
 * collections; no anchors, tags, directives, complex keys, further documents. It builds nodes directly, in one pass.
 * At anything else, mistakes included, it gives up, and the exact reader starts over: what this one returns is what
 * the exact one would have.
 */
import { ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { CR, END, isBlankOrEnd, isBreak, isBreakOrEnd, LF, SPACE, TAB } from './characters.ts'
import { Cursor } from './cursor.ts'
import { Document, Mapping, type Node, Scalar, Sequence } from './node.ts'

/** Deeper nesting is left to the exact reader and its limit. */
const DEPTH = 500
/** A key ends within so many characters. */
const KEY_LENGTH = 1024

const GIVE_UP = Symbol('not a plain case')

export function giveUp(): never {
  throw GIVE_UP
}

/** The first document of a piece, without comments, or undefined when it is not for this reader. */
export function readQuickly(
  source: Source,
  start: number,
  end: number,
  names: Map<string, string> = new Map(),
): Document | undefined {
  return unlessGivenUp(() => new QuickReader(source, start, end, names).document())
}

/** What is read, or undefined when it is not for the quick reader. */
export function unlessGivenUp<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error === GIVE_UP || error instanceof ToolError) return undefined
    throw error
  }
}

export class QuickReader extends Cursor {
  private depth = 0
  /** Least column of further lines of plain scalars in the flow collection being read. */
  private flowIndent = 0
  /**
   * Keys and values (items too) of the collections being read. Each collection takes its own from the top when it is
   * complete, as arrays of exactly their length: growing arrays would leave most of their room unused.
   */
  private readonly keys: Node[] = []
  private readonly values: Node[] = []
  private keyCount = 0
  private valueCount = 0

  constructor(
    source: Source,
    start: number,
    end: number,
    /** Key texts met before: most keys come again and again, and one string for all of them halves their memory. */
    private readonly names: Map<string, string>,
  ) {
    super(source, start, end)
  }

  document(): Document {
    this.skip()
    const start = this.at
    if (this.column === 0 && this.code() === 0x2d && this.atDocumentMark()) {
      this.at += 3
      const { line } = this
      this.skip()
      if (line === this.line) throw GIVE_UP
    }
    this.checkMark()
    if (this.at >= this.limit) throw GIVE_UP
    const root = this.content(-1, true)
    if (this.at < this.limit) throw GIVE_UP
    return new Document(root, start, this.limit)
  }

  /** Goes to the next token of the block structure. */
  private skip(): void {
    const { text, limit } = this
    let { at } = this
    while (at < limit) {
      const c = text.charCodeAt(at)
      if (c === SPACE) {
        at++
      } else if (c === LF) {
        at++
        this.lineStart = at
        this.line++
      } else if (c === 0x23) {
        this.at = at
        this.comment(false)
        at = this.at
      } else if (c === TAB || c === 0xfeff) {
        throw GIVE_UP
      } else if (isBreak(c)) {
        this.at = at
        this.newLine()
        at = this.at
      } else {
        break
      }
    }
    this.at = at
  }

  /** Goes past a comment. */
  protected comment(_inFlow: boolean): void {
    while (!isBreakOrEnd(this.code())) this.at++
  }

  /** Marks of documents are not for this reader. */
  private checkMark(): void {
    if (this.at === this.lineStart && this.atDocumentMark()) throw GIVE_UP
  }

  private next(): void {
    this.skip()
    this.checkMark()
  }

  /** To the token behind a quoted scalar or flow collection, which stands on another line. */
  private nextLine(): void {
    const { line } = this
    this.next()
    if (line === this.line && this.at < this.limit) throw GIVE_UP
  }

  protected skipSpaces(): number {
    const { text, limit } = this
    let { at } = this
    while (at < limit && text.charCodeAt(at) === SPACE) at++
    this.at = at
    return at < limit ? text.charCodeAt(at) : END
  }

  private isDash(): boolean {
    return this.code() === 0x2d && isBlankOrEnd(this.code(1))
  }

  /** Whether the character at the cursor begins a plain scalar in a block. */
  private isPlainStart(c: number): boolean {
    if ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39)) return true
    switch (c) {
      case 0x2d:
      case 0x3a:
        return !isBlankOrEnd(this.code(1))
      case 0x3f:
      case 0x2c:
      case 0x5b:
      case 0x5d:
      case 0x7b:
      case 0x7d:
      case 0x23:
      case 0x26:
      case 0x2a:
      case 0x21:
      case 0x7c:
      case 0x3e:
      case 0x27:
      case 0x22:
      case 0x25:
      case 0x40:
      case 0x60:
      case 0xfeff:
        return false
      default:
        return !isBlankOrEnd(c)
    }
  }

  /** The end, on this line, of the plain scalar at the cursor, blanks included: a colon, comment, line break or the limit. */
  private plainLineEnd(): number {
    const { text, limit } = this
    let i = this.at
    let before = 0
    while (i < limit) {
      const c = text.charCodeAt(i)
      if (c === LF || c === CR) break
      if (c === 0x3a) {
        if (i + 1 >= limit || isBlankOrEnd(text.charCodeAt(i + 1))) break
      } else if (c === 0x23) {
        if (before === SPACE || before === TAB) break
      } else if (c > 0x7e && isBreak(c)) {
        break
      }
      before = c
      i++
    }
    return i
  }

  private trimmed(end: number): number {
    const { text } = this
    let c = text.charCodeAt(end - 1)
    while (c === SPACE || c === TAB) {
      end--
      c = text.charCodeAt(end - 1)
    }
    return end
  }

  /**
   * The node at the cursor inside the block at column `parent`. Afterwards the cursor is on the next token, whose column
   * the caller checks.
   */
  private content(parent: number, mayBeKey: boolean): Node {
    const start = this.at
    const c = this.code()
    if (c === 0x2d && isBlankOrEnd(this.code(1))) {
      if (!mayBeKey) throw GIVE_UP
      return this.sequence(this.column, false)
    }
    if (c === 0x22 || c === 0x27) {
      const { line, column } = this
      const value = this.scanQuoted(c === 0x27)
      const scalar = new Scalar(value, c === 0x27 ? 1 : 2, start, this.at)
      if (this.skipSpaces() === 0x3a && isBlankOrEnd(this.code(1))) {
        if (!mayBeKey || line !== this.line || this.at - start > KEY_LENGTH) throw GIVE_UP
        return this.mapping(column, scalar)
      }
      this.nextLine()
      return scalar
    }
    if (c === 0x5b || c === 0x7b) {
      this.flowIndent = parent + 1
      const collection = c === 0x5b ? this.flowSequence() : this.flowMapping()
      this.nextLine()
      return collection
    }
    if (c === 0x7c || c === 0x3e) {
      const value = this.scanBlock(c === 0x7c, parent)
      // A comment behind kept line breaks counts.
      if (value.endsWith('\n\n')) throw GIVE_UP
      const scalar = new Scalar(value, c === 0x7c ? 3 : 4, start, this.scalarEnd)
      this.next()
      return scalar
    }
    if (!this.isPlainStart(c)) throw GIVE_UP
    const { line, lineStart, text } = this
    const stop = this.plainLineEnd()
    const end = this.trimmed(stop)
    if (stop < this.limit && text.charCodeAt(stop) === 0x3a) {
      if (!mayBeKey || stop - start > KEY_LENGTH) throw GIVE_UP
      const { column } = this
      this.at = stop
      return this.mapping(column, new Scalar(this.name(start, end), 0, start, end))
    }
    this.at = stop
    this.next()
    if (this.at >= this.limit || this.column <= parent) return new Scalar(text.slice(start, end), 0, start, end)
    // More lines follow.
    this.at = start
    this.line = line
    this.lineStart = lineStart
    const value = this.scanPlain(parent + 1, false)
    const scalar = new Scalar(value, 0, start, this.scalarEnd)
    if (this.code() === 0x3a) throw GIVE_UP
    this.next()
    return scalar
  }

  /** A block sequence whose dashes stand at `column`, the cursor being on the first. */
  private sequence(column: number, indentless: boolean): Sequence {
    if (++this.depth > DEPTH) throw GIVE_UP
    const start = this.at
    const base = this.valueCount
    for (;;) {
      this.at++
      const emptyAt = this.at
      const c = this.skipSpaces()
      if (c === 0x23 || isBreakOrEnd(c)) this.next()
      const isEmpty = this.at >= this.limit || this.column <= column
      const item = isEmpty ? new Scalar('', 0, emptyAt, emptyAt) : this.content(column, true)
      this.values[this.valueCount++] = item
      if (this.at >= this.limit || this.column < column) break
      if (this.column > column) throw GIVE_UP
      if (this.isDash()) continue
      if (indentless) break
      throw GIVE_UP
    }
    this.depth--
    const items = this.values.slice(base, this.valueCount)
    this.valueCount = base
    return new Sequence(items, false, start, (items[items.length - 1] as Node).end)
  }

  /** A block mapping whose keys stand at `column`, the cursor being on the colon behind the first. */
  private mapping(column: number, key: Scalar): Mapping {
    if (++this.depth > DEPTH) throw GIVE_UP
    const baseOfKeys = this.keyCount
    const base = this.valueCount
    this.keys[this.keyCount++] = key
    for (;;) {
      this.at++
      const emptyAt = this.at
      const c = this.skipSpaces()
      let value: Node
      if (c !== 0x23 && !isBreakOrEnd(c)) {
        value = this.content(column, false)
      } else {
        this.next()
        const at = this.at < this.limit ? this.column : -1
        if (at > column) value = this.content(column, true)
        else if (at === column && this.isDash()) value = this.sequence(column, true)
        else value = new Scalar('', 0, emptyAt, emptyAt)
      }
      this.values[this.valueCount++] = value
      if (this.at >= this.limit || this.column < column) break
      if (this.column > column) throw GIVE_UP
      this.keys[this.keyCount++] = this.key()
    }
    this.depth--
    return this.closeMapping(baseOfKeys, base, false, key.start, (this.values[this.valueCount - 1] as Node).end)
  }

  private closeMapping(baseOfKeys: number, base: number, flow: boolean, start: number, end: number): Mapping {
    const keys = this.keys.slice(baseOfKeys, this.keyCount)
    const values = this.values.slice(base, this.valueCount)
    this.keyCount = baseOfKeys
    this.valueCount = base
    return new Mapping(keys, values, flow, start, end)
  }

  private name(start: number, end: number): string {
    const text = this.text.slice(start, end)
    const known = this.names.get(text)
    if (known !== undefined) return known
    this.names.set(text, text)
    return text
  }

  /** A key that has to be one. */
  private key(): Scalar {
    const { text, at: start } = this
    const c = text.charCodeAt(start)
    if (c === 0x22 || c === 0x27) {
      const { line } = this
      const value = this.scanQuoted(c === 0x27)
      const scalar = new Scalar(value, c === 0x27 ? 1 : 2, start, this.at)
      if (this.skipSpaces() !== 0x3a || !isBlankOrEnd(this.code(1))) throw GIVE_UP
      if (line !== this.line || this.at - start > KEY_LENGTH) throw GIVE_UP
      return scalar
    }
    if (!this.isPlainStart(c)) throw GIVE_UP
    const stop = this.plainLineEnd()
    if (stop >= this.limit || text.charCodeAt(stop) !== 0x3a || stop - start > KEY_LENGTH) throw GIVE_UP
    this.at = stop
    const end = this.trimmed(stop)
    return new Scalar(this.name(start, end), 0, start, end)
  }

  /** Goes to the next token of a flow collection. */
  private skipInFlow(): number {
    for (;;) {
      const c = this.code()
      if (c === SPACE || c === TAB) this.at++
      else if (c === 0x23) this.comment(true)
      else if (isBreak(c)) this.newLine()
      else {
        this.checkMark()
        return c
      }
    }
  }

  private flowSequence(): Sequence {
    if (++this.depth > DEPTH) throw GIVE_UP
    const start = this.at
    const base = this.valueCount
    this.at++
    let c = this.skipInFlow()
    while (c !== 0x5d) {
      const item = this.flowContent(c)
      this.values[this.valueCount++] = item
      c = this.skipInFlow()
      if (c === 0x2c) {
        this.at++
        c = this.skipInFlow()
      } else if (c !== 0x5d) {
        throw GIVE_UP
      }
    }
    this.at++
    this.depth--
    const items = this.values.slice(base, this.valueCount)
    this.valueCount = base
    return new Sequence(items, true, start, this.at)
  }

  private flowMapping(): Mapping {
    if (++this.depth > DEPTH) throw GIVE_UP
    const start = this.at
    const baseOfKeys = this.keyCount
    const base = this.valueCount
    this.at++
    let c = this.skipInFlow()
    while (c !== 0x7d) {
      const { at, line } = this
      if (c === 0x5b || c === 0x7b) throw GIVE_UP
      this.keys[this.keyCount++] = this.flowContent(c)
      // The colon stands on the line of the key.
      if (this.skipSpaces() !== 0x3a || line !== this.line || this.at - at > KEY_LENGTH) throw GIVE_UP
      this.at++
      c = this.skipInFlow()
      let value: Node
      if (c === 0x2c || c === 0x7d) {
        value = new Scalar('', 0, this.at, this.at)
      } else {
        value = this.flowContent(c)
        c = this.skipInFlow()
      }
      this.values[this.valueCount++] = value
      if (c === 0x2c) {
        this.at++
        c = this.skipInFlow()
      } else if (c !== 0x7d) {
        throw GIVE_UP
      }
    }
    this.at++
    this.depth--
    return this.closeMapping(baseOfKeys, base, true, start, this.at)
  }

  private flowContent(c: number): Node {
    const start = this.at
    if (c === 0x22 || c === 0x27) {
      const value = this.scanQuoted(c === 0x27)
      return new Scalar(value, c === 0x27 ? 1 : 2, start, this.at)
    }
    if (c === 0x5b) return this.flowSequence()
    if (c === 0x7b) return this.flowMapping()
    if (c === 0x3a || !this.isPlainStart(c)) throw GIVE_UP
    const value = this.scanPlain(this.flowIndent, true)
    return new Scalar(value, 0, start, this.scalarEnd)
  }
}
