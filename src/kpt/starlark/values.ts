/** The values of programs. Whole numbers are exact; texts are Go's, so that lengths and positions count UTF-8 bytes. */
import { ToolError } from '../../core/error.ts'
import { trouble, type Usage } from './limits.ts'
import type { DefStatement, LambdaExpression } from './syntax.ts'

export type Value =
  | null
  | boolean
  | bigint
  | string
  | Float
  | List
  | Tuple
  | Dict
  | ValueSet
  | Range
  | Closure
  | Builtin
  | Module

export class Float {
  constructor(readonly value: number) {}
}

/** What may not be changed while a loop goes through it. */
abstract class Changeable {
  iterators = 0
  protected abstract readonly noun: string

  checkChange(verb: string): void {
    if (this.iterators > 0) throw trouble(`cannot ${verb} ${this.noun} during iteration`)
  }
}

export class List extends Changeable {
  protected readonly noun = 'list'
  constructor(readonly items: Value[]) {
    super()
  }
}

export class Tuple {
  constructor(
    readonly items: readonly Value[],
    /** Of the parts of a text: what they are called and shown as. */
    readonly origin: { type: string; text: string } | undefined = undefined,
  ) {}
}

/** What a value is found by: equal values have one key. */
type Key = string | bigint | number | boolean | null | object

export class Dict extends Changeable {
  protected readonly noun = 'hash table'
  private readonly entries = new Map<Key, { key: Value; value: Value }>()

  get size(): number {
    return this.entries.size
  }

  /** Of a value that no key can be, there is no entry. */
  has(key: Value): boolean {
    try {
      return this.get(key) !== undefined
    } catch (error) {
      if (error instanceof ToolError && error.message.startsWith('unhashable')) return false
      throw error
    }
  }

  get(key: Value): Value | undefined {
    return this.entries.get(keyOf(key))?.value
  }

  set(key: Value, value: Value): void {
    const found = keyOf(key)
    this.checkChange('insert into')
    const entry = this.entries.get(found)
    if (entry === undefined) this.entries.set(found, { key, value })
    else entry.value = value
  }

  delete(key: Value): Value | undefined {
    const found = keyOf(key)
    this.checkChange('delete from')
    const entry = this.entries.get(found)
    this.entries.delete(found)
    return entry?.value
  }

  clear(): void {
    this.checkChange('clear')
    this.entries.clear()
  }

  keys(): Value[] {
    return Array.from(this.entries.values(), ({ key }) => key)
  }

  pairs(): [key: Value, value: Value][] {
    return Array.from(this.entries.values(), ({ key, value }) => [key, value])
  }

  first(): [key: Value, value: Value] | undefined {
    for (const { key, value } of this.entries.values()) return [key, value]
    return undefined
  }
}

export class ValueSet extends Changeable {
  protected readonly noun = 'hash table'
  private readonly members = new Map<Key, Value>()

  constructor(items: Iterable<Value> = []) {
    super()
    for (const item of items) this.add(item)
  }

  get size(): number {
    return this.members.size
  }

  has(item: Value): boolean {
    return this.members.has(keyOf(item))
  }

  add(item: Value): void {
    const key = keyOf(item)
    this.checkChange('insert into')
    if (!this.members.has(key)) this.members.set(key, item)
  }

  delete(item: Value): boolean {
    const key = keyOf(item)
    this.checkChange('delete from')
    return this.members.delete(key)
  }

  clear(): void {
    this.checkChange('clear')
    this.members.clear()
  }

  values(): Value[] {
    return [...this.members.values()]
  }
}

export class Range {
  constructor(
    readonly start: bigint,
    readonly stop: bigint,
    readonly step: bigint,
    readonly length: number,
  ) {}

  at(i: number): bigint {
    return this.start + this.step * BigInt(i)
  }

  /** One by one: programs write `for _ in range(1000000)` and break out of it. */
  *items(): Generator<bigint> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }
}

/** The variables of one call, within those of the function around it. */
export interface Frame {
  slots: (Value | undefined)[]
  outer: Frame | undefined
}

