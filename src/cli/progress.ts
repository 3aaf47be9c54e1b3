/** Says that a long build is alive, to someone who watches a terminal. */
import type { FileSystem } from '../core/host.ts'
import type { CommandContext } from './command.ts'
import { isTerminal } from './terminal.ts'

/** Milliseconds before the first word, and between words. */
const PATIENCE = 1000

/** The file system, with a line on stderr that counts what was read once a build has taken a second. */
export async function withProgress(fs: FileSystem, context: CommandContext): Promise<FileSystem> {
  const { flags, stderr } = context
  if (flags.bool('quiet') || flags.string('log-format') === 'json' || !(await isTerminal(2))) return fs
  let files = 0
  let last = performance.now()
  return {
    read(path) {
      files++
      const now = performance.now()
      if (now - last > PATIENCE) {
        last = now
        stderr.write(`building: ${files} files read so far\n`)
      }
      return fs.read(path)
    },
    list: (path) => fs.list(path),
    stat: (path) => fs.stat(path),
    real: (path) => fs.real(path),
  }
}
