/** The copy while it is made: files and folders that are not on the disk yet. */
import { FileError, type FileSystem } from '../../core/host.ts'
import { dirname } from '../../core/path.ts'

export interface Copy {
  /** By absolute path. */
  files: Map<string, Uint8Array>
  folders: Set<string>
}

/** A file system with the copy in it: references into it are to be told from those to nothing. */
export function withCopy(below: FileSystem, { files, folders }: Copy): FileSystem {
  const readText = below.readText?.bind(below)
  return {
    list: (path) => below.list(path),
    ...(readText === undefined ? {} : { readText }),
    read: async (path) => files.get(path) ?? (await below.read(path)),
    async stat(path) {
      if (files.has(path)) return { type: 'file' }
      return folders.has(path) ? { type: 'directory' } : await below.stat(path)
    },
    async real(path) {
      if (files.has(path) || folders.has(path)) return path
      try {
        return await below.real(path)
      } catch (error) {
        if (!(error instanceof FileError) || error.code !== 'NOT_FOUND' || !folders.has(error.path)) throw error
        let missing = path
        while (missing !== '/' && !folders.has(dirname(missing))) missing = dirname(missing)
        throw missing === '/' ? error : new FileError('NOT_FOUND', missing, error.reason)
      }
    },
  }
}
