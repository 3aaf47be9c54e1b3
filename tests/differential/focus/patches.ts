/** Patches by target: selectors, options, several documents, directives at the root, odd texts, the old fields. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { blockOf, documents, type Literal, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'
import { selectable, selector } from './selectors.ts'

const bodies: Literal[] = [
  { spec: { a: '2', new: { x: 'null', z: '1' } } },
  { spec: { list: ['k'], b: 'text' } },
  { spec: 'null' },
  { data: { a: 'null', c: '"1"' } },
  { metadata: { labels: { app: 'changed', extra: '"1"' } } },
  { metadata: { annotations: { app: 'changed', n: '1' } } },
  { metadata: { labels: 'null' } },
  { metadata: { namespace: 'other' } },
  { metadata: { name: 'changed' } },
  { $patch: 'delete' },
  { $patch: 'replace', spec: { only: '1' } },
  { $patch: 'merge', spec: { only: '1' } },
  { spec: { $patch: 'replace', only: '1' } },
  { spec: { $patch: 'delete' } },
  { $retainKeys: ['a'], spec: { '$setElementOrder/list': ['z', 'x'], '$deleteFromPrimitiveList/list': ['x'] } },
  { $patch: 'nonsense' },
  {},
]

/** A patch of something like this object. */
function documentOf(object: Literal): fc.Arbitrary<Literal> {
  const { apiVersion, kind, metadata } = object as {
    apiVersion: string
    kind: string
    metadata: Record<string, Literal>
  }
  const { name, namespace } = metadata
  return fc
    .record({
      body: oneOf(...bodies),
      kind: usually(fc.constant(kind), oneOf('Other', 'ConfigMap'), 20),
      name: usually(fc.constant(name), oneOf('any', 'web'), 20),
    })
    .map(({ body, kind, name }) => {
      const { metadata: changes, ...fields } = body as { metadata?: object }
      return { apiVersion, kind, metadata: { name, namespace, ...changes }, ...fields } as Literal
    })
}

// biome-ignore format: a table
const ODD_TEXTS = [
  '', '\n', '# nothing\n', '---\n', 'null\n', '{}\n', '[]\n', 'word\n', '- a\n', '- op: add\n', '{"op": "add"}\n', '[{"op":"add","path":"/x","value":1}]',
  '[{op: add, path: /x, value: 1}]\n', '- {op: add, path: /x, value: 1}\n---\n- {op: add, path: /z, value: 1}\n', 'kind: Thing\n', 'metadata: {name: web}\n',
  'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: web}, data: {l: x}}\n', '- op: nonsense\n  path: /x\n',
  'a: b\n---\nc: d\n', '- op: add\n  path: /metadata/labels/odd\n  value: y\n', '- {op: test, path: /kind, value: Thing}\n', ' - op: add\n   path: /x\n   value: {y: n}\n',
  '[{"op":"add","path":"/x","value":1}]\n[]\n', '[{"op":"add","path":"/x","value":1},]', '- op: add\n  path: 1\n  value: 1\n', '- op: add\n  value: 1\n', '- path: /x\n', '- null\n', '- {}\n', '- 1\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: 1, a: 2}\n', '%YAML 1.1\n---\n- op: add\n', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: &x {a: *x}\n',
  '- &x {op: add, path: /metadata/annotations, value: {a: "1"}}\n- *x\n', '- op: add\n  path: /metadata/annotations\n  value: {<<: {a: "1"}, b: yes}\n', '- op: replace\n  path: /spec/a\n  value: 010\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n\ta: b\n', '- op: add\n  path: /x\n  value: 2020-01-01\n', '- op: add\n  path: /spec/list/-\n  value: ~\n', '- op: remove\n  path: /spec/a\n  op: add\n',
]

