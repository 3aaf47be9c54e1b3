/** Fetching: what is wanted, from the cache where it is there, by the lock where there is one, else from its server. */
import { maskCredentials } from '../core/credentials.ts'
import { fail, ToolError } from '../core/error.ts'
import type { Answer, Fetcher, FileSystem, Repository, RepositoryRequest } from '../core/host.ts'
import { atExit } from './at-exit.ts'
import { digestOf, FetchCache } from './fetch-cache.ts'
import { nodeFileSystem } from './fs.ts'
import { cloneInto, isCommit } from './git.ts'
import { remoteRefs } from './git-refs.ts'
import { getFile } from './http.ts'
import { fluxLock, type LockedFile, type LockedRepository, lockedFile, lockedRepository, readLock } from './lock.ts'
import { Programs } from './run-program.ts'
import { toldWhenSlow } from './slow.ts'
import { once, Turns } from './turns.ts'
import { readVendorIndex, vendorFetcher } from './vendor.ts'

export interface FetcherOptions {
  /** How files of a repository are read. Default: the disk. */
  fs?: FileSystem
  /** Default: that of this process. */
  environment?: Record<string, string | undefined>
  /** Nothing is asked of the network; what is not in the cache is an error. */
  offline?: boolean
  /** The folder that is built: the states in its `strake.lock` are the ones to build with, and a `vendor` folder has all there is. */
  folder?: string
  /** What `strake flux lock` has written down comes before what `strake lock` has. */
  isForFlux?: boolean
  /** Told of a fetch that has taken half a second. */
  onSlow?(text: string): void
}

export interface FetchOptions extends FetcherOptions {
  /** A folder with copies does not count: it is to be made anew. */
  ignoresVendor?: boolean
  /** Asks again what tags stand for. */
  renew?: boolean
  /** Told of everything that is used. */
  onRepository?(used: LockedRepository): void
  onFile?(used: LockedFile): void
}

/** How many fetches run at a time. */
const AT_A_TIME = 6

