/** `strake pkg get REPO[.git]/PATH[@VERSION] [DEST]`: fetches a package. */
import { statSync } from 'node:fs'
import { maskCredentials } from '../../core/credentials.ts'
import { fail } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { basename, dirname, join } from '../../core/path.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { PACKAGE_CONTEXT, packageContext } from '../../kpt/new-package.ts'
import { nameOf, parsePackageUrl } from '../../kpt/package-url.ts'
import { packagesIn, type Tree } from '../../kpt/tree.ts'
import { newPackage, remotePackages } from '../../kpt/update.ts'
import { STRATEGIES, type Upstream } from '../../kpt/upstream.ts'
import { writeFolder } from '../../node/write-folder.ts'
import { absolute, type KptTools } from '../kpt-tools.ts'
import { PackageFetcher } from '../pkg-fetch.ts'
import { copyModes, foldersOf, pkgCommand } from '../pkg-tools.ts'

/** Packages may name others, and those more. */
const MOST_PACKAGES = 100

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
    const get = new Getting(tools, fetcher)
    await get.add(root, '', { ...place, strategy }, basename(root))
    if (flags.bool('for-deployment')) get.customize(basename(root))
    get.write(root)
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

/** A package and the packages that it names, in memory until all of it is there. */
class Getting {
  private readonly tree: Tree = new Map()
  private readonly places: { folder: string; place: string; paths: string[] }[] = []

  constructor(
    private readonly tools: KptTools,
    private readonly fetcher: PackageFetcher,
  ) {}

  async add(root: string, folder: string, wanted: Upstream, name: string): Promise<void> {
    if (this.places.length === MOST_PACKAGES) throw fail('TOO_MANY', `more than ${MOST_PACKAGES} packages`)
    const { say, referenceFormat } = this.tools
    say(`Package "${join(basename(root), folder)}":\n`)
    const upstream = await this.fetcher.resolve(wanted)
    say(`Fetching ${maskCredentials(upstream.repo)}@${upstream.ref}\n`)
    const { tree, lock, place } = await this.fetcher.fetch(upstream)
    say(`Adding package "${upstream.directory.slice(1)}".\n`)
    const files = await newPackage({
      ...{ updated: tree, root: join(root, folder), name, kptfileName: name, upstream, lock, referenceFormat },
      onUnreadable: (problem) => say(`[WARN] taken as it is: ${problem}\n`),
    })
    this.places.push({ folder, place, paths: [...files.keys()].filter((path) => tree.has(path)) })
    for (const [path, bytes] of files) this.tree.set(join(folder, path), bytes)
    for (const inner of remotePackages(files, join(root, folder))) {
      await this.add(root, join(folder, inner.folder), inner.upstream, inner.name)
    }
  }

  customize(name: string): void {
    this.tools.say('\nCustomizing package for deployment.\n')
    for (const folder of packagesIn(this.tree)) {
      this.tree.set(join(folder, PACKAGE_CONTEXT), encodeUtf8(packageContext(name)))
    }
    this.tools.say('Customized package for deployment.\n')
  }

  write(root: string): void {
    const files = new Map([...this.tree].map(([path, bytes]): [string, Uint8Array] => [join(root, path), bytes]))
    try {
      writeFolder(
        root,
        foldersOf(this.tree.keys()).map((folder) => join(root, folder)),
        files,
      )
    } catch (error) {
      if (error instanceof FileError) throw fail(error.code, error.message)
      throw error
    }
    for (const { folder, place, paths } of this.places) copyModes(place, join(root, folder), paths)
    this.tools.say(`\nFetched ${this.places.length} package(s).\n`)
  }
}
