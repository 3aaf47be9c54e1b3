/** Fetching packages of git repositories, as `pkg get`, `update` and `diff` do. */
import { maskCredentials } from '../core/credentials.ts'
import { fail, ToolError } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { isWithin, join } from '../core/path.ts'
import { readTree, type Tree } from '../kpt/tree.ts'
import type { GitPlace, Upstream, UpstreamLock } from '../kpt/upstream.ts'
import { isConstraint, newestTag } from '../kpt/version-constraint.ts'
import { openFetcher } from '../node/fetch.ts'
import { type RemoteRefs, remoteRefs } from '../node/git-refs.ts'
import type { KptTools } from './kpt-tools.ts'

export interface FetchedPackage {
  tree: Tree
  lock: UpstreamLock
  /** Where the files stand on this machine. */
  place: string
}

const SECONDS = 300

/** Fetches the states of packages; one repository is asked for its refs once. */
export class PackageFetcher {
  private readonly fetcher: ReturnType<typeof openFetcher>
  private readonly refs = new Map<string, Promise<RemoteRefs>>()

  constructor(private readonly tools: KptTools) {
    this.fetcher = openFetcher({ environment: tools.context.environment, fs: tools.fs, renew: true })
  }

  /** A version for one that is not given or only constrained. */
  async resolve(upstream: Upstream): Promise<Upstream> {
    const { repo, directory, ref } = upstream
    if (ref === '') return { ...upstream, ref: (await this.refsOf(repo)).head ?? 'main' }
    if (!isConstraint(ref)) return upstream
    const { tags } = await this.refsOf(repo)
    return { ...upstream, ref: newestTag(ref, directory, tags.keys(), maskCredentials(repo)) }
  }

  /** The files of a package, its ref looked up: a tag of the package itself goes before one of the repository. */
  async fetch(place: GitPlace): Promise<FetchedPackage> {
    const { repo, directory, ref } = place
    const { branches, tags } = await this.refsOf(repo)
    const own = `${directory.replace(/^\/+|\/+$/g, '')}/${ref}`
    const found = tags.has(own) ? own : ref
    const full = tags.has(found) ? `refs/tags/${found}` : branches.has(found) ? `refs/heads/${found}` : found
    const { root, commit } = await this.checkout(repo, ref, full)
    return await this.read({ ...place, ref: found }, root, commit)
  }

  /** The files of a package as they were fetched before. */
  async fetchLocked(lock: UpstreamLock): Promise<FetchedPackage> {
    const { root, commit } = await this.checkout(lock.repo, lock.ref, lock.commit)
    return await this.read(lock, root, commit)
  }

  private async refsOf(repo: string): Promise<RemoteRefs> {
    let refs = this.refs.get(repo)
    if (refs === undefined) {
      refs = remoteRefs(repo, this.tools.context.environment)
      this.refs.set(repo, refs)
    }
    return await refs
  }

  async close(): Promise<void> {
    await this.fetcher.close()
  }

  private async checkout(repo: string, shown: string, ref: string) {
    try {
      return await this.fetcher.repository({ url: repo, ref, submodules: false, timeoutSeconds: SECONDS })
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'GIT') throw error
      throw fail(
        'UNKNOWN_REF',
        `Unknown ref "${shown}". Please verify that the reference exists in upstream repo "${maskCredentials(repo)}".\n\nDetails:\n${maskCredentials(error.message)}`,
      )
    }
  }

  private async read(place: GitPlace, root: string, commit: string): Promise<FetchedPackage> {
    const { fs, say } = this.tools
    const folder = join(root, join('/', place.directory))
    const isThere = await fs.real(folder).then(
      (real) => isWithin(real, root),
      (error: unknown) => {
        if (error instanceof FileError) return false
        throw error
      },
    )
    if (!isThere || (await fs.stat(folder))?.type !== 'directory') {
      throw fail('NOT_FOUND', `path "${place.directory}" does not exist in repo "${maskCredentials(place.repo)}"`)
    }
    const tree = await readTree(fs, folder, (path) => say(`[Warn] Ignoring symlink "${path}" \n`))
    return { tree, lock: { ...place, commit }, place: folder }
  }
}
