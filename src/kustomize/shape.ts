/**
 * Typed decoding of JSON-typed trees, with the messages of Go's JSON decoder (build 1.2). A shape says what a value may
 * be and what Go calls its type; problems are gathered, in the order in which the reference would meet them.
 */
import { type Diagnostic, ToolError } from '../core/error.ts'
import type { Location, Source } from '../core/source.ts'
import { compareBytes } from '../core/text.ts'
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../yaml/node.ts'
import { type Place, type Problem, unknownField, wrongRoot, wrongType } from './shape-problems.ts'

export type Shape = (
  | { is: 'bool' | 'int'; type: string }
  | { is: 'string'; type: string; isOptional?: true }
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

export const STRING: Shape & { is: 'string' } = { is: 'string', type: 'string' }
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

/** A struct that few files have: its fields are made when one does. */
export function laterStruct(type: string, fields: () => Fields): StructShape {
  return {
    is: 'struct',
    type,
    get fields() {
      return fields()
    },
  }
}

/** Fields that Go's struct takes over from a struct of this name inside it. */
export function embedded(name: string, fields: Fields): Fields {
  const made: Record<string, Shape> = {}
  for (const [key, shape] of Object.entries(fields)) made[key] = { ...shape, via: `${name}.${shape.via ?? ''}` }
  return made
}

/** Before what is wrong with a file that a kustomization refers to. */
export const IN_FILE = 'error unmarshaling JSON: while decoding JSON: '

/** Decodes structs into plain objects: text fields '' and flags false when absent, lists empty, the rest undefined. */
export class Decoder {
  readonly problems: Diagnostic[] = []

  private readonly strict: boolean
  private readonly converts: boolean

  constructor(
    private readonly source: Source,
    options: {
      /** Unknown fields are problems. */
      strict?: boolean
      /** Numbers and booleans where texts belong are taken for their text, as long as no field is embedded. */
      converts?: boolean
    },
  ) {
    this.strict = options.strict === true
    this.converts = options.converts === true
  }

  /** The struct that a whole file, or an item of it, is. */
  root(node: Node | undefined, shape: StructShape): Record<string, unknown> {
    if (node !== undefined && node.kind !== MAPPING && !isNull(node)) {
      this.problem(node, wrongRoot(node, shape))
    }
    return this.struct(node, shape)
  }

  /** Refuses to go on when there were problems: the first one's message after the prefix, the others along with it. */
  finish(prefix: string): void {
    const [first, ...also] = this.problems
    if (first === undefined) return
    throw new ToolError(first.code, `${prefix}${first.message}`, { at: first.at, hint: first.hint, also })
  }

  struct(node: Node | undefined, shape: StructShape, path = '', converts = this.converts): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    const { fields } = shape
    for (const name in fields) {
      const empty = this.empty(fields[name] as Shape)
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
      const name = fieldName(fields, written)
      if (name === undefined) {
        if (this.strict) this.problem(key, unknownField(written, Object.keys(fields)))
        continue
      }
      const inner = fields[name] as Shape
      const shown = `${inner.via ?? ''}${name}`
      const place: Place = {
        struct: typeText,
        path: path === '' ? shown : `${path}.${shown}`,
        converts: converts && inner.via === undefined,
      }
      const decoded = this.value(value, inner, place)
      if (decoded !== undefined) made[name] = decoded
    }
    return made
  }

  private value(node: Node, shape: Shape, place: Place): unknown {
    if (isNull(node)) return undefined
    switch (shape.is) {
      case 'map':
        if (node.kind === MAPPING) return node
        break
      case 'string':
        if (node.kind !== SCALAR) break
        if (node.tag === '!!str' || place.converts) return node.value
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
        if (node.kind === MAPPING) return this.struct(node, shape, place.path, place.converts)
        break
    }
    this.problem(node, wrongType(node, shape, place))
    return undefined
  }

  /** What a field holds when it is absent or null. */
  private empty(shape: Shape): unknown {
    switch (shape.is) {
      case 'string':
        return shape.isOptional ? undefined : ''
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

  private problem(node: Node, { message, code = 'WRONG_TYPE', hint }: Problem) {
    const found: Diagnostic = { severity: 'error', code, message, at: [this.at(node)] }
    if (hint !== undefined) found.hint = hint
    this.problems.push(found)
  }
}

/** Scalars are JSON-typed: a null has no other form. */
function isNull(node: Node): boolean {
  return node.kind === SCALAR && node.tag === '!!null'
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
export function fieldName(fields: Fields, written: string): string | undefined {
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
