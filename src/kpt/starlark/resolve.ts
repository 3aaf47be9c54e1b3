/** Works out where the value of each name stands, before the program runs. Finds what is wrong with names as well. */
import type { ToolError } from '../../core/error.ts'
import { syntaxError } from './lexer.ts'
import type { Position } from './limits.ts'
import { withoutParentheses } from './parse.ts'
import { nearest } from './spelling.ts'
import {
  type Clause,
  type DefStatement,
  type Expression,
  type LambdaExpression,
  type Name,
  type Statement,
  startOf,
} from './syntax.ts'

/** How many variables the program itself has: globals, and those of its comprehensions. */
export interface Resolved {
  globals: number
  slots: number
}

/** Resolves all names in place; `isPredeclared` tells what is there without the program. */
export function resolveProgram(
  name: string,
  program: readonly Statement[],
  isPredeclared: (name: string) => boolean,
): Resolved {
  return new Resolver(name, isPredeclared).program(program)
}

/** The variables of a function, with those of its comprehensions on top. */
interface FunctionScope {
  blocks: Map<string, number>[]
  slots: number
  outer: FunctionScope | undefined
}

class Resolver {
  private readonly globals = new Map<string, number>()
  private readonly later: { name: Name; scope: FunctionScope }[] = []
  private readonly main: FunctionScope = { blocks: [], slots: 0, outer: undefined }
  private scope = this.main
  private loops = 0
  private branches = 0
  private problem: ToolError | undefined

  constructor(
    private readonly name: string,
    private readonly isPredeclared: (name: string) => boolean,
  ) {}

  program(statements: readonly Statement[]): Resolved {
    this.block(statements)
    for (const { name, scope } of this.later) this.useGlobal(name, scope)
    if (this.problem !== undefined) throw this.problem
    return { globals: this.globals.size, slots: this.main.slots }
  }

  private error(at: Position, message: string): void {
    this.problem ??= syntaxError(this.name, at, message)
  }

  private get isInFunction(): boolean {
    return this.scope !== this.main
  }

