/** Terms and the literals of bodies. */
import type { ToolError } from '../../core/error.ts'
import { type RegoFile, regoError } from './errors.ts'
import { type Token, tokenize } from './lexer.ts'
import type { Body, Literal, Position, Term } from './syntax.ts'

/** Operators from those that bind least. */
const LEVELS: readonly (readonly string[])[] = [
  ['in'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['|'],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** The built-in functions that operators stand for. */
const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'equal',
  '!=': 'neq',
  '<': 'lt',
  '>': 'gt',
  '<=': 'lte',
  '>=': 'gte',
  '|': 'or',
  '&': 'and',
  '+': 'plus',
  '-': 'minus',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  in: 'internal.member_2',
}

const RESERVED = new Set('as default else false import not null package some true with'.split(' '))

/** What errors call signs that they do not show. */
const SIGN_NAMES: Readonly<Record<string, string>> = { '=': 'eq', ':=': 'assign' }

const MOST_LEVELS = 200

export class TermParser {
  protected readonly tokens: Token[]
  protected i = 0
  private depth = 0
  private wildcards = 0
  /** Words of newer policies that are keywords here: `if`, `in`, `contains`, `every`. */
  protected readonly keywords = new Set<string>()

  constructor(protected readonly file: RegoFile) {
    this.tokens = tokenize(file)
  }

  protected get next(): Token {
    return this.tokens[this.i] as Token
  }

  protected is(text: string): boolean {
    const { kind, text: found } = this.next
    return found === text && (kind === 'sign' || kind === 'name')
  }

  protected isKeyword(word: string): boolean {
    return this.keywords.has(word) && this.is(word) && this.next.kind === 'name'
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false
    this.i++
    return true
  }

  protected expect(text: string): Token {
    const token = this.next
    if (!this.take(text)) throw this.unexpected(`expected ${text}`)
    return token
  }

  protected error(message: string, at: Position = this.next.at): ToolError {
    return regoError(this.file, at, 'rego_parse_error', message)
  }

  protected unexpected(wanted = ''): ToolError {
    const { kind, text } = this.next
    const named = { end: 'eof', sign: SIGN_NAMES[text] ?? text, name: 'identifier', number: 'number', string: 'string' }
    return this.error(`unexpected ${named[kind]} token${wanted === '' ? '' : `: ${wanted}`}`)
  }

  protected identifier(what = ''): string {
    const { kind, text } = this.next
    if (kind !== 'name' || RESERVED.has(text) || this.isKeyword(text))
      throw this.unexpected(what === '' ? '' : `expected ${what}`)
    this.i++
    return text
  }

  /** Names that nobody writes, one for each `_`. */
  private wildcard(): string {
    return `$${this.wildcards++}`
  }

  /** What stands between brackets may use `|`; the first part of what may be a comprehension may not. */
  protected term(orAllowed = true, level = 0): Term {
    if (level === LEVELS.length) return this.operand()
    const operators = LEVELS[level] as readonly string[]
    let left = this.term(orAllowed, level + 1)
    for (;;) {
      const operator = this.next.text
      const applies = operators.includes(operator) && (operator === 'in' ? this.isKeyword('in') : this.is(operator))
      if (!applies || (operator === '|' && !orAllowed)) return left
      const { at } = this.next
      this.i++
      const right = this.term(orAllowed, level + 1)
      left = { kind: 'call', name: OPERATORS[operator] as string, words: [left, right], at }
    }
  }

  private operand(): Term {
    if (++this.depth > MOST_LEVELS) throw this.error(`more than ${MOST_LEVELS} levels inside each other`)
    let found = this.primary()
    while (this.next.adjacent) {
      const { at } = this.next
      if (this.take('.')) {
        const { kind, text } = this.next
        if (kind !== 'name') throw this.unexpected('expected a name')
        this.i++
        found = step(found, { kind: 'value', value: text, at })
      } else if (this.take('[')) {
        found = step(found, this.term())
        this.expect(']')
      } else if (this.is('(')) {
        const name = dotted(found)
        if (name === undefined) throw this.unexpected('only names can be called')
        this.i++
        found = { kind: 'call', name, words: this.listUntil(')'), at: found.at }
      } else break
    }
    this.depth--
    return found
  }

  private primary(): Term {
    const { kind, text, at } = this.next
    if (kind === 'string') {
      this.i++
      return { kind: 'value', value: text, at }
    }
    if (kind === 'number') return this.number('')
    if (this.take('-')) {
      if (this.next.kind === 'number') return this.number('-')
      return { kind: 'call', name: 'minus', words: [{ kind: 'value', value: 0, at }, this.operand()], at }
    }
    if (this.take('(')) {
      const inner = this.term()
      this.expect(')')
      return inner
    }
    if (this.take('[')) return this.arrayOrComprehension(at)
    if (this.take('{')) return this.setOrObject(at)
    if (kind === 'name') {
      if (text === 'true' || text === 'false' || text === 'null') {
        this.i++
        return { kind: 'value', value: text === 'null' ? null : text === 'true', at }
      }
      // `contains` and `in` can still be called.
      const called = this.tokens[this.i + 1]
      if (text === 'contains' && called?.text === '(' && called.adjacent) {
        this.i++
        return { kind: 'name', name: text, at }
      }
      const name = this.identifier()
      return { kind: 'name', name: name === '_' ? this.wildcard() : name, at }
    }
    throw this.unexpected()
  }

  private number(sign: string): Term {
    const { kind, text, at } = this.next
    if (kind !== 'number') throw this.unexpected('expected number')
    this.i++
    const value = Number(sign + text)
    if (!Number.isFinite(value) || (/^\d+$/.test(text) && BigInt(Math.abs(value)) !== BigInt(text)))
      throw this.error(`the number ${sign}${text} cannot be held exactly`, at)
    return { kind: 'value', value, at }
  }

  private listUntil(end: string): Term[] {
    const items: Term[] = []
    while (!this.take(end)) {
      items.push(this.term())
      if (!this.take(',') && !this.is(end)) throw this.unexpected(`expected "," or "${end}"`)
    }
    return items
  }

  private arrayOrComprehension(at: Position): Term {
    if (this.take(']')) return { kind: 'array', items: [], at }
    const first = this.term(false)
    if (this.take('|')) return { kind: 'comprehension', of: 'array', value: first, body: this.body(']'), at }
    return { kind: 'array', items: this.rest(first, ']'), at }
  }

  private rest(first: Term, end: string): Term[] {
    if (this.take(end)) return [first]
    if (!this.is(',')) throw this.unexpected(`expected "," or "${end}"`)
    this.i++
    return [first, ...this.listUntil(end)]
  }

  private setOrObject(at: Position): Term {
    if (this.take('}')) return { kind: 'object', keys: [], values: [], at }
    const first = this.term(false)
    if (this.take('|')) return { kind: 'comprehension', of: 'set', value: first, body: this.body('}'), at }
    if (!this.take(':')) return { kind: 'set', items: this.rest(first, '}'), at }
    const value = this.term(false)
    if (this.take('|')) return { kind: 'comprehension', of: 'object', key: first, value, body: this.body('}'), at }
    const keys = [first]
    const values = [value]
    while (!this.take('}')) {
      if (!this.take(',')) throw this.unexpected('expected "," or "}"')
      if (this.take('}')) break
      keys.push(this.term())
      this.expect(':')
      values.push(this.term())
    }
    return { kind: 'object', keys, values, at }
  }

  /** Literals up to a closing sign, which is taken. */
  protected body(end: string): Body {
    const literals: Body = []
    if (this.is(end)) throw this.error('found empty body')
    do {
      literals.push(this.literal())
      const line = this.tokens[this.i - 1]?.at.line ?? 0
      if (!this.take(';') && !this.is(end) && this.next.at.line === line)
        throw this.unexpected(`expected \\n or ; or ${end}${this.keywordHint()}`)
    } while (!this.take(end))
    return literals
  }

  /** What would make the word here one of the language. */
  private keywordHint(): string {
    const before = this.tokens[this.i - 1]
    if (this.is('in')) return ' (hint: `import future.keywords.in` for `x in xs` expressions)'
    if (before?.kind !== 'name' || before.text !== 'every') return ''
    return ' (hint: `import future.keywords.every` for `every x in xs { ... }` expressions)'
  }

  protected literal(): Literal {
    const { at } = this.next
    if (this.take('not')) return this.withoutWith({ kind: 'not', literal: this.expression(at), at })
    if (this.take('some')) return this.some(at)
    if (this.isKeyword('every')) {
      this.i++
      return this.every(at)
    }
    return this.withoutWith(this.expression(at))
  }

  private withoutWith(literal: Literal): Literal {
    if (this.is('with')) throw this.error('with is not supported')
    return literal
  }

  private expression(at: Position): Literal {
    const left = this.term()
    const declares = this.is(':=')
    if (!this.take(':=') && !this.take('=')) return { kind: 'test', term: left, at }
    return { kind: 'unify', left, right: this.term(), declares, at }
  }

  private some(at: Position): Literal {
    const names: Term[] = []
    do names.push(this.term(true, 1))
    while (this.take(','))
    if (this.isKeyword('in')) {
      if (names.length > 2) throw this.unexpected('expected at most two terms before in')
      this.i++
      const [key, value] = names.length === 2 ? names : [undefined, names[0]]
      return this.withoutWith({ kind: 'some in', key, value: value as Term, domain: this.term(true, 1), at })
    }
    const plain = names.map((one) => {
      if (one.kind !== 'name') throw this.error('expected a name behind some', one.at)
      return one.name
    })
    return { kind: 'some', names: plain, at }
  }

  private every(at: Position): Literal {
    const first = this.term(true, 1)
    const second = this.take(',') ? this.term(true, 1) : undefined
    if (!this.isKeyword('in')) throw this.unexpected('expected in')
    this.i++
    const domain = this.term(true, 1)
    this.expect('{')
    const [key, value] = second === undefined ? [undefined, first] : [first, second]
    for (const one of [first, second])
      if (one !== undefined && one.kind !== 'name') throw this.error('expected a name', one.at)
    return { kind: 'every', key, value, domain, body: this.body('}'), at }
  }
}

/** One more step of a path. */
function step(term: Term, next: Term): Term {
  if (term.kind === 'reference') {
    term.path.push(next)
    return term
  }
  return { kind: 'reference', head: term, path: [next], at: term.at }
}

/** `strings.count` of a path of plain names. */
function dotted(term: Term): string | undefined {
  if (term.kind === 'name') return term.name
  if (term.kind !== 'reference' || term.head.kind !== 'name') return undefined
  const names = term.path.map((one) => (one.kind === 'value' && typeof one.value === 'string' ? one.value : undefined))
  return names.includes(undefined) ? undefined : [term.head.name, ...names].join('.')
}
