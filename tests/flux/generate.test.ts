/** The kustomization file that a path is built with, as a tree and as its text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { Source } from '../../src/core/source.ts'
import { generateKustomization } from '../../src/flux/generate.ts'
import { decodeFluxKustomization } from '../../src/flux/kustomization.ts'
import { isEqual } from '../../src/kustomize/edit/encode.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'

const { spec } = decodeFluxKustomization(undefined)

async function generated(fields: object) {
  const fs = memoryFileSystem({ '/app/kustomization.yaml': JSON.stringify(fields) })
  return await generateKustomization({ fs, folder: '/app', spec, parsed: new Map() })
}

const words = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '~',
    'null',
    'yes',
    '0',
    '1e3',
    '0x10',
    '1_000',
    '2024-01-01',
    '<<',
    '=',
    '- a',
    'a: b',
    '#a',
    '%a',
  ),
  fc.string({ unit: fc.constantFrom(...' \n-:#\'"{}[]&*!|>%@`?,~=<0ae.$\\'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('word', ' ', '  ', '\n', '\n\n', ' \n', '\n '), maxLength: 40 }),
)

test('the tree that is handed to the build is what reading the text gives', async () => {
  let handed = 0
  const pairs = fc.dictionary(words, words)
  const fields = fc.record({
    namePrefix: words,
    commonLabels: pairs,
    resources: fc.array(words),
    patches: fc.array(fc.record({ patch: words, target: fc.record({ kind: words }) })),
    labels: fc.array(fc.record({ pairs, includeSelectors: fc.boolean() })),
    replicas: fc.array(fc.record({ name: words, count: fc.integer() })),
    configMapGenerator: fc.array(fc.record({ name: words, literals: fc.array(words) })),
  })
  await fc.assert(
    fc.asyncProperty(fields, async (one) => {
      const { file, root } = await generated(one)
      if (root === undefined) return
      handed++
      expect(isEqual(root, readYaml11(new Source('', file.text)))).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(handed).toBeGreaterThan(50)
})

test('what may change on the way over the text is left to it', async () => {
  const isHanded = async (fields: object) => (await generated(fields)).root !== undefined
  expect(await isHanded({ resources: ['a.yaml'] })).toBe(true)
  expect(await isHanded({ resources: ['\u00fc.yaml'] })).toBe(false)
  expect(await isHanded({ replacements: [{ path: 'a.yaml' }] })).toBe(false)
  expect(await isHanded({ helmCharts: [{ name: 'a', valuesInline: { a: 1 } }] })).toBe(false)
})
