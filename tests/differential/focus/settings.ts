/** Labels, images, replicas, orders and what is noted about a build, with all their options, through nested components. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { documents, type Literal, object, oneOf, print, seldom, some, treeOf, usually } from './kit.ts'

// biome-ignore format: a table
const IMAGES = ['nginx', 'nginx:1', 'nginx@sha256:ab', 'nginx:1@sha256:ab', 'reg.io:5000/nginx:1', 'reg.io/a/nginx', 'localhost/nginx:1', '"nginx:"', '":1"', '"@sha256:a"', '""', '"nginx:$(TAG)"', 'nginx:1_0', 'NGINX', 'my-nginx:1', 'nginx/x:1', '1', 'null', '"a b"', 'nginx:1:2', '"nginx:{tag}"', 'reg.io:5000/nginx', 'docker.io/library/nginx']
const template = fc
  .record({
    images: some(oneOf(...IMAGES), 1, 3),
    initial: seldom(some(oneOf(...IMAGES), 0, 1), 3),
    labels: seldom(oneOf<Literal>({ app: 'web' }, {}, 'null', { app: '1' }), 2),
    volumes: seldom(oneOf<Literal>([{ name: 'v', image: { reference: 'nginx:1' } }], 'null', []), 3),
    annotations: seldom(oneOf<Literal>({ a: 'b' }, 'null'), 4),
  })
  .map(({ images, initial, labels, volumes, annotations }) => ({
    metadata: { labels, annotations },
    spec: {
      containers: images.map((image, i) => ({ name: `c${i}`, image })),
      initContainers: initial?.map((image) => ({ name: 'i', image })),
      volumes,
    },
  }))
const selector = seldom(
  oneOf<Literal>({ matchLabels: { app: 'web' } }, {}, { matchLabels: 'null' }, { matchExpressions: [] }, 'null'),
  1.5,
)
const replicas = seldom(oneOf<Literal>('1', '"1"', 'null', '0x2'), 2)
const workload = fc
  .record({
    kind: oneOf('Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Rollout'),
    template,
    selector,
    replicas,
    claims: seldom(
      oneOf<Literal>([{ metadata: { name: 'd' } }], [], 'null', [{ metadata: { labels: { a: 'b' } } }]),
      3,
    ),
  })
  .map(({ kind, template, selector, replicas, claims }) =>
    object(kind === 'Rollout' ? 'argoproj.io/v1' : 'apps/v1', kind, 'web', {
      spec: {
        replicas,
        selector,
        template,
        volumeClaimTemplates: kind === 'StatefulSet' ? claims : undefined,
      } as unknown as Literal,
    }),
  )
const job = fc
  .record({ template, selector })
  .map(({ template, selector }) =>
    object('batch/v1', 'Job', 'job', { spec: { selector, template } as unknown as Literal }),
  )
const cron = template.map((found) =>
  object('batch/v1', 'CronJob', 'cron', { spec: { jobTemplate: { spec: { template: found as unknown as Literal } } } }),
)
const pod = template.map(({ spec, metadata }) =>
  object('v1', 'Pod', 'pod', { metadata: { labels: metadata.labels }, spec: spec as unknown as Literal }),
)
const policy = oneOf<Literal>(
  { podSelector: { matchLabels: { app: 'web' } } },
  { podSelector: {} },
  { podSelector: { matchLabels: 'null' }, ingress: [{ from: [{ podSelector: { matchLabels: { a: 'b' } } }, {}] }] },
).map((spec) => object('networking.k8s.io/v1', 'NetworkPolicy', 'policy', { spec }))
const service = oneOf<Literal>({ selector: { app: 'web' } }, {}, { selector: 'null' }).map((spec) =>
  object('v1', 'Service', 'web', { spec }),
)
const others = oneOf<Literal>(
  object('v1', 'Namespace', 'space'),
  object('v1', 'ReplicationController', 'web', { spec: { selector: { a: 'b' } } }),
  object('policy/v1', 'PodDisruptionBudget', 'web', { spec: { selector: { matchLabels: { a: 'b' } } } }),
  object('example.com/v1', 'Zebra', 'z'),
  object('v1', 'ConfigMap', 'web', { metadata: { labels: 'null', annotations: 'null' } }),
  object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'crd', {
    spec: { containers: [{ image: 'nginx:1' }] },
  }),
)
const anyObject: fc.Arbitrary<Literal> = fc.oneof(workload, workload, job, cron, pod, policy, service, others)
const key = (literal: Literal) =>
  `${(literal as { kind: string }).kind}/${(literal as { metadata: { name: string } }).metadata.name}`
const objects = (minLength: number) => fc.uniqueArray(anyObject, { minLength, maxLength: 4, selector: key })

const pairs = fc.dictionary(
  usually(oneOf('app', 'team', 'x.y/z'), oneOf('"1"', '"true"', '"a b"', '"null"'), 40),
  oneOf('web', '"1"', '"true"', '""', '"a: b"', '"null"', '"2020-01-01"', '"y"'),
  { maxKeys: 2 },
) as fc.Arbitrary<Literal>
const label = fc.record({
  pairs,
  includeSelectors: seldom(oneOf('true', 'false'), 2.5),
  includeTemplates: seldom(oneOf('true', 'false'), 2.5),
  includeVolumeClaimTemplates: seldom(oneOf('true', 'false'), 3),
  fields: seldom(
    some(
      fc.record({
        path: oneOf(
          'spec/selector',
          'spec/new',
          'metadata/labels',
          'spec/template/metadata/labels',
          'spec/selector/matchLabels',
        ),
        kind: seldom(oneOf('Deployment', 'Rollout', 'Service'), 2),
        create: oneOf('true', 'true', 'false'),
        group: seldom(oneOf('apps', '""'), 8),
      }) as fc.Arbitrary<Literal>,
      0,
      2,
    ),
    3,
  ),
}) as fc.Arbitrary<Literal>
const image = fc
  .record({
    name: usually(
      oneOf('nginx', 'reg.io:5000/nginx', 'reg.io/a/nginx', 'ngin.', '".*nginx"', '"1"', '"null"'),
      oneOf('"["', '""', 'nginx:1'),
      25,
    ),
    newName: seldom(oneOf('mirror/nginx', '"1"', 'a:5000/b', '"true"', 'x@y'), 2.5),
    newTag: seldom(oneOf('"2"', 'v1', '2', '"1.10"', '1.10', '"010"', 'true', '""'), 2),
    digest: seldom(oneOf('sha256:ff', '"ff"', '""'), 4),
    tagSuffix: seldom(oneOf('-s', '""'), 4),
  })
  .map((fields) =>
    typeof fields.newTag === 'string' && ['2', '1.10', 'true'].includes(fields.newTag) && fields.name !== 'nginx'
      ? { ...fields, newTag: 'v1' }
      : fields,
  ) as fc.Arbitrary<Literal>
const replica = fc.record({
  name: usually(oneOf('fixed'), oneOf('web', 'job', 'none', 'p-web'), 10),
  count: seldom(oneOf('3', '0', '5'), 1.2),
}) as fc.Arbitrary<Literal>
const settings = (isTop: boolean) =>
  fc.record({
    labels: seldom(some(label, 1, 2), 2),
    commonLabels: seldom(pairs, 5),
    commonAnnotations: seldom(pairs, 4),
    images: seldom(some(image, 1, 2), 2),
    replicas: seldom(some(replica, 1, 1), 4),
    namePrefix: seldom(oneOf('p-'), 5),
    buildMetadata: isTop
      ? seldom(
          some(
            usually(oneOf('originAnnotations', 'transformerAnnotations', 'managedByLabel'), oneOf('other'), 30),
            0,
            3,
          ),
          3,
        )
      : seldom(oneOf<Literal>(['originAnnotations'], ['managedByLabel']), 8),
    sortOptions: seldom(
      usually(
        oneOf<Literal>(
          { order: 'fifo' },
          { order: 'legacy' },
          {
            order: 'legacy',
            legacySortOptions: { orderFirst: ['Zebra', 'Service'], orderLast: ['Deployment', 'Namespace'] },
          },
          { order: 'legacy', legacySortOptions: { orderFirst: ['Pod'] } },
          { order: 'legacy', legacySortOptions: {} },
        ),
        oneOf<Literal>({ order: 'x' }, {}, { order: 'fifo', legacySortOptions: { orderFirst: ['Pod'] } }),
        12,
      ),
      isTop ? 2 : 8,
    ),
  })

/** What entries of `replicas` find. */
const FIXED: Literal = object('apps/v1', 'ReplicaSet', 'fixed', { spec: { replicas: '1' } })

