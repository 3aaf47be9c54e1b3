/** Replacements: every option, field paths of every form, values of every type, texts with structure inside. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { blockOf, documents, type Literal, object, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'
import { labelSelector, pattern } from './selectors.ts'

const OBJECTS: Literal[] = [
  object('v1', 'ConfigMap', 'source', {
    metadata: { labels: { app: 'web', 'x.y/z': 'v' }, annotations: { 'a.b/c': '"1:2:3"', empty: '""' } },
    data: {
      host: 'one.two.three',
      number: '"8080"',
      json: '\'{"a": {"b": [1, {"name": "n", "v": "w"}]}, "c": "<&>", "d": 1.50}\'',
      'pretty.json': blockOf('{\n  "a": {\n    "b": "x"\n  },\n  "l": ["p", "q"]\n}\n'),
      'inner.yaml': blockOf('# head\na:\n  b: 1 # one\n  "c": \'two\'\nlist:\n- name: n\n  v: w\n- name: m\n'),
      plain: '"just text"',
      blank: '""',
      long: '"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"',
    },
  }),
  object('example.com/v1', 'Thing', 'x', {
    metadata: { namespace: 'one', labels: { app: 'web' } },
    spec: {
      n: '1',
      f: '1.0',
      t: '"1"',
      b: 'true',
      nothing: 'null',
      empty: '{}',
      none: '[]',
      date: '2020-01-01',
      url: 'https://old.example.com:443/path?x=1',
      map: { k: 'v', z: ['1', '2'] },
      '"dotted.key"': 'd',
      list: [
        { name: 'a', v: '1' },
        { name: 'b', v: '"x-y-z"' },
        { name: 'ab', inner: [{ id: '7', q: 'r' }] },
        { other: 'o' },
      ],
      words: ['red', 'green', '"1"', 'blue'],
      nested: [['p', 'q'], ['r']],
    },
  }),
  object('apps/v1', 'Deployment', 'web', {
    metadata: { labels: { app: 'web' } },
    spec: {
      template: {
        spec: {
          containers: [
            {
              name: 'main',
              image: 'reg/app:v1',
              env: [
                { name: 'A', value: 'a' },
                { name: 'B', value: '"2"' },
              ],
            },
            { name: 'side', image: 'side' },
          ],
        },
      },
    },
  }),
  object('v1', 'ConfigMap', 'other', { data: { host: 'h' } }),
]

// biome-ignore format: a table
const SOURCES = [
  'metadata.name', 'metadata.namespace', 'kind', 'apiVersion', 'metadata.labels.app', 'metadata.labels.[x.y/z]', 'metadata.labels.x\\.y/z', 'metadata.annotations.[a.b/c]', 'data.host', 'data.number', 'data.json', 'data.plain', 'data.[inner.yaml]',
  'data.blank', 'spec.n', 'spec.f', 'spec.t', 'spec.b', 'spec.date', 'spec.url', 'spec.map', 'spec.map.z', 'spec.map.z.1', 'spec.[dotted.key]', 'spec.dotted\\.key', 'spec.list.0', 'spec.list.0.v', 'spec.list.-.other', 'spec.list.[name=a].v',
  'spec.list.[name=b]', 'spec.words', 'spec.words.2', 'spec.words.[=red]', 'spec.nested.0', 'spec.nested.1.0', 'spec.list', 'metadata', 'metadata.labels', 'spec.template.spec.containers.[name=main].image', 'spec.template.spec.containers.0.env', 'data', 'data.long',
]
// biome-ignore format: a table
const ODD_SOURCES = [
  '', '.', 'data.', '.data.host', 'data..host', 'spec.list.*.v', 'spec.nothing', 'spec.empty', 'spec.none', 'spec.list.9', 'spec.list.[name=zz]', 'spec.list.[name=]', 'spec.list.[=a]', 'spec.[list', 'spec.list].0', 'spec.list.[v=1].name', 'spec.list[0]', 'data.json.a', 'spec.words.-', 'spec.list.-1',
  'data.host.x', 'spec.n.x', 'metadata.labels.[missing]', 'spec.list.[name=a.b]', 'spec.words.0x1', 'spec.[map].k', 'spec.list.[name=a].v.x', '*', '-', '0', 'spec.map.*', '[spec].n', 'spec.list.[name=a=b]', 'spec.[]', 'spec.words.[=]', "spec.list.[name='a'].v", 'spec.list.[name="a"].v',
]
// biome-ignore format: a table
const TARGETS = [
  'metadata.annotations.made', 'metadata.labels.app', 'metadata.labels.[x.y/z]', 'spec.n', 'spec.f', 'spec.t', 'spec.b', 'spec.nothing', 'spec.empty', 'spec.none', 'spec.date', 'spec.url', 'spec.map', 'spec.map.k', 'spec.map.z.0', 'spec.dotted\\.key', 'spec.[dotted.key]', 'spec.list.*.v', 'spec.list.0.v', 'spec.list.[name=a].v',
  'spec.list.[name=b].v', 'spec.list.[name=a]', 'spec.list.[name=^a$].v', 'spec.words.*', 'spec.words.1', 'spec.words.[=red]', 'spec.words.[=^.e]', 'spec.nested.*.0', 'spec.nested.0', 'spec.nested.*.*', 'spec.list.-.other', 'spec.list.2.inner.*.q', 'spec.list.[name=ab].inner.[id=7].q', 'spec', 'spec.list', 'metadata.name', 'metadata.namespace',
  'data.host', 'data.plain', 'data.json.a.b.0', 'data.json.c', 'data.json.d', 'data.json.a.b.[name=n].v', 'data.json.a.new', 'data.json.a.b.-', 'data.pretty\\.json.a.b', 'data.[pretty.json].l.0', 'data.inner\\.yaml.a.b', 'data.[inner.yaml].a.c', 'data.[inner.yaml].list.[name=n].v', 'data.[inner.yaml].list.*.v', 'data.[inner.yaml].a', 'data.number', 'data.plain.x', 'data.blank', 'data.long', 'data.new',
  'spec.template.spec.containers.[name=main].image', 'spec.template.spec.containers.*.image', 'spec.template.spec.containers.*.env.[name=A].value', 'spec.template.spec.containers.0.env.-', 'spec.new', 'spec.new.deeper', 'spec.list.4', 'spec.list.4.name', 'spec.words.4', 'spec.list.[name=new].v', 'spec.words.[=new]', 'spec.newlist.0.x', 'spec.newlist.[name=p].x', 'spec.newlist.-', 'spec.newlist.*.x',
]
// biome-ignore format: a table
const ODD_TARGETS = [
  '', '.', 'spec.', '.spec.n', 'spec..n', 'spec.list.9.v', 'spec.n.x', 'spec.*', '*', 'spec.map.*', 'spec.list.[name', 'spec.list.[name=[a].v', 'spec.list.[=a]', 'spec.list.[name=*].v', 'spec.none.*', 'spec.nothing.x', 'spec.nothing.*', 'spec.empty.x', 'spec.words.[name=a]', 'spec.words.[=(]', 'kind', 'apiVersion', 'metadata', 'data.host.x.y', 'data.blank.x',
  'spec.list.[inner=a].v', 'spec.list.[name=a].v.x', 'spec.t.0', 'spec.date.x', 'data.json', 'data.json.a.b.9', 'data.json.*', 'data.[inner.yaml].list.9', 'data.json.', 'spec.none.0', 'spec.none.[name=x]', 'spec.none.[name=x].y', 'spec.words.-', 'spec.list.-', 'spec.list.-1.v', 'spec.words.99999999999', 'spec.list.[v=1].name', 'spec.list.[v="x-y-z"].name', 'spec.list.*.inner.*.q', 'spec.list.[].v',
]

const choice = fc.record({
  delimiter: seldom(oneOf('"."', '":"', '"/"', '"-"', '""', '"e"', '"://"'), 3),
  index: seldom(oneOf('0', '1', '-1', '2', '9', '-9'), 2),
  create: seldom(oneOf('true', 'true', 'false'), 2),
  encoding: seldom(oneOf('base64'), 30),
})
const options = seldom(choice, 2)
const source = fc.record({
  identity: usually(
    oneOf<Literal>(
      { kind: 'ConfigMap', name: 'source' },
      { kind: 'Thing' },
      { kind: 'Thing', name: 'x' },
      { kind: 'Deployment' },
      { name: 'source' },
      { group: 'apps' },
      { kind: 'Thing', namespace: 'one' },
      { version: 'v1', kind: 'Thing' },
    ),
    oneOf<Literal>(
      {},
      { kind: 'ConfigMap' },
      { name: 'none' },
      { kind: '"Thi.*"' },
      { kind: 'Thing', namespace: 'two' },
      { group: 'example.com', version: 'v2' },
      { namespace: 'default' },
    ),
    12,
  ),
  fieldPath: fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 12, arbitrary: usually(oneOf(...SOURCES), oneOf(...ODD_SOURCES), 8).map(quoted) },
  ),
  options: seldom(
    choice.map(({ delimiter, index }) => ({ delimiter, index })),
    5,
  ),
})

const select = fc.record({
  group: seldom(oneOf('apps', '"example.*"', '""'), 10),
  version: seldom(oneOf('v1', '"v\\\\d"'), 10),
  kind: seldom(oneOf('ConfigMap', 'Thing', 'Deployment', '".*"', '"Thing|ConfigMap"', 'none'), 2),
  name: seldom(
    fc.oneof(
      oneOf('source', 'x', '"x|web"', '"s.*"').map((text) => text),
      pattern,
    ),
    3,
  ),
  namespace: seldom(oneOf('one', '""', 'default', '".*"'), 8),
  labelSelector: seldom(labelSelector, 8),
  annotationSelector: seldom(labelSelector, 20),
})

const target = fc.record({
  select: usually<Literal>(
    fc.oneof(
      oneOf<Literal>({ kind: 'Thing' }, { kind: 'ConfigMap', name: 'source' }, { kind: 'Deployment' }),
      select as fc.Arbitrary<Literal>,
    ),
    fc.constant(undefined),
    80,
  ),
  reject: seldom(some(select as fc.Arbitrary<Literal>, 1, 2), 5),
  fieldPaths: usually<Literal>(
    some(usually(oneOf(...TARGETS), oneOf(...ODD_TARGETS), 8).map(quoted), 1, 2),
    oneOf<Literal>(undefined, [], 'null'),
    20,
  ),
  options: options as fc.Arbitrary<Literal>,
})

/** Most paths belong to one of the objects: this one is selected. */
function fitting(
  found: { select: Literal; fieldPaths: Literal; reject: Literal; options: Literal },
  sure: boolean,
): Literal {
  const [path] = Array.isArray(found.fieldPaths) ? found.fieldPaths : []
  if (!sure || typeof path !== 'string') return found
  return { ...found, select: owner(path) }
}

