/** What the commands over resources in files (`cfg`, CLI spec 14) are given. */
import type { FileSystem } from '../../core/host.ts'

export interface CfgFlags {
  has(name: string): boolean
  bool(name: string): boolean
  string(name: string): string
  list(name: string): string[]
}

export interface CfgContext {
  fs: FileSystem
  /** Absolute; arguments are relative to it. */
  cwd: string
  /** What stands on standard input. */
  input(): string
}

/** Returns what is printed. */
export type CfgCommand = (words: readonly string[], flags: CfgFlags, context: CfgContext) => Promise<string>
