/** Changes of a folder, worked out before, put on the disk. */
import { mkdirSync, rmdirSync } from 'node:fs'
import { fail } from '../core/error.ts'
import type { WritableFileSystem } from '../core/host.ts'
import { dirname, isWithin, join } from '../core/path.ts'
import type { Changes } from '../krm/package-changes.ts'

/** Changes a folder: all files are written before any takes its place, and what goes goes last. */
export async function applyChanges(
  fs: WritableFileSystem,
  folder: string,
  { written, removed }: Changes,
): Promise<void> {
  const files = [...written].map(([path, bytes]) => ({ path: join(folder, path), bytes }))
  const made: string[] = []
  try {
    for (const place of new Set(files.map(({ path }) => dirname(path)))) made.push(...makeFolder(place))
    if (files.length > 0) (await import('../node/write-together.ts')).writeTogether(files)
  } catch (error) {
    for (const place of made.reverse()) removeEmpty(place)
    throw error
  }
  for (const path of removed) await fs.remove(join(folder, path))
}

/** Returns the folders that were not there, outer ones first. */
function makeFolder(place: string): string[] {
  try {
    const first = mkdirSync(place, { recursive: true })
    const made: string[] = []
    if (first !== undefined) for (let at = place; isWithin(at, first); at = dirname(at)) made.unshift(at)
    return made
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'not a directory' : (error as Error).message
    throw fail('NOT_DIRECTORY', `mkdir ${place}: ${reason}`)
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody else has put something there, or removed it.
  }
}