/** Most source paths belong to one of the objects, too. */
function fittingSource(
  { identity, ...rest }: { identity: Literal; fieldPath: string | undefined; options: Literal },
  sure: boolean,
): Literal {
  const own = sure && rest.fieldPath !== undefined ? owner(rest.fieldPath) : identity
  return { ...(own as object), ...rest }
}

function owner(path: string): Literal {
  if (path.includes('template')) return { kind: 'Deployment' }
  return path.startsWith('"data') ? { name: 'source' } : { kind: 'Thing' }
}

const replacement: fc.Arbitrary<Literal> = fc
  .record({
    source,
    value: seldom(
      oneOf('"new"', '"1"', '""', '"a: b"', '"{}"', '"true"', '"x\\ny"', '"- a"', '"2020-01-01"', '"null"', '"#"'),
      3,
    ),
    both: oneOf(...Array<boolean>(30).fill(false), true),
    isSure: oneOf(true, true, true, true, true, false),
    targets: some(fc.tuple(target, oneOf(true, true, true, false)), 1, 2),
  })
  .map(({ source, value, both, isSure, targets }) => ({
    source: value === undefined || both ? fittingSource(source, isSure) : undefined,
    sourceValue: value,
    targets: targets.map(([found, sure]) => fitting(found, sure)),
  }))

