/** Resources as values of a program, and back. */

import { stringScalar } from '../../yaml/edit.ts'
import { formatFloat, parseFloatText } from '../../yaml/floats.ts'
import {
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../../yaml/node.ts'
import { isTrue, parseInteger, tagOf } from '../../yaml/resolve.ts'
import { trouble } from '../starlark/limits.ts'
import { Dict, Float, List, Tuple, typeOf, type Value, ValueSet } from '../starlark/values.ts'

/** The value that a program sees of a node. */
export function toValue(node: Node): Value {
  if (node.kind === SEQUENCE) return new List(node.items.map(toValue))
  if (node.kind === MAPPING) {
    const dict = new Dict()
    for (const [i, key] of node.keys.entries()) {
      if (key.kind !== SCALAR) throw trouble('a key that is a list or an object is not supported by strake')
      if (dict.get(key.value) !== undefined)
        throw trouble(`an object with the key "${key.value}" twice is not supported by strake`)
      dict.set(key.value, toValue(node.values[i] as Node))
    }
    return dict
  }
  if (node.kind !== SCALAR) throw trouble(`an alias is not supported by strake`)
  const { value } = node
  switch (tagOf(node)) {
    case '!!null':
      return null
    case '!!bool':
      return isTrue(value)
    case '!!int':
      return parseInteger(value) ?? value
    case '!!float':
      return new Float(parseFloatText(value))
  }
  return value
}

/** How deep an object that a program made may nest, and how much there may be in it. */
const MOST_LEVELS = 500
const MOST_NODES = 2_000_000

export class NodeMaker {
  private count = 0
  private depth = 0

  /** The node of a value. What is still what `before` says keeps its writing: `0x10`, `1e3`, a date. */
  node(value: Value, before: Node | undefined): Node {
    if (++this.count > MOST_NODES) throw trouble(`items of more than ${MOST_NODES} values are not supported by strake`)
    if (++this.depth > MOST_LEVELS) {
      throw trouble(
        `an item that nests more than ${MOST_LEVELS} levels deep, or contains itself, is not supported by strake`,
      )
    }
    const made = this.make(value, before)
    this.depth--
    return made
  }

  private make(value: Value, before: Node | undefined): Node {
    if (value instanceof Dict) return this.mapping(value, before)
    if (value instanceof List || value instanceof Tuple) {
      const old = before?.kind === SEQUENCE ? before.items : []
      return new Sequence(value.items.map((item, i) => this.node(item, old[i])))
    }
    if (before?.kind === SCALAR && isSame(value, toValue(before))) {
      const kept = new Scalar(before.value)
      kept.tag = tagOf(before)
      return kept
    }
    return leaf(value)
  }

  private mapping(dict: Dict, before: Node | undefined): Mapping {
    const made = new Mapping()
    for (const [key, value] of dict.pairs()) {
      if (typeof key !== 'string')
        throw trouble(`a key that is no string but ${typeOf(key)} is not supported by strake`)
      const i = before?.kind === MAPPING ? indexOfField(before, key) : -1
      made.keys.push(stringScalar(key))
      made.values.push(this.node(value, before?.kind === MAPPING ? before.values[i] : undefined))
    }
    return made
  }
}

function isSame(a: Value, b: Value): boolean {
  return a instanceof Float && b instanceof Float ? Object.is(a.value, b.value) : a === b
}

function leaf(value: Value): Scalar {
  if (value === null) return typed('null', '!!null')
  if (typeof value === 'string') return stringScalar(value)
  if (typeof value === 'boolean') return typed(String(value), '!!bool')
  if (typeof value === 'bigint') {
    const text = value.toString()
    if (parseInteger(text) === undefined) throw trouble(`the int ${text.slice(0, 40)} does not fit into 64 bits`)
    return typed(text, '!!int')
  }
  if (value instanceof Float) {
    if (!Number.isFinite(value.value))
      throw trouble('a float that is no number or infinite is not supported in items by strake')
    return typed(formatFloat(value.value), '!!float')
  }
  if (value instanceof ValueSet) throw trouble("sets aren't yet supported")
  throw trouble(`unrecognized starlark type: ${typeOf(value)}`)
}

function typed(text: string, tag: string): Scalar {
  const made = new Scalar(text, PLAIN)
  made.tag = tag
  return made
}
