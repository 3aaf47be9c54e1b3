/** In which stages and in which order objects are applied (flux 12). */
import { compareBytes } from '../core/text.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { rankOfKinds } from '../krm/order.ts'
import { type FluxObject, idOf } from './object.ts'

export interface Stage {
  name: 'definitions' | 'classes' | 'custom' | 'rest'
  /** The next stage starts when all of this one is ready. */
  waits: boolean
  objects: FluxObject[]
}

const KIND_ORDER = {
  first: [
    'CustomResourceDefinition',
    'Namespace',
    'ClusterRole',
    'ClusterClass',
    'RuntimeClass',
    'PriorityClass',
    'StorageClass',
    'VolumeSnapshotClass',
    'IngressClass',
    'GatewayClass',
    'ClusterRoleBinding',
    'ResourceQuota',
    'ServiceAccount',
    'Role',
    'RoleBinding',
    'ConfigMap',
    'Secret',
    'Service',
    'LimitRange',
    'Deployment',
    'StatefulSet',
    'CronJob',
    'PodDisruptionBudget',
  ],
  last: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
}

const rankOf = rankOfKinds(KIND_ORDER)

const DEFINITIONS: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io/CustomResourceDefinition',
  'Namespace',
  'rbac.authorization.k8s.io/ClusterRole',
])

/** The stages that have objects. `customKinds` are `group/Kind`, of the core group `Kind`. */
export function stagesOf(objects: readonly FluxObject[], customKinds: readonly string[] = []): Stage[] {
  const custom = new Set(customKinds)
  const stages: Stage[] = [
    { name: 'definitions', waits: true, objects: [] },
    { name: 'classes', waits: true, objects: [] },
    { name: 'custom', waits: false, objects: [] },
    { name: 'rest', waits: false, objects: [] },
  ]
  for (const { object, group, kind } of inOrder(objects)) {
    const qualified = group === '' ? kind : `${group}/${kind}`
    const at = DEFINITIONS.has(qualified) ? 0 : kind.endsWith('Class') ? 1 : custom.has(qualified) ? 2 : 3
    ;(stages[at] as Stage).objects.push(object)
  }
  return stages.filter((stage) => stage.objects.length > 0)
}

interface Ranked {
  object: FluxObject
  rank: number
  group: string
  kind: string
  namespace: string
  name: string
}

/** By the rank of the kind whatever its group; equal ones by group, kind, namespace and name. */
function inOrder(objects: readonly FluxObject[]): Ranked[] {
  const ranked = objects.map((object): Ranked => {
    const { apiVersion, kind, namespace, name } = idOf(object)
    return { object, rank: rankOf(kind), group: parseApiVersion(apiVersion).group, kind, namespace, name }
  })
  return ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      compareBytes(a.group, b.group) ||
      compareBytes(a.kind, b.kind) ||
      compareBytes(a.namespace, b.namespace) ||
      compareBytes(a.name, b.name),
  )
}
