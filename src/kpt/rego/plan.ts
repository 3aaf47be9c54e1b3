/** A policy as it is run: names are slots or rules, and the steps of a body stand in an order in which each finds what it needs. */
import type { Builtin } from './builtin.ts'
import type { RegoFile } from './errors.ts'
import type { Position } from './syntax.ts'
import { RegoObject, RegoSet, type Value } from './values.ts'

export type Plan =
  | { op: 'value'; value: Value }
  | { op: 'slot'; slot: number; name: string; at: Position }
  | { op: 'input' }
  | { op: 'inventory' }
  | { op: 'rule'; rule: RuleGroup }
  | { op: 'array' | 'set'; items: Plan[] }
  | { op: 'object'; keys: Plan[]; values: Plan[] }
  | { op: 'path'; head: Plan; path: Plan[] }
  | { op: 'builtin'; name: string; builtin: Builtin; words: Plan[]; at: Position }
  | { op: 'function'; rule: RuleGroup; words: Plan[] }
  /** `outer` are the slots that it takes from around it. */
  | { op: 'collect'; of: 'array' | 'set' | 'object'; key: Plan | undefined; value: Plan; steps: Step[]; outer: Slots }

/** Slots, and what each is called where it is wanted. */
export type Slots = Map<number, { name: string; at: Position }>

export type Step = { at: Position } & (
  | { kind: 'test'; term: Plan }
  | { kind: 'not'; step: Step }
  | { kind: 'match'; pattern: Plan; value: Plan }
  /** Two sides of an equation whose order is not decided yet. */
  | { kind: 'unify'; left: Plan; right: Plan }
  | { kind: 'member'; key: Plan | undefined; value: Plan; domain: Plan }
  | { kind: 'every'; key: Plan | undefined; value: Plan; domain: Plan; steps: Step[]; outer: Slots }
)

export interface RulePlan {
  words: Plan[]
  key: Plan | undefined
  value: Plan
  steps: Step[]
  /** How many slots a run of it takes. */
  slots: number
  otherwise: RulePlan | undefined
  at: Position
}

/** Rules of one name. */
export interface RuleGroup {
  /** `lib.strings.trim` */
  name: string
  form: 'complete' | 'function' | 'set' | 'object'
  arity: number
  file: RegoFile
  at: Position
  rules: RulePlan[]
  default: RulePlan | undefined
}

/** A list or set; a value when all its elements are. */
export function listPlan(op: 'array' | 'set', items: Plan[]): Plan {
  const values = constants(items)
  if (values === undefined) return { op, items }
  return { op: 'value', value: op === 'array' ? values : RegoSet.of(values) }
}

/** An object; a value when all its parts are. */
export function objectPlan(keys: Plan[], values: Plan[]): Plan {
  const [knownKeys, knownValues] = [constants(keys), constants(values)]
  if (knownKeys === undefined || knownValues === undefined) return { op: 'object', keys, values }
  return { op: 'value', value: RegoObject.of(knownKeys.map((key, i) => [key, knownValues[i] as Value] as const)) }
}

function constants(plans: readonly Plan[]): Value[] | undefined {
  const values: Value[] = []
  for (const plan of plans) {
    if (plan.op !== 'value') return undefined
    values.push(plan.value)
  }
  return values
}
