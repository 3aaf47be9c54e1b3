/** Expressions, by their precedence. */
import type { Position } from './limits.ts'
import type { Argument, Clause, Expression, LambdaExpression, Parameter } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Binary operators, the loosest first; `not` binds as the empty level. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  [],
  ['==', '!=', '<', '>', '<=', '>=', 'in', 'not'],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['-', '+'],
  ['*', '%', '/', '//'],
]
const NOT_LEVEL = 2
const COMPARISON_LEVEL = 3

/** Calls, attributes and indexes behind one value. */
const MOST_SUFFIXES = 100

/** One expression, or a tuple without parentheses. */
export function parseExpression(reader: TokenReader, isInParentheses = false): Expression {
  const first = parseTest(reader)
  if (!reader.is(',')) return first
  return { kind: 'tuple', at: first.at, items: [first, ...moreItems(reader, isInParentheses)] }
}

/** What follows commas; in parentheses the last comma may stand alone. */
function moreItems(reader: TokenReader, allowsTrailing: boolean): Expression[] {
  const items: Expression[] = []
  while (reader.is(',')) {
    const { at } = reader.next()
    if (endsExpression(reader)) {
      if (!allowsTrailing) throw reader.error('unparenthesized tuple with trailing comma', at)
      break
    }
    items.push(parseTest(reader))
  }
  return items
}

function endsExpression({ token }: TokenReader): boolean {
  if (token.kind === 'line' || token.kind === 'end') return true
  return token.kind === 'sign' && ['}', ']', ')', ';', '='].includes(token.text)
}

export function parseTest(reader: TokenReader): Expression {
  return reader.inside(() => {
    if (reader.is('lambda')) return lambda(reader, true)
    const chosen = level(reader, 0)
    if (!reader.is('if')) return chosen
    const { at } = reader.next()
    const condition = level(reader, 0)
    if (!reader.accept('else')) throw reader.error('conditional expression without else clause', at)
    return { kind: 'conditional', at, condition, chosen, otherwise: parseTest(reader) }
  })
}

function lambda(reader: TokenReader, allowsConditional: boolean): LambdaExpression {
  const { at } = reader.next()
  const parameters = reader.is(':') ? [] : parseParameters(reader)
  reader.expect(':')
  const result = allowsConditional ? parseTest(reader) : withoutConditional(reader)
  return { kind: 'lambda', at, parameters, slots: 0, result }
}

/** What conditions of comprehensions are. */
function withoutConditional(reader: TokenReader): Expression {
  return reader.is('lambda') ? lambda(reader, false) : level(reader, 0)
}

function level(reader: TokenReader, strength: number): Expression {
  const operators = LEVELS[strength]
  if (operators === undefined) return withSuffixes(reader, primary(reader))
  if (strength === NOT_LEVEL) {
    if (!reader.is('not')) return level(reader, strength + 1)
    const { at } = reader.next()
    return { kind: 'unary', at, operator: 'not', value: reader.inside(() => level(reader, strength)) }
  }
  let left = level(reader, strength + 1)
  let first: string | undefined
  for (;;) {
    const found = operators.find((one) => reader.is(one))
    if (found === undefined) return left
    const { at, end } = reader.next()
    let operator = found
    if (found === 'not') {
      if (!reader.is('in')) throw reader.unwanted('in')
      reader.next()
      operator = 'not in'
    }
    if (strength === COMPARISON_LEVEL && first !== undefined) {
      throw reader.error(`${first} does not associate with ${operator} (use parens)`, end)
    }
    first = operator
    left = { kind: 'binary', at, operator, left, right: level(reader, strength + 1) }
  }
}

/** A value with its calls, indexes and attributes, as targets of loops are. */
export function parsePrimary(reader: TokenReader): Expression {
  return withSuffixes(reader, primary(reader))
}

function withSuffixes(reader: TokenReader, start: Expression): Expression {
  let value = start
  for (let count = 0; ; count++) {
    const { at } = reader.token
    if (reader.is('.')) {
      reader.next()
      const { at, name } = reader.identifier()
      value = { kind: 'attribute', at, value, name }
    } else if (reader.is('[')) value = suffix(reader, value)
    else if (reader.is('(')) value = call(reader, value)
    else return value
    if (count >= MOST_SUFFIXES) {
      throw reader.error(`more than ${MOST_SUFFIXES} calls and indexes of one value are not supported by strake`, at)
    }
  }
}

function suffix(reader: TokenReader, value: Expression): Expression {
  const { at } = reader.next()
  const isEnd = () => reader.is(':') || reader.is(']')
  let start: Expression | undefined
  if (!reader.is(':')) {
    start = parseExpression(reader)
    if (!reader.is(':')) {
      reader.expect(']')
      return { kind: 'index', at, value, index: start }
    }
  }
  reader.expect(':')
  const end = isEnd() ? undefined : parseTest(reader)
  const step = reader.accept(':') && !reader.is(']') ? parseTest(reader) : undefined
  reader.expect(']')
  return { kind: 'slice', at, value, start, end, step }
}

