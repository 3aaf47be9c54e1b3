/** The statements of a program. */
import { describe } from './lexer.ts'
import { parseExpression, parseLoopTarget, parseParameters, parseTest } from './parse-expression.ts'
import type { DefStatement, Expression, LoadStatement, Statement } from './syntax.ts'
import { TokenReader } from './token-reader.ts'

/** Reads a program; `name` stands in messages. */
export function parseProgram(name: string, text: string): Statement[] {
  const reader = new TokenReader(name, text)
  const statements: Statement[] = []
  while (reader.token.kind !== 'end') {
    if (reader.token.kind === 'line') reader.next()
    else statements.push(...statement(reader))
  }
  return statements
}

function statement(reader: TokenReader): Statement[] {
  const { at } = reader.token
  if (reader.is('def')) return [definition(reader)]
  if (reader.is('if')) return [conditional(reader)]
  if (reader.accept('for')) {
    const target = parseLoopTarget(reader)
    reader.expect('in')
    const values = parseExpression(reader)
    reader.expect(':')
    return [{ kind: 'for', at, target, values, body: block(reader) }]
  }
  if (reader.accept('while')) {
    const condition = parseTest(reader)
    reader.expect(':')
    return [{ kind: 'while', at, condition, body: block(reader) }]
  }
  return simpleStatements(reader)
}

function definition(reader: TokenReader): DefStatement {
  const { at } = reader.next()
  const name = reader.identifier()
  reader.expect('(')
  const parameters = parseParameters(reader)
  reader.expect(')')
  reader.expect(':')
  return { kind: 'def', at, name, parameters, slots: 0, body: block(reader) }
}

/** `elif` is an `if` in the `else` before it. */
function conditional(reader: TokenReader): Statement {
  const branch = (): Extract<Statement, { kind: 'if' }> => {
    const { at } = reader.next()
    const condition = parseTest(reader)
    reader.expect(':')
    return { kind: 'if', at, condition, body: block(reader), otherwise: [] }
  }
  const first = branch()
  let last = first
  while (reader.is('elif')) {
    const next = branch()
    last.otherwise = [next]
    last = next
  }
  if (reader.accept('else')) {
    reader.expect(':')
    last.otherwise = block(reader)
  }
  return first
}

function block(reader: TokenReader): Statement[] {
  if (reader.token.kind !== 'line') return simpleStatements(reader)
  reader.next()
  reader.expectKind('indent', 'indent')
  return reader.inside(() => {
    const statements: Statement[] = []
    while (reader.token.kind !== 'outdent' && reader.token.kind !== 'end') statements.push(...statement(reader))
    reader.expectKind('outdent', 'outdent')
    return statements
  })
}

function simpleStatements(reader: TokenReader): Statement[] {
  const statements = [smallStatement(reader)]
  while (reader.accept(';')) {
    if (reader.token.kind === 'line' || reader.token.kind === 'end') break
    statements.push(smallStatement(reader))
  }
  if (reader.token.kind !== 'end') reader.expectKind('line', 'newline')
  return statements
}

const ASSIGNMENTS = ['=', '+=', '-=', '*=', '/=', '//=', '%=', '&=', '|=', '^=', '<<=', '>>=']

function smallStatement(reader: TokenReader): Statement {
  const { at } = reader.token
  if (reader.accept('return')) {
    const { kind } = reader.token
    const isBare = kind === 'line' || kind === 'end' || reader.is(';')
    return { kind: 'return', at, value: isBare ? undefined : parseExpression(reader) }
  }
  for (const kind of ['break', 'continue', 'pass'] as const) if (reader.accept(kind)) return { kind, at }
  if (reader.is('load')) return load(reader)
  const value = parseExpression(reader)
  const operator = ASSIGNMENTS.find((one) => reader.is(one))
  if (operator === undefined) return { kind: 'expression', at: value.at, value }
  const { at: operatorAt } = reader.next()
  return { kind: 'assign', at: operatorAt, target: value, operator, value: parseExpression(reader) }
}

function load(reader: TokenReader): LoadStatement {
  const { at } = reader.next()
  const open = reader.expect('(')
  const first = reader.token
  if (first.kind !== 'string') throw reader.error('first operand of load statement must be a string literal')
  reader.next()
  const module = first.value as string
  const names: LoadStatement['names'] = []
  while (!reader.is(')') && reader.token.kind !== 'end') {
    reader.expect(',')
    if (reader.is(')')) break
    names.push(loadedName(reader))
  }
  reader.expect(')')
  if (names.length === 0) throw reader.error('load statement must import at least 1 symbol', open)
  return { kind: 'load', at, module, names }
}

/** `"x"` or `y="x"`. */
function loadedName(reader: TokenReader): LoadStatement['names'][number] {
  const { kind, at } = reader.token
  if (kind === 'string') {
    const name = reader.next().value as string
    const inside = { line: at.line, column: at.column + 1 }
    return { local: { kind: 'name', at: inside, name, place: undefined }, name, at: inside }
  }
  if (kind !== 'name') {
    throw reader.error(`load operand must be "name" or localname="name" (got ${describe(reader.token)})`)
  }
  const local = reader.identifier()
  if (!reader.accept('=')) {
    throw reader.error(
      `load operand must be "${local.name}" or ${local.name}="originalname" (want '=' after ${local.name})`,
    )
  }
  const original = reader.token
  if (original.kind !== 'string') {
    throw reader.error(`original name of loaded symbol must be quoted: ${local.name}="originalname"`)
  }
  reader.next()
  return { local, name: original.value as string, at: original.at }
}

/** The name, list or tuple that a value is put into, without parentheses around it. */
export function withoutParentheses(expression: Expression): Expression {
  let inner = expression
  while (inner.kind === 'parentheses') inner = inner.value
  return inner
}
