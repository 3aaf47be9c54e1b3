/** A position in a text and the reading of scalars from there. Both readers, the quick and the exact one, stand on it. */
import type { Source } from '../core/source.ts'
import { CR, END, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, LF, SPACE, TAB } from './characters.ts'
import { readEscape } from './escapes.ts'
import { YamlError } from './syntax-error.ts'

export class Cursor {
  readonly text: string
  at: number
  /** Lines passed since the start of the piece. */
  line = 0
  lineStart: number
  /** End of the text of the scalar read last; blanks and line breaks behind it may have been passed. */
  scalarEnd = 0
  /** The scalar read last was plain and the cursor has left its last line. */
  crossedLine = false

  constructor(
    readonly source: Source,
    readonly base: number,
    readonly limit: number,
  ) {
    this.text = source.text
    this.at = base
    this.lineStart = base
    if (base < limit && this.text.charCodeAt(base) === 0xfeff) {
      this.at++
      this.lineStart++
    }
  }

  code(offset = 0): number {
    const i = this.at + offset
    return i < this.limit ? this.text.charCodeAt(i) : END
  }

  get column(): number {
    return this.at - this.lineStart
  }

  /** A scanner error about a construct that began at `context`. */
  fail(problem: string, context: number): YamlError {
    return new YamlError(this.source, problem, { context, problem: this.at, base: this.base, scanner: true })
  }

  newLine(): void {
    this.at += this.text.charCodeAt(this.at) === CR && this.code(1) === LF ? 2 : 1
    this.lineStart = this.at
    this.line++
  }

  /** `---` or `...` followed by a blank or the end, at the cursor. */
  atDocumentMark(): boolean {
    const c = this.code()
    return (c === 0x2d || c === 0x2e) && this.code(1) === c && this.code(2) === c && isBlankOrEnd(this.code(3))
  }

  skipBlanks(): void {
    while (isBlank(this.code())) this.at++
  }

  /** Passes a line break; the usual ones become a line feed. */
  private breakText(): string {
    const c = this.code()
    this.newLine()
    return c === 0x2028 || c === 0x2029 ? String.fromCharCode(c) : '\n'
  }

