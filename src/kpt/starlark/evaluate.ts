/** Runs a program: walks its tree. */
import { bindParameters } from './arguments.ts'
import { extend } from './collection-methods.ts'
import { trouble, type Usage } from './limits.ts'
import { attribute } from './methods.ts'
import { binary, unary } from './operators.ts'
import { withoutParentheses } from './parse.ts'
import { putAt, slice, valueAt } from './places.ts'
import type { Resolved } from './resolve.ts'
import { repr } from './show.ts'
import type { Argument, Comprehension, DefStatement, Expression, LambdaExpression, Name, Statement } from './syntax.ts'
import {
  Builtin,
  Closure,
  Dict,
  Float,
  type Frame,
  isTruthy,
  iterate,
  List,
  type Named,
  Range,
  type Thread,
  Tuple,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts'

/** What a program is given. */
export interface Environment {
  predeclared: ReadonlyMap<string, Value>
  /** The values of a module by name; throws for a module that is not there. */
  load(module: string): ReadonlyMap<string, Value>
  print(line: string): void
}

/** How a statement ends that does not simply go on to the next. */
type Outcome = undefined | 'break' | 'continue' | { returned: Value }

export class Evaluator implements Thread {
  private readonly globals: (Value | undefined)[]

  constructor(
    private readonly environment: Environment,
    readonly usage: Usage,
    { globals }: Resolved,
  ) {
    this.globals = new Array(globals)
  }

  print(line: string): void {
    this.environment.print(line)
  }

  /** Runs the statements of a block, of a function, or of the program. */
  block(statements: readonly Statement[], frame: Frame): Outcome {
    let outcome: Outcome
    this.usage.enter()
    for (let i = 0; i < statements.length && outcome === undefined; i++) {
      outcome = this.statement(statements[i] as Statement, frame)
    }
    this.usage.leave()
    return outcome
  }

  private statement(statement: Statement, frame: Frame): Outcome {
    const { usage } = this
    usage.at = statement.at
    usage.step()
    switch (statement.kind) {
      case 'expression':
        this.evaluate(statement.value, frame)
        return undefined
      case 'assign':
        if (statement.operator === '=') this.assign(statement.target, this.evaluate(statement.value, frame), frame)
        else this.augment(statement, frame)
        return undefined
      case 'if':
        return this.conditional(statement, frame)
      case 'for':
        return this.loop(this.evaluate(statement.values, frame), (item) => {
          this.assign(statement.target, item, frame)
          return this.block(statement.body, frame)
        })
      case 'while':
        while (isTruthy(this.evaluate(statement.condition, frame))) {
          usage.step()
          const outcome = this.block(statement.body, frame)
          if (outcome === 'break') break
          if (outcome !== undefined && outcome !== 'continue') return outcome
        }
        return undefined
      case 'break':
      case 'continue':
        return statement.kind
      case 'pass':
        return undefined
      case 'return':
        return { returned: statement.value === undefined ? null : this.evaluate(statement.value, frame) }
      case 'load': {
        const members = this.environment.load(statement.module)
        for (const { local, name } of statement.names) {
          const found = members.get(name)
          if (found === undefined) throw trouble(`load: name ${name} not found in module ${statement.module}`)
          this.put(local, found, frame)
        }
        return undefined
      }
      case 'def':
        this.put(statement.name, this.closure(statement.name.name, statement, frame), frame)
        return undefined
    }
  }

  private conditional(first: Extract<Statement, { kind: 'if' }>, frame: Frame): Outcome {
    let branch = first
    while (!isTruthy(this.evaluate(branch.condition, frame))) {
      const [only] = branch.otherwise
      if (branch.otherwise.length !== 1 || only?.kind !== 'if') return this.block(branch.otherwise, frame)
      branch = only
    }
    return this.block(branch.body, frame)
  }

  /** Goes through the elements of a value, which may not change meanwhile. */
  private loop(values: Value, run: (item: Value) => Outcome): Outcome {
    const items = values instanceof Range ? values.items() : iterate(values, this.usage)
    const held = values instanceof List || values instanceof Dict || values instanceof ValueSet ? values : undefined
    if (held !== undefined) held.iterators++
    let result: Outcome
    for (const item of items) {
      this.usage.step()
      const outcome = run(item)
      if (outcome === 'break') break
      if (outcome === undefined || outcome === 'continue') continue
      result = outcome
      break
    }
    if (held !== undefined) held.iterators--
    return result
  }

  private assign(given: Expression, value: Value, frame: Frame): void {
    const target = withoutParentheses(given)
    switch (target.kind) {
      case 'name':
        return this.put(target, value, frame)
      case 'index': {
        const holder = this.evaluate(target.value, frame)
        this.usage.memory(16)
        return putAt(holder, this.evaluate(target.index, frame), value)
      }
      case 'attribute': {
        const holder = this.evaluate(target.value, frame)
        throw trouble(`can't assign to .${target.name} field of ${typeOf(holder)}`)
      }
      case 'tuple':
      case 'list':
        return this.unpack(target.items, value, frame)
    }
  }

  private unpack(targets: readonly Expression[], value: Value, frame: Frame): void {
    const isIterable = typeof value === 'object' && value !== null
    if (!isIterable) throw trouble(`got ${typeOf(value)} in sequence assignment`)
    const items = [...iterate(value, this.usage)]
    const [given, wanted] = [items.length, targets.length]
    if (given > wanted) throw trouble(`too many values to unpack (got ${given}, want ${wanted})`)
    if (given < wanted) throw trouble(`too few values to unpack (got ${given}, want ${wanted})`)
    for (const [i, target] of targets.entries()) this.assign(target, items[i] as Value, frame)
  }

  /** `x += 1`: what `x` names is looked for once. Lists grow in place. */
  private augment({ target: given, operator, value }: Extract<Statement, { kind: 'assign' }>, frame: Frame): void {
    const target = withoutParentheses(given)
    if (target.kind === 'name') {
      const old = this.evaluate(target, frame)
      return this.put(target, this.combined(operator, old, this.evaluate(value, frame)), frame)
    }
    const holder = target.kind === 'index' || target.kind === 'attribute' ? this.evaluate(target.value, frame) : null
    if (target.kind === 'attribute') {
      attribute(holder, target.name)
      throw trouble(`can't assign to .${target.name} field of ${typeOf(holder)}`)
    }
    if (target.kind !== 'index') return
    const index = this.evaluate(target.index, frame)
    const old = valueAt(holder, index, this.usage)
    putAt(holder, index, this.combined(operator, old, this.evaluate(value, frame)))
  }

  private combined(operator: string, old: Value, value: Value): Value {
    if (operator === '+=' && old instanceof List && value !== null && typeof value === 'object') {
      old.checkChange('apply += to')
      extend(old, value, this.usage)
      return old
    }
    if (operator === '|=' && old instanceof Dict && value instanceof Dict) {
      old.checkChange('apply |= to')
      this.usage.elements(value.size)
      for (const [key, one] of value.pairs()) old.set(key, one)
      return old
    }
    return binary(operator.slice(0, -1), old, value, this.usage)
  }

  private put({ place }: Name, value: Value, frame: Frame): void {
    if (place?.kind === 'global') this.globals[place.slot] = value
    else if (place?.kind === 'local') frame.slots[place.slot] = value
  }

  private get({ name, place }: Name, frame: Frame): Value {
    if (place?.kind === 'local') {
      let holder: Frame = frame
      for (let i = 0; i < place.outward; i++) holder = holder.outer as Frame
      const value = holder.slots[place.slot]
      if (value === undefined) throw trouble(`local variable ${name} referenced before assignment`)
      return value
    }
    if (place?.kind === 'global') {
      const value = this.globals[place.slot]
      if (value === undefined) throw trouble(`global variable ${name} referenced before assignment`)
      return value
    }
    return this.environment.predeclared.get(name) as Value
  }

  private evaluate(expression: Expression, frame: Frame): Value {
    if (expression.kind === 'name') return this.get(expression, frame)
    if (expression.kind === 'literal') {
      return typeof expression.value === 'number' ? new Float(expression.value) : expression.value
    }
    const { usage } = this
    usage.step()
    usage.enter()
    const value = this.compound(expression, frame)
    usage.leave()
    return value
  }

  private compound(expression: Exclude<Expression, { kind: 'name' | 'literal' }>, frame: Frame): Value {
    switch (expression.kind) {
      case 'parentheses':
        return this.evaluate(expression.value, frame)
      case 'list':
        return new List(this.all(expression.items, frame))
      case 'tuple':
        return new Tuple(this.all(expression.items, frame))
      case 'dict':
        return this.dict(expression, frame)
      case 'comprehension':
        return this.comprehension(expression, frame)
      case 'conditional': {
        const isChosen = isTruthy(this.evaluate(expression.condition, frame))
        return this.evaluate(isChosen ? expression.chosen : expression.otherwise, frame)
      }
      case 'lambda':
        return this.closure('lambda', expression, frame)
      case 'unary':
        return unary(expression.operator, this.evaluate(expression.value, frame))
      case 'binary':
        return this.binary(expression, frame)
      case 'call': {
        const callee = this.evaluate(expression.callee, frame)
        const { positional, named } = this.arguments(expression.arguments, frame)
        this.usage.at = expression.at
        return this.call(callee, positional, named)
      }
      case 'attribute':
        return this.attribute(expression.value, expression.name, frame)
      case 'index': {
        const holder = this.evaluate(expression.value, frame)
        return valueAt(holder, this.evaluate(expression.index, frame), this.usage)
      }
      case 'slice': {
        const part = (one: Expression | undefined) => (one === undefined ? null : this.evaluate(one, frame))
        const holder = this.evaluate(expression.value, frame)
        return slice(holder, part(expression.start), part(expression.end), part(expression.step), this.usage)
      }
    }
  }

  private attribute(expression: Expression, name: string, frame: Frame): Value {
    const value = this.evaluate(expression, frame)
    this.usage.touch(value)
    return attribute(value, name)
  }

  private all(expressions: readonly Expression[], frame: Frame): Value[] {
    this.usage.memory(expressions.length * 16)
    return expressions.map((one) => this.evaluate(one, frame))
  }

  private dict({ entries }: Extract<Expression, { kind: 'dict' }>, frame: Frame): Dict {
    const dict = new Dict()
    this.usage.memory(entries.length * 48)
    for (const { key: given, value } of entries) {
      const key = this.evaluate(given, frame)
      const own = this.evaluate(value, frame)
      if (dict.get(key) !== undefined) throw trouble(`duplicate key: ${repr(key, this.usage)}`)
      dict.set(key, own)
    }
    return dict
  }

  /** A long sum nests on its left side: that is gone through, not called. */
  private binary(expression: Extract<Expression, { kind: 'binary' }>, frame: Frame): Value {
    const chain = [expression]
    let first = expression.left
    for (; first.kind === 'binary'; first = first.left) chain.push(first)
    let value = this.evaluate(first, frame)
    for (let i = chain.length - 1; i >= 0; i--) {
      const { operator, right, at } = chain[i] as typeof expression
      this.usage.step()
      if (operator === 'and') {
        if (isTruthy(value)) value = this.evaluate(right, frame)
      } else if (operator === 'or') {
        if (!isTruthy(value)) value = this.evaluate(right, frame)
      } else {
        const other = this.evaluate(right, frame)
        this.usage.at = at
        value = binary(operator, value, other, this.usage)
      }
    }
    return value
  }

  private comprehension({ key, value, clauses }: Comprehension, frame: Frame): Value {
    const items: Value[] = []
    const dict = new Dict()
    const clause = (i: number): void => {
      const one = clauses[i]
      this.usage.enter()
      if (one === undefined) {
        this.usage.memory(key === undefined ? 16 : 48)
        if (key === undefined) items.push(this.evaluate(value, frame))
        else dict.set(this.evaluate(key, frame), this.evaluate(value, frame))
      } else if (one.kind === 'if') {
        if (isTruthy(this.evaluate(one.condition, frame))) clause(i + 1)
      } else {
        this.loop(this.evaluate(one.values, frame), (item) => {
          this.assign(one.target, item, frame)
          clause(i + 1)
          return undefined
        })
      }
      this.usage.leave()
    }
    clause(0)
    return key === undefined ? new List(items) : dict
  }

  private arguments(given: readonly Argument[], frame: Frame): { positional: Value[]; named: Named } {
    const positional: Value[] = []
    const named: [string, Value][] = []
    for (const { kind, name, value: expression } of given) {
      const value = this.evaluate(expression, frame)
      if (kind === 'positional') positional.push(value)
      else if (kind === 'named') named.push([name, value])
      else if (kind === 'star') {
        if (value === null || typeof value !== 'object') {
          throw trouble(`argument after * must be iterable, not ${typeOf(value)}`)
        }
        for (const item of iterate(value, this.usage)) positional.push(item)
      } else {
        if (!(value instanceof Dict)) throw trouble(`argument after ** must be a mapping, not ${typeOf(value)}`)
        for (const [key, item] of value.pairs()) {
          if (typeof key !== 'string') throw trouble(`keywords must be strings, not ${typeOf(key)}`)
          named.push([key, item])
        }
      }
    }
    return { positional, named }
  }

  private closure(name: string, definition: DefStatement | LambdaExpression, frame: Frame): Closure {
    const defaults = definition.parameters.map(({ value }) =>
      value === undefined ? undefined : this.evaluate(value, frame),
    )
    return new Closure(name, definition, defaults, frame)
  }

  call(callee: Value, positional: readonly Value[], named: Named): Value {
    if (callee instanceof Builtin) {
      for (const value of positional) this.usage.touch(value)
      return callee.run(this, positional, named)
    }
    if (!(callee instanceof Closure)) throw trouble(`invalid call of non-function (${typeOf(callee)})`)
    const { definition } = callee
    const slots: (Value | undefined)[] = bindParameters(callee, positional, named)
    this.usage.enter()
    this.usage.memory(64)
    const frame: Frame = { slots, outer: callee.frame }
    let value: Value = null
    if (definition.kind === 'lambda') value = this.evaluate(definition.result, frame)
    else {
      const outcome = this.block(definition.body, frame)
      if (typeof outcome === 'object') value = outcome.returned
    }
    this.usage.leave()
    return value
  }
}
