/** Objects of a repository: those of the other comparison, and what Flux has rules for. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import * as fc from 'fast-check'
import { type GeneratedObject, NAMES, object } from '../objects.ts'
import { dice } from '../places.ts'
import { list, map, scalar, scalarNode, scalarText } from '../yaml-text.ts'
import { type Form, oddValues } from './odd-values.ts'
import { strewn } from './variables.ts'

const FLUX = 'kustomize.toolkit.fluxcd.io'

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

const name = fc.constantFrom(...NAMES, '"${a}"', '"web-${host}"', '"${EMPTY}"').filter((text) => text !== 'default')

// Base64 of: text; a sops file; sops as dotenv; a byte that is no text.
const ENCODED = [
  'dGV4dA==',
  'ZGF0YTogRU5DW0FFUzI1Nl0Kc29wczoKICAgIG1hYzogRU5DW0FFUzI1Nl0K',
  'YT1FTkNbeF0Kc29wc19tYWM9RU5DW3hd',
  '/w==',
  '""',
  'null',
]
const SEALED = ['"ENC[AES256_GCM,data:x,type:str]"', 'plain', '"sops: ENC[x]"', 'dGV4dA==']

const secretData = (texts: readonly string[], rare: readonly string[]) =>
  fc
    .dictionary(
      fc.constantFrom('a', 'b', '.dockerconfigjson', 'x.yaml'),
      fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom(...texts) },
        { weight: 1, arbitrary: fc.constantFrom(...rare) },
      ),
      { maxKeys: 3 },
    )
    .map((fields) => map(fields))

const sops = fc.constantFrom(
  map({ mac: '"ENC[AES256_GCM,data:y]"', version: '3.9.0', age: '[]' }),
  map({ mac: 'no', version: '3.9.0' }),
  map({ lastmodified: '"2024-01-01T00:00:00Z"' }),
)

const secret: fc.Arbitrary<Form> = fc
  .record({
    type: maybe(fc.constantFrom('Opaque', 'kubernetes.io/dockerconfigjson', 'kubernetes.io/tls')),
    data: maybe(secretData(ENCODED, ['"not base64"', 'YQ', '12', '"Y Q=="', '"YWI=YWI="'])),
    stringData: maybe(secretData(['text', '"sops ENC[x]"', '"1"', '"two\\nlines\\n"', 'true'], ['1', 'null'])),
    immutable: maybe(fc.constant('true')),
  })
  .map((fields) => ({ apiVersion: 'v1', kind: 'Secret', fields }))

const sealed: fc.Arbitrary<Form> = fc
  .record({
    isSecret: fc.boolean(),
    type: maybe(fc.constant('kubernetes.io/dockerconfigjson')),
    data: maybe(secretData(SEALED, ['[]'])),
    stringData: maybe(secretData(SEALED, ['1'])),
    sops,
  })
  .map(({ isSecret, ...fields }) => ({ apiVersion: 'v1', kind: isSecret ? 'Secret' : 'ConfigMap', fields }))

const release: fc.Arbitrary<Form> = fc
  .record({ interval: fc.constantFrom('5m', '"${a}"'), values: fc.dictionary(fc.constantFrom('a', 'b'), scalarNode) })
  .map(({ interval, values }) => ({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    fields: {
      spec: map({
        interval,
        chart: map({
          spec: map({ chart: 'x', version: '"1.x"', sourceRef: map({ kind: 'HelmRepository', name: 'r' }) }),
        }),
        values: map(values),
      }),
    },
  }))

const versioned = fc
  .record({
    webhook: fc.boolean(),
    bundle: fc.constantFrom('"Cg=="', 'dGV4dA==', '"not base64"'),
    status: fc.boolean(),
  })
  .map(
    ({ webhook, bundle, status }): Form => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      fields: {
        spec: map({
          group: 'example.com',
          names: map({ kind: 'Thing', plural: 'things' }),
          scope: 'Namespaced',
          conversion: webhook
            ? map({ strategy: 'Webhook', webhook: map({ clientConfig: map({ caBundle: bundle }) }) })
            : undefined,
          versions: list([map({ name: 'v1', served: 'true', storage: 'true' })]),
        }),
        status: status ? map({ conditions: '[]' }) : undefined,
      },
    }),
  )

const several: fc.Arbitrary<Form> = fc
  .array(fc.record({ kind: fc.constantFrom('ConfigMap', 'Role'), name: fc.constantFrom('l1', 'l2', 'l3') }), {
    maxLength: 3,
  })
  .map((items) => ({
    apiVersion: 'v1',
    kind: 'List',
    fields: {
      items: list(
        items.map(({ kind, name }, i) => map({ apiVersion: 'v1', kind, metadata: map({ name: `${name}-${i}` }) })),
      ),
    },
  }))

/** Kinds whose types have much that is written in other forms. */
const typed: fc.Arbitrary<Form> = fc.oneof(
  fc
    .record({
      minAvailable: maybe(fc.constantFrom('1', '"50%"', '"1"', '1.0')),
      unhealthy: maybe(fc.constantFrom('AlwaysAllow', '1')),
      status: maybe(fc.constant(map({ currentHealthy: '1' }))),
    })
    .map(({ minAvailable, unhealthy, status }) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      fields: { spec: map({ minAvailable, unhealthyPodEvictionPolicy: unhealthy }), status },
    })),
  fc
    .record({
      storage: fc.constantFrom('1Gi', '"1.5Gi"', '1024Mi', '1e3', '"1000"', '0.5Gi', '1500m', '"1_0"', '"1E"', '100000000000', '12e6'),
      mode: maybe(fc.constantFrom('[ReadWriteOnce]', '[]', 'null', '{}')),
      extra: maybe(scalarText),
    }) // biome-ignore format: a table
    .map(({ storage, mode, extra }) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      fields: {
        spec: map({ accessModes: mode, resources: map({ requests: map({ storage }) }), volumeMode: extra, unknown: '1' }),
      },
    })),
  fc
    .record({
      schedule: fc.constantFrom('"0 * * * *"', '"${a}"'),
      suspend: maybe(fc.constantFrom('true', '"true"', 'yes')),
      seconds: maybe(fc.constantFrom('60', '60.0', '"60"', '1e2', '4294967297', '-0')),
      timestamp: maybe(fc.constantFrom('2024-01-02T03:04:05Z', '"2024-01-02T03:04:05+02:00"', '2024-01-02', 'null')),
    })
    .map(({ schedule, suspend, seconds, timestamp }) => ({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      fields: {
        spec: map({
          schedule,
          suspend,
          startingDeadlineSeconds: seconds,
          jobTemplate: map({
            metadata: map({ creationTimestamp: timestamp }),
            spec: map({ template: map({ spec: map({ containers: list([map({ name: 'c', image: 'x' })]) }) }) }),
          }),
        }),
        status: map({ active: '[]' }),
      },
    })),
  fc
    .record({ verbs: fc.constantFrom('[get]', '[]', '["*"]'), cluster: fc.boolean(), status: maybe(fc.constant('{a: 1}')) })
    .map(({ verbs, cluster, status }) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: cluster ? 'ClusterRole' : 'Role',
      fields: { rules: list([map({ apiGroups: '[""]', resources: '[pods]', verbs, extra: 'x' })]), status },
    })),
  fc
    .record({
      target: fc.constantFrom('80', '"80"', 'http'),
      protocol: maybe(fc.constantFrom('UDP', '""', 'null')),
      node: maybe(fc.constantFrom('30000', '"30000"', '0')),
      type: maybe(fc.constantFrom('ClusterIP', 'NodePort')),
    })
    .map(({ target, protocol, node, type }) => ({
      apiVersion: 'v1',
      kind: 'Service',
      fields: { spec: map({ type, ports: list([map({ port: '80', targetPort: target, protocol, nodePort: node })]) }) },
    })),
  fc.constantFrom('StorageClass storage.k8s.io/v1', 'PriorityClass scheduling.k8s.io/v1', 'GatewayClass gateway.networking.k8s.io/v1', 'ValidatingWebhookConfiguration admissionregistration.k8s.io/v1', 'LimitRange v1', 'ResourceQuota v1', 'Endpoints v1', 'Lease coordination.k8s.io/v1', 'IngressClass networking.k8s.io/v1', 'Event v1')
    .chain((text) => {
      const [kind = '', apiVersion = ''] = text.split(' ')
      return fc
        .dictionary(fc.constantFrom('provisioner', 'value', 'spec', 'webhooks', 'subsets', 'parameters', 'globalDefault', 'preemptionPolicy'), fc.oneof(scalarText.map(scalar), fc.constantFrom(map({}), map({ hard: map({ cpu: '1.5', pods: '"10"' }) }), list([]))), { maxKeys: 3 })
        .map((fields) => ({ apiVersion, kind, fields }))
    }),
) // biome-ignore format: tables

