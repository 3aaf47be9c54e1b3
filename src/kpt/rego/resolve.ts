/** Names into slots and rules, for all the modules of a policy. */
import type { ToolError } from '../../core/error.ts'
import type { Builtin } from './builtin.ts'
import { builtins } from './builtins.ts'
import { type RegoCode, type RegoFile, regoError } from './errors.ts'
import { checkBound, orderSteps } from './order.ts'
import { listPlan, objectPlan, type Plan, type RuleGroup, type RulePlan, type Slots, type Step } from './plan.ts'
import { checkRecursion } from './recursion.ts'
import { Scope } from './scope.ts'
import type { Body, Literal, ModuleSyntax, Position, RuleSyntax, Term } from './syntax.ts'

export interface ModuleSource {
  file: RegoFile
  syntax: ModuleSyntax
}

/** The rules of all modules by their whole names, ready to run. */
export function resolveModules(modules: readonly ModuleSource[]): Map<string, RuleGroup> {
  const groups = new Map<string, RuleGroup>()
  for (const module of modules) declare(module, groups)
  const known = builtins()
  for (const module of modules) {
    const resolver = new Resolver(module, groups, known)
    for (const rule of module.syntax.rules) {
      const group = groups.get(`${module.syntax.package}.${rule.name}`) as RuleGroup
      const plan = resolver.rule(rule)
      if (rule.form !== 'default') group.rules.push(plan)
      else group.default = plan
    }
  }
  checkRecursion([...groups.values()])
  return groups
}

function declare({ file, syntax }: ModuleSource, groups: Map<string, RuleGroup>): void {
  for (const { name, form: written, words, at } of syntax.rules) {
    const form = written === 'default' ? 'complete' : written
    const whole = `${syntax.package}.${name}`
    const group = groups.get(whole)
    if (group === undefined) {
      groups.set(whole, { name: whole, form, arity: words.length, file, at, rules: [], default: undefined })
    } else if (group.form !== form || group.arity !== words.length || group.file !== file) {
      throw regoError(file, at, 'rego_type_error', `conflicting rules data.${whole} found`)
    }
  }
}

class Resolver {
  private slots = 0

  constructor(
    private readonly module: ModuleSource,
    private readonly groups: ReadonlyMap<string, RuleGroup>,
    private readonly builtins: ReadonlyMap<string, Builtin>,
  ) {}

  private error(at: Position, code: RegoCode, message: string): ToolError {
    return regoError(this.module.file, at, code, message)
  }

  private readonly newSlot = (): number => this.slots++

  private readonly isGlobal = (name: string): boolean =>
    name === 'input' ||
    name === 'data' ||
    this.module.syntax.imports.has(name) ||
    this.groups.has(`${this.module.syntax.package}.${name}`)

  private scope(parent?: Scope): Scope {
    return new Scope(this.module.file, this.newSlot, this.isGlobal, parent)
  }

  rule(rule: RuleSyntax): RulePlan {
    this.slots = 0
    return this.branch(rule)
  }

  private branch(rule: RuleSyntax): RulePlan {
    const { words, key, value, body, at } = rule
    const scope = this.scope()
    for (const word of words) scope.declareWord(word)
    scope.collect(body)
    for (const one of [key, value]) if (one !== undefined) scope.collectTerm(one)
    const bound = new Set(scope.words())
    const steps: Step[] = []
    const planned = words.map((word) => this.term(word, scope))
    this.body(body, scope, steps)
    const lifted = [key, value].map((one) => (one === undefined ? undefined : this.lift(one, scope, steps)))
    const ordered = orderSteps(this.module.file, steps, bound)
    for (const one of lifted) if (one !== undefined) checkBound(this.module.file, one, bound)
    const otherwise = rule.otherwise === undefined ? undefined : this.branch(rule.otherwise)
    const [plannedKey, plannedValue] = lifted
    return {
      ...{ words: planned, key: plannedKey, value: plannedValue as Plan, steps: ordered, otherwise, at },
      slots: this.slots,
    }
  }