export const replacementTrees: fc.Arbitrary<Tree> = fc
  .record({
    all: some(replacement, 1, 2),
    file: oneOf('inline', 'inline', 'list', 'one'),
    above: seldom(
      oneOf<Record<string, Literal>>(
        { namePrefix: 'p-' },
        { namespace: 'two' },
        { nameSuffix: '-s', namespace: 'two' },
      ),
      3,
    ),
    before: seldom(
      oneOf<Record<string, Literal>>(
        { commonAnnotations: { z: '"1"' } },
        { labels: [{ pairs: { app: 'db' } }] },
        { images: [{ name: 'side', newTag: '"1"' }] },
      ),
      5,
    ),
  })
  .map(({ all, file, above, before }) => {
    const files: Record<string, string | undefined> = {}
    const folder = above === undefined ? 'top' : 'base'
    files[`${folder}/objects.yaml`] = documents(OBJECTS)
    if (above !== undefined) files['base/kustomization.yaml'] = print({ resources: ['objects.yaml'], ...above })
    if (file === 'list') files['top/r.yaml'] = print(all)
    if (file === 'one') files['top/r.yaml'] = print(all[0])
    const replacements = file === 'inline' ? all : [{ path: 'r.yaml' }]
    files['top/kustomization.yaml'] = print({
      resources: [above === undefined ? 'objects.yaml' : '../base'],
      ...before,
      replacements,
    })
    return treeOf(files, ['top'])
  })
