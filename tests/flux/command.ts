import { commands } from '../../src/cli/commands/flux.ts'
import { type CommandResult, runCommand } from '../cli/run-command.ts'

export type { CommandResult } from '../cli/run-command.ts'

/** A command of `strake flux` run in this process; `words` are those behind `flux`. */
export async function runFlux(words: readonly string[], cwd: string): Promise<CommandResult> {
  return await runCommand(commands, words, cwd)
}
