/** Remote parts of kustomizations: fetching a repository, reading a URL (build 2.4, 2.5). Loaded when one is named. */
import { fail, type ToolError } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log, type RepositoryRequest } from '../core/host.ts'
import { basename, isWithin, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import { isElsewhere, isHttp } from './elsewhere.ts'
import { type GitUrl, parseGitUrl } from './git-url.ts'
import { unresolved } from './load-problems.ts'

/** A fetched repository. */
export interface Clone {
  /** What the kustomization says. */
  text: string
  /** What was cloned. */
  url: string
  root: string
}

/** As much of a loader as is asked here. */
interface Ancestor {
  clone?: Clone | undefined
  parent: Ancestor | undefined
}

/** The folder of a repository that an entry names. */
export async function fetchRoot(
  text: string,
  { fetcher, log }: { fetcher?: Fetcher | undefined; log?: Log | undefined },
  parent: Ancestor | undefined,
): Promise<{ fs: FileSystem; folder: string; clone: Clone }> {
  const url = parseGitUrl(text) as GitUrl
  if (/^git::/i.test(text)) log?.emit({ severity: 'warning', code: 'LOG', message: FORCED, at: [] })
  for (let ancestor = parent; ancestor !== undefined; ancestor = ancestor.parent) {
    if (ancestor.clone?.text.startsWith(text)) {
      throw fail('CYCLE', `cycle detected: URI '${text}' referenced by previous URI '${ancestor.clone.text}'`)
    }
  }
  if (parent?.clone !== undefined) refuseLocal(url, parent.clone)
  if (fetcher === undefined) throw noFetcher(text)
  const { fs, root } = await fetcher.repository(requestOf(url))
  const wanted = join(root, url.path)
  const folder = await realPath(fs, wanted)
  if ((await fs.stat(folder))?.type !== 'directory') {
    throw fail('NOT_DIRECTORY', `'${wanted}' refers to file '${basename(folder)}'; expecting directory`)
  }
  if (!isWithin(folder, root)) {
    throw fail('RESTRICTED', `${goQuote(wanted)} refers to directory outside of repo ${goQuote(root)}`)
  }
  return { fs, folder, clone: { text, url: url.cloneUrl, root } }
}

const FORCED =
  "Warning: Forcing the git protocol using the 'git::' URL prefix is not supported. Kustomize currently strips this invalid prefix, but will stop doing so in a future release. Please remove the 'git::' prefix from your configuration."

async function realPath(fs: FileSystem, path: string): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    throw error instanceof FileError ? unresolved(error, path, undefined) : error
  }
}

/** What a URL gives, when it is a file's: the reference asks the server before it thinks of a repository. */
export async function readUrl(url: string, fetcher: Fetcher | undefined): Promise<Uint8Array> {
  if (fetcher === undefined) throw noFetcher(url)
  const repository = parseGitUrl(url)
  const isRepository = () => fail('IS_REPOSITORY', 'URL is a git repository')
  if (repository !== undefined && (await fetcher.atHand(requestOf(repository)))) throw isRepository()
  const { status, reason, bytes } = await fetcher.file(url)
  if (status >= 200 && status <= 299) return bytes
  if (repository !== undefined) throw isRepository()
  throw fail('REMOTE_STATUS', `HTTP Error: status code ${status} (${reason})`)
}

/** What a kustomization names: files or folders, and what can be folders only. */
interface Named {
  resources: readonly string[]
  bases: readonly string[]
  components: readonly string[]
}

/**
 * Starts fetching everything remote that is named; whoever needs it finds it on its way, or is told what went wrong.
 * With `needsRef`, repositories without a ref are left alone.
 */
export function fetchAhead({ resources, bases, components }: Named, fetcher: Fetcher, needsRef = false): void {
  const start = (entry: string, mayBeFile: boolean) => {
    if (isElsewhere(entry)) fetchOne(entry, fetcher, mayBeFile, needsRef).catch(() => undefined)
  }
  for (const entry of resources) start(entry, true)
  // In builds, bases are among the resources by now.
  const known = new Set(resources)
  for (const entry of [...bases, ...components]) if (!known.has(entry)) start(entry, false)
}

async function fetchOne(entry: string, fetcher: Fetcher, mayBeFile: boolean, needsRef: boolean): Promise<void> {
  const url = parseGitUrl(entry)
  if (mayBeFile && isHttp(entry) && !(url !== undefined && (await fetcher.atHand(requestOf(url))))) {
    const { status, bytes } = await fetcher.file(entry)
    // A page about a repository is no file of it.
    if (status >= 200 && status <= 299 && bytes[0] !== '<'.charCodeAt(0)) return
  }
  if (url !== undefined && !(needsRef && url.ref === '')) await fetcher.repository(requestOf(url))
}

/** Someone else's repository has no say about folders of this machine. */
function refuseLocal({ cloneUrl }: GitUrl, clone: Clone): void {
  if (!isLocal(cloneUrl) || isLocal(clone.url)) return
  throw fail(
    'RESTRICTED',
    `security; the repository '${clone.url}' may not name one of this machine, as '${cloneUrl}' is`,
  )
}

/** Git takes what has no scheme and no colon for a path. */
function isLocal(url: string): boolean {
  return url.startsWith('file://') || !url.includes(':')
}

function requestOf({ cloneUrl: url, ref, submodules, timeoutSeconds }: GitUrl): RepositoryRequest {
  return { url, ref, submodules, timeoutSeconds }
}

function noFetcher(text: string): ToolError {
  return fail('REMOTE_REFUSED', `nothing here fetches remote parts: ${text}`, {
    hint: 'give the build a fetcher, such as nodeFetcher() of strake/node',
  })
}
