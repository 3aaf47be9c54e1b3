/**
 * Loads files and enters folders on behalf of one kustomization, within the limits the caller set (build 2).
 * Every kustomization has a loader of its own; its parent is the one whose kustomization names it.
 */
import { fail, type ToolError, wrap } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log, type MaybePromise } from '../core/host.ts'
import { clean, dirname, isAbsolute, isWithin, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { sourceOfBytes } from '../core/source-of-bytes.ts'
import { encodeUtf8 } from '../core/text.ts'
import { isHttp, isRepository } from './elsewhere.ts'
import { ambiguous, cycle, notADirectory, outsideClone, restricted, unreadable, unresolved } from './load-problems.ts'
import type { Clone } from './remote.ts'

export type LoadRestrictor = 'LoadRestrictionsRootOnly' | 'LoadRestrictionsNone'

/** What loaders of one build have in common. */
export interface Outside {
  /** Without one, what is remote is refused. */
  fetcher?: Fetcher | undefined
  log?: Log | undefined
}

export class Loader {
  /** The namespace that the kustomization sets. */
  namespace = ''
  /** How many objects it, and all those above it, change at most. */
  changes = 0
  /** Its objects are kept as outlines where that is possible. */
  keepsOutlines = false

  private constructor(
    readonly fs: FileSystem,
    /** Absolute folder, symbolic links resolved. */
    readonly root: string,
    readonly restrictor: LoadRestrictor,
    readonly parent: Loader | undefined,
    readonly outside: Outside,
    /** The repository that the folder lies in, when it was fetched. */
    readonly clone?: Clone,
  ) {}

  /** The loader of a build's argument. `shown` is the argument as the user wrote it. */
  static async open(
    fs: FileSystem,
    folder: string,
    shown: string,
    restrictor: LoadRestrictor,
    outside: Outside = {},
  ): Promise<Loader> {
    if (isRepository(shown)) return await Loader.fetched(shown, outside)
    if (folder === '') throw fail('ROOT', 'unable to resolve an empty path')
    const root = await resolve(fs, clean(folder), 'must build at directory: not a valid directory', shown)
    const stat = await fs.stat(root)
    if (stat?.type !== 'directory') throw notADirectory(shown)
    return new Loader(fs, root, restrictor, undefined, outside)
  }

  /** A loader for a folder of a repository, which may read nothing outside of it. */
  private static async fetched(text: string, outside: Outside, parent?: Loader): Promise<Loader> {
    const { fetchRoot } = await import('./remote.ts')
    const { fs, folder, clone } = await fetchRoot(text, outside, parent)
    return new Loader(fs, folder, 'LoadRestrictionsRootOnly', parent, outside, clone)
  }

  /** The bytes of a file named by this kustomization. */
  async read(path: string): Promise<Uint8Array> {
    if (isHttp(path)) return (await import('./remote.ts')).readUrl(path, this.outside.fetcher)
    const joined = this.shownPath(path)
    const text = await this.readText(joined)
    if (text !== undefined) return encodeUtf8(text)
    const target = this.restrictor === 'LoadRestrictionsRootOnly' ? await this.restricted(joined) : joined
    // A pipe nobody writes to would never end, nor would a device.
    if ((await this.fs.stat(target))?.type === 'other') throw mustBeFile(joined)
    try {
      return await this.fs.read(target)
    } catch (error) {
      throw error instanceof FileError ? unreadable(target, error) : error
    }
  }

  /** A file that lies in this kustomization's folder itself, as nearly all do, needs no look at where it leads to. */
  private readText(path: string): MaybePromise<string | undefined> {
    if (!path.startsWith(this.root) || path.lastIndexOf('/') !== this.root.length) return undefined
    return this.fs.readText?.(path)
  }

  /** A file as text, at once where the file system has it at once. */
  readSource(path: string): MaybePromise<Source> {
    const shown = this.shownPath(path)
    const text = this.readText(shown)
    return typeof text === 'string' ? new Source(shown, text) : this.sourceOf(path, shown, text)
  }

  private async sourceOf(path: string, shown: string, asked: MaybePromise<string | undefined>): Promise<Source> {
    const text = await asked
    return text === undefined ? sourceOfBytes(shown, await this.read(path)) : new Source(shown, text)
  }

  /** The path messages show for a file of this kustomization. */
  shownPath(path: string): string {
    return isAbsolute(path) || isHttp(path) ? path : join(this.root, path)
  }

  /** Whether an entry is a folder: said without the cost of failing to read it as a file first. */
  async isDirectory(path: string): Promise<boolean> {
    if (path === '' || isHttp(path)) return false
    return (await this.fs.stat(this.shownPath(path)))?.type === 'directory'
  }

  /** Whether a file of this name can be read; folders and what the restrictor forbids do not count. */
  async has(name: string): Promise<boolean> {
    return (await this.fs.stat(join(this.root, name)))?.type === 'file'
  }

  /** A loader for another kustomization that this one names. */
  async enter(path: string): Promise<Loader> {
    if (path === '') throw fail('ROOT', 'new root cannot be empty')
    if (isRepository(path)) return await Loader.fetched(path, this.outside, this)
    if (isAbsolute(path)) throw fail('ROOT_ABSOLUTE', `new root '${path}' cannot be absolute`)
    const joined = join(this.root, path)
    if (path.split('/').some((part) => part !== '..' && part.includes('..'))) {
      throw ambiguous(path)
    }
    const root = await resolve(this.fs, joined, 'must build at directory: not a valid directory')
    const stat = await this.fs.stat(root)
    if (stat?.type !== 'directory') throw notADirectory(joined)
    const { clone } = this
    if (clone !== undefined && !isWithin(root, clone.root)) throw outsideClone(root, clone.root)
    for (let loader: Loader | undefined = this; loader !== undefined; loader = loader.parent) {
      // A repository that is fetched again is another folder to the reference.
      if (loader.clone !== clone) break
      if (isWithin(loader.root, root)) {
        throw cycle(root, loader.root)
      }
    }
    return new Loader(this.fs, root, this.restrictor, this, this.outside, clone)
  }

  private async restricted(joined: string): Promise<string> {
    const target = await resolve(this.fs, joined)
    const stat = await this.fs.stat(target)
    if (stat?.type === 'directory') throw mustBeFile(joined)
    if (!isWithin(dirname(target), this.root)) {
      throw restricted(joined, this.root)
    }
    return target
  }
}

/** `'…' must resolve to a file`: what reading a folder as a file says. */
export function mustBeFile(joined: string): ToolError {
  return fail('IS_DIRECTORY', `'${joined}' must resolve to a file`)
}

async function resolve(fs: FileSystem, path: string, prefix?: string, shown = path): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    if (error instanceof FileError) throw unresolved(error, shown, prefix)
    throw prefix === undefined ? error : wrap(prefix, error)
  }
}
