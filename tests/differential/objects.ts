/** Generated Kubernetes objects, of kinds that have rules and of kinds that have none. */
import * as fc from 'fast-check'
import { anyNode, list, map, scalar, scalarNode, scalarText, type Yaml } from './yaml-text.ts'

export const NAMES = ['a', 'b', 'web', 'db', 'settings', 'keys', 'robot', 'default']
export const NAMESPACES = ['one', 'two', 'default']
export const IMAGES = [
  'nginx',
  'nginx:1',
  'nginx:1.2@sha256:abc',
  'reg.example.com:5000/app/web:v1',
  'busybox@sha256:0f',
  'app/web',
  '"redis:7"',
]

export const name = fc.constantFrom(...NAMES)
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const shortList = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 3) => fc.array(arbitrary, { maxLength })
const byName = (nodes: Yaml[]): Yaml => list(nodes)

const labels: fc.Arbitrary<Yaml> = fc
  .dictionary(
    fc.constantFrom('app', 'tier', 'team', 'x.y/z'),
    fc.oneof(fc.constantFrom('web', 'db', 'x', '"1"'), scalarText),
    { maxKeys: 3 },
  )
  .map((fields) => map(fields))

const reference = name.map((text) => map({ name: text }, true))

const env: fc.Arbitrary<Yaml> = fc
  .record({
    name: fc.constantFrom('A', 'B', 'C', 'D'),
    value: maybe(scalarNode),
    from: maybe(
      fc
        .record({ kind: fc.constantFrom('configMapKeyRef', 'secretKeyRef'), name })
        .map(({ kind, name }) => map({ [kind]: map({ name, key: 'k' }, true) })),
    ),
  })
  .map(({ name, value, from }) => map({ name, value: from === undefined ? value : undefined, valueFrom: from }))

const port: fc.Arbitrary<Yaml> = fc
  .record({
    containerPort: fc.constantFrom('80', '8080', '9090'),
    protocol: maybe(fc.constantFrom('TCP', 'UDP')),
    name: maybe(fc.constantFrom('http', 'metrics')),
  })
  .map((fields) => map(fields, true))

const container: fc.Arbitrary<Yaml> = fc
  .record({
    name: fc.constantFrom('main', 'side', 'init'),
    image: maybe(fc.constantFrom(...IMAGES)),
    command: maybe(shortList(scalarNode).map((items) => list(items, true))),
    env: maybe(shortList(env).map(byName)),
    ports: maybe(shortList(port).map(byName)),
    envFrom: maybe(
      shortList(
        fc
          .record({ kind: fc.constantFrom('configMapRef', 'secretRef'), ref: reference })
          .map(({ kind, ref }) => map({ [kind]: ref })),
        2,
      ).map(byName),
    ),
    volumeMounts: maybe(
      shortList(
        fc
          .record({ name: fc.constantFrom('v', 'w'), mountPath: fc.constantFrom('/v', '/w') })
          .map((fields) => map(fields, true)),
      ).map(byName),
    ),
    resources: maybe(fc.constant(map({ limits: map({ cpu: '1', memory: '1Gi' }, true) }))),
  })
  .map((fields) => map(fields))

const volume: fc.Arbitrary<Yaml> = fc
  .record({
    name: fc.constantFrom('v', 'w'),
    source: fc.oneof(
      reference.map((ref): [string, Yaml] => ['configMap', ref]),
      name.map((text): [string, Yaml] => ['secret', map({ secretName: text }, true)]),
      name.map((text): [string, Yaml] => ['persistentVolumeClaim', map({ claimName: text }, true)]),
      fc.constant<[string, Yaml]>(['emptyDir', map({}, true)]),
      fc.constantFrom(...IMAGES).map((image): [string, Yaml] => ['image', map({ reference: image }, true)]),
    ),
  })
  .map(({ name, source: [kind, node] }) => map({ name, [kind]: node }))

export const podSpec: fc.Arbitrary<Yaml> = fc
  .record({
    containers: maybe(shortList(container).map(byName)),
    initContainers: maybe(shortList(container, 2).map(byName)),
    volumes: maybe(fc.oneof(shortList(volume, 2).map(byName), fc.constant(scalar('null')))),
    serviceAccountName: maybe(name),
    imagePullSecrets: maybe(shortList(reference, 2).map(byName)),
    tolerations: maybe(shortList(fc.constantFrom('x', 'z').map((key) => map({ key }, true))).map(byName)),
  })
  .map((fields) => map(fields))

const template: fc.Arbitrary<Yaml> = fc
  .record({
    metadata: maybe(fc.record({ labels: maybe(labels), annotations: maybe(labels) }).map((fields) => map(fields))),
    spec: maybe(podSpec),
  })
  .map((fields) => map(fields))

const workload = fc
  .record({
    replicas: maybe(fc.constantFrom('1', '"2"', 'null')),
    selector: maybe(labels.map((node) => map({ matchLabels: node }))),
    template: maybe(template),
    strategy: maybe(fc.constant(map({ type: 'RollingUpdate', rollingUpdate: map({ maxSurge: '1' }) }))),
    serviceName: maybe(name),
  })
  .map((fields): Record<string, Yaml> => ({ spec: map(fields) }))

const servicePort = fc
  .record({
    port: fc.constantFrom('80', '81', '82'),
    targetPort: maybe(scalarText),
    protocol: maybe(fc.constantFrom('TCP', 'UDP')),
  })
  .map((fields) => map(fields, true))

const subject = fc
  .record({ kind: fc.constantFrom('ServiceAccount', 'User'), name, namespace: maybe(fc.constantFrom(...NAMESPACES)) })
  .map((fields) => map(fields, true))

