/** Every case under tests/cases, whole outputs and whole messages. STRAKE_PROGRAM tests a program instead. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { librarySubject } from '../library.ts'
import { programSubject } from '../subject.ts'
import { listCases, loadCase } from './case-file.ts'
import { runCase } from './run-case.ts'

const program = process.env.STRAKE_PROGRAM
const subject = program === undefined ? await librarySubject() : programSubject(program)

/** Known differences from the reference. A case that has come to pass fails here, so that the list only shrinks. */
const KNOWN: Record<string, string> = {
  'kustomize/replacements/text-over-a-float': 'a number merged over a quoted text loses its type',
  'kustomize/json-patches/a-quoted-number-with-a-tag': 'a tagged number comes back from a JSON patch as a number',
  'kustomize/json-patches/folded-annotations': 'folded annotations miss the empty line that the way through JSON adds',
  'kustomize/merge-patches/a-number-over-a-made-label': 'a number merged over a made label becomes a text',
  'kustomize/merge-patches/over-a-label-made-with-others':
    'a merge patch replaces a shared label value instead of changing it in place',
  'kustomize/origin/annotations-replaced-by-a-json-patch': 'replacing all annotations must lose the origin too',
  'kustomize/patches/no-api-version-anywhere': 'a targeted patch adds a null apiVersion where neither side has one',
  'kustomize/replacements/an-empty-text-over-a-mapping':
    'an empty source value over a mapping must break later label specs',
}

describe('cases', () => {
  for (const { name, file } of listCases(dirname(fileURLToPath(import.meta.url)))) {
    const run = KNOWN[name] === undefined ? test : test.fails
    run(name, async () => {
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
