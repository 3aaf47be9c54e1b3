/** `strake flux lock [PATH]`: renders, and writes down which state of each source was used. */
import { fail, ToolError } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { openFetcher } from '../../node/fetch.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { lockText } from '../../node/lock.ts'
import { openSourceFetcher } from '../../node/source-fetch.ts'
import type { CommandContext } from '../command.ts'
import { openTree } from '../flux-tree.ts'
import { lockedParts } from '../locked-parts.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, environment, stdout, reporter } = context
  if (flags.words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${flags.words.length}`)
  const fs = nodeFileSystem()
  const parts = lockedParts()
  const options = { ...parts, environment, offline: flags.bool('offline'), onSlow: tellSlow(context) }
  const fetcher = openFetcher({ ...options, fs, renew: true })
  const artifacts = openSourceFetcher(options)
  try {
    const { repository, problems } = await openTree(context, flags.words[0] ?? '.', { fetcher, artifacts })
    for (const { about: _, ...one } of problems) if (one.severity === 'warning') reporter.emit(one)
    // What is missing would not be pinned.
    const [first, ...also] = problems.filter(({ severity }) => severity === 'error')
    if (first !== undefined) throw new ToolError(first.code, first.message, { at: first.at, hint: first.hint, also })
    const lock = parts.lock()
    await fs.write(join(repository, 'strake.lock'), new TextEncoder().encode(lockText(lock)))
    const { repositories, files, artifacts: pulled = [] } = lock
    stdout.write(
      `${repositories.length} repositories, ${pulled.length} artifacts and ${files.length} files locked in strake.lock\n`,
    )
    return 0
  } finally {
    await Promise.all([fetcher.close(), artifacts.close()])
  }
}
