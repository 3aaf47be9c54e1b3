/** corpus/kustomize-cli: flags, files written, single behaviours and messages of builds and of other commands. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkoutRoot, errorText, programSubject, type Subject, warningLines } from '../subject.ts'
import { type Case, firstDifference, type Group, matches, oneLine, type Placeholders } from './outcome.ts'

interface Run {
  args: string[]
  files: Record<string, string>
  exitCode: number
  stdout: string
  stderr: string
  after: Record<string, string | null>
  /** `stdout` is a help text of any wording. */
  help?: boolean
  /** The lines of `stdout` may come in any order. */
  unordered?: boolean
}

export function recordedRuns(corpus: string, subject: Subject, scratch: string): Group {
  const root = join(corpus, 'kustomize-cli')
  const cases: Case[] = []
  for (const file of readdirSync(root).sort()) {
    if (!file.startsWith('build-') || !file.endsWith('.json')) continue
    const name = file.slice(0, -'.json'.length)
    cases.push({ name, run: () => runCase(name, join(root, file), subject, scratch) })
  }
  return { name: 'kustomize-cli-build', cases }
}

function sorted(text: string): string {
  return text.split('\n').sort().join('\n')
}

/** Commands that only the command line has. Files are written in the reference's form, and nothing else may change. */
const OTHERS = ['cfg', 'create', 'edit', 'localize', 'openapi', 'completion', 'version', 'unknown']

/** `program` is any with kustomize's command line; without one it is the built program. */
export function recordedCommands(corpus: string, program: string | undefined, scratch: string): Group {
  const root = join(corpus, 'kustomize-cli')
  const own = join(checkoutRoot(), 'dist/cli/start.cjs')
  const subject = programSubject(program ?? `${process.execPath} ${own}`)
  const isOwn = program === undefined || /strake|start\.cjs/.test(program)
  const cases: Case[] = []
  for (const file of readdirSync(root).sort()) {
    if (!OTHERS.some((command) => file.startsWith(`${command}-`)) || !file.endsWith('.json')) continue
    const name = file.slice(0, -'.json'.length)
    cases.push({
      name,
      run: () => runCase(name, join(root, file), isOwn ? inReferenceForm(subject) : subject, scratch),
    })
  }
  return { name: 'kustomize-cli-commands', cases }
}

/** The program as one that writes files and names itself as the reference does. */
function inReferenceForm(subject: Subject): Subject {
  const isEdit = (command: string | undefined, args: string[]) =>
    command === 'create' || command === 'init' || (command === 'edit' && args.length > 1) || args[0] === 'fix'
  return {
    name: subject.name,
    async run({ cwd, command = 'build', args }) {
      const dashes = args.indexOf('--')
      const at = dashes < 0 ? args.length : dashes
      const more = isEdit(command, args) ? ['--reference-format'] : []
      const result = await subject.run({ cwd, command, args: [...args.slice(0, at), ...more, ...args.slice(at)] })
      // Messages name the program.
      return { ...result, stderr: result.stderr.replaceAll(/(for "|Run ')strake/g, '$1kustomize') }
    },
  }
}

async function runCase(name: string, file: string, subject: Subject, scratch: string): ReturnType<Case['run']> {
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Run
  mkdirSync(scratch, { recursive: true })
  const parent = join(realpathSync(scratch), name)
  const cwd = join(parent, 'work')
  const request = { cwd, command: recorded.args[0] ?? 'build', args: recorded.args.slice(1) }
  const unsupported = subject.unsupported?.(request)
  if (unsupported !== undefined) return { status: 'skip', reason: unsupported }
  try {
    mkdirSync(cwd, { recursive: true })
    for (const [path, text] of Object.entries(recorded.files)) {
      const target = join(cwd, path)
      mkdirSync(path.endsWith('/') ? target : dirname(target), { recursive: true })
      if (!path.endsWith('/')) writeFileSync(target, text)
    }
    return judge(recorded, cwd, parent, await subject.run(request))
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function judge(recorded: Run, cwd: string, parent: string, result: Awaited<ReturnType<Subject['run']>>) {
  const fail = (reason: string, difference = reason) => ({ status: 'fail' as const, reason, difference })
  const placeholders: Placeholders = {
    $ROOT: cwd,
    $PARENT: parent,
    $LOG: /\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/,
    $PTR: /0x[0-9a-f]+/,
    // The label names the version of the implementation.
    'kustomize-v5.8.2': /kustomize-v?[0-9][0-9A-Za-z.+-]*/,
  }
  const expected = errorText(recorded.stderr)
  const actual = errorText(result.stderr)
  if (result.code !== recorded.exitCode) {
    return fail(`exit code ${result.code}, expected ${recorded.exitCode}; ${oneLine(actual || expected)}`)
  }
  const wanted = recorded.unordered ? sorted(recorded.stdout) : recorded.stdout
  const printed = recorded.unordered ? sorted(result.stdout) : result.stdout
  if (!recorded.help && !matches(wanted, printed, placeholders)) {
    const difference = firstDifference(wanted, printed)
    return fail(`output differs: ${oneLine(difference)}`, difference)
  }
  const warnings = warningLines(recorded.stderr).join('\n')
  if (!matches(warnings, warningLines(result.stderr).join('\n'), placeholders)) {
    return fail(`warnings differ: ${oneLine(result.stderr)}, expected ${oneLine(warnings)}`)
  }
  if (!matches(expected, actual, placeholders)) {
    return {
      ...fail(
        `message differs: got ${oneLine(actual)}, expected ${oneLine(expected)}`,
        `  - ${expected}\n  + ${actual}`,
      ),
      sameMessage: false,
      messages: { expected, actual },
    }
  }
  for (const [path, text] of Object.entries(recorded.after)) {
    const file = join(cwd, path)
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    if (text === null ? found !== undefined : found === undefined || !matches(text, found, placeholders)) {
      return fail(
        `file ${path} is ${found === undefined ? 'not written' : 'different'}`,
        firstDifference(text ?? '', found ?? ''),
      )
    }
  }
  for (const [path, text] of Object.entries(recorded.files)) {
    if (path.endsWith('/') || path in recorded.after) continue
    if (readFileSync(join(cwd, path), 'utf8') !== text) return fail(`file ${path} was changed`)
  }
  return recorded.exitCode === 0 ? { status: 'pass' as const } : { status: 'pass' as const, sameMessage: true }
}
