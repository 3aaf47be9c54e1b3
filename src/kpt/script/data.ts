/** Resources as plain data for scripts, and back. */
import { fail, type ToolError } from '../../core/error.ts'
import { ID, pairedAnnotation } from '../../krm/path-annotations.ts'
import { stringScalar } from '../../yaml/edit.ts'
import { formatFloat, parseFloatText } from '../../yaml/floats.ts'
import {
  DOUBLE,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  type ScalarStyle,
  SEQUENCE,
  Sequence,
  SINGLE,
} from '../../yaml/node.ts'
import { isTrue, parseInteger, resolvePlain, resolvePlain11, tagOf } from '../../yaml/resolve.ts'

function trouble(message: string): ToolError {
  return fail('SCRIPT', message)
}

/**
 * What a script sees of a node.
 *
 * @example toData(parse(new Source('', 'a: [1, x]\n')).root) // { a: [1, 'x'] }
 */
export function toData(node: Node): unknown {
  if (node.kind === SEQUENCE) return node.items.map(toData)
  if (node.kind === MAPPING) {
    // An object without a prototype holds `__proto__` as any other key.
    const made: Record<string, unknown> = Object.create(null)
    for (const [i, key] of node.keys.entries()) {
      if (key.kind !== SCALAR) throw trouble('a key that is a list or an object is not supported')
      if (Object.hasOwn(made, key.value)) {
        throw trouble(`an object with the key "${key.value}" twice is not supported`)
      }
      made[key.value] = toData(node.values[i] as Node)
    }
    return made
  }
  if (node.kind !== SCALAR) throw trouble('an alias is not supported')
  return leafData(node)
}

function leafData(node: Scalar): unknown {
  const { value } = node
  switch (tagOf(node)) {
    case '!!null':
      return null
    case '!!bool':
      return isTrue(value)
    case '!!int': {
      const whole = parseInteger(value)
      if (whole === undefined) return value
      return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
    }
    case '!!float':
      return parseFloatText(value)
  }
  return value
}

/** How deep an object of a script may nest, and how many values there may be in all. */
const MOST_LEVELS = 500
const MOST_VALUES = 2_000_000

/** Nodes of the data that a script left. */
export class DataReader {
  private count = 0
  private readonly path: string[] = []
  private readonly known = new Map<string, Node>()

  /** @param given What the script was given: what still says the same keeps its writing, such as `0x10` or `1.0`. */
  constructor(given: readonly Node[]) {
    for (const item of given) {
      const id = item.kind === MAPPING ? pairedAnnotation(item, ID) : undefined
      if (id !== undefined) this.known.set(id, item)
    }
  }

  items(values: unknown): Node[] {
    if (!Array.isArray(values)) throw trouble('`items` has to be a list of resources')
    return values.map((value, i) => this.inside(`items[${i}]`, () => this.node(value, this.before(value))))
  }

  results(values: unknown): Node | undefined {
    if (values === undefined || values === null) return undefined
    if (!Array.isArray(values)) throw trouble('a function returns a list of results, or nothing')
    return values.length === 0 ? undefined : this.inside('results', () => this.node(values, undefined))
  }

  private before(value: unknown): Node | undefined {
    const annotations = isObject(value) && isObject(value.metadata) ? value.metadata.annotations : undefined
    const id = isObject(annotations) ? (annotations[ID.key] ?? annotations[ID.legacy]) : undefined
    return typeof id === 'string' ? this.known.get(id) : undefined
  }

  private node(value: unknown, before: Node | undefined): Node {
    if (++this.count > MOST_VALUES) throw trouble(`a script may leave no more than ${MOST_VALUES} values`)
    if (this.path.length > MOST_LEVELS) {
      throw trouble(`${this.path[0]} nests more than ${MOST_LEVELS} levels deep, or contains itself`)
    }
    if (Array.isArray(value)) return this.list(value, before?.kind === SEQUENCE ? before.items : [])
    if (isObject(value)) return this.mapping(value, before?.kind === MAPPING ? before : undefined)
    if (before?.kind === SCALAR && Object.is(leafData(before), value)) {
      const kept = new Scalar(before.value, before.style)
      kept.tag = tagOf(before)
      return kept
    }
    if (typeof value === 'string') return textNode(value, before?.kind === SCALAR ? before.style : PLAIN)
    return this.leaf(value)
  }

  private list(values: readonly unknown[], before: readonly Node[]): Sequence {
    const partners = before.length === values.length ? before : sameElements(before, values)
    const items = values.map((value, i) => this.inside(`[${i}]`, () => this.node(value, partners[i])))
    return new Sequence(items)
  }

  private mapping(values: Record<string, unknown>, before: Mapping | undefined): Mapping {
    const made = new Mapping()
    const places = new Map<string, number>()
    before?.keys.forEach((key, i) => {
      if (key.kind === SCALAR) places.set(key.value, i)
    })
    // Objects put keys that look like numbers first: what was there keeps its place.
    const names = [...places.keys()].filter((name) => Object.hasOwn(values, name))
    for (const name of Object.keys(values)) if (!places.has(name)) names.push(name)
    for (const name of names) {
      const value = values[name]
      if (value === undefined) continue
      const place = places.get(name)
      const old = place === undefined ? undefined : before?.values[place]
      made.keys.push(textNode(name, PLAIN))
      made.values.push(this.inside(`.${name}`, () => this.node(value, old)))
    }
    return made
  }

  private leaf(value: unknown): Scalar {
    if (value === null) return typed('null', '!!null')
    if (typeof value === 'boolean') return typed(String(value), '!!bool')
    if (typeof value === 'bigint' || Number.isSafeInteger(value)) {
      const text = String(value)
      if (parseInteger(text) === undefined) throw trouble(`${this.path.join('')} does not fit into 64 bits`)
      return typed(text, '!!int')
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
      const text = formatFloat(value)
      return typed(text, resolvePlain(text))
    }
    throw trouble(`${this.path.join('')} is no value of YAML: ${nameOf(value)}`)
  }

  private inside<T>(part: string, action: () => T): T {
    this.path.push(part)
    const made = action()
    this.path.pop()
    return made
  }
}

/** Where elements came or went: those that are still there, each with what it was. */
function sameElements(before: readonly Node[], values: readonly unknown[]): (Node | undefined)[] {
  const waiting = new Map<string, Node[]>()
  for (const node of before) {
    const sign = signOf(toData(node))
    const nodes = waiting.get(sign)
    if (nodes === undefined) waiting.set(sign, [node])
    else nodes.push(node)
  }
  return values.map((value) => waiting.get(signOf(value))?.shift())
}

/** A name tells elements apart that were changed inside; for others it is all that they hold. */
function signOf(value: unknown): string {
  if (isObject(value) && typeof value.name === 'string') return `name ${value.name}`
  return isObject(value) || Array.isArray(value) ? '' : `${typeof value} ${String(value)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : String(value)
}

/** A text in the quotes it had; words that older readers take for booleans (`yes`) always get some. */
function textNode(text: string, before: ScalarStyle): Scalar {
  const isQuoted = before === SINGLE || before === DOUBLE
  return stringScalar(text, isQuoted ? before : resolvePlain11(text) === '!!str' ? PLAIN : DOUBLE)
}

function typed(text: string, tag: string): Scalar {
  const made = new Scalar(text, PLAIN)
  made.tag = tag
  return made
}
