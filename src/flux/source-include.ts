/** A source with files of other sources in it, as `include` puts them together. */
import { type Entry, FileError, type FileSystem } from '../core/host.ts'
import { clean, isWithin, join } from '../core/path.ts'
import { compareBytes } from '../core/text.ts'

/** Files of another source, and where they stand. */
export interface IncludedFiles {
  /** Absolute path in the source that includes them. */
  at: string
  fs: FileSystem
  /** Absolute path in `fs`, symbolic links resolved: a folder or a file. */
  from: string
}

/** Shows `from` of another file system at a path that `below` does not have. */
export function withIncluded(below: FileSystem, { at, fs, from }: IncludedFiles): FileSystem {
  const inner = (path: string): string | undefined => {
    const wanted = clean(path)
    return isWithin(wanted, at) ? join(from, wanted.slice(at.length)) : undefined
  }
  const outer = (path: string): string =>
    isWithin(path, from) ? join(at, path.slice(from === '/' ? 0 : from.length)) : path
  const absent = (path: string) => new FileError('NOT_FOUND', path, 'no such file or directory')
  /** The path in the other source; what links of it lead to beside `from` does not come along. */
  const follow = async (path: string, wanted: string): Promise<string> => {
    const real = await fs.real(path)
    if (!isWithin(real, from)) throw absent(wanted)
    return real
  }
  const translated = async <T>(path: string, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof FileError) throw new FileError(error.code, outer(error.path) || path, error.reason)
      throw error
    }
  }
  /** A folder that is there because something is included below it. */
  const isAbove = (path: string) => clean(path) !== at && isWithin(at, clean(path))
  return {
    async read(path) {
      const inside = inner(path)
      if (inside === undefined) return await below.read(path)
      return await translated(path, async () => await fs.read(await follow(inside, path)))
    },
    readText: (path) => (inner(path) === undefined ? below.readText?.(path) : undefined),
    async list(path) {
      const inside = inner(path)
      if (inside !== undefined) return await translated(path, async () => await fs.list(await follow(inside, path)))
      if (!isAbove(path)) return await below.list(path)
      const isThere = (await below.stat(path)) !== undefined
      const entries = new Map((isThere ? await below.list(path) : []).map((entry) => [entry.name, entry]))
      const [name = ''] = at.slice(clean(path) === '/' ? 1 : clean(path).length + 1).split('/')
      const isItself = join(clean(path), name) === at
      const type: Entry['type'] = isItself && (await fs.stat(from))?.type === 'file' ? 'file' : 'directory'
      if (!entries.has(name)) entries.set(name, { name, type })
      return [...entries.values()].sort((a, b) => compareBytes(a.name, b.name))
    },
    async stat(path) {
      const inside = inner(path)
      if (inside === undefined) return (await below.stat(path)) ?? (isAbove(path) ? { type: 'directory' } : undefined)
      try {
        return await fs.stat(await follow(inside, path))
      } catch (error) {
        if (error instanceof FileError) return undefined
        throw error
      }
    },
    async real(path) {
      const inside = inner(path)
      if (inside !== undefined) return await translated(path, async () => outer(await follow(inside, path)))
      if (isAbove(path) && (await below.stat(path)) === undefined) return clean(path)
      return await below.real(path)
    },
  }
}
