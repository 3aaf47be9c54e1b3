import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { printResourceList, resourceListPrinter } from '../../src/krm/functions.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import type { Node } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'

const TEXTS = [
  'a: 1\n',
  '# head\na: 1 # line\n# foot\n',
  'a:\n  b: [x, {y: z}]\n  # inner foot\n\n# foot\n',
  "a: 'it''s'\nb: |\n  one\n\n  two\n# below\n",
  '# above\n\n# head\na: {}\nb: []\nc:\n- x # one\n- y\n# end\n',
  'a: >-\n  folded\n  text\n',
]

const rootOf = (text: string) => parse(new Source('', text))?.root as Node

it('prints objects that come one by one as it prints a whole list', () => {
  const objects = fc.array(fc.constantFrom(...TEXTS), { maxLength: 6 })
  const configs = fc.option(fc.constantFrom(...TEXTS), { nil: undefined })
  fc.assert(
    fc.property(objects, configs, (texts, configText) => {
      const config = configText === undefined ? undefined : rootOf(configText)
      const list = resourceListPrinter(config)
      for (const text of texts) list.add(rootOf(text))
      expect(list.end()).toBe(printResourceList(texts.map(rootOf), config))
    }),
    { numRuns: 500 },
  )
})

it('doubles a quote within single quotes', () => {
  expect(emitKept(rootOf("a: 'it''s'\n"))).toBe("a: 'it''s'\n")
})
