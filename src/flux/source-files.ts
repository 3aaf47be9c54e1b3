/** File systems that builds for Flux go through: within a source, and with a file that was generated. */
import { fail } from '../core/error.ts'
import { FileError, type FileSystem, type Stat } from '../core/host.ts'
import { clean, dirname, isWithin, join } from '../core/path.ts'

export const OUTSIDE_SOURCE = 'OUTSIDE_SOURCE'

/** Where a path of a source is; no `..` leads out of its root, which is a cleaned absolute path. */
export function placeInSource(root: string, path: string): string {
  const at = clean(path.startsWith('./') ? path.slice(1) : `/${path}`)
  if (at === '/') return root
  return root === '/' ? at : root + at
}

type Place = 'inside' | 'outside' | 'linked'

/**
 * Nothing outside of the root is read, however it is named or linked to (flux 1). The root is a real path. With `onLink`
 * symbolic links are not there, as in the artifacts that Flux makes, and it is told of each that is come across.
 */
export function withinSource(below: FileSystem, root: string, onLink?: (path: string) => void): FileSystem {
  const refused = (operation: string, path: string) =>
    fail(OUTSIDE_SOURCE, `fs-security-constraint ${operation} ${path}: path '${path}' is not in or below '${root}'`, {
      hint: 'the controller has nothing but the source: move the file into it, or render with a root above both',
    })
  const known = new Map<string, Place | Promise<Place>>()
  const links = new Set<string>()
  // A source stays as it is while it is read, and each of its folders is asked about by several.
  const stats = new Map<string, Promise<Stat | undefined>>()
  const places = new Map<string, Promise<string>>()
  const statOf = (path: string) => remembered(stats, path, (at) => below.stat(at))
  const placeOf = (path: string) => remembered(places, path, (at) => below.real(at))
  const placed = (path: string): Place | Promise<Place> => {
    const place = known.get(path)
    if (place !== undefined) return place
    const found = findOut(path).then((answer) => {
      known.set(path, answer)
      return answer
    })
    known.set(path, found)
    return found
  }
  const findOut = async (path: string): Promise<Place> => {
    const at = clean(path)
    if (!isWithin(at, root)) return 'outside'
    // Following a path to where it ends costs much more than a look at what is not there.
    if ((await statOf(path)) === undefined) return await placeOfAbsent(at)
    try {
      const real = await placeOf(path)
      if (onLink !== undefined && real !== at && (await hasLink(at))) return 'linked'
      return isWithin(real, root) ? 'inside' : 'outside'
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return await placeOfAbsent(at)
    }
  }
  /** What is not there is looked for where it would be: a link in its folders must not lead out either. */
  const placeOfAbsent = async (path: string): Promise<Place> => {
    const folder = dirname(path)
    return folder === root ? 'inside' : await placed(folder)
  }
  /** Disks that take a name in other letters for the same have it otherwise, too, and no link. */
  const hasLink = async (path: string): Promise<boolean> => {
    for (let at = path; at !== root; at = dirname(at)) {
      const name = at.slice(at.lastIndexOf('/') + 1)
      if ((await placeOf(dirname(at))) !== dirname(at)) continue
      const isLink = (await below.list(dirname(at))).some((one) => one.name === name && one.type === 'link')
      if (isLink) tell(at)
      return isLink
    }
    return false
  }
  const tell = (link: string) => {
    if (!links.has(link)) onLink?.(link)
    links.add(link)
  }
  const check = async (operation: string, path: string) => {
    const place = await placed(path)
    if (place === 'outside') throw refused(operation, clean(path))
    if (place === 'linked') throw new FileError('NOT_FOUND', path, 'no such file or directory')
  }
  return {
    async read(path) {
      await check('read', path)
      return await below.read(path)
    },
    async list(path) {
      await check('readdir', path)
      const entries = await below.list(path)
      if (onLink === undefined) return entries
      return entries.filter(({ name, type }) => {
        if (type === 'link') tell(join(clean(path), name))
        return type !== 'link'
      })
    },
    async stat(path) {
      return (await placed(path)) === 'inside' ? await statOf(path) : undefined
    },
    async real(path) {
      await check('abs', path)
      return await placeOf(path)
    },
    // A file that is no link, in a folder that was entered: that it lies inside is known from the folder.
    readText(path) {
      // Most are asked for by the folder that was entered, as it stands.
      const isKnown = known.get(path.slice(0, path.lastIndexOf('/'))) === 'inside'
      const place = isKnown ? 'inside' : isWithin(path, root) ? placed(dirname(path)) : 'outside'
      if (place instanceof Promise)
        return place.then((found) => (found === 'inside' ? below.readText?.(path) : undefined))
      return place === 'inside' ? below.readText?.(path) : undefined
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
    readText: (path) => (path === file ? undefined : below.readText?.(path)),
    list: (path) => below.list(path),
    stat: async (path) => (path === file ? { type: 'file' } : await below.stat(path)),
    real: async (path) => (path === file ? file : await below.real(path)),
  }
}