const marks = fc.constantFrom(
  map({ [`${FLUX}/substitute`]: 'disabled' }),
  map({ [`${FLUX}/substitute`]: '"${a}"' }),
  map({ [`${FLUX}/substitute`]: 'Disabled' }),
  map({ [`${FLUX}/ssa`]: 'Ignore', [`${FLUX}/prune`]: 'disabled' }),
  map({ [`${FLUX}/reconcile`]: 'disabled' }),
  map({ [`${FLUX}/force`]: 'enabled', [`${FLUX}/ssa`]: 'Merge' }),
  map({ [`${FLUX}/ssa`]: 'IfNotPresent', [`${FLUX}/prune`]: 'Disabled' }),
  map({ [`${FLUX}/decrypt`]: 'Disabled' }),
  map({ [`${FLUX}/name`]: 'other', app: '"${a}"' }),
  map({ 'config.kubernetes.io/local-config': '"true"' }),
  map({ 'config.kubernetes.io/index': '"3"', 'internal.config.kubernetes.io/path': 'x.yaml' }),
  map({ n: '1', b: 'true' }),
)

const own: fc.Arbitrary<GeneratedObject> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: secret },
      { weight: 1, arbitrary: sealed },
      { weight: 1, arbitrary: release },
      { weight: 1, arbitrary: versioned },
      { weight: 1, arbitrary: several },
      { weight: 6, arbitrary: typed },
      { weight: 8, arbitrary: oddValues },
    ),
    fc.record({
      name,
      namespace: maybe(fc.constantFrom('one', 'default', '"${b}"')),
      labels: maybe(marks),
      annotations: maybe(marks),
      creationTimestamp: fc.oneof(
        { weight: 9, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('null', '2024-01-02T03:04:05Z') },
      ),
    }),
  )
  .map(([{ apiVersion, kind, fields }, metadata]) => ({
    apiVersion,
    kind,
    name: metadata.name,
    namespace: metadata.namespace,
    node: map({ apiVersion, kind, metadata: map(metadata), ...fields }),
  }))

const one = fc
  .record({
    object: fc.oneof({ weight: 2, arbitrary: object }, { weight: 1, arbitrary: own }),
    seed: fc.nat(),
    often: fc.constantFrom(2, 6, 20, 0, 0),
  })
  .map(({ object, seed, often }) =>
    often === 0 ? object : { ...object, node: strewn(object.node, dice(seed), often) },
  )

/** Of a kind and name there is only one. */
export const manifests: fc.Arbitrary<GeneratedObject[]> = fc.array(one, { minLength: 1, maxLength: 6 }).map((found) => {
  const seen = new Set<string>()
  return found.filter(({ kind, name }) => !seen.has(`${kind} ${name}`) && seen.add(`${kind} ${name}`))
})
