/**
 * A revision of a git repository as a file system, read with the user's own git: the work tree, the index and the repository
 * stay as they are, and nothing is fetched.
 */
import { fail } from '../core/error.ts'
import { type Entry, FileError, type FileSystem, type Stat } from '../core/host.ts'
import { clean, isAbsolute, isWithin } from '../core/path.ts'
import { compareBytes, decodeUtf8 } from '../core/text.ts'
import { gitEnvironment } from './git.ts'
import { type GitObject, ObjectReader } from './git-objects.ts'
import { type TreeItem, TreeReader } from './git-trees.ts'
import { findProgram, Programs } from './run-program.ts'

const SECONDS = 120
const MAXIMUM_BYTES = 256 << 20
const MOST_LINKS = 255

export type Environment = Record<string, string | undefined>

/** Git, run in a folder of a repository. */
export class LocalGit {
  private readonly programs = new Programs()
  private readonly program: string
  private readonly repositories = new Map<string, Repository>()
  readonly env: Environment

  /**
   * `onRead` is told the size of every object that was read, in bytes.
   *
   * @throws ToolError when there is no git
   */
  constructor(
    environment: Environment,
    private readonly onRead: (size: number) => void = () => undefined,
  ) {
    const program = findProgram('git', environment.PATH)
    if (program === undefined)
      throw fail('NO_GIT', `no 'git' program on path: exec: "git": executable file not found in $PATH`)
    this.program = program
    this.env = {
      ...gitEnvironment(environment),
      ...{ GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1', GIT_OPTIONAL_LOCKS: '0' },
    }
  }

  /** What git writes; undefined when it fails and `mayFail` is set. */
  async run(cwd: string, words: readonly string[], { mayFail = false } = {}): Promise<string | undefined> {
    const limits = { seconds: SECONDS, maximumBytes: MAXIMUM_BYTES }
    const { code, tooLoud, output } = await this.programs.run(this.program, words, { cwd, env: this.env, ...limits })
    if (code === 0) return output('stdout')
    if (mayFail) return undefined
    const reason = tooLoud ? 'it writes too much' : code === undefined ? 'it takes too long' : output('stderr').trim()
    throw fail('GIT', `failed to run 'git ${words.join(' ')}': ${reason}`)
  }

  /** The folder of the work tree that a folder is in. */
  async topLevel(folder: string): Promise<string> {
    const top = await this.run(folder, ['rev-parse', '--show-toplevel'])
    return (top as string).replace(/\n$/, '')
  }

  /**
   * The commit that a revision stands for.
   *
   * @throws ToolError when there is none, or when it could be taken for something else
   */
  async commit(folder: string, revision: string): Promise<GitObject> {
    if (revision === '' || revision.startsWith('-') || /[\0\r\n]/.test(revision))
      throw fail('REVISION', `not a revision: '${revision}'`)
    const commit = await this.repository(folder).objects.find(`${revision}^{commit}`, folder)
    if (commit?.type === 'commit') return commit
    throw fail('REVISION', `unknown revision '${revision}' in ${folder}`, {
      hint: 'a clone of a pipeline often has one commit only: fetch the branch first, as with git fetch origin main',
    })
  }

  /** @throws ToolError when two revisions have nothing in common */
  async mergeBase(folder: string, one: string, other: string): Promise<string> {
    const found = await this.run(folder, ['merge-base', one, other], { mayFail: true })
    if (found !== undefined) return found.trim()
    throw fail('REVISION', `no common ancestor of ${one} and ${other} in ${folder}`, {
      hint: 'a shallow clone may end before it: git fetch --unshallow',
    })
  }

  /** What is read of the repository that a folder is in; all revisions share it. */
  repository(folder: string): Repository {
    let repository = this.repositories.get(folder)
    if (repository === undefined) {
      const objects = new ObjectReader(this.program, folder, this.env, this.onRead)
      repository = { objects, trees: new TreeReader(objects, folder) }
      this.repositories.set(folder, repository)
    }
    return repository
  }

  close(): void {
    for (const { objects } of this.repositories.values()) objects.close()
    this.programs.endAll()
  }
}

/** A folder that has a repository, and its commit there. */
interface Mounted {
  repository: Repository
  /** Of the root. */
  tree: string
}

interface Found extends TreeItem {
  mounted: Mounted
}

/** What all revisions of a repository read from. */
interface Repository {
  objects: ObjectReader
  trees: TreeReader
}

export interface RevisionFileSystem extends FileSystem {
  readonly commit: string
  /** Git's name of its root. */
  readonly tree: string
}

/**
 * The files of a revision, at the paths where they stand in the work tree; everything outside of it is read from `outside`.
 * Submodules are read at the commits that the revision names, where they are checked out.
 *
 * @example const fs = await openRevision({ git: new LocalGit(process.env), top: '/srv/fleet', revision: 'main', outside: nodeFileSystem() })
 */
export async function openRevision(options: {
  git: LocalGit
  /** The folder of the work tree. */
  top: string
  revision: string
  outside: FileSystem
}): Promise<RevisionFileSystem> {
  const { git, top, outside } = options
  const isInside = (path: string) => isWithin(path, top)
  const commit = await git.commit(top, options.revision)
  const root = await mount(top, commit)
  /** Those that were entered, by path. */
  const submodules = new Map<string, Mounted>()

  async function mount(folder: string, commit: GitObject): Promise<Mounted> {
    const repository = git.repository(folder)
    return { repository, tree: await repository.trees.load(commit) }
  }

  async function enter(path: string, object: string): Promise<void> {
    const isThere = await git.run(path, ['rev-parse', '--show-toplevel'], { mayFail: true }).catch(() => undefined)
    const isOwn = isThere?.replace(/\n$/, '') === path
    const commit = isOwn ? await git.repository(path).objects.find(object, path) : undefined
    if (commit?.type !== 'commit') throw new FileError('OTHER', path, `submodule at ${object} is not checked out`)
    submodules.set(path, await mount(path, commit))
  }

  /** What stands at a path of the work tree; links and submodules that were not entered lead nowhere. */
  function locate(path: string): Found | undefined {
    let mounted = root
    let item: TreeItem = { type: 'directory', object: root.tree }
    for (let end = path === top ? path.length : top === '/' ? 0 : top.length; end < path.length; ) {
      if (item.type !== 'directory') return undefined
      const from = end + 1
      end = path.indexOf('/', from) >>> 0
      const found = mounted.repository.trees.get(item.object).get(path.slice(from, end))
      if (found === undefined) return undefined
      const entered = found.type === 'submodule' ? submodules.get(path.slice(0, end)) : undefined
      if (entered === undefined) item = found
      else {
        mounted = entered
        item = { type: 'directory', object: entered.tree }
      }
    }
    return { ...item, mounted }
  }

  /** The place of a path with every link resolved; outside of the work tree as it is. */
  async function resolve(path: string): Promise<string> {
    const plain = isInside(path) && clean(path) === path ? locate(path)?.type : undefined
    if (plain === 'file' || plain === 'directory') return path
    let pending = clean(path).split('/').filter(isName)
    let done = ''
    for (let links = 0; pending.length > 0; ) {
      const part = pending.shift() as string
      if (part === '..') {
        done = done.slice(0, Math.max(0, done.lastIndexOf('/')))
        continue
      }
      const next = `${done}/${part}`
      if (next !== top && !isWithin(next, top)) {
        // Above the work tree, or beside it.
        if (!isWithin(top, next)) return await outside.real([next, ...pending].join('/'))
        done = next
        continue
      }
      const item = locate(next)
      if (item === undefined) throw new FileError('NOT_FOUND', next, 'no such file or directory')
      if (item.type === 'link') {
        if (++links > MOST_LINKS) throw new FileError('LOOP', '', 'EvalSymlinks: too many links')
        const target = new TextDecoder().decode(await item.mounted.repository.objects.read(item.object, next))
        if (isAbsolute(target)) done = ''
        pending = [...target.split('/').filter(isName), ...pending]
        continue
      }
      if (item.type === 'submodule') await enter(next, item.object)
      else if (item.type === 'file' && pending.length > 0) throw new FileError('NOT_DIRECTORY', next, 'not a directory')
      done = next
    }
    return done === '' ? '/' : done
  }

  /** The same, with the path asked for in the error. */
  async function follow(path: string): Promise<string> {
    try {
      return await resolve(path)
    } catch (error) {
      if (!(error instanceof FileError) || error.code === 'OTHER') throw error
      const reason = error.code === 'LOOP' ? 'too many levels of symbolic links' : error.reason
      throw new FileError(error.code, path, reason)
    }
  }

  return {
    commit: commit.name,
    tree: root.tree,
    async read(path) {
      const at = await follow(path)
      if (!isInside(at)) return await outside.read(at)
      const { type, object, mounted } = locate(at) as Found
      if (type !== 'file') throw new FileError('IS_DIRECTORY', path, 'is a directory')
      return await mounted.repository.objects.read(object, path)
    },
    async readText(path) {
      const item = isInside(path) ? locate(path) : undefined
      return item?.type === 'file'
        ? decodeUtf8(await item.mounted.repository.objects.read(item.object, path))
        : undefined
    },
    async list(path) {
      const at = await follow(path)
      if (!isInside(at)) return await outside.list(at)
      const { type, object, mounted } = locate(at) as Found
      if (type !== 'directory') throw new FileError('NOT_DIRECTORY', path, 'not a directory')
      const entries = [...mounted.repository.trees.get(object)].map(([name, item]): Entry => {
        return { name, type: item.type === 'submodule' ? 'directory' : item.type }
      })
      return entries.sort((a, b) => compareBytes(a.name, b.name))
    },
    async stat(path): Promise<Stat | undefined> {
      let at: string
      try {
        at = await resolve(path)
      } catch (error) {
        if (error instanceof FileError) return error.code === 'OTHER' ? { type: 'directory' } : undefined
        throw error
      }
      if (!isInside(at)) return await outside.stat(at)
      return { type: locate(at)?.type === 'file' ? 'file' : 'directory' }
    },
    real: resolve,
  }
}

function isName(part: string): boolean {
  return part !== '' && part !== '.'
}

/**
 * What differs between two revisions, or between one and the work tree with everything in it that git does not know. Absolute
 * paths; of folders that git knows nothing about, the folder.
 */
export async function changedPaths(
  git: LocalGit,
  top: string,
  base: RevisionFileSystem,
  head: RevisionFileSystem | undefined,
): Promise<string[]> {
  if (head !== undefined) return [...git.repository(top).trees.changes(base.tree, head.tree, top)]
  const plain = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none']
  const known = (await git.run(top, ['diff', ...plain, base.commit, '--'])) as string
  const unknown = (await git.run(top, ['ls-files', '--others', '--directory', '-z'])) as string
  const names = `${known}${unknown}`.split('\0').filter(isName)
  return names.map((name) => `${top}/${name.replace(/\/$/, '')}`)
}
