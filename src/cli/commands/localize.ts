/** `strake localize [TARGET [DEST]]`: the copy of a kustomization is written, then both are built and compared. */
import { fail, wrap } from '../../core/error.ts'
import { type Fetcher, FileError, type FileSystem } from '../../core/host.ts'
import { basename, isAbsolute, join } from '../../core/path.ts'
import { goQuote } from '../../core/text.ts'
import { build } from '../../kustomize/build.ts'
import { invalidDestination, type Localized, localize, notCreated } from '../../kustomize/localize.ts'
import { nodeFetcher } from '../../node/fetcher.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { writeFolder } from '../../node/write-folder.ts'
import type { CommandContext } from '../command.ts'
import { tellSlow } from '../progress.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, reporter } = context
  const { words } = flags
  if (words.length > 2) throw fail('USAGE', `accepts at most 2 arg(s), received ${words.length}`)
  const [target = '.', destination = ''] = words
  const fs = nodeFileSystem()
  const root = isAbsolute(target) ? target : join(cwd, target)
  const fetcher = nodeFetcher({
    fs,
    environment,
    offline: flags.bool('offline'),
    folder: root,
    onSlow: tellSlow(context),
  })
  try {
    const copy = await localize({ fs, fetcher, log: reporter, cwd, target, scope: flags.string('scope'), destination })
    write(copy, destination)
    const build = (folder: string) => buildFolder(context, folder, fs, fetcher)
    if (!flags.bool('no-verify') && !(await verify(context, target, copy, build))) return 1
    log(context, `SUCCESS: localized ${goQuote(target)} to directory ${copy.destination}`)
    return 0
  } finally {
    await fetcher.close()
  }
}

function write({ destination, folders, files }: Localized, written: string): void {
  try {
    writeFolder(destination, folders, files)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    if (error.path !== destination) throw fail(error.code, `open ${error.path}: ${error.reason}`)
    throw wrap(invalidDestination(written), notCreated(written || basename(destination), error))
  }
}

/** Whether target and copy build to the same; what fails to build is an error, and the copy stays. */
async function verify(
  context: CommandContext,
  target: string,
  copy: Localized,
  build: (folder: string) => Promise<string>,
): Promise<boolean> {
  const original = await build(target)
  const copied = await build(join(copy.destination, copy.target))
  const isSame = original === copied
  const words = `\`kustomize build\` for ${target} and ${copy.destination} are`
  if (isSame) log(context, `VERIFICATION SUCCESS: ${words} the same after localization.`)
  else log(context, `VERIFICATION FAILED: ${words} different after localization.`)
  return isSame
}

async function buildFolder(context: CommandContext, folder: string, fs: FileSystem, fetcher: Fetcher): Promise<string> {
  const root = isAbsolute(folder) ? folder : join(context.cwd, folder)
  try {
    return (await build({ root, argument: folder, fs, fetcher, log: context.reporter })).text
  } catch (error) {
    log(
      context,
      `If your target directory requires flags to build: \n1. Add executable permissions for the downloaded exec binaries in '${folder}'. \n2. Run kustomize build with the necessary flags and self-verify the outputs.`,
    )
    throw error
  }
}

/** A line with the time, as the reference logs it. */
function log({ reporter }: CommandContext, message: string): void {
  reporter.emit({ severity: 'warning', code: 'LOG', message, at: [] })
}
