import { beforeAll, describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { strategicMerge } from '../../src/krm/merge.ts'
import { Schema } from '../../src/krm/schema.ts'
import { emitSorted } from '../../src/yaml/emit.ts'
import { MAPPING } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'

const schema = Schema.builtin()
beforeAll(() => schema.load())

/** Merges and prints; the type is that of the head given to both. */
function merge(dest: string, patch: string, head = 'apiVersion: v1\nkind: Thing\n'): string | undefined {
  const read = (text: string) => parse(new Source('', head + text))?.root
  const merged = strategicMerge(read(dest), read(patch), { schema })
  if (merged === undefined) return undefined
  if (merged.kind !== MAPPING) throw new Error('no mapping')
  return emitSorted(merged).replace(head, '')
}

describe('scalars', () => {
  test.each([
    ['a number in place of a quoted text is a text', 'v: "1"\n', 'v: 2\n', 'v: "2"\n'],
    ['also below a literal block', 'v: |\n  x\n', 'v: 0x10\n', 'v: "0x10"\n'],
    ['a quoted number in place of a number is a text', 'v: 1\n', 'v: "2"\n', 'v: "2"\n'],
    ['a plain text takes any type', 'v: x\n', 'v: true\n', 'v: true\n'],
    ['a written tag of the old value does not stay', 'v: !!str 5\n', 'v: 7\n', 'v: 7\n'],
    ['a null removes', 'v: 1\nw: 2\n', 'v: null\n', 'w: 2\n'],
    ['a written null stays, one without text goes', 'v: null\nw:\nx: ~\n', 'y: 1\n', 'v: null\nx: null\n"y": 1\n'],
    [
      'new keys are of the type they have in the patch',
      'v: {a: 1}\n',
      'v: {"true": 2, "1": 3}\n',
      'v:\n  "1": 3\n  a: 1\n  "true": 2\n',
    ],
  ])('%s', (_, dest, patch, expected) => expect(merge(dest, patch)).toBe(expected))
})

describe('mappings', () => {
  test.each([
    ['nulls inside what is new are dropped', '', 's: {a: null, b: 1, c: {d: null}}\n', 's:\n  b: 1\n  c: {}\n'],
    ['delete', 's: {a: 1}\nt: 1\n', 's: {$patch: delete}\n', 't: 1\n'],
    ['replace', 's: {a: 1, b: 2}\n', 's: {$patch: replace, c: 3}\n', 's:\n  c: 3\n'],
    ['merge', 's: {a: 1}\n', 's: {$patch: merge, c: 3}\n', 's:\n  a: 1\n  c: 3\n'],
    [
      'an unknown word stays where there is nothing to merge with',
      '',
      's: {$patch: foo, b: 1}\n',
      's:\n  $patch: foo\n  b: 1\n',
    ],
    [
      'lists of unknown types are replaced',
      's: [{name: a, v: 1}]\n',
      's: [{name: a, w: 2}]\n',
      's:\n- name: a\n  w: 2\n',
    ],
  ])('%s', (_, dest, patch, expected) => expect(merge(dest, patch)).toBe(expected))

  test('delete at the top leaves nothing', () => expect(merge('s: 1\n', '$patch: delete\n')).toBeUndefined())

  test.each([
    ['s: {a: 1}\n', 's: {$patch: foo}\n', "unknown patch strategy 'foo'"],
    ['s: {a: 1}\n', 's: x\n', 'wrong node kind: expected MappingNode but got ScalarNode: node contents:\nx\n'],
    ['s: x\n', 's: [1]\n', 'wrong node kind: expected ScalarNode but got SequenceNode: node contents:\n[1]\n'],
    ["s: {'': 1}\n", 't: 1\n', "wrong node kind: expected ScalarNode but got MappingNode: node contents:\n{'': 1}\n"],
  ])('%j with %j', (dest, patch, message) =>
    expect(() => merge(dest, patch)).toThrow(expect.objectContaining({ message })),
  )
})

describe('lists merged by element', () => {
  const pod = 'apiVersion: v1\nkind: Pod\n'
  const names = (list: string) => `spec:\n  containers: ${list}\n`
  const printed = (lines: string[]) => `spec:\n  containers:\n${lines.map((line) => `  ${line}\n`).join('')}`

  test.each([
    [
      'additions come first',
      '[{name: a}, {name: b}]',
      '[{name: c}, {name: a, x: 1}]',
      ['- name: c', '- name: a', '  x: 1', '- name: b'],
    ],
    ['an element is deleted', '[{name: a}, {name: b}]', '[{name: a, $patch: delete}]', ['- name: b']],
    [
      'replace of an element has no effect',
      '[{name: a, x: 1}]',
      '[{name: a, y: 2, $patch: replace}]',
      ['- name: a', '  x: 1'],
    ],
    ['replace of the list', '[{name: a}]', '[{$patch: replace}, {name: z}]', ['- name: z']],
    [
      'the last of equals in the patch',
      '[{name: a}]',
      '[{name: b, v: 1}, {name: b, v: 2}]',
      ['- name: b', '  v: 1', '- name: a'],
    ],
  ])('%s', (_, dest, patch, expected) => expect(merge(names(dest), names(patch), pod)).toBe(printed(expected)))

  test('an element without the key empties the list', () => {
    expect(merge(names('[{name: a}]'), names('[{image: z}]'), pod)).toBe('spec:\n  containers: []\n')
  })

  test('plain values are joined', () => {
    const head = 'apiVersion: v1\nkind: ConfigMap\n'
    const merged = merge('metadata: {finalizers: [f1, f2]}\n', 'metadata: {finalizers: [f3, f1]}\n', head)
    expect(merged).toBe('metadata:\n  finalizers:\n  - f3\n  - f1\n  - f2\n')
  })

  test('ports are told apart by number and protocol', () => {
    const ports = (list: string) => `spec: {containers: [{name: a, ports: ${list}}]}\n`
    const shown = (list: string[]) =>
      `spec:\n  containers:\n  - name: a\n    ports:\n${list.map((line) => `    ${line}\n`).join('')}`
    const both = '[{containerPort: 1, protocol: TCP}, {containerPort: 1, protocol: UDP}]'
    const tcp = ['- containerPort: 1', '  protocol: TCP']
    const udp = ['- containerPort: 1', '  protocol: UDP']
    expect(merge(ports(both), ports('[{containerPort: 1, protocol: UDP, $patch: delete}]'), pod)).toBe(shown(tcp))
    const named = '[{containerPort: 1, protocol: UDP, name: u}]'
    expect(merge(ports(both), ports(named), pod)).toBe(
      shown([...tcp, '- containerPort: 1', '  name: u', '  protocol: UDP']),
    )
    expect(merge(ports(both), ports('[{containerPort: 1, name: u}]'), pod)).toBe(shown([...tcp, ...udp]))
  })

  test('long lists take no longer than they must', () => {
    const list = (from: number) =>
      `[${Array.from({ length: 8_000 }, (_, i) => `{name: c${i + from}, x: ${i}}`).join(', ')}]`
    const before = performance.now()
    const merged = merge(names(list(0)), names(list(4_000)), pod) as string
    expect(merged.match(/name:/g)).toHaveLength(12_000)
    expect(performance.now() - before).toBeLessThan(5000)
  })
})
