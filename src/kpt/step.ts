/** A step of a pipeline: what it runs, on what, and what is told about it. */
import type { Runner, WritableFileSystem } from '../core/host.ts'
import type { Mapping } from '../yaml/node.ts'
import type { CatalogFunction, FunctionResult } from './functions/function.ts'
import type { Mount } from './mounts.ts'
import type { Selection } from './selection.ts'

/** How a function is run. */
export type Runnable =
  | { kind: 'catalog'; definition: CatalogFunction; version: string }
  | { kind: 'program'; program: string; words: readonly string[]; ignoresLine?(line: string): boolean }
  | { kind: 'module'; path: string; words: readonly string[] }
  | { kind: 'script'; module: string }

export interface Step {
  /** The image or the whole command, as messages and results name the function. */
  image: string
  exec: string
  name: string
  runnable: Runnable
  selection: Selection
  config: Mapping | undefined
}

/** What a run was like, for results and status. */
export interface StepReport {
  name: string
  image: string
  exec: string
  isValidator: boolean
  stderr: string
  exitCode: number
  results: readonly FunctionResult[]
  /** It could not start, or something else than the function failed. */
  executionError: string
  /** The function itself ran to its end. */
  ran: boolean
}

export interface Given {
  fs: WritableFileSystem
  mounts: readonly Mount[]
  variables: Readonly<Record<string, string>>
  network: boolean
}

/** What running functions needs from outside. */
export interface FunctionHost {
  runner: Runner | undefined
  /** What functions that are built in get of this machine: what their containers would. */
  given?: Given
  /** Where programs run, absolute. */
  cwd: string
  /** How long one of them may take; five minutes by default. */
  mostSeconds?: number
  /** Milliseconds, for the times in messages. */
  now(): number
  /** Takes what is told while running. */
  say(text: string): void
  /** Texts go through the reference's printer at every function, and come out in its form. */
  referenceFormat: boolean
}

/** The function failed by itself, which has been told. */
export class HandledFailure extends Error {
  constructor() {
    super('already handled error')
  }
}

/** Why a rendering ended, and the words that the package's status has for it. */
export class RenderFailure extends Error {
  constructor(
    readonly reason: unknown,
    readonly chain: string,
  ) {
    super(chain)
  }
}
