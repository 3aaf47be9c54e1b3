import { expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { nameHash } from '../../src/krm/namehash.ts'
import type { Mapping } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'

// Hashes in names that kustomize 5.8.2 gave to objects of this content.
test.each([
  ['kind: ConfigMap', '6ct58987ht'],
  ['kind: ConfigMap\ndata: {a: b}', '4h2mbtbbt6'],
  ['kind: ConfigMap\ndata: {a: c}', '8f2d5hh62d'],
  ['kind: ConfigMap\ndata: {x: "1", y: q, z: p, w: a=b, e: ""}', 'kt545c4kmt'],
  ['kind: ConfigMap\ndata: {k: "line1\\nline2\\n"}', 'gk694k7t9t'],
  ['kind: Secret\ntype: Opaque\ndata: {x: MQ==}', 'bf2648c599'],
])('%j', (text, hash) => {
  const root = parse(new Source('', `${text}\nmetadata: {name: any}\n`))?.root as Mapping
  expect(nameHash(root)).toBe(hash)
})
