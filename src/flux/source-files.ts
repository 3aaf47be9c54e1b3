/** File systems that builds for Flux go through: within a source, and with a file that was generated. */
import { fail } from '../core/error.ts'
import { FileError, type FileSystem, type Stat } from '../core/host.ts'
import { clean, dirname, isWithin } from '../core/path.ts'

export const OUTSIDE_SOURCE = 'OUTSIDE_SOURCE'

/** Nothing outside of the root is read, however it is named or linked to (flux 1). The root is a real path. */
export function withinSource(below: FileSystem, root: string): FileSystem {
  const refused = (operation: string, path: string) =>
    fail(OUTSIDE_SOURCE, `fs-security-constraint ${operation} ${path}: path '${path}' is not in or below '${root}'`, {
      hint: 'the controller has nothing but the source: move the file into it, or render with a root above both',
    })
  const known = new Map<string, boolean | Promise<boolean>>()
  // A source stays as it is while it is read, and each of its folders is asked about by several.
  const stats = new Map<string, Promise<Stat | undefined>>()
  const places = new Map<string, Promise<string>>()
  const statOf = (path: string) => remembered(stats, path, (at) => below.stat(at))
  const placeOf = (path: string) => remembered(places, path, (at) => below.real(at))
  const isInside = (path: string): boolean | Promise<boolean> => {
    const inside = known.get(path)
    if (inside !== undefined) return inside
    const found = findOut(path).then((answer) => {
      known.set(path, answer)
      return answer
    })
    known.set(path, found)
    return found
  }
  const findOut = async (path: string): Promise<boolean> => {
    if (!isWithin(clean(path), root)) return false
    // Following a path to where it ends costs much more than a look at what is not there.
    if ((await statOf(path)) === undefined) return await isInsideAbsent(path)
    try {
      return isWithin(await placeOf(path), root)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return await isInsideAbsent(path)
    }
  }
  /** What is not there is looked for where it would be: a link in its folders must not lead out either. */
  const isInsideAbsent = async (path: string): Promise<boolean> => {
    const folder = dirname(clean(path))
    return folder === root || (await isInside(folder))
  }
  const check = async (operation: string, path: string) => {
    if (!(await isInside(path))) throw refused(operation, clean(path))
  }
  return {
    async read(path) {
      await check('read', path)
      return await below.read(path)
    },
    async list(path) {
      await check('readdir', path)
      return await below.list(path)
    },
    async stat(path) {
      return (await isInside(path)) ? await statOf(path) : undefined
    },
    async real(path) {
      await check('abs', path)
      return await placeOf(path)
    },
    // A file that is no link, in a folder that was entered: that it lies inside is known from the folder.
    readPlain(path) {
      // Most are asked for by the folder that was entered, as it stands.
      const isKnown = known.get(path.slice(0, path.lastIndexOf('/'))) === true
      const inside = isKnown || (isWithin(path, root) && isInside(dirname(path)))
      if (inside === true) return below.readPlain?.(path) ?? Promise.resolve(undefined)
      return Promise.resolve(inside).then((isIt) => (isIt ? below.readPlain?.(path) : undefined))
    },
  }
}

function remembered<T>(answers: Map<string, Promise<T>>, path: string, ask: (path: string) => Promise<T>): Promise<T> {
  let answer = answers.get(path)
  if (answer === undefined) {
    answer = ask(path)
    answers.set(path, answer)
  }
  return answer
}

/** A file system in which one file has other bytes, or is there at all. */
export function withFile(below: FileSystem, file: string, bytes: () => Uint8Array): FileSystem {
  return {
    ...(below.isDisk === undefined ? {} : { isDisk: below.isDisk }),
    read: async (path) => (path === file ? bytes() : await below.read(path)),
    readPlain: (path) =>
      (path === file ? Promise.resolve(bytes()) : below.readPlain?.(path)) ?? Promise.resolve(undefined),
    list: (path) => below.list(path),
    stat: async (path) => (path === file ? { type: 'file' } : await below.stat(path)),
    real: async (path) => (path === file ? file : await below.real(path)),
  }
}
