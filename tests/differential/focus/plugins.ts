/** Built-in transformers and generators by file or inline, with field specs, as lists and from folders. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { blockOf, documents, type Literal, object, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'

const OBJECTS: Literal[] = [
  object('apps/v1', 'Deployment', 'web', {
    metadata: { labels: { app: 'web' } },
    spec: {
      replicas: '1',
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1' }] } },
    },
  }),
  object('example.com/v1', 'Thing', 'x', {
    metadata: { namespace: 'one' },
    spec: { a: '1', text: 'word', path: '/a/b', picture: 'nginx:1' },
  }),
  object('v1', 'ConfigMap', 'web', { data: { a: 'b' } }),
]
const specs = (paths: string[]) =>
  some(
    fc.record({
      path: oneOf(...paths),
      kind: seldom(oneOf('Thing', 'Deployment', 'ConfigMap'), 2),
      group: seldom(oneOf('apps', 'example.com', '""'), 6),
      create: seldom(oneOf('true', 'false'), 2),
    }) as fc.Arbitrary<Literal>,
    0,
    2,
  )
const pairs = oneOf<Literal>({ made: 'x' }, { app: 'db', n: '"1"' }, {}, { b: '"true"', a: '""' })
const target: fc.Arbitrary<Literal> = oneOf<Literal>(
  { kind: 'Thing' },
  { name: 'web' },
  { kind: 'Deployment', name: 'w.*' },
  { labelSelector: 'app=web' },
  { kind: 'None' },
)
const MERGE = '{apiVersion: example.com/v1, kind: Thing, metadata: {name: x, namespace: one}, spec: {b: 2}}'
const OPERATIONS = '[{"op": "add", "path": "/spec/new", "value": 1}]'

const transformers: [string, Record<string, fc.Arbitrary<Literal>>][] = [
  ['AnnotationsTransformer', { annotations: pairs, fieldSpecs: specs(['metadata/annotations', 'spec/new', 'spec/a']) }],
  [
    'LabelTransformer',
    { labels: pairs, fieldSpecs: specs(['metadata/labels', 'spec/template/metadata/labels', 'spec/new/deep']) },
  ],
  [
    'ImageTagTransformer',
    {
      imageTag: oneOf<Literal>(
        { name: 'nginx', newTag: '"2"' },
        { name: 'nginx', newName: 'x', digest: 'sha256:a' },
        { name: 'nginx', tagSuffix: '-x' },
        {},
      ),
      fieldSpecs: specs(['spec/picture', 'spec/template/spec/containers[]/image']),
    },
  ],
  [
    'NamespaceTransformer',
    {
      metadata: oneOf<Literal>({ name: 'n', namespace: 'two' }, { name: 'n' }),
      fieldSpecs: specs(['metadata/namespace', 'spec/new', 'spec/text']),
      unsetOnly: oneOf<Literal>('true', 'false'),
      setRoleBindingSubjects: oneOf<Literal>('none', 'allServiceAccounts', 'defaultOnly', 'odd'),
    },
  ],
  [
    'PrefixTransformer',
    { prefix: oneOf<Literal>('p-', '""'), fieldSpecs: specs(['metadata/name', 'spec/text', 'spec/new']) },
  ],
  [
    'SuffixTransformer',
    { suffix: oneOf<Literal>('-s', '""'), fieldSpecs: specs(['metadata/name', 'spec/text', 'data/a']) },
  ],
  [
    'PrefixSuffixTransformer',
    { prefix: oneOf<Literal>('p-'), suffix: oneOf<Literal>('-s'), fieldSpecs: specs(['metadata/name', 'spec/text']) },
  ],
  [
    'ReplicaCountTransformer',
    {
      replica: oneOf<Literal>({ name: 'web', count: '3' }, { name: 'x', count: '2' }, { name: 'web' }),
      fieldSpecs: specs(['spec/replicas', 'spec/a']),
    },
  ],
  [
    'PatchTransformer',
    {
      patch: oneOf<Literal>(quoted(MERGE), quoted(OPERATIONS)),
      path: seldom(oneOf<Literal>('merge.yaml'), 6) as fc.Arbitrary<Literal>,
      target,
      options: oneOf<Literal>({ allowNameChange: 'true' }, {}),
    },
  ],
  ['PatchTransformer', { path: oneOf<Literal>('merge.yaml', 'operations.yaml', 'missing.yaml'), target }],
  [
    'PatchStrategicMergeTransformer',
    { paths: oneOf<Literal>(['merge.yaml'], ['merge.yaml', 'merge.yaml'], []), patches: oneOf<Literal>(quoted(MERGE)) },
  ],
  [
    'PatchJson6902Transformer',
    {
      path: oneOf<Literal>('operations.yaml'),
      jsonOp: seldom(oneOf<Literal>(quoted(OPERATIONS)), 4) as fc.Arbitrary<Literal>,
      target: oneOf<Literal>(
        { group: 'example.com', version: 'v1', kind: 'Thing', name: 'x' },
        { kind: 'Thing', name: 'x' },
        { kind: 'None', name: 'x' },
      ),
    },
  ],
  [
    'PatchJson6902Transformer',
    {
      jsonOp: oneOf<Literal>(quoted(OPERATIONS)),
      target: oneOf<Literal>({ group: 'example.com', version: 'v1', kind: 'Thing', name: 'x' }),
    },
  ],
  [
    'ReplacementTransformer',
    {
      replacements: oneOf<Literal>(
        [
          {
            source: { kind: 'Deployment', name: 'web' },
            targets: [{ select: { kind: 'Thing' }, fieldPaths: ['spec.text'] }],
          },
        ],
        [{ path: 'replacement.yaml' }],
        [],
      ),
    },
  ],
  [
    'ValueAddTransformer',
    {
      value: oneOf<Literal>('v', '"1"'),
      targets: some(
        fc.record({
          fieldPath: oneOf('spec/text', 'spec/path', 'spec/new', 'metadata/namespace'),
          selector: seldom(target, 2),
          filePathPosition: seldom(oneOf('0', '1', '2', '9'), 3),
        }) as fc.Arbitrary<Literal>,
        0,
        2,
      ),
    },
  ],
  ['HashTransformer', {}],
]
const generators: [string, Record<string, fc.Arbitrary<Literal>>][] = [
  [
    'ConfigMapGenerator',
    {
      literals: some(oneOf<Literal>('a=1', 'b=x'), 0, 2),
      files: seldom(oneOf<Literal>(['data.txt'], ['k=data.txt']), 3) as fc.Arbitrary<Literal>,
      envs: seldom(oneOf<Literal>(['vars.env']), 4) as fc.Arbitrary<Literal>,
      options: oneOf<Literal>({ disableNameSuffixHash: 'true' }, { labels: { l: 'x' } }, { immutable: 'true' }),
      behavior: seldom(oneOf<Literal>('merge', 'create', 'replace'), 4) as fc.Arbitrary<Literal>,
    },
  ],
  [
    'SecretGenerator',
    {
      literals: some(oneOf<Literal>('a=1', 'b=x'), 0, 2),
      type: oneOf<Literal>('Opaque', 'x/z'),
      options: oneOf<Literal>({ annotations: { l: 'x' } }),
    },
  ],
  [
    'IAMPolicyGenerator',
    {
      cloud: usually(oneOf<Literal>('gke'), oneOf<Literal>('aws'), 6),
      kubernetesService: oneOf<Literal>({ name: 'k', namespace: 'one' }, { name: 'k' }),
      serviceAccount: oneOf<Literal>({ name: 'g', projectId: 'p' }),
    },
  ],
]
const configOf = (kinds: [string, Record<string, fc.Arbitrary<Literal>>][]): fc.Arbitrary<Literal> =>
  oneOf(...kinds).chain(([kind, fields]) =>
    fc
      .record({
        name: oneOf('n', 'web', 'm', 'o', 'new'),
        apiVersion: usually(oneOf('builtin'), oneOf('builtin/v1', 'v1', 'example.com/v1'), 50),
        fields: fc.record(
          Object.fromEntries(
            Object.entries(fields).map(([key, value]) => [key, usually(value, fc.constant(undefined), 8)]),
          ),
        ) as fc.Arbitrary<{ [key: string]: Literal }>,
        behaviour: seldom(
          oneOf<Literal>(
            { 'config.kubernetes.io/local-config': '"true"' },
            { 'internal.config.kubernetes.io/needsHashSuffix': 'enabled' },
            { 'kustomize.config.k8s.io/needs-hash': '"true"' },
          ),
          8,
        ),
      })
      .map(({ name, apiVersion, fields: { metadata, ...rest }, behaviour }) =>
        object(apiVersion, kind, name, {
          ...rest,
          metadata: { ...((metadata as object) ?? {}), ...(behaviour && { annotations: behaviour }) },
        }),
      ),
  )

const unique = (kinds: [string, Record<string, fc.Arbitrary<Literal>>][]) =>
  fc.uniqueArray(configOf(kinds), {
    minLength: 1,
    maxLength: 3,
    selector: (literal) =>
      JSON.stringify(literal)
        .replace(/,"spec.*/, '')
        .slice(0, 90),
  })
