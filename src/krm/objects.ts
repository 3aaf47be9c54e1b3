/** From the documents of a file to objects: every one needs a kind and a name, lists are taken apart (build 6.1, 5 and 6). */
import type { Source } from '../core/source.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SEQUENCE } from '../yaml/node.ts'
import { isNull, scalarText } from '../yaml/resolve.ts'
import { noIdentity, noKind, noName, notAList, notAnObject } from './object-problems.ts'

/** Checked objects in order; items of lists come after all others. */
export function objectsOf(documents: readonly Node[], source?: Source): Mapping[] {
  const objects: Mapping[] = []
  const items: Node[] = []
  const whole: Mapping[] = []
  for (const document of documents) if (!isNothing(document)) whole.push(checked(document, source))
  for (const object of whole) {
    const list = itemsOf(object, source)
    if (list === undefined) objects.push(object)
    else for (const item of list) items.push(item)
  }
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Node
    if (isNothing(item)) continue
    const list = itemsOf(item, source)
    if (list === undefined) objects.push(checked(item, source))
    else for (const one of list) items.push(one)
  }
  return objects.filter((object) => object.keys.length > 0)
}

function isNothing(node: Node): boolean {
  return node.kind === SEQUENCE ? node.items.length === 0 : isNull(node)
}

/** The items of an object whose kind ends in `List`; undefined for every other object. */
function itemsOf(node: Node, source: Source | undefined): readonly Node[] | undefined {
  if (node.kind !== MAPPING) return undefined
  const kind = fieldText(node, 'kind')
  if (kind === undefined || !kind.endsWith('List')) return undefined
  const items = field(node, 'items')
  if (items === undefined) return undefined
  if (isNull(items)) return []
  if (items.kind !== SEQUENCE) throw notAList(kind, items, place(items, source))
  return items.items
}

/** An object with what every one needs, which is a kind, and a name unless it is a list. */
export function checked(node: Node, source?: Source): Mapping {
  const at = place(node, source)
  if (node.kind !== MAPPING) throw notAnObject(at)
  if (node.keys.length === 0) return node
  const metadata = field(node, 'metadata')
  const kind = scalarText(field(node, 'kind'))
  const apiVersion = scalarText(field(node, 'apiVersion'))
  if (kind === '' && apiVersion === '' && (metadata === undefined || isNull(metadata))) throw noIdentity(at)
  if (kind === '') throw noKind(apiVersion, metadata, at)
  if (scalarText(field(metadata, 'name')) === '' && !kind.endsWith('List')) {
    throw noName(apiVersion, kind, metadata, at)
  }
  return node
}

function place(node: Node, source: Source | undefined) {
  return source === undefined || node.start < 0 ? undefined : { source, offset: node.start }
}
