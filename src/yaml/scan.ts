/**
 * Text → tokens, one at a time, by the rules of YAML 1.1 as the reference's reader applies them: a stack of block
 * indents, flow levels, and "simple keys" (a scalar or collection that turns out to be a key once a colon follows).
 * It stays as many tokens ahead of what is asked for as the reference, so that comments and errors come in its order.
 */
import type { Source } from '../core/source.ts'
import { END, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isWord, SPACE, TAB } from './characters.ts'
import { type CommentOption, CommentReader } from './comments.ts'
import { Cursor } from './cursor.ts'
import { MAX_DEPTH, type ScalarStyle } from './node.ts'

export const T_STREAM_START = -1
export const T_STREAM_END = 0
export const T_DIRECTIVE_VERSION = 1
export const T_DIRECTIVE_TAG = 2
export const T_DOCUMENT_START = 3
export const T_DOCUMENT_END = 4
export const T_BLOCK_SEQUENCE_START = 5
export const T_BLOCK_MAPPING_START = 6
export const T_BLOCK_END = 7
export const T_FLOW_SEQUENCE_START = 8
export const T_FLOW_SEQUENCE_END = 9
export const T_FLOW_MAPPING_START = 10
export const T_FLOW_MAPPING_END = 11
export const T_BLOCK_ENTRY = 12
export const T_FLOW_ENTRY = 13
export const T_KEY = 14
export const T_VALUE = 15
export const T_ALIAS = 16
export const T_ANCHOR = 17
export const T_TAG = 18
export const T_SCALAR = 19

export class Token {
  constructor(
    readonly type: number,
    readonly start: number,
    readonly end: number,
    /** Scalar text, anchor or alias name, tag handle, directive value. */
    readonly value: string = '',
    /** Tag suffix, directive's second value. */
    readonly suffix: string = '',
    readonly style: ScalarStyle = 0,
    /** Where an error about it is placed. */
    readonly place: number = start,
  ) {}
}

interface SimpleKey {
  possible: boolean
  /** A block mapping cannot go on without it being a key. */
  required: boolean
  /** Number of the token it would be inserted before. */
  token: number
  offset: number
  line: number
  column: number
}

export class Scanner extends Cursor {
  /** Undefined when nobody asked for comments. */
  readonly comments: CommentReader | undefined
  /** Column of the innermost block, -1 outside all. */
  private indent = -1
  private readonly indents: number[] = []
  private flowLevel = 0
  private simpleKeyAllowed = true
  private readonly simpleKeys: SimpleKey[] = [noKey()]
  private readonly queue: Token[]
  private head = 1
  /** Tokens handed out so far. */
  private taken = 1
  private ended = false
  private isReady = false

  constructor(
    source: Source,
    start: number,
    end: number,
    comments: CommentOption,
    /** Tokens known beyond the one asked for. */
    private readonly ahead: number,
  ) {
    super(source, start, end)
    this.comments = comments === false ? undefined : new CommentReader(this, comments === 'unix')
    this.queue = [new Token(T_STREAM_START, start, start)]
  }

  /** The next token without taking it. */
  peek(): Token {
    if (!this.isReady) {
      while (this.needsMore()) this.fetchNext()
      this.isReady = true
    }
    const token = this.queue[this.head] as Token
    this.comments?.reach(token.start, token.type === T_BLOCK_END)
    return token
  }

  /** Goes past the token looked at last. */
  take(): Token {
    const token = this.queue[this.head] as Token
    this.head++
    this.taken++
    this.isReady = false
    if (this.head > 512) {
      // The last tokens stay: what stands behind a colon or comma is about one of them.
      this.queue.splice(0, this.head - 2)
      this.head = 2
    }
    return token
  }

