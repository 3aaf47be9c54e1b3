/** Policies and what Open Policy Agent 1.x finds with them, its errors included: forms of the language, built-in functions, and policies as clusters have them. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trouble, violations } from './run.ts'

interface Recorded {
  policy: string
  input: unknown
  newer?: boolean
  violations?: string[]
  error?: string
}

const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

it.each(recorded.map((one) => [one.policy, one] as const))('%s', (_, { policy, input, newer, error, ...wanted }) => {
  const run = () => violations(policy, input, newer)
  if (error !== undefined) expect(trouble(run)).toBe(error)
  else expect(run()).toEqual(wanted.violations)
})
