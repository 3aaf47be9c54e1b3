/** Odd YAML in resources: line ends, marks, anchors across documents, tags, block headers, lists of objects. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { oneOf, print, seldom, some, treeOf } from './kit.ts'

// biome-ignore format: a table
const VALUES = [
  'a: &x {p: 1}\n  b: *x', 'a: &x [1, *x]', 'a: *x', 'a: &x 1\n  b: &x 2\n  c: *x', 'a: {<<: {p: 1}, q: 2}', 'a: &m {p: 1, q: 2}\n  b: {<<: *m, q: 3}', 'a: &m {p: 1}\n  b: &n {p: 2, r: 3}\n  c: {<<: [*m, *n], s: 4}', 'a: {<<: 1}', 'a: {<<: [1]}', '<<: {a: 1}\n  a: 2',
  '"<<": {a: 1}', '!!str <<: {a: 1}', 'a: !!merge x', 'a: |\n    x\n      y\n    z', 'a: |2\n      x\n     y', 'a: |+\n    x\n\n\n  b: 1', 'a: |-\n    x\n\n\n  b: 1', 'a: >\n    x\n    y\n\n    z\n      w\n    v\n', 'a: >-\n    x\n\n\n    y', 'a: >+\n    x\n\n\n  b: 1', 'a: |1\n  x', 'a: |9\n  x',
  'a: |\n    \tx\n    y', 'a: >2-\n      x', 'a: |-2\n      x', 'a: | # comment\n    x', 'a: |\n\n    x', 'a: |\n     \n    x', 'a: >\n\n    x', 'a: "x\\\n    y"', 'a: "x\n\n    y"', "a: 'x\n\n    y'", 'a: x\n    y\n\n    z', 'a: "\\x41\\u00e9\\U0001F600\\_\\N\\L\\P\\e\\0"', 'a: "\\q"', 'a: "\\ud83d\\ude00"', "a: 'it''s'",
  '? a\n  : b', '? [a]\n  : b', '? |\n    a\n    b\n  : c', '? a', 'a: [x, y: z]', 'a: [? x : y]', 'a: {x, y: , z}', 'a: {x: 1,}', 'a: [1, 2,]', 'a: {"x":1}', 'a: {x:1}', "a: {'x':1}", 'a: [a\n    b, c]', 'a: {a:\n    b}', 'a:\n  - b\n  -\n    - c\n  - - d\n    - e\n  -', 'a:\n  - b: 1\n    c: 2\n  -   d: 3\n      e: 4', 'a:   \n    b: 1',
  'a: b # c', 'a: b#c', 'a: #c', '# c\n  a: b', 'a: # c\n    b: 1', 'a:\tb', 'a: b\t', 'a:\n  \tb: 1', 'a: "b"\t# c', 'a : b', '"a" : b', 'a: b: c', 'a: b\n c: d', 'a: - b', 'a: @b', 'a: `b', 'a: %b', 'a: b, c', 'a: [b]]', 'a: "b" c', 'a: &b', 'a: &b c', 'a: !b', 'a: !b c', 'a: !!b c', 'a: !<tag:x> c', 'a: !!map {}', 'a: !!seq []', 'a: !!set {x, y}', 'a: !!omap [x: 1]', 'a: !!str [x]', 'a: !!map x', 'a: !!null x', 'a: !!null ""', 'a: !!str', 'a: !!str ~', 'a: !!int 0x1F', 'a: !!float 1e3', 'a: !!timestamp 2020-01-01 1:2:3',
  '1: a', 'true: a', '~: a', '"": a', ': a', '1.5: a', '2020-01-01: a', 'a: 1\n  a: 2', 'a: 1\n  "a": 2', 'yes: a\n  "yes": b', '0x1: a', '-: a', '[]: a', '{}: a', '&k a: b\n  c: *k', '*k : b', 'a: 0b11', 'a: 0o17', 'a: 0777', 'a: 08', 'a: 1__0', 'a: _1', 'a: 1_', 'a: 0x_1', 'a: +.inf', 'a: -.INF', 'a: .NaN', 'a: 1e', 'a: 1.e1', 'a: .e1', 'a: 1e+', 'a: 0x', 'a: -0x1F', 'a: -0', 'a: -0.0', 'a: +1.5', 'a: 1.5e-7', 'a: 123456789.5', 'a: 1e15', 'a: 1e16', 'a: 0.1e1', 'a: 9223372036854775808', 'a: -9223372036854775809', 'a: 18446744073709551616',
  'a: 2020-1-1', 'a: 2020-01-01 00:00:00', 'a: 2020-01-01T00:00:00+01:00', 'a: 2020-01-01t00:00:00.123456789012Z', 'a: 2020-13-01', 'a: 2020-02-30', 'a: 2020-01-01 ', 'a: 0000-01-01', 'a: 2020-01-01T24:00:00Z', 'a: 2020-01-01 12:00:00 Z', 'a: 2020-01-01 12:00:00 -5', 'a: 2020-01-01x', 'a: 1:30', 'a: 190:20:30.15', 'a: =', 'a: <<', 'a: ?', 'a: ?x', 'a: -', 'a: -x', 'a: --', 'a: ---', 'a: ...', 'a: :', 'a: ::', 'a: :x', 'a: x:', 'a: "\u2028"', 'a: \u2028', 'a: \u0085x', 'a: \u00a0x', 'a: \ufeffx', 'a: 😀', 'a: "😀 é 中"', '😀: x', 'a: \u0007', 'a: "\u007f"', 'a: \u200bx',
  `a: ${'word '.repeat(30)}end`, `a: "${'word '.repeat(30)} # end"`, `a: '${'word '.repeat(20)}  two  ${'word '.repeat(10)}'`, `a: "${'word '.repeat(20)}: ${'word '.repeat(9)} "`, `a: ${'x'.repeat(90)} y`, `a: {b: {c: {d: "${'deep '.repeat(30)}\\t"}}}`, `? ${'k'.repeat(129)}\n  : v`, `${'k'.repeat(128)}: v`, `${'é'.repeat(64)}: v`, `${'é'.repeat(65)}: v`, `? "${'k '.repeat(70)}"\n  : v`, `a: "${' x'.repeat(60)}"`, `a: "${'x '.repeat(60)}\\n"`, `a: "😀 ${'word '.repeat(30)}"`,
]

const NAMED = (name: string, kind = 'Thing') =>
  `apiVersion: example.com/v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`

// biome-ignore format: a table
const DOCUMENTS = [
  '', '# only a comment\n', 'null\n', '~\n', '{}\n', '--- # behind\n', '---\n', '...\n', '%YAML 1.2\n', '%YAML 1.1\n', 'word\n', '- a\n', '[]\n', '"text"\n', '1\n', '--- {apiVersion: v1, kind: ConfigMap, metadata: {name: in-line}}\n', '---\t\n', ' ---\n', '--- |\n  text\n', '---word\n', '--- word\n',
  `${NAMED('one')}...\n`, `${NAMED('one')}...\n---\n`, `${NAMED('one')}...\n${NAMED('two')}`, `\ufeff${NAMED('one')}`, `{apiVersion: v1, kind: ConfigMap, metadata: {name: flow}, data: {a: b}}\n`, '{"apiVersion": "v1", "kind": "ConfigMap",\n\t"metadata": {"name": "json"}, "data": {"a": "\\/"}}\n', `${NAMED('"1"')}`, `${NAMED('1')}`, `${NAMED('true')}`, `${NAMED('~')}`, `${NAMED('""')}`, `${NAMED('[x]')}`, `${NAMED('{}')}`, `${NAMED('2020-01-01')}`, `${NAMED('one', '~')}`, `${NAMED('one', '1')}`, `${NAMED('one', '"a b"')}`,
  'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: item}, data: {a: 010, b: 1.50}}\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: inner}}]}\n', 'apiVersion: v1\nkind: List\nitems: []\n', 'apiVersion: v1\nkind: List\nitems: ~\n', 'apiVersion: v1\nkind: List\n', 'apiVersion: v1\nkind: List\nitems: word\n', 'apiVersion: v1\nkind: List\nitems: {a: b}\n', 'apiVersion: v1\nkind: List\nitems: [~]\n', 'apiVersion: v1\nkind: List\nitems: [word]\n', 'apiVersion: v1\nkind: List\nitems: [{}]\n', 'apiVersion: v1\nkind: List\nitems: [{kind: X}]\n', 'apiVersion: v1\nkind: List\nitems: [[]]\n',
  'apiVersion: v1\nkind: ConfigMapList\nmetadata: {name: x}\nitems:\n- &i {apiVersion: v1, kind: ConfigMap, metadata: {name: item2}}\n', 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: item3}, data: {a: y}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: fc}}\n', 'kind: FooList\n', 'kind: FooList\nitems: 1\n', 'kind: FooList\nitems: 1.5\n', 'kind: FooList\nitems: true\n', 'kind: List\napiVersion: v1\nitems:\n- kind: A\n  metadata: {name: a}\n  s: |\n    x\n     y\n  f: >\n    x\n     y\n  d: 2020-01-01\n',
  'kind: A\n', 'metadata: {name: x}\n', 'apiVersion: v1\n', 'kind: A\nmetadata: word\n', 'kind: A\nmetadata: [a]\n', 'kind: A\nmetadata: ~\n', 'kind: A\nmetadata: {}\n', 'kind: A\nmetadata: {name: x, labels: word}\n', 'kind: A\nmetadata: {name: x, annotations: [a]}\n', 'kind: A\nmetadata: {name: x, annotations: {a: [b]}}\n', 'kind: A\nmetadata: {name: x, annotations: {a: {b: c}}}\n', 'kind: A\nmetadata: {name: x, annotations: {a: 1, b: ~, c: yes, d: 1.50, e: 2020-01-01, f: 0x1F}}\n', 'kind: A\nmetadata: {name: x, labels: {a: 1, b: ~, c: yes, d: 1.50, e: 2020-01-01}}\n', 'kind: A\nmetadata: {name: x, namespace: 1}\n', 'kind: A\nmetadata: {name: x, namespace: [a]}\n', 'kind: A\nmetadata: {name: x, namespace: ~}\n', 'apiVersion: 1\nkind: A\nmetadata: {name: x}\n', 'apiVersion: [a]\nkind: A\nmetadata: {name: x}\n', 'apiVersion: a/b/c\nkind: A\nmetadata: {name: x}\n', 'kind: A\nmetadata: {name: x, annotations: {1: a}}\n', 'kind: A\nmetadata: {name: x, labels: {1: a}}\n', 'kind: A\nmetadata: {name: x, annotations: ~, labels: ~}\n', 'kind: A\nmetadata: {name: x, annotations: {}, labels: {}}\n', 'kind: A\nmetadata:\n  name: x\n  annotations:\n    config.kubernetes.io/local-config: "false"\n    config.kubernetes.io/index: "1"\n    config.kubernetes.io/path: p\n',
]

const thing = some(oneOf(...VALUES), 1, 2).map((values) => `spec:\n${values.map((value) => `  ${value}\n`).join('')}`)
const document = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(oneOf('a', 'b', 'c', 'd'), thing).map(([name, body]) => NAMED(name) + body) },
  { weight: 2, arbitrary: oneOf(...DOCUMENTS) },
)

const changes = oneOf<Record<string, string | object>>(
  {},
  { namePrefix: 'p-' },
  { commonAnnotations: { z: 'z' } },
  { labels: [{ pairs: { z: 'z' } }] },
  { namespace: 'one' },
  { images: [{ name: 'nginx', newTag: 'v' }] },
  {
    patches: [
      {
        target: { kind: 'Thing' },
        patch: quotedPatch('{apiVersion: v1, kind: Thing, metadata: {name: x}, spec: {z: 1}}'),
      },
    ],
  },
  { patches: [{ target: { kind: 'Thing' }, patch: quotedPatch('[{"op": "add", "path": "/z", "value": 1}]') }] },
  {
    replacements: [
      {
        sourceValue: '"v"',
        targets: [{ select: { kind: 'Thing' }, fieldPaths: ['spec.z'], options: { create: 'true' } }],
      },
    ],
  },
  { buildMetadata: ['originAnnotations', 'transformerAnnotations'], namePrefix: 'p-' },
)

function quotedPatch(text: string): string {
  return JSON.stringify(text)
}

export const textTrees: fc.Arbitrary<Tree> = fc
  .record({
    documents: fc.uniqueArray(document, { minLength: 1, maxLength: 3, selector: (text) => text.slice(0, 60) }),
    between: oneOf('---\n', '---\n', '--- # c\n', '---\n---\n', '--- \n'),
    before: seldom(oneOf('---\n', '\ufeff', '# c\n', '\n', '\ufeff---\n'), 5),
    end: oneOf('', '', '---', '---\n', '...\n', '\n\n'),
    crlf: oneOf(false, false, false, false, true),
    trimmed: oneOf(false, false, true),
    changes,
  })
  .map(({ documents, between, before, end, crlf, trimmed, changes }) => {
    let text = (before ?? '') + documents.join(between) + end
    if (trimmed) text = text.trimEnd()
    return treeOf(
      {
        'top/objects.yaml': crlf ? text.replaceAll('\n', '\r\n') : text,
        'top/kustomization.yaml': print({ resources: ['objects.yaml'], ...(changes as object) }),
      },
      ['top'],
    )
  })
