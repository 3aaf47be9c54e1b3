/** Places inside generated objects, so that patches and replacements mostly name what is there; and changed copies. */
import { flowScalar, list, map, scalar, type Yaml } from './yaml-text.ts'

export interface Place {
  keys: string[]
  node: Yaml
}

/** Everything below an object, without what its identity is made of. */
export function placesOf(root: Yaml): Place[] {
  const places: Place[] = []
  const visit = (node: Yaml, keys: string[]): void => {
    if (keys.length > 0 && !isIdentity(keys)) places.push({ keys, node })
    if (node.type === 'map' && !hasMerge(node)) {
      for (const [key, value] of node.entries) visit(value, [...keys, keyText(key)])
    }
    if (node.type === 'list') for (const [i, item] of node.items.entries()) visit(item, [...keys, String(i)])
  }
  visit(root, [])
  return places
}

function isIdentity(keys: string[]): boolean {
  const path = keys.join('/')
  return ['apiVersion', 'kind', 'metadata', 'metadata/name', 'metadata/namespace'].includes(path)
}

function hasMerge({ entries }: Yaml & { type: 'map' }): boolean {
  return entries.some(([key]) => key === '<<')
}

/** What a key's source text says. */
function keyText(source: string): string {
  if (source.startsWith('"')) return JSON.parse(source) as string
  return source.startsWith("'") ? source.slice(1, -1) : source
}

export function pointer(keys: string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function fieldPath(keys: string[]): string {
  return keys.map((key) => (/[.]/.test(key) ? `[${key}]` : key)).join('.')
}

export function isScalar(node: Yaml): boolean {
  return node.type === 'scalar' || node.type === 'block'
}

/** Anchors and aliases mean something in their own document only. */
export function isLinked(node: Yaml): boolean {
  return node.type === 'scalar' && /^[&*]|<<: \*/.test(node.text)
}

/** A stream of numbers below what is asked for, the same for the same seed. */
export type Dice = (sides: number) => number

export function dice(seed: number): Dice {
  let state = seed | 1
  return (sides) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % sides
  }
}

const MERGE_KEYS = ['name', 'containerPort', 'port', 'mountPath', 'key', 'kind', 'protocol']

/** Something of the same shape with other scalars and fewer fields, as a patch of it would have. */
export function altered(node: Yaml, roll: Dice, pool: readonly Yaml[]): Yaml {
  const pick = () => pool[roll(pool.length)] as Yaml
  // A null stands where a collection may be.
  if (node.type === 'scalar' && node.text === 'null' && roll(20) > 0) return node
  if (isScalar(node)) return roll(4) === 0 && !isLinked(node) ? node : pick()
  if (node.type === 'map') {
    if (hasMerge(node)) return map({ added: flowScalar(pick()) })
    const entries: [string, Yaml][] = []
    for (const [key, value] of node.entries) {
      if (MERGE_KEYS.includes(key) && roll(10) > 0) entries.push([key, value])
      else if (roll(2) === 0) entries.push([key, altered(value, roll, pool)])
    }
    if (roll(4) === 0 && !node.entries.some(([key]) => key === 'added')) entries.push(['added', pick()])
    return { type: 'map', flow: roll(6) === 0, entries }
  }
  if (node.type !== 'list') return node
  const [first] = node.items
  const items = node.items.filter(() => roll(3) > 0).map((item) => altered(item, roll, pool))
  if (first !== undefined && roll(4) === 0) items.push(isScalar(first) ? pick() : map({ name: 'more' }))
  return list(items, roll(5) === 0)
}

/** A merge patch: the identity as it is, the rest {@link altered}. */
export function alteredObject(node: Yaml, roll: Dice, pool: readonly Yaml[]): Yaml {
  if (node.type !== 'map') return node
  const entries: [string, Yaml][] = []
  for (const [key, value] of node.entries) {
    if (key === 'apiVersion' || key === 'kind') entries.push([key, value])
    else if (key === 'metadata' && value.type === 'map') {
      const kept = value.entries.filter(([name]) => name === 'name' || name === 'namespace')
      const rest = value.entries.filter(([name]) => name !== 'name' && name !== 'namespace')
      const changed =
        roll(2) === 0 ? [] : rest.map(([name, inner]): [string, Yaml] => [name, altered(inner, roll, pool)])
      entries.push([key, { type: 'map', flow: false, entries: [...kept, ...changed] }])
    } else if (roll(5) > 0) entries.push([key, altered(value, roll, pool)])
  }
  return { type: 'map', flow: false, entries }
}

/** A target's name, which has to be a string there. */
export function stringName(source: string): Yaml {
  return scalar(/^\d+$/.test(source) ? `"${source}"` : source)
}