  private block(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement)
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case 'expression':
        return this.expression(statement.value)
      case 'assign':
        this.expression(statement.value)
        return this.assign(statement.target, statement.operator !== '=')
      case 'if':
        return this.conditional(statement)
      case 'for':
        this.expression(statement.values)
        this.assign(statement.target, false)
        return this.loop(statement.body)
      case 'while':
        this.expression(statement.condition)
        return this.loop(statement.body)
      case 'break':
      case 'continue':
        if (this.loops === 0) this.error(statement.at, `${statement.kind} not in a loop`)
        return
      case 'return':
        if (!this.isInFunction) this.error(statement.at, 'return statement not within a function')
        if (statement.value !== undefined) this.expression(statement.value)
        return
      case 'load':
        if (this.isInFunction) this.error(statement.at, 'load statement within a function')
        else if (this.loops > 0) this.error(statement.at, 'load statement within a loop')
        else if (this.branches > 0) this.error(statement.at, 'load statement within a conditional')
        for (const { local, name, at } of statement.names) {
          if (name.startsWith('_')) this.error(at, `load: names with leading underscores are not exported: ${name}`)
          this.bind(local)
        }
        return
      case 'def':
        this.bind(statement.name)
        return this.closure(statement)
    }
  }

  /** `elif` makes long chains, so this does not call itself for them. */
  private conditional(first: Extract<Statement, { kind: 'if' }>): void {
    this.branches++
    let branch = first
    for (;;) {
      this.expression(branch.condition)
      this.block(branch.body)
      const [only] = branch.otherwise
      if (branch.otherwise.length !== 1 || only?.kind !== 'if') break
      branch = only
    }
    this.block(branch.otherwise)
    this.branches--
  }

  private loop(body: readonly Statement[]): void {
    this.loops++
    this.block(body)
    this.loops--
  }

  private assign(given: Expression, isAugmented: boolean): void {
    const target = withoutParentheses(given)
    if (target.kind === 'name') return this.bind(target)
    if (target.kind === 'index') {
      this.expression(target.value)
      return this.expression(target.index)
    }
    if (target.kind === 'attribute') return this.expression(target.value)
    if (target.kind === 'tuple' || target.kind === 'list') {
      if (isAugmented) this.error(startOf(target), `can't use ${target.kind} expression in augmented assignment`)
      for (const item of target.items) this.assign(item, isAugmented)
      return
    }
    this.error(startOf(target), `can't assign to ${EXPRESSION_NAMES[target.kind] ?? target.kind}`)
  }

  private bind(name: Name): void {
    const { scope } = this
    const block = scope.blocks.at(-1)
    if (block === undefined) {
      const slot = this.globals.get(name.name) ?? this.globals.size
      this.globals.set(name.name, slot)
      name.place = { kind: 'global', slot }
      return
    }
    let slot = block.get(name.name)
    if (slot === undefined) {
      slot = scope.slots++
      block.set(name.name, slot)
    }
    name.place = { kind: 'local', outward: 0, slot }
  }

  private use(name: Name): void {
    let outward = 0
    for (let scope: FunctionScope | undefined = this.scope; scope !== undefined; scope = scope.outer) {
      for (let i = scope.blocks.length - 1; i >= 0; i--) {
        const slot = scope.blocks[i]?.get(name.name)
        if (slot === undefined) continue
        name.place = { kind: 'local', outward, slot }
        return
      }
      outward++
    }
    // Between statements a name is what it is so far, which lets a program reuse the name of a built-in function.
    if (this.scope === this.main && this.main.blocks.length === 0) this.useGlobal(name, this.main)
    else this.later.push({ name, scope: this.scope })
  }

  private useGlobal(name: Name, scope: FunctionScope): void {
    const slot = this.globals.get(name.name)
    if (slot !== undefined) name.place = { kind: 'global', slot }
    else if (this.isPredeclared(name.name)) name.place = { kind: 'predeclared' }
    else {
      const known = [...this.globals.keys()]
      for (let one: FunctionScope | undefined = scope; one !== undefined; one = one.outer) {
        for (const block of one.blocks) known.push(...block.keys())
      }
      const meant = nearest(name.name, known.sort())
      this.error(name.at, `undefined: ${name.name}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`)
    }
  }

  private closure(definition: DefStatement | LambdaExpression): void {
    for (const { value } of definition.parameters) if (value !== undefined) this.expression(value)
    const { scope, loops, branches } = this
    this.scope = { blocks: [new Map()], slots: 0, outer: scope }
    this.loops = 0
    this.branches = 0
    this.parameters(definition)
    if (definition.kind === 'lambda') this.expression(definition.result)
    else {
      for (const name of assignedNames(definition.body)) this.bind({ ...name })
      this.block(definition.body)
    }
    definition.slots = this.scope.slots
    Object.assign(this, { scope, loops, branches })
  }

  private parameters({ parameters }: DefStatement | LambdaExpression): void {
    const known = new Set<string>()
    let hasStar = false
    let hasOptional = false
    let doubleStar: string | undefined
    for (const { kind, at, name, value } of parameters) {
      if (doubleStar !== undefined) {
        this.error(at, AFTER_DOUBLE_STAR[kind] + (kind === 'double-star' ? '' : doubleStar))
      }
      if (kind === 'star') {
        if (hasStar) this.error(at, 'multiple * parameters not allowed')
        hasStar = true
      } else if (kind === 'double-star') doubleStar = name?.name
      else if (value !== undefined) hasOptional = true
      else if (hasOptional && !hasStar) this.error(at, 'required parameter may not follow optional')
      if (name === undefined) continue
      if (known.has(name.name)) this.error(name.at, `duplicate parameter: ${name.name}`)
      known.add(name.name)
      this.bind(name)
    }
    const last = parameters.at(-1)
    if (last?.kind === 'star' && last.name === undefined) {
      this.error(last.at, 'bare * must be followed by keyword-only parameters')
    }
  }

  private expression(expression: Expression): void {
    switch (expression.kind) {
      case 'name':
        return this.use(expression)
      case 'literal':
        return
      case 'lambda':
        return this.closure(expression)
      case 'list':
      case 'tuple':
        for (const item of expression.items) this.expression(item)
        return
      case 'dict':
        for (const { key, value } of expression.entries) {
          this.expression(key)
          this.expression(value)
        }
        return
      case 'comprehension':
        return this.comprehension(expression.key, expression.value, expression.clauses)
      case 'conditional':
        this.expression(expression.condition)
        this.expression(expression.chosen)
        return this.expression(expression.otherwise)
      case 'binary':
        return this.binary(expression)
      case 'call':
        this.expression(expression.callee)
        return this.arguments(expression)
      case 'index':
        this.expression(expression.value)
        return this.expression(expression.index)
      case 'slice':
        for (const part of [expression.value, expression.start, expression.end, expression.step]) {
          if (part !== undefined) this.expression(part)
        }
        return
      case 'unary':
      case 'attribute':
      case 'parentheses':
        return this.expression(expression.value)
    }
  }

  /** Long sums nest on the left, so this does not call itself for them. */
  private binary(expression: Expression): void {
    const right: Expression[] = []
    let left = expression
    for (; left.kind === 'binary'; left = left.left) right.push(left.right)
    this.expression(left)
    for (const one of right.reverse()) this.expression(one)
  }

  private comprehension(key: Expression | undefined, value: Expression, clauses: readonly Clause[]): void {
    const [first] = clauses
    if (first?.kind === 'for') this.expression(first.values)
    this.scope.blocks.push(new Map())
    for (const clause of clauses) {
      if (clause.kind === 'if') this.expression(clause.condition)
      else {
        if (clause !== first) this.expression(clause.values)
        this.assign(clause.target, false)
      }
    }
    if (key !== undefined) this.expression(key)
    this.expression(value)
    this.scope.blocks.pop()
  }

  private arguments(call: Extract<Expression, { kind: 'call' }>): void {
    const known = new Set<string>()
    let hasStar = false
    let hasDoubleStar = false
    for (const { kind, at, name, value } of call.arguments) {
      this.expression(value)
      if (kind === 'double-star') {
        if (hasDoubleStar) this.error(at, 'multiple **kwargs not allowed')
        hasDoubleStar = true
      } else if (kind === 'star') {
        if (hasDoubleStar) this.error(at, '*args may not follow **kwargs')
        else if (hasStar) this.error(at, 'multiple *args not allowed')
        hasStar = true
      } else if (kind === 'named') {
        if (hasDoubleStar) this.error(at, 'keyword argument may not follow **kwargs')
        else if (hasStar) this.error(at, 'keyword argument may not follow *args')
        if (known.has(name)) this.error(at, `keyword argument ${JSON.stringify(name)} is repeated`)
        known.add(name)
      } else if (hasDoubleStar) this.error(at, 'positional argument may not follow **kwargs')
      else if (hasStar) this.error(at, 'positional argument may not follow *args')
      else if (known.size > 0) this.error(at, 'positional argument may not follow named')
    }
  }
}

