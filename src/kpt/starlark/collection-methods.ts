/** Methods of lists, dicts and sets. */

import type { Method } from './arguments.ts'
import { areEqual } from './compare.ts'
import { trouble, type Usage } from './limits.ts'
import { span } from './places.ts'
import { Dict, isIterable, iterate, List, type Named, tuple, typeOf, type Value, ValueSet } from './values.ts'

export const listMethods: Record<string, Method<List>> = {
  append: [
    'object any',
    (list, { usage }, [value]) => {
      list.checkChange('append to')
      usage.memory(16)
      list.items.push(value as Value)
      return null
    },
  ],
  clear: [
    '',
    (list) => {
      list.checkChange('clear')
      list.items.length = 0
      return null
    },
  ],
  extend: [
    'iterable iterable',
    (list, { usage }, [given]) => {
      extend(list, given as Value, usage)
      return null
    },
  ],
  index: [
    'value any, start? int|None, end? int|None',
    (list, { usage }, [value, start = null, end = null]) => {
      const [from, to] = span(start, end, list.items.length, 'index')
      for (let i = from; i < to; i++) if (areEqual(list.items[i] as Value, value as Value, usage)) return BigInt(i)
      throw trouble('index: value not in list')
    },
  ],
  insert: [
    'index int, object any',
    (list, { usage }, [index, value]) => {
      list.checkChange('insert into')
      const { length } = list.items
      usage.memory(16)
      usage.step(length)
      const given = Number(index)
      list.items.splice(Math.min(Math.max(given < 0 ? given + length : given, 0), length), 0, value as Value)
      return null
    },
  ],
  pop: [
    'index? int',
    (list, { usage }, [index]) => {
      const { length } = list.items
      const given = index === undefined ? length - 1 : Number(index)
      const i = given < 0 ? given + length : given
      if (i < 0 || i >= length) {
        throw trouble(
          length === 0
            ? `pop: index ${given} out of range: empty list`
            : `pop: list index ${given} out of range [${-length}:${length - 1}]`,
        )
      }
      list.checkChange('pop from')
      usage.step(length - i)
      return list.items.splice(i, 1)[0] as Value
    },
  ],
  remove: [
    'value any',
    (list, { usage }, [value]) => {
      list.checkChange('remove from')
      const i = list.items.findIndex((one) => areEqual(one, value as Value, usage))
      if (i < 0) throw trouble('remove: element not found')
      usage.step(list.items.length)
      list.items.splice(i, 1)
      return null
    },
  ],
}

/** Adds the elements of a value behind those of a list. */
export function extend(list: List, given: Value, usage: Usage): void {
  list.checkChange('extend')
  const items = [...iterate(given, usage)]
  usage.elements(items.length)
  for (const item of items) list.items.push(item)
}

export const dictMethods: Record<string, Method<Dict>> = {
  clear: [
    '',
    (dict) => {
      dict.clear()
      return null
    },
  ],
  get: ['key any, default? any', (dict, _, [key, absent = null]) => dict.get(key as Value) ?? absent],
  items: [
    '',
    (dict, { usage }) => {
      usage.elements(dict.size * 3)
      return new List(dict.pairs().map(([key, value]) => tuple(key, value)))
    },
  ],
  keys: [
    '',
    (dict, { usage }) => {
      usage.elements(dict.size)
      return new List(dict.keys())
    },
  ],
  pop: [
    'key any, default? any',
    (dict, _, [key, absent]) => {
      dict.checkChange('delete from')
      const value = dict.has(key as Value) ? dict.delete(key as Value) : absent
      if (value === undefined) throw trouble('pop: missing key')
      return value
    },
  ],
  popitem: [
    '',
    (dict) => {
      const first = dict.first()
      if (first === undefined) throw trouble('popitem: empty dict')
      dict.delete(first[0])
      return tuple(...first)
    },
  ],
  setdefault: [
    'key any, default? any',
    (dict, { usage }, [key, absent = null]) => {
      const found = dict.get(key as Value)
      if (found !== undefined) return found
      usage.memory(48)
      dict.set(key as Value, absent)
      return absent
    },
  ],
  values: [
    '',
    (dict, { usage }) => {
      usage.elements(dict.size)
      return new List(dict.pairs().map(([, value]) => value))
    },
  ],
}

/** Puts pairs and named arguments into a dict; `name` is the function that does it. */
export function update(dict: Dict, name: string, positional: readonly Value[], named: Named, usage: Usage): void {
  if (positional.length > 1) throw trouble(`${name}: got ${positional.length} arguments, want at most 1`)
  const [given] = positional
  if (given instanceof Dict) {
    usage.elements(given.size * 3)
    for (const [key, value] of given.pairs()) dict.set(key, value)
  } else if (given !== undefined) {
    if (!isIterable(given)) throw trouble(`${name}: got ${typeOf(given)}, want iterable`)
    for (const [i, pair] of iterate(given, usage).entries()) {
      if (!isIterable(pair)) {
        throw trouble(`${name}: dictionary update sequence element #${i} is not iterable (${typeOf(pair)})`)
      }
      const items = iterate(pair, usage)
      if (items.length !== 2) {
        throw trouble(`${name}: dictionary update sequence element #${i} has length ${items.length}, want 2`)
      }
      usage.memory(48)
      dict.set(items[0] as Value, items[1] as Value)
    }
  }
  for (const [key, value] of named) dict.set(key, value)
}

export const setMethods: Record<string, Method<ValueSet>> = {
  add: [
    'elem any',
    (set, { usage }, [value]) => {
      usage.memory(32)
      set.add(value as Value)
      return null
    },
  ],
  clear: [
    '',
    (set) => {
      set.clear()
      return null
    },
  ],
  difference: [
    'other iterable',
    (set, { usage }, [other]) => {
      const others = asSet(other as Value, usage)
      return new ValueSet(set.values().filter((one) => !others.has(one)))
    },
  ],
  discard: [
    'elem any',
    (set, _, [value]) => {
      set.delete(value as Value)
      return null
    },
  ],
  intersection: [
    'other iterable',
    (set, { usage }, [other]) => {
      const others = asSet(other as Value, usage)
      return new ValueSet(set.values().filter((one) => others.has(one)))
    },
  ],
  issubset: [
    'other iterable',
    (set, { usage }, [other]) => {
      const others = asSet(other as Value, usage)
      return set.values().every((one) => others.has(one))
    },
  ],
  issuperset: [
    'other iterable',
    (set, { usage }, [other]) =>
      asSet(other as Value, usage)
        .values()
        .every((one) => set.has(one)),
  ],
  pop: [
    '',
    (set) => {
      const [first] = set.values()
      if (first === undefined) throw trouble('pop: empty set')
      set.delete(first)
      return first
    },
  ],
  remove: [
    'elem any',
    (set, _, [value]) => {
      if (!set.delete(value as Value)) throw trouble('remove: missing key')
      return null
    },
  ],
  symmetric_difference: [
    'other iterable',
    (set, { usage }, [other]) => {
      const others = asSet(other as Value, usage)
      const own = set.values().filter((one) => !others.has(one))
      return new ValueSet([...own, ...others.values().filter((one) => !set.has(one))])
    },
  ],
  union: [
    'other iterable',
    (set, { usage }, [other]) => {
      usage.elements(set.size)
      return new ValueSet([...set.values(), ...asSet(other as Value, usage).values()])
    },
  ],
}

function asSet(value: Value, usage: Usage): ValueSet {
  const items = iterate(value, usage)
  usage.memory(items.length * 32)
  return new ValueSet(items)
}
