/** `strake lock DIR`: builds, and writes down which state of each remote part was used. */
import { fail } from '../../core/error.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { openFetcher } from '../../node/fetch.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { lockText, readLock } from '../../node/lock.ts'
import { buildParts } from '../build-parts.ts'
import type { CommandContext } from '../command.ts'
import { lockedParts } from '../locked-parts.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, stdout } = context
  if (flags.words.length > 1) throw fail('USAGE', 'specify one path to kustomization.yaml')
  const argument = flags.words[0] ?? '.'
  if (/:\/\//.test(argument)) throw fail('USAGE', 'a lock file stands beside a kustomization: specify a folder')
  const root = isAbsolute(argument) ? argument : join(cwd, argument)
  const fs = nodeFileSystem()
  const path = join(root, 'strake.lock')
  const { flux } = readLock(path) ?? {}
  const parts = lockedParts()
  const fetcher = openFetcher({ ...parts, fs, environment, renew: true, onSlow: tellSlow(context) })
  try {
    await buildParts(context, root, argument, fetcher)
  } finally {
    await fetcher.close()
  }
  const lock = parts.lock()
  const text = lockText({ ...lock, ...(flux !== undefined && { flux }) })
  await fs.write(path, new TextEncoder().encode(text))
  stdout.write(`${lock.repositories.length} repositories and ${lock.files.length} files locked in strake.lock\n`)
  return 0
}
