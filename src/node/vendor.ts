/** A folder with copies of everything remote that a kustomization uses, and building from it: nobody is asked. */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { maskCredentials } from '../core/credentials.ts'
import { fail, type ToolError } from '../core/error.ts'
import type { Answer, Fetcher, FileSystem, Repository, RepositoryRequest } from '../core/host.ts'
import { clean, isAbsolute, isWithin } from '../core/path.ts'
import { compareBytes } from '../core/text.ts'
import { digestOf } from './fetch-cache.ts'
import { COMMIT, DIGEST, type Lock, lockedFile, lockedRepository } from './lock.ts'

export interface VendoredRepository {
  /** Without credentials. */
  url: string
  ref: string
  submodules: boolean
  commit: string
  /** Where its copy stands in the folder. */
  place: string
  /** By path in the repository, sorted: the digest of a file, or `-> ` and what a link names. */
  content: Record<string, string>
}

export interface VendoredFile {
  url: string
  place: string
  digest: string
}

export interface VendorIndex {
  repositories: readonly VendoredRepository[]
  files: readonly VendoredFile[]
}

/** Says that a folder is ours, and what of it. */
export const INDEX_NAME = 'strake-vendor.json'
export const LINK = '-> '
const VERSION = 1

/** The index of a folder; undefined when it has none. */
export function readVendorIndex(folder: string): VendorIndex | undefined {
  const path = join(folder, INDEX_NAME)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw fail('VENDOR', `${path}: ${message}`)
  }
  let content: Partial<VendorIndex & { version: number }>
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw fail('VENDOR', `${path}: ${(error as Error).message}`, { hint: WRITE_ANEW })
  }
  if (content?.version !== VERSION) throw fail('VENDOR', `${path}: version ${content?.version} is not ${VERSION}`)
  const { repositories, files } = content
  const isSound =
    Array.isArray(repositories) && Array.isArray(files) && repositories.every(isRepository) && files.every(isFile)
  if (!isSound) throw fail('VENDOR', `${path}: not the form of such an index`, { hint: WRITE_ANEW })
  return { repositories, files }
}

const WRITE_ANEW = 'remove the folder and run `strake vendor`'

function isRepository({ url, ref, submodules, commit, place, content }: VendoredRepository): boolean {
  return (
    typeof url === 'string' &&
    typeof ref === 'string' &&
    typeof submodules === 'boolean' &&
    COMMIT.test(commit) &&
    isPlace(place) &&
    typeof content === 'object' &&
    content !== null &&
    Object.entries(content).every(
      ([path, is]) => isPlace(path) && typeof is === 'string' && (DIGEST.test(is) || is.startsWith(LINK)),
    )
  )
}

function isFile({ url, place, digest }: VendoredFile): boolean {
  return typeof url === 'string' && isPlace(place) && DIGEST.test(digest)
}

/** A path that stays where it is put. */
export function isPlace(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    !isAbsolute(path) &&
    path === clean(path) &&
    !/^\.\.?(?:\/|$)|\0/.test(path) &&
    path !== INDEX_NAME
  )
}

/** The text of an index: the same for the same content, in whatever order it was found. */
export function vendorIndexText({ repositories, files }: VendorIndex): string {
  const byText = (a: object, b: object) => compareBytes(JSON.stringify(a), JSON.stringify(b))
  const sorted = { version: VERSION, repositories: [...repositories].sort(byText), files: [...files].sort(byText) }
  return `${JSON.stringify(sorted, undefined, 2)}\n`
}

/** Gives what the folder has, if it still is what was put there, and refuses all else. */
export function vendorFetcher(folder: string, index: VendorIndex, lock: Lock | undefined, fs: FileSystem): Fetcher {
  const find = (request: RepositoryRequest) => lockedRepository(index, request)
  const missing = (what: string) =>
    fail('REMOTE_VENDOR', `not in ${folder}: ${maskCredentials(what)}`, {
      hint: '`strake vendor` adds it; without that folder, builds fetch',
    })
  return {
    atHand: async (request) => find(request) !== undefined,
    async repository(request): Promise<Repository> {
      const { url, ref } = request
      const shown = ref === '' ? url : `${url} at ${ref}`
      const found = find(request)
      if (found === undefined) throw missing(shown)
      const { commit, place, content } = found
      const locked = lockedRepository(lock, request)
      if (locked !== undefined && locked.commit !== commit) {
        throw notLocked(`${maskCredentials(shown)} is at ${commit} in ${folder}, the lock file has ${locked.commit}`)
      }
      const root = placeIn(folder, place)
      return { fs: checked(fs, root, content), root, commit }
    },
    async file(url): Promise<Answer> {
      const found = lockedFile(index, url)
      if (found === undefined) throw missing(url)
      const locked = lockedFile(lock, url)
      if (locked !== undefined && locked.digest !== found.digest) {
        throw notLocked(`${maskCredentials(url)}: the content in ${folder} is not that of the lock file`)
      }
      const path = placeIn(folder, found.place)
      const bytes = await fs.read(path)
      if (digestOf(bytes) !== found.digest) throw changed(path)
      return { status: 200, reason: 'OK', bytes }
    },
    close: async () => undefined,
  }
}

function notLocked(message: string): ToolError {
  return fail('LOCK', message, { hint: '`strake vendor` takes the state that is locked' })
}

function changed(path: string): ToolError {
  return fail('REMOTE_VENDOR', `${path} is not what was put there`, {
    hint: '`strake vendor` puts it there again; changes belong into a patch',
  })
}

/** Links of the folder may have come with it from anywhere. */
function placeIn(folder: string, place: string): string {
  const path = join(folder, place)
  try {
    const root = realpathSync(path)
    if (isWithin(root, realpathSync(folder))) return root
  } catch {}
  throw fail('REMOTE_VENDOR', `${path} is not there`, { hint: '`strake vendor` puts it there again' })
}

/** A file system whose files below a folder have these digests. */
function checked(below: FileSystem, root: string, content: Record<string, string>): FileSystem {
  const check = (path: string, bytes: Uint8Array): Uint8Array => {
    const name = path.slice(root.length + 1)
    const isKnown = isWithin(path, root) && Object.hasOwn(content, name)
    if (!isKnown || content[name] !== digestOf(bytes)) throw changed(path)
    return bytes
  }
  return {
    list: (path) => below.list(path),
    stat: (path) => below.stat(path),
    real: (path) => below.real(path),
    read: async (path) => check(path, await below.read(path)),
  }
}
