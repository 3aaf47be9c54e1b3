/** What makes two objects one, and which objects a list of them stands for (layout §7.1, §7.2). */
import { fail } from '../core/error.ts'
import { clusterScopedKinds } from '../krm/scopes.ts'
import { MAX_DEPTH } from '../yaml/node.ts'
import type { KubernetesObject } from './object.ts'

export interface ObjectIdentity {
  group: string
  version: string
  kind: string
  name: string
  /** `default` where the object sets none; undefined where the kind has none. */
  namespace: string | undefined
}

/**
 * The objects, every List among them replaced by its items at any depth. A List has a kind ending in `List` and `items`:
 * `items: null` holds nothing.
 *
 * @example
 * objectsOf([{ apiVersion: 'v1', kind: 'List', items: [configMap, secret] }]) // [configMap, secret]
 */
export function objectsOf(resources: readonly KubernetesObject[]): KubernetesObject[] {
  const objects: KubernetesObject[] = []
  collect(resources, objects, 0)
  return objects
}

function collect(resources: readonly KubernetesObject[], into: KubernetesObject[], depth: number): void {
  if (depth > MAX_DEPTH) throw fail('OBJECT_VALUE', `lists are nested deeper than ${MAX_DEPTH} levels`)
  for (const object of resources) {
    const items = listItems(object)
    if (items === undefined) into.push(object)
    else collect(items, into, depth + 1)
  }
}

function listItems({ kind, items }: KubernetesObject): KubernetesObject[] | undefined {
  if (typeof kind !== 'string' || !kind.endsWith('List')) return undefined
  if (items === null) return []
  if (!Array.isArray(items)) return undefined
  return items.filter((item): item is KubernetesObject => typeof item === 'object' && item !== null)
}

/** By what kustomize and the cluster tell objects apart. Kinds that Kubernetes does not bring are namespaced. */
export function identityOf(object: KubernetesObject): ObjectIdentity {
  const apiVersion = textOf(object.apiVersion)
  const kind = textOf(object.kind)
  const slash = apiVersion.indexOf('/')
  return {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind,
    name: textOf(object.metadata?.name),
    namespace: clusterScopedKinds.has(apiVersion, kind) ? undefined : textOf(object.metadata?.namespace) || 'default',
  }
}

/** Objects come from files, too, where anything may stand in the place of a text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** `v1 ConfigMap default/web`, as messages name an object; equal for one identity, different for two. */
export function identityText({ group, version, kind, name, namespace }: ObjectIdentity): string {
  const apiVersion = group === '' ? version : `${group}/${version}`
  return `${apiVersion} ${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
}
