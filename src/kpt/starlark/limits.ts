/** What a program may use: its text is a stranger's. */
import { fail, ToolError, wrap } from '../../core/error.ts'

export interface Limits {
  /** Evaluated expressions and statements, and elements that a built-in function goes through. */
  steps: number
  /** Bytes of all the texts, lists and numbers made, freed or not. */
  bytes: number
  /** Calls and expressions inside each other. */
  depth: number
}

export const LIMITS: Limits = { steps: 50_000_000, bytes: 256 * 1024 * 1024, depth: 1000 }

/** Bits of the largest whole number. */
export const MOST_BITS = 100_000

export interface Position {
  line: number
  column: number
}

export class Usage {
  /** What runs now, for the errors of limits: nothing else says where it was. */
  at: Position = { line: 1, column: 1 }
  private steps = 0
  private bytes = 0
  private depth = 0

  constructor(
    private readonly name: string,
    private readonly limits: Limits = LIMITS,
  ) {}

  step(count = 1): void {
    this.steps += count
    if (this.steps > this.limits.steps) throw this.exceeded(`takes more than ${this.limits.steps} steps`)
  }

  /** An operation goes through a whole text. */
  touch(value: unknown): void {
    if (typeof value === 'string') this.step(value.length >> 6)
  }

  /** Looking for a text in another one takes the product of both, at worst. */
  search(text: string, wanted: string): void {
    this.step((text.length >> 6) * ((wanted.length >> 6) + 1) + 1)
  }

  /** Elements of lists, dicts, sets and tuples. */
  elements(count: number): void {
    this.step(count)
    this.memory(count * 16)
  }

  memory(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.limits.bytes) throw this.exceeded(`makes more than ${this.limits.bytes} bytes of values`)
  }

  enter(): void {
    if (++this.depth > this.limits.depth) throw this.exceeded(`nests more than ${this.limits.depth} levels deep`)
  }

  leave(): void {
    this.depth--
  }

  private exceeded(what: string): ToolError {
    const { line, column } = this.at
    return fail('STARLARK_LIMIT', `${this.name}:${line}:${column}: the program ${what}`)
  }
}

/** What goes wrong while a program runs: the reference names no place. */
export function trouble(message: string): ToolError {
  return fail('STARLARK', message)
}

/** What goes wrong in a built-in function, with its name in front. Limits stay what they are. */
export function within<T>(name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof ToolError && error.code === 'STARLARK' ? wrap(name, error) : error
  }
}
