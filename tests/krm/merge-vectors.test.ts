import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { strategicMerge } from '../../src/krm/merge.ts'
import { Schema } from '../../src/krm/schema.ts'
import { parseJson, toJson } from '../../src/yaml/json.ts'
import { corpusRoot } from '../corpus.ts'

interface Vector {
  dest: unknown
  patch: unknown
  result: unknown
}

const root = corpusRoot()
const file = root === undefined ? '' : join(dirname(root), 'spec/data/smp-vectors.json')
const vectors: Vector[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : []

const deployment = (spec: unknown) => {
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec }
  return parseJson(new Source('', JSON.stringify(object)))
}

const schema = Schema.builtin()
beforeAll(() => schema.load())

describe.skipIf(vectors.length === 0)(`recorded merges (${vectors.length}; none: the corpus is absent)`, () => {
  test.each(vectors.map((vector, i) => [i, vector] as const))('%i', (_, { dest, patch, result }) => {
    const merged = strategicMerge(deployment(dest), deployment(patch), { schema })
    expect(merged && JSON.parse(toJson(merged)).spec).toEqual(result)
  })
})
