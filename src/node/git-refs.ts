/** What a repository's refs stand for, asked of its server with the user's own git. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import { gitEnvironment, PROTOCOLS, refuseOptions } from './git.ts'
import { findProgram, Programs } from './run-program.ts'

export interface RemoteRefs {
  /** The default branch; undefined when the server has none. */
  head: string | undefined
  /** Names without `refs/heads/`. */
  branches: Map<string, string>
  /** Names without `refs/tags/`, and the commits that they stand for. */
  tags: Map<string, string>
}

const SECONDS = 60
const MAXIMUM_BYTES = 64 << 20

/**
 * The branches and tags of a repository.
 *
 * @example const { tags } = await remoteRefs('https://github.com/acme/packages.git', process.env)
 *
 * @throws ToolError with what git says
 */
export async function remoteRefs(url: string, environment: Record<string, string | undefined>): Promise<RemoteRefs> {
  refuseOptions(url, '')
  const git = findProgram('git', environment.PATH)
  if (git === undefined)
    throw fail('NO_GIT', `no 'git' program on path: exec: "git": executable file not found in $PATH`)
  const env = { ...gitEnvironment(environment), GIT_ALLOW_PROTOCOL: environment.GIT_ALLOW_PROTOCOL ?? PROTOCOLS }
  const programs = new Programs()
  const limits = { seconds: SECONDS, maximumBytes: MAXIMUM_BYTES }
  const words = ['ls-remote', '--symref', '--', url]
  const { code, output } = await programs.run(git, words, { env, ...limits })
  if (code !== 0) {
    const details = maskCredentials(output('stderr'))
    throw fail(
      'GIT',
      `Failed to execute git command "git ls-remote" against repo "${maskCredentials(url)}"\n\nDetails:\n${details}`,
    )
  }
  const refs: RemoteRefs = { head: undefined, branches: new Map(), tags: new Map() }
  for (const line of output('stdout').split('\n')) {
    const [value = '', name = ''] = line.split('\t')
    const branch = /^ref: refs\/heads\/(.*)$/.exec(value)?.[1]
    if (branch !== undefined && name === 'HEAD') refs.head = branch
    else if (name.startsWith('refs/heads/')) refs.branches.set(name.slice('refs/heads/'.length), value)
    // `v1^{}` is the commit of an annotated tag, and comes behind it.
    else if (name.startsWith('refs/tags/')) refs.tags.set(name.slice('refs/tags/'.length).replace(/\^\{\}$/, ''), value)
  }
  return refs
}
