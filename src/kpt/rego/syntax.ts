/** A policy as it is written: what the parser makes, before names mean anything. */
import type { Value } from './values.ts'

export interface Position {
  line: number
  /** In UTF-16 units, from 1. */
  column: number
}

export type Term = { at: Position } & (
  | { kind: 'value'; value: Value }
  | { kind: 'name'; name: string }
  | { kind: 'array' | 'set'; items: Term[] }
  | { kind: 'object'; keys: Term[]; values: Term[] }
  | { kind: 'reference'; head: Term; path: Term[] }
  | { kind: 'call'; name: string; words: Term[] }
  | { kind: 'comprehension'; of: 'array' | 'set' | 'object'; key?: Term; value: Term; body: Body }
)

export type Body = Literal[]

export type Literal = { at: Position } & (
  | { kind: 'test'; term: Term }
  | { kind: 'not'; literal: Literal }
  /** `=`, or `:=`, which makes the names on its left. */
  | { kind: 'unify'; left: Term; right: Term; declares: boolean }
  | { kind: 'some'; names: string[] }
  | { kind: 'some in'; key: Term | undefined; value: Term; domain: Term }
  | { kind: 'every'; key: Term | undefined; value: Term; domain: Term; body: Body }
)

/** One rule of a policy; rules of one name belong together. */
export interface RuleSyntax {
  name: string
  form: 'complete' | 'function' | 'set' | 'object' | 'default'
  words: Term[]
  key: Term | undefined
  value: Term
  body: Body
  /** Tried in turn when the body does not hold. */
  otherwise: RuleSyntax | undefined
  at: Position
}

export interface ModuleSyntax {
  /** `lib.strings` */
  package: string
  /** What a name in the module stands for: `data.lib.strings`, `input.review`. */
  imports: Map<string, { path: string[]; at: Position }>
  rules: RuleSyntax[]
}
