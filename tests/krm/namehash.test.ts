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
  ['kind: ConfigMap\ndata: {k: "<a href=\\"x\\">&amp;</a>"}', 'gfdck62964'],
  ['kind: ConfigMap\ndata: {k: "a\\u2028b\\u2029c"}', 'bm87kt25td'],
  ['kind: ConfigMap\ndata: {k: "\\x01\\x02\\b\\t\\n\\v\\f\\r\\x1b\\x1f"}', '4ccbgtgcmd'],
  ['kind: ConfigMap\ndata: {k: é中😀}', 'bcbm8f84m8'],
  ['kind: ConfigMap\ndata: {b: "1", a: "2", B: "3", a-b: "4", a.b: "5", é: "6", 😀: "7", ﬀ: "8"}', '48787g66k6'],
  ['kind: ConfigMap\ndata: {a: b, f: 1.5, g: {b: [true, null, "<"]}}', '58fgf8dthb'],
])('%j', (text, hash) => {
  const root = parse(new Source('', `${text}\nmetadata: {name: any}\n`))?.root as Mapping
  expect(nameHash(root)).toBe(hash)
})
