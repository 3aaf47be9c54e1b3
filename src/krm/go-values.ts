/** Values in messages, as Go prints them and their types. */
import { compareBytes } from '../core/text.ts'
import { field, MAPPING, type Node, SCALAR } from '../yaml/node.ts'
import { scalarText, tagOf } from '../yaml/resolve.ts'

export function goType(node: Node): string {
  if (node.kind === MAPPING) return 'map[string]interface {}'
  const tag = tagOf(node)
  if (tag === '!!int') return 'int'
  if (tag === '!!float') return 'float64'
  return tag === '!!bool' ? 'bool' : 'string'
}

/** Go's print of the type and object meta: `{{apiVersion kind} {{name namespace} labels annotations}}`. */
export function shownMeta(apiVersion: string, kind: string, metadata: Node | undefined): string {
  const name = scalarText(field(metadata, 'name'))
  const namespace = scalarText(field(metadata, 'namespace'))
  const labels = goMap(field(metadata, 'labels'))
  return `{{${apiVersion} ${kind}} {{${name} ${namespace}} ${labels} ${goMap(field(metadata, 'annotations'))}}}`
}

function goMap(node: Node | undefined): string {
  if (node === undefined || node.kind !== MAPPING) return 'map[]'
  const pairs: [string, string][] = []
  node.keys.forEach((key, i) => {
    if (key.kind === SCALAR) pairs.push([key.value, scalarText(node.values[i])])
  })
  pairs.sort((a, b) => compareBytes(a[0], b[0]))
  return `map[${pairs.map(([key, value]) => `${key}:${value}`).join(' ')}]`
}
