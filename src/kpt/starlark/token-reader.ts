/** Goes through the tokens of a program. */
import type { ToolError } from '../../core/error.ts'
import { describe, syntaxError, type Token, tokenize } from './lexer.ts'
import type { Position } from './limits.ts'
import type { Name } from './syntax.ts'

/** How deep a program's text may nest. */
const MOST_LEVELS = 150

export class TokenReader {
  private readonly tokens: Token[]
  private i = 0
  private depth = 0

  constructor(
    readonly name: string,
    text: string,
  ) {
    this.tokens = tokenize(name, text)
  }

  get token(): Token {
    return this.tokens[this.i] as Token
  }

  next(): Token {
    const { token } = this
    if (token.kind !== 'end') this.i++
    return token
  }

  /** Whether the token is this word or sign. */
  is(text: string): boolean {
    const { kind, text: own } = this.token
    return own === text && (kind === 'sign' || kind === 'word')
  }

  /** Passes over a word or sign, when it is there. */
  accept(text: string): boolean {
    const isThere = this.is(text)
    if (isThere) this.next()
    return isThere
  }

  expect(text: string): Position {
    if (!this.is(text)) throw this.unwanted(/^\w/.test(text) ? text : `'${text}'`)
    return this.next().at
  }

  expectKind(kind: Token['kind'], wanted: string): Token {
    if (this.token.kind !== kind) throw this.unwanted(wanted)
    return this.next()
  }

  identifier(): Name {
    if (this.token.kind !== 'name') throw this.error('not an identifier')
    const { text, at } = this.next()
    return { kind: 'name', at, name: text, place: undefined }
  }

  unwanted(wanted: string, at?: Position): ToolError {
    return this.error(`got ${describe(this.token)}, want ${wanted}`, at)
  }

  error(message: string, at = this.token.end): ToolError {
    return syntaxError(this.name, at, message)
  }

  /** Reads what lies one level deeper. */
  inside<T>(read: () => T): T {
    if (++this.depth > MOST_LEVELS) {
      throw this.error(`more than ${MOST_LEVELS} levels inside each other are not supported by strake`)
    }
    const result = read()
    this.depth--
    return result
  }
}
