/** The tree of a program. `at` is where the reference says that something is. */
import type { Position } from './limits.ts'

export type Statement =
  | { kind: 'expression'; at: Position; value: Expression }
  | { kind: 'assign'; at: Position; target: Expression; operator: string; value: Expression }
  | { kind: 'if'; at: Position; condition: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'for'; at: Position; target: Expression; values: Expression; body: Statement[] }
  | { kind: 'while'; at: Position; condition: Expression; body: Statement[] }
  | { kind: 'break' | 'continue' | 'pass'; at: Position }
  | { kind: 'return'; at: Position; value: Expression | undefined }
  | LoadStatement
  | DefStatement

export interface LoadStatement {
  kind: 'load'
  at: Position
  module: string
  names: { local: Name; name: string; at: Position }[]
}

export interface DefStatement extends Signature {
  kind: 'def'
  at: Position
  name: Name
  body: Statement[]
}

export interface LambdaExpression extends Signature {
  kind: 'lambda'
  at: Position
  result: Expression
}

/** What the parser reads of a function, and what the resolver finds out: the number of its variables. */
interface Signature {
  parameters: Parameter[]
  slots: number
}

export interface Parameter {
  /** `star` without a name only separates. */
  kind: 'plain' | 'star' | 'double-star'
  at: Position
  name: Name | undefined
  value: Expression | undefined
}

/** A name in the program; where its value stands is worked out before it runs. */
export interface Name {
  kind: 'name'
  at: Position
  name: string
  place: Place | undefined
}

export type Place =
  | { kind: 'local'; outward: number; slot: number }
  | { kind: 'global'; slot: number }
  | { kind: 'predeclared' }

export interface Argument {
  kind: 'positional' | 'named' | 'star' | 'double-star'
  at: Position
  name: string
  value: Expression
}

/** `for … in …` or `if …` of a comprehension. */
export type Clause =
  | { kind: 'for'; at: Position; target: Expression; values: Expression }
  | { kind: 'if'; at: Position; condition: Expression }

export type Expression =
  | Name
  | LambdaExpression
  | { kind: 'literal'; at: Position; value: string | bigint | number }
  | { kind: 'list'; at: Position; items: Expression[] }
  | { kind: 'tuple'; at: Position; items: Expression[] }
  | { kind: 'dict'; at: Position; entries: { key: Expression; value: Expression; at: Position }[] }
  | Comprehension
  | { kind: 'conditional'; at: Position; condition: Expression; chosen: Expression; otherwise: Expression }
  | { kind: 'unary'; at: Position; operator: string; value: Expression }
  | { kind: 'binary'; at: Position; operator: string; left: Expression; right: Expression }
  | { kind: 'call'; at: Position; callee: Expression; arguments: Argument[] }
  | { kind: 'attribute'; at: Position; value: Expression; name: string }
  | { kind: 'index'; at: Position; value: Expression; index: Expression }
  | {
      kind: 'slice'
      at: Position
      value: Expression
      start: Expression | undefined
      end: Expression | undefined
      step: Expression | undefined
    }
  | { kind: 'parentheses'; at: Position; value: Expression }

export interface Comprehension {
  kind: 'comprehension'
  at: Position
  /** Of a dict comprehension. */
  key: Expression | undefined
  value: Expression
  clauses: Clause[]
}

/** Where an expression begins, which is not always where the reference says that it is. */
export function startOf(expression: Expression): Position {
  let first = expression
  for (;;) {
    if (first.kind === 'binary') first = first.left
    else if (first.kind === 'call') first = first.callee
    else if (first.kind === 'attribute' || first.kind === 'index' || first.kind === 'slice') first = first.value
    else if (first.kind === 'conditional') first = first.chosen
    else if (first.kind === 'tuple' && first.items[0] !== undefined) first = first.items[0]
    else return first.at
  }
}
