/**
 * Clones with the user's own git, by the steps of the reference and with its messages. URLs and refs come from files
 * that others wrote: none may be taken for an option, start another program or ask a question.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../core/error.ts'
import type { RepositoryRequest } from '../core/host.ts'
import { findProgram, type Programs } from './run-program.ts'

export interface Cloned {
  commit: string
  /** The ref was a tag or a commit, which stay what they are. */
  pinned: boolean
}

/** Variables that would lead git to another repository, as when a build runs in a hook. */
const REPOSITORY_VARIABLES =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|GRAFT_FILE|SHALLOW_FILE|QUARANTINE_PATH)$/

/** What may carry a clone. Others are programs that a URL could name, such as `ext::`. */
export const PROTOCOLS = 'file:git:http:https:ssh'

/** Settings that let a repository or a template start something here. */
const SETTINGS: readonly [string, string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['init.defaultBranch', 'main'],
  ['advice.detachedHead', 'false'],
  // Nothing may go on in the background of a folder that is moved.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

/** Of what git says. */
const MAXIMUM_BYTES = 64 << 20

/** Checks out one state of a repository into an empty folder. */
export async function cloneInto(
  folder: string,
  request: RepositoryRequest,
  programs: Programs,
  environment: Record<string, string | undefined>,
): Promise<Cloned> {
  const { url, ref, submodules, timeoutSeconds: seconds } = request
  refuseOptions(url, ref)
  const git = findProgram('git', environment.PATH)
  if (git === undefined) {
    throw fail('NO_GIT', `no 'git' program on path: exec: "git": executable file not found in $PATH`)
  }
  const run = async (words: readonly string[], more: Record<string, string> = {}): Promise<string> => {
    const env = { ...gitEnvironment(environment), ...more }
    const { code, status, tooLoud, output } = await programs.run(git, words, {
      cwd: folder,
      env,
      seconds,
      maximumBytes: MAXIMUM_BYTES,
    })
    const shown = [git, ...words].join(' ')
    if (tooLoud) throw fail('GIT', `'${shown}' writes more than ${MAXIMUM_BYTES} bytes`)
    if (code === undefined) throw fail('TIMEOUT', `hit ${durationText(seconds)} timeout running '${shown}'`)
    if (code !== 0) throw fail('GIT', `failed to run '${shown}': ${output()}: ${status}`)
    return output()
  }
  const protocols = { GIT_ALLOW_PROTOCOL: environment.GIT_ALLOW_PROTOCOL ?? PROTOCOLS }
  await run(['init'])
  await run(['remote', 'add', 'origin', url])
  await run(['fetch', '--depth=1', url, ref === '' ? 'HEAD' : ref], protocols)
  await run(['checkout', 'FETCH_HEAD'])
  // Which protocols a repository's own submodules may use is left to git and its settings, which are stricter.
  if (submodules) await run(['submodule', 'update', '--init', '--recursive'])
  const commit = (await run(['rev-parse', 'HEAD'])).trim()
  return { commit, pinned: isCommit(ref) || isTag(folder) }
}

/** A whole commit name. */
export function isCommit(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)
}

/** What was fetched last was a tag. */
function isTag(folder: string): boolean {
  return /^\S+\t(?:not-for-merge)?\ttag '/.test(readFileSync(join(folder, '.git/FETCH_HEAD'), 'utf8'))
}

/** No URL or ref may be taken for an option of git or of what git starts. */
export function refuseOptions(url: string, ref: string): void {
  // The host is what ssh is started with.
  if (/^-|:\/\/-|@-/.test(url)) throw fail('REMOTE_REFUSED', `a repository may not begin with a dash: '${url}'`)
  if (ref.startsWith('-')) throw fail('REMOTE_REFUSED', `a ref may not begin with a dash: '${ref}' of '${url}'`)
  if (/[\0\r\n]/.test(url + ref)) throw fail('REMOTE_REFUSED', `a repository may not have a line break in its name`)
}

/** What git runs with: nothing of a repository or of the user may start or ask something. */
export function gitEnvironment(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(environment)) if (!REPOSITORY_VARIABLES.test(name)) env[name] = value
  Object.assign(env, { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never', GIT_TEMPLATE_DIR: '' })
  // Settings go by the environment, so that messages show the commands that the reference runs.
  let count = Number.parseInt(env.GIT_CONFIG_COUNT ?? '0', 10) || 0
  for (const [key, value] of SETTINGS) {
    env[`GIT_CONFIG_KEY_${count}`] = key
    env[`GIT_CONFIG_VALUE_${count++}`] = value
  }
  env.GIT_CONFIG_COUNT = String(count)
  return env
}

/** As Go writes durations: `27s`, `1m30s`, `500ms`. */
export function durationText(seconds: number): string {
  if (seconds < 1) {
    for (const [unit, size] of [
      ['ms', 1e-3],
      ['µs', 1e-6],
      ['ns', 1e-9],
    ] as const) {
      if (seconds >= size || unit === 'ns') return `${Number((seconds / size).toFixed(6))}${unit}`
    }
  }
  const minutes = Math.floor(seconds / 60)
  const rest = `${Number((seconds - minutes * 60).toFixed(9))}s`
  if (minutes === 0) return rest
  return minutes < 60 ? `${minutes}m${rest}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${rest}`
}
