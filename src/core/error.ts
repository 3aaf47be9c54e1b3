/**
 * Errors are data: a code for programs, a message that is the user-visible contract (often another tool's to the
 * letter), the places it is about, and a hint where one helps. The picture (excerpt, caret) is drawn by whoever shows it.
 */
import type { Location } from './source.ts'

export interface Diagnostic {
  severity: 'error' | 'warning'
  /** Stable upper-case word for programs, e.g. `PATCH_NO_TARGET`. */
  code: string
  message: string
  at: Location[]
  hint?: string
}

export interface ErrorDetails {
  at?: Location | Location[] | undefined
  hint?: string | undefined
  /** Further problems found together with this one; each is shown, the message of the first is the contract. */
  also?: Diagnostic[] | undefined
}

/** A user's mistake, or the outside's: never a defect of the program. */
export class ToolError extends Error {
  readonly at: Location[]
  readonly hint: string | undefined
  readonly also: Diagnostic[]

  constructor(
    readonly code: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message)
    const { at } = details
    this.at = at === undefined ? [] : Array.isArray(at) ? at : [at]
    this.hint = details.hint
    this.also = details.also ?? []
  }

  toDiagnostic(): Diagnostic {
    const diagnostic: Diagnostic = { severity: 'error', code: this.code, message: this.message, at: this.at }
    if (this.hint !== undefined) diagnostic.hint = this.hint
    return diagnostic
  }
}

/** Makes a {@link ToolError}; the caller throws it, so that control flow stays visible to the compiler. */
export function fail(code: string, message: string, details?: ErrorDetails): ToolError {
  return new ToolError(code, message, details)
}

/** Adds an outer reason, `prefix: message`, keeping code, places and hint. Whatever is no {@link ToolError} passes as it is. */
export function wrap(prefix: string, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  return rephrase(`${prefix}: ${error.message}`, error)
}

/** The same error with another message. */
export function rephrase(message: string, error: ToolError): ToolError {
  return new ToolError(error.code, message, { at: error.at, hint: error.hint, also: error.also })
}
