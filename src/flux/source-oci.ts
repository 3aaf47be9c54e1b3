/** An OCIRepository: the artifact of a registry that is meant, unpacked. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { OciRequest } from '../core/host.ts'
import { preparePattern } from '../core/pattern.ts'
import { field, type Node } from '../yaml/node.ts'
import { openSource } from './controller.ts'
import { isTrue, stringField } from './object.ts'
import { localHint, named, refField, type SourceSearch, type TreeSource, warnsOfLinks } from './source-search.ts'

/** Finds the files of one that is defined and not given. */
export async function resolveOci(
  base: Omit<TreeSource, 'found' | 'files'>,
  spec: Node | undefined,
  search: SourceSearch,
): Promise<TreeSource> {
  const { id } = base
  const { artifacts } = search
  const url = stringField(spec, 'url')
  const hint = localHint(id)
  if (!/^oci:\/\//.test(url))
    throw fail('SOURCE', `${id} has a URL that Flux refuses: '${maskCredentials(url)}'`, { hint })
  if (artifacts === undefined) throw fail('SOURCE', `${id} is not fetched`, { hint })
  const selector = field(spec, 'layerSelector')
  const operation = stringField(selector, 'operation') || 'extract'
  if (operation !== 'extract' && operation !== 'copy')
    throw fail('SOURCE', `${id} has the operation '${operation}', which is none`, { hint: 'extract or copy' })
  try {
    const { fs, root, revision } = await artifacts.artifact({
      url,
      ...(await refOf(field(spec, 'ref'))),
      isInsecure: isTrue(field(spec, 'insecure')),
      mediaType: stringField(selector, 'mediaType'),
    })
    if (field(spec, 'verify') !== undefined) search.warn('UNVERIFIED', `the signature of ${id} is not verified`)
    // What is copied is handed on as it is, whatever the patterns say.
    const ignore = operation === 'copy' ? undefined : stringField(spec, 'ignore')
    return { ...base, found: 'fetched', revision, files: openSource(fs, root, ignore, warnsOfLinks(search, id, root)) }
  } catch (error) {
    throw named(id, error)
  }
}

/** In the order in which Flux looks at them. */
async function refOf(ref: Node | undefined): Promise<Pick<OciRequest, 'ref' | 'choose'>> {
  const digest = refField(ref, 'digest')
  if (digest !== '') {
    if (/^sha256:[0-9a-f]{64}$/.test(digest)) return { ref: digest }
    throw fail('SOURCE', `'${digest}' is no digest`, { hint: 'write sha256: and all of its digits' })
  }
  const range = refField(ref, 'semver')
  if (range === '') return { ref: refField(ref, 'tag') || 'latest' }
  const filter = refField(ref, 'semverFilter')
  const pattern = filter === '' ? undefined : await preparePattern(filter, { anchored: false })
  const words = filter === '' ? `semver ${range}` : `semver ${range} of ${filter}`
  const { newestInRange } = await import('./source-version.ts')
  const choose = (tags: readonly string[]) => {
    const meant = tags.filter((tag) => pattern === undefined || pattern.test(tag))
    return newestInRange(range, new Map(meant.map((tag) => [tag, tag])))
  }
  return { ref: words, choose }
}
