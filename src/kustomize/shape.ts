/**
 * Typed decoding of JSON-typed trees, with the messages of Go's JSON decoder (build 1.2). A shape says what a value may
 * be and what Go calls its type; problems are gathered, in the order in which the reference would meet them.
 */
import type { Diagnostic } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import type { Location, Source } from '../core/source.ts'
import { compareBytes, goQuote } from '../core/text.ts'
import { MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'

export type Shape =
  | { is: 'string' | 'bool' | 'int' | 'any' }
  | { is: 'list'; of: Shape; type: string; isOptional?: true }
  | { is: 'texts' }
  | { is: 'struct'; type: string; fields: Fields }

export type Fields = { readonly [name: string]: Shape }

export const STRING: Shape = { is: 'string' }
export const BOOL: Shape = { is: 'bool' }
export const INT: Shape = { is: 'int' }
export const ANY: Shape = { is: 'any' }
/** A map of strings. */
export const TEXTS: Shape = { is: 'texts' }
export const STRINGS: Shape = { is: 'list', of: STRING, type: '[]string' }

/** `type` as Go names it, e.g. `types.Patch`. */
export function struct(type: string, fields: Fields): Shape {
  return { is: 'struct', type, fields }
}

/** A list that is undefined, not empty, when absent. */
export function optionalListOf(of: Shape): Shape {
  return { is: 'list', of, type: `[]${typeName(of)}`, isOptional: true }
}

export function listOf(of: Shape): Shape {
  return { is: 'list', of, type: `[]${typeName(of)}` }
}

function typeName(shape: Shape): string {
  switch (shape.is) {
    case 'struct':
    case 'list':
      return shape.type
    case 'texts':
      return 'map[string]string'
    case 'int':
      return 'int64'
    case 'any':
      return 'interface {}'
    default:
      return shape.is
  }
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
      const empty = emptyValue(inner)
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
      const place = { struct: typeText, path: path === '' ? name : `${path}.${name}` }
      const decoded = this.value(value, shape.fields[name] as Shape, place)
      if (decoded !== undefined) made[name] = decoded
    }
    return made
  }

  private value(node: Node, shape: Shape, place: Place): unknown {
    if (node.kind === SCALAR && node.tag === '!!null') return undefined
    switch (shape.is) {
      case 'any':
        return node
      case 'string':
        if (node.kind === SCALAR && node.tag === '!!str') return node.value
        break
      case 'bool':
        if (node.kind === SCALAR && node.tag === '!!bool') return node.value === 'true'
        break
      case 'int':
        if (node.kind === SCALAR && node.tag === '!!int') return node.value
        break
      case 'texts':
        if (node.kind === MAPPING) return this.texts(node, place)
        break
      case 'list':
        if (node.kind !== SEQUENCE) break
        return node.items.map((item) => this.value(item, shape.of, place) ?? emptyValue(shape.of) ?? this.empty(shape.of))
      case 'struct':
        if (node.kind === MAPPING) return this.struct(node, shape, place.path)
        break
    }
    this.wrongType(node, shape, place)
    return undefined
  }

  private empty(shape: Shape): unknown {
    return shape.is === 'struct' ? this.struct(undefined, shape) : undefined
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
    const target = struct === '' ? 'Go value' : `Go struct field ${struct}.${path}`
    this.problems.push({
      severity: 'error',
      code: 'WRONG_TYPE',
      message: `json: cannot unmarshal ${jsonKind(node, shape)} into ${target} of type ${typeName(shape)}`,
      at: [this.at(node)],
      hint: `${path} wants ${WANTED[shape.is]}`,
    })
  }
}

const WANTED: Record<Shape['is'], string> = {
  string: 'a string: quote the value',
  bool: 'true or false',
  int: 'a whole number',
  any: 'anything',
  texts: 'a map of strings',
  list: 'a list',
  struct: 'a map',
}

function jsonKind(node: Node, shape: Shape): string {
  if (node.kind === MAPPING) return 'object'
  if (node.kind === SEQUENCE) return 'array'
  if (node.tag === '!!bool') return 'bool'
  if (node.tag === '!!int' || node.tag === '!!float') return shape.is === 'int' ? `number ${'value' in node ? node.value : ''}` : 'number'
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
  const lower = written.toLowerCase()
  for (const name in fields) if (name.toLowerCase() === lower) return name
  return undefined
}

function emptyValue(shape: Shape): unknown {
  switch (shape.is) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int':
      return '0'
    case 'list':
      return shape.isOptional ? undefined : []
    default:
      return undefined
  }
}