export function openFetcher(options: FetchOptions): Fetcher {
  const { environment = process.env, fs = nodeFileSystem(), offline = false, renew = false } = options
  const built = options.folder
  const locks = built === undefined ? undefined : readLock(`${built}/strake.lock`)
  const [lock, relock] = options.isForFlux === true ? [fluxLock(locks), '`strake flux lock`'] : [locks, '`strake lock`']
  if (built !== undefined && options.ignoresVendor !== true) {
    const vendor = `${built}/vendor`
    const vendored = readVendorIndex(vendor)
    if (vendored !== undefined) return vendorFetcher(vendor, vendored, lock, fs)
  }
  const cache = FetchCache.open(environment)
  const programs = new Programs()
  const turns = new Turns(AT_A_TIME)
  const repositories = new Map<string, Promise<Repository>>()
  const files = new Map<string, Promise<Answer>>()
  const missing = new Set<string>()
  const clean = () => {
    programs.endAll()
    cache.close()
  }
  // Only while there is something to clean up: a caller may make any number of fetchers.
  const release = cache.isTemporary ? atExit(clean) : () => undefined

  /** The commit that is wanted, as far as that is known without asking. */
  const knownCommit = (request: RepositoryRequest): string | undefined => {
    const locked = lockedRepository(lock, request)
    if (locked !== undefined) return locked.commit
    const known = cache.ref(request)
    if (known !== undefined && ((known.pinned && !renew) || offline)) return known.commit
    return isCommit(request.ref) ? request.ref.toLowerCase() : undefined
  }

  /** All that was asked for and is missing, so that one look at the message is enough. */
  const offlineProblem = async (text: string): Promise<ToolError> => {
    missing.add(maskCredentials(text))
    // Everything that a kustomization names is asked for at once.
    await new Promise((done) => setImmediate(done))
    return fail('REMOTE_OFFLINE', `offline, and not in the cache: ${[...missing].join(', ')}`, {
      hint: 'build once without --offline',
    })
  }

  const checkout = async (request: RepositoryRequest): Promise<Repository> => {
    const locked = lockedRepository(lock, request)
    const commit = knownCommit(request)
    let found = commit === undefined ? undefined : cache.checkout(commit, request)
    let name = commit as string
    if (found === undefined) {
      if (offline) throw await offlineProblem(shown(request))
      const { folder, commit: fetched } = await turns.take(() =>
        slowly(`fetching ${maskCredentials(shown(request))}`, () => clone(request, locked)),
      )
      found = folder
      name = fetched
    }
    const digest = locked !== undefined || options.onRepository !== undefined ? cache.treeDigest(found) : ''
    if (locked !== undefined && locked.digest !== digest) {
      throw fail('LOCK', `${shown(request)}: the files of ${name} are not those of the lock file`)
    }
    const { url, ref, submodules } = request
    options.onRepository?.({ url: maskCredentials(url), ref, submodules, commit: name, digest })
    return { fs, root: found, commit: name }
  }

  const clone = async (
    request: RepositoryRequest,
    locked: LockedRepository | undefined,
  ): Promise<{ folder: string; commit: string }> => {
    let folder = cache.begin()
    const done = atExit(clean)
    try {
      if (locked !== undefined) {
        try {
          const { commit } = await cloneInto(folder, { ...request, ref: locked.commit }, programs, environment)
          return { folder: cache.keep(folder, commit, request), commit }
        } catch (error) {
          // Some servers give only what a ref stands for now.
          if (!(error instanceof ToolError) || error.code !== 'GIT') throw error
          cache.abandon(folder)
          folder = cache.begin()
        }
      }
      const ref = request.choose?.((await remoteRefs(request.url, environment)).tags) ?? request.ref
      const { commit, pinned } = await cloneInto(folder, { ...request, ref }, programs, environment)
      if (locked !== undefined && locked.commit !== commit) {
        throw fail('LOCK', `${shown(request)} is at ${commit} now, the lock file has ${locked.commit}`, {
          hint: `${relock} takes the new state`,
        })
      }
      const kept = cache.keep(folder, commit, request)
      cache.noteRef(request, { commit, pinned: pinned && request.choose === undefined })
      return { folder: kept, commit }
    } catch (error) {
      cache.abandon(folder)
      throw error
    } finally {
      done()
    }
  }

  const get = async (url: string): Promise<Answer> => {
    const locked = lockedFile(lock, url)
    const digest = locked?.digest ?? (offline ? cache.fileOf(url) : undefined)
    const known = digest === undefined ? undefined : cache.file(digest)
    if (known !== undefined) return found(known)
    if (offline) throw await offlineProblem(url)
    const answer = await turns.take(() => slowly(`fetching ${maskCredentials(url)}`, () => getFile(url)))
    if (answer.status < 200 || answer.status > 299) return answer
    if (locked !== undefined && digestOf(answer.bytes) !== locked.digest) {
      throw fail('LOCK', `${url}: the content is not that of the lock file`, {
        hint: `${relock} takes the new content`,
      })
    }
    const kept = cache.keepFile(url, answer.bytes)
    options.onFile?.({ url: maskCredentials(url), digest: kept })
    return answer
  }

  const slowly = <T>(text: string, work: () => Promise<T>) => toldWhenSlow(() => options.onSlow?.(text), work)

  return {
    repository: (request) =>
      once(repositories, JSON.stringify([request.url, request.ref, request.submodules]), () => checkout(request)),
    atHand: async (request) => {
      if (lockedRepository(lock, request) !== undefined) return true
      const commit = knownCommit(request)
      return commit !== undefined && cache.checkout(commit, request) !== undefined
    },
    file: (url) => once(files, url, () => get(url)),
    close: async () => {
      release()
      clean()
    },
  }
}

function shown({ url, ref }: RepositoryRequest): string {
  return ref === '' ? url : `${url} at ${ref}`
}

function found(bytes: Uint8Array): Answer {
  return { status: 200, reason: 'OK', bytes }
}
