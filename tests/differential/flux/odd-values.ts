/** Objects of typed kinds with values that are odd and yet legal: quantities, ports, durations, numbers in other notations. */
import * as fc from 'fast-check'
import { list, map, type Yaml } from '../yaml-text.ts'

export interface Form {
  apiVersion: string
  kind: string
  fields: Record<string, Yaml | string | undefined>
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

// biome-ignore format: a table
const quantity = fc.constantFrom(
  '1', '"1"', '0', '-1', '+1', '"+1"', '1e3', '"1e3"', '1E3', '0o17', '0x1f', '017', '1_000', '"1_000"', '0.1', '.5', '5.', '"5."', '100m', '0.5m', '1500m', '1.5Gi', '1024Ki', '1023Ki', '0.1Ki',
  '1e-3', '12E', '"1e30"', '1e30', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '0.0000000001', '1n', '1u', '1000000u', '"1Ei"', '8Ei', '16Ei', '" 1"', '"1 "', 'null', '""', '1k', '1K', '1.0e2', '00', '"-0"', '-0.5Gi', 'true', '123456789012345678901234567890',
)
// biome-ignore format: a table
const whole = fc.constantFrom('1', '0', '-1', '80', '1e1', '1.0', '1e3', '0o17', '0x1f', '017', '1_000', '2147483647', '2147483648', '-2147483649', '9223372036854775808', '1e18', '1e19', '1e20', '-1e19', '4294967297', '4294967296.0', 'null', '-0', '-0.0', '"1"', '1.5')
const port = fc.oneof(
  whole,
  fc.constantFrom('"80"', 'http', '"50%"', '50%', '""', '"1e3"', '2020-01-01', '"true"', '1.1e121'),
)
const flag = fc.constantFrom('true', 'false', 'null', 'yes', '"true"', 'on', 'True')
// biome-ignore format: a table
const text = fc.constantFrom('a', '""', 'null', '1', '"1"', '1e3', '0o17', '1_000', '12:30:45', '2020-01-01', '"2020-01-01"', '2020-01-01T10:00:00Z', 'yes', '"no"', 'y', '~', '"~"', '.inf', '"<<"', '"\\ta"', '" a"', '"a\\n"', '"a\\n b\\n"', `"${'long words '.repeat(30)}"`, `"${'x'.repeat(300)}"`)
const time = fc.constantFrom(
  'null',
  '2024-01-02T03:04:05Z',
  '"2024-01-02T03:04:05.5+02:00"',
  '2024-01-02',
  '"2024-02-30T00:00:00Z"',
  '"x"',
  '""',
)
const resources = fc
  .record({ cpu: maybe(quantity), memory: maybe(quantity), 'nvidia.com/gpu': maybe(quantity) })
  .map((fields) => map(fields))
const selector = fc
  .record({
    matchLabels: maybe(fc.constantFrom('{a: b}', '{}', 'null', '{a: 1}')),
    matchExpressions: maybe(fc.constantFrom('[{key: a, operator: In, values: [b, c]}]', '[]', '[{key: a}]', 'null')),
  })
  .map((fields) => map(fields))

const container = fc
  .record({
    limits: maybe(resources),
    requests: maybe(resources),
    env: maybe(fc.record({ value: text, name: text }).map((fields) => list([map(fields)]))),
    ports: maybe(fc.record({ containerPort: whole, protocol: maybe(fc.constantFrom('UDP', '""', 'null')), hostPort: maybe(whole) }).map((fields) => list([map(fields)]))),
    probe: maybe(fc.record({ httpGet: port.map((port) => map({ port, path: '/' })), periodSeconds: maybe(whole), initialDelaySeconds: maybe(whole) }).map((fields) => map(fields))),
    args: maybe(text.map((one) => `[${one}]`)),
    tty: maybe(flag),
  })
  .map(({ limits, requests, probe, ...fields }) => map({ name: 'c', image: 'nginx', ...fields, livenessProbe: probe, resources: map({ limits, requests }) })) // biome-ignore format: long lines

const template = fc
  .record({ container, grace: maybe(whole), volumes: maybe(fc.constantFrom('[{name: v, emptyDir: {sizeLimit: 0.5Gi}}]', '[{name: v, hostPath: {path: /x}}]', '[{name: v, configMap: {name: c, defaultMode: 0644}}]', '[{name: v, secret: {defaultMode: 0o644, optional: true}}]', '[]')), tolerations: maybe(whole.map((seconds) => `[{key: a, tolerationSeconds: ${seconds}}]`)), runAsUser: maybe(whole) })
  .map(({ container, grace, volumes, tolerations, runAsUser }) => map({ metadata: map({ labels: '{a: b}' }), spec: map({ containers: list([container]), terminationGracePeriodSeconds: grace, volumes, tolerations, securityContext: map({ runAsUser }) }) })) // biome-ignore format: long lines

const form = (apiVersion: string, kind: string, fields: Record<string, fc.Arbitrary<Yaml | string | undefined>>) =>
  fc.record(fields).map((spec): Form => ({ apiVersion, kind, fields: { spec: map(spec) } }))

const behaviour = fc
  .record({
    stabilizationWindowSeconds: maybe(whole),
    selectPolicy: maybe(text),
    policies: maybe(fc.constantFrom('[{type: Pods, value: 4, periodSeconds: 60}]', '[]')),
  })
  .map((fields) => map({ scaleDown: map(fields) }))

// biome-ignore format: a table
export const oddValues: fc.Arbitrary<Form> = fc.oneof(
  form('v1', 'ResourceQuota', { hard: resources, scopes: maybe(fc.constantFrom('[BestEffort]', '[]')) }),
  form('v1', 'LimitRange', { limits: fc.record({ max: maybe(resources), default: maybe(resources), type: text }).map((fields) => list([map(fields)])) }),
  form('autoscaling/v2', 'HorizontalPodAutoscaler', { minReplicas: maybe(whole), maxReplicas: whole, behavior: maybe(behaviour), metrics: quantity.map((averageValue) => list([map({ type: 'Resource', resource: map({ name: 'cpu', target: map({ type: 'Value', averageValue }) }) })])) }),
  form('autoscaling/v1', 'HorizontalPodAutoscaler', { minReplicas: maybe(whole), maxReplicas: whole, targetCPUUtilizationPercentage: maybe(whole) }),
  form('policy/v1', 'PodDisruptionBudget', { minAvailable: maybe(port), maxUnavailable: maybe(port), selector: maybe(selector) }),
  form('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: selector, policyTypes: maybe(fc.constantFrom('[Ingress]', '[]', 'null')), ingress: fc.record({ port, endPort: maybe(whole) }).map((fields) => list([map({ ports: list([map(fields)]) })])), egress: maybe(fc.constantFrom('[]', '[{}]', 'null', '[{to: [{ipBlock: {cidr: 0.0.0.0/0}}]}]')) }),
  form('networking.k8s.io/v1', 'Ingress', { ingressClassName: maybe(text), rules: whole.map((number) => list([map({ host: 'a.b', http: map({ paths: list([map({ path: '/', pathType: 'Prefix', backend: map({ service: map({ name: 's', port: map({ number }) }) }) })]) }) })])) }),
  form('batch/v1', 'CronJob', { schedule: text, suspend: maybe(flag), startingDeadlineSeconds: maybe(whole), successfulJobsHistoryLimit: maybe(whole), timeZone: maybe(text), jobTemplate: template.map((template) => map({ spec: map({ template }) })) }),
  form('batch/v1', 'Job', { parallelism: maybe(whole), activeDeadlineSeconds: maybe(whole), suspend: maybe(flag), template }),
  form('apps/v1', 'StatefulSet', { replicas: maybe(whole), serviceName: maybe(text), template, volumeClaimTemplates: maybe(fc.tuple(quantity, time).map(([storage, creationTimestamp]) => list([map({ metadata: map({ name: 'd', creationTimestamp }), spec: map({ resources: map({ requests: map({ storage }) }) }) })]))), updateStrategy: maybe(whole.map((partition) => map({ rollingUpdate: map({ partition }) }))) }),
  form('apps/v1', 'Deployment', { replicas: maybe(whole), paused: maybe(flag), strategy: maybe(port.map((maxSurge) => map({ rollingUpdate: map({ maxSurge }) }))), selector, template }),
  form('v1', 'Service', { ports: fc.record({ port: whole, targetPort: maybe(port), nodePort: maybe(whole) }).map((fields) => list([map(fields)])), externalName: maybe(text), sessionAffinityConfig: maybe(whole.map((timeoutSeconds) => map({ clientIP: map({ timeoutSeconds }) }))), publishNotReadyAddresses: maybe(flag) }),
  form('coordination.k8s.io/v1', 'Lease', { renewTime: maybe(fc.constantFrom('"2024-01-02T03:04:05.123456Z"', '"2024-01-02T03:04:05Z"', '2024-01-02T03:04:05.123456Z', '"2024-01-02T03:04:05.1Z"', 'null')), leaseDurationSeconds: maybe(whole) }),
  fc.record({ value: whole, globalDefault: maybe(flag), description: maybe(text) }).map((fields): Form => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', fields })),
  fc.record({ allowVolumeExpansion: maybe(flag), parameters: maybe(text.map((type) => map({ type }))), provisioner: text }).map((fields): Form => ({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', fields })),
  fc.record({ a: text, b: maybe(text), immutable: maybe(flag), binary: maybe(fc.constantFrom('YQ==', 'YR==', '"Y\\nQ=="', 'null', '""', 'x')) }).map(({ a, b, immutable, binary }): Form => ({ apiVersion: 'v1', kind: 'ConfigMap', fields: { data: map({ a, b }), immutable, binaryData: binary === undefined ? undefined : map({ b: binary }) } })),
)
