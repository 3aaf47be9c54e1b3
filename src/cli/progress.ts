/** Says that a long build is alive, to someone who watches a terminal. */
import type { FileSystem } from '../core/host.ts'
import type { CommandContext } from './command.ts'
import { isTerminal } from './terminal.ts'

/** Milliseconds before the first word, and between words. */
const PATIENCE = 1000

/**
 * The file system, with a line on stderr that counts what was read once a build has taken a second. Whether someone
 * watches is asked only then.
 */
export function withProgress(fs: FileSystem, { flags, stderr }: CommandContext): FileSystem {
  if (flags.bool('quiet') || flags.string('log-format') === 'json') return fs
  let files = 0
  let last = Date.now()
  const tell = async () => {
    if (await isTerminal(2)) stderr.write(`building: ${files} files read so far\n`)
  }
  return {
    read(path) {
      files++
      const now = Date.now()
      if (now - last <= PATIENCE) return fs.read(path)
      last = now
      return tell().then(() => fs.read(path))
    },
    list: (path) => fs.list(path),
    stat: (path) => fs.stat(path),
    real: (path) => fs.real(path),
  }
}
