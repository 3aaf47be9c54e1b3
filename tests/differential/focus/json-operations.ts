/** JSON patches: pointers of every sort, sequences of all operations, values of every form, the two notations. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { blockOf, type Literal, object, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'

const SUBJECT = object('example.com/v1', 'Thing', 'x', {
  metadata: { labels: { app: 'web', 'x.y/z': '"1"', '"a~b"': 'tilde' }, annotations: { a: '"1"', 'b/c': '{}' } },
  spec: {
    n: '1',
    f: '1.50',
    t: '"text"',
    nothing: 'null',
    truth: 'yes',
    date: '2020-01-01',
    empty: '{}',
    none: '[]',
    big: '12345678901234567890123',
    list: ['a', 'b', { name: 'c', v: ['1', '2'] }, 'null'],
    '"a/b"': { '"~"': '1', '""': 'blank', '"-"': 'dash', '"0"': 'zero' },
    '"é"': 'accent',
    deep: { er: { est: { end: 'x' } } },
  },
})

// biome-ignore format: a table
const GOOD = [
  '/spec/n', '/spec/f', '/spec/t', '/spec/nothing', '/spec/truth', '/spec/date', '/spec/empty', '/spec/none', '/spec/big', '/spec/list', '/spec/list/0', '/spec/list/2', '/spec/list/2/v',
  '/spec/list/2/v/1', '/spec/a~1b', '/spec/a~1b/~0', '/spec/a~1b/', '/spec/a~1b/-', '/spec/a~1b/0', '/spec/é', '/spec/deep', '/spec/deep/er/est', '/spec/deep/er/est/end', '/metadata/labels/x.y~1z',
  '/metadata/labels/a~0b', '/metadata/annotations/b~1c', '/metadata/labels', '/metadata/annotations', '/spec', '/spec/list/3', '/metadata/labels/app',
]
// biome-ignore format: a table
const NEW = ['/spec/new', '/spec/list/-', '/spec/list/4', '/spec/list/1', '/spec/none/-', '/spec/none/0', '/spec/empty/x', '/spec/deep/x', '/new', '/spec/list/2/v/-', '/metadata/labels/new', '/spec/new/', '/spec/n~01']
// biome-ignore format: a table
const ODD = [
  '', '/', 'spec/n', '//', '/spec/', '/spec//n', '/spec/list/-1', '/spec/list/-2', '/spec/list/-4', '/spec/list/-5', '/spec/list/5', '/spec/list/01', '/spec/list/1e0', '/spec/list/+1', '/spec/list/x', '/spec/list/ 1',
  '/spec/n/x', '/spec/t/0', '/spec/nothing/x', '/spec/gone/x', '/spec/list/2/v/-/x', '/spec/~2', '/spec/~', '/Spec/n', '/spec/list/3/x', '/spec/none/-1', '/spec/none/1', '/spec/list/-/x', '/kind', '/apiVersion',
  '/metadata', '/metadata/name', '/metadata/namespace', '/spec/list/99999999999999999999', '/spec/list/2/name/x', '/spec/date/x', '~1spec', '/spec/list/-0', '/spec/list/0x1',
]

const pointer = (good: string[]) => usually(oneOf(...good), oneOf(...ODD), 6)

// biome-ignore format: a table
const VALUES = [
  '1', '1.0', '1.50', '1e3', '1e21', '0.1e-7', '-0', '0x10', '010', '1_000', '12345678901234567890', '9223372036854775808', 'true', 'yes', '"yes"', 'null', '~', '""', 'text', '"a\\nb"', '2020-01-01', '{}', '[]', '{a: 1, b: [x, ~]}',
  '[1, two, {three: 3}]', '{b: 1, a: 2}', '"<&>"', "'it''s'", '{1: x}', '{yes: x}', '{a: {}}', '.inf', '"\\u2028"', '"\\u0001"', '!!str 1', '!!binary aGk=', '{a: 1, a: 2}', '"😀"', 'é', '{"a b": "c: d"}', '12:30', '.5', '+1',
]
const JSON_VALUES = [
  '1',
  '1.0',
  '1e2',
  '-0',
  '1E400',
  '"x"',
  '"\\u00e9\\/"',
  'null',
  'true',
  '{}',
  '[]',
  '{"b":1,"a":[1,{"c":null}]}',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '12345678901234567890123',
  '{"a":1,"a":2}',
  '0.10',
]

/** Fields of an operation as source text; a test mostly has what is there. */
const operation = (values: string[]) =>
  oneOf('add', 'add', 'replace', 'replace', 'remove', 'copy', 'move', 'test').chain((op) =>
    fc
      .record({
        path: op === 'add' || op === 'copy' || op === 'move' ? pointer([...GOOD, ...NEW, ...NEW]) : pointer(GOOD),
        from: pointer(GOOD),
        value: oneOf(...values),
        stray: seldom(oneOf('value', 'from', 'comment'), 20),
        missing: seldom(oneOf('path', 'from', 'value', 'op'), 40),
      })
      .map(({ path, from, value, stray, missing }) => {
        const fields: Record<string, string> = { op, path: quoted(path) }
        if (op === 'copy' || op === 'move') fields.from = quoted(from)
        else if (op !== 'remove') fields.value = value
        if (stray !== undefined) fields[stray] ??= '"stray"'
        if (missing !== undefined) delete fields[missing]
        return fields
      }),
  )

