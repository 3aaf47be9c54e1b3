/** What a command is: a row of the command table. */
import type { FlagSpec, ParsedFlags } from './flags.ts'
import type { Reporter } from './report.ts'
import type { Output } from './terminal.ts'

export interface CommandContext {
  /** All commands, for those that speak about them. */
  commands: readonly Command[]
  flags: ParsedFlags
  /** Working directory, absolute. */
  cwd: string
  environment: Record<string, string | undefined>
  stdout: Output
  stderr: Output
  reporter: Reporter
  /** What is read from standard input, when that is not the process's own. */
  input?: string
}

export interface Command {
  name: string
  /** All its words, when there are more than the name. */
  path?: string
  aliases?: readonly string[]
  /** One line for the list of commands. */
  short: string
  /** What `--help` says before the usage, instead of that line. */
  about?: string
  /** Words after the name in the usage line. */
  use: string
  flags: readonly FlagSpec[]
  /** A mistake is followed by the command's usage. */
  showsUsage: boolean
  /** What stands before the message of a mistake, instead of `Error:`. */
  mistakeMark?: string
  /** The exit code of a mistake, where 1 means something else. */
  mistakeCode?: number
  /** Words offered by completion as the argument; `folder` offers folders, `file` files too. */
  completes?: readonly string[] | 'folder' | 'file'
  /** The commands of a group, which does nothing by itself. */
  commands?(): Promise<readonly Command[]>
  /** Loads the command and returns what runs it, which in turn returns the exit code. */
  load?(): Promise<(context: CommandContext) => Promise<number>>
}

export const LOG_FORMATS = ['text', 'json'] as const

export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  { name: 'stack-trace', type: 'bool' },
  { name: 'quiet', type: 'bool' },
  { name: 'log-format', type: 'string', default: LOG_FORMATS[0], values: LOG_FORMATS },
]
