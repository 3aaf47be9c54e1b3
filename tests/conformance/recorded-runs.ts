/** corpus/kustomize-cli, its `build-*` runs: flags, files written, single behaviours and messages. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorText, type Subject, warningLines } from '../subject.ts'
import { type Case, firstDifference, type Group, matches, oneLine, type Placeholders } from './outcome.ts'

interface Run {
  args: string[]
  files: Record<string, string>
  exitCode: number
  stdout: string
  stderr: string
  after: Record<string, string | null>
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

async function runCase(name: string, file: string, subject: Subject, scratch: string): ReturnType<Case['run']> {
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Run
  mkdirSync(scratch, { recursive: true })
  const parent = join(realpathSync(scratch), name)
  const cwd = join(parent, 'work')
  const request = { cwd, args: recorded.args.slice(1) }
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
  if (!matches(recorded.stdout, result.stdout, placeholders)) {
    const difference = firstDifference(recorded.stdout, result.stdout)
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
      return fail(`file ${path} is ${found === undefined ? 'not written' : 'different'}`)
    }
  }
  return recorded.exitCode === 0 ? { status: 'pass' as const } : { status: 'pass' as const, sameMessage: true }
}
