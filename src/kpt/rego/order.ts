/** In which order the steps of a body run: as written, but each behind those that find what it needs. */
import { type RegoFile, regoError } from './errors.ts'
import type { Plan, Slots, Step } from './plan.ts'

/** What a term asks for, and what it finds while it is evaluated. */
interface Uses {
  needs: Slots
  finds: Set<number>
}

export const MOST_LITERALS = 500

/** Throws for a step that never finds what it needs. `bound` grows by what the steps find. */
export function orderSteps(file: RegoFile, steps: readonly Step[], bound: Set<number>): Step[] {
  const [first] = steps
  if (first !== undefined && steps.length > MOST_LITERALS)
    throw regoError(file, first.at, 'rego_compile_error', `a body has more than ${MOST_LITERALS} expressions`)
  const waiting = [...steps]
  const ordered: Step[] = []
  while (waiting.length > 0) {
    let missing: Slots | undefined
    let ready: Step[] | undefined
    const i = waiting.findIndex((step) => {
      const tried = attempt(step, bound)
      if (Array.isArray(tried)) ready = tried
      else missing ??= tried
      return ready !== undefined
    })
    if (i < 0) {
      const [unsafe] = (missing as Slots).values()
      const name = unsafe?.name.startsWith('$') ? '_' : unsafe?.name
      throw regoError(file, unsafe?.at ?? (first as Step).at, 'rego_unsafe_var_error', `var ${name} is unsafe`)
    }
    waiting.splice(i, 1)
    ordered.push(...(ready as Step[]))
  }
  return ordered
}

/** Throws when a term needs what nothing has found. */
export function checkBound(file: RegoFile, term: Plan, bound: ReadonlySet<number>): void {
  const uses: Uses = { needs: new Map(), finds: new Set() }
  evaluated(term, uses)
  const missing = lacking(uses.needs, bound)
  for (const { name, at } of missing.values()) {
    throw regoError(file, at, 'rego_unsafe_var_error', `var ${name.startsWith('$') ? '_' : name} is unsafe`)
  }
}

/** The step, or those that do the same, when all that it needs is bound; what is missing otherwise. */
function attempt(step: Step, bound: Set<number>): Step[] | Slots {
  if (step.kind === 'unify') return attemptUnify(step, bound)
  const uses: Uses = { needs: new Map(), finds: new Set() }
  usesOf(step, uses)
  const missing = lacking(uses.needs, bound)
  if (missing.size > 0) return missing
  for (const slot of uses.finds) bound.add(slot)
  return [step]
}

function attemptUnify(step: Step & { kind: 'unify' }, bound: Set<number>): Step[] | Slots {
  const { left, right, at } = step
  let missing: Slots = new Map()
  for (const [pattern, value] of [
    [left, right],
    [right, left],
  ] as const) {
    const uses: Uses = { needs: new Map(), finds: new Set() }
    evaluated(value, uses)
    matched(pattern, uses)
    const lacks = lacking(uses.needs, bound)
    if (lacks.size === 0) {
      for (const slot of uses.finds) bound.add(slot)
      return [{ kind: 'match', pattern, value, at }]
    }
    if (missing.size === 0) missing = lacks
  }
  if (left.op !== 'array' || right.op !== 'array' || left.items.length !== right.items.length) return missing
  // Lists of one length are equal when their elements are, each of which may be found on another side.
  const tentative = new Set(bound)
  const parts: Step[] = []
  for (let i = 0; i < left.items.length; i++) {
    const part: Step = { kind: 'unify', left: left.items[i] as Plan, right: right.items[i] as Plan, at }
    const tried = attemptUnify(part, tentative)
    if (!Array.isArray(tried)) return tried
    parts.push(...tried)
  }
  for (const slot of tentative) bound.add(slot)
  return parts
}

function lacking(needs: Slots, bound: ReadonlySet<number>): Slots {
  return new Map([...needs].filter(([slot]) => !bound.has(slot)))
}

function usesOf(step: Step, uses: Uses): void {
  switch (step.kind) {
    case 'test':
      return evaluated(step.term, uses)
    case 'not': {
      const inner: Uses = { needs: uses.needs, finds: new Set() }
      return strictly(step.step, inner)
    }
    case 'match':
      evaluated(step.value, uses)
      return matched(step.pattern, uses)
    case 'unify':
      evaluated(step.left, uses)
      return evaluated(step.right, uses)
    case 'member':
      evaluated(step.domain, uses)
      if (step.key !== undefined) matched(step.key, uses)
      return matched(step.value, uses)
    case 'every':
      evaluated(step.domain, uses)
      for (const [slot, want] of step.outer) need(slot, want, uses)
  }
}

/** Nothing is found behind `not`: whatever is named there has to be known. */
function strictly(step: Step, uses: Uses): void {
  usesOf(step, uses)
  const terms = step.kind === 'test' ? [step.term] : step.kind === 'match' ? [step.pattern, step.value] : []
  for (const term of terms) allSlots(term, uses.needs)
}

function allSlots(term: Plan, needs: Slots): void {
  if (term.op === 'slot') needs.set(term.slot, term)
  else if (term.op === 'array' || term.op === 'set') for (const one of term.items) allSlots(one, needs)
  else if (term.op === 'object') for (const one of [...term.keys, ...term.values]) allSlots(one, needs)
  else if (term.op === 'path') for (const one of [term.head, ...term.path]) allSlots(one, needs)
  else if (term.op === 'builtin' || term.op === 'function') for (const one of term.words) allSlots(one, needs)
}

function need(slot: number, want: { name: string; at: Step['at'] }, { needs, finds }: Uses): void {
  if (!finds.has(slot) && !needs.has(slot)) needs.set(slot, want)
}

function evaluated(term: Plan, uses: Uses): void {
  switch (term.op) {
    case 'slot':
      return need(term.slot, term, uses)
    case 'array':
    case 'set':
      for (const one of term.items) evaluated(one, uses)
      return
    case 'object':
      for (const one of [...term.keys, ...term.values]) evaluated(one, uses)
      return
    case 'path':
      evaluated(term.head, uses)
      for (const one of term.path) matched(one, uses)
      return
    case 'builtin':
    case 'function':
      for (const one of term.words) evaluated(one, uses)
      return
    case 'collect':
      for (const [slot, want] of term.outer) need(slot, want, uses)
  }
}

/** What a pattern is laid over is known, so it finds what its names stand for. */
function matched(term: Plan, uses: Uses): void {
  if (term.op === 'slot') {
    if (!uses.needs.has(term.slot)) uses.finds.add(term.slot)
  } else if (term.op === 'array') for (const one of term.items) matched(one, uses)
  else if (term.op === 'object') {
    for (const one of term.keys) evaluated(one, uses)
    for (const one of term.values) matched(one, uses)
  } else evaluated(term, uses)
}
