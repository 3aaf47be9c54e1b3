/** `strake flux lock [PATH]`: renders, and writes down which state of each source was used. */
import { fail, ToolError } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { shownProblem } from '../../flux/tree.ts'
import { openFetcher } from '../../node/fetch.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { lockText, readLock } from '../../node/lock.ts'
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
  const artifacts = openSourceFetcher({ ...options, renew: true })
  try {
    const { repository, problems } = await openTree(context, flags.words[0] ?? '.', { fetcher, artifacts })
    const said = problems.map(shownProblem)
    for (const one of said) if (one.severity === 'warning') reporter.emit(one)
    // What is missing would not be pinned.
    const [first, ...also] = said.filter(({ severity }) => severity === 'error')
    if (first !== undefined) throw new ToolError(first.code, first.message, { at: first.at, hint: first.hint, also })
    const path = join(repository, 'strake.lock')
    const others = readLock(path) ?? { repositories: [], files: [] }
    const found = parts.lock()
    // Nobody has asked for charts without helm.
    const flux = flags.bool('helm') ? found : { ...found, charts: others.flux?.charts ?? [] }
    await fs.write(path, new TextEncoder().encode(lockText({ ...others, flux })))
    const { repositories, files, artifacts: pulled = [], buckets = [], charts = [] } = flux
    const counts = `${repositories.length} repositories, ${pulled.length} artifacts, ${buckets.length} buckets`
    stdout.write(`${counts}, ${charts.length} charts and ${files.length} files locked in strake.lock\n`)
    return 0
  } finally {
    await Promise.all([fetcher.close(), artifacts.close()])
  }
}