  /**
   * A plain scalar. Its further lines stand at or right of column `indent`; in flow collections it ends before
   * brackets, commas and question marks.
   */
  scanPlain(indent: number, inFlow: boolean): string {
    const { text, limit } = this
    const start = this.at
    let value = ''
    let end = start
    let leadingBlanks = false
    let blanksFrom = start
    let firstBreak = ''
    let breaks = ''
    for (;;) {
      if (this.at === this.lineStart && this.atDocumentMark()) break
      if (this.code() === 0x23) break
      const from = this.at
      let next = from
      while (next < limit) {
        const c = text.charCodeAt(next)
        if (c === SPACE || c === LF || c === TAB || c === CR || (c > 0x7e && isBreak(c))) break
        if (c === 0x3a) {
          if (isBlankOrEnd(next + 1 < limit ? text.charCodeAt(next + 1) : END)) break
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
        } else if (from > blanksFrom) {
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
    this.crossedLine = leadingBlanks
    this.scalarEnd = end
    return value
  }

  /** A quoted scalar, the cursor being on its first quote. */
  scanQuoted(single: boolean): string {
    const { text } = this
    const start = this.at
    this.at++
    const quote = single ? 0x27 : 0x22
    let value = ''
    for (;;) {
      if (this.at === this.lineStart && this.atDocumentMark()) {
        throw this.fail('found unexpected document indicator', start)
      }
      if (this.code() === END) throw this.fail('found unexpected end of stream', start)
      let leadingBlanks = false
      let from = this.at
      let c = this.code()
      while (!isBlankOrEnd(c)) {
        if (c === quote) {
          if (!single || this.code(1) !== 0x27) break
          value += text.slice(from, this.at + 1)
          this.at += 2
          from = this.at
        } else if (!single && c === 0x5c) {
          value += text.slice(from, this.at)
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
      value += text.slice(from, this.at)
      if (this.code() === quote) break
      const blanksFrom = this.at
      let firstBreak = ''
      let breaks = ''
      c = this.code()
      while (isBlank(c) || isBreak(c)) {
        if (isBlank(c)) {
          this.at++
        } else if (!leadingBlanks) {
          firstBreak = this.breakText()
          leadingBlanks = true
        } else {
          breaks += this.breakText()
        }
        c = this.code()
      }
      if (!leadingBlanks) value += text.slice(blanksFrom, this.at)
      else if (firstBreak === '\n') value += breaks === '' ? ' ' : breaks
      else value += firstBreak + breaks
    }
    this.at++
    this.scalarEnd = this.at
    return value
  }

  private scanEscape(start: number): string {
    const { value, at, problem } = readEscape(this.text, this.at, this.limit)
    this.at = at
    if (problem !== '') throw this.fail(problem, start)
    return value
  }

  /**
   * A block scalar below the block at column `parentIndent`, the cursor being on its `|` or `>`.
   * `lineComment` is told of a comment on the header line before it is passed.
   */
  scanBlock(literal: boolean, parentIndent: number, lineComment?: (scalarStart: number) => void): string {
    const { text, limit } = this
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
    this.skipBlanks()
    if (this.code() === 0x23) {
      lineComment?.(start)
      while (!isBreakOrEnd(this.code())) this.at++
    }
    if (!isBreakOrEnd(this.code())) throw this.fail('did not find expected comment or line break', start)
    if (this.code() !== END) this.newLine()
    let indent = increment === 0 ? 0 : parentIndent >= 0 ? parentIndent + increment : increment
    let end = this.at
    let breaks = ''
    if (indent === 0) {
      // The first line that is not empty decides, but a longer empty line before it counts too.
      let deepest = 0
      for (;;) {
        while (this.code() === SPACE) this.at++
        if (this.column > deepest) deepest = this.column
        if (this.code() === TAB) throw this.fail('found a tab character where an indentation space is expected', start)
        if (!isBreak(this.code())) break
        breaks += this.breakText()
        end = this.at
      }
      indent = Math.max(deepest, parentIndent + 1, 1)
    } else {
      breaks = this.emptyLines(indent, start)
      if (breaks !== '') end = this.lineStart
    }
    let value = ''
    let leadingBreak = ''
    let leadingBlank = false
    while (this.column === indent && this.at < limit) {
      const blank = isBlank(text.charCodeAt(this.at))
      if (!literal && leadingBreak === '\n' && !leadingBlank && !blank) {
        if (breaks === '') value += ' '
      } else {
        value += leadingBreak
      }
      value += breaks
      leadingBlank = blank
      const from = this.at
      let next = from
      while (next < limit) {
        const k = text.charCodeAt(next)
        if (k === LF || k === CR || (k > 0x7e && isBreak(k))) break
        next++
      }
      value += text.slice(from, next)
      this.at = next
      end = next
      leadingBreak = ''
      breaks = ''
      if (next >= limit) break
      leadingBreak = this.breakText()
      end = this.at
      breaks = this.emptyLines(indent, start)
      if (breaks !== '') end = this.lineStart
    }
    if (chomping !== -1) value += leadingBreak
    if (chomping === 1) value += breaks
    this.scalarEnd = end
    return value
  }

  /** Passes the indentation of a block scalar's line and the empty lines before it, whose breaks it returns. */
  private emptyLines(indent: number, start: number): string {
    let breaks = ''
    for (;;) {
      while (this.column < indent && this.code() === SPACE) this.at++
      const c = this.code()
      if (c === TAB && this.column < indent) {
        throw this.fail('found a tab character where an indentation space is expected', start)
      }
      if (!isBreak(c)) return breaks
      breaks += this.breakText()
    }
  }
}
