/** Names: references of every known field between objects that prefixes, suffixes and namespaces of several bases change. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { documents, type Literal, object, oneOf, print, seldom, some, treeOf } from './kit.ts'

const targets = oneOf<[string, string]>(
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'PersistentVolume'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['storage.k8s.io/v1', 'StorageClass'],
  ['scheduling.k8s.io/v1', 'PriorityClass'],
  ['networking.k8s.io/v1', 'IngressClass'],
  ['v1', 'Namespace'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
)
const name = oneOf('a', 'b', 'default')
const namespace = seldom(oneOf('one', 'two', 'default'), 2.5)
const target = fc
  .record({ type: targets, name, namespace })
  .map(({ type: [apiVersion, kind], name, namespace }) => ({ apiVersion, kind, metadata: { name, namespace } }))

/** Objects that name others in all the ways there are. */
const referrer: fc.Arbitrary<Literal> = fc
  .record({
    name: oneOf('user', 'b'),
    namespace,
    to: name,
    other: name,
    space: oneOf('one', 'two', undefined, 'default'),
    kind: oneOf('Role', 'ClusterRole'),
    group: oneOf('rbac.authorization.k8s.io', undefined),
  })
  .chain(({ name, namespace, to, other, space, kind, group }) => {
    const metadata = { namespace }
    const service = { clientConfig: { service: { name: to, namespace: space, path: '/x' } }, name: 'hook' }
    const subjects = [
      { kind: 'ServiceAccount', name: to, namespace: space },
      { kind: 'User', name: other },
      { kind: 'ServiceAccount', name: other },
    ]
    const roleRef = { apiGroup: group, kind, name: to }
    const pod = {
      serviceAccountName: to,
      serviceAccount: other,
      priorityClassName: to,
      imagePullSecrets: [{ name: to }],
      containers: [
        {
          name: 'c',
          image: 'nginx',
          env: [{ name: 'A', valueFrom: { secretKeyRef: { name: other, key: 'k' } } }],
          envFrom: [{ configMapRef: { name: to } }],
        },
      ],
      volumes: [
        { name: 'v', configMap: { name: other } },
        { name: 'w', persistentVolumeClaim: { claimName: to } },
        { name: 'p', projected: { sources: [{ configMap: { name: to } }, { secret: { name: other } }] } },
      ],
    }
    return oneOf<Literal>(
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', name, { metadata, roleRef, subjects }),
      object('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', name, { roleRef, subjects }),
      object('rbac.authorization.k8s.io/v1', 'ClusterRole', name, {
        rules: [{ resources: ['secrets'], resourceNames: [to, other], verbs: ['get'] }],
      }),
      object('rbac.authorization.k8s.io/v1', 'Role', name, {
        metadata,
        rules: [{ resources: ['configmaps'], resourceNames: [to, other] }],
      }),
      object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', name, { webhooks: [service] }),
      object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', name, { webhooks: [service, service] }),
      object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', name, {
        spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: service.clientConfig } } },
      }),
      object('apiregistration.k8s.io/v1', 'APIService', name, { spec: { service: { name: to, namespace: space } } }),
      object('apps/v1', 'Deployment', name, { metadata, spec: { template: { spec: pod } } }),
      object('apps/v1', 'StatefulSet', name, {
        metadata,
        spec: {
          serviceName: to,
          template: { spec: pod },
          volumeClaimTemplates: [{ metadata: { name: to }, spec: { storageClassName: other } }],
        },
      }),
      object('batch/v1', 'CronJob', name, { metadata, spec: { jobTemplate: { spec: { template: { spec: pod } } } } }),
      object('v1', 'Pod', name, { metadata, spec: pod }),
      object('networking.k8s.io/v1', 'Ingress', name, {
        metadata: {
          ...metadata,
          annotations: {
            'nginx.ingress.kubernetes.io/auth-secret': to,
            'nginx.ingress.kubernetes.io/auth-tls-secret': other,
          },
        },
        spec: {
          ingressClassName: to,
          tls: [{ secretName: to }],
          defaultBackend: { service: { name: other } },
          rules: [{ http: { paths: [{ backend: { service: { name: to } } }, { backend: { serviceName: other } }] } }],
        },
      }),
      object('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
        metadata,
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: oneOfTwo(to), name: to } },
      }),
      object('v1', 'PersistentVolumeClaim', name, { metadata, spec: { volumeName: to, storageClassName: other } }),
      object('v1', 'PersistentVolume', name, {
        spec: {
          claimRef: { name: to, namespace: space },
          storageClassName: other,
          csi: { nodePublishSecretRef: { name: to, namespace: space } },
        },
      }),
      object('v1', 'ServiceAccount', name, { metadata, secrets: [{ name: to }], imagePullSecrets: [{ name: other }] }),
      object('storage.k8s.io/v1', 'StorageClass', name, { parameters: { secretName: to } }),
      object('policy/v1', 'PodDisruptionBudget', name, { metadata }),
    )
  })

function oneOfTwo(name: string): string {
  return name === 'a' ? 'Deployment' : 'StatefulSet'
}

const changes = fc.record({
  namePrefix: seldom(oneOf('p-', 'q-', 'a'), 2),
  nameSuffix: seldom(oneOf('-s', '-t'), 3),
  namespace: seldom(oneOf('one', 'two', 'default', 'new'), 3),
})

function identity(literal: Literal): string {
  const { apiVersion, kind, metadata } = literal as {
    apiVersion: string
    kind: string
    metadata: { name: string; namespace?: string }
  }
  return [apiVersion, kind, metadata.name, metadata.namespace ?? 'default'].join()
}
const objects = fc.uniqueArray(fc.oneof(target as fc.Arbitrary<Literal>, referrer), {
  minLength: 2,
  maxLength: 7,
  selector: identity,
})
const fewer = fc.uniqueArray(fc.oneof(target as fc.Arbitrary<Literal>, referrer), {
  minLength: 0,
  maxLength: 3,
  selector: identity,
})

export const nameTrees: fc.Arbitrary<Tree> = fc
  .record({
    left: objects,
    right: seldom(objects, 2),
    own: fewer,
    changesLeft: changes,
    changesRight: changes,
    changesTop: changes,
    part: seldom(changes, 4),
    made: seldom(some(oneOf<Literal>({ name: 'a', literals: ['x=y'] }, { name: 'b', literals: ['x=y'] }), 1, 1), 3),
  })
  .map(({ left, right, own, changesLeft, changesRight, changesTop, part, made }) => {
    const kustomization = (resources: string[], rest: object) => print({ resources, ...rest } as Literal)
    const files: Record<string, string | undefined> = {
      'left/objects.yaml': documents(left),
      'left/kustomization.yaml': kustomization(['objects.yaml'], changesLeft),
      'right/objects.yaml': right && documents(right),
      'right/kustomization.yaml': right && kustomization(['objects.yaml'], changesRight),
      'top/own.yaml': own.length === 0 ? undefined : documents(own),
      'part/kustomization.yaml':
        part && print({ apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', ...part }),
    }
    const resources = ['../left', ...(right ? ['../right'] : []), ...(own.length > 0 ? ['own.yaml'] : [])]
    files['top/kustomization.yaml'] = kustomization(resources, {
      ...changesTop,
      components: part && ['../part'],
      configMapGenerator: made,
    })
    return treeOf(files, ['top'])
  })
