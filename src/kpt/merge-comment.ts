/**
 * How a resource is known to upstream (kpt 15): by the comment `# kpt-merge: namespace/name` beside its metadata, which
 * stays when the resource is renamed here, and by an annotation.
 */
import { removeAnnotations, setAnnotation } from '../krm/path-annotations.ts'
import { setComments } from '../yaml/edit.ts'
import { field, fieldText, indexOfField, MAPPING, type Mapping, type Node } from '../yaml/node.ts'
import { KPTFILE } from './kptfile.ts'

const IDENTIFIER = 'internal.kpt.dev/upstream-identifier'
const MERGE_COMMENT = /kpt-merge:\s*([^\s/]*)\/(\S+)/

export interface UpstreamName {
  namespace: string
  name: string
}

/** What upstream calls a resource. */
export function upstreamName(item: Mapping): UpstreamName {
  const [, namespace, name] = MERGE_COMMENT.exec(mergeComment(item)) ?? []
  if (namespace !== undefined && name !== undefined) return { namespace, name }
  const metadata = field(item, 'metadata')
  return { namespace: fieldText(metadata, 'namespace') ?? '', name: fieldText(metadata, 'name') ?? '' }
}

export function groupOf(item: Mapping): string {
  const apiVersion = fieldText(item, 'apiVersion') ?? ''
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** Notes what upstream calls a resource, unless that is noted. */
export function noteUpstreamName(item: Mapping): void {
  const metadata = field(item, 'metadata')
  const kind = fieldText(item, 'kind') ?? ''
  const name = fieldText(metadata, 'name') ?? ''
  if (metadata?.kind !== MAPPING || kind === '' || kind === KPTFILE || name === '') return
  if (MERGE_COMMENT.test(mergeComment(item))) return
  const namespace = fieldText(metadata, 'namespace') ?? ''
  setAnnotation(item, IDENTIFIER, [groupOf(item), kind, namespace || 'default', name].join('|'))
  const place: Node | undefined = metadata.flow ? metadata : item.keys[indexOfField(item, 'metadata')]
  // A comment of the user's has the only place there is; the resource is then known by its name.
  if (place === undefined || (place.comments?.line ?? '') !== '') return
  const { head = '', foot = '' } = place.comments ?? {}
  setComments(place, { head, line: `# kpt-merge: ${namespace}/${name}`, foot })
}

/** Takes off what only a fetched resource has. */
export function removeUpstreamName(item: Mapping): void {
  removeAnnotations(item, (key) => key === IDENTIFIER)
}

function mergeComment(item: Mapping): string {
  const i = indexOfField(item, 'metadata')
  return `${item.keys[i]?.comments?.line ?? ''} ${item.values[i]?.comments?.line ?? ''}`
}
