/** The functions that every policy has. One that is given what it is not made for has no value. */
import type { Builtin, BuiltinRow, WordType } from './builtin.ts'
import { collectionBuiltins } from './builtin-collections.ts'
import { numberBuiltins } from './builtin-numbers.ts'
import { patternBuiltins } from './builtin-patterns.ts'
import { textBuiltins } from './builtin-texts.ts'
import { isArray, RegoObject, RegoSet, type Value } from './values.ts'

/** @example builtins().get('count')?.call([[1, 2]], new Usage()) // 2 */
export function builtins(): Map<string, Builtin> {
  const tables = [collectionBuiltins(), textBuiltins(), numberBuiltins(), patternBuiltins()]
  return new Map(tables.flat().map((one) => [one[0], checked(one)]))
}

function checked([, types, run]: BuiltinRow): Builtin {
  return {
    words: types,
    call: (words, usage) =>
      words.every((word, i) => isOf(types[i] as WordType, word)) ? run(words as never, usage) : undefined,
  }
}

function isOf(type: WordType, value: Value): boolean {
  switch (type) {
    case 'any':
      return true
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'array':
      return isArray(value)
    case 'set':
      return value instanceof RegoSet
    case 'object':
      return value instanceof RegoObject
    case 'list':
      return isArray(value) || value instanceof RegoSet
    case 'collection':
      return isArray(value) || value instanceof RegoSet || value instanceof RegoObject
  }
}
