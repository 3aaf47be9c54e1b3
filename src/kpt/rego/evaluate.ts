/** Runs rules. A term may have several values, so whoever evaluates one says what is done with each; `true` means: no more. */
import { regoError } from './errors.ts'
import type { Usage } from './limits.ts'
import type { Plan, RuleGroup, RulePlan, Step } from './plan.ts'
import { elementAt, elements, equal, isArray, RegoObject, RegoSet, type Value } from './values.ts'

type Frame = (Value | undefined)[]
type Next = () => boolean
type NextValue = (value: Value) => boolean

const END: Next = () => true

/** One evaluation over one input: what rules come to is kept for it. */
export class Evaluation {
  private readonly known = new Map<RuleGroup, Value | undefined>()

  constructor(
    private readonly input: Value,
    private readonly inventory: Value,
    private readonly usage: Usage,
  ) {}

  /** What a rule comes to; undefined when it does not hold. */
  rule(group: RuleGroup): Value | undefined {
    if (this.known.has(group)) return this.known.get(group)
    const before = this.usage.inFile(group.file)
    const value = this.made(group)
    this.usage.inFile(before)
    this.known.set(group, value)
    return value
  }

  private made(group: RuleGroup): Value | undefined {
    if (group.form === 'set') return this.partialSet(group)
    if (group.form === 'object') return this.partialObject(group)
    const value = this.single(group, [])
    if (value !== undefined || group.default === undefined) return value
    return this.single({ ...group, rules: [group.default] }, [])
  }

  private partialSet(group: RuleGroup): Value {
    const members: Value[] = []
    for (const { steps, slots, key } of group.rules) {
      const frame: Frame = new Array(slots)
      this.run(steps, 0, frame, () => this.keep(members, this.value(key as Plan, frame)))
    }
    return RegoSet.of(members)
  }

  private partialObject(group: RuleGroup): Value {
    const pairs: [Value, Value][] = []
    for (const { steps, slots, key, value } of group.rules) {
      const frame: Frame = new Array(slots)
      this.run(steps, 0, frame, () => this.keep(pairs, this.pair(key as Plan, value, frame)))
    }
    return this.objectOf(pairs)
  }

  private keep<T>(all: T[], one: T | undefined): false {
    this.usage.spend(1)
    if (one !== undefined) all.push(one)
    return false
  }

  private pair(key: Plan, value: Plan, frame: Frame): [Value, Value] | undefined {
    const [made, held] = [this.value(key, frame), this.value(value, frame)]
    return made === undefined || held === undefined ? undefined : [made, held]
  }

  private objectOf(pairs: readonly [Value, Value][]): Value {
    const made = RegoObject.of(pairs)
    for (const [key, value] of made.size === pairs.length ? [] : pairs) {
      if (equal(made.get(key) as Value, value)) continue
      throw this.usage.failure('eval_conflict_error', 'object keys must be unique')
    }
    return made
  }

  /** What all the rules of a group agree on. */
  private single(group: RuleGroup, words: readonly Value[]): Value | undefined {
    let found: Value | undefined
    for (const rule of group.rules) {
      const value = this.branch(group, rule, words)
      if (found === undefined) found = value
      else if (value !== undefined && !equal(value, found)) throw conflict(group)
    }
    return found
  }

  private branch(group: RuleGroup, rule: RulePlan, words: readonly Value[]): Value | undefined {
    for (let at: RulePlan | undefined = rule; at !== undefined; at = at.otherwise) {
      const { value: result, steps, slots } = at
      const frame: Frame = new Array(slots)
      let found: Value | undefined
      this.matchAll(at.words, words, 0, frame, () =>
        this.run(steps, 0, frame, () => {
          const value = this.value(result, frame)
          if (value === undefined) return false
          if (found !== undefined && !equal(value, found)) throw conflict(group)
          found = value
          return result.op === 'value'
        }),
      )
      if (found !== undefined) return found
    }
    return undefined
  }

