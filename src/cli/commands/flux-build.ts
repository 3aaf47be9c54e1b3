/** `strake flux build kustomization NAME`: flux's flags, output and messages. */
import { fail, wrap } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { sourceOfBytes } from '../../core/source-of-bytes.ts'
import { goQuote } from '../../core/text.ts'
import { fluxBuild } from '../../flux/command-line.ts'
import { type FluxKustomization, findKustomization } from '../../flux/kustomization.ts'
import { nodeFetcher } from '../../node/fetcher.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import type { CommandContext } from '../command.ts'
import { commaSeparated, localSources } from '../flux-flags.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, reporter, stdout } = context
  const [name = ''] = flags.words
  if (name === '') throw fail('USAGE', 'kustomization name is required')
  const fs = nodeFileSystem()
  const path = flags.string('path')
  const folder = path === '' || isAbsolute(path) ? path : join(cwd, path)
  if (folder === '' || (await fs.stat(folder))?.type !== 'directory')
    throw fail('PATH', `invalid resource path ${goQuote(folder)}`)
  const kustomization = await readKustomization(context, name)
  const fetcher = nodeFetcher({ fs, environment, offline: false, folder, onSlow: tellSlow(context) })
  try {
    const text = await fluxBuild({
      fs,
      kustomization,
      folder,
      cwd,
      ignorePaths: commaSeparated(flags.list('ignore-paths')),
      strict: flags.bool('strict-substitute'),
      recursive: flags.bool('recursive'),
      localSources: localSources(flags.list('local-sources')),
      fetcher,
      log: reporter,
    })
    stdout.write(text)
  } finally {
    await fetcher.close()
  }
  return 0
}

async function readKustomization({ flags, cwd }: CommandContext, name: string): Promise<FluxKustomization> {
  const fs = nodeFileSystem()
  const file = flags.string('kustomization-file')
  if (!flags.bool('dry-run')) throw fail('CLUSTER', 'no cluster is read: give --dry-run and --kustomization-file')
  if (file === '') throw fail('USAGE', 'dry-run mode requires a kustomization file')
  const place = isAbsolute(file) ? file : join(cwd, file)
  if ((await fs.stat(place))?.type !== 'file') throw fail('FILE', `invalid kustomization file ${goQuote(file)}`)
  const namespace = flags.string('namespace')
  try {
    const source = sourceOfBytes(file, await fs.read(place))
    const found = findKustomization(source, name, namespace)
    if (found !== undefined) return found
  } catch (error) {
    const known = error instanceof FileError ? fail(error.code, `open ${file}: ${error.reason}`) : error
    throw wrap('failed to get kustomization object', known)
  }
  throw fail(
    'NO_KUSTOMIZATION',
    `failed to get kustomization object: failed find kustomization with name '${name}' and namespace '${namespace}' in file '${file}'`,
  )
}
