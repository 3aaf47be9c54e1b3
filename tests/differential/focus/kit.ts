/** What the focused generators share: literals of YAML in which strings are source text. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { list, map, printYaml, scalar, type Yaml } from '../yaml-text.ts'

export type Literal = string | Yaml | undefined | Literal[] | { [key: string]: Literal }

const NODE_TYPES = ['scalar', 'block', 'list', 'map']

function isNode(literal: object): literal is Yaml {
  return 'type' in literal && NODE_TYPES.includes(literal.type as string)
}

/** A literal as a tree; fields that are undefined are left out. */
export function node(literal: Literal): Yaml {
  if (literal === undefined) return scalar('null')
  if (typeof literal === 'string') return scalar(literal)
  if (Array.isArray(literal)) return list(literal.filter((item) => item !== undefined).map(node))
  if (isNode(literal)) return literal
  const entries = Object.entries(literal).filter(([, value]) => value !== undefined)
  return map(Object.fromEntries(entries.map(([key, value]) => [key, node(value)])))
}

export const print = (literal: Literal): string => printYaml(node(literal))
export const documents = (literals: Literal[]): string => literals.map(print).join('---\n')
export const quoted = (text: string): string => JSON.stringify(text)
/** A text as a literal block. */
export const blockOf = (text: string): Yaml => ({ type: 'block', header: '|', lines: text.split('\n').slice(0, -1) })

/** Present once in so many times. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>, times = 4): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: Math.round(10 * (times - 1)), arbitrary: fc.constant(undefined) }, { weight: 10, arbitrary })
export const usually = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, times = 15): fc.Arbitrary<T> =>
  fc.oneof({ weight: times - 1, arbitrary: common }, { weight: 1, arbitrary: rare })
export const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
export const some = <T>(arbitrary: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength, maxLength })
/** An object of a kind, with what else it has. */
export function object(apiVersion: string, kind: string, name: string, rest: { [key: string]: Literal } = {}): Literal {
  const { metadata, ...fields } = rest
  return { apiVersion, kind, metadata: { name, ...(metadata as object) }, ...fields }
}

/** A tree whose files may be left out. */
export function treeOf(files: Record<string, string | undefined>, args: string[]): Tree {
  const present = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { files: Object.fromEntries(present), args }
}
