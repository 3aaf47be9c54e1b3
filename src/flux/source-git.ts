/** A GitRepository: the state that is meant, folders that are left out, files of others that are put in. */
import { maskCredentials } from '../core/credentials.ts'
import { fail, wrap } from '../core/error.ts'
import { FileError, type FileSystem, type RepositoryRequest } from '../core/host.ts'
import { field, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { openSource } from './controller.ts'
import { isTrue, stringField } from './object.ts'
import { placeInSource } from './source-files.ts'
import { withIncluded } from './source-include.ts'
import { repositoryName } from './source-remotes.ts'
import { localHint, refField, type SourceSearch, sourceKey, type TreeSource, warnsOfLinks } from './source-search.ts'
import { withOnly } from './source-sparse.ts'

const SECONDS = 60

/** Finds the files of one that is defined and not given. */
export async function resolveGit(
  base: Omit<TreeSource, 'found' | 'files'>,
  spec: Node | undefined,
  search: SourceSearch,
): Promise<TreeSource> {
  const { id } = base
  const url = stringField(spec, 'url')
  const hint = localHint(id)
  const isPinned = ['tag', 'semver', 'commit', 'name'].some((name) => refField(field(spec, 'ref'), name) !== '')
  const name = repositoryName(url)
  if (!isPinned && search.remotes.some((remote) => repositoryName(remote) === name)) {
    const { root } = search.repository
    return await composed({ ...base, found: 'repository' }, spec, search.fs, root, search)
  }
  if (!/^(?:https?|ssh):\/\//.test(url))
    throw fail('SOURCE', `${id} has a URL that Flux refuses: '${maskCredentials(url)}'`, { hint })
  if (search.fetcher === undefined) throw fail('SOURCE', `${id} is not fetched`, { hint })
  const { fs, root, commit } = await search.fetcher.repository({
    url,
    ...(await refOf(id, field(spec, 'ref'))),
    submodules: isTrue(field(spec, 'recurseSubmodules')),
    timeoutSeconds: SECONDS,
  })
  if (field(spec, 'verify') !== undefined) search.warn('UNVERIFIED', `the signature of ${id} is not verified`)
  return await composed({ ...base, found: 'fetched', revision: commit }, spec, fs, root, search)
}

/** As far as its checkout is the artifact, it is opened as it is. */
async function composed(
  source: TreeSource,
  spec: Node | undefined,
  checkout: FileSystem,
  root: string,
  search: SourceSearch,
): Promise<TreeSource> {
  const ignore = stringField(spec, 'ignore')
  const onLink = warnsOfLinks(search, source.id, root)
  const folders = items(spec, 'sparseCheckout').map((one) => (one.kind === SCALAR ? one.value : ''))
  const includes = items(spec, 'include')
  if (folders.length === 0 && includes.length === 0) {
    const isRepository = root === search.repository.root && ignore === ''
    return { ...source, files: isRepository ? search.repository : openSource(checkout, root, ignore, onLink) }
  }
  let fs = checkout
  try {
    if (folders.length > 0) fs = await withOnly(fs, root, folders)
  } catch (error) {
    throw wrap(source.id, error)
  }
  const parts: TreeSource[] = []
  for (const include of includes) {
    const part = await partOf(source, include, search)
    fs = await putIn(fs, root, source.id, include, part)
    parts.push(part)
  }
  const revision = [source.revision, ...parts.map((part) => part.revision)].filter((one) => one !== '').join(' + ')
  const isMoved = parts.some(({ found }) => found !== 'fetched')
  return { ...source, revision, ...(isMoved ? { isMoved } : {}), files: openSource(fs, root, ignore, onLink) }
}

async function partOf({ id, namespace }: TreeSource, include: Node, search: SourceSearch): Promise<TreeSource> {
  const name = stringField(field(include, 'repository'), 'name')
  const wanted = { kind: 'GitRepository', namespace, name }
  const key = sourceKey(wanted)
  const hint = localHint(key)
  if (!search.localSources.has(key) && search.find(key) === undefined)
    throw fail('SOURCE', `${id} includes ${key}, which nothing defines`, { hint })
  const part = await search.source(wanted)
  if (part.files === undefined) throw fail('SOURCE', `${id} includes ${key}, whose files are not at hand`, { hint })
  return part
}

/** As the controller does, which moves a folder: what is there stays, and is an error. */
async function putIn(fs: FileSystem, root: string, id: string, include: Node, part: TreeSource): Promise<FileSystem> {
  const files = part.files as NonNullable<TreeSource['files']>
  const fromPath = stringField(include, 'fromPath')
  const toPath = stringField(include, 'toPath') || part.name
  const at = placeInSource(root, toPath)
  if (at === root || (await fs.stat(at)) !== undefined)
    throw fail('SOURCE', `${id} includes ${part.id} at '${toPath}', where it has files of its own`)
  try {
    const from = await files.fs.real(placeInSource(files.root, fromPath))
    return withIncluded(fs, { at, fs: files.fs, from })
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw fail('SOURCE', `${id} includes '${fromPath}' of ${part.id}, which is not there`)
  }
}

/** In the order in which Flux looks at them; git takes none for anything else. */
async function refOf(id: string, ref: Node | undefined): Promise<Pick<RepositoryRequest, 'ref' | 'choose'>> {
  const commit = refField(ref, 'commit')
  if (commit !== '') {
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit)) return { ref: commit }
    throw fail('SOURCE', `${id} has the commit '${commit}', which is none`, { hint: 'write all of its digits' })
  }
  const name = refField(ref, 'name')
  if (name !== '') {
    if (name !== 'HEAD' && !name.startsWith('refs/'))
      throw fail('SOURCE', `${id} has the reference '${name}', which is none`, { hint: 'write refs/heads/NAME' })
    return { ref: whole(id, name) }
  }
  const range = refField(ref, 'semver')
  if (range !== '') {
    const { newestInRange } = await import('./source-version.ts')
    const choose = (tags: ReadonlyMap<string, string>) => {
      try {
        return `refs/tags/${newestInRange(range, tags)}`
      } catch (error) {
        throw wrap(id, error)
      }
    }
    return { ref: `semver ${range}`, choose }
  }
  const tag = refField(ref, 'tag')
  if (tag !== '') return { ref: whole(id, `refs/tags/${tag}`) }
  return { ref: whole(id, `refs/heads/${refField(ref, 'branch') || 'master'}`) }
}

/** What git allows in the name of a ref; it takes anything else for several of them, or for a calculation. */
function whole(id: string, ref: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.lock$/.test(ref))
    throw fail('SOURCE', `${id} has the reference '${ref}', which is none`)
  return ref
}

function items(spec: Node | undefined, name: string): readonly Node[] {
  const list = field(spec, name)
  return list?.kind === SEQUENCE ? list.items : []
}
