/** Says that a long build is alive, to someone who watches a terminal. */
import type { CommandContext } from './command.ts'
import { isTerminal } from './terminal.ts'

/** Milliseconds before the first word, and between words. */
const PATIENCE = 1000

/**
 * To be told of every file that is read: writes a line on stderr that counts them once a build has taken a second. Whether
 * someone watches is asked only then.
 */
export function countingFiles(context: CommandContext): () => void {
  const { stderr } = context
  if (isSilent(context)) return () => undefined
  let files = 0
  let last = Date.now()
  return () => {
    files++
    const now = Date.now()
    if (now - last <= PATIENCE) return
    last = now
    const text = `building: ${files} files read so far\n`
    void isTerminal(2).then((watched) => watched && stderr.write(text))
  }
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
