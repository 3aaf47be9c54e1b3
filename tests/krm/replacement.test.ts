import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { splitFieldPath } from '../../src/krm/fieldpath.ts'
import { type Answer, answered, expected } from './answers.ts'

const recorded = JSON.parse(readFileSync(new URL('replacement-answers.json', import.meta.url), 'utf8')) as {
  objects: string
  output: string
  answers: [source: string, target: string, create: boolean, answer: Answer][]
}

describe('as the reference answers', () => {
  test.each(recorded.answers)('%s into %j, created %s', async (source, target, create, answer) => {
    const select = { select: { kind: 'T' }, fieldPaths: [target], ...(create ? { options: { create } } : {}) }
    const replacements = JSON.stringify([{ source: { kind: 'ConfigMap', fieldPath: source }, targets: [select] }])
    const kustomization = `resources: [r.yaml]\nreplacements: ${replacements}\n`
    const said = await answered({ 'r.yaml': recorded.objects, 'kustomization.yaml': kustomization })
    expect(said).toBe(expected(answer, recorded.output).trimEnd() + (typeof answer === 'string' ? '' : '\n'))
  })
})

test.each([
  ['a.b', ['a', 'b']],
  ['.a..b.', ['a', '', 'b', '']],
  ['a\\.b.c', ['a.b', 'c']],
  ['metadata.annotations.[a.b/c]', ['metadata', 'annotations', 'a.b/c']],
  ['l.[name=a.b].c', ['l', '[name=a.b]', 'c']],
  ['l.[0]', ['l', '[0]']],
  ['', ['']],
])('%j splits into %j', (path, parts) => {
  expect(splitFieldPath(path)).toEqual(parts)
})

test('what a replacement made takes another type with the next one', async () => {
  const replacements = ['7', 'text'].map((sourceValue) => ({
    sourceValue,
    targets: [{ select: { kind: 'T' }, fieldPaths: ['d.new'], options: { create: true } }],
  }))
  const said = await answered({
    'r.yaml': 'apiVersion: e.com/v1\nkind: T\nmetadata:\n  name: t\n',
    'kustomization.yaml': `resources: [r.yaml]\nreplacements: ${JSON.stringify(replacements)}\n`,
  })
  expect(said).toBe('apiVersion: e.com/v1\nd:\n  new: text\nkind: T\nmetadata:\n  name: t\n')
})
