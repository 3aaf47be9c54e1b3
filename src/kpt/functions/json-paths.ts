/** A walk over the scalars of an item with their JSONPath expressions: `$.spec.containers[0].image`. */
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../../yaml/node.ts'

export function visitJsonPaths(node: Node, visit: (scalar: Scalar, path: string) => void, path = '$'): void {
  if (node.kind === SCALAR) visit(node, path)
  else if (node.kind === SEQUENCE) {
    for (let i = 0; i < node.items.length; i++) visitJsonPaths(node.items[i] as Node, visit, `${path}[${i}]`)
  } else if (node.kind === MAPPING) {
    for (let i = 0; i < node.keys.length; i++) {
      const key = node.keys[i] as Node
      if (key.kind === SCALAR) visitJsonPaths(node.values[i] as Node, visit, path + step(key.value))
    }
  }
}

/** A name that is no plain word would be read as several steps. */
function step(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`
}
