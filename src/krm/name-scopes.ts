/** Which namespaces and kinds some name references reach, asked for by few of them (build 5.15). */
import { field, fieldText, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { tagOf } from '../yaml/resolve.ts'
import { effectiveNamespace, NOT_NAMESPACED } from './id.ts'
import { blankNamespace } from './reference-problems.ts'
import type { ResMap } from './resmap.ts'
import type { Resource } from './resource.ts'

/** Namespaces named by the service account subjects of a RoleBinding. */
export function subjectNamespaces(binding: Resource): string[] {
  const subjects = field(binding.root, 'subjects')
  if (subjects === undefined || subjects.kind !== SEQUENCE) return []
  const found: string[] = []
  for (const subject of subjects.items) {
    if (fieldText(subject, 'kind') !== 'ServiceAccount') continue
    const namespace = field(subject, 'namespace')
    if (namespace === undefined) continue
    if (namespace.kind !== SCALAR || tagOf(namespace) !== '!!str') {
      throw blankNamespace(binding, namespace)
    }
    found.push(namespace.value)
  }
  return found
}

/** By first namespace, one object for each namespace that objects of it are in now. */
export function movesOf(map: ResMap): Map<string, Resource[]> {
  const seen = new Set<string>()
  const moves = new Map<string, Resource[]>()
  for (const resource of map.resources) {
    const original = effectiveNamespace(resource.originalId)
    if (original === NOT_NAMESPACED) continue
    const move = `${original}\n${resource.id.clusterScoped}\n${resource.id.namespace}`
    if (seen.has(move)) continue
    seen.add(move)
    const found = moves.get(original)
    if (found === undefined) moves.set(original, [resource])
    else found.push(resource)
  }
  return moves
}

/** A roleRef also says which kind it means. */
export function roleRefFilter(referrer: Resource): (candidate: Resource) => boolean {
  const roleRef = field(referrer.root, 'roleRef')
  const group = fieldText(roleRef, 'apiGroup')
  const kind = fieldText(roleRef, 'kind')
  if (!group || !kind) return () => true
  return (one) => one.previous.some((id) => one.id.group === group && id.kind === kind)
}
