/** `strake vendor [DIR]`: copies of everything remote go beside a kustomization, and builds use them. */
import { fail } from '../../core/error.ts'
import type { Fetcher } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { parseGitUrl } from '../../kustomize/git-url.ts'
import { placeOfRepository, placeOfUrl } from '../../kustomize/localize/remote-names.ts'
import { openFetcher } from '../../node/fetch.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { readLock } from '../../node/lock.ts'
import { readVendorIndex, vendorFetcher } from '../../node/vendor.ts'
import { differences, UsedParts, type VendorContent, writeVendor } from '../../node/vendoring.ts'
import { buildParts } from '../build-parts.ts'
import type { CommandContext } from '../command.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, stdout } = context
  if (flags.words.length > 1) throw fail('USAGE', 'specify one path to kustomization.yaml')
  const argument = flags.words[0] ?? '.'
  if (/:\/\//.test(argument)) throw fail('USAGE', 'copies stand beside a kustomization: specify a folder')
  const root = isAbsolute(argument) ? argument : join(cwd, argument)
  const folder = join(root, 'vendor')
  const fs = nodeFileSystem()
  const index = readVendorIndex(folder)
  if (flags.bool('check')) {
    const known = index ?? { repositories: [], files: [] }
    const now = await gather(
      context,
      root,
      argument,
      vendorFetcher(folder, known, readLock(join(root, 'strake.lock')), fs),
    )
    const found = differences(known, now.index)
    if (found.length > 0) {
      const list = found.map((line) => `\n  ${line}`).join('')
      throw fail('VENDOR', `${folder} is not what this kustomization needs:${list}`, {
        hint: '`strake vendor` brings it up to date',
      })
    }
    stdout.write(`vendor is up to date: ${counts(now)}\n`)
    return 0
  }
  const fetcher = openFetcher({
    fs,
    environment,
    folder: root,
    ignoresVendor: true,
    offline: flags.bool('offline'),
    onSlow: tellSlow(context),
  })
  const content = await gather(context, root, argument, fetcher)
  writeVendor(folder, content, index)
  stdout.write(`${counts(content)} in vendor\n`)
  return 0
}

/** Builds, and notes what came from elsewhere. */
async function gather(
  context: CommandContext,
  root: string,
  argument: string,
  fetcher: Fetcher,
): Promise<VendorContent> {
  const used = new UsedParts()
  try {
    await buildParts(context, root, argument, used.watch(fetcher))
    // Before a passing cache goes.
    return used.content({ ofRepository: placeOfRepository, ofFile: placeOfUrl, repositoryOf })
  } finally {
    await fetcher.close()
  }
}

function repositoryOf(text: string): { url: string; ref: string } | undefined {
  const url = parseGitUrl(text)
  return url === undefined ? undefined : { url: url.cloneUrl, ref: url.ref }
}

function counts({ index, pieces }: VendorContent): string {
  const { repositories, files } = index
  return `${repositories.length} repositories and ${files.length} files (${pieces.size} in all)`
}
