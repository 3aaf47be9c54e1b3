/** Output orders (build 5.16). */
import { compareBytes } from '../core/text.ts'
import type { Gvk } from './gvk.ts'
import type { Resource } from './resource.ts'

/** Kinds that come first and last; within a rank the order is by identity. */
export interface KindOrder {
  first: readonly string[]
  last: readonly string[]
}

export const LEGACY_ORDER: KindOrder = {
  first: [
    'Namespace',
    'ResourceQuota',
    'StorageClass',
    'CustomResourceDefinition',
    'ServiceAccount',
    'PodSecurityPolicy',
    'Role',
    'ClusterRole',
    'RoleBinding',
    'ClusterRoleBinding',
    'ConfigMap',
    'Secret',
    'Endpoints',
    'Service',
    'LimitRange',
    'PriorityClass',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Deployment',
    'StatefulSet',
    'CronJob',
    'PodDisruptionBudget',
  ],
  last: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
}

interface Ranked {
  resource: Resource
  rank: number
  gvk: string
  id: string
}

/** A sorted copy. */
export function legacySort(resources: readonly Resource[], order: KindOrder): Resource[] {
  const rankOf = rankOfKinds(order)
  const ranked: Ranked[] = resources.map((resource) => {
    const { id } = resource
    return {
      resource,
      rank: rankOf(id.kind),
      gvk: gvkSortText(id),
      id: `${id.kind || '~K'}.${id.version || '~V'}.${id.group || '~G'}|${id.namespace || '~X'}|${id.name || '~N'}`,
    }
  })
  // Texts without surrogates have the same order as their bytes, and are compared much faster.
  const byBytes = ranked.some(({ id }) => /[\ud800-\udfff]/.test(id))
  ranked.sort((a, b) => compare(a, b, byBytes ? compareBytes : compareUnits))
  return ranked.map((one) => one.resource)
}

/** Rank by kind: negative for the first ones, positive for the last ones, else 0. */
export function rankOfKinds(order: KindOrder): (kind: string) => number {
  const ranks = new Map<string, number>()
  order.first.forEach((kind, i) => {
    ranks.set(kind, i - order.first.length)
  })
  order.last.forEach((kind, i) => {
    ranks.set(kind, i + 1)
  })
  return (kind) => ranks.get(kind) ?? 0
}

/** `group_version_kind` with marks for what is empty. */
export function gvkSortText(gvk: Gvk): string {
  return `${gvk.group || '~G'}_${gvk.version || '~V'}_${gvk.kind || '~K'}`
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

function compare(a: Ranked, b: Ranked, compareTexts: (a: string, b: string) => number): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  const one = a.resource.id
  const two = b.resource.id
  if (one.kind !== two.kind || one.version !== two.version || one.group !== two.group) {
    const order = compareTexts(a.gvk, b.gvk)
    const bothNamespaces = one.kind === 'Namespace' && two.kind === 'Namespace'
    return bothNamespaces && (one.group === '' || two.group === '') ? -order : order
  }
  return compareTexts(a.id, b.id)
}
