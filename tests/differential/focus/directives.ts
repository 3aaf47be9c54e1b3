/** Merge patches in dense form: directives at every depth, keyed and plain lists, nulls, of kinds with and without a schema. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { type Literal, object, oneOf, print, seldom, some, treeOf, usually } from './kit.ts'

const CONTAINERS: Literal = [
  {
    name: 'web',
    image: 'nginx:1',
    args: ['a', 'b'],
    env: [{ name: 'A', value: 'x' }, { name: 'B', value: 'y' }, { name: 'C' }],
    ports: [
      { containerPort: '80', protocol: 'TCP' },
      { containerPort: '80', protocol: 'UDP' },
      { containerPort: '81' },
    ],
    volumeMounts: [
      { name: 'v', mountPath: '/v' },
      { name: 'w', mountPath: '/w' },
    ],
  },
  { name: 'side', image: 'busybox', env: [] },
]
const TEMPLATE: Literal = {
  metadata: { labels: { app: 'web' }, finalizers: ['x', 'z'] },
  spec: {
    containers: CONTAINERS,
    volumes: [
      { name: 'v', emptyDir: {} },
      { name: 'w', configMap: { name: 'x', items: [{ key: 'a', path: 'b' }] } },
    ],
    tolerations: [{ key: 'a', operator: 'Exists' }, { key: 'b' }],
    hostAliases: [{ ip: '1.1.1.1', hostnames: ['x', 'z'] }],
    imagePullSecrets: [{ name: 'x' }],
  },
}
const SPEC: Literal = {
  replicas: '1',
  selector: { matchLabels: { app: 'web' } },
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '1' } },
  template: TEMPLATE,
}
const SERVICE: Literal = {
  ports: [{ port: '80', name: 'a' }, { port: '80', name: 'b', protocol: 'UDP' }, { port: '81' }],
  selector: { app: 'web' },
}
const KINDS: [string, string, Literal][] = [
  ['apps/v1', 'Deployment', SPEC],
  ['apps/v1', 'Deployment', SPEC],
  ['example.com/v1', 'Thing', SPEC],
  ['v1', 'Service', SERVICE],
]

const directive = usually(
  oneOf('delete', 'replace', 'merge', 'replace', 'merge'),
  oneOf('nonsense', '""', 'null', '1'),
  40,
)
const named = (key: string, names: string[], fields: Record<string, fc.Arbitrary<Literal>>): fc.Arbitrary<Literal> =>
  fc
    .record({
      key: usually(oneOf(...names), fc.constant(undefined), 25) as fc.Arbitrary<Literal>,
      fields: fc.record(
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, seldom(value, 2.5)])),
      ) as fc.Arbitrary<{ [key: string]: Literal }>,
      patch: seldom(directive, 4) as fc.Arbitrary<Literal>,
      first: fc.boolean(),
    })
    .map(({ key: name, fields, patch, first }) =>
      first ? { $patch: patch, [key]: name, ...fields } : { [key]: name, ...fields, $patch: patch },
    )
/** A list of such items, sometimes with an item that is only a directive, in any place. */
const listOf = (item: fc.Arbitrary<Literal>): fc.Arbitrary<Literal> =>
  fc
    .record({
      items: some(item, 0, 3),
      alone: seldom(directive, 5),
      first: fc.boolean(),
      nothing: seldom(oneOf<Literal>('null', [], {}), 25),
    })
    .map(({ items, alone, first, nothing }) => {
      if (nothing !== undefined) return nothing
      if (alone === undefined) return items
      return first ? [{ $patch: alone }, ...items] : [...items, { $patch: alone }]
    })
const fieldsOf = (fields: Record<string, fc.Arbitrary<Literal>>): fc.Arbitrary<Literal> =>
  fc
    .record({
      found: fc.record(
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, seldom(value, 2)])),
      ) as fc.Arbitrary<{ [key: string]: Literal }>,
      patch: seldom(directive, 6) as fc.Arbitrary<Literal>,
      nothing: seldom(oneOf<Literal>('null', {}), 25),
    })
    .map(({ found, patch, nothing }) => nothing ?? { ...found, $patch: patch })
