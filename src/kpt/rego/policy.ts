/** A policy: its own module and the libraries beside it, and what it finds wrong with an input. */
import type { RegoFile } from './errors.ts'
import { regoError } from './errors.ts'
import { Evaluation } from './evaluate.ts'
import type { Usage } from './limits.ts'
import { parseModule } from './parse.ts'
import type { RuleGroup } from './plan.ts'
import { resolveModules } from './resolve.ts'
import { elements, type Value } from './values.ts'

export interface Policy {
  /** The members of its rule `violation`, in their order. */
  violations(input: Value, inventory: Value, usage: Usage): readonly Value[]
}

/**
 * Reads a policy. `newer` is the language in which `if` and `contains` are words of their own.
 *
 * @throws ToolError with the text that Open Policy Agent has for what is wrong, where it has one
 * @example readPolicy({ name: 'p', text: 'package p\nviolation[m] { m := input.x }' }, [], false)
 */
export function readPolicy(file: RegoFile, libraries: readonly RegoFile[], newer: boolean): Policy {
  const modules = [file, ...libraries].map((one) => ({ file: one, syntax: parseModule(one, newer) }))
  const groups = resolveModules(modules)
  const rule = groups.get(`${modules[0]?.syntax.package}.violation`)
  if (rule === undefined || rule.form === 'function') {
    throw regoError(file, { line: 1, column: 1 }, 'rego_compile_error', 'the policy has no rule "violation"')
  }
  return { violations: (input, inventory, usage) => members(rule, new Evaluation(input, inventory, usage)) }
}

function members(rule: RuleGroup, evaluation: Evaluation): readonly Value[] {
  const found = evaluation.rule(rule)
  return found === undefined ? [] : (elements(found) ?? []).map(([key]) => key)
}
