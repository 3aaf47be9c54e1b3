/** Commands of `strake fn` and `strake pkg` run in this process, as the program does. */

import type { Command } from '../../src/cli/command.ts'
import { GLOBAL_FLAGS } from '../../src/cli/command.ts'
import { commands as fnCommands } from '../../src/cli/commands/fn.ts'
import { commands as pkgCommands } from '../../src/cli/commands/pkg.ts'
import { parseFlags } from '../../src/cli/flags.ts'
import { Reporter } from '../../src/cli/report.ts'

export interface CommandRequest {
  /** The words behind `fn` or `pkg`. */
  words: readonly string[]
  cwd: string
  environment?: Record<string, string>
  input?: string
}

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

export function runFn(request: CommandRequest): Promise<CommandResult> {
  return runIn(fnCommands, request)
}

export function runPkg(request: CommandRequest): Promise<CommandResult> {
  return runIn(pkgCommands, request)
}

async function runIn(
  commands: readonly Command[],
  { words, cwd, environment = {}, input }: CommandRequest,
): Promise<CommandResult> {
  const [name, ...rest] = words
  const command = commands.find((one) => one.name === name)
  if (command?.load === undefined) throw new Error(`no command ${name}`)
  const result: CommandResult = { code: 0, stdout: '', stderr: '' }
  const stdout = { write: (text: string) => void (result.stdout += text) }
  const stderr = { write: (text: string) => void (result.stderr += text) }
  const reporter = new Reporter({ stderr, cwd, quiet: false, json: false, colour: async () => false })
  try {
    const flags = parseFlags([...command.flags, ...GLOBAL_FLAGS], rest)
    const context = { commands, flags, cwd, environment, stdout, stderr, reporter }
    const run = await command.load()
    result.code = await run({ ...context, ...(input === undefined ? {} : { input }) })
  } catch (error) {
    result.code = 1
    result.stderr += `Error: ${(error as Error).message}\n`
  }
  return result
}
