/** What a policy may use: its text is a stranger's. */
import type { ToolError } from '../../core/error.ts'
import type { GoPattern } from '../functions/patterns.ts'
import { type RegoCode, type RegoFile, regoError } from './errors.ts'
import type { Position } from './syntax.ts'

export interface Limits {
  /** Evaluated steps, and elements that are gone through. */
  steps: number
  /** Characters and elements of all the values made, freed or not. */
  size: number
  /** Steps inside each other. */
  depth: number
}

export const LIMITS: Limits = { steps: 20_000_000, size: 100_000_000, depth: 1000 }

export class Usage {
  private steps = 0
  private size = 0
  private depth = 0
  /** What runs now. */
  private at: Position = { line: 1, column: 1 }
  private file: RegoFile = { name: '', text: '' }

  /** Expressions that were asked for; undefined for those that are wrong. */
  readonly patterns = new Map<string, GoPattern | undefined>()

  constructor(private readonly limits: Limits = LIMITS) {}

  step(): void {
    if (++this.steps > this.limits.steps) throw this.exceeded(`takes more than ${this.limits.steps} steps`)
  }

  spend(size: number): void {
    this.size += size
    if (this.size > this.limits.size) throw this.exceeded(`makes values of more than ${this.limits.size} characters`)
  }

  enter(at?: Position): void {
    if (at !== undefined) this.at = at
    if (++this.depth > this.limits.depth) throw this.exceeded(`nests more than ${this.limits.depth} steps`)
  }

  leave(): void {
    this.depth--
  }

  /** The file of the rule that runs now; the one before is handed back, to be set again. */
  inFile(file: RegoFile): RegoFile {
    const before = this.file
    this.file = file
    return before
  }

  /** What is wrong with the step that runs now. */
  failure(code: RegoCode, message: string): ToolError {
    return regoError(this.file, this.at, code, message)
  }

  private exceeded(what: string): ToolError {
    return this.failure('eval_limit_error', `the policy ${what}`)
  }
}
