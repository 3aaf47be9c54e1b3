/**
 * The program under the name of kustomize: its commands, flags and texts, and nothing besides, so that it can stand
 * wherever kustomize stood. What the commands do is the same code as everywhere.
 */
import { fail, ToolError } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { goQuote } from '../../core/text.ts'
import type { Command, CommandContext } from '../command.ts'
import { commands } from '../commands/index.ts'
import { parseFlags } from '../flags.ts'
import { Reporter } from '../report.ts'
import { unknownCommand } from '../unknown-command.ts'
import { completionText } from './complete.ts'
import { SCRIPTS } from './completion.ts'
import { findRow, specsOf } from './find.ts'
import { helpText, listedRows, nameOf, programWords, usageText } from './help.ts'
import type { Row } from './row.ts'
import { run as version } from './version.ts'

type Surroundings = Omit<CommandContext, 'flags' | 'reporter'>
type Run = (context: CommandContext) => Promise<number>

/** Of these commands no mistake is followed by the usage, and of the groups `cfg` and `fn` none in files. */
function showsUsage({ path }: Row, { code }: ToolError): boolean {
  if (path === 'build' || path === 'localize') return false
  return !/^(cfg|fn) /.test(path) || code === 'USAGE'
}

/** Commands that differ from those of the same name elsewhere. */
const OWN: Record<string, Run> = { completion, 'fn run': functions, help, version }

export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, cwd } = surroundings
  // Lines of ours would be news to whoever reads the reference's.
  const reporter = new Reporter({ stderr, cwd, quiet: true, json: false, colour: async () => false })
  if (words[0] === '__complete' || words[0] === '__completeNoDesc') {
    const { text, note } = completionText(words.slice(1), words[0] === '__complete')
    stdout.write(text)
    stderr.write(note)
    return 0
  }
  const { row, rest, unknown } = findRow(words)
  try {
    if (row.path === '' && unknown !== undefined) throw unknownIn(row, unknown)
    const flags = parseFlags(specsOf(row), rest)
    for (const text of flags.deprecations) reporter.line('DEPRECATED_FLAG', text)
    const action = flags.bool('help') ? undefined : await actionOf(row)
    if (action !== undefined) return await action({ ...surroundings, reporter, flags })
    stdout.write(helpText(row))
    return 0
  } catch (error) {
    if (!(error instanceof ToolError) && !(error instanceof FileError)) throw error
    const mistake = error instanceof ToolError ? error : fail(error.code, error.message)
    await reporter.error(mistake)
    if (mistake.message.startsWith('unknown command ')) stderr.write("Run 'kustomize --help' for usage.\n")
    else if (showsUsage(row, mistake)) stderr.write(`${usageText(row)}\n`)
    return 1
  }
}

/** The program itself takes no words; its groups take any. */
function unknownIn(root: Row, name: string): ToolError {
  const listed = listedRows(root).map((row) => ({ name: nameOf(row) }))
  return unknownCommand(name, listed, programWords(root))
}

/** Undefined for what only shows its help. */
async function actionOf(row: Row): Promise<Run | undefined> {
  if (row.use === undefined) return undefined
  const own = OWN[row.path]
  if (own !== undefined) return own
  let list: readonly Command[] = commands
  let command: Command | undefined
  for (const name of row.path.split(' ')) {
    command = list.find((candidate) => candidate.name === name)
    list = (await command?.commands?.()) ?? []
  }
  const action = await command?.load?.()
  if (action === undefined) return undefined
  return async (context) => {
    // People who change nothing expect the files to be written as ever.
    context.flags.set('reference-format', true)
    return await action(context)
  }
}

async function help({ flags, stdout, stderr }: CommandContext): Promise<number> {
  const { row, unknown } = findRow(flags.words)
  if (row.path === '' && unknown !== undefined) {
    const shown = flags.words.map((word) => `\`${word}\``).join(' ')
    stderr.write(`Unknown help topic [${shown}]\n${usageText(row, false)}`)
  } else stdout.write(helpText(row))
  return 0
}

async function functions(context: CommandContext): Promise<number> {
  return (await import('./fn-run.ts')).run(context)
}

async function completion({ flags, stdout }: CommandContext): Promise<number> {
  const { words } = flags
  if (words.length !== 1) throw fail('USAGE', `accepts 1 arg(s), received ${words.length}`)
  const name = words[0] as string
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined
  if (script === undefined) throw fail('USAGE', `invalid argument ${goQuote(name)} for "kustomize completion"`)
  stdout.write(script)
  return 0
}