  private needsMore(): boolean {
    if (this.ended) return false
    if (this.queue.length - this.head <= this.ahead) return true
    // The token asked for may be the start of a key, before which others have to be inserted.
    for (let i = this.simpleKeys.length - 1; i >= 0; i--) {
      const key = this.simpleKeys[i] as SimpleKey
      if (!key.possible || key.token > this.taken) continue
      return key.token === this.taken && this.isValid(key)
    }
    return false
  }

  /** Keys end within their line and within 1024 characters. */
  private isValid(key: SimpleKey): boolean {
    if (!key.possible) return false
    if (key.line === this.line && key.offset + 1024 >= this.at) return true
    if (key.required) throw this.fail("could not find expected ':'", key.offset)
    key.possible = false
    return false
  }

  private push(type: number, length: number): void {
    this.queue.push(new Token(type, this.at, this.at + length))
    this.at += length
  }

  private fetchNext(): void {
    const gap = this.at
    this.skipToToken(gap, this.line)
    this.unroll(this.column, gap)
    let commentPlace = this.at
    const c = this.code()
    if (c === END) {
      this.fetchStreamEnd()
      return
    }
    if (this.flowLevel === 0 ? c === 0x3a : c === 0x2c) {
      // What stands behind a colon or comma is about the token before it.
      commentPlace = this.lastToken().start
    }
    if (this.fetchAt(c) || this.comments === undefined) return
    this.comments.scanLine(commentPlace)
  }

  private lastToken(): Token {
    return this.queue[this.queue.length - 1] as Token
  }

  /** The token at the cursor; says whether no line comment can belong to it. */
  private fetchAt(c: number): boolean {
    const { column } = this
    if (column === 0) {
      if (c === 0x25) {
        this.fetchDirective()
        return false
      }
      if (this.atDocumentMark()) {
        this.fetchDocumentMark(c === 0x2d ? T_DOCUMENT_START : T_DOCUMENT_END)
        // A comment behind `---` is a head of what follows.
        return c === 0x2d
      }
    }
    switch (c) {
      case 0x5b:
        this.fetchFlowStart(T_FLOW_SEQUENCE_START)
        return false
      case 0x7b:
        this.fetchFlowStart(T_FLOW_MAPPING_START)
        return false
      case 0x5d:
        this.fetchFlowEnd(T_FLOW_SEQUENCE_END)
        return false
      case 0x7d:
        this.fetchFlowEnd(T_FLOW_MAPPING_END)
        return false
      case 0x2c:
        this.removeSimpleKey()
        this.simpleKeyAllowed = true
        this.push(T_FLOW_ENTRY, 1)
        return false
      case 0x2d:
        if (!isBlankOrEnd(this.code(1))) break
        this.fetchBlockEntry()
        return true
      case 0x3f:
        if (this.flowLevel === 0 && !isBlankOrEnd(this.code(1))) break
        this.fetchKey()
        return false
      case 0x3a:
        if (this.flowLevel === 0 && !isBlankOrEnd(this.code(1))) break
        this.fetchValue()
        return false
      case 0x2a:
        this.fetchAnchor(T_ALIAS)
        return false
      case 0x26:
        this.fetchAnchor(T_ANCHOR)
        return false
      case 0x21:
        this.saveSimpleKey()
        this.simpleKeyAllowed = false
        this.queue.push(this.scanTag())
        return false
      case 0x7c:
      case 0x3e: {
        if (this.flowLevel > 0) break
        this.removeSimpleKey()
        this.simpleKeyAllowed = true
        const start = this.at
        const literal = c === 0x7c
        const value = this.scanBlock(literal, this.indent, (scalar) => this.comments?.scanLine(scalar))
        this.queue.push(new Token(T_SCALAR, start, this.scalarEnd, value, '', literal ? 3 : 4))
        return false
      }
      case 0x27:
      case 0x22: {
        this.saveSimpleKey()
        this.simpleKeyAllowed = false
        const start = this.at
        const single = c === 0x27
        const value = this.scanQuoted(single)
        this.queue.push(new Token(T_SCALAR, start, this.scalarEnd, value, '', single ? 1 : 2))
        return false
      }
    }
    if (!this.startsPlain(c)) throw this.fail('found character that cannot start any token', this.at)
    this.saveSimpleKey()
    this.simpleKeyAllowed = false
    const start = this.at
    const value = this.scanPlain(this.indent + 1, this.flowLevel > 0)
    if (this.crossedLine) this.simpleKeyAllowed = true
    this.queue.push(new Token(T_SCALAR, start, this.scalarEnd, value, '', 0))
    return false
  }