const value = oneOf<Literal>('x', '"1"', '2', 'null', '""', 'new', '~')
const words = (more: Literal[]): fc.Arbitrary<Literal> => some(oneOf<Literal>('a', 'x', 'z', 'new', ...more), 0, 3)

const env = named('name', ['A', 'B', 'D'], {
  value,
  valueFrom: oneOf<Literal>({ fieldRef: { fieldPath: 'x' } }, 'null'),
})
const port = named('containerPort', ['80', '81', '"80"', '82'], {
  protocol: oneOf<Literal>('TCP', 'UDP', 'null'),
  name: value,
})
const mount = named('mountPath', ['/v', '/w', '/new'], {
  name: oneOf<Literal>('v', 'w'),
  readOnly: oneOf<Literal>('true'),
})
const container = named('name', ['web', 'side', 'new'], {
  image: value,
  args: words([]),
  env: listOf(env),
  ports: listOf(port),
  volumeMounts: listOf(mount),
  '$setElementOrder/env': some(oneOf<Literal>({ name: 'B' }, { name: 'A' }, { name: 'D' }), 1, 3),
  resources: fieldsOf({ limits: oneOf<Literal>({ cpu: '1' }) }),
})
const volume = named('name', ['v', 'w', 'new'], {
  emptyDir: oneOf<Literal>({}, 'null'),
  configMap: fieldsOf({ name: value, items: listOf(named('key', ['a', 'b'], { path: value })) }),
  $retainKeys: oneOf<Literal>(['name', 'configMap'], ['name'], []),
})
const template = fieldsOf({
  metadata: fieldsOf({
    labels: fieldsOf({ app: value, new: value }),
    finalizers: words([]),
    '$deleteFromPrimitiveList/finalizers': words([]),
    '$setElementOrder/finalizers': words([]),
  }),
  spec: fieldsOf({
    containers: listOf(container),
    volumes: listOf(volume),
    tolerations: listOf(named('key', ['a', 'c'], { operator: value })),
    hostAliases: listOf(named('ip', ['1.1.1.1', '2.2.2.2'], { hostnames: words([]) })),
    imagePullSecrets: listOf(named('name', ['x', 'z'], {})),
    '$setElementOrder/containers': oneOf<Literal>([{ name: 'side' }, { name: 'web' }]),
    '$deleteFromPrimitiveList/containers': oneOf<Literal>(['web']),
  }),
})
const workload = fieldsOf({
  replicas: value,
  strategy: fieldsOf({
    type: oneOf<Literal>('Recreate', 'null'),
    $retainKeys: oneOf<Literal>(['type']),
    rollingUpdate: value,
  }),
  selector: fieldsOf({ matchLabels: fieldsOf({ app: value }) }),
  template,
})
const service = fieldsOf({
  ports: listOf(
    named('port', ['80', '81', '"80"'], { name: value, protocol: oneOf<Literal>('TCP', 'UDP'), targetPort: value }),
  ),
  selector: fieldsOf({ app: value }),
})

export const directiveTrees: fc.Arbitrary<Tree> = oneOf(...KINDS)
  .chain(([apiVersion, kind, spec]) =>
    fc.record({
      apiVersion: fc.constant(apiVersion),
      kind: fc.constant(kind),
      spec: fc.constant(spec),
      patches: some(
        fc.record({
          spec: kind === 'Service' ? service : workload,
          $patch: seldom(directive, 12) as fc.Arbitrary<Literal>,
        }),
        1,
        2,
      ),
      isTargeted: fc.boolean(),
      isFile: fc.boolean(),
    }),
  )
  .map(({ apiVersion, kind, spec, patches, isTargeted, isFile }) => {
    const target = isTargeted ? { kind } : undefined
    const texts = patches.map((fields) => print(object(apiVersion, kind, 'x', fields)))
    const files: Record<string, string> = { 'top/objects.yaml': print(object(apiVersion, kind, 'x', { spec })) }
    const entries = texts.map((text, i): Literal => {
      if (isFile) files[`top/p${i}.yaml`] = text
      const block: Literal = { type: 'block', header: '|', lines: text.split('\n').slice(0, -1) }
      return isFile ? { path: `p${i}.yaml`, target } : { patch: block, target }
    })
    files['top/kustomization.yaml'] = print({ resources: ['objects.yaml'], patches: entries })
    return treeOf(files, ['top'])
  })
