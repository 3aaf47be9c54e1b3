/** Where the files of a source are: a folder that was named, this repository, or a checkout of another one. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { Fetcher, FileSystem } from '../core/host.ts'
import { isWithin } from '../core/path.ts'
import { field, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { type FluxSource, openSource } from './controller.ts'
import { type FluxObject, stringField } from './object.ts'
import { repositoryName } from './source-remotes.ts'

export interface SourceId {
  kind: string
  namespace: string
  name: string
}

/** A source of the tree and what is known of it. */
export interface TreeSource extends SourceId {
  /** `Kind/namespace/name`. */
  id: string
  /**
   * How its files were found: `given` by `localSources`; `repository`, its URL is that of this repository; `assumed`, nothing
   * says what it is, so it is taken for this repository; `fetched`; `unresolved`, a problem of the tree says why.
   */
  found: 'given' | 'repository' | 'assumed' | 'fetched' | 'unresolved'
  url: string
  /** The commit of a fetched one; else ''. */
  revision: string
  /** Absent when it is unresolved. */
  files?: FluxSource
}

export interface SourceSearch {
  fs: FileSystem
  /** This repository. */
  repository: FluxSource
  /** Folders by `Kind/namespace/name`. */
  localSources: ReadonlyMap<string, string>
  /** The URLs of this repository. */
  remotes: readonly string[]
  fetcher: Fetcher | undefined
}

const ASSUMED_KINDS: ReadonlySet<string> = new Set(['GitRepository', 'OCIRepository', 'Bucket'])
const SECONDS = 60

export function sourceKey({ kind, namespace, name }: SourceId): string {
  return `${kind}/${namespace}/${name}`
}

/**
 * Finds the files of a source. `object` is what the tree has of it.
 *
 * @throws ToolError when they cannot be had, with the flag that would help
 */
export async function resolveSource(
  source: SourceId,
  object: FluxObject | undefined,
  search: SourceSearch,
): Promise<TreeSource> {
  const id = sourceKey(source)
  const spec = field(object?.root, 'spec')
  const url = stringField(spec, 'url')
  const ignore = stringField(spec, 'ignore')
  const base = { ...source, id, url: maskCredentials(url), revision: '' }
  const hint = `say where its files are: --local-sources ${id}=FOLDER`
  const given = search.localSources.get(id)
  if (given !== undefined) return { ...base, found: 'given', files: await openGiven(search.fs, id, given, ignore) }
  if (object === undefined) {
    if (!ASSUMED_KINDS.has(source.kind)) throw fail('SOURCE', `nothing defines ${id}`, { hint })
    return { ...base, found: 'assumed', files: search.repository }
  }
  if (source.kind !== 'GitRepository')
    throw fail('SOURCE', `${id} is not fetched: artifacts of a ${source.kind} are only made in a cluster`, { hint })
  refuseIncludes(id, spec, hint)
  const isPinned = ['tag', 'semver', 'commit', 'name'].some((name) => stringField(field(spec, 'ref'), name) !== '')
  const name = repositoryName(url)
  if (!isPinned && search.remotes.some((remote) => repositoryName(remote) === name))
    return { ...base, found: 'repository', files: openAgain(search, ignore) }
  if (!/^(?:https?|ssh):\/\//.test(url))
    throw fail('SOURCE', `${id} has a URL that Flux refuses: '${maskCredentials(url)}'`, { hint })
  if (search.fetcher === undefined) throw fail('SOURCE', `${id} is not fetched`, { hint })
  const { fs, root, commit } = await search.fetcher.repository({
    url,
    ref: refOf(id, spec, hint),
    submodules: boolField(spec, 'recurseSubmodules'),
    timeoutSeconds: SECONDS,
  })
  return { ...base, found: 'fetched', revision: commit, files: openSource(fs, root, ignore) }
}

/** The repository with the patterns of the source's own. */
function openAgain({ fs, repository }: SourceSearch, ignore: string): FluxSource {
  return ignore === '' ? repository : openSource(fs, repository.root, ignore)
}

async function openGiven(fs: FileSystem, id: string, folder: string, ignore: string): Promise<FluxSource> {
  if ((await fs.stat(folder))?.type !== 'directory')
    throw fail('SOURCE', `the folder of ${id} is not there: ${folder}`, { hint: 'see --local-sources' })
  return openSource(fs, await fs.real(folder), ignore)
}

/** In the order in which Flux looks at them; a reference is never an option of git. */
function refOf(id: string, spec: Node | undefined, hint: string): string {
  const ref = field(spec, 'ref')
  const commit = stringField(ref, 'commit')
  if (commit !== '') return commit
  const name = stringField(ref, 'name')
  if (name !== '') return name
  if (stringField(ref, 'semver') !== '')
    throw fail('SOURCE', `${id} follows the version range '${stringField(ref, 'semver')}', which is not resolved`, {
      hint,
    })
  return stringField(ref, 'tag') || stringField(ref, 'branch') || 'master'
}

/** Files of other sources that are copied into this one. */
function refuseIncludes(id: string, spec: Node | undefined, hint: string): void {
  const include = field(spec, 'include')
  if (include?.kind === SEQUENCE && include.items.length > 0)
    throw fail('SOURCE', `${id} includes files of other repositories, which are not put together here`, { hint })
}

function boolField(map: Node | undefined, name: string): boolean {
  const value = field(map, name)
  return value?.kind === SCALAR && value.value === 'true'
}

/** A path below the root as users write it, `./clusters/prod`. */
export function shownPath(root: string, path: string): string {
  if (path === root) return '.'
  return isWithin(path, root) ? `.${path.slice(root === '/' ? 0 : root.length)}` : path
}