export class Closure {
  constructor(
    readonly name: string,
    readonly definition: DefStatement | LambdaExpression,
    /** By parameter; undefined where a value has to be given. */
    readonly defaults: readonly (Value | undefined)[],
    readonly frame: Frame | undefined,
  ) {}
}

/** Arguments with names, in the order they were written. */
export type Named = readonly (readonly [name: string, value: Value])[]

/** What a built-in function works with. */
export interface Thread {
  usage: Usage
  print(line: string): void
  call(callee: Value, positional: readonly Value[], named: Named): Value
}

export class Builtin {
  constructor(
    readonly name: string,
    readonly run: (thread: Thread, positional: readonly Value[], named: Named) => Value,
    /** The value it is a method of. */
    readonly owner?: string,
  ) {}
}

/** Names to values: `json`, `ctx`. */
export class Module {
  constructor(
    readonly name: string,
    readonly members: ReadonlyMap<string, Value>,
    /** Whether a name that is not among them is one that the reference has. */
    readonly lacks: (name: string) => boolean = () => false,
    readonly type = 'module',
  ) {}
}

/** The reference's word for the kind of a value. */
export function typeOf(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'string') return 'string'
  if (value instanceof Float) return 'float'
  if (value instanceof List) return 'list'
  if (value instanceof Tuple) return value.origin?.type ?? 'tuple'
  if (value instanceof Dict) return 'dict'
  if (value instanceof ValueSet) return 'set'
  if (value instanceof Range) return 'range'
  if (value instanceof Closure) return 'function'
  if (value instanceof Builtin) return 'builtin_function_or_method'
  return value.type
}

export function isTruthy(value: Value): boolean {
  if (value === null) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value !== 0n
  if (typeof value === 'string') return value !== ''
  if (value instanceof Float) return value.value !== 0
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0
  if (value instanceof Dict || value instanceof ValueSet) return value.size > 0
  return value instanceof Range ? value.length > 0 : true
}

function keyOf(value: Value, level = 0): Key {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return value
  if (typeof value === 'string') return value.startsWith('\0') ? `\0${value}` : value
  if (value instanceof Float) {
    return Number.isInteger(value.value) ? BigInt(value.value) : value.value
  }
  if (value instanceof Tuple) return tupleKey(value, level)
  if (value instanceof Range) throw trouble('unhashable: range')
  if (isChangeable(value)) {
    throw trouble(`unhashable type: ${typeOf(value)}`)
  }
  return value
}

function isChangeable(value: Value): boolean {
  return value instanceof List || value instanceof Dict || value instanceof ValueSet
}

/** Longer keys, and deeper ones, would be slow to compare. */
const MOST_KEY_LENGTH = 100_000
const MOST_KEY_LEVELS = 100

/** A text that no string has for its key. */
function tupleKey({ items }: Tuple, level: number): string {
  if (level > MOST_KEY_LEVELS) throw trouble('a key as deep as this is not supported by strake')
  let text = `\0(${items.length}`
  for (const item of items) {
    const key = keyOf(item, level + 1)
    if (typeof key === 'object' && key !== null) throw trouble(`a ${typeOf(item)} in a key is not supported by strake`)
    const part = String(key)
    text += `,${typeof key}:${part.length}:${part}`
    if (text.length > MOST_KEY_LENGTH) throw trouble('a key as long as this is not supported by strake')
  }
  return text
}

export function isIterable(value: Value): boolean {
  return isSequence(value) || value instanceof Dict || value instanceof ValueSet
}

function isSequence(value: Value): value is List | Tuple | Range {
  return value instanceof List || value instanceof Tuple || value instanceof Range
}

function elementsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof List || value instanceof Tuple) return value.items
  if (value instanceof Dict) return value.keys()
  if (value instanceof ValueSet) return value.values()
  if (value instanceof Range) return [...value.items()]
  return undefined
}

/** The elements of a value, or the reference's refusal. */
export function iterate(value: Value, usage: Usage): readonly Value[] {
  if (value instanceof Range) usage.elements(value.length)
  const found = elementsOf(value)
  if (found === undefined) throw trouble(`${typeOf(value)} value is not iterable`)
  usage.step(found.length)
  return found
}

export function tuple(...items: Value[]): Tuple {
  return new Tuple(items)
}
