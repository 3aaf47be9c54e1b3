/** YAML as plain data: how the stack takes objects and cluster files in. */
import type { Location, Source } from '../core/source.ts'
import { readResources } from '../yaml/documents.ts'
import { ALIAS, field, MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isTrue, parseFloatText, parseInteger, tagAfterPrinting } from '../yaml/resolve.ts'
import type { KubernetesObject } from './object.ts'

/** The data of a tree: maps, lists, strings, booleans, null, numbers; a bigint where a number would lose digits. */
export function toPlain(node: Node): unknown {
  if (node.kind === ALIAS) return toPlain(node.target)
  if (node.kind === SEQUENCE) return node.items.map(toPlain)
  if (node.kind === MAPPING) {
    const map: Record<string, unknown> = {}
    node.keys.forEach((key, i) => {
      if (key.kind !== SCALAR) return
      const value = toPlain(node.values[i] as Node)
      if (key.value === '__proto__') Object.defineProperty(map, key.value, { value, enumerable: true })
      else map[key.value] = value
    })
    return map
  }
  switch (tagAfterPrinting(node)) {
    case '!!null':
      return null
    case '!!bool':
      return isTrue(node.value)
    case '!!int': {
      const value = parseInteger(node.value)
      if (value === undefined) return parseFloatText(node.value)
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
    }
    case '!!float':
      return parseFloatText(node.value)
    default:
      return node.value
  }
}

/**
 * The objects of a YAML stream, empty documents left out.
 *
 * @throws ToolError as the reader does, and with code NO_OBJECT for a document that is no Kubernetes object
 */
export function readObjects(source: Source): KubernetesObject[] {
  return readResources(source).map((node) => toPlain(node) as KubernetesObject)
}

/** Where a field, named by its path from the root, stands; where it is missing, the place of what should hold it. */
export function placeAt(source: Source, root: Node, path: readonly PropertyKey[]): Location {
  let node = root
  let offset = root.start
  for (const step of path) {
    if (node.kind === ALIAS) node = node.target
    const key = node.kind === MAPPING ? node.keys.find((k) => k.kind === SCALAR && k.value === step) : undefined
    const next: Node | undefined = node.kind === SEQUENCE ? node.items[Number(step)] : field(node, String(step))
    if (next === undefined) break
    offset = key?.start ?? next.start
    node = next
  }
  return { source, offset: Math.max(offset, 0) }
}
