/** corpus/kpt-update: a repository with two states of a package, a local copy of the first, and what updating makes of it. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPkg } from '../kpt/command.ts'
import { filesIn } from '../kpt/folder.ts'
import { type Case, firstDifference, type Group, oneLine } from './outcome.ts'

type Judged = Awaited<ReturnType<Case['run']>>

/** Files that are other than the reference's on purpose (spec 18): the words of theirs that are not in ours. */
const ON_PURPOSE: Record<string, [file: string, theirs: string]> = {
  'null-deleted-local': ['d.yaml', '  paused: {}\n'],
  'kptfile-function-removed-upstream': ['Kptfile', '    - {}\n'],
}

export function kptUpdate(corpus: string, scratch: string): Group {
  const root = join(corpus, 'kpt-update')
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'case.json')))
  return {
    name: 'kpt-update',
    cases: names.sort().map((name) => ({ name, run: () => runCase(join(root, name), name, scratch) })),
  }
}

async function runCase(path: string, name: string, scratch: string): Promise<Judged> {
  const recorded = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')) as { command: string[]; exitCode: number }
  const cwd = mkdtempSync(join(scratch, 'update-'))
  try {
    const repo = join(cwd, 'repo')
    const home = join(cwd, 'home')
    mkdirSync(repo)
    mkdirSync(home)
    const environment = {
      ...{ PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', STRAKE_CACHE: join(cwd, 'cache') },
      ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
    }
    const gitIn = (folder: string, ...words: string[]) =>
      execFileSync('git', words, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim()
    const git = (...words: string[]) => gitIn(repo, ...words)
    git('init', '--quiet', '--initial-branch=main')
    const commits = [
      ['origin', 'v1'],
      ['updated', 'v2'],
    ].map(([state, tag]) => {
      rmSync(join(repo, 'pkg'), { recursive: true, force: true })
      cpSync(join(path, state as string), join(repo, 'pkg'), { recursive: true })
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message=more')
      git('tag', tag as string)
      return git('rev-parse', 'HEAD')
    })
    const places = { '{repo}': repo, '{commit1}': commits[0], '{commit2}': commits[1], '{cwd}': cwd }
    const fill = (text: string) =>
      Object.entries(places).reduce((filled, [from, to]) => filled.replaceAll(from, to as string), text)
    const local = filled(join(path, 'local'), fill)
    for (const [file, text] of Object.entries(local)) {
      mkdirSync(join(cwd, 'dest', file, '..'), { recursive: true })
      writeFileSync(join(cwd, 'dest', file), text)
    }
    gitIn(join(cwd, 'dest'), 'init', '--quiet')
    gitIn(join(cwd, 'dest'), 'add', '--all')
    gitIn(join(cwd, 'dest'), 'commit', '--quiet', '--message=local')
    const words = [...recorded.command.slice(2), '--reference-format']
    const { code, stderr } = await runPkg({ words, cwd, environment })
    if (code !== recorded.exitCode) return failed(`exit code ${code}`, stderr, '')
    const said = fill(readFileSync(join(path, 'stderr.txt'), 'utf8'))
    if (told(said) !== told(stderr)) return failed('stderr', told(said), told(stderr))
    // The reference has changed the Kptfile and noted names before it fails; ours changes nothing.
    const expected = code === 0 ? filled(join(path, 'expected'), fill) : local
    const difference = ON_PURPOSE[name]
    if (difference !== undefined) {
      const [file, theirs] = difference
      const text = expected[file] as string
      if (!text.includes(theirs)) return failed('the recording is other than', theirs, text)
      expected[file] = text.replace(theirs, '')
    }
    rmSync(join(cwd, 'dest/.git'), { recursive: true })
    return compared(expected, filesIn(join(cwd, 'dest')))
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function filled(folder: string, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesIn(folder)).map(([name, text]) => [name, fill(text)]))
}

/** What is said but for git's own lines, which a cache spares, and conflicts, of which the reference says nothing. */
function told(text: string): string {
  return text.replace(/^(?:From file:| \* |\[CONFLICT\]).*\n/gm, '')
}

function compared(expected: Record<string, string>, actual: Record<string, string>): Judged {
  const names = (files: Record<string, string>) => Object.keys(files).sort().join('\n')
  if (names(expected) !== names(actual)) return failed('files', names(expected), names(actual))
  for (const [name, text] of Object.entries(expected)) {
    if (text !== actual[name]) return failed(name, text, actual[name] as string)
  }
  return { status: 'pass' }
}

function failed(what: string, expected: string, actual: string): Judged {
  const difference = firstDifference(expected, actual, 60)
  return { status: 'fail', reason: `${what}: ${oneLine(difference)}`, difference }
}
