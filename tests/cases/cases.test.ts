/** Every case under tests/cases, whole outputs and whole messages. STRAKE_PROGRAM tests a program instead. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { librarySubject } from '../library.ts'
import { programSubject } from '../subject.ts'
import { listCases, loadCase } from './case-file.ts'
import { runCase } from './run-case.ts'

const program = process.env.STRAKE_PROGRAM
const subjects =
  program === undefined
    ? { 'with trees': await librarySubject(1000), 'with objects kept as text': await librarySubject() }
    : { [program]: programSubject(program) }

describe.each(Object.entries(subjects))('cases, %s', (_, subject) => {
  for (const { name, file } of listCases(dirname(fileURLToPath(import.meta.url)))) {
    test(name, async () => {
      const { output, error, warnings, ...input } = loadCase(file)
      expect(output ?? error, 'a case needs a recorded result: npm run cases:record').toBeDefined()
      const result = await runCase(input, subject)
      expect({ output: result.output, error: result.error, warnings: result.warnings }).toEqual({
        output,
        error,
        warnings,
      })
    })
  }
})
