/** Where the files of a source are: a folder that was named, this repository, or a checkout of another one. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import { isWithin } from '../core/path.ts'
import { field } from '../yaml/node.ts'
import { type FluxSource, openSource } from './controller.ts'
import { type FluxObject, stringField } from './object.ts'
import { resolveBucket } from './source-bucket.ts'
import { resolveGit } from './source-git.ts'
import { resolveOci } from './source-oci.ts'
import {
  localHint,
  type SourceId,
  type SourceSearch,
  sourceKey,
  type TreeSource,
  warnsOfLinks,
} from './source-search.ts'
import { isSuspended } from './tree-objects.ts'

const ASSUMED_KINDS: ReadonlySet<string> = new Set(['GitRepository', 'OCIRepository', 'Bucket'])

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
  const hint = localHint(id)
  const given = search.localSources.get(id)
  if (given !== undefined) return { ...base, found: 'given', files: await openGiven(search, id, given, ignore) }
  if (object === undefined) {
    if (!ASSUMED_KINDS.has(source.kind)) throw fail('SOURCE', `nothing defines ${id}`, { hint })
    return { ...base, found: 'assumed', files: search.repository }
  }
  if (isSuspended(object))
    search.warn('SUSPENDED', `${id} is suspended: the cluster stays with what it has of it, here it is as it is now`)
  if (source.kind === 'GitRepository') return await resolveGit(base, spec, search)
  if (source.kind === 'OCIRepository') return await resolveOci(base, spec, search)
  if (source.kind === 'Bucket') return await resolveBucket(base, spec, search)
  throw fail('SOURCE', `${id} is not fetched: artifacts of a ${source.kind} are only made in a cluster`, { hint })
}

async function openGiven(search: SourceSearch, id: string, folder: string, ignore: string): Promise<FluxSource> {
  const { fs } = search
  if ((await fs.stat(folder))?.type !== 'directory')
    throw fail('SOURCE', `the folder of ${id} is not there: ${folder}`, { hint: 'see --local-sources' })
  const root = await fs.real(folder)
  return openSource(fs, root, ignore, warnsOfLinks(search, id, root))
}

/** A path below the root as users write it, `./clusters/prod`. */
export function shownPath(root: string, path: string): string {
  if (path === root) return '.'
  return isWithin(path, root) ? `.${path.slice(root === '/' ? 0 : root.length)}` : path
}
