/** The text of a program into tokens, lines and indentation included. */
import { fail, type ToolError } from '../../core/error.ts'
import { MOST_BITS, type Position } from './limits.ts'
import { unquote } from './string-literals.ts'

export type TokenKind = 'name' | 'int' | 'float' | 'string' | 'word' | 'sign' | 'line' | 'indent' | 'outdent' | 'end'

export interface Token {
  kind: TokenKind
  /** Of words and signs what is written, of names the name. */
  text: string
  /** Of literals. */
  value: string | bigint | number
  at: Position
  /** Behind it, which is where the reference places most complaints about it. */
  end: Position
}

const KEYWORDS = new Set('and break continue def elif else for if in lambda load not or pass return while'.split(' '))
const RESERVED = new Set('as class del except finally from global import is nonlocal raise try with yield'.split(' '))

const SIGNS = [
  ...['//=', '>>=', '<<='],
  ...['**', '//', '>>', '<<', '<=', '>=', '==', '!=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^='],
  ...'+-*/%&|^~=<>.,;:()[]{}',
]
const SIGNS_BY_START = new Map(SIGNS.map((sign) => [sign[0], SIGNS.filter((other) => other[0] === sign[0])]))

/** How the reference calls a token that it did not want. */
export function describe({ kind, text }: Token): string {
  if (kind === 'name') return 'identifier'
  if (kind === 'word') return text
  if (kind === 'sign') return `'${text}'`
  return (
    { int: 'int literal', float: 'float literal', string: 'string literal', line: 'newline', end: 'end of file' }[
      kind as string
    ] ?? kind
  )
}

export function syntaxError(name: string, { line, column }: Position, message: string): ToolError {
  return fail('STARLARK_SYNTAX', `${name}:${line}:${column}: ${message}`)
}

/** All tokens of a program; `name` is what errors call it. */
export function tokenize(name: string, text: string): Token[] {
  return new Lexer(name, text.replaceAll('\r\n', '\n')).all()
}

