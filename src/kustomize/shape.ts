/**
 * Typed decoding of JSON-typed trees, with the messages of Go's JSON decoder (build 1.2). A shape says what a value may
 * be and what Go calls its type; problems are gathered, in the order in which the reference would meet them.
 */
import type { Diagnostic } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import type { Location, Source } from '../core/source.ts'
import { compareBytes, goQuote } from '../core/text.ts'
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../yaml/node.ts'

export type Shape = (
  | { is: 'string' | 'bool' | 'int'; type: string }
  | { is: 'list'; of: Shape; type: string; isOptional?: true }
  /** A map of strings. */
  | { is: 'texts'; type: string }
  /** A map of anything, kept as a node. */
  | { is: 'map'; type: string }
  | { is: 'struct'; type: string; fields: Fields; isAlways?: true }
) & {
  /** Names of the structs that the field is embedded by; they stand in messages, each followed by a dot. */
  via?: string
}

export type StructShape = Shape & { is: 'struct' }

export type Fields = { readonly [name: string]: Shape }

export const STRING: Shape = { is: 'string', type: 'string' }
export const BOOL: Shape = { is: 'bool', type: 'bool' }
export const INT: Shape = { is: 'int', type: 'int' }
export const INT64: Shape = { is: 'int', type: 'int64' }
export const TEXTS: Shape = { is: 'texts', type: 'map[string]string' }
export const MAP: Shape = { is: 'map', type: 'map[string]interface {}' }
export const STRINGS: Shape = listOf(STRING)

/** `type` as Go names it, e.g. `types.Patch`. */
export function struct(type: string, fields: Fields): StructShape {
  return { is: 'struct', type, fields }
}

/** A list whose type Go calls `[]T`, or `[]*T` when it holds pointers. */
export function listOf(of: Shape, pointer: '' | '*' = ''): Shape & { is: 'list' } {
  return { is: 'list', of, type: `[]${pointer}${of.type}` }
}

/** Fields that Go's struct takes over from a struct of this name inside it. */
export function embedded(name: string, fields: Fields): Fields {
  const made: Record<string, Shape> = {}
  for (const [key, shape] of Object.entries(fields)) made[key] = { ...shape, via: `${name}.${shape.via ?? ''}` }
  return made
}

interface Place {
  /** Name of the struct the value is a field of, without its package. */
  struct: string
  /** Names from the root, joined by dots. */
  path: string
}

/** Decodes structs into plain objects: text fields '' and flags false when absent, lists empty, the rest undefined. */
export class Decoder {
  readonly problems: Diagnostic[] = []

  constructor(
    private readonly source: Source,
    /** Unknown fields are problems. */
    private readonly strict: boolean,
  ) {}

