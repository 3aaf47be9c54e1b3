import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { untestedRules } from '../../scripts/untested-rules.ts'
import { corpusRoot } from '../corpus.ts'

const corpus = corpusRoot()
const found = corpus === undefined ? undefined : untestedRules(dirname(corpus))

test.skipIf(found === undefined)('every numbered rule of the specifications is named by a test', () => {
  expect(found?.map(({ file, rules, untested }) => [file, rules > 10, untested])).toEqual([
    ['flux-engine.md', true, []],
    ['layout.md', true, []],
    ['stack-model.md', true, []],
    ['kure-extras.md', true, []],
  ])
})
