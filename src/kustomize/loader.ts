/**
 * Loads files and enters folders on behalf of one kustomization, within the limits the caller set (build 2).
 * Every kustomization has a loader of its own; its parent is the one whose kustomization names it.
 */
import { fail, type ToolError } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { readUtf16 } from '../core/not-utf8.ts'
import { clean, dirname, isAbsolute, isWithin, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { decodeUtf8 } from '../core/text.ts'
import { parseGitUrl } from './git-url.ts'

export type LoadRestrictor = 'LoadRestrictionsRootOnly' | 'LoadRestrictionsNone'

export class Loader {
  private constructor(
    readonly fs: FileSystem,
    /** Absolute folder, symbolic links resolved. */
    readonly root: string,
    readonly restrictor: LoadRestrictor,
    readonly parent: Loader | undefined,
  ) {}

  /** The loader of a build's argument. `shown` is the argument as the user wrote it. */
  static async open(fs: FileSystem, folder: string, shown: string, restrictor: LoadRestrictor): Promise<Loader> {
    if (isRemote(shown)) throw notYetRemote(shown)
    if (folder === '') throw fail('ROOT', 'unable to resolve an empty path')
    const root = await resolve(fs, clean(folder), 'must build at directory: not a valid directory', shown)
    const stat = await fs.stat(root)
    if (stat?.type !== 'directory') throw notADirectory(shown)
    return new Loader(fs, root, restrictor, undefined)
  }

  /** The bytes of a file named by this kustomization. */
  async read(path: string): Promise<Uint8Array> {
    if (isHttp(path)) throw notYetRemote(path)
    const joined = isAbsolute(path) ? path : join(this.root, path)
    const plain = await this.readPlain(joined)
    if (plain !== undefined) return plain
    const target = this.restrictor === 'LoadRestrictionsRootOnly' ? await this.restricted(joined) : joined
    // A pipe nobody writes to would never end, nor would a device.
    if ((await this.fs.stat(target))?.type === 'other') throw mustBeFile(joined)
    try {
      return await this.fs.read(target)
    } catch (error) {
      throw error instanceof FileError ? readFailure(target, error) : error
    }
  }

  /** A file that lies in this kustomization's folder itself, as nearly all do, needs no look at where it leads to. */
  private async readPlain(path: string): Promise<Uint8Array | undefined> {
    if (!path.startsWith(this.root) || path.lastIndexOf('/') !== this.root.length) return undefined
    return await this.fs.readPlain?.(path)
  }

  /** A file as text. */
  async readSource(path: string): Promise<Source> {
    const bytes = await this.read(path)
    const text = decodeUtf8(bytes)
    return text === undefined ? readUtf16(this.shownPath(path), bytes) : new Source(this.shownPath(path), text)
  }

  /** The path messages show for a file of this kustomization. */
  shownPath(path: string): string {
    return isAbsolute(path) || isHttp(path) ? path : join(this.root, path)
  }

  /** Whether an entry is a folder: said without the cost of failing to read it as a file first. */
  async isDirectory(path: string): Promise<boolean> {
    if (path === '' || isHttp(path)) return false
    return (await this.fs.stat(isAbsolute(path) ? path : join(this.root, path)))?.type === 'directory'
  }

  /** Whether a file of this name can be read; folders and what the restrictor forbids do not count. */
  async has(name: string): Promise<boolean> {
    return (await this.fs.stat(join(this.root, name)))?.type === 'file'
  }

  /** A loader for another kustomization that this one names. */
  async enter(path: string): Promise<Loader> {
    if (path === '') throw fail('ROOT', 'new root cannot be empty')
    if (isRemote(path)) throw notYetRemote(path)
    if (isAbsolute(path)) throw fail('ROOT_ABSOLUTE', `new root '${path}' cannot be absolute`)
    const joined = join(this.root, path)
    if (path.split('/').some((part) => part !== '..' && part.includes('..'))) {
      throw fail(
        'ROOT_AMBIGUOUS',
        `path "${path}" is ambiguous: resolves to "${clean(path)}" after normalization, which is likely not the intended target; check for YAML indentation errors in your kustomization file`,
      )
    }
    const root = await resolve(this.fs, joined, 'must build at directory: not a valid directory')
    const stat = await this.fs.stat(root)
    if (stat?.type !== 'directory') throw notADirectory(joined)
    for (let loader: Loader | undefined = this; loader !== undefined; loader = loader.parent) {
      if (isWithin(loader.root, root)) {
        throw fail('CYCLE', `cycle detected: candidate root '${root}' contains visited root '${loader.root}'`)
      }
    }
    return new Loader(this.fs, root, this.restrictor, this)
  }

  private async restricted(joined: string): Promise<string> {
    const target = await resolve(this.fs, joined)
    const stat = await this.fs.stat(target)
    if (stat?.type === 'directory') throw mustBeFile(joined)
    if (!isWithin(dirname(target), this.root)) {
      throw fail('RESTRICTED', `security; file '${joined}' is not in or below '${this.root}'`, {
        hint: 'files outside the kustomization are only read with --load-restrictor LoadRestrictionsNone',
      })
    }
    return target
  }
}

/** `'…' must resolve to a file`: what reading a folder as a file says. */
export function mustBeFile(joined: string): ToolError {
  return fail('IS_DIRECTORY', `'${joined}' must resolve to a file`)
}

/** Every git URL has a scheme, a user or the one host that needs neither: other texts are not looked at further. */
function isRemote(path: string): boolean {
  return /[:@]|github\.com/i.test(path) && parseGitUrl(path) !== undefined
}

function isHttp(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

function notYetRemote(text: string): ToolError {
  return fail('NOT_YET', `not yet: remote resources cannot be fetched: ${text.replace(/\/\/[^/@]*@/, '//***@')}`)
}

function notADirectory(path: string): ToolError {
  return fail('NOT_DIRECTORY', `must build at directory: '${path}': file is not directory`)
}

async function resolve(fs: FileSystem, path: string, prefix?: string, shown = path): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const reason = error.path === '' ? error.reason : `lstat ${error.path}: ${error.reason}`
    const message = `evalsymlink failure on '${shown}' : ${reason}`
    throw fail(error.code, prefix === undefined ? message : `${prefix}: ${message}`)
  }
}

function readFailure(path: string, error: FileError): ToolError {
  const operation = error.code === 'IS_DIRECTORY' ? 'read' : 'open'
  return fail(error.code, `${operation} ${path}: ${error.reason}`)
}
