import { describe, expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { mergeThreeWay } from '../../src/krm/merge3.ts'
import { Schema } from '../../src/krm/schema.ts'
import type { Document, Mapping } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { preserve } from '../../src/yaml/preserve.ts'

const schema = Schema.builtin()
await schema.load()
const DEPLOYMENT = schema.lookup('apps/v1', 'Deployment')

/** The text of the local side afterwards, and the fields that both sides wanted otherwise. */
function merge(texts: { origin: string; updated: string; local: string }, type = DEPLOYMENT, sortsFields = false) {
  const source = new Source('', texts.local)
  const document = parse(source) as Document
  const root = (text: string) => (parse(new Source('', text)) as Document).root as Mapping
  const conflicts: string[] = []
  const sides = { local: document.root as Mapping, origin: root(texts.origin), updated: root(texts.updated) }
  mergeThreeWay(sides, type, { sortsFields, onConflict: (path) => conflicts.push(path.join('.')) })
  return { text: preserve(document, source), conflicts }
}

const containers = (text: string) => `spec: {template: {spec: {containers: ${text}}}}\n`

describe('three-way merge', () => {
  it('keeps the bytes of everything that upstream did not change', () => {
    const local = 'spec:\n    replicas:   7   # ours\n\n    paused: "x"   # p\n    a: [ 1,2 ]\n'
    expect(merge({ origin: 'spec: {paused: a}\n', updated: "spec: {paused: 'b'}\n", local })).toEqual({
      text: local.replace('"x"', '"b"'),
      conflicts: ['spec.paused'],
    })
  })

  it('takes a change of upstream over one of here, and says so', () => {
    const texts = { origin: 'spec: {a: 1, b: 1, c: 1}\n', updated: 'spec: {a: 2, b: 1, c: 2}\n' }
    expect(merge({ ...texts, local: 'spec: {a: 3, b: 3, c: 2}\n' })).toEqual({
      text: 'spec: {a: 2, b: 3, c: 2}\n',
      conflicts: ['spec.a'],
    })
  })

  it('merges lists of the API by element, ports of two protocols among them', () => {
    const port = (protocol: string, name: string) => `{containerPort: 80, protocol: ${protocol}, name: ${name}}`
    const list = (tcp: string, udp: string) =>
      containers(`[{name: c, ports: [${port('TCP', tcp)}, ${port('UDP', udp)}]}]`)
    expect(merge({ origin: list('a', 'a'), updated: list('b', 'a'), local: list('a', 'mine') }).text).toBe(
      list('b', 'mine'),
    )
  })

  it('merges lists of plain values that the API has as sets', () => {
    const list = (text: string) => `metadata: {finalizers: [${text}]}\n`
    expect(merge({ origin: list('a, b'), updated: list('b, up'), local: list('mine, a, b') }).text).toBe(
      list('mine, b, up'),
    )
  })

  it('lets an element stay deleted that upstream left alone, and takes one away that upstream deleted', () => {
    const origin = containers('[{name: a, image: a}, {name: b, image: b}, {name: c, image: c}]')
    const updated = containers('[{name: a, image: a}, {name: c, image: c}]')
    const local = containers('[{name: b, image: b}, {name: c, image: c}]')
    expect(merge({ origin, updated, local }).text).toBe(containers('[{name: c, image: c}]'))
  })

  it('takes lists of unknown kinds as one value', () => {
    const list = (a: number, b: number) => `items: [{name: a, v: ${a}}, {name: b, v: ${b}}]\n`
    expect(merge({ origin: list(1, 1), updated: list(2, 1), local: list(1, 2) }, undefined)).toEqual({
      text: list(2, 1),
      conflicts: ['items'],
    })
  })

  it('adds what is new as upstream writes it, or sorted for the reference', () => {
    const texts = { origin: 'a: 1\n', updated: 'a: 1\n# about m\nm: # x\n  z: 1 # zz\n  b: 2\n', local: 'a: 1\n' }
    expect(merge(texts).text).toBe(texts.updated)
    expect(merge(texts, undefined, true).text).toBe('a: 1\n# about m\nm: # x\n  b: 2\n  z: 1 # zz\n')
  })

  it('leaves anchors alone where nothing changes, and writes values out where something does', () => {
    const local = 'a: &x {k: 1}\nb: *x\n'
    expect(merge({ origin: 'a: {k: 1}\n', updated: 'a: {k: 1}\n', local }).text).toBe(local)
    expect(merge({ origin: 'b: {k: 1}\n', updated: 'b: {k: 2}\n', local }).text).toBe('a: {k: 1}\nb: {k: 2}\n')
  })

  it('refuses values of different kinds', () => {
    expect(() => merge({ origin: 'a: {x: 1}\n', updated: 'a: 2\n', local: 'a: {x: 1}\n' })).toThrow(
      'wrong node kind: expected MappingNode but got ScalarNode: node contents:\n2\n',
    )
  })

  it('takes linear time for long lists', () => {
    const list = (n: number, image: string) =>
      containers(`[${Array.from({ length: n }, (_, i) => `{name: c${i}, image: ${image}}`).join(', ')}]`)
    const start = performance.now()
    merge({ origin: list(10_000, 'a'), updated: list(10_000, 'b'), local: list(10_000, 'a') })
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