  private startsPlain(c: number): boolean {
    switch (c) {
      case 0x2d:
        return !isBlank(this.code(1))
      case 0x3f:
      case 0x3a:
        return this.flowLevel === 0 && !isBlankOrEnd(this.code(1))
      case TAB:
      case 0x23:
      case 0x7c:
      case 0x3e:
      case 0x25:
      case 0x40:
      case 0x60:
        return false
      default:
        return !isBlankOrEnd(c)
    }
  }

  private skipToToken(gap: number, gapLine: number): void {
    const { comments, queue } = this
    for (;;) {
      let c = this.code()
      while (c === SPACE || (c === TAB && (this.flowLevel > 0 || !this.simpleKeyAllowed))) {
        this.at++
        c = this.code()
      }
      if (comments !== undefined && queue.length > 1) {
        const before = queue[queue.length - 2] as Token
        if (before.type === T_BLOCK_SEQUENCE_START && this.lastToken().type === T_BLOCK_ENTRY)
          comments.turnDashComment()
      }
      if (c === 0x23) {
        if (comments === undefined) {
          while (!isBreakOrEnd(this.code())) this.at++
        } else {
          let token = this.lastToken()
          if (token.type === T_FLOW_ENTRY) token = queue[queue.length - 2] as Token
          comments.scanLines(gap, gapLine, token.start, token.type === T_VALUE, this.indent, this.flowLevel > 0)
        }
        c = this.code()
      }
      if (!isBreak(c)) return
      this.newLine()
      if (this.flowLevel === 0) this.simpleKeyAllowed = true
    }
  }

  private saveSimpleKey(): void {
    if (!this.simpleKeyAllowed) return
    this.removeSimpleKey()
    this.simpleKeys[this.simpleKeys.length - 1] = {
      possible: true,
      required: this.flowLevel === 0 && this.indent === this.column,
      token: this.taken + (this.queue.length - this.head),
      offset: this.at,
      line: this.line,
      column: this.column,
    }
  }

  private lastKey(): SimpleKey {
    return this.simpleKeys[this.simpleKeys.length - 1] as SimpleKey
  }

  private removeSimpleKey(): void {
    const key = this.lastKey()
    if (key.possible && key.required) throw this.fail("could not find expected ':'", key.offset)
    key.possible = false
  }

  private roll(column: number, type: number, offset: number, beforeToken: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return
    this.indents.push(this.indent)
    this.indent = column
    this.checkDepth()
    const token = new Token(type, offset, offset)
    if (beforeToken < 0) this.queue.push(token)
    else this.queue.splice(this.head + beforeToken - this.taken, 0, token)
  }

  private checkDepth(): void {
    if (this.indents.length + this.flowLevel > MAX_DEPTH) {
      throw this.fail(`exceeded max depth of ${MAX_DEPTH}`, this.lastKey().offset)
    }
  }

  private unroll(column: number, gap: number): void {
    if (this.flowLevel > 0) return
    let end = gap - 1
    while (this.indent > column) {
      if (this.comments !== undefined) end = this.comments.blockEnd(this.indent, end)
      this.queue.push(new Token(T_BLOCK_END, end, end, '', '', 0, Math.max(end, gap)))
      this.indent = this.indents.pop() as number
    }
  }