  private call(group: RuleGroup, words: readonly Value[]): Value | undefined {
    const before = this.usage.inFile(group.file)
    const value = this.single(group, words)
    this.usage.inFile(before)
    return value
  }

  private run(steps: readonly Step[], i: number, frame: Frame, next: Next): boolean {
    const step = steps[i]
    if (step === undefined) return next()
    this.usage.enter(step.at)
    this.usage.step()
    const stopped = this.step(step, frame, () => this.run(steps, i + 1, frame, next))
    this.usage.leave()
    return stopped
  }

  private step(step: Step, frame: Frame, next: Next): boolean {
    switch (step.kind) {
      case 'test':
        return this.evaluate(step.term, frame, (value) => value !== false && next())
      case 'not':
        return !this.step(step.step, frame, END) && next()
      case 'match':
        return this.evaluate(step.value, frame, (value) => this.match(step.pattern, value, frame, next))
      case 'member':
        return this.evaluate(step.domain, frame, (domain) =>
          this.each(domain, (key, value) =>
            this.matchAll(
              step.key === undefined ? [step.value] : [step.key, step.value],
              step.key === undefined ? [value] : [key, value],
              ...([0, frame, next] as const),
            ),
          ),
        )
      case 'every':
        return this.evaluate(step.domain, frame, (domain) => {
          if (elements(domain) === undefined) return false
          const missed = this.each(domain, (key, value) => {
            const patterns = step.key === undefined ? [step.value] : [step.key, step.value]
            const values = step.key === undefined ? [value] : [key, value]
            return !this.matchAll(patterns, values, 0, frame, () => this.run(step.steps, 0, frame, END))
          })
          return !missed && next()
        })
      case 'unify':
        throw new Error('an equation was not ordered')
    }
  }

  private each(collection: Value, visit: (key: Value, value: Value) => boolean): boolean {
    for (const [key, value] of elements(collection) ?? []) {
      this.usage.step()
      if (visit(key, value)) return true
    }
    return false
  }

  /** Calls `next` with each value of a term: only a path that goes through collections has several. */
  private evaluate(plan: Plan, frame: Frame, next: NextValue): boolean {
    if (plan.op !== 'path') return this.given(this.value(plan, frame), next)
    return this.given(this.value(plan.head, frame), (value) => this.walk(value, plan.path, 0, frame, next))
  }

  private given(value: Value | undefined, next: NextValue): boolean {
    return value !== undefined && next(value)
  }

  /** The value of a term that has one at most. */
  private value(plan: Plan, frame: Frame): Value | undefined {
    switch (plan.op) {
      case 'value':
        return plan.value
      case 'slot': {
        const value = frame[plan.slot]
        // A name that nothing has found would let pass what the policy forbids.
        if (value === undefined) throw this.usage.failure('rego_unsafe_var_error', `var ${plan.name} is unsafe`)
        return value
      }
      case 'input':
        return this.input
      case 'inventory':
        return this.inventory
      case 'rule':
        return this.rule(plan.rule)
      case 'array':
        return this.values(plan.items, frame)
      case 'set': {
        const items = this.values(plan.items, frame)
        return items === undefined ? items : RegoSet.of(items)
      }
      case 'object': {
        const [keys, values] = [this.values(plan.keys, frame), this.values(plan.values, frame)]
        if (keys === undefined || values === undefined) return undefined
        return this.objectOf(keys.map((key, i) => [key, values[i] as Value]))
      }
      case 'path': {
        let value = this.value(plan.head, frame)
        for (const part of plan.path) {
          const key = value === undefined ? undefined : this.value(part, frame)
          if (value === undefined || key === undefined) return undefined
          value = elementAt(value, key)
        }
        return value
      }
      case 'builtin': {
        const words = this.values(plan.words, frame)
        const value = words === undefined ? undefined : plan.builtin.call(words, this.usage)
        if (value !== undefined) this.usage.spend(sizeOf(value))
        return value
      }
      case 'function': {
        const words = this.values(plan.words, frame)
        return words === undefined ? words : this.call(plan.rule, words)
      }
      case 'collect':
        return this.collected(plan, frame)
    }
  }

