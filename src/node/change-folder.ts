/** A folder changed as a whole: everything is looked at and staged before anything takes its place. */
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { fail, ToolError } from '../core/error.ts'
import { FileError, type FolderChanges, type TreeFileSystem } from '../core/host.ts'
import { dirname, join } from '../core/path.ts'
import { atExit } from './at-exit.ts'
import { fileError } from './failures.ts'
import { nodeFileSystem } from './fs.ts'
import { writeTogether } from './write-together.ts'

/**
 * The file system of this machine, for writers of whole trees.
 *
 * ```ts
 * import { mkdtempSync, rmSync } from 'node:fs'
 * import { nodeTreeFileSystem } from 'strake/node'
 *
 * const folder = mkdtempSync('tree-')
 * const written = new Map([['a/b.txt', new TextEncoder().encode('b')]])
 * await nodeTreeFileSystem().change(folder, { directories: [], written, removed: ['a/old.txt'] })
 * rmSync(folder, { recursive: true })
 * ```
 */
export function nodeTreeFileSystem(): TreeFileSystem {
  return { ...nodeFileSystem(), change: async (folder, changes) => undisturbed(() => change(folder, changes)) }
}

/** A signal that comes meanwhile ends the process afterwards. */
async function undisturbed(action: () => void): Promise<void> {
  const release = atExit(() => undefined)
  try {
    action()
  } finally {
    // Signals are told once in a turn, and this one may have passed that point.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    release()
  }
}

function change(folder: string, { directories, written, removed }: FolderChanges): void {
  const made = makeFolders(folder)
  try {
    const root = realpathSync(folder)
    const places = new Places(root)
    for (const path of directories) places.checkDirectory(path)
    for (const path of written.keys()) places.checkFile(path)
    const gone = removed.filter((path) => places.isFile(path))
    for (const path of new Set([...directories, ...[...written.keys()].map(dirname)])) {
      if (path !== '.') made.push(...makeFolders(join(root, path)))
    }
    writeTogether([...written].map(([path, bytes]) => ({ path: join(root, path), bytes })))
    for (const path of gone) remove(root, path)
  } catch (error) {
    for (const path of made.reverse()) removeEmpty(path)
    throw error instanceof ToolError ? error : fileError(error, folder)
  }
}

/** Those that were missing, outermost first. */
function makeFolders(path: string): string[] {
  const missing: string[] = []
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) throw new FileError('NOT_DIRECTORY', path, 'is not a directory')
  for (let at = path; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.unshift(at)
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    for (const made of missing.reverse()) removeEmpty(made)
    throw fileError(error, path)
  }
  return missing
}

function removeEmpty(path: string): boolean {
  try {
    if (readdirSync(path).length > 0) return false
    rmdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw fileError(error, path)
  }
}

function remove(root: string, path: string): void {
  rmSync(join(root, path), { force: true })
  for (let at = dirname(path); at !== '.'; at = dirname(at)) if (!removeEmpty(join(root, at))) return
}

/** What stands at paths below a folder; links are never followed. */
class Places {
  private readonly known = new Map<string, Stats | undefined>()

  constructor(private readonly root: string) {}

  checkDirectory(path: string): void {
    this.checkAbove(path)
    const found = this.at(path)
    if (found !== undefined && !found.isDirectory()) throw inTheWay(join(this.root, path), found, 'directory')
  }

  checkFile(path: string): void {
    this.checkAbove(path)
    const found = this.at(path)
    if (found !== undefined && !found.isFile()) throw inTheWay(join(this.root, path), found, 'file')
  }

  isFile(path: string): boolean {
    this.checkAbove(path)
    return this.at(path)?.isFile() === true
  }

  private checkAbove(path: string): void {
    const parts = path.split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..')) {
      throw fail('PATH_OUTSIDE', `'${path}' is no path below '${this.root}'`)
    }
    for (let at = dirname(path); at !== '.'; at = dirname(at)) {
      if (this.known.get(at)?.isDirectory()) return
      const found = this.at(at)
      if (found !== undefined && !found.isDirectory()) throw inTheWay(join(this.root, at), found, 'directory')
    }
  }

  private at(path: string): Stats | undefined {
    if (this.known.has(path)) return this.known.get(path)
    let found: Stats | undefined
    try {
      found = lstatSync(join(this.root, path), { throwIfNoEntry: false })
    } catch (error) {
      // Something that is no folder stands above: the check of what is above tells of it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw fileError(error, join(this.root, path))
    }
    this.known.set(path, found)
    return found
  }
}

function inTheWay(path: string, found: Stats, wanted: string) {
  const what = found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a directory' : 'a file'
  return fail('IN_THE_WAY', `file write failed for '${path}': ${what} stands where a ${wanted} is to be`, {
    hint: 'remove it, or write the tree to another directory',
  })
}
