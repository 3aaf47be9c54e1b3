/** A file system over a map: tests and browsers use it. */
import { type Entry, FileError, type Stat, type WritableFileSystem } from './host.ts'
import { clean, dirname, isAbsolute, join } from './path.ts'
import { compareBytes, encodeUtf8 } from './text.ts'

/** A file's text or bytes, or where a symbolic link points to. */
export type MemoryFile = string | Uint8Array | { link: string }

type Content = Uint8Array | { link: string }

const MOST_LINKS = 255

/**
 * A file system of the given files; folders are there because files are in them. Relative paths count from `/`.
 *
 * ```ts
 * import { build, memoryFileSystem } from 'strake'
 *
 * const fs = memoryFileSystem({
 *   '/app/kustomization.yaml': 'namePrefix: dev-\nresources: [service.yaml]\n',
 *   '/app/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n',
 * })
 * const { text } = await build({ root: '/app', fs })
 * console.log(text) // … name: dev-web
 * ```
 */
export function memoryFileSystem(files: Record<string, MemoryFile> | Map<string, MemoryFile> = {}): WritableFileSystem {
  const contents = new Map<string, Content>()
  /** Names in each folder, so that a listing does not look at every file. */
  const folders = new Map<string, Set<string>>([['/', new Set()]])

  const place = (path: string, content: Content): void => {
    contents.set(path, content)
    for (let at = path; at !== '/'; ) {
      const folder = dirname(at)
      const name = at.slice(folder === '/' ? 1 : folder.length + 1)
      let names = folders.get(folder)
      if (names?.has(name)) break
      if (names === undefined) {
        names = new Set()
        folders.set(folder, names)
      }
      names.add(name)
      at = folder
    }
  }
  for (const [path, file] of files instanceof Map ? files : Object.entries(files)) {
    place(clean(`/${path}`), typeof file === 'string' ? encodeUtf8(file) : file)
  }

  /** Every link resolved; says which component is the first that is not there. */
  const resolve = (path: string): string => {
    let pending = clean(path).split('/')
    let done = '/'
    let links = 0
    while (pending.length > 0) {
      const part = pending.shift() as string
      if (part === '' || part === '.') continue
      if (part === '..') {
        done = dirname(done)
        continue
      }
      const next = join(done, part)
      const content = contents.get(next)
      if (content === undefined && !folders.has(next))
        throw new FileError('NOT_FOUND', next, 'no such file or directory')
      if (content !== undefined && !(content instanceof Uint8Array)) {
        if (++links > MOST_LINKS) throw new FileError('LOOP', '', 'EvalSymlinks: too many links')
        if (isAbsolute(content.link)) done = '/'
        pending = [...content.link.split('/'), ...pending]
        continue
      }
      if (content !== undefined && pending.some((word) => word !== '' && word !== '.')) {
        throw new FileError('NOT_DIRECTORY', '', 'not a directory')
      }
      done = next
    }
    return done
  }
  /** As {@link resolve}, with the path asked for in the error. */
  const follow = (path: string): string => {
    try {
      return resolve(path)
    } catch (error) {
      const { code, reason } = error as FileError
      throw new FileError(code, path, code === 'LOOP' ? 'too many levels of symbolic links' : reason)
    }
  }

  return {
    async read(path) {
      const content = contents.get(follow(path))
      if (content === undefined) throw new FileError('IS_DIRECTORY', path, 'is a directory')
      return content as Uint8Array
    },
    async list(path) {
      const folder = follow(path)
      const names = folders.get(folder)
      if (names === undefined) throw new FileError('NOT_DIRECTORY', path, 'not a directory')
      const entries = [...names].map((name): Entry => {
        const content = contents.get(join(folder, name))
        return { name, type: content === undefined ? 'directory' : content instanceof Uint8Array ? 'file' : 'link' }
      })
      return entries.sort((a, b) => compareBytes(a.name, b.name))
    },
    async stat(path): Promise<Stat | undefined> {
      try {
        return { type: contents.has(resolve(path)) ? 'file' : 'directory' }
      } catch {
        return undefined
      }
    },
    async real(path) {
      return resolve(path)
    },
    async write(path, bytes) {
      const at = clean(path)
      if (folders.has(at)) throw new FileError('IS_DIRECTORY', path, 'is a directory')
      let target = at
      try {
        target = resolve(at)
      } catch (error) {
        if ((error as FileError).code !== 'NOT_FOUND') throw error
      }
      for (let folder = dirname(target); folder !== '/'; folder = dirname(folder)) {
        if (contents.has(folder)) throw new FileError('NOT_DIRECTORY', path, 'not a directory')
      }
      place(target, bytes)
    },
    async remove(path) {
      const at = clean(path)
      if (!contents.delete(at)) throw new FileError('NOT_FOUND', path, 'no such file or directory')
      // A folder is there because something is in it.
      for (let gone = at; gone !== '/'; ) {
        const folder = dirname(gone)
        const names = folders.get(folder) as Set<string>
        names.delete(gone.slice(folder === '/' ? 1 : folder.length + 1))
        if (names.size > 0 || folder === '/') break
        folders.delete(folder)
        gone = folder
      }
    },
  }
}
