/** The program: finds the command, reads its flags, runs it, and turns what went wrong into an exit code. */
import { fail, ToolError } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { type Command, GLOBAL_FLAGS } from './command.ts'
import { commands } from './commands/index.ts'
import { type FlagSpec, ParsedFlags, parseFlags } from './flags.ts'
import { Reporter } from './report.ts'
import { BrokenPipe, descriptorOutput, isTerminal, type Output } from './terminal.ts'
import { unknownCommand } from './unknown-command.ts'

/** Exit codes: a user's mistake, a defect of ours, and a reader that went away (as the shell reports SIGPIPE). */
const MISTAKE = 1
const DEFECT = 70
const READER_GONE = 141

async function main(words: readonly string[]): Promise<number> {
  const stdout = descriptorOutput(1)
  const stderr = descriptorOutput(2)
  const cwd = process.cwd()
  let reporter = reporterFor(new ParsedFlags(GLOBAL_FLAGS), stderr, cwd)
  let command: Command | undefined
  try {
    const found = findCommand(words)
    command = found.command
    const specs = command === undefined ? GLOBAL_FLAGS : [...command.flags, ...GLOBAL_FLAGS]
    const flags = parseFlags(specs, found.rest)
    reporter = reporterFor(flags, stderr, cwd)
    for (const text of flags.deprecations) reporter.line('DEPRECATED_FLAG', text)
    checkLogFormat(flags)
    if (flags.help || command === undefined) {
      const { helpText } = await import('./commands/help.ts')
      stdout.write(helpText(command, commands))
      return 0
    }
    const run = await command.load()
    return await run({ flags, cwd, environment: process.env, commands, stdout, stderr, reporter })
  } catch (error) {
    if (error instanceof BrokenPipe) return READER_GONE
    if (error instanceof ToolError || error instanceof FileError) {
      const mistake = error instanceof ToolError ? error : fail(error.code, error.message)
      await reporter.error(mistake, await afterMistake(mistake, command))
      return MISTAKE
    }
    const { defectText } = await import('./defect.ts')
    stderr.write(defectText(error))
    return DEFECT
  }
}

function reporterFor(flags: ParsedFlags, stderr: Output, cwd: string): Reporter {
  return new Reporter({
    stderr,
    cwd,
    quiet: flags.bool('quiet'),
    json: flags.string('log-format') === 'json',
    colour: async () => (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb' && (await isTerminal(2)),
  })
}

function checkLogFormat(flags: ParsedFlags): void {
  const format = flags.string('log-format')
  if (format === 'text' || format === 'json') return
  throw fail('USAGE', `illegal flag value --log-format ${format}; legal values: [text json]`)
}

/** The command is the first word that is neither a flag nor, as far as one can tell, a flag's value. */
function findCommand(words: readonly string[]): { command: Command | undefined; rest: readonly string[] } {
  const at = commandAt(words)
  if (at < 0) return { command: undefined, rest: words }
  const name = words[at] as string
  const command = commands.find((candidate) => candidate.name === name || candidate.aliases?.includes(name))
  if (command === undefined) throw unknownCommand(name, commands)
  return { command, rest: [...words.slice(0, at), ...words.slice(at + 1)] }
}

function commandAt(words: readonly string[]): number {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (word === '--') return -1
    if (!word.startsWith('-')) return word === '' ? -1 : i
    const isLong = word.startsWith('--')
    if (word.includes('=') || (!isLong && word.length !== 2)) continue
    if (!isWithoutValue(word.replace(/^--?/, ''), isLong)) i++
  }
  return -1
}

function isWithoutValue(name: string, isLong: boolean): boolean {
  if (name === (isLong ? 'help' : 'h')) return true
  const matches = (spec: FlagSpec) => (isLong ? spec.name : spec.short) === name
  return GLOBAL_FLAGS.some((spec) => matches(spec) && spec.type === 'bool')
}

/** What follows the error line: the usage, where the reference prints it. */
async function afterMistake(error: ToolError, command: Command | undefined): Promise<string> {
  if (error.code === 'USAGE' && error.message.startsWith('unknown command')) return "Run 'strake --help' for usage.\n"
  if (command !== undefined && !command.showsUsage) return ''
  const { usageText } = await import('./commands/help.ts')
  return usageText(command, commands)
}

// Not at once: a chunk that is loaded on the way has to find this one complete.
Promise.resolve()
  .then(() => main(process.argv.slice(2)))
  .then((code) => process.exit(code))