/** Tests of values that are there, in the same and in other spellings. */
const TESTS: [string, string[]][] = [
  ['/spec/n', ['1', '1.0', '"1"']],
  ['/spec/f', ['1.5', '1.50', '15e-1']],
  ['/spec/t', ['text', '"text"']],
  ['/spec/nothing', ['null', '~', '""']],
  ['/spec/gone', ['null', '1']],
  ['/spec/truth', ['"yes"', 'yes', 'true']],
  ['/spec/empty', ['{}', '[]', 'null']],
  ['/spec/none', ['[]', '{}', 'null']],
  ['/spec/list', ['[a, b, {name: c, v: [1, 2]}, null]', '[a, b]']],
  ['/spec/list/2', ['{v: [1, 2], name: c}', '{v: [1, 2.0], name: c}', '{name: c}']],
  ['/spec/list/3', ['null', '~']],
  ['/spec/date', ['"2020-01-01"', '2020-01-01', '"2020-01-01T00:00:00Z"']],
  ['/spec/big', ['12345678901234567890123', '1.2345678901234567e22']],
  ['/metadata/annotations/a', ['"1"', '1']],
]
const test = oneOf(...TESTS).chain(([path, values]) =>
  oneOf(...values).map((value): Record<string, string> => ({ op: 'test', path: quoted(path), value })),
)

const yamlText = some(fc.oneof({ weight: 5, arbitrary: operation(VALUES) }, { weight: 1, arbitrary: test }), 1, 3).map(
  (found) => print(found),
)
const jsonText = some(operation(JSON_VALUES), 1, 3).map(
  (found) =>
    `[\n${found
      .map(
        (fields) =>
          `  {${Object.entries(fields)
            .map(([key, value]) => `"${key}": ${key === 'op' ? quoted(value) : value}`)
            .join(', ')}}`,
      )
      .join(',\n')}\n]\n`,
)

export const jsonOperationTrees: fc.Arbitrary<Tree> = fc
  .record({
    text: fc.oneof({ weight: 2, arbitrary: yamlText }, { weight: 1, arbitrary: jsonText }),
    second: seldom(yamlText, 4),
    old: oneOf(false, false, true),
    file: fc.boolean(),
    after: seldom(
      oneOf<Record<string, Literal>>(
        { namePrefix: 'p-' },
        { commonAnnotations: { z: '"1"' } },
        { labels: [{ pairs: { app: 'db' } }] },
        { namespace: 'one' },
      ),
      3,
    ),
  })
  .map(({ text, second, old, file, after }) => {
    const target = { kind: 'Thing', name: 'x' }
    const first: Literal = file ? { path: 'patch.yaml', target } : { patch: blockOf(text), target }
    const more: Literal[] = second === undefined ? [] : [{ patch: blockOf(second), target }]
    return treeOf(
      {
        'top/objects.yaml': print(SUBJECT),
        'top/patch.yaml': file ? text : undefined,
        'top/kustomization.yaml': print({
          resources: ['objects.yaml'],
          [old ? 'patchesJson6902' : 'patches']: [first, ...more],
          ...after,
        }),
      },
      ['top'],
    )
  })
