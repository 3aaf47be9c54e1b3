/** What a command changes on disk, worked out before any of it is touched. */
import { fail } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { dirname, isWithin, join } from '../core/path.ts'
import { encodeUtf8 } from '../core/text.ts'
import { fileText, type PackageFile } from './package-files.ts'

/** Relative to the folder. */
export interface Changes {
  written: Map<string, Uint8Array>
  removed: string[]
}

/**
 * The files that get another text, and, when `prunes`, those that nothing is left of.
 *
 * @throws ToolError when a text would end up outside of the folder, or in the place of a folder
 */
export async function changesOf(
  fs: FileSystem,
  folder: string,
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, PackageFile>,
  prunes: boolean,
): Promise<Changes> {
  const written = new Map<string, Uint8Array>()
  for (const [path, text] of texts) {
    const file = files.get(path)
    if (file !== undefined && fileText(file) === text) continue
    if (file === undefined) await checkNewPlace(fs, folder, path)
    written.set(path, encodeUtf8(text))
  }
  const removed = prunes ? [...files.keys()].filter((path) => !texts.has(path)) : []
  return { written, removed }
}

/** Refuses a place that is a folder, or that a link leads out of the folder. */
export async function checkNewPlace(fs: FileSystem, folder: string, path: string): Promise<void> {
  if ((await fs.stat(join(folder, path)))?.type === 'directory') {
    throw fail('PATH_DIRECTORY', `config.kubernetes.io/path cannot be a directory: ${path}`)
  }
  const root = await fs.real(folder)
  for (let at = path; at !== '.'; at = dirname(at)) {
    const place = await fs.real(join(folder, at)).catch((error: unknown) => {
      if (error instanceof FileError) return undefined
      throw error
    })
    if (place === undefined) continue
    // A link leads out of the folder.
    if (!isWithin(place, root)) throw fail('PATH_OUTSIDE', `resource must be written under package ${folder}: ${path}`)
    return
  }
}
