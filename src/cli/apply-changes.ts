/** Changes of a folder, worked out before, put on the disk. */
import { mkdirSync } from 'node:fs'
import { fail } from '../core/error.ts'
import type { WritableFileSystem } from '../core/host.ts'
import { dirname, join } from '../core/path.ts'
import type { Changes } from '../krm/package-changes.ts'

/** Changes a folder: all files are written before any takes its place, and what goes goes last. */
export async function applyChanges(
  fs: WritableFileSystem,
  folder: string,
  { written, removed }: Changes,
): Promise<void> {
  const files = [...written].map(([path, bytes]) => ({ path: join(folder, path), bytes }))
  for (const place of new Set(files.map(({ path }) => dirname(path)))) makeFolder(place)
  if (files.length > 0) (await import('../node/write-together.ts')).writeTogether(files)
  for (const path of removed) await fs.remove(join(folder, path))
}

function makeFolder(place: string): void {
  try {
    mkdirSync(place, { recursive: true })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'not a directory' : (error as Error).message
    throw fail('NOT_DIRECTORY', `mkdir ${place}: ${reason}`)
  }
}