const operations = oneOf(
  '- op: add\n  path: /metadata/labels\n  value: {made: yes}\n',
  '- op: replace\n  path: /kind\n  value: Changed\n',
  '- op: replace\n  path: /metadata/name\n  value: changed\n',
  '- op: add\n  path: /metadata/namespace\n  value: one\n',
  '- op: copy\n  from: /metadata/name\n  path: /copied\n',
)

/** The text of a patch for one of these objects; those of operations need a target. */
function textFor(objects: Literal[], hasTarget: boolean, withOdd = true): fc.Arbitrary<string> {
  const document = oneOf(...objects).chain(documentOf)
  const common = fc.oneof(
    { weight: 6, arbitrary: document.map(print) },
    { weight: hasTarget ? 1 : 4, arbitrary: some(document, 2, 3).map(documents) },
    { weight: hasTarget ? 3 : 0, arbitrary: operations },
  )
  return withOdd ? usually(common, oneOf(...ODD_TEXTS), 8) : common
}

const options = oneOf<Literal>(
  { allowNameChange: 'true' },
  { allowKindChange: 'true' },
  { allowNameChange: 'true', allowKindChange: 'true' },
  { allowNameChange: 'false' },
  {},
)

const entryFor = (objects: Literal[]) =>
  seldom(selector, 2).chain((target) =>
    fc.record({
      text: textFor(objects, target !== undefined),
      target: fc.constant(target),
      options: seldom(options, 4),
      file: fc.boolean(),
    }),
  )
const old = fc.record({
  text: usually(operations, oneOf(...ODD_TEXTS), 3),
  name: usually(oneOf('web', 'db', '"w.b"'), fc.constant(undefined)),
  kind: oneOf('Thing', 'ConfigMap', undefined),
  file: fc.boolean(),
})

function windows(text: string, is: boolean): string {
  return is ? text.replaceAll('\n', '\r\n') : text
}

/** An inline text cannot be without lines. */
function inline(text: string): Literal {
  return /^[\s]*$/.test(text) || !text.endsWith('\n') || /^\s/.test(text) || text.includes('\t')
    ? quoted(text)
    : blockOf(text)
}

export const patchTrees: fc.Arbitrary<Tree> = selectable
  .chain((objects) =>
    fc.record({
      objects: fc.constant(objects),
      entries: some(entryFor(objects), 1, 2),
      merges: seldom(some(textFor(objects, false, false), 1, 2), 5),
      operations: seldom(some(old, 1, 1), 6),
      prefix: seldom(oneOf('p-'), 3),
      namespace: seldom(oneOf('one', 'x'), 6),
      above: fc.boolean(),
      crlf: oneOf(false, false, false, true),
    }),
  )
  .map(({ objects, entries, merges, operations, prefix, namespace, above, crlf }) => {
    const files: Record<string, string> = {}
    const placed = (name: string, text: string, file: boolean) => {
      if (file) files[`top/${name}`] = windows(text, crlf)
      return file ? { path: name } : { patch: inline(text) }
    }
    const fields: Literal = {
      patches: entries.map(({ text, target, options, file }, i) => ({
        ...placed(`p${i}.yaml`, text, file),
        target,
        options,
      })),
      patchesStrategicMerge: merges?.map((text, i) => {
        const { path, patch } = placed(`m${i}.yaml`, text, i === 0) as { path?: string; patch?: Literal }
        return path ?? patch
      }),
      patchesJson6902: operations?.map(({ text, name, kind, file }, i) => ({
        ...placed(`j${i}.yaml`, text, file),
        target: { version: 'v1', name, kind },
      })),
    }
    const changes = { namePrefix: prefix, namespace }
    if (!above) {
      files['top/objects.yaml'] = documents(objects)
      files['top/kustomization.yaml'] = print({ resources: ['objects.yaml'], ...changes, ...fields })
    } else {
      files['base/objects.yaml'] = documents(objects)
      files['base/kustomization.yaml'] = print({ resources: ['objects.yaml'], ...changes })
      files['top/kustomization.yaml'] = print({ resources: ['../base'], ...fields })
    }
    return treeOf(files, ['top'])
  })
