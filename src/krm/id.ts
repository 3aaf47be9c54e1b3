/** What tells one object from another: group, version, kind, name and effective namespace. */
import { type Gvk, gvkText } from './gvk.ts'

export interface ResId extends Gvk {
  name: string
  /** As written; '' when unset. */
  namespace: string
  clusterScoped: boolean
}

/** The stand-in namespace of cluster-scoped objects. */
export const NOT_NAMESPACED = '_non_namespaceable_'

/** Namespace used for comparing: '' and `default` are one, cluster-scoped objects share a stand-in. */
export function effectiveNamespace(id: { namespace: string; clusterScoped: boolean }): string {
  if (id.clusterScoped) return NOT_NAMESPACED
  return id.namespace === '' ? 'default' : id.namespace
}

/** `ConfigMap.v1.[noGrp]/a.[noNs]`, as in messages. */
export function idText(id: ResId): string {
  return `${gvkText(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`
}

/** A string that is equal for equal ids. */
export function idKey(id: ResId): string {
  return `${id.group}\n${id.version}\n${id.kind}\n${id.name}\n${effectiveNamespace(id)}`
}
