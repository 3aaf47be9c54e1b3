/** The program in a terminal, by util-linux's `script`; others of that name have other flags. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PROGRAM } from './program.ts'

export const script = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'script'))
  .find((file) => existsSync(file) && /util-linux/.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout))
if (script === undefined) console.warn('skipped: script of util-linux is not on PATH, nothing runs in a terminal')

/** What comes out of a terminal in which the program runs; `more` is for the shell. Colours are not turned off by what runs the tests. */
export function inTerminal(cwd: string, words: readonly string[], more = '', environment: Record<string, string> = {}) {
  const { NO_COLOR: _, ...inherited } = process.env
  const env = { ...inherited, TERM: 'xterm', ...environment }
  const line = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ')
  const { status, stdout } = spawnSync(
    script as string,
    ['--quiet', '--return', '--command', `${line} ${more}`, '/dev/null'],
    { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  return { code: status, shown: stdout.replaceAll('\r\n', '\n') }
}
