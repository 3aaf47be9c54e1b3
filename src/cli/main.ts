/** The program: finds the command, reads its flags, runs it, and turns what went wrong into an exit code. */
import { fail } from '../core/error.ts'
import { type Command, GLOBAL_FLAGS, LOG_FORMATS } from './command.ts'
import { build } from './commands/build.ts'
import { oneOf, ParsedFlags, parseFlags } from './flags.ts'
import { Reporter } from './report.ts'
import { BrokenPipe, descriptorOutput, isTerminal, type Output } from './terminal.ts'

/** Exit code for a reader that went away, as the shell reports SIGPIPE. */
const READER_GONE = 141

/** Under the name of kustomize the program is kustomize: called through a link, a copy, or the package's second program. */
const DROP_IN = /(?:^|[/\\])(?:strake-)?kustomize(?:\.\w+)?$/m

async function main(words: readonly string[]): Promise<number> {
  const stdout = descriptorOutput(1)
  const stderr = descriptorOutput(2)
  const cwd = workingDirectory()
  let reporter = reporterFor(new ParsedFlags(GLOBAL_FLAGS), stderr, cwd)
  let command: Command | undefined
  let commands: readonly Command[] = [build]
  let list = commands
  try {
    if (cwd === '') {
      const hint = 'the working directory was removed: go to another one'
      throw fail('WORKING_DIRECTORY', 'getwd: no such file or directory', { hint })
    }
    if (DROP_IN.test(`${process.argv[1]}\n${process.argv0}`)) {
      const { run } = await import('./drop-in/main.ts')
      return await run(words, { cwd, environment: process.env, commands, stdout, stderr })
    }
    let rest: readonly string[] = words.slice(1)
    // The usual command needs no list of the others.
    if (words[0] === build.name) command = build
    else {
      const found = await (await import('./find-command.ts')).findCommand(words)
      ;({ command, list, rest, commands } = found)
      if (found.unknown !== undefined) throw found.unknown
    }
    const specs = command === undefined ? GLOBAL_FLAGS : [...command.flags, ...GLOBAL_FLAGS]
    const flags = parseFlags(specs, rest)
    reporter = reporterFor(flags, stderr, cwd)
    for (const text of flags.deprecations) reporter.line('DEPRECATED_FLAG', text)
    oneOf('--log-format', flags.string('log-format'), LOG_FORMATS)
    if (flags.help || command?.load === undefined) {
      const { helpText } = await import('./commands/help.ts')
      stdout.write(helpText(command, list))
      return 0
    }
    const run = await command.load()
    return await run({ flags, cwd, environment: process.env, commands, stdout, stderr, reporter })
  } catch (error) {
    if (error instanceof BrokenPipe) return READER_GONE
    const { tellMistake } = await import('./mistake.ts')
    return await tellMistake(error, { reporter, stderr, command, list })
  }
}

/** Empty when it is there no more. */
function workingDirectory(): string {
  try {
    return process.cwd()
  } catch {
    return ''
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

// Not at once: a chunk that is loaded on the way has to find this one complete.
Promise.resolve()
  .then(() => main(process.argv.slice(2)))
  .then((code) => process.exit(code))
