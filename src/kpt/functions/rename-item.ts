/** Renaming one item with all that refers to it (functions 7). */
import { parseReferences } from '../../krm/defaults/lines.ts'
import { nameReferences } from '../../krm/defaults/name-references.ts'
import { effectiveNamespace } from '../../krm/id.ts'
import { fixNameReferences, type NameReference } from '../../krm/names.ts'
import { ResMap } from '../../krm/resmap.ts'
import { Resource } from '../../krm/resource.ts'
import { setField, stringScalar } from '../../yaml/edit.ts'
import { field, MAPPING, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { entriesOf, mappingIn, replaceText, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { knownScopes } from './scopes.ts'

export interface NewNames {
  name: string
  /** Left as it is when undefined. */
  namespace?: string
}

/** Gives items other names, and lets the references of Kubernetes' own kinds and those of Config Connector follow. */
export function renameItems(items: readonly Mapping[], renamed: ReadonlyMap<Mapping, NewNames>, anew: boolean): void {
  const targets = [...renamed].map(([item, names]): Target => {
    const metadata = field(item, 'metadata')
    const { group, kind } = gvkOf(item)
    return { group, kind, name: textOf(metadata, 'name'), namespace: textOf(metadata, 'namespace'), names }
  })
  renameInMap(items, renamed, anew)
  const byPlace: Targets = new Map()
  for (const target of targets) {
    const key = placeOf(target.name, target.namespace)
    const known = byPlace.get(key)
    if (known === undefined) byPlace.set(key, [target])
    else known.push(target)
  }
  for (const item of items) followReferences(item, textOf(item, 'metadata', 'namespace'), byPlace, anew)
}

interface Target {
  group: string
  kind: string
  name: string
  namespace: string
  names: NewNames
}

/** By old name and namespace. */
type Targets = Map<string, Target[]>

function placeOf(name: string, namespace: string): string {
  return `${name}\n${effectiveNamespace({ namespace, clusterScoped: false })}`
}

function renameInMap(items: readonly Mapping[], renamed: ReadonlyMap<Mapping, NewNames>, anew: boolean): void {
  const map = new ResMap()
  for (const item of items) {
    const resource = new Resource(item, knownScopes)
    // Of items with one identity, such as the Kptfiles of packages, the first is the one that is referred to.
    if (map.withCurrentId(resource.id).length === 0) map.append(resource)
  }
  for (const resource of map.resources) {
    const names = renamed.get(resource.root)
    if (names === undefined) continue
    map.remember(resource)
    setNames(resource.root, names, anew)
    map.changed(resource)
  }
  const references: NameReference[] = parseReferences(nameReferences)
  fixNameReferences(map, references)
}

function setNames(item: Mapping, { name, namespace }: NewNames, anew: boolean): void {
  const metadata = mappingIn(item, 'metadata')
  if (metadata === undefined) return
  replaceText(metadata, 'name', name, anew)
  if (namespace !== undefined) replaceText(metadata, 'namespace', namespace, anew)
}

/** Fields called after a kind, as `serviceAccountRef`, or that say which kind they mean. */
function followReferences(node: Node, namespace: string, targets: Targets, anew: boolean): void {
  if (node.kind === SEQUENCE) {
    for (const one of node.items) followReferences(one, namespace, targets, anew)
    return
  }
  for (const [key, value] of entriesOf(node)) {
    if (value.kind === MAPPING && key.endsWith('Ref')) {
      const place = placeOf(textOf(value, 'name'), textOf(value, 'namespace') || namespace)
      const target = targets.get(place)?.find((one) => isMeant(one, key, value))
      if (target !== undefined) {
        replaceText(value, 'name', target.names.name, anew)
        const moved = target.names.namespace
        if (moved !== undefined && field(value, 'namespace') !== undefined) {
          setField(value, 'namespace', stringScalar(moved))
        }
        continue
      }
    }
    followReferences(value, namespace, targets, anew)
  }
}

function isMeant(target: Target, key: string, reference: Mapping): boolean {
  const { group, kind } = gvkOf(reference)
  if (kind !== '') return kind === target.kind && (group === '' || group === target.group)
  const word = key.slice(0, -'Ref'.length).toLowerCase()
  return target.group.endsWith('.cnrm.cloud.google.com') && target.kind.toLowerCase().endsWith(word)
}