  private body(body: Body, scope: Scope, steps: Step[]): void {
    for (const literal of body) this.literal(literal, scope, steps)
  }

  private literal(literal: Literal, scope: Scope, steps: Step[]): void {
    const { at } = literal
    switch (literal.kind) {
      case 'some':
        return
      case 'test':
        steps.push({ kind: 'test', term: this.parts(literal.term, scope, steps), at })
        return
      case 'unify':
        steps.push({
          ...{ kind: 'unify', at },
          left: this.lift(literal.left, scope, steps),
          right: this.lift(literal.right, scope, steps),
        })
        return
      case 'not': {
        const { literal: inner } = literal
        const step: Step =
          inner.kind === 'unify'
            ? { kind: 'match', pattern: this.term(inner.left, scope), value: this.term(inner.right, scope), at }
            : { kind: 'test', term: this.term((inner as Literal & { kind: 'test' }).term, scope), at }
        steps.push({ kind: 'not', step, at })
        return
      }
      case 'some in': {
        const key = literal.key === undefined ? undefined : this.lift(literal.key, scope, steps)
        const value = this.lift(literal.value, scope, steps)
        steps.push({ kind: 'member', key, value, domain: this.parts(literal.domain, scope, steps), at })
        return
      }
      case 'every': {
        const domain = this.lift(literal.domain, scope, steps)
        const inner = this.scope(scope)
        for (const one of [literal.key, literal.value]) if (one?.kind === 'name') inner.declare(one.name, one.at)
        inner.collect(literal.body)
        const key = literal.key === undefined ? undefined : this.term(literal.key, inner)
        const value = this.term(literal.value, inner)
        const { steps: own, outer } = this.closure(literal.body, inner, [])
        steps.push({ kind: 'every', key, value, domain, steps: own, outer, at })
      }
    }
  }

  /** A body inside a term: what is around it is known when it runs. */
  private closure(body: Body, scope: Scope, results: Term[]): { steps: Step[]; outer: Slots; results: Plan[] } {
    const steps: Step[] = []
    this.body(body, scope, steps)
    const planned = results.map((one) => this.lift(one, scope, steps))
    const bound = new Set([...scope.outer.keys(), ...scope.words()])
    const ordered = orderSteps(this.module.file, steps, bound)
    for (const one of planned) checkBound(this.module.file, one, bound)
    return { steps: ordered, outer: scope.outer, results: planned }
  }

  /** The term of an expression, what goes through collections inside it taken out into steps before it. */
  private parts(term: Term, scope: Scope, steps: Step[]): Plan {
    return this.term(term, scope, (one) => this.lift(one, scope, steps))
  }

  /** A term inside another: it has one value, as what may have several is a step of its own. */
  private lift(term: Term, scope: Scope, steps: Step[]): Plan {
    const plan = this.parts(term, scope, steps)
    if (term.kind !== 'reference' || !term.path.some((one) => scope.mentionsOwn(one))) return plan
    const slot: Plan = { op: 'slot', slot: this.newSlot(), name: '$', at: term.at }
    steps.push({ kind: 'match', pattern: slot, value: plan, at: term.at })
    return slot
  }

  private term(term: Term, scope: Scope, inner: (term: Term) => Plan = (one) => this.term(one, scope)): Plan {
    switch (term.kind) {
      case 'value':
        return { op: 'value', value: term.value }
      case 'name':
        return this.name(term.name, term.at, scope)
      case 'array':
      case 'set':
        return listPlan(term.kind, term.items.map(inner))
      case 'object':
        return objectPlan(term.keys.map(inner), term.values.map(inner))
      case 'call':
        return this.call(term, term.words.map(inner))
      case 'reference': {
        if (term.head.kind === 'name' && scope.find(term.head.name, term.at) === undefined) {
          return this.global(term.head.name, term.path, term.at, inner)
        }
        return { op: 'path', head: inner(term.head), path: term.path.map(inner) }
      }
      case 'comprehension': {
        const own = this.scope(scope)
        own.collect(term.body)
        for (const one of [term.key, term.value]) if (one !== undefined) own.collectTerm(one)
        const { key } = term
        const { steps, outer, results } = this.closure(
          term.body,
          own,
          key === undefined ? [term.value] : [key, term.value],
        )
        const value = results.at(-1) as Plan
        return { op: 'collect', of: term.of, key: key === undefined ? undefined : results[0], value, steps, outer }
      }
    }
  }

