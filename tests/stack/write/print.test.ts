import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Source } from '../../../src/core/source.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { printObject } from '../../../src/stack/write/print.ts'
import { MAPPING, type Node, SCALAR } from '../../../src/yaml/node.ts'
import { readYaml11 } from '../../../src/yaml/yaml11.ts'
import { corpusRoot } from '../../corpus.ts'

const under = (value: unknown): KubernetesObject => ({ a: { k: value } })

describe('the default form', () => {
  test('a whole object: keys sorted, lists at the column of their key, texts that mean something else quoted', () => {
    expect(
      printObject({
        kind: 'Deployment',
        spec: {
          replicas: 2,
          paused: false,
          template: {
            spec: { containers: [{ name: 'web', args: ['--on', 'on', '1:20'], env: [] }], nodeSelector: {} },
          },
        },
        metadata: { name: 'web', annotations: { note: 'a: b', b: '08', 'a.b/c': 'two\nlines\n' } },
        apiVersion: 'apps/v1',
      }),
    ).toBe(`apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    a.b/c: |
      two
      lines
    b: "08"
    note: 'a: b'
  name: web
spec:
  paused: false
  replicas: 2
  template:
    spec:
      containers:
      - args:
        - --on
        - "on"
        - "1:20"
        env: []
        name: web
      nodeSelector: {}
`)
  })

  test('lists in lists, also below keys that need a line of their own', () => {
    const long = 'k'.repeat(130)
    expect(
      printObject({ a: [['b', ['c']], [], [[]], {}, [{ d: 1, e: 2 }]], [long]: ['x'], [`${long}l`]: { z: [] } }),
    ).toBe(`a:\n- - b\n  - - c\n- []\n- - []\n- {}\n- - d: 1\n    e: 2\n? ${long}\n: - x\n? ${long}l\n: z: []\n`)
  })

  test('integers keep their digits, other numbers are written as Go writes them', () => {
    expect(
      printObject({ a: [9007199254740993n, 2 ** 53, -0, 1e20, 1e-7, 12345678.9, 123456789012345678901234567890n] }),
    ).toBe(
      'a:\n- 9007199254740993\n- 9007199254740992\n- 0\n- 1e+20\n- 1e-07\n- 1.23456789e+07\n- 123456789012345678901234567890\n',
    )
  })

  test('a field that is not set is not written', () => {
    expect(printObject({ apiVersion: 'v1', kind: undefined as never, a: { b: undefined } })).toBe(
      'a: {}\napiVersion: v1\n',
    )
  })

  test.each<[string, unknown, string, string]>([
    ['a control character', { data: { key: 'a\x7fb' } }, 'yaml: control characters are not allowed', 'data.key'],
    ['half of a character', { data: { key: 'a\ud800' } }, 'half of a surrogate pair', 'data.key'],
    ['not a number', { spec: { list: [1, Number.NaN] } }, 'json: unsupported value: NaN', 'spec.list[1]'],
    ['a function', { spec: () => 1 }, 'json: unsupported type: function', 'spec'],
  ])('refuses %s, naming the field', (_what, fields, message, place) => {
    expect(() => printObject({ kind: 'X', metadata: { name: 'n' }, ...(fields as object) })).toThrow(
      expect.objectContaining({
        code: 'OBJECT_VALUE',
        message: `failed to marshal cleaned resource to YAML: ${message}`,
        hint: `the value is ${place} of X "n"`,
      }),
    )
  })

  test('a key that kustomize drops is refused', () => {
    expect(() => printObject({ kind: 'X', metadata: { name: 'n' }, data: { '<<': 'a' } })).toThrow(
      expect.objectContaining({
        message:
          'failed to marshal cleaned resource to YAML: kustomize takes the key "<<" for the merge of a map, quoted or not',
        hint: 'the value is data.<< of X "n"',
      }),
    )
  })

  test('data that contain themselves are refused', () => {
    const spec: Record<string, unknown> = {}
    spec.spec = spec
    expect(() => printObject({ kind: 'X', spec })).toThrow('nested deeper than 1000 levels')
    expect(() => printObject({ kind: 'X', spec }, { order: 'kubernetes' })).toThrow('nested deeper than 1000 levels')
  })
})

describe('the order of Kubernetes', () => {
  test('the usual fields first, status last, lists right of their key', () => {
    expect(
      printObject(
        {
          type: 'Opaque',
          status: { ok: 'yes' },
          extra: [1, { b: 1, B: 2 }],
          kind: 'Secret',
          apiVersion: 'v1',
          data: {},
        },
        { order: 'kubernetes' },
      ),
    ).toBe(
      'apiVersion: v1\nkind: Secret\ndata: {}\ntype: Opaque\nextra:\n  - 1\n  - B: 2\n    b: 1\nstatus:\n  ok: yes\n',
    )
  })
})

