/** Comparison, types, and what is done with arrays, sets and objects. */
import { type BuiltinRow, listOf, row } from './builtin.ts'
import { compare, elementAt, elements, equal, isArray, RegoObject, RegoSet, typeOf, type Value } from './values.ts'

export function collectionBuiltins(): BuiltinRow[] {
  const typeChecks = ['null', 'boolean', 'number', 'string', 'array', 'object', 'set'].map((type) =>
    row(`is_${type}`, ['any'], ([value]) => typeOf(value) === type),
  )
  return [
    ...typeChecks,
    row('type_name', ['any'], ([value]) => typeOf(value)),
    row('equal', ['any', 'any'], ([a, b]) => equal(a, b)),
    row('neq', ['any', 'any'], ([a, b]) => !equal(a, b)),
    row('lt', ['any', 'any'], ([a, b]) => compare(a, b) < 0),
    row('gt', ['any', 'any'], ([a, b]) => compare(a, b) > 0),
    row('lte', ['any', 'any'], ([a, b]) => compare(a, b) <= 0),
    row('gte', ['any', 'any'], ([a, b]) => compare(a, b) >= 0),
    row('internal.member_2', ['any', 'any'], ([one, all]) => isMember(one, all)),
    row('or', ['set', 'set'], ([a, b]) => RegoSet.of([...a.sorted(), ...b.sorted()])),
    row('and', ['set', 'set'], ([a, b]) => RegoSet.of(a.sorted().filter((one) => b.has(one)))),
    row('set', [], () => RegoSet.of([])),
    row('set_diff', ['set', 'set'], ([a, b]) => without(a, b)),
    row('union', ['set'], ([sets]) => {
      const all = sets.sorted()
      return all.every((one) => one instanceof RegoSet) ? RegoSet.of(all.flatMap((one) => one.sorted())) : undefined
    }),
    row('intersection', ['set'], ([sets]) => {
      const [first, ...others] = sets.sorted()
      if (first === undefined) return RegoSet.of([])
      if (!(first instanceof RegoSet)) return undefined
      return RegoSet.of(first.sorted().filter((one) => others.every((set) => set instanceof RegoSet && set.has(one))))
    }),
    row('count', ['any'], ([value]) => {
      if (typeof value === 'string') return [...value].length
      if (isArray(value)) return value.length
      return value instanceof RegoObject || value instanceof RegoSet ? value.size : undefined
    }),
    row('max', ['list'], ([list]) => listOf(list).toSorted(compare).at(-1)),
    row('min', ['list'], ([list]) => listOf(list).toSorted(compare)[0]),
    row('sort', ['list'], ([list]) => listOf(list).toSorted(compare)),
    row('all', ['list'], ([list]) => listOf(list).every((one) => one === true)),
    row('any', ['list'], ([list]) => listOf(list).some((one) => one === true)),
    row('array.concat', ['array', 'array'], ([a, b]) => [...a, ...b]),
    row('array.reverse', ['array'], ([list]) => list.toReversed()),
    row('array.slice', ['array', 'number', 'number'], ([list, from, to]) =>
      list.slice(Math.max(from, 0), Math.max(to, 0)),
    ),
    row('object.get', ['object', 'any', 'any'], ([object, key, otherwise]) => {
      let at: Value | undefined = object
      for (const part of isArray(key) ? key : [key]) at = at === undefined ? at : elementAt(at, part)
      return at === undefined ? otherwise : at
    }),
    row('object.keys', ['object'], ([object]) => RegoSet.of(object.sorted().map(([key]) => key))),
    row('object.remove', ['object', 'collection'], ([object, keys]) => {
      const named = keysIn(keys)
      return RegoObject.of(object.sorted().filter(([key]) => !named.has(key)))
    }),
    row('object.filter', ['object', 'collection'], ([object, keys]) => {
      const named = keysIn(keys)
      return RegoObject.of(object.sorted().filter(([key]) => named.has(key)))
    }),
    row('object.union', ['object', 'object'], ([a, b]) => merged(a, b)),
  ]
}

function isMember(one: Value, all: Value): boolean {
  if (all instanceof RegoSet) return all.has(one)
  return (elements(all) ?? []).some(([, value]) => equal(value, one))
}

/** The members of a set that another one has not. */
export function without(a: RegoSet, b: RegoSet): RegoSet {
  return RegoSet.of(a.sorted().filter((one) => !b.has(one)))
}

function keysIn(keys: Value): RegoSet {
  if (keys instanceof RegoObject) return RegoSet.of(keys.sorted().map(([key]) => key))
  return RegoSet.of(listOf(keys as readonly Value[] | RegoSet))
}

/** Of keys that both have, objects are merged; otherwise the second one's value counts. */
function merged(a: RegoObject, b: RegoObject): RegoObject {
  const added = b.sorted().map(([key, value]) => {
    const before = a.get(key)
    const both = before instanceof RegoObject && value instanceof RegoObject
    return [key, both ? merged(before, value) : value] as const
  })
  return RegoObject.of([...a.sorted(), ...added])
}