  struct(node: Node | undefined, shape: Shape & { is: 'struct' }, path = ''): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(shape.fields)) {
      const empty = this.empty(inner)
      if (empty !== undefined) made[name] = empty
    }
    if (node === undefined || node.kind !== MAPPING) return made
    // Not enumerable: it is no field of the struct and is not printed with it.
    Object.defineProperty(made, 'at', { value: this.at(node) })
    const typeText = shape.type.slice(shape.type.lastIndexOf('.') + 1)
    for (const i of sortedKeys(node)) {
      const key = node.keys[i] as Node
      const value = node.values[i] as Node
      const written = key.kind === SCALAR ? key.value : ''
      const name = fieldName(shape.fields, written)
      if (name === undefined) {
        if (this.strict) this.unknown(key, written, Object.keys(shape.fields))
        continue
      }
      const inner = shape.fields[name] as Shape
      const shown = `${inner.via ?? ''}${name}`
      const place = { struct: typeText, path: path === '' ? shown : `${path}.${shown}` }
      const decoded = this.value(value, inner, place)
      if (decoded !== undefined) made[name] = decoded
    }
    return made
  }

  private value(node: Node, shape: Shape, place: Place): unknown {
    if (node.kind === SCALAR && node.tag === '!!null') return undefined
    switch (shape.is) {
      case 'map':
        if (node.kind === MAPPING) return node
        break
      case 'string':
        if (node.kind === SCALAR && node.tag === '!!str') return node.value
        break
      case 'bool':
        if (node.kind === SCALAR && node.tag === '!!bool') return node.value === 'true'
        break
      case 'int':
        if (node.kind === SCALAR && isInt64(node)) return node.value
        break
      case 'texts':
        if (node.kind === MAPPING) return this.texts(node, place)
        break
      case 'list':
        if (node.kind !== SEQUENCE) break
        return node.items.map((item) => this.value(item, shape.of, place) ?? this.zero(shape.of))
      case 'struct':
        if (node.kind === MAPPING) return this.struct(node, shape, place.path)
        break
    }
    this.wrongType(node, shape, place)
    return undefined
  }

  /** What a field holds when it is absent or null. */
  private empty(shape: Shape): unknown {
    switch (shape.is) {
      case 'string':
        return ''
      case 'bool':
        return false
      case 'int':
        return '0'
      case 'list':
        return shape.isOptional ? undefined : []
      case 'struct':
        return shape.isAlways ? this.struct(undefined, shape) : undefined
      default:
        return undefined
    }
  }

  /** What a null item of a list stands for. */
  private zero(shape: Shape): unknown {
    return shape.is === 'struct' ? this.struct(undefined, shape) : this.empty(shape)
  }

  private texts(node: Node & { kind: typeof MAPPING }, place: Place): Record<string, string> {
    const made: Record<string, string> = Object.create(null)
    for (const i of sortedKeys(node)) {
      const key = node.keys[i] as Node
      const value = this.value(node.values[i] as Node, STRING, place)
      if (key.kind === SCALAR) made[key.value] = (value as string | undefined) ?? ''
    }
    return made
  }

  private at(node: Node): Location {
    return { source: this.source, offset: Math.max(node.start, 0) }
  }

  private unknown(key: Node, name: string, known: string[]): void {
    const close = nearest(name, known)
    this.problems.push({
      severity: 'error',
      code: 'UNKNOWN_FIELD',
      message: `json: unknown field ${goQuote(name)}`,
      at: [this.at(key)],
      ...(close === undefined ? {} : { hint: `did you mean ${goQuote(close)}?` }),
    })
  }

  private wrongType(node: Node, shape: Shape, { struct, path }: Place): void {
    this.problems.push({
      severity: 'error',
      code: 'WRONG_TYPE',
      message: `json: cannot unmarshal ${jsonKind(node, shape)} into Go struct field ${struct}.${path} of type ${shape.type}`,
      at: [this.at(node)],
      hint: `${path.slice(path.lastIndexOf('.') + 1)} wants ${WANTED[shape.is]}`,
    })
  }
}

const WANTED: Record<Shape['is'], string> = {
  string: 'a string: quote the value',
  bool: 'true or false',
  int: 'a whole number',
  texts: 'a map of strings',
  map: 'a map',
  list: 'a list',
  struct: 'a map',
}

function jsonKind(node: Node, shape: Shape): string {
  if (node.kind === MAPPING) return 'object'
  if (node.kind === SEQUENCE) return 'array'
  if (node.tag === '!!bool') return 'bool'
  if (node.tag === '!!int' || node.tag === '!!float')
    return shape.is === 'int' ? `number ${'value' in node ? node.value : ''}` : 'number'
  return 'string'
}

/** Go sets the fields in the order of the JSON keys, which is byte order. */
function sortedKeys(map: Node & { kind: typeof MAPPING }): number[] {
  const text = (i: number) => {
    const key = map.keys[i] as Node
    return key.kind === SCALAR ? key.value : ''
  }
  return map.keys.map((_, i) => i).sort((a, b) => compareBytes(text(a), text(b)))
}

/** Names match in any case, exact ones first. */
function fieldName(fields: Fields, written: string): string | undefined {
  if (Object.hasOwn(fields, written)) return written
  const folded = foldCase(written)
  for (const name in fields) if (foldCase(name) === folded) return name
  return undefined
}

/** The long s is a form of s to Go as well. */
export function foldCase(name: string): string {
  return name.toLowerCase().replaceAll('\u017f', 's')
}

const LARGEST = 2n ** 63n

function isInt64({ tag, value }: Scalar): boolean {
  if (tag !== '!!int' && tag !== '!!float') return false
  if (!/^-?[0-9]+$/.test(value)) return false
  if (value.length < 19) return true
  const whole = BigInt(value)
  return whole < LARGEST && whole >= -LARGEST
}
