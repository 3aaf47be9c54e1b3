/** Whether what lies in a folder is committed, asked of the user's own git. */
import { fail } from '../core/error.ts'
import { gitEnvironment } from './git.ts'
import { findProgram, Programs } from './run-program.ts'

const SECONDS = 60
const MAXIMUM_BYTES = 64 << 20

/**
 * What of a folder is in no commit.
 *
 * @example if ((await commitState('/srv/packages/web', process.env)) === 'changed') …
 *
 * @throws ToolError when git is missing or fails
 */
export async function commitState(
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<'committed' | 'changed' | 'no repository'> {
  const git = findProgram('git', environment.PATH)
  if (git === undefined)
    throw fail('NO_GIT', `no 'git' program on path: exec: "git": executable file not found in $PATH`)
  const env = { ...gitEnvironment(environment), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
  const words = ['status', '--porcelain', '--', '.']
  const limits = { seconds: SECONDS, maximumBytes: MAXIMUM_BYTES }
  const { code, output, status } = await new Programs().run(git, words, { cwd: folder, env, ...limits })
  if (code === 0) return output('stdout') === '' ? 'committed' : 'changed'
  if (output('stderr').includes('not a git repository')) return 'no repository'
  throw fail('GIT', `failed to run '${[git, ...words].join(' ')}': ${output()}: ${status}`)
}
