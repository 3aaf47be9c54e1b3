import { expect, test } from 'vitest'
import data from '../../scripts/data/field-specs.json' with { type: 'json' }
import { Source } from '../../src/core/source.ts'
import { defaultConfig } from '../../src/kustomize/config.ts'
import { configFromCrds, readConfiguration } from '../../src/kustomize/config-files.ts'
import { mergeConfig } from '../../src/kustomize/merge-config.ts'

interface Written {
  group?: string
  version?: string
  kind?: string
  path: string
  create?: boolean
}

const read = (text: string) => readConfiguration(new Source('/app/c.yaml', text))
const key = ({ group = '', version = '', kind = '', path, create = false }: Written) =>
  `${group}|${version}|${kind}|${path}|${create}`

test.each(Object.keys(data).filter((name) => name !== 'nameReference'))(
  'default specs of %s are those of the data',
  (name) => {
    const specs = (defaultConfig() as never as Record<string, Written[]>)[name] ?? []
    const wanted = (data as never as Record<string, Written[]>)[name] ?? []
    expect(specs.map(key).sort()).toEqual(wanted.map(key).sort())
  },
)

test('default name references are those of the data', () => {
  const flat = (list: { kind: string; fieldSpecs: Written[] }[]) =>
    list.flatMap((one) => one.fieldSpecs.map((spec) => `${one.kind} ${key(spec)}`)).sort()
  expect(flat(defaultConfig().nameReference)).toEqual(flat(data.nameReference as never))
})

test('a spec that selects a known one adds nothing, a new path does', () => {
  const own = read('images: [{path: a/b, kind: Foo}, {path: a/b}, {path: a/c}]\n')
  const merged = mergeConfig(own, read('images: [{path: a/b}, {path: a/b, kind: Bar}]\n'))
  expect(merged.images.map(key).sort()).toEqual(['||Bar|a/b|false', '||Foo|a/b|false', '|||a/b|false', '|||a/c|false'])
})

test.each([
  ['namePrefix', 'NamePrefix'],
  ['namespace', 'NameSpace'],
  ['volumeClaimTemplateLabels', 'VolumeClaimTemplateLabels'],
])('specs of %s that differ in create are refused', (section, shown) => {
  const one = read(`${section}: [{path: a}]\n`)
  const other = read(`${section}: [{path: a, create: true}]\n`)
  expect(() => mergeConfig(one, other)).toThrow(`failed to merge ${shown} fieldSpec: conflicting fieldspecs`)
})

test('name references of the same kind are joined', () => {
  const one = read('nameReference: [{kind: Foo, fieldSpecs: [{path: a}]}]\n')
  const other = read(
    'nameReference: [{kind: Foo, fieldSpecs: [{path: b}]}, {kind: Foo, version: v1, fieldSpecs: [{path: c}]}]\n',
  )
  const merged = mergeConfig(one, other).nameReference
  expect(merged.map((each) => [each.version, each.fieldSpecs.map(({ path }) => path)])).toEqual([
    ['v1', ['c']],
    ['', ['a', 'b']],
  ])
})

const IN_FILE = 'error unmarshaling JSON: while decoding JSON: json:'

// Recorded from kustomize 5.8.2.
test.each([
  ['foo: 1', `${IN_FILE} unknown field "foo"`],
  ['namePrefix: [{path: a, foo: b}]', `${IN_FILE} unknown field "foo"`],
  [
    'namePrefix: [{kind: 1}]',
    `${IN_FILE} cannot unmarshal number into Go struct field FieldSpec.namePrefix.Gvk.kind of type string`,
  ],
  [
    'namePrefix: x',
    `${IN_FILE} cannot unmarshal string into Go struct field TransformerConfig.namePrefix of type types.FsSlice`,
  ],
  [
    'nameReference: x',
    `${IN_FILE} cannot unmarshal string into Go struct field TransformerConfig.nameReference of type builtinconfig.nbrSlice`,
  ],
  ['- a', `${IN_FILE} cannot unmarshal array into Go value of type builtinconfig.TransformerConfig`],
  ['a: b: c', 'error converting YAML to JSON: yaml: mapping values are not allowed in this context'],
  [
    'images: []\nimages: []',
    'error converting YAML to JSON: yaml: unmarshal errors:\n  line 2: key "images" already set in map',
  ],
])('configuration %j is refused', (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ message }))
})

test('a plain number is taken for a path', () => {
  expect(read('namePrefix: [{path: 1}]\n').namePrefix).toEqual([
    { group: '', version: '', kind: '', path: '1', create: false },
  ])
})

test('marks of custom types become specs', () => {
  const definitions = {
    'x.v1.Bee': { Schema: { properties: { apiVersion: {}, kind: {}, metadata: {}, spec: { $ref: 'x.v1.Spec' } } } },
    'x.v1.Spec': {
      Schema: {
        properties: {
          sel: { 'x-kubernetes-label-selector': '' },
          ann: { 'x-kubernetes-annotation': '' },
          id: { 'x-kubernetes-identity': '' },
          sec: { 'x-kubernetes-object-ref-api-version': 'v1', 'x-kubernetes-object-ref-kind': 'Secret' },
          again: { $ref: 'x.v1.Spec' },
        },
      },
    },
  }
  const config = configFromCrds([new Source('/app/c.json', JSON.stringify(definitions))], ['c.json'])
  const spec = (path: string) => ({ group: '', version: '', kind: 'Bee', path, create: false })
  expect(config.commonLabels).toEqual([spec('spec/sel')])
  expect(config.commonAnnotations).toEqual([spec('spec/ann')])
  expect(config.namePrefix).toEqual([spec('spec/id')])
  expect(config.nameReference).toEqual([
    { group: '', version: 'v1', kind: 'Secret', fieldSpecs: [spec('spec/sec/name')] },
  ])
})

// Recorded from kustomize 5.8.2, which lists the specs of replicas when none of them finds the name.
test('specs are sorted by rank of kind, then by group, version and kind, what is empty last', () => {
  const added = read(`replicas:
- {path: a, kind: Foo}
- {path: b, kind: Foo, version: v1}
- {path: c, kind: Foo, version: v1, group: g}
- {path: d, kind: Foo, group: g}
- {path: e}
- {path: f, group: g}
- {path: g, version: v1}
- {path: h, kind: Namespace}
- {path: i, kind: ValidatingWebhookConfiguration}
- {path: j, kind: Bar, version: v2, group: "{x"}
- {path: k, kind: Bar, version: v2, group: "Zx"}
`)
  const specs = mergeConfig(added, defaultConfig()).replicas.map(({ group, version, kind }) =>
    [kind, version, group].join('.'),
  )
  expect(specs).toEqual([
    'Namespace..',
    'Deployment..',
    'StatefulSet..',
    'Bar.v2.Zx',
    'Foo.v1.g',
    'Foo..g',
    '..g',
    'Bar.v2.{x',
    'Foo.v1.',
    '.v1.',
    'Foo..',
    'ReplicaSet..',
    'ReplicationController..',
    '..',
    'ValidatingWebhookConfiguration..',
  ])
})
