import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { Definitions } from '../../src/krm/custom-schema.ts'
import { definitionKinds, definitionTypes } from '../../src/krm/definitions-data.ts'
import { Schema, type TypeNode } from '../../src/krm/schema.ts'
import { parse } from '../../src/yaml/parse.ts'

interface Definition {
  ref?: string
  p?: Record<string, Definition>
  ap?: Definition | boolean
  items?: Definition
  ps?: string
  mk?: string
  lk?: string[]
}

const data = JSON.parse(
  readFileSync(new URL('../../scripts/data/kubernetes-schema.json', import.meta.url), 'utf8'),
) as {
  definitions: Record<string, Definition>
  resources: { a: string; k: string; d: string }[]
}

test('the compact tables say of every field what the whole document says', async () => {
  const schema = Schema.builtin()
  await schema.load()
  let lists = 0
  const follow = (one: Definition | undefined) => (one?.ref === undefined ? one : data.definitions[one.ref])
  const compare = (whole: Definition | undefined, compact: TypeNode | undefined, path: string[]): void => {
    if (whole === undefined || path.length > 14) return
    const merged = (whole.ps ?? '').split(',').includes('merge') && whole.items !== undefined
    const keys = merged ? (whole.lk ?? (whole.mk === undefined ? [] : [whole.mk])) : undefined
    const found = compact?.patchStrategy === 'merge' ? compact.mergeKeys : undefined
    expect([path.join('.'), found]).toEqual([path.join('.'), keys])
    if (merged) {
      lists++
      compare(follow(whole.items), compact?.items(), [...path, '[]'])
    }
    for (const [name, inner] of Object.entries(whole.p ?? {})) {
      if (path.includes(name)) continue
      compare(follow(inner), compact?.field(name), [...path, name])
    }
  }
  for (const { a, k, d } of data.resources) compare(data.definitions[d], schema.lookup(a, k), [`${a}/${k}`])
  expect(lists).toBe(263)
})

function definitionsOf(text: string): Definitions {
  const definitions = new Definitions()
  definitions.addDocument(parse(new Source('s.yaml', text))?.root)
  return definitions
}

test('the named definitions say of every kind what the compact tables say', async () => {
  const schema = Schema.builtin()
  await schema.load()
  const named = new Definitions()
  named.addBuiltin(definitionTypes, definitionKinds)
  const compare = (left: TypeNode | undefined, right: TypeNode | undefined, fields: Set<string>, path: string) => {
    const keys = (one: TypeNode | undefined) => (one?.patchStrategy === 'merge' ? one.mergeKeys : undefined)
    expect([path, keys(right)]).toEqual([path, keys(left)])
    if (left === undefined) return
    if (keys(left) !== undefined) compare(left.items(), right?.items(), fields, `${path}[]`)
    for (const name of fields) {
      if (!path.includes(`.${name}`)) compare(left.field(name), right?.field(name), fields, `${path}.${name}`)
    }
  }
  const fields = new Set<string>()
  for (const definition of Object.values(data.definitions)) {
    for (const [name, inner] of Object.entries(definition.p ?? {})) if (inner.ps?.includes('merge')) fields.add(name)
  }
  for (const name of ['spec', 'template', 'jobTemplate', 'metadata', 'status']) fields.add(name)
  for (const { a, k } of data.resources) compare(schema.lookup(a, k), named.lookup(`${a}/${k}`), fields, `${a}/${k}`)
})

test('a custom document replaces the built-in one, but not the scopes everybody knows', async () => {
  const document = `
definitions:
  Thing:
    properties:
      parts: {type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: id, items: {$ref: '#/definitions/Part'}}
      labels: {type: object, additionalProperties: {$ref: '#/definitions/Part'}}
    x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Thing}]
  Part:
    properties:
      pins: {type: array, x-kubernetes-patch-strategy: 'merge,retainKeys', x-kubernetes-list-map-keys: [a, b]}
paths:
  /apis/example.com/v1/things:
    get: {x-kubernetes-group-version-kind: {group: example.com, version: v1, kind: Thing}}
  /apis/example.com/v1/pods:
    get: {x-kubernetes-group-version-kind: {group: '', version: v1, kind: Pod}}
`
  const schema = Schema.builtin()
  schema.useCustom(() => definitionsOf(document))
  await schema.load()
  const thing = schema.lookup('example.com/v1', 'Thing')
  expect(thing?.field('parts')).toMatchObject({ patchStrategy: 'merge', mergeKeys: ['id'] })
  expect(thing?.field('parts')?.items()?.field('pins')?.mergeKeys).toEqual(['a', 'b'])
  expect(thing?.field('labels')?.field('any')?.field('pins')?.mergeKeys).toEqual(['a', 'b'])
  expect(schema.lookup('apps/v1', 'Deployment')).toBeUndefined()
  expect(
    schema.lookup('kustomize.config.k8s.io/v1beta1', 'Kustomization')?.field('secretGenerator')?.mergeKeys,
  ).toEqual(['name'])
  expect(schema.isClusterScoped('example.com/v1', 'Thing')).toBe(true)
  expect(schema.isClusterScoped('v1', 'Namespace')).toBe(true)
  expect(schema.isClusterScoped('v1', 'Pod')).toBe(false)
})

test('what is no OpenAPI document is refused', () => {
  const read = (text: string) => {
    const schema = Schema.builtin()
    schema.useCustom(() => definitionsOf(text))
    return schema.isClusterScoped('example.com/v1', 'Thing')
  }
  expect(() => read('definitions: {A: []}')).toThrow('definitions/A is no object')
  expect(() => read('[]')).toThrow('the document is no object')
  expect(() => read('# nothing')).not.toThrow()
})
