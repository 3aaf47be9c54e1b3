/** Programs and what the reference's interpreter prints for them, its errors included (go.starlark.net, 2026-09-08, with sets, recursion and global reassignment). */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { output } from './run.ts'

const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { program: string; printed: string })

it.each(recorded.map(({ program, printed }) => [program, printed]))('%s', (program, printed) => {
  expect(output(program).join('\n')).toBe(printed)
})