export const settingTrees: fc.Arbitrary<Tree> = fc
  .record({
    below: objects(1),
    own: objects(0),
    base: settings(false),
    top: settings(true),
    part: seldom(settings(false), 2),
    inner: seldom(settings(false), 3),
    args: seldom(oneOf(['--reorder', 'none'], ['--reorder', 'legacy'], ['--enable-managedby-label']), 6),
  })
  .map(({ below, own, base, top, part, inner, args }) => {
    const kinds = below.map(key)
    const more = own.filter((one) => !kinds.includes(key(one)))
    const component = (fields: object, parts: string[] | undefined) =>
      print({
        apiVersion: 'kustomize.config.k8s.io/v1alpha1',
        kind: 'Component',
        components: parts,
        ...fields,
      } as Literal)
    const files: Record<string, string | undefined> = {
      'base/objects.yaml': documents([FIXED, ...below]),
      'base/kustomization.yaml': print({ resources: ['objects.yaml'], ...base } as Literal),
      'top/own.yaml': more.length === 0 ? undefined : documents(more),
      'top/kustomization.yaml': print({
        resources: ['../base', ...(more.length === 0 ? [] : ['own.yaml'])],
        components: part && ['../part'],
        ...top,
      } as Literal),
      'part/kustomization.yaml': part && component(part, inner && ['../inner']),
      'inner/kustomization.yaml': part && inner && component(inner, undefined),
    }
    return treeOf(files, ['top', ...(args ?? [])])
  })
