/** No rule may lead back to itself. */
import { regoError } from './errors.ts'
import type { Plan, RuleGroup, RulePlan, Step } from './plan.ts'

export function checkRecursion(groups: readonly RuleGroup[]): void {
  const done = new Set<RuleGroup>()
  const path: RuleGroup[] = []
  const visit = (group: RuleGroup): void => {
    if (done.has(group)) return
    const at = path.indexOf(group)
    path.push(group)
    if (at >= 0) {
      const names = path.slice(at).map(({ name }) => `data.${name}`)
      const said = `rule ${names[0]} is recursive: ${names.join(' -> ')}`
      throw regoError(group.file, group.at, 'rego_recursion_error', said)
    }
    if (path.length > MOST_CALLS)
      throw regoError(
        group.file,
        group.at,
        'rego_compile_error',
        `more than ${MOST_CALLS} rules use each other in a row`,
      )
    for (const used of usedBy(group)) visit(used)
    path.pop()
    done.add(group)
  }
  for (const group of groups) visit(group)
}

const MOST_CALLS = 100

function usedBy(group: RuleGroup): Set<RuleGroup> {
  const used = new Set<RuleGroup>()
  const terms = (all: readonly (Plan | undefined)[]): void => {
    for (const one of all) if (one !== undefined) term(one)
  }
  const term = (plan: Plan): void => {
    if ('rule' in plan) used.add(plan.rule)
    if ('words' in plan) terms(plan.words)
    if ('items' in plan) terms(plan.items)
    if (plan.op === 'object') terms([...plan.keys, ...plan.values])
    if (plan.op === 'path') terms([plan.head, ...plan.path])
    if (plan.op === 'collect') {
      terms([plan.key, plan.value])
      steps(plan.steps)
    }
  }
  const steps = (all: readonly Step[]): void => {
    for (const step of all) {
      if (step.kind === 'test') term(step.term)
      else if (step.kind === 'not') steps([step.step])
      else if (step.kind === 'match') terms([step.pattern, step.value])
      else if (step.kind === 'unify') terms([step.left, step.right])
      else {
        terms([step.key, step.value, step.domain])
        if (step.kind === 'every') steps(step.steps)
      }
    }
  }
  const rule = (plan: RulePlan | undefined): void => {
    if (plan === undefined) return
    terms([...plan.words, plan.key, plan.value])
    steps(plan.steps)
    rule(plan.otherwise)
  }
  for (const one of group.rules) rule(one)
  rule(group.default)
  return used
}
