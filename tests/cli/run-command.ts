/** A command of a group run in this process, as its program does. */

import { type Command, GLOBAL_FLAGS } from '../../src/cli/command.ts'
import { parseFlags } from '../../src/cli/flags.ts'
import { tellMistake } from '../../src/cli/mistake.ts'
import { Reporter } from '../../src/cli/report.ts'

export interface CommandResult {
  code: number
  stdout: string
  /** Warnings, the picture of the mistake, its line. */
  stderr: string
}

/** `words` are those behind the group's name. */
export async function runCommand(
  commands: readonly Command[],
  words: readonly string[],
  cwd: string,
  input?: string,
): Promise<CommandResult> {
  const [first = '', ...after] = words
  const found = commands.find((one) => one.name === first)
  const [name = '', ...rest] = found?.commands === undefined ? words : after
  const list = (await found?.commands?.()) ?? commands
  const command = list.find((one) => one.name === name || one.aliases?.includes(name))
  if (command?.load === undefined) throw new Error(`no command ${words.join(' ')}`)
  const result: CommandResult = { code: 0, stdout: '', stderr: '' }
  const stdout = { write: (text: string) => void (result.stdout += text) }
  const stderr = { write: (text: string) => void (result.stderr += text) }
  const reporter = new Reporter({ stderr, cwd, quiet: false, json: false, colour: async () => false })
  const environment = { PATH: process.env.PATH, STRAKE_CACHE: process.env.STRAKE_CACHE }
  try {
    const flags = parseFlags([...command.flags, ...GLOBAL_FLAGS], rest)
    const run = await command.load()
    const streams = { stdout, stderr, reporter, ...(input !== undefined && { input }) }
    result.code = await run({ commands, flags, cwd, environment, ...streams })
  } catch (error) {
    const place = { reporter, stderr, command, list: commands }
    result.code = await tellMistake(error, place)
  }
  return result
}
