/** `strake pkg get REPO[.git]/PATH[@VERSION] [DEST]`: fetches a package. */
import { statSync } from 'node:fs'
import { fail } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { basename, dirname, join } from '../../core/path.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { PACKAGE_CONTEXT, packageContext } from '../../kpt/new-package.ts'
import { nameOf, parsePackageUrl } from '../../kpt/package-url.ts'
import { packagesIn, type Tree } from '../../kpt/tree.ts'
import { STRATEGIES } from '../../kpt/upstream.ts'
import { writeFolder } from '../../node/write-folder.ts'
import { absolute, type KptTools } from '../kpt-tools.ts'
import { PackageGetter } from '../package-getter.ts'
import { PackageFetcher } from '../pkg-fetch.ts'
import { foldersOf, pkgCommand } from '../pkg-tools.ts'

export const run = pkgCommand(async (tools) => {
  const { flags } = tools.context
  const [url, destination, ...more] = flags.words
  if (url === undefined) throw fail('USAGE', 'requires at least 1 arg(s), only received 0')
  if (more.length > 0) throw fail('USAGE', `accepts at most 2 arg(s), received ${flags.words.length}`)
  const strategy = flags.string('strategy')
  if (!STRATEGIES.some((one) => one === strategy)) throw fail('USAGE', `unknown update strategy "${strategy}"`)
  const place = parsePackageUrl(url)
  const root = newPlace(tools, destination ?? nameOf(place), nameOf(place))
  const fetcher = new PackageFetcher(tools)
  try {
    const getter = new PackageGetter(tools, fetcher, root)
    await getter.add('', { ...place, strategy }, basename(root))
    if (flags.bool('for-deployment')) customize(tools, getter.tree, basename(root))
    write(tools, getter, root)
  } finally {
    await fetcher.close()
  }
})

/** Where the package goes: into a folder that is there, or to a place that is free. */
function newPlace(tools: KptTools, destination: string, name: string): string {
  const given = absolute(tools, destination)
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
  const shown = isFolder && tools.context.flags.words.length > 1 ? join(destination, name) : destination
  const root = absolute(tools, shown)
  if (statSync(root, { throwIfNoEntry: false }) !== undefined) {
    throw fail('EXISTS', `destination directory "${shown}" already exists`)
  }
  if (!(statSync(dirname(root), { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw fail('NOT_FOUND', `parent directory "${dirname(shown)}" does not exist`)
  }
  return root
}

function customize({ say }: KptTools, tree: Tree, name: string): void {
  say('\nCustomizing package for deployment.\n')
  for (const folder of packagesIn(tree)) tree.set(join(folder, PACKAGE_CONTEXT), encodeUtf8(packageContext(name)))
  say('Customized package for deployment.\n')
}

function write({ say }: KptTools, getter: PackageGetter, root: string): void {
  const files = new Map([...getter.tree].map(([path, bytes]): [string, Uint8Array] => [join(root, path), bytes]))
  try {
    const folders = foldersOf(getter.tree.keys()).map((folder) => join(root, folder))
    writeFolder(root, folders, files)
  } catch (error) {
    if (error instanceof FileError) throw fail(error.code, error.message)
    throw error
  }
  getter.copyModes()
  say(`\nFetched ${getter.count} package(s).\n`)
}