function call(reader: TokenReader, callee: Expression): Expression {
  const { at } = reader.next()
  const given: Argument[] = []
  while (!reader.is(')') && reader.token.kind !== 'end') {
    if (given.length > 0) reader.expect(',')
    if (reader.is(')')) break
    given.push(argument(reader))
  }
  reader.expect(')')
  return { kind: 'call', at, callee, arguments: given }
}

function argument(reader: TokenReader): Argument {
  const { at } = reader.token
  if (reader.accept('*')) return { kind: 'star', at, name: '', value: parseTest(reader) }
  if (reader.accept('**')) return { kind: 'double-star', at, name: '', value: parseTest(reader) }
  const value = parseTest(reader)
  if (!reader.is('=')) return { kind: 'positional', at, name: '', value }
  if (value.kind !== 'name') throw reader.error('keyword argument must have form name=expr')
  reader.next()
  return { kind: 'named', at, name: value.name, value: parseTest(reader) }
}

/** The parameters of `def` and `lambda`, up to what ends them. */
export function parseParameters(reader: TokenReader): Parameter[] {
  const parameters: Parameter[] = []
  while (!reader.is(')') && !reader.is(':') && reader.token.kind !== 'end') {
    if (parameters.length > 0) reader.expect(',')
    if (reader.is(')')) break
    const { at } = reader.token
    if (reader.accept('**')) parameters.push({ kind: 'double-star', at, name: reader.identifier(), value: undefined })
    else if (reader.accept('*')) {
      const name = reader.token.kind === 'name' ? reader.identifier() : undefined
      parameters.push({ kind: 'star', at, name, value: undefined })
    } else {
      const name = reader.identifier()
      parameters.push({ kind: 'plain', at, name, value: reader.accept('=') ? parseTest(reader) : undefined })
    }
  }
  return parameters
}

function primary(reader: TokenReader): Expression {
  const { kind, at, value } = reader.token
  if (kind === 'name') return reader.identifier()
  if (kind === 'int' || kind === 'float' || kind === 'string') {
    reader.next()
    return { kind: 'literal', at, value }
  }
  if (reader.is('[')) return list(reader)
  if (reader.is('{')) return dict(reader)
  if (reader.is('(')) return parentheses(reader)
  for (const operator of ['-', '+', '~']) {
    if (!reader.accept(operator)) continue
    return { kind: 'unary', at, operator, value: reader.inside(() => parsePrimary(reader)) }
  }
  throw reader.unwanted('primary expression', at)
}

function parentheses(reader: TokenReader): Expression {
  const { at } = reader.next()
  if (reader.accept(')')) return { kind: 'tuple', at, items: [] }
  const value = parseExpression(reader, true)
  reader.expect(')')
  return { kind: 'parentheses', at, value }
}

function list(reader: TokenReader): Expression {
  const { at } = reader.next()
  if (reader.accept(']')) return { kind: 'list', at, items: [] }
  const first = parseTest(reader)
  if (reader.is('for'))
    return { kind: 'comprehension', at, key: undefined, value: first, clauses: clauses(reader, ']') }
  const items = [first, ...moreItems(reader, true)]
  reader.expect(']')
  return { kind: 'list', at, items }
}

function dict(reader: TokenReader): Expression {
  const { at } = reader.next()
  if (reader.accept('}')) return { kind: 'dict', at, entries: [] }
  const first = entry(reader)
  if (reader.is('for'))
    return { kind: 'comprehension', at, key: first.key, value: first.value, clauses: clauses(reader, '}') }
  const entries = [first]
  while (reader.accept(',')) {
    if (reader.is('}')) break
    entries.push(entry(reader))
  }
  reader.expect('}')
  return { kind: 'dict', at, entries }
}

function entry(reader: TokenReader): { key: Expression; value: Expression; at: Position } {
  const key = parseTest(reader)
  const at = reader.expect(':')
  return { key, value: parseTest(reader), at }
}

function clauses(reader: TokenReader, close: string): Clause[] {
  const found: Clause[] = []
  while (!reader.is(close)) {
    const { at } = reader.token
    if (reader.accept('for')) {
      const target = parseLoopTarget(reader)
      reader.expect('in')
      found.push({ kind: 'for', at, target, values: level(reader, 0) })
    } else if (reader.accept('if')) found.push({ kind: 'if', at, condition: withoutConditional(reader) })
    else throw reader.unwanted(`'${close}', for, or if`)
  }
  reader.next()
  return found
}

/** What stands between `for` and `in`. */
export function parseLoopTarget(reader: TokenReader): Expression {
  const first = parsePrimary(reader)
  if (!reader.is(',')) return first
  const items = [first]
  while (reader.accept(',')) {
    if (reader.is('in') || endsExpression(reader)) break
    items.push(parsePrimary(reader))
  }
  return { kind: 'tuple', at: first.at, items }
}
