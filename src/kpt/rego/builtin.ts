/** What a built-in function is, and how tables of them are written. */
import type { Usage } from './limits.ts'
import { type RegoObject, RegoSet, type Value } from './values.ts'

/** What a word of a function may be; `list` is an array or a set. */
export type WordType = 'any' | 'string' | 'number' | 'array' | 'set' | 'object' | 'list' | 'collection'

export interface Builtin {
  words: readonly WordType[]
  /** Undefined when there is no value. */
  call(words: readonly Value[], usage: Usage): Value | undefined
}

/** Its words are of the types that it asks for when it is run. */
type Run = (words: never, usage: Usage) => Value | undefined

export type BuiltinRow = readonly [name: string, words: readonly WordType[], run: Run]

/** A row of a table, its words typed for the function that takes them. */
export function row<const W extends readonly WordType[]>(
  name: string,
  words: W,
  run: (words: { [I in keyof W]: TypeOf<W[I]> }, usage: Usage) => Value | undefined,
): BuiltinRow {
  return [name, words, run as Run]
}

type TypeOf<W> = W extends 'string'
  ? string
  : W extends 'number'
    ? number
    : W extends 'array'
      ? readonly Value[]
      : W extends 'set'
        ? RegoSet
        : W extends 'object'
          ? RegoObject
          : W extends 'list'
            ? readonly Value[] | RegoSet
            : Value

/** The elements of an array, or of a set in their order. */
export function listOf(value: readonly Value[] | RegoSet): readonly Value[] {
  return value instanceof RegoSet ? value.sorted() : value
}
