/** Packages that are fetched as they are: one, and those that it names. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import { basename, join } from '../core/path.ts'
import type { Tree } from '../kpt/tree.ts'
import { newPackage, remotePackages } from '../kpt/update.ts'
import type { Upstream } from '../kpt/upstream.ts'
import type { KptTools } from './kpt-tools.ts'
import type { PackageFetcher } from './pkg-fetch.ts'
import { copyModes } from './pkg-tools.ts'

/** Packages may name others, and those more. */
const MOST_PACKAGES = 100

/** In memory, until all of it is there. */
export class PackageGetter {
  readonly tree: Tree = new Map()
  private readonly places: { folder: string; place: string; paths: string[] }[] = []

  constructor(
    private readonly tools: KptTools,
    private readonly fetcher: PackageFetcher,
    /** Where the outermost package is, absolute. */
    private readonly root: string,
  ) {}

  /** How many packages were fetched. */
  get count(): number {
    return this.places.length
  }

  async add(folder: string, wanted: Upstream, name: string): Promise<void> {
    if (this.places.length === MOST_PACKAGES) throw fail('TOO_MANY', `more than ${MOST_PACKAGES} packages`)
    const { say, referenceFormat } = this.tools
    const place = join(this.root, folder)
    say(`Package "${join(basename(this.root), folder)}":\n`)
    const upstream = await this.fetcher.resolve(wanted)
    say(`Fetching ${maskCredentials(upstream.repo)}@${upstream.ref}\n`)
    const { tree, lock, place: source } = await this.fetcher.fetch(upstream)
    say(`Adding package "${upstream.directory.slice(1)}".\n`)
    const files = await newPackage({
      ...{ updated: tree, root: place, name, kptfileName: name, upstream, lock, referenceFormat },
      onUnreadable: (problem) => say(`[WARN] taken as it is: ${problem}\n`),
    })
    this.places.push({ folder, place: source, paths: [...files.keys()].filter((path) => tree.has(path)) })
    for (const [path, bytes] of files) this.tree.set(join(folder, path), bytes)
    for (const inner of remotePackages(files, place)) {
      await this.add(join(folder, inner.folder), inner.upstream, inner.name)
    }
  }

  /** Files that can be run stay so, once they are on the disk. */
  copyModes(): void {
    for (const { folder, place, paths } of this.places) copyModes(place, join(this.root, folder), paths)
  }
}
