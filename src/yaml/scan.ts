/**
 * Text → tokens, one at a time, by the rules of YAML 1.1 as the reference's reader applies them: a stack of block
 * indents, flow levels, and "simple keys" (a scalar or collection that turns out to be a key once a colon follows).
 */
import { ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import type { ScalarStyle } from './node.ts'

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
  ) {}
}

/** Text that is no YAML, in the reference's words. */
export class YamlError extends ToolError {
  constructor(
    readonly source: Source,
    readonly problem: string,
    readonly contextOffset: number,
    readonly problemOffset: number,
    /** Scanner errors count lines from one, parser errors from zero: that is how the reference prints them. */
    readonly scanner: boolean,
  ) {
    super('YAML_SYNTAX', messageOf(source, problem, contextOffset, problemOffset, scanner), {
      at: { source, offset: Math.max(problemOffset, 0) },
    })
  }
}

function lineOf(source: Source, offset: number): number {
  return offset < 0 ? 0 : source.position(offset).line - 1
}

function messageOf(source: Source, problem: string, first: number, second: number, scanner: boolean): string {
  const line = lineOf(source, first) || lineOf(source, second)
  const shown = line === 0 ? 0 : line + (scanner ? 1 : 0)
  return shown === 0 ? `yaml: ${problem}` : `yaml: line ${shown}: ${problem}`
}

/** The message as the version 2 reader words it, which names the line of the problem first. */
export function yamlMessage(error: YamlError, dialect: 'v2' | 'v3'): string {
  if (dialect === 'v3') return error.message
  return messageOf(error.source, error.problem, error.problemOffset, error.contextOffset, error.scanner)
}

/** Nesting the reader accepts, flow and block counted apart. */
export const MAX_DEPTH = 1_000

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

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

function isBreak(c: number): boolean {
  return c === LF || c === CR || c === 0x85 || c === 0x2028 || c === 0x2029
}

/** Space, tab, line break or the end. */
function isBlankOrEnd(c: number): boolean {
  return c === SPACE || c === TAB || c === LF || Number.isNaN(c) || isBreak(c)
}

function isBlank(c: number): boolean {
  return c === SPACE || c === TAB
}

function isBreakOrEnd(c: number): boolean {
  return c === LF || Number.isNaN(c) || isBreak(c)
}

function isWord(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x5f || c === 0x2d
}

export class Scanner {
  private readonly text: string
  private readonly limit: number
  private at: number
  private line = 0
  private lineStart: number
  /** Column of the innermost block, -1 outside all. */
  private indent = -1
  private readonly indents: number[] = []
  private flowLevel = 0
  private simpleKeyAllowed = true
  private readonly simpleKeys: SimpleKey[]
  private queue: Token[] = []
  private head = 0
  /** Tokens handed out so far. */
  private taken = 0
  private ended = false

  constructor(
    private readonly source: Source,
    start: number,
    end: number,
  ) {
    this.text = source.text
    this.at = start
    this.lineStart = start
    this.limit = end
    this.simpleKeys = [noKey()]
    if (this.text.charCodeAt(start) === 0xfeff) {
      this.at++
      this.lineStart++
    }
  }

  /** The next token without taking it. */
  peek(): Token {
    if (this.needsMore()) this.fetchMore()
    return this.queue[this.head] as Token
  }

  take(): Token {
    const token = this.peek()
    this.head++
    this.taken++
    if (this.head === this.queue.length) {
      this.queue = []
      this.head = 0
    }
    return token
  }

  private needsMore(): boolean {
    if (this.ended && this.head < this.queue.length) return false
    // Two tokens more than asked for, as the reference looks ahead: errors in them come first.
    if (this.queue.length - this.head <= 2) return !this.ended
    this.dropStaleKeys()
    for (const key of this.simpleKeys) if (key.possible && key.token === this.taken) return true
    return false
  }

  private fetchMore(): void {
    do this.fetchNext()
    while (this.needsMore())
  }

  private code(offset = 0): number {
    const i = this.at + offset
    return i < this.limit ? this.text.charCodeAt(i) : Number.NaN
  }

