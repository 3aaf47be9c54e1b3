import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { newBudget } from '../../src/core/limits.ts'
import { Source } from '../../src/core/source.ts'
import { applyJsonPatch, decodeJsonPatch } from '../../src/krm/jsonpatch.ts'
import { emitSorted } from '../../src/yaml/emit.ts'
import type { Mapping } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { type Answer, answered, expected } from './answers.ts'

const recorded = JSON.parse(readFileSync(new URL('jsonpatch-answers.json', import.meta.url), 'utf8')) as {
  object: string
  output: string
  answers: [patch: string, answer: Answer][]
}

describe('as the reference answers', () => {
  test.each(recorded.answers)('%s', async (patch, answer) => {
    const kustomization = 'resources: [r.yaml]\npatches:\n- path: p.yaml\n  target: {kind: ConfigMap}\n'
    const files = { 'r.yaml': recorded.object, 'p.yaml': patch, 'kustomization.yaml': kustomization }
    expect(await answered(files)).toBe(
      expected(answer, recorded.output).trimEnd() + (typeof answer === 'string' ? '' : '\n'),
    )
  })
})

function patched(object: string, patch: string): string {
  const root = parse(new Source('r.yaml', object))?.root as Mapping
  return emitSorted(applyJsonPatch(root, decodeJsonPatch(new Source('p.yaml', patch)), newBudget()))
}

test('a value is copied each time it is used', () => {
  const operations =
    '[{"op":"add","path":"/a","value":{"x":1}},{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/y","value":2}]'
  expect(patched('z: 0\n', operations)).toBe('a:\n  x: 1\nb:\n  x: 1\n  "y": 2\nz: 0\n')
})

test('an error says where the operation is and which key may have been meant', () => {
  const patch = '- {op: add, path: /a, value: 1}\n- {op: replace, path: /spec/templat/x, value: 1}\n'
  const run = () => patched('spec:\n  template: {x: 0}\n', patch)
  expect(run).toThrowError(
    expect.objectContaining({
      code: 'JSON_PATCH',
      message: 'replace operation does not apply: doc is missing path: /spec/templat/x: missing value',
      hint: '"/spec" has no "templat"; did you mean "template"?',
      at: [{ source: expect.objectContaining({ path: 'p.yaml' }), offset: patch.indexOf('{op: replace') }],
    }),
  )
})

test('objects without a JSON form are refused even when what has none is removed', () => {
  expect(() => patched('a: .inf\n', '[{"op":"remove","path":"/a"}]')).toThrow(/^json: unsupported value: \+Inf$/)
  expect(() => patched('a: {1: x}\n', '[{"op":"remove","path":"/a"}]')).toThrow(
    /^json: unsupported type: map\[interface \{\}\]interface \{\}$/,
  )
  expect(() => patched('a: !!bool "yes"\n', '[{"op":"remove","path":"/a"}]')).toThrow(
    /^yaml: cannot decode !!str `yes` as a !!bool$/,
  )
})
