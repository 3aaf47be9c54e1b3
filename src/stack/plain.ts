/** YAML as plain data: how the stack takes objects and cluster files in. */
import type { Location, Source } from '../core/source.ts'
import { readResources } from '../yaml/documents.ts'
import { parseFloatText } from '../yaml/floats.ts'
import { ALIAS, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isTrue, parseInteger, tagAfterPrinting } from '../yaml/resolve.ts'
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

/** Finds where a field, named by its path from the root, stands; where it is missing, the place of what should hold it. */
export function placesIn(source: Source, root: Node): (path: readonly PropertyKey[]) => Location {
  /** Positions of keys, of the maps that were asked for. */
  const indexes = new Map<Mapping, Map<string, number>>()
  const indexOf = (map: Mapping, key: string): number | undefined => {
    let index = indexes.get(map)
    if (index === undefined) {
      index = new Map(map.keys.map((one, i) => [one.kind === SCALAR ? one.value : '', i]))
      indexes.set(map, index)
    }
    return index.get(key)
  }
  return (path) => {
    let node = root
    let offset = root.start
    for (const step of path) {
      const inner: Node = node.kind === ALIAS ? node.target : node
      let next: Node | undefined
      if (inner.kind === MAPPING) {
        const i = indexOf(inner, String(step)) ?? -1
        next = inner.values[i]
        offset = inner.keys[i]?.start ?? offset
      } else if (inner.kind === SEQUENCE) {
        next = inner.items[Number(step)]
        offset = next?.start ?? offset
      }
      if (next === undefined) break
      node = next
    }
    return { source, offset: Math.max(offset, 0) }
  }
}
