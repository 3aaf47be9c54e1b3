/** A tree as it is to be beside the directory as it is: for writing, and for those who only want to know. */
import { FileError, type FileSystem } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { pathKey } from '../layout/directory.ts'
import type { LayoutFile } from './files.ts'
import { digest, INVENTORY, inventoryPath, readInventory } from './inventory.ts'

export interface TreeChange {
  path: string
  kind: 'added' | 'changed' | 'removed'
  before: Uint8Array | undefined
  after: Uint8Array | undefined
}

export interface TreeComparison {
  /** In the order of the files, removed ones last. */
  changes: TreeChange[]
  /** Files of an earlier tree that somebody has changed since: they are left alone. */
  kept: string[]
}

/**
 * What writing the files would change below a directory. With an inventory among them, also which files of an earlier tree
 * would go: those that are as that tree had them.
 *
 * @example
 * const { changes } = await compareTree(withInventory(layoutFiles(layout)), '/srv/repository', fs)
 * process.exitCode = changes.length === 0 ? 0 : 1
 */
export async function compareTree(
  files: readonly LayoutFile[],
  base: string,
  fs: Pick<FileSystem, 'read'>,
): Promise<TreeComparison> {
  const comparison: TreeComparison = { changes: [], kept: [] }
  const planned = new Set<string>()
  for (const { path, directory, content } of files) {
    if (directory) continue
    planned.add(pathKey(path))
    const after = encodeUtf8(content)
    const before = await readIfThere(fs, join(base, path))
    if (before === undefined) comparison.changes.push({ path, kind: 'added', before, after })
    else if (!equalBytes(before, after)) comparison.changes.push({ path, kind: 'changed', before, after })
  }
  if (files.at(-1)?.path === inventoryPath(files)) await addStale(comparison, inventoryPath(files), planned, base, fs)
  return comparison
}

async function addStale(
  { changes, kept }: TreeComparison,
  inventory: string,
  planned: ReadonlySet<string>,
  base: string,
  fs: Pick<FileSystem, 'read'>,
): Promise<void> {
  const bytes = await readIfThere(fs, join(base, inventory))
  if (bytes === undefined) return
  for (const [path, sum] of readInventory(join(base, inventory), bytes)) {
    // The same name in another case may be the same file.
    if (planned.has(pathKey(path)) || path.endsWith(INVENTORY)) continue
    const before = await readIfThere(fs, join(base, path))
    if (before === undefined) continue
    if (digest(before) === sum) changes.push({ path, kind: 'removed', before, after: undefined })
    else kept.push(path)
  }
}

async function readIfThere(fs: Pick<FileSystem, 'read'>, path: string): Promise<Uint8Array | undefined> {
  try {
    return await fs.read(path)
  } catch (error) {
    // A directory, or a file above, is refused when the file is written.
    if (error instanceof FileError && ['NOT_FOUND', 'IS_DIRECTORY', 'NOT_DIRECTORY'].includes(error.code))
      return undefined
    throw error
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
