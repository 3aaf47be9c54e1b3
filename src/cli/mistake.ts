/** What is said when something went wrong, and the exit code. */
import { fail, ToolError } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import type { Command } from './command.ts'
import { defectText } from './defect.ts'
import type { Reporter } from './report.ts'
import type { Output } from './terminal.ts'

const MISTAKE = 1
const DEFECT = 70

interface Surroundings {
  reporter: Reporter
  stderr: Output
  command: Command | undefined
  /** The commands of the program, or of the group that was meant. */
  list: readonly Command[]
}

/** A user's mistake is told as such; anything else is a defect of ours. */
export async function tellMistake(error: unknown, { reporter, stderr, command, list }: Surroundings): Promise<number> {
  if (!(error instanceof ToolError) && !(error instanceof FileError)) {
    stderr.write(defectText(error))
    return DEFECT
  }
  const mistake = error instanceof ToolError ? error : fail(error.code, error.message)
  await reporter.error(mistake, await afterMistake(mistake, command, list), command?.mistakeMark)
  return command?.mistakeCode ?? MISTAKE
}

/** What follows the error line: the usage, where the reference prints it and it helps. */
async function afterMistake(error: ToolError, command: Command | undefined, list: readonly Command[]): Promise<string> {
  if (error.code !== 'USAGE' || command?.showsUsage === false) return ''
  const { afterMisuse } = await import('./commands/help.ts')
  return afterMisuse(error, command, list)
}