  private values(plans: readonly Plan[], frame: Frame): Value[] | undefined {
    const values: Value[] = []
    for (const plan of plans) {
      const value = this.value(plan, frame)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }

  private collected({ of, key, value, steps }: Plan & { op: 'collect' }, frame: Frame): Value {
    if (of === 'object') {
      const pairs: [Value, Value][] = []
      this.run(steps, 0, frame, () => this.keep(pairs, this.pair(key as Plan, value, frame)))
      return this.objectOf(pairs)
    }
    const values: Value[] = []
    this.run(steps, 0, frame, () => this.keep(values, this.value(value, frame)))
    return of === 'array' ? values : RegoSet.of(values)
  }

  /** Follows a path into a value; a part of it that nothing is known of goes through all there is. */
  private walk(start: Value, path: readonly Plan[], from: number, frame: Frame, next: NextValue): boolean {
    let value = start
    for (let i = from; i < path.length; i++) {
      const part = path[i] as Plan
      const key = part.op === 'value' ? part.value : part.op === 'slot' ? frame[part.slot] : undefined
      if (key !== undefined) {
        const found = elementAt(value, key)
        if (found === undefined) return false
        value = found
        continue
      }
      const rest = (found: Value | undefined) => this.given(found, (one) => this.walk(one, path, i + 1, frame, next))
      if (isKnown(part, frame)) {
        const known = this.value(part, frame)
        return known !== undefined && rest(elementAt(value, known))
      }
      return this.each(value, (known, found) => this.match(part, known, frame, () => rest(found)))
    }
    return next(value)
  }

  private match(pattern: Plan, value: Value, frame: Frame, next: Next): boolean {
    if (pattern.op === 'slot') {
      const { slot } = pattern
      const bound = frame[slot]
      if (bound !== undefined) return equal(bound, value) && next()
      frame[slot] = value
      const stopped = next()
      frame[slot] = undefined
      return stopped
    }
    if (pattern.op === 'array') {
      if (!isArray(value) || value.length !== pattern.items.length) return false
      return this.matchAll(pattern.items, value, 0, frame, next)
    }
    if (pattern.op === 'object') {
      const keys = this.values(pattern.keys, frame)
      if (!(value instanceof RegoObject) || keys === undefined || keys.length !== value.size) return false
      const values = keys.map((key) => value.get(key))
      return !values.includes(undefined) && this.matchAll(pattern.values, values as Value[], 0, frame, next)
    }
    const wanted = this.value(pattern, frame)
    return wanted !== undefined && equal(wanted, value) && next()
  }

  private matchAll(patterns: readonly Plan[], values: readonly Value[], i: number, frame: Frame, next: Next): boolean {
    const pattern = patterns[i]
    if (pattern === undefined) return next()
    this.usage.enter()
    const stopped = this.match(pattern, values[i] as Value, frame, () =>
      this.matchAll(patterns, values, i + 1, frame, next),
    )
    this.usage.leave()
    return stopped
  }
}

function conflict({ file, at, form }: RuleGroup): Error {
  const what =
    form === 'function'
      ? 'functions must not produce multiple outputs for same inputs'
      : 'complete rules must not produce multiple outputs'
  return regoError(file, at, 'eval_conflict_error', what)
}

/** Nothing in a pattern is still to be found. */
function isKnown(plan: Plan, frame: Frame): boolean {
  if (plan.op === 'slot') return frame[plan.slot] !== undefined
  if (plan.op === 'array') return plan.items.every((one) => isKnown(one, frame))
  return plan.op !== 'object' || plan.values.every((one) => isKnown(one, frame))
}

function sizeOf(value: Value): number {
  if (typeof value === 'string' || isArray(value)) return value.length
  return value instanceof RegoObject || value instanceof RegoSet ? value.size : 1
}
