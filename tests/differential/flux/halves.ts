/** The two programs that a repository goes through, each with ours beside it. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type * as fc from 'fast-check'
import { runFlux } from '../../flux/command.ts'
import { checkoutRoot } from '../../subject.ts'
import { difference } from '../difference.ts'
import { settled } from '../settled.ts'
import { CLUSTER, type Repository, repository } from './repositories.ts'

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export type Verdict =
  | { kind: 'same'; failed: boolean }
  | { kind: 'different' | 'message' | 'warning' | 'crash'; text: string }

export interface Half {
  name: string
  /** Why there is nothing to compare with. */
  absent: string | undefined
  repositories: fc.Arbitrary<Repository>
  compare(repository: Repository, folder: string): Promise<Verdict>
}

type Call = (words: readonly string[], cwd: string) => Promise<Outcome>

function programCall(command: string): Call {
  const [file = '', ...first] = command.split(' ').map((word) => (existsSync(word) ? resolve(word) : word))
  return (words, cwd) =>
    new Promise((done) => {
      execFile(file, [...first, ...words], { cwd, maxBuffer: 1 << 28, timeout: 60_000 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
        done({ code, stdout, stderr: code === 127 && stderr === '' ? `✗ ${error?.message}` : stderr })
      })
    })
}

const ownCall = (program: string | undefined): Call => {
  if (program === undefined) return runFlux
  const call = programCall(program)
  return (words, cwd) => call(['flux', ...words], cwd)
}

/** What a failure is told by: the mark, and the message behind it. */
function messageOf(stderr: string): string {
  const at = stderr.startsWith('✗ ') ? 0 : stderr.indexOf('\n✗ ') + 1
  return at === 0 && !stderr.startsWith('✗ ') ? '' : stderr.slice(at).trimEnd()
}

/** The reference's warnings, without the time. Ours say where and what to do, too. */
function warningsOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^ {2}(?:-->|hint:)/.test(line))
  return lines.map((line) => line.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')).join('\n')
}

/** What Go's JSON says differs between the versions of Go that a program may be built with. */
function worded(message: string, folder: string): string {
  return settled(message, folder)
    .replace(/Go struct field \w*\./, 'Go struct field .')
    .replace(/json: unsupported (?:type|value): .*/, 'json: unsupported')
}

function judge(theirs: Outcome, ours: Outcome, folder: string): Verdict {
  const message = worded(messageOf(theirs.stderr), folder)
  const ourMessage = worded(messageOf(ours.stderr), folder)
  if (ours.code !== theirs.code) {
    // Refused on purpose, also where only texts are encrypted: the controller would apply the cipher text.
    if (theirs.code === 0 && ourMessage.includes(' is SOPS encrypted, ')) return { kind: 'same', failed: true }
    const text = ours.code === 0 ? `only the reference failed: ${message}` : `only ours failed: ${ourMessage}`
    return { kind: 'different', text }
  }
  if (ours.stdout !== theirs.stdout) return { kind: 'different', text: difference(theirs.stdout, ours.stdout) }
  if (message !== ourMessage) return { kind: 'message', text: `  - ${message}\n  + ${ourMessage}` }
  if (theirs.code !== 0) return { kind: 'same', failed: true }
  const [warnings, ourWarnings] = [warningsOf(theirs.stderr), warningsOf(ours.stderr)]
  if (warnings !== ourWarnings) return { kind: 'warning', text: `  - ${warnings}\n  + ${ourWarnings}` }
  return { kind: 'same', failed: false }
}

/** The exit code from which on the reference's outcome is not compared. */
const NOTHING_TO_LEARN = 2

async function judged(ours: Promise<Outcome>, reference: () => Promise<Outcome>, folder: string): Promise<Verdict> {
  let own: Outcome | Error
  try {
    own = await ours
  } catch (error) {
    own = error instanceof Error ? error : new Error(String(error))
  }
  const theirs = await reference()
  // A crash of the reference says nothing about how it should be.
  if (theirs.code >= NOTHING_TO_LEARN || theirs.stderr.includes('goroutine 1 [')) return { kind: 'same', failed: true }
  if (own instanceof Error) return { kind: 'crash', text: own.stack ?? '' }
  if (own.code > 1) return { kind: 'crash', text: own.stderr }
  return judge(theirs, own, folder)
}

function commandLine(program: string | undefined): Half {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(process.env.HOME ?? '/root', 'go/bin')]
  const flux = folders.map((folder) => join(folder, 'flux')).find((place) => existsSync(place))
  const own = ownCall(program)
  return {
    name: 'command-line',
    repositories: repository({}),
    absent: flux === undefined ? 'the reference (flux 2.9.5 on PATH or in ~/go/bin) is absent' : undefined,
    compare: async ({ path, args }, folder) => {
      const words = ['build', 'kustomization', 'app', '--path', path, '--kustomization-file', CLUSTER, '--dry-run']
      words.push(...args)
      return await judged(own(words, folder), () => programCall(flux as string)(words, folder), folder)
    },
  }
}

function controller(program: string | undefined): Half {
  const own = ownCall(program)
  const built = buildController()
  return {
    name: 'controller',
    repositories: repository({ isArtifact: true }),
    absent: built.absent,
    compare: async (_, folder) => {
      const words = ['render', 'cluster', '--kustomization', 'app', '--keep-going', '--offline']
      const ours = own(words, folder).then(({ code, stdout, stderr }) => {
        const message = messageOf(stderr).replace('✗ Kustomization/flux-system/app: ', '✗ ')
        return { code, stdout, stderr: code === 0 ? '' : message }
      })
      const reference = async () => {
        const theirs = await programCall(built.program)([folder, CLUSTER, 'app'], folder)
        // No cluster has a Kustomization whose fields are of other types than its definition says.
        if (theirs.stderr.includes(' accessor error: ')) return { ...theirs, code: NOTHING_TO_LEARN }
        return { ...theirs, stderr: messageOf(theirs.stderr) }
      }
      return await judged(ours, reference, folder)
    },
  }
}

/** The program is kept below node_modules/.cache for the next time. */
function buildController(): { program: string; absent?: string } {
  const folder = join(checkoutRoot(), 'tests/differential/flux/controller')
  const program = join(checkoutRoot(), 'node_modules/.cache/strake-programs/controller')
  const made = spawnSync('go', ['build', '-o', program, '.'], {
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: 'auto' },
    encoding: 'utf8',
  })
  if (made.status === 0) return { program }
  const reason = made.error === undefined ? made.stderr.trim().split('\n')[0] : 'Go is absent'
  return { program, absent: `what stands for the controller cannot be built (${reason})` }
}

/** In the order in which they are compared; the program is ours. */
export const HALVES: Record<string, (program: string | undefined) => Half> = {
  'command-line': commandLine,
  controller,
}
