/**
 * How the scalars of a strict JSON patch are written where that is not how the reference's encoder writes them: `test`
 * compares spellings, and a value that an operation puts in keeps its own.
 */

import { toJson } from '../yaml/json.ts'
import { MAPPING, type Node, SEQUENCE } from '../yaml/node.ts'

export type Spellings = Map<Node, string>

/** The unusual spellings below a node that was read from this text, or undefined. */
export function unusualSpellings(node: Node, text: string): Spellings | undefined {
  const found: Spellings = new Map()
  const visit = (one: Node): void => {
    if (one.kind === MAPPING) one.values.forEach(visit)
    else if (one.kind === SEQUENCE) one.items.forEach(visit)
    else {
      const written = text.slice(one.start, one.end)
      if (written !== toJson(one)) found.set(one, written)
    }
  }
  visit(node)
  return found.size > 0 ? found : undefined
}

/** Notes for a copy what is known of the original. */
export function spellAlike(copy: Node, original: Node, known: Spellings, spellings: Spellings): void {
  const written = known.get(original)
  if (written !== undefined) spellings.set(copy, written)
  const copies = nodesBelow(copy)
  const originals = nodesBelow(original)
  for (let i = 0; i < copies.length; i++) spellAlike(copies[i] as Node, originals[i] as Node, known, spellings)
}

function nodesBelow(node: Node): readonly Node[] {
  if (node.kind === MAPPING) return node.values
  return node.kind === SEQUENCE ? node.items : []
}

/** The JSON of a node with these spellings. Keys have none: they are compared as texts. */
export function spelledJson(node: Node, spellings: Spellings): string {
  const written = spellings.get(node)
  if (written !== undefined) return written
  if (node.kind === SEQUENCE) return `[${node.items.map((item) => spelledJson(item, spellings)).join()}]`
  if (node.kind !== MAPPING) return toJson(node)
  const entries = node.keys.map((key, i) => `${toJson(key)}:${spelledJson(node.values[i] as Node, spellings)}`)
  return `{${entries.sort().join()}}`
}
