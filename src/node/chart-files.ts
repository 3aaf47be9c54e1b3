/** Charts of repositories: from the cache where they are there, by the lock where there is one, else pulled. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { FetchedFiles, RepositoryChart } from '../core/host.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import { decodeUtf8 } from '../core/text.ts'
import { digestOf, type FetchCache } from './fetch-cache.ts'
import type { LockedChart } from './lock.ts'
import { unpack } from './unpack.ts'

export interface ChartOptions {
  cache: FetchCache
  /** Nothing is asked of the network. */
  offline: boolean
  /** Asks again what a whole version stands for. */
  renew: boolean
  locked: LockedChart | undefined
}

const MOST_BYTES = 128 * 1024 * 1024
/** Which chart it stands for is not expected to change. */
const WHOLE_VERSION = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/

/**
 * The files of the chart that is wanted, and what it is.
 *
 * @throws ToolError for what is no chart, and for another one than the one that is locked
 */
export async function chartFiles(
  request: RepositoryChart,
  { cache, offline, renew, locked }: ChartOptions,
): Promise<{ files: FetchedFiles; used: LockedChart }> {
  const { chart, version: ref } = request
  const url = maskCredentials(request.url)
  const shown = `the chart ${chart}${ref === '' ? '' : ` ${ref}`} of ${url}`
  const key = `chart\n${request.url}\n${chart}\n${ref}`
  const isKept = offline || (!renew && WHOLE_VERSION.test(ref))
  const known = locked ?? (isKept ? (cache.sourceNote(key) as LockedChart | undefined) : undefined)
  const kept = known && cache.file(known.digest.replace(':', '-'))
  if (kept === undefined && offline)
    throw fail('REMOTE_OFFLINE', `offline, and not in the cache: ${shown}`, { hint: 'render once without --offline' })
  const packed = kept ?? (await request.pull(locked?.version ?? ref))
  if (packed.length > MOST_BYTES) throw fail('TOO_LARGE', `${shown} has more than ${MOST_BYTES} bytes`)
  const digest = digestOf(packed).replace('-', ':')
  const files = await unpack(packed)
  const manifest = [...files.keys()].find((path) => /^[^/]+\/Chart\.yaml$/.test(path))
  const text = manifest === undefined ? undefined : files.get(manifest)
  if (manifest === undefined || text === undefined || 'link' in text)
    throw fail('HELM_CHART', `${shown} has no Chart.yaml`)
  const version = request.versionIn(decodeUtf8(text) ?? '')
  if (version === '') throw fail('HELM_CHART', `the Chart.yaml of ${shown} has no version`)
  if (locked !== undefined && (locked.digest !== digest || locked.version !== version))
    throw fail(
      'LOCK',
      `${shown} is ${version} with ${digest} now, the lock file has ${locked.version} with ${locked.digest}`,
      {
        hint: '`strake flux lock --helm` takes the new state',
      },
    )
  const used: LockedChart = { url, chart, ref, version, digest }
  if (kept === undefined) {
    cache.keepBytes(packed)
    cache.noteSource(key, used)
  }
  const folder = manifest.slice(0, manifest.indexOf('/') + 1)
  const contents = new Map<string, Uint8Array>()
  for (const [path, file] of files)
    if (path.startsWith(folder) && !('link' in file)) contents.set(`/${chart}@${digest}/${path}`, file)
  const root = `/${chart}@${digest}/${folder.slice(0, -1)}`
  return { files: { fs: memoryFileSystem(contents), root, revision: `${version}@${digest}` }, used }
}
