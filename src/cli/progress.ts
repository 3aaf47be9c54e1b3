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
export function withProgress(fs: FileSystem, context: CommandContext): FileSystem {
  const { stderr } = context
  if (isSilent(context)) return fs
  let files = 0
  let last = Date.now()
  const counted = <T>(read: (path: string) => Promise<T>) => {
    return async (path: string): Promise<T> => {
      files++
      const now = Date.now()
      if (now - last > PATIENCE) {
        last = now
        if (await isTerminal(2)) stderr.write(`building: ${files} files read so far\n`)
      }
      return await read(path)
    }
  }
  const { read, readPlain } = fs
  return { ...fs, read: counted(read), ...(readPlain === undefined ? {} : { readPlain: counted(readPlain) }) }
}

/** Says what is being waited for, to someone who watches a terminal. */
export function tellSlow(context: CommandContext): (text: string) => Promise<void> {
  return async (text) => {
    if (!isSilent(context) && (await isTerminal(2))) context.stderr.write(`${text}\n`)
  }
}

function isSilent({ flags }: CommandContext): boolean {
  return flags.bool('quiet') || flags.string('log-format') === 'json'
}
