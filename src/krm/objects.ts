/** From the documents of a file to objects: every one needs a kind and a name, lists are taken apart (build 6.1, 5 and 6). */
import { fail } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SEQUENCE } from '../yaml/node.ts'
import { isNull, scalarText } from '../yaml/resolve.ts'
import { goType, shownMeta } from './go-values.ts'

/** Checked objects in order; items of lists come after all others. */
export function objectsOf(documents: readonly Node[], source?: Source): Mapping[] {
  const objects: Mapping[] = []
  const items: Node[] = []
  for (const document of documents) {
    if (document.kind === SEQUENCE && document.items.length === 0) continue
    const list = itemsOf(document, source)
    if (list === undefined) objects.push(checked(document, source))
    else for (const item of list) items.push(item)
  }
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Node
    const list = itemsOf(item, source)
    if (list === undefined) objects.push(checked(item, source))
    else for (const one of list) items.push(one)
  }
  return objects.filter((object) => object.keys.length > 0)
}

/** The items of an object whose kind ends in `List`; undefined for every other object. */
function itemsOf(node: Node, source: Source | undefined): readonly Node[] | undefined {
  if (node.kind !== MAPPING) return undefined
  const kind = fieldText(node, 'kind')
  if (kind === undefined || !kind.endsWith('List')) return undefined
  const items = field(node, 'items')
  if (items === undefined) return undefined
  if (isNull(items)) return []
  if (items.kind !== SEQUENCE) {
    const message = `expected array in ${kind}/items, but found ${goType(items)}`
    throw fail('LIST_ITEMS', message, { at: place(items, source) })
  }
  return items.items
}

/** An object with what every one needs, which is a kind, and a name unless it is a list. */
export function checked(node: Node, source?: Source): Mapping {
  const at = place(node, source)
  if (node.kind !== MAPPING) throw fail('NOT_AN_OBJECT', 'missing Resource metadata', { at })
  if (node.keys.length === 0) return node
  const metadata = field(node, 'metadata')
  const kind = scalarText(field(node, 'kind'))
  const apiVersion = scalarText(field(node, 'apiVersion'))
  if (kind === '' && apiVersion === '' && (metadata === undefined || isNull(metadata))) {
    throw fail('NOT_AN_OBJECT', 'missing Resource metadata', {
      at,
      hint: 'an object needs apiVersion, kind and metadata.name',
    })
  }
  if (kind === '') throw fail('NO_KIND', `missing kind in object ${shownMeta(apiVersion, kind, metadata)}`, { at })
  if (scalarText(field(metadata, 'name')) === '' && !kind.endsWith('List')) {
    throw fail('NO_NAME', `missing metadata.name in object ${shownMeta(apiVersion, kind, metadata)}`, {
      at,
      hint: 'every object needs metadata.name; generateName is not enough',
    })
  }
  return node
}

function place(node: Node, source: Source | undefined) {
  return source === undefined || node.start < 0 ? undefined : { source, offset: node.start }
}