  private get column(): number {
    return this.at - this.lineStart
  }

  private fail(problem: string, context: number, offset = this.at): YamlError {
    return new YamlError(this.source, problem, context, offset, true)
  }

  private push(type: number, length: number): void {
    this.queue.push(new Token(type, this.at, this.at + length))
    this.at += length
  }

  private newLine(): void {
    this.at += this.text.charCodeAt(this.at) === CR && this.code(1) === LF ? 2 : 1
    this.lineStart = this.at
    this.line++
  }

  private fetchNext(): void {
    this.skipToToken()
    this.dropStaleKeys()
    this.unroll(this.column)
    const c = this.code()
    if (Number.isNaN(c)) return this.fetchStreamEnd()
    const { column } = this
    if (column === 0 && c === 0x25) return this.fetchDirective()
    if (column === 0 && this.atDocumentMark(0x2d)) return this.fetchDocumentMark(T_DOCUMENT_START)
    if (column === 0 && this.atDocumentMark(0x2e)) {
      this.fetchDocumentMark(T_DOCUMENT_END)
      return
    }
    switch (c) {
      case 0x5b:
        return this.fetchFlowStart(T_FLOW_SEQUENCE_START)
      case 0x7b:
        return this.fetchFlowStart(T_FLOW_MAPPING_START)
      case 0x5d:
        return this.fetchFlowEnd(T_FLOW_SEQUENCE_END)
      case 0x7d:
        return this.fetchFlowEnd(T_FLOW_MAPPING_END)
      case 0x2c:
        this.removeSimpleKey()
        this.simpleKeyAllowed = true
        return this.push(T_FLOW_ENTRY, 1)
      case 0x2d:
        if (isBlankOrEnd(this.code(1))) return this.fetchBlockEntry()
        break
      case 0x3f:
        if (this.flowLevel > 0 || isBlankOrEnd(this.code(1))) return this.fetchKey()
        break
      case 0x3a:
        if (this.flowLevel > 0 || isBlankOrEnd(this.code(1))) return this.fetchValue()
        break
      case 0x2a:
        return this.fetchAnchor(T_ALIAS)
      case 0x26:
        return this.fetchAnchor(T_ANCHOR)
      case 0x21:
        this.saveSimpleKey()
        this.simpleKeyAllowed = false
        this.queue.push(this.scanTag())
        return
      case 0x7c:
        if (this.flowLevel === 0) return this.fetchBlockScalar(true)
        break
      case 0x3e:
        if (this.flowLevel === 0) return this.fetchBlockScalar(false)
        break
      case 0x27:
        return this.fetchQuoted(true)
      case 0x22:
        return this.fetchQuoted(false)
    }
    if (this.startsPlain(c)) {
      this.saveSimpleKey()
      this.simpleKeyAllowed = false
      this.queue.push(this.scanPlain())
      return
    }
    throw this.fail('found character that cannot start any token', this.at)
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

  private atDocumentMark(c: number): boolean {
    return this.code() === c && this.code(1) === c && this.code(2) === c && isBlankOrEnd(this.code(3))
  }

  private skipToToken(): void {
    for (;;) {
      let c = this.code()
      while (c === SPACE || ((this.flowLevel > 0 || !this.simpleKeyAllowed) && c === TAB)) {
        this.at++
        c = this.code()
      }
      if (c === 0x23) {
        while (!isBreakOrEnd(c)) {
          this.at++
          c = this.code()
        }
      }
      if (Number.isNaN(c) || !isBreak(c)) return
      this.newLine()
      if (this.flowLevel === 0) this.simpleKeyAllowed = true
    }
  }

  /** Keys end within their line and within 1024 characters. */
  private dropStaleKeys(): void {
    for (const key of this.simpleKeys) {
      if (!key.possible || (key.line === this.line && key.offset + 1024 >= this.at)) continue
      if (key.required) throw this.fail("could not find expected ':'", key.offset)
      key.possible = false
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

  private removeSimpleKey(): void {
    const key = this.simpleKeys[this.simpleKeys.length - 1] as SimpleKey
    if (key.possible && key.required) throw this.fail("could not find expected ':'", key.offset)
    key.possible = false
  }

  private roll(column: number, type: number, offset: number, beforeToken: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return
    this.indents.push(this.indent)
    this.indent = column
    if (this.indents.length > MAX_DEPTH) throw this.fail(`exceeded max depth of ${MAX_DEPTH}`, this.at)
    const token = new Token(type, offset, offset)
    if (beforeToken < 0) this.queue.push(token)
    else this.queue.splice(this.head + beforeToken - this.taken, 0, token)
  }

  private unroll(column: number): void {
    if (this.flowLevel > 0) return
    while (this.indent > column) {
      this.queue.push(new Token(T_BLOCK_END, this.at, this.at))
      this.indent = this.indents.pop() as number
    }
  }

  private fetchStreamEnd(): void {
    if (this.column !== 0) {
      this.lineStart = this.at
      this.line++
    }
    this.unroll(-1)
    this.removeSimpleKey()
    this.simpleKeyAllowed = false
    this.queue.push(new Token(T_STREAM_END, this.at, this.at))
    this.ended = true
  }

  private fetchDocumentMark(type: number): void {
    this.unroll(-1)
    this.removeSimpleKey()
    this.simpleKeyAllowed = false
    this.push(type, 3)
  }

  private fetchFlowStart(type: number): void {
    this.saveSimpleKey()
    this.simpleKeys.push(noKey())
    this.flowLevel++
    if (this.flowLevel > MAX_DEPTH) throw this.fail(`exceeded max depth of ${MAX_DEPTH}`, this.at)
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
    const key = this.simpleKeys[this.simpleKeys.length - 1] as SimpleKey
    if (key.possible) {
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
    const ends = isBlankOrEnd(c) || c === 0x3f || c === 0x3a || c === 0x2c || c === 0x5d || c === 0x7d || c === 0x25 || c === 0x40 || c === 0x60
    if (from === this.at || !ends) throw this.fail('did not find expected alphabetic or numeric character', start)
    this.queue.push(new Token(type, start, this.at, this.text.slice(from, this.at)))
  }

  private fetchDirective(): void {
    this.unroll(-1)
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
      const prefix = this.scanTagUri(true, true, '', start)
      if (!isBlankOrEnd(this.code())) throw this.fail('did not find expected whitespace or line break', start)
      this.queue.push(new Token(T_DIRECTIVE_TAG, start, this.at, handle, prefix))
    } else {
      throw this.fail('found unknown directive name', start)
    }
    this.finishLine('while scanning a directive', start)
  }

  private skipBlanks(): void {
    while (isBlank(this.code())) this.at++
  }

  /** Blanks, a comment, a line break; anything else is refused. */
  private finishLine(_context: string, start: number): void {
    this.skipBlanks()
    if (this.code() === 0x23) while (!isBreakOrEnd(this.code())) this.at++
    if (!isBreakOrEnd(this.code())) throw this.fail('did not find expected comment or line break', start)
    if (!Number.isNaN(this.code())) this.newLine()
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
      suffix = this.scanTagUri(false, true, '', start)
      if (this.code() !== 0x3e) throw this.fail("did not find the expected '>'", start)
      this.at++
    } else {
      handle = this.scanTagHandle(false, start)
      if (handle.length >= 2 && handle.endsWith('!')) {
        suffix = this.scanTagUri(false, false, '', start)
      } else {
        suffix = this.scanTagUri(false, false, handle, start)
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

  private scanTagUri(directive: boolean, verbatim: boolean, head: string, start: number): string {
    let out = head.length > 1 ? head.slice(1) : ''
    const from = this.at
    for (;;) {
      const c = this.code()
      if (c === 0x25) {
        out += this.scanUriEscapes(start)
        continue
      }
      const allowed =
        isWord(c) ||
        (!Number.isNaN(c) && ";/?:@&=+$.!~*'()".includes(String.fromCharCode(c))) ||
        (verbatim && (c === 0x2c || c === 0x5b || c === 0x5d))
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

  private fetchBlockScalar(literal: boolean): void {
    this.removeSimpleKey()
    this.simpleKeyAllowed = true
    const start = this.at
    this.at++
    let chomping = 0
    let increment = 0
    let c = this.code()
    for (let i = 0; i < 2; i++) {
      if ((c === 0x2b || c === 0x2d) && chomping === 0) chomping = c === 0x2b ? 1 : -1
      else if (c >= 0x30 && c <= 0x39 && increment === 0) {
        if (c === 0x30) throw this.fail('found an indentation indicator equal to 0', start)
        increment = c - 0x30
      } else break
      this.at++
      c = this.code()
    }
    this.finishLine('while scanning a block scalar', start)
    let indent = increment === 0 ? 0 : this.indent >= 0 ? this.indent + increment : increment
    let end = this.at
    // Line breaks before the first content line.
    let trailing = ''
    let deepest = 0
    const skipEmpty = () => {
      for (;;) {
        while ((indent === 0 || this.column < indent) && this.code() === SPACE) this.at++
        if (this.column > deepest) deepest = this.column
        if ((indent === 0 || this.column < indent) && this.code() === TAB) {
          throw this.fail('found a tab character where an indentation space is expected', start)
        }
        if (!isBreak(this.code())) return
        trailing += this.breakText()
        end = this.at
      }
    }
    skipEmpty()
    if (indent === 0) indent = Math.max(deepest, this.indent + 1, 1)
    let value = ''
    let leadingBreak = ''
    let leadingBlank = false
    while (this.column === indent && !Number.isNaN(this.code())) {
      const blank = isBlank(this.code())
      if (!literal && leadingBreak.startsWith('\n') && !leadingBlank && !blank) {
        if (trailing === '') value += ' '
      } else {
        value += leadingBreak
      }
      leadingBreak = ''
      value += trailing
      trailing = ''
      leadingBlank = blank
      const from = this.at
      let next = this.at
      const { text, limit } = this
      while (next < limit) {
        const k = text.charCodeAt(next)
        if (k === LF || k === CR || (k > 0x7e && isBreak(k))) break
        next++
      }
      value += text.slice(from, next)
      this.at = next
      end = next
      if (next >= limit) break
      leadingBreak = this.breakText()
      end = this.at
      skipEmpty()
    }
    if (chomping !== -1) value += leadingBreak
    if (chomping === 1) value += trailing
    this.queue.push(new Token(T_SCALAR, start, end, value, '', literal ? 3 : 4))
  }

  /** Reads a line break; the usual ones become a line feed. */
  private breakText(): string {
    const c = this.code()
    this.newLine()
    return c === 0x2028 || c === 0x2029 ? String.fromCharCode(c) : '\n'
  }

  private fetchQuoted(single: boolean): void {
    this.saveSimpleKey()
    this.simpleKeyAllowed = false
    const start = this.at
    this.at++
    const quote = single ? 0x27 : 0x22
    let value = ''
    for (;;) {
      if (this.column === 0 && (this.atDocumentMark(0x2d) || this.atDocumentMark(0x2e))) {
        throw this.fail('found unexpected document indicator', start)
      }
      if (Number.isNaN(this.code())) throw this.fail('found unexpected end of stream', start)
      let leadingBlanks = false
      let from = this.at
      let c = this.code()
      while (!isBlankOrEnd(c)) {
        if (c === quote) {
          if (!single || this.code(1) !== 0x27) break
          value += this.text.slice(from, this.at + 1)
          this.at += 2
          from = this.at
        } else if (!single && c === 0x5c) {
          value += this.text.slice(from, this.at)
          if (isBreak(this.code(1))) {
            this.at++
            this.newLine()
            leadingBlanks = true
            from = this.at
            break
          }
          value += this.scanEscape(start)
          from = this.at
        } else {
          this.at++
        }
        c = this.code()
      }
      value += this.text.slice(from, this.at)
      if (this.code() === quote) break
      const blanksFrom = this.at
      let blanksTo = this.at
      let firstBreak = ''
      let breaks = ''
      c = this.code()
      while (isBlank(c) || isBreak(c)) {
        if (isBlank(c)) {
          this.at++
          if (!leadingBlanks) blanksTo = this.at
        } else if (!leadingBlanks) {
          blanksTo = blanksFrom
          firstBreak = this.breakText()
          leadingBlanks = true
        } else {
          breaks += this.breakText()
        }
        c = this.code()
      }
      if (!leadingBlanks) value += this.text.slice(blanksFrom, blanksTo)
      else if (firstBreak === '\n') value += breaks === '' ? ' ' : breaks
      else value += firstBreak + breaks
    }
    this.at++
    this.queue.push(new Token(T_SCALAR, start, this.at, value, '', single ? 1 : 2))
  }

  private scanEscape(start: number): string {
    const c = this.code(1)
    const simple = ESCAPES[String.fromCharCode(c)]
    if (simple !== undefined) {
      this.at += 2
      return simple
    }
    const length = c === 0x78 ? 2 : c === 0x75 ? 4 : c === 0x55 ? 8 : 0
    if (length === 0) throw this.fail('found unknown escape character', start)
    this.at += 2
    const hex = this.text.slice(this.at, this.at + length)
    if (hex.length < length || !/^[0-9a-fA-F]+$/.test(hex)) {
      throw this.fail('did not find expected hexdecimal number', start)
    }
    const value = Number.parseInt(hex, 16)
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
      throw this.fail('found invalid Unicode character escape code', start)
    }
    this.at += length
    return String.fromCodePoint(value)
  }

  private scanPlain(): Token {
    const { text, limit } = this
    const start = this.at
    const indent = this.indent + 1
    const inFlow = this.flowLevel > 0
    let value = ''
    let end = start
    let leadingBlanks = false
    let blanksFrom = start
    let firstBreak = ''
    let breaks = ''
    for (;;) {
      if (this.column === 0 && (this.atDocumentMark(0x2d) || this.atDocumentMark(0x2e))) break
      if (this.code() === 0x23) break
      const from = this.at
      let next = from
      while (next < limit) {
        const c = text.charCodeAt(next)
        if (c === SPACE || c === LF || c === TAB || c === CR || (c > 0x7e && isBreak(c))) break
        if (c === 0x3a) {
          const after = next + 1 < limit ? text.charCodeAt(next + 1) : Number.NaN
          if (isBlankOrEnd(after)) break
        } else if (inFlow) {
          if (c === 0x2c || c === 0x5b || c === 0x5d || c === 0x7b || c === 0x7d || c === 0x3f) break
        }
        next++
      }
      if (next > from) {
        if (leadingBlanks) {
          if (firstBreak === '\n') value += breaks === '' ? ' ' : breaks
          else value += firstBreak + breaks
          leadingBlanks = false
          firstBreak = ''
          breaks = ''
        } else if (from > blanksFrom && end > start) {
          value += text.slice(blanksFrom, from)
        }
        value += text.slice(from, next)
        this.at = next
        end = next
      }
      let c = this.code()
      if (!(isBlank(c) || isBreak(c))) break
      blanksFrom = this.at
      while (isBlank(c) || isBreak(c)) {
        if (isBlank(c)) {
          if (leadingBlanks && this.column < indent && c === TAB) {
            throw this.fail('found a tab character that violates indentation', start)
          }
          this.at++
        } else if (!leadingBlanks) {
          firstBreak = this.breakText()
          leadingBlanks = true
        } else {
          breaks += this.breakText()
        }
        c = this.code()
      }
      if (!inFlow && this.column < indent) break
    }
    if (leadingBlanks) this.simpleKeyAllowed = true
    return new Token(T_SCALAR, start, end, value, '', 0)
  }
}

const ESCAPES: Record<string, string> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}

function noKey(): SimpleKey {
  return { possible: false, required: false, token: 0, offset: 0, line: 0, column: 0 }
}
