/** corpus/real: builds of public repositories, by the bytes of their output; and builds of them that must fail. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { errorText, type Subject, warningLines } from '../subject.ts'
import { withLinks } from './links.ts'
import { type Case, firstDifference, type Group, matches, oneLine, type Placeholders } from './outcome.ts'

interface RealBuild {
  build: string
  expected: string
  expectedSha256: string
  warning?: string
}

interface RealFailure {
  build: string
  class: string
  message: string
}

export function real(corpus: string, subject: Subject, scratch: string): Group[] {
  const root = join(corpus, 'real')
  const builds: Case[] = []
  const failures: Case[] = []
  for (const repository of readdirSync(root).sort()) {
    const folder = join(root, repository)
    if (!existsSync(join(folder, 'tree'))) continue
    const tree = withLinks(join(folder, 'tree'), scratch)
    if (existsSync(join(folder, 'cases.json'))) {
      for (const recorded of JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as RealBuild[]) {
        builds.push({ name: `${repository}/${recorded.build}`, run: () => runBuild(recorded, folder, tree, subject) })
      }
    }
    if (existsSync(join(folder, 'errors.json'))) {
      for (const recorded of JSON.parse(readFileSync(join(folder, 'errors.json'), 'utf8')) as RealFailure[]) {
        failures.push({ name: `${repository}/${recorded.build}`, run: () => runFailure(recorded, tree, subject) })
      }
    }
  }
  return [
    { name: 'real', cases: builds },
    { name: 'real-failures', cases: failures },
  ]
}

function placeholdersOf(tree: string): Placeholders {
  return {
    $ROOT: tree,
    $PTR: /0x[0-9a-f]+/,
    $LOG: /\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/,
  }
}

async function runBuild(recorded: RealBuild, folder: string, tree: string, subject: Subject): ReturnType<Case['run']> {
  const request = { cwd: tree, args: [recorded.build] }
  const unsupported = subject.unsupported?.(request)
  if (unsupported !== undefined) return { status: 'skip', reason: unsupported }
  const result = await subject.run(request)
  if (result.code !== 0) {
    const message = errorText(result.stderr)
    return { status: 'fail', reason: `failed: ${oneLine(message)}`, difference: `  + ${message}` }
  }
  if (createHash('sha256').update(result.stdout).digest('hex') !== recorded.expectedSha256) {
    const expected = gunzipSync(readFileSync(join(folder, recorded.expected))).toString('utf8')
    const difference = firstDifference(expected, result.stdout)
    return { status: 'fail', reason: `output differs: ${oneLine(difference)}`, difference }
  }
  const expected = comparableWarnings(recorded.warning ?? '')
  const actual = comparableWarnings(result.stderr)
  if (!matches(expected, actual, placeholdersOf(tree))) {
    const difference = firstDifference(expected, actual)
    return { status: 'fail', reason: `warnings differ: ${oneLine(difference)}`, difference }
  }
  return { status: 'pass' }
}

/** Names of unused vars come in any order: they are sorted, as in the record. */
function comparableWarnings(stderr: string): string {
  return warningLines(stderr)
    .map((line) =>
      line.replace(/(well-defined vars that were never replaced: )(.*)$/, (_, head: string, names: string) => {
        return head + names.split(',').sort().join(',')
      }),
    )
    .join('\n')
}

async function runFailure(recorded: RealFailure, tree: string, subject: Subject): ReturnType<Case['run']> {
  const result = await subject.run({ cwd: tree, args: [recorded.build] })
  if (result.code === 0) return { status: 'fail', reason: `succeeded; expected ${oneLine(recorded.message)}` }
  const expected = errorText(recorded.message)
  const actual = errorText(result.stderr)
  const sameMessage = matches(expected, actual, placeholdersOf(tree))
  const messages = { expected, actual }
  if (sameMessage) return { status: 'pass', sameMessage, messages }
  const reason = `message differs: got ${oneLine(actual)}, expected ${oneLine(expected)}`
  return { status: 'fail', reason, difference: `  - ${expected}\n  + ${actual}`, sameMessage, messages }
}
