/** What an object is to a cluster: a definition or not, in a namespace or beside them (kure-extras 3). */
import { clusterScopedKinds, type KindTable, namespacedKinds } from '../krm/scopes.ts'
import type { KubernetesObject } from './object.ts'

export type Scope = 'namespaced' | 'cluster' | 'unknown'

export interface GroupKind {
  group: string
  kind: string
}

export function isCustomResourceDefinition({ apiVersion, kind }: KubernetesObject): boolean {
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io'
}

/** The kind a definition defines; undefined for other objects, and for a definition that does not say. */
export function definedGroupKind(object: KubernetesObject): GroupKind | undefined {
  if (!isCustomResourceDefinition(object)) return undefined
  const { group, names } = specOf(object)
  const kind = (Object(names) as { kind?: unknown }).kind
  return typeof group === 'string' && typeof kind === 'string' ? { group, kind } : undefined
}

/** Where objects of a defined kind live: in namespaces unless the definition says otherwise. */
export function definedScope(definition: KubernetesObject): Scope {
  return specOf(definition)['scope'] === 'Cluster' ? 'cluster' : 'namespaced'
}

/** The scopes of all kinds that are defined among some objects, by `group/Kind`, for {@link scopeOf}. */
export function definedScopes(objects: Iterable<KubernetesObject>): ReadonlyMap<string, Scope> {
  const scopes = new Map<string, Scope>()
  for (const object of objects) {
    const defined = definedGroupKind(object)
    if (defined !== undefined) scopes.set(`${defined.group}/${defined.kind}`, definedScope(object))
  }
  return scopes
}

/**
 * Where an object lives. Built-in kinds are known in every version; a custom kind only by its definition, so that a
 * caller can refuse what it does not know.
 *
 * @example scopeOf({ apiVersion: 'v1', kind: 'Namespace' }, definedScopes(objects)) // 'cluster'
 */
export function scopeOf(object: KubernetesObject, scopes: ReadonlyMap<string, Scope>): Scope {
  const group = groupOf(object.apiVersion)
  const kind = object.kind ?? ''
  const isIn = (table: KindTable) => table.apiVersionsOf(kind).some((apiVersion) => groupOf(apiVersion) === group)
  if (isIn(clusterScopedKinds)) return 'cluster'
  if (isIn(namespacedKinds)) return 'namespaced'
  return scopes.get(`${group}/${kind}`) ?? 'unknown'
}

function groupOf(apiVersion: string | undefined): string {
  const [group = '', version] = (apiVersion ?? '').split('/')
  return version === undefined ? '' : group
}

function specOf(object: KubernetesObject): Record<string, unknown> {
  return Object(object['spec']) as Record<string, unknown>
}