  private fetchStreamEnd(): void {
    const isOpenEnd = this.at !== this.lineStart
    if (isOpenEnd) {
      this.lineStart = this.at
      this.line++
    }
    this.unroll(-1, this.at)
    this.removeSimpleKey()
    this.simpleKeyAllowed = false
    // Without a line break at its end a text is taken to end on the line after.
    const place = isOpenEnd ? this.at + 1 : this.at
    this.queue.push(new Token(T_STREAM_END, this.at, this.at, '', '', 0, place))
    this.ended = true
  }

  private fetchDocumentMark(type: number): void {
    this.unroll(-1, this.at)
    this.removeSimpleKey()
    this.simpleKeyAllowed = false
    this.push(type, 3)
  }

  private fetchFlowStart(type: number): void {
    this.saveSimpleKey()
    this.simpleKeys.push(noKey())
    this.flowLevel++
    this.checkDepth()
    this.simpleKeyAllowed = true
    this.push(type, 1)
  }

  private fetchFlowEnd(type: number): void {
    this.removeSimpleKey()
    if (this.flowLevel > 0) {
      this.flowLevel--
      this.simpleKeys.pop()
    }
    this.simpleKeyAllowed = false
    this.push(type, 1)
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) throw this.fail('block sequence entries are not allowed in this context', this.at)
      this.roll(this.column, T_BLOCK_SEQUENCE_START, this.at, -1)
    }
    this.removeSimpleKey()
    this.simpleKeyAllowed = true
    this.push(T_BLOCK_ENTRY, 1)
  }

  private fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) throw this.fail('mapping keys are not allowed in this context', this.at)
      this.roll(this.column, T_BLOCK_MAPPING_START, this.at, -1)
    }
    this.removeSimpleKey()
    this.simpleKeyAllowed = this.flowLevel === 0
    this.push(T_KEY, 1)
  }

  private fetchValue(): void {
    const key = this.lastKey()
    if (this.isValid(key)) {
      this.queue.splice(this.head + key.token - this.taken, 0, new Token(T_KEY, key.offset, key.offset))
      this.roll(key.column, T_BLOCK_MAPPING_START, key.offset, key.token)
      key.possible = false
      this.simpleKeyAllowed = false
    } else {
      if (this.flowLevel === 0) {
        if (!this.simpleKeyAllowed) throw this.fail('mapping values are not allowed in this context', this.at)
        this.roll(this.column, T_BLOCK_MAPPING_START, this.at, -1)
      }
      this.simpleKeyAllowed = this.flowLevel === 0
    }
    this.push(T_VALUE, 1)
  }

  private fetchAnchor(type: number): void {
    this.saveSimpleKey()
    this.simpleKeyAllowed = false
    const start = this.at
    this.at++
    const from = this.at
    while (isWord(this.code())) this.at++
    const c = this.code()
    const ends =
      isBlankOrEnd(c) ||
      c === 0x3f ||
      c === 0x3a ||
      c === 0x2c ||
      c === 0x5d ||
      c === 0x7d ||
      c === 0x25 ||
      c === 0x40 ||
      c === 0x60
    if (from === this.at || !ends) throw this.fail('did not find expected alphabetic or numeric character', start)
    this.queue.push(new Token(type, start, this.at, this.text.slice(from, this.at)))
  }

  private fetchDirective(): void {
    this.unroll(-1, this.at)
    this.removeSimpleKey()
    this.simpleKeyAllowed = false
    const start = this.at
    this.at++
    const from = this.at
    while (isWord(this.code())) this.at++
    const name = this.text.slice(from, this.at)
    if (from === this.at) throw this.fail('could not find expected directive name', start)
    if (!isBlankOrEnd(this.code())) throw this.fail('found unexpected non-alphabetical character', start)
    if (name === 'YAML') {
      this.skipBlanks()
      const major = this.scanDigits(start)
      if (this.code() !== 0x2e) throw this.fail("did not find expected digit or '.' character", start)
      this.at++
      const minor = this.scanDigits(start)
      this.queue.push(new Token(T_DIRECTIVE_VERSION, start, this.at, major, minor))
    } else if (name === 'TAG') {
      this.skipBlanks()
      const handle = this.scanTagHandle(true, start)
      if (!isBlank(this.code())) throw this.fail('did not find expected whitespace', start)
      this.skipBlanks()
      const prefix = this.scanTagUri(true, '', start)
      if (!isBlankOrEnd(this.code())) throw this.fail('did not find expected whitespace or line break', start)
      this.queue.push(new Token(T_DIRECTIVE_TAG, start, this.at, handle, prefix))
    } else {
      throw this.fail('found unknown directive name', start)
    }
    this.finishLine(start)
  }

  /** Blanks, a comment, a line break; anything else is refused. */
  private finishLine(start: number): void {
    this.skipBlanks()
    if (this.code() === 0x23) while (!isBreakOrEnd(this.code())) this.at++
    if (!isBreakOrEnd(this.code())) throw this.fail('did not find expected comment or line break', start)
    if (this.code() !== END) this.newLine()
  }

  private scanDigits(start: number): string {
    const from = this.at
    while (this.code() >= 0x30 && this.code() <= 0x39) {
      this.at++
      if (this.at - from > 9) throw this.fail('found extremely long version number', start)
    }
    if (from === this.at) throw this.fail('did not find expected version number', start)
    return this.text.slice(from, this.at)
  }

  private scanTag(): Token {
    const start = this.at
    let handle = ''
    let suffix: string
    if (this.code(1) === 0x3c) {
      this.at += 2
      suffix = this.scanTagUri(false, '', start)
      if (this.code() !== 0x3e) throw this.fail("did not find the expected '>'", start)
      this.at++
    } else {
      handle = this.scanTagHandle(false, start)
      if (handle.length >= 2 && handle.endsWith('!')) {
        suffix = this.scanTagUri(false, '', start)
      } else {
        suffix = this.scanTagUri(false, handle, start)
        handle = '!'
        if (suffix === '') {
          handle = ''
          suffix = '!'
        }
      }
    }
    const c = this.code()
    if (!isBlankOrEnd(c) && !(this.flowLevel > 0 && c === 0x2c)) {
      throw this.fail('did not find expected whitespace or line break', start)
    }
    return new Token(T_TAG, start, this.at, handle, suffix)
  }

  private scanTagHandle(directive: boolean, start: number): string {
    if (this.code() !== 0x21) throw this.fail("did not find expected '!'", start)
    const from = this.at
    this.at++
    while (isWord(this.code())) this.at++
    if (this.code() === 0x21) this.at++
    else if (directive && this.text.slice(from, this.at) !== '!') throw this.fail("did not find expected '!'", start)
    return this.text.slice(from, this.at)
  }

  private scanTagUri(directive: boolean, head: string, start: number): string {
    let out = head.length > 1 ? head.slice(1) : ''
    const from = this.at
    for (;;) {
      const c = this.code()
      if (c === 0x25) {
        out += this.scanUriEscapes(start)
        continue
      }
      const allowed = isWord(c) || (c > SPACE && c < 0x7f && ";/?:@&=+$,.!~*'()[]".includes(String.fromCharCode(c)))
      if (!allowed) break
      out += String.fromCharCode(c)
      this.at++
    }
    if (from === this.at && head === '' && !directive) throw this.fail('did not find expected tag URI', start)
    return out
  }

  private scanUriEscapes(start: number): string {
    const bytes: number[] = []
    while (this.code() === 0x25) {
      const hex = this.text.slice(this.at + 1, this.at + 3)
      if (!/^[0-9a-fA-F]{2}$/.test(hex)) throw this.fail('did not find URI escaped octet', start)
      bytes.push(Number.parseInt(hex, 16))
      this.at += 3
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
    } catch {
      throw this.fail('found an incorrect trailing UTF-8 octet', start)
    }
  }
}

function noKey(): SimpleKey {
  return { possible: false, required: false, token: 0, offset: 0, line: 0, column: 0 }
}