describe('what only a cluster sets', () => {
  const object: KubernetesObject = {
    kind: 'CronJob',
    metadata: {
      name: 'a',
      creationTimestamp: null,
      uid: 'u',
      generation: 3,
      resourceVersion: '1',
      selfLink: '/a',
      managedFields: [],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    },
    spec: {
      jobTemplate: {
        metadata: { creationTimestamp: null },
        spec: { template: { metadata: { creationTimestamp: null, annotations: { a: 'b' } } } },
      },
    },
    status: { active: [], replicas: 0, more: { ready: false, text: '' } },
  }

  test('is left out, at all places where metadata stand', () => {
    const before = structuredClone(object)
    expect(printObject(object)).toBe(`kind: CronJob
metadata:
  name: a
spec:
  jobTemplate:
    metadata: {}
    spec:
      template:
        metadata:
          annotations:
            a: b
`)
    expect(object).toEqual(before)
  })

  test('stays, but for empty timestamps and status, when cleaning is basic', () => {
    expect(
      printObject({ kind: 'A', metadata: { uid: 'u', creationTimestamp: null }, status: null }, { cleaning: 'basic' }),
    ).toBe('kind: A\nmetadata:\n  uid: u\n')
  })

  test('stays whole without cleaning', () => {
    expect(printObject({ kind: 'A', metadata: { creationTimestamp: null }, status: {} }, { cleaning: 'none' })).toBe(
      'kind: A\nmetadata:\n  creationTimestamp: null\nstatus: {}\n',
    )
  })

  test('a status that says something stays', () => {
    expect(printObject({ status: { ready: true } })).toBe('status:\n  ready: true\n')
  })
})

describe('properties', () => {
  /**
   * The reference's way over JSON takes U+0085 for a line break and refuses controls above U+007E. Its literal blocks lose
   * the separators U+2028 and U+2029 beside line breaks.
   */
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom('a', ' ', '\n', ':', '#', '-', "'", '"', '\t', '0', 'é', '\u2028', '{', '|', '\\'),
      }),
      fc.constantFrom('y', 'no', '~', '1e3', '0x1f', '2024-01-01', '.inf', '', '1:20', '<<', 'x '.repeat(60)),
    )
    .filter((value) => !/[\x7f-\x9f\ufffe\uffff]|\n.*[\u2028\u2029]|[\u2028\u2029].*\n/s.test(value))
  const key = text.filter((value) => value !== '<<')
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  })).value
  const object = fc.dictionary(key, data, { maxKeys: 5 })

  test('a printed object reads back as the same data', () => {
    fc.assert(
      fc.property(object, (value) => {
        const printed = printObject(value as KubernetesObject, { cleaning: 'none' })
        expect(plain(readYaml11(new Source('', printed)) as Node)).toEqual(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('the order of keys does not matter', () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(printObject(reversed(value) as KubernetesObject)).toBe(printObject(value as KubernetesObject))
      }),
      { numRuns: 500 },
    )
  })
})

/** A JSON-typed tree as data. */
function plain(node: Node): unknown {
  if (node.kind === SCALAR) return node.tag === '!!str' ? node.value : JSON.parse(node.value)
  if (node.kind === MAPPING) {
    return Object.fromEntries(
      node.keys.map((key, i) => [(key as { value: string }).value, plain(node.values[i] as Node)]),
    )
  }
  return (node as { items: Node[] }).items.map(plain)
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}

const root = corpusRoot()
const file = root === undefined ? '' : join(root, '../spec/data/kure-yaml-output.json')

describe.skipIf(!existsSync(file))('the recorded texts', () => {
  interface Recorded {
    scalars: { value: unknown; default: string; kubernetesOrder: string }[]
    keyOrder: { default: string[]; kubernetesOrder: string[] }
  }
  const recorded: Recorded = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { scalars: [], keyOrder: { default: [], kubernetesOrder: [] } }
  const outcome = (value: unknown, order: 'natural' | 'kubernetes') => {
    try {
      return printObject(under(value), { order }).replace(/^a:\n/, '')
    } catch (error) {
      return `ERR ${(error as Error).message}`
    }
  }

  test('of every value, as all writers print it', () => {
    expect(recorded.scalars.map(({ value }) => outcome(value, 'natural'))).toEqual(
      recorded.scalars.map((one) => one.default),
    )
  })

  test('of every value in the order of Kubernetes, but where the reference loses the first line break of a text', () => {
    const isKept = (value: unknown) => typeof value !== 'string' || (!value.startsWith('\n') && value !== '<<')
    const kept = recorded.scalars.filter(({ value }) => isKept(value))
    expect(kept.map(({ value }) => outcome(value, 'kubernetes'))).toEqual(kept.map((one) => one.kubernetesOrder))
  })

  test.each(['natural', 'kubernetes'] as const)('of the keys of a map in %s order', (order) => {
    const keys = order === 'natural' ? recorded.keyOrder.default : recorded.keyOrder.kubernetesOrder
    const printed = printObject(under(Object.fromEntries(keys.map((key) => [key, 'x']).reverse())), { order })
    const lines = printed.split('\n').slice(2, -1)
    expect(
      lines.map((line) =>
        line
          .trim()
          .replace(/: x$/, '')
          .replace(/^"(.*)"$/, '$1'),
      ),
    ).toEqual(keys)
  })
})
