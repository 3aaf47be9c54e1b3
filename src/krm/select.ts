/** Finding objects by patterns and label expressions (build 4.4). Literal names, their literal beginnings and kinds go through the map's indexes. */
import type { Pattern } from '../core/pattern.ts'
import { field, fieldText } from '../yaml/node.ts'
import { effectiveNamespace } from './id.ts'
import type { ResMap } from './resmap.ts'
import type { Resource } from './resource.ts'
import type { Selector as LabelSelector } from './selector.ts'

/** As written. Empty parts select all. */
export interface SelectorText {
  group: string
  version: string
  kind: string
  name: string
  namespace: string
  labelSelector: string
  annotationSelector: string
}

/** Selects all. */
export const ANY: SelectorText = {
  group: '',
  version: '',
  kind: '',
  name: '',
  namespace: '',
  labelSelector: '',
  annotationSelector: '',
}

/** The same with its patterns ready; undefined parts select all. */
export interface Selector {
  group: Pattern | undefined
  version: Pattern | undefined
  kind: Pattern | undefined
  name: Pattern | undefined
  namespace: Pattern | undefined
  labels: LabelSelector | undefined
  annotations: LabelSelector | undefined
}

/** Objects for which every part holds, in order. Names and namespaces also match by the first identity. */
export function select(map: ResMap, selector: Selector): Resource[] {
  return candidates(map, selector).filter((resource) => isSelected(resource, selector))
}

function candidates(map: ResMap, { name, kind }: Selector): readonly Resource[] {
  if (name?.literal !== undefined) return map.withAnyName(name.literal)
  const prefix = name?.prefix ?? ''
  const named = prefix === '' ? undefined : withNamePrefix(map, prefix)
  if (named !== undefined) return named
  if (kind?.literal !== undefined) return map.withKind(kind.literal)
  return map.resources
}

/** The share of the names, as a divisor, above which finding them costs as much as looking at all. */
const WORTHWHILE = 4

/** Objects that have or had a name with this beginning, in order; undefined when looking at each is as good. */
function withNamePrefix(map: ResMap, prefix: string): readonly Resource[] | undefined {
  const names = map.sortedNames
  if (names === undefined) return undefined
  const first = firstFrom(names, prefix)
  const count = firstFrom(names, `${prefix}\uffff`) - first
  if (count * WORTHWHILE > names.length) return undefined
  const found = new Set<Resource>()
  for (let i = first; names[i]?.startsWith(prefix); i++) {
    for (const resource of map.withAnyName(names[i] as string)) found.add(resource)
  }
  return [...found].sort((a, b) => a.ordinal - b.ordinal)
}

/** Where the first name stands that is not before this text. */
function firstFrom(names: readonly string[], text: string): number {
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}

function isSelected(resource: Resource, selector: Selector): boolean {
  const { id } = resource
  const { group, version, kind, name, namespace, labels, annotations } = selector
  if (kind !== undefined && !kind.test(id.kind)) return false
  if (group !== undefined && !group.test(id.group)) return false
  if (version !== undefined && !version.test(id.version)) return false
  const first = resource.previous[0] ?? id
  if (name !== undefined && !name.test(id.name) && (first.name === id.name || !name.test(first.name))) return false
  if (namespace !== undefined) {
    const matches = namespace.test(effectiveNamespace(id)) || namespace.test(effectiveNamespace(resource.originalId))
    if (!matches) return false
  }
  return matchesMetadata(resource, labels, annotations)
}

/** Whether the object's labels and annotations satisfy both expressions. */
export function matchesMetadata(
  resource: Resource,
  labels: LabelSelector | undefined,
  annotations: LabelSelector | undefined,
): boolean {
  if (labels === undefined && annotations === undefined) return true
  const metadata = field(resource.root, 'metadata')
  if (labels !== undefined) {
    const map = field(metadata, 'labels')
    if (!labels.matches((key) => fieldText(map, key))) return false
  }
  if (annotations !== undefined) {
    const map = field(metadata, 'annotations')
    if (!annotations.matches((key) => fieldText(map, key))) return false
  }
  return true
}

/** `<id>:a=<annotationSelector>:l=<labelSelector>`, as in messages. */
export function selectorText(selector: SelectorText): string {
  const { group, version, kind, name, namespace } = selector
  const gvk = `${kind || '[noKind]'}.${version || '[noVer]'}.${group || '[noGrp]'}`
  return `${gvk}/${name || '[noName]'}.${namespace || '[noNs]'}:a=${selector.annotationSelector}:l=${selector.labelSelector}`
}
