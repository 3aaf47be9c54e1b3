/** Trees written to a directory: everything is checked before, and what stands there stays when anything fails. */
import { fail } from '../../core/error.ts'
import type { TreeFileSystem } from '../../core/host.ts'
import { compareBytes, goQuote } from '../../core/text.ts'
import type { LayoutConfig } from '../layout/config.ts'
import type { ManifestLayout } from '../layout/manifest.ts'
import { packageDirectory } from '../layout/packages.ts'
import { compareTree } from './compare.ts'
import { type LayoutFile, layoutFiles } from './files.ts'
import { withInventory } from './inventory.ts'
import { below } from './places.ts'

export interface WriteOptions {
  /**
   * A list of all files is written beside the tree, and what the list of an earlier run has beyond this tree is removed,
   * as far as nobody has changed it since.
   */
  inventory?: boolean
}

export interface WriteResult {
  /** Files that were not there, or not as they are now. */
  written: string[]
  removed: string[]
  /** Files of an earlier tree that somebody has changed since. */
  kept: string[]
}

/**
 * Writes a tree below a directory, by each layout's own settings.
 *
 * @example await writeToDisk(layout, '/srv/repository', nodeTreeFileSystem(), { inventory: true })
 *
 * @throws ToolError when the tree cannot be written; then nothing has changed
 */
export async function writeToDisk(
  layout: ManifestLayout,
  base: string,
  fs: TreeFileSystem,
  options: WriteOptions = {},
): Promise<WriteResult> {
  return writeFiles(layoutFiles(layout), base, fs, options)
}

/**
 * Writes a tree below the manifests directory of a config, which also names the files.
 *
 * @example await writeManifest(layout, '/srv/repository', defaultConfigForProfile('argocd'), nodeTreeFileSystem())
 */
export async function writeManifest(
  layout: ManifestLayout,
  base: string,
  config: LayoutConfig,
  fs: TreeFileSystem,
  options: WriteOptions = {},
): Promise<WriteResult> {
  return writeFiles(layoutFiles(layout, config), base, fs, options)
}

/**
 * Writes the tree of each package below a directory of its own.
 *
 * @example await writePackagesToDisk(walkClusterByPackage(cluster, rules), '/srv/repository', nodeTreeFileSystem())
 */
export async function writePackagesToDisk(
  packages: ReadonlyMap<string, ManifestLayout>,
  base: string,
  fs: TreeFileSystem,
  options: WriteOptions = {},
): Promise<WriteResult> {
  return writeFiles(packageFiles(packages), base, fs, options)
}

/**
 * The files of all packages, in the order of their keys.
 *
 * @example packageFiles(walkClusterByPackage(cluster, rules))
 */
export function packageFiles(packages: ReadonlyMap<string, ManifestLayout>): LayoutFile[] {
  const keys = new Map<string, string>()
  const files: LayoutFile[] = []
  for (const key of [...packages.keys()].sort(compareBytes)) {
    const directory = packageDirectory(key)
    const other = keys.get(directory)
    if (other !== undefined) {
      throw fail(
        'SAME_DIRECTORY',
        `file write failed for '${directory}': packages ${goQuote(other)} and ${goQuote(key)} are written to the same directory`,
        { hint: 'the directory is named after the kind of the package reference' },
      )
    }
    keys.set(directory, key)
    files.push({ path: directory, directory: true, content: '' })
    for (const file of layoutFiles(packages.get(key) as ManifestLayout)) {
      files.push({ ...file, path: below(directory, file.path) })
    }
  }
  return files
}

/**
 * Writes files that {@link layoutFiles} made below a directory.
 *
 * @example await writeFiles(layoutFiles(layout), '/srv/repository', nodeTreeFileSystem())
 */
export async function writeFiles(
  files: readonly LayoutFile[],
  base: string,
  fs: TreeFileSystem,
  { inventory = false }: WriteOptions = {},
): Promise<WriteResult> {
  const all = inventory ? withInventory(files) : files
  const { changes, kept } = await compareTree(all, base, fs)
  const written = new Map<string, Uint8Array>()
  const removed: string[] = []
  for (const { path, after } of changes) {
    if (after === undefined) removed.push(path)
    else written.set(path, after)
  }
  const directories = all.flatMap(({ path, directory }) => (directory ? [path] : []))
  await fs.change(base, { directories, written, removed })
  return { written: [...written.keys()], removed, kept }
}