  private name(name: string, at: Position, scope: Scope): Plan {
    const slot = scope.find(name, at)
    if (slot !== undefined) return { op: 'slot', slot, name, at }
    return this.global(name, [], at, (one) => this.term(one, scope))
  }

  /** `input.review`, `data.lib.rule[x]`, a rule of the package or what an import stands for. */
  private global(name: string, path: readonly Term[], at: Position, plan: (term: Term) => Plan): Plan {
    const whole = [...this.expanded(name, at), ...path.map((one) => nameIn(one) ?? one)]
    const rest = (from: number) =>
      whole.slice(from).map((one): Plan => (typeof one === 'string' ? { op: 'value', value: one } : plan(one)))
    const under = (head: Plan, from: number): Plan =>
      whole.length === from ? head : { op: 'path', head, path: rest(from) }
    if (whole[0] === 'input') return under({ op: 'input' }, 1)
    if (whole[1] === 'inventory') return under({ op: 'inventory' }, 2)
    for (let length = 2; length <= whole.length && typeof whole[length - 1] === 'string'; length++) {
      const rule = this.groups.get(whole.slice(1, length).join('.'))
      if (rule === undefined) continue
      if (rule.form === 'function')
        throw this.error(at, 'rego_type_error', `the function data.${rule.name} is not called`)
      return under({ op: 'rule', rule }, length)
    }
    const shown = whole.map((one) => (typeof one === 'string' ? one : '…')).join('.')
    throw this.error(at, 'rego_compile_error', `${shown} is neither data.inventory nor a rule of this policy`)
  }

  private expanded(name: string, at: Position): string[] {
    if (name === 'input' || name === 'data') return [name]
    const { syntax } = this.module
    const found = syntax.imports.get(name)?.path
    if (found !== undefined) return found
    if (this.isGlobal(name)) return ['data', ...syntax.package.split('.'), name]
    throw this.error(at, 'rego_unsafe_var_error', `var ${name} is unsafe`)
  }

  private call({ name, at }: Term & { kind: 'call' }, words: Plan[]): Plan {
    const rule = this.functionNamed(name)
    const builtin = rule === undefined ? this.builtins.get(name) : undefined
    const arity = rule?.arity ?? builtin?.words.length
    if (arity === undefined) throw this.error(at, 'rego_type_error', `undefined function ${name}`)
    if (words.length !== arity)
      throw this.error(at, 'rego_type_error', `${name}: arity mismatch: have ${words.length}, want ${arity}`)
    if (rule !== undefined) return { op: 'function', rule, words }
    return { op: 'builtin', name, builtin: builtin as NonNullable<typeof builtin>, words, at }
  }

  private functionNamed(name: string): RuleGroup | undefined {
    const { imports, package: own } = this.module.syntax
    const [head = '', ...rest] = name.split('.')
    const imported = imports.get(head)?.path
    const path =
      head === 'data' ? [head, ...rest] : imported === undefined ? ['data', own, name] : [...imported, ...rest]
    const rule = path[0] === 'data' ? this.groups.get(path.slice(1).join('.')) : undefined
    return rule?.form === 'function' ? rule : undefined
  }
}

function nameIn(term: Term): string | undefined {
  return term.kind === 'value' && typeof term.value === 'string' ? term.value : undefined
}
