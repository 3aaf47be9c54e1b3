/** The values of policies: those of JSON, and sets. Whoever goes through an object or a set does so in the order of its keys. */
import { compareBytes, goQuote } from '../../core/text.ts'
import { jsonString } from '../../yaml/json.ts'

export type Value = null | boolean | number | string | readonly Value[] | RegoObject | RegoSet

/** What equal values have in common. */
type Key = null | boolean | number | string

/** An object, whose keys may be any values. */
export class RegoObject {
  private readonly entries = new Map<Key, [Value, Value]>()
  private ordered: [Value, Value][] | undefined

  static of(pairs: Iterable<readonly [Value, Value]>): RegoObject {
    const made = new RegoObject()
    for (const [key, value] of pairs) made.entries.set(keyOf(key), [key, value])
    return made
  }

  get size(): number {
    return this.entries.size
  }

  get(key: Value): Value | undefined {
    return this.entries.get(keyOf(key))?.[1]
  }

  /** By the order of keys. */
  sorted(): readonly [Value, Value][] {
    this.ordered ??= [...this.entries.values()].sort(([a], [b]) => compare(a, b))
    return this.ordered
  }
}

export class RegoSet {
  private readonly members = new Map<Key, Value>()
  private ordered: Value[] | undefined

  static of(values: Iterable<Value>): RegoSet {
    const made = new RegoSet()
    for (const value of values) made.members.set(keyOf(value), value)
    return made
  }

  get size(): number {
    return this.members.size
  }

  has(value: Value): boolean {
    return this.members.has(keyOf(value))
  }

  sorted(): readonly Value[] {
    this.ordered ??= [...this.members.values()].sort(compare)
    return this.ordered
  }
}

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

const COMPOSITE = '\u0000'

function keyOf(value: Value): Key {
  if (typeof value === 'string') return value.startsWith(COMPOSITE) ? `${COMPOSITE}${jsonString(value)}` : value
  if (value === null || typeof value !== 'object') return value
  return COMPOSITE + show(value)
}

/** The elements of a collection by their keys; undefined for what is none. */
export function elements(value: Value): readonly (readonly [Value, Value])[] | undefined {
  if (isArray(value)) return value.map((one, i) => [i, one] as const)
  if (value instanceof RegoSet) return value.sorted().map((one) => [one, one] as const)
  return value instanceof RegoObject ? value.sorted() : undefined
}

/** The element with a key; undefined when there is none. */
export function elementAt(value: Value, key: Value): Value | undefined {
  if (value instanceof RegoObject) return value.get(key)
  if (isArray(value)) return typeof key === 'number' ? value[key] : undefined
  return value instanceof RegoSet && value.has(key) ? key : undefined
}

export function typeOf(value: Value): string {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  if (value instanceof RegoObject) return 'object'
  return value instanceof RegoSet ? 'set' : typeof value
}

const ORDER = ['null', 'boolean', 'number', 'string', 'array', 'object', 'set']

/** The order of all values: by type first. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [typeOf(a), typeOf(b)]
  if (x !== y) return ORDER.indexOf(x) - ORDER.indexOf(y)
  if (typeof a === 'boolean') return a ? 1 : -1
  if (a instanceof RegoObject && b instanceof RegoObject) {
    const [left, right] = [a.sorted(), b.sorted()]
    // Keys first, then values, as far as the shorter goes.
    for (let i = 0; i < left.length && i < right.length; i++) {
      const [one, other] = [left[i] as [Value, Value], right[i] as [Value, Value]]
      const order = compare(one[0], other[0]) || compare(one[1], other[1])
      if (order !== 0) return order
    }
    return left.length - right.length
  }
  const left = a instanceof RegoSet ? a.sorted() : (a as readonly Value[])
  const right = b instanceof RegoSet ? b.sorted() : (b as readonly Value[])
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = compare(left[i] as Value, right[i] as Value)
    if (order !== 0) return order
  }
  return left.length - right.length
}

export function equal(a: Value, b: Value): boolean {
  return compare(a, b) === 0
}

/** A value as policies write it: `{"a": [1, true]}`, `{1, 2}`, `set()`. */
export function show(value: Value): string {
  if (typeof value === 'string') return goQuote(value)
  if (value instanceof RegoSet) return value.size === 0 ? 'set()' : `{${value.sorted().map(show).join(', ')}}`
  if (isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value instanceof RegoObject) {
    return `{${value
      .sorted()
      .map(([key, one]) => `${show(key)}: ${show(one)}`)
      .join(', ')}}`
  }
  return typeof value === 'number' ? showNumber(value) : String(value)
}

/** A number as Go prints the shortest text that reads back as it. */
function showNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}

/** Plain data of JSON as a value. */
export function fromJson(data: unknown): Value {
  if (Array.isArray(data)) return data.map(fromJson)
  if (data === null || typeof data !== 'object') return data as Value
  return RegoObject.of(Object.entries(data).map(([key, value]) => [key, fromJson(value)] as const))
}

/** A value as JSON has it: sets are lists, and keys texts. */
export function toJsonText(value: Value): string {
  if (isArray(value)) return `[${value.map(toJsonText).join(',')}]`
  if (value instanceof RegoSet) return `[${value.sorted().map(toJsonText).join(',')}]`
  if (value instanceof RegoObject) {
    const name = (key: Value) => (typeof key === 'string' ? key : toJsonText(key))
    const fields = value.sorted().map(([key, one]) => [name(key), one] as const)
    fields.sort(([a], [b]) => compareBytes(a, b))
    return `{${fields.map(([key, one]) => `${jsonString(key)}:${toJsonText(one)}`).join(',')}}`
  }
  return typeof value === 'string' ? jsonString(value) : show(value)
}