const AFTER_DOUBLE_STAR = {
  plain: 'required parameter may not follow **',
  star: '* parameter may not follow **',
  'double-star': 'multiple ** parameters not allowed',
}

const EXPRESSION_NAMES: Partial<Record<Expression['kind'], string>> = {
  call: 'callexpr',
  literal: 'literal',
  binary: 'binaryexpr',
  unary: 'unaryexpr',
  conditional: 'condexpr',
  slice: 'sliceexpr',
  dict: 'dictexpr',
  comprehension: 'comprehension',
  lambda: 'lambdaexpr',
}

/** The names that the statements of a function give values to, functions inside left out. */
function assignedNames(statements: readonly Statement[], found: Name[] = []): Name[] {
  for (const statement of statements) {
    if (statement.kind === 'assign' || statement.kind === 'for') targetNames(statement.target, found)
    if (statement.kind === 'def') found.push(statement.name)
    if (statement.kind === 'for' || statement.kind === 'while') assignedNames(statement.body, found)
    if (statement.kind === 'if') {
      let branch = statement
      for (;;) {
        assignedNames(branch.body, found)
        const [only] = branch.otherwise
        if (branch.otherwise.length !== 1 || only?.kind !== 'if') break
        branch = only
      }
      assignedNames(branch.otherwise, found)
    }
  }
  return found
}

function targetNames(given: Expression, found: Name[]): void {
  const target = withoutParentheses(given)
  if (target.kind === 'name') found.push(target)
  if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) targetNames(item, found)
}
