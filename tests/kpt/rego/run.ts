import { LIMITS, type Limits, Usage } from '../../../src/kpt/rego/limits.ts'
import { readPolicy } from '../../../src/kpt/rego/policy.ts'
import { fromJson, toJsonText } from '../../../src/kpt/rego/values.ts'

/** What a policy finds, each finding as JSON. */
export function violations(text: string, input: unknown = {}, newer = false, limits: Limits = LIMITS): string[] {
  const policy = readPolicy({ name: 'p', text }, [], newer)
  return policy.violations(fromJson(input), fromJson({}), new Usage(limits)).map(toJsonText)
}

/** What is wrong with a policy. */
export function trouble(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}
