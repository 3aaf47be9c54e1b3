/** A kustomization as plain data back into nodes, the reverse of `decode.ts`. */
import { stringScalar } from '../../yaml/edit.ts'
import { ALIAS, DOUBLE, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from '../../yaml/node.ts'
import { KUSTOMIZATION } from '../decode.ts'
import type { Shape } from '../shape.ts'
import type { Kustomization } from '../types.ts'

/** Fields that are written when they are empty too; all others are left out then. */
const WRITTEN_WHEN_EMPTY: Record<string, readonly string[]> = {
  'types.Replica': ['count'],
  'types.Var': ['name'],
  'types.Target': ['name'],
  'types.TargetSelector': ['select'],
  'types.LegacySortOptions': ['orderFirst', 'orderLast'],
}

/** The fields that hold something, JSON-typed, by name. */
export type EncodedFields = Map<string, Node>

export function encodeKustomization(k: Kustomization): EncodedFields {
  const fields: EncodedFields = new Map()
  const shapes = KUSTOMIZATION.fields
  for (const name in shapes) {
    const node = encode(k[name as keyof Kustomization], shapes[name] as Shape)
    if (node !== undefined) fields.set(name, node)
  }
  return fields
}

/** Undefined for what is empty. */
function encode(value: unknown, shape: Shape): Node | undefined {
  if (value === undefined) return undefined
  switch (shape.is) {
    case 'string':
      return value === '' && !shape.isOptional ? undefined : text(value as string)
    case 'bool':
      return value === true ? typed('true', '!!bool') : undefined
    case 'int':
      return value === '0' ? undefined : typed(value as string, '!!int')
    case 'map':
      return (value as Mapping).keys.length === 0 ? undefined : (value as Mapping)
    case 'texts':
      return encodeTexts(value as Record<string, string>)
    case 'list': {
      const items = value as unknown[]
      return items.length === 0
        ? undefined
        : new Sequence(items.map((item) => encode(item, shape.of) ?? zero(shape.of)))
    }
    case 'struct':
      return encodeStruct(value as Record<string, unknown>, shape)
  }
}

function encodeTexts(texts: Record<string, string>): Mapping | undefined {
  const map = new Mapping()
  for (const [key, value] of Object.entries(texts)) add(map, key, text(value))
  return map.keys.length === 0 ? undefined : map
}

function encodeStruct(value: Record<string, unknown>, shape: Shape & { is: 'struct' }): Mapping {
  const map = new Mapping()
  const always = WRITTEN_WHEN_EMPTY[shape.type] ?? []
  for (const [name, inner] of Object.entries(shape.fields)) {
    const node = encode(value[name], inner) ?? (always.includes(name) ? zero(inner) : undefined)
    if (node !== undefined) add(map, name, node)
  }
  return map
}

/** How an empty value is written. */
function zero(shape: Shape): Node {
  if (shape.is === 'string') return text('')
  if (shape.is === 'int') return typed('0', '!!int')
  return typed('null', '!!null')
}

function add(map: Mapping, key: string, value: Node): void {
  map.keys.push(text(key))
  map.values.push(value)
}

function text(value: string): Scalar {
  return stringScalar(value, DOUBLE)
}

function typed(value: string, tag: string): Scalar {
  const scalar = new Scalar(value)
  scalar.tag = tag
  return scalar
}

/** Whether two JSON-typed values are equal; the order of keys does not count. */
export function isEqual(a: Node | undefined, b: Node | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || a.kind === ALIAS || a.kind !== b.kind) return false
  if (a.kind === SCALAR) return a.value === (b as Scalar).value && a.tag === b.tag
  if (a.kind === SEQUENCE) {
    const { items } = b as Sequence
    return a.items.length === items.length && a.items.every((item, i) => isEqual(item, items[i]))
  }
  const values = entriesOf(b as Mapping)
  return a.keys.length === values.size && [...entriesOf(a)].every(([key, value]) => isEqual(value, values.get(key)))
}

/** The values of a JSON-typed mapping by key. */
export function entriesOf(map: Mapping): Map<string, Node> {
  const entries = new Map<string, Node>()
  map.keys.forEach((key, i) => {
    if (key.kind === SCALAR) entries.set(key.value, map.values[i] as Node)
  })
  return entries
}
