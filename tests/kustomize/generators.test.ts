import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../src/core/text.ts'
import { loadPairs } from '../../src/kustomize/generators/keyvalues.ts'
import { makeConfigMap, makeSecret, mergeGeneratorOptions } from '../../src/kustomize/generators/objects.ts'
import type { GeneratorArgs } from '../../src/kustomize/types.ts'
import { emitSorted } from '../../src/yaml/emit.ts'

function args(own: Partial<GeneratorArgs>): GeneratorArgs {
  return { name: 'a', namespace: '', behavior: '', literals: [], files: [], envs: [], env: '', type: '', ...own }
}

function pairs(own: Partial<GeneratorArgs>, files: Record<string, string | Uint8Array> = {}) {
  return loadPairs(args(own), async (path) => {
    const content = files[path]
    if (content === undefined) throw new Error(`nothing at ${path}`)
    return typeof content === 'string' ? encodeUtf8(content) : content
  })
}

test.each([
  ['a=b', { key: 'a', value: 'b' }],
  ['a=', { key: 'a', value: '' }],
  ['a=b=c', { key: 'a', value: 'b=c' }],
  [`a='b'`, { key: 'a', value: 'b' }],
  [`a="b'`, { key: 'a', value: `"b'` }],
  [`a='`, { key: 'a', value: `'` }],
  ['a= b ', { key: 'a', value: ' b ' }],
])('literal %j', async (literal, pair) => {
  expect(await pairs({ literals: [literal] })).toEqual([pair])
})

test('lines of an env file', async () => {
  const text = '\ufeffA=1\r\n# no\n \t B = 2 \n\n  # no\nC\nD="q"\n=lost\nE=x=y'
  expect(await pairs({ envs: ['e'] }, { e: text })).toEqual([
    { key: 'A', value: '1' },
    { key: 'B ', value: ' 2 ' },
    { key: 'C', value: '' },
    { key: 'D', value: '"q"' },
    { key: 'E', value: 'x=y' },
  ])
})

test('env files, then literals, then files, whatever their order in the entry', async () => {
  const files = { 'd/e.env': 'A=1\n', 'd/f.txt': 'text', 'd/g.bin': Uint8Array.of(0xff) }
  expect(await pairs({ files: ['d/f.txt', 'k=d/g.bin'], literals: ['l=1'], envs: ['d/e.env'] }, files)).toEqual([
    { key: 'A', value: '1' },
    { key: 'l', value: '1' },
    { key: 'f.txt', value: 'text' },
    { key: 'k', value: Uint8Array.of(0xff) },
  ])
})

test.each([
  [{ literals: ['ab'] }, 'loading KV pairs: literal sources [ab]: invalid literal source ab, expected key=value'],
  [{ literals: ['=b'] }, 'loading KV pairs: literal sources [=b]: invalid literal source =b, expected key=value'],
  [{ files: ['=x'] }, 'loading KV pairs: file sources: [=x]: missing key name for file path "x" in source "=x"'],
  [{ files: ['x='] }, 'loading KV pairs: file sources: [x=]: missing file path for key name "x" in source "x="'],
  [{ files: ['x=y=z'] }, `loading KV pairs: file sources: [x=y=z]: source "x=y=z" key name or file path contains '='`],
])('%j is refused', async (own, message) => {
  await expect(pairs(own)).rejects.toThrow(expect.objectContaining({ message }))
})

test('a key may come only once', () => {
  const twice = [
    { key: 'k', value: '1' },
    { key: 'k', value: '2' },
  ]
  expect(() => makeSecret(args({}), twice)).toThrow('configmap a illegally repeats the key `k`')
  expect(() => makeConfigMap(args({ name: '' }), [])).toThrow('a configmap must have a name')
})

test('a ConfigMap keeps texts and encodes bytes', () => {
  const root = makeConfigMap(
    args({ namespace: 'ns', options: options({ labels: { z: '1', b: 'x' }, immutable: true }) }),
    [
      { key: 'text', value: 'one\ntwo\n' },
      { key: 'bytes', value: Uint8Array.of(0xff, 0xfe) },
    ],
  )
  expect(emitSorted(root)).toBe(`apiVersion: v1
binaryData:
  bytes: //4=
data:
  text: |
    one
    two
immutable: true
kind: ConfigMap
metadata:
  labels:
    b: x
    z: "1"
  name: a
  namespace: ns
`)
})

test.each([
  [51, 1, false],
  [52, 2, true],
  [105, 2, true],
  [106, 3, true],
])('%i bytes of a Secret make %i lines', (size, count, isBlock) => {
  const root = makeSecret(args({ type: 'T' }), [{ key: 'k', value: 'a'.repeat(size) }])
  const lines = emitSorted(root).split('\n')
  const at = lines.findIndex((line) => line.startsWith('  k: '))
  expect(lines[at] === '  k: |').toBe(isBlock)
  const encoded = isBlock ? lines.slice(at + 1, at + 1 + count).map((line) => line.trim()) : [lines[at]?.slice(5)]
  expect(atob(encoded.join(''))).toBe('a'.repeat(size))
  expect(lines[at + (isBlock ? count : 0) + 1]).toBe('kind: Secret')
})

test('options of all fill what an entry leaves open, and flags cannot be taken back', () => {
  const own = options({ labels: { a: 'own' }, immutable: false })
  const global = options({ labels: { a: 'all', b: 'all' }, annotations: { c: 'all' }, immutable: true })
  expect(mergeGeneratorOptions(own, global)).toEqual({
    labels: { a: 'own', b: 'all' },
    annotations: { c: 'all' },
    disableNameSuffixHash: false,
    immutable: true,
  })
  expect(mergeGeneratorOptions(own, undefined)).toBe(own)
})

function options(own: Partial<NonNullable<GeneratorArgs['options']>>): NonNullable<GeneratorArgs['options']> {
  return { disableNameSuffixHash: false, immutable: false, ...own }
}
