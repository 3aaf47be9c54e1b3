/** A file system with edits on top: unsaved buffers, a change to try out. */
import { type Entry, FileError, type FileSystem, type WritableFileSystem } from './host.ts'
import { basename, clean, dirname, join } from './path.ts'
import { compareBytes } from './text.ts'

/**
 * Reads through to `below` whatever was not written or removed here; `below` is never written to. A path keeps its
 * folder's symbolic links: an edit under a link is found under the linked folder too.
 *
 * ```ts
 * import { build, memoryFileSystem, overlayFileSystem } from 'strake'
 *
 * const disk = memoryFileSystem({ '/app/kustomization.yaml': 'resources: [config.yaml]\n' })
 * const fs = overlayFileSystem(disk)
 * const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n'
 * await fs.write('/app/config.yaml', new TextEncoder().encode(config))
 * const { text } = await build({ root: '/app', fs })
 * ```
 */
export function overlayFileSystem(below: FileSystem): WritableFileSystem {
  /** By real path; undefined for what was removed. */
  const edits = new Map<string, Uint8Array | undefined>()

  /** The real path, the last components of which may exist only here. */
  const place = async (path: string): Promise<string> => {
    const wanted = clean(path)
    const missing: string[] = []
    for (let at = wanted; ; at = dirname(at)) {
      try {
        return join(await below.real(at), ...missing)
      } catch (error) {
        if (!(error instanceof FileError) || at === '/') throw error
        // What cannot be followed has no edit either; the file system below says why.
        if (error.code !== 'NOT_FOUND' && error.code !== 'NOT_DIRECTORY') return wanted
        missing.unshift(basename(at))
      }
    }
  }
  const isFolder = (path: string): boolean => {
    const prefix = path === '/' ? '/' : `${path}/`
    for (const [edited, bytes] of edits) if (bytes !== undefined && edited.startsWith(prefix)) return true
    return false
  }
  const absent = (path: string) => new FileError('NOT_FOUND', path, 'no such file or directory')

  return {
    async read(path) {
      const at = await place(path)
      if (!edits.has(at)) return await below.read(path)
      const bytes = edits.get(at)
      if (bytes === undefined) throw absent(path)
      return bytes
    },
    async list(path) {
      const at = await place(path)
      if (edits.get(at) !== undefined) throw new FileError('NOT_DIRECTORY', path, 'not a directory')
      const entries = new Map<string, Entry>()
      try {
        for (const entry of await below.list(at)) entries.set(entry.name, entry)
      } catch (error) {
        if (!(error instanceof FileError) || error.code !== 'NOT_FOUND' || !isFolder(at)) throw error
      }
      const prefix = at === '/' ? '/' : `${at}/`
      for (const [edited, bytes] of edits) {
        if (!edited.startsWith(prefix)) continue
        const [name, rest] = edited.slice(prefix.length).split('/', 2) as [string, string?]
        if (bytes === undefined) {
          if (rest === undefined) entries.delete(name)
        } else if (rest === undefined || !entries.has(name)) {
          entries.set(name, { name, type: rest === undefined ? 'file' : 'directory' })
        }
      }
      return [...entries.values()].sort((a, b) => compareBytes(a.name, b.name))
    },
    async stat(path) {
      const at = await place(path).catch(() => undefined)
      if (at === undefined) return undefined
      if (edits.has(at)) return edits.get(at) === undefined ? undefined : { type: 'file' }
      return (await below.stat(path)) ?? (isFolder(at) ? { type: 'directory' } : undefined)
    },
    async real(path) {
      const at = await place(path)
      if (edits.has(at)) {
        if (edits.get(at) === undefined) throw new FileError('NOT_FOUND', at, 'no such file or directory')
        return at
      }
      if (isFolder(at)) return at
      return await below.real(path)
    },
    async write(path, bytes) {
      const at = await place(path)
      const found = await below.stat(path)
      if ((found?.type === 'directory' && !edits.has(at)) || isFolder(at)) {
        throw new FileError('IS_DIRECTORY', path, 'is a directory')
      }
      edits.set(at, bytes)
    },
    async remove(path) {
      const at = await place(path)
      const there = edits.has(at) ? edits.get(at) !== undefined : (await below.stat(path))?.type === 'file'
      if (!there) throw absent(path)
      edits.set(at, undefined)
    },
  }
}