const form = oneOf('file', 'inline', 'list', 'folder')

export const pluginTrees: fc.Arbitrary<Tree> = fc
  .record({
    transformers: seldom(unique(transformers), 1.2),
    generators: seldom(unique(generators), 2.5),
    transformersAs: form,
    generatorsAs: form,
    wrong: oneOf(...Array<boolean>(40).fill(false), true),
    rest: oneOf<{ [key: string]: Literal }>(
      {},
      {},
      { namePrefix: 'top-' },
      { commonLabels: { c: 'x' } },
      { buildMetadata: ['originAnnotations', 'transformerAnnotations'] },
      { sortOptions: { order: 'fifo' } },
    ),
  })
  .map(({ transformers, generators, transformersAs, generatorsAs, wrong, rest }) => {
    const files: Record<string, string> = {
      'top/objects.yaml': documents(OBJECTS),
      'top/merge.yaml': `${MERGE}\n`,
      'top/operations.yaml': `${OPERATIONS}\n`,
      'top/data.txt': 'text\n',
      'top/vars.env': 'E=1\n',
      'top/replacement.yaml':
        'source: {kind: ConfigMap, name: web}\ntargets:\n- select: {kind: Thing}\n  fieldPaths: [spec.a]\n',
    }
    const entries = (literals: Literal[] | undefined, as: string, sort: string): Literal => {
      if (literals === undefined) return undefined
      if (as === 'inline') return literals.map((literal) => blockOf(print(literal)))
      if (as === 'file') {
        for (const [i, literal] of literals.entries()) files[`top/${sort}${i}.yaml`] = print(literal)
        return literals.map((_, i) => `${sort}${i}.yaml`)
      }
      const folder = as === 'folder' ? `${sort}/` : ''
      files[`top/${folder}${sort}.yaml`] = documents(literals)
      if (as === 'list') return [`${sort}.yaml`]
      files[`top/${sort}/kustomization.yaml`] = print({ resources: [`${sort}.yaml`] })
      return [sort]
    }
    files['top/kustomization.yaml'] = print({
      resources: ['objects.yaml'],
      [wrong ? 'generators' : 'transformers']: entries(transformers, transformersAs, 't'),
      [wrong ? 'transformers' : 'generators']: entries(generators, generatorsAs, 'g'),
      ...rest,
    })
    return treeOf(files, ['top'])
  })
