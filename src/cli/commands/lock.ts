/** `strake lock DIR`: builds, and writes down which state of each remote part was used. */
import { fail } from '../../core/error.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { parseGitUrl } from '../../kustomize/git-url.ts'
import { openFetcher } from '../../node/fetch.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { type LockedFile, type LockedRepository, lockText } from '../../node/lock.ts'
import { buildParts } from '../build-parts.ts'
import type { CommandContext } from '../command.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, stdout } = context
  if (flags.words.length > 1) throw fail('USAGE', 'specify one path to kustomization.yaml')
  const argument = flags.words[0] ?? '.'
  if (/:\/\//.test(argument)) throw fail('USAGE', 'a lock file stands beside a kustomization: specify a folder')
  const root = isAbsolute(argument) ? argument : join(cwd, argument)
  const fs = nodeFileSystem()
  const repositories = new Map<string, LockedRepository>()
  const files = new Map<string, LockedFile>()
  const fetcher = openFetcher({
    fs,
    environment,
    renew: true,
    onSlow: tellSlow(context),
    onRepository: (used) => repositories.set(JSON.stringify(used), used),
    onFile: (used) => files.set(used.url, used),
  })
  try {
    await buildParts(context, root, argument, fetcher)
  } finally {
    await fetcher.close()
  }
  // Some servers answer with a page where a repository is meant.
  for (const url of files.keys()) {
    const meant = parseGitUrl(url)
    if ([...repositories.values()].some((one) => one.url === meant?.cloneUrl && one.ref === meant.ref))
      files.delete(url)
  }
  const text = lockText({ repositories: [...repositories.values()], files: [...files.values()] })
  await fs.write(join(root, 'strake.lock'), new TextEncoder().encode(text))
  stdout.write(`${repositories.size} repositories and ${files.size} files locked in strake.lock\n`)
  return 0
}