const NUMBER = /(?:0[xX][0-9a-fA-F]*|0[oO][0-7]*|0[bB][01]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d*)?)/y
const IDENTIFIER = /[\p{L}_][\p{L}\p{Nd}_]*/uy
const QUOTE = /(?:[rR]?[bB]|[bB]?[rR]|)("""|'''|"|')/y

class Lexer {
  private readonly tokens: Token[] = []
  private readonly indents = [0]
  private i = 0
  private line = 1
  private lineStart = 0
  private depth = 0

  constructor(
    private readonly name: string,
    private readonly text: string,
  ) {}

  all(): Token[] {
    let startsLine = true
    for (;;) {
      if (startsLine && this.depth === 0) this.indentation()
      startsLine = this.skipBlanks(startsLine) && this.depth === 0
      if (startsLine) continue
      if (this.i >= this.text.length) break
      if (this.text[this.i] === '\n') {
        this.push('line', '')
        this.newLine()
        startsLine = true
      } else this.token()
      const last = this.tokens.at(-1)
      if (last !== undefined) last.end = this.position()
    }
    // A last line without a break has an end all the same where blocks end with it.
    const kind = this.tokens.at(-1)?.kind
    const isEnded = this.depth > 0 || kind === 'line' || kind === 'outdent'
    if (this.indents.length > 1 && !isEnded) this.push('line', '')
    for (let i = 1; i < this.indents.length; i++) this.push('outdent', '')
    this.push('end', '')
    return this.tokens
  }

  private position(further = 0): Position {
    const before = this.text.slice(this.lineStart, this.i + further)
    return { line: this.line, column: (before.length > 200 ? before.length : [...before].length) + 1 }
  }

  private push(kind: TokenKind, text: string, value: Token['value'] = text, at = this.position()): void {
    this.tokens.push({ kind, text, value, at, end: at })
  }

  private error(message: string, at = this.position()): ToolError {
    return syntaxError(this.name, at, message)
  }

  private newLine(): void {
    this.i++
    this.line++
    this.lineStart = this.i
  }

  /** Blanks, comments, and line ends that do not count. True when a whole line was blank. */
  private skipBlanks(isFirst: boolean): boolean {
    const { text } = this
    for (;;) {
      const c = text[this.i]
      if (c === ' ' || c === '\t' || c === '\r') this.i++
      else if (c === '\\' && text[this.i + 1] === '\n') {
        this.i++
        this.newLine()
      } else if (c === '\\') throw this.error('stray backslash in program', this.position(1))
      else if (c === '#') while (this.i < text.length && text[this.i] !== '\n') this.i++
      else if (c === '\n' && (this.depth > 0 || isFirst)) {
        this.newLine()
        if (this.depth === 0) return true
      } else return false
    }
  }

  private indentation(): void {
    let width = 0
    let i = this.i
    for (; this.text[i] === ' ' || this.text[i] === '\t'; i++) width += this.text[i] === ' ' ? 1 : 8 - (width % 8)
    const c = this.text[i]
    if (c === '\n' || c === '#' || c === undefined || (c === '\r' && this.text[i + 1] === '\n')) return
    this.i = i
    const current = this.indents.at(-1) as number
    if (width > current) {
      this.indents.push(width)
      this.push('indent', '')
      if (this.indents.length > 100) throw this.error('blocks more than 100 levels deep are not supported by strake')
    } else if (width < current) {
      while ((this.indents.at(-1) as number) > width) {
        this.indents.pop()
        this.push('outdent', '')
      }
      if (this.indents.at(-1) !== width) throw this.error('unindent does not match any outer indentation level')
    }
  }

  private token(): void {
    const c = this.text[this.i] as string
    if (this.match(QUOTE) !== undefined) return this.string()
    const word = this.match(IDENTIFIER)
    if (word !== undefined) {
      this.push(KEYWORDS.has(word) || RESERVED.has(word) ? 'word' : 'name', word)
      this.i += word.length
      return
    }
    if (/\d/.test(c) || (c === '.' && /\d/.test(this.text[this.i + 1] ?? ''))) return this.number()
    const sign = SIGNS_BY_START.get(c)?.find((one) => this.text.startsWith(one, this.i))
    if (sign === undefined)
      throw this.error(`unexpected input character ${charText(this.text.codePointAt(this.i) as number)}`)
    if ('([{'.includes(sign)) this.depth++
    else if (')]}'.includes(sign)) {
      if (this.depth === 0) throw this.error(`unexpected '${sign}'`)
      this.depth--
    }
    this.push('sign', sign)
    this.i += sign.length
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.i
    return pattern.exec(this.text)?.[0]
  }

  private number(): void {
    const text = this.match(NUMBER) as string
    const at = this.position()
    this.i += text.length
    if (/^0[xX]$/.test(text)) throw this.error('invalid hex literal', at)
    if (/^0[oO]$/.test(text)) throw this.error('invalid octal literal')
    if (/^0[bB]$/.test(text)) throw this.error('invalid binary literal')
    if (/^0[xXoObB]/.test(text)) return this.push('int', text, BigInt(text.toLowerCase()), at)
    if (/[.eE]/.test(text)) {
      const value = Number(text)
      if (!Number.isFinite(value)) throw this.error('invalid float literal')
      return this.push('float', text, value, at)
    }
    if (/^0\d*[1-9]/.test(text)) {
      if (/[89]/.test(text)) throw this.error('invalid int literal', at)
      throw this.error(`obsolete form of octal literal; use 0o${text.slice(1)}`)
    }
    if (text.length * 4 > MOST_BITS) throw this.error('an int literal as long as this is not supported by strake', at)
    this.push('int', text, BigInt(text), at)
  }

  private string(): void {
    const { text } = this
    const at = this.position()
    const prefix = /[^'"]*/y
    prefix.lastIndex = this.i
    const letters = (prefix.exec(text)?.[0] ?? '').toLowerCase()
    const open = this.i + letters.length
    const mark = text[open] as string
    const isTriple = text.startsWith(mark.repeat(3), open)
    const close = isTriple ? mark.repeat(3) : mark
    let i = open + close.length
    let line = this.line
    let lineStart = this.lineStart
    while (!text.startsWith(close, i)) {
      if (i >= text.length) throw this.error('unexpected EOF in string', at)
      if (text[i] === '\n') {
        if (!isTriple) throw this.error('unexpected newline in string', at)
        line++
        lineStart = i + 1
      } else if (text[i] === '\\') {
        i++
        if (text[i] === '\n') {
          line++
          lineStart = i + 1
        }
      }
      i++
    }
    if (letters.includes('b')) throw this.error('bytes are not supported by strake', at)
    const inner = text.slice(open + close.length, i)
    const value = letters.includes('r') ? inner : unquote(inner, (message) => this.error(message, at))
    this.i = i + close.length
    this.line = line
    this.lineStart = lineStart
    this.push('string', '', value, at)
  }
}

function charText(code: number): string {
  const c = String.fromCodePoint(code)
  return /[\p{C}\p{Z}]/u.test(c) ? `'\\u${code.toString(16).padStart(4, '0')}'` : `'${c}'`
}