const binding = fc
  .record({
    kind: fc.constantFrom('Role', 'ClusterRole'),
    name,
    subjects: maybe(shortList(subject).map((nodes) => list(nodes))),
  })
  .map(({ kind, name, subjects }): Record<string, Yaml> => {
    const out: Record<string, Yaml> = { roleRef: map({ apiGroup: 'rbac.authorization.k8s.io', kind, name }) }
    if (subjects !== undefined) out.subjects = subjects
    return out
  })

const plainData = fc
  .dictionary(fc.constantFrom('a', 'b', 'host', 'x.yaml'), scalarNode, { maxKeys: 4 })
  .map((fields) => map(fields))
const STRUCTURED = '\'{"a": {"b": [1, "x"]}, "c": 1.50}\''
/** Anchors and merge keys, and texts that are YAML or JSON themselves. */
const linkedData = fc
  .tuple(scalarText, fc.constantFrom('*x', STRUCTURED, '"a: {b: 1}\\nc: d\\n"'))
  .map(([text, other]) =>
    map({ a: text.startsWith('!') ? text : `&x ${text}`, b: other === '*x' && text.startsWith('!') ? 'b' : other }),
  )
const data = fc.oneof({ weight: 12, arbitrary: plainData }, { weight: 1, arbitrary: linkedData })
const anyMap = fc
  .dictionary(fc.constantFrom('a', 'b', 'name', 'marks'), anyNode, { maxKeys: 3 })
  .map((fields) => map(fields))
const merged = scalarText.map((text) => map({ one: `&one {x: ${text}, y: 2}`, two: '{<<: *one, y: 3}', three: '*one' }))
/** `spec` is mostly a mapping, as labels and patches expect. */
const anything = fc.dictionary(
  fc.constantFrom('spec', 'status', 'extra'),
  fc.oneof({ weight: 10, arbitrary: anyMap }, { weight: 4, arbitrary: anyNode }, { weight: 1, arbitrary: merged }),
  { maxKeys: 2 },
)

type Fields = fc.Arbitrary<Record<string, Yaml>>

/** apiVersion, kind and what else the kind has. */
export const KINDS: [string, string, Fields][] = [
  ['apps/v1', 'Deployment', workload],
  ['apps/v1', 'StatefulSet', workload],
  ['apps/v1', 'DaemonSet', workload],
  ['batch/v1', 'Job', workload],
  ['batch/v1', 'CronJob', workload.map(({ spec }) => ({ spec: map({ jobTemplate: map({ spec: spec as Yaml }) }) }))],
  ['v1', 'Pod', podSpec.map((spec) => ({ spec }))],
  [
    'v1',
    'Service',
    fc
      .record({ selector: maybe(labels), ports: maybe(shortList(servicePort).map(byName)) })
      .map((fields) => ({ spec: map(fields) })),
  ],
  ['v1', 'ConfigMap', data.map((node) => ({ data: node }))],
  ['v1', 'Secret', data.map((node) => ({ stringData: node }))],
  ['v1', 'ServiceAccount', shortList(reference, 2).map((nodes) => ({ secrets: list(nodes) }))],
  ['v1', 'PersistentVolumeClaim', fc.constant({})],
  ['v1', 'Namespace', fc.constant({})],
  ['rbac.authorization.k8s.io/v1', 'Role', fc.constant({})],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', fc.constant({})],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', binding],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', binding],
  [
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    name.map((text) => ({
      spec: map({ scaleTargetRef: map({ apiVersion: 'apps/v1', kind: 'Deployment', name: text }) }),
    })),
  ],
  [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    labels.map((node) => ({ spec: map({ podSelector: map({ matchLabels: node }) }) })),
  ],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', anything],
  ['example.com/v1', 'Thing', anything],
  ['example.com/v1', 'Other', podSpec.map((spec) => ({ spec }))],
  ['v1', 'Thing', anything],
]

export interface ObjectId {
  apiVersion: string
  kind: string
  name: string
  namespace: string | undefined
}

export interface GeneratedObject extends ObjectId {
  node: Yaml
}

const strange = fc.constantFrom('"b"', "'1'", '23', 'A.b')

/** An object of any kind, or another version of the one with this identity. */
export function objectOf(kinds: fc.Arbitrary<[string, string, Fields]>, id?: ObjectId): fc.Arbitrary<GeneratedObject> {
  return kinds.chain(([apiVersion, kind, fields]) =>
    fc
      .record({
        name:
          id !== undefined
            ? fc.constant(id.name)
            : fc.oneof({ weight: 14, arbitrary: name }, { weight: 1, arbitrary: strange }),
        namespace: id !== undefined ? fc.constant(id.namespace) : maybe(fc.constantFrom(...NAMESPACES)),
        labels: maybe(labels),
        annotations: maybe(fc.oneof(labels, data)),
        fields,
      })
      .map(({ name, namespace, labels, annotations, fields }) => ({
        apiVersion,
        kind,
        name,
        namespace,
        node: map({ apiVersion, kind, metadata: map({ name, namespace, labels, annotations }), ...fields }),
      })),
  )
}

export const object: fc.Arbitrary<GeneratedObject> = objectOf(fc.constantFrom(...KINDS))

/** Something of the same kind and name: what a patch of it may say. */
export function alike(id: ObjectId): fc.Arbitrary<GeneratedObject> {
  const kinds = KINDS.filter(([apiVersion, kind]) => apiVersion === id.apiVersion && kind === id.kind)
  return objectOf(fc.constantFrom(...kinds), id)
}
