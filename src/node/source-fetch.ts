/** Fetching for sources beside git: from the cache where it is there, by the lock where there is one, else from the server. */
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { BucketRequest, FetchedFiles, OciRequest, RepositoryChart, SourceFetcher } from '../core/host.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import type { BucketList } from './bucket-files.ts'
import { FetchCache } from './fetch-cache.ts'
import {
  fluxLock,
  type LockedArtifact,
  type LockedBucket,
  type LockedChart,
  REGISTRY_DIGEST,
  readLock,
} from './lock.ts'
import { artifactDigest, artifactLayer, type Blobs, imageOf } from './oci-pull.ts'
import { openRegistry, type RegistryReader } from './registry.ts'
import { toldWhenSlow } from './slow.ts'
import { once } from './turns.ts'
import { unpack } from './unpack.ts'

export interface SourceFetcherOptions {
  environment: Record<string, string | undefined>
  /** Nothing is asked of the network; what is not in the cache is an error. */
  offline?: boolean
  /** Its `strake.lock` says what tags stand for. */
  folder?: string
  /** Told of a fetch that has taken half a second. */
  onSlow?(text: string): void
  /** Told of everything that a tag was looked up for. */
  onArtifact?(used: LockedArtifact): void
  onBucket?(used: LockedBucket): void
  onChart?(used: LockedChart): void
  /** Asks again what whole versions of charts stand for. */
  renew?: boolean
}

/**
 * Fetches artifacts of registries, objects of buckets and charts of repositories, and keeps them by their digests in the user's cache folder.
 *
 * @example
 * const fetcher = openSourceFetcher({ environment: process.env })
 * await fetcher.artifact({ url: 'oci://ghcr.io/acme/apps', ref: 'v1.4.0', isInsecure: false, mediaType: '' })
 */
export function openSourceFetcher(options: SourceFetcherOptions): SourceFetcher {
  const { environment, offline = false, folder } = options
  const lock = folder === undefined ? undefined : fluxLock(readLock(`${folder}/strake.lock`))
  let opened: FetchCache | undefined
  const cache = () => (opened ??= FetchCache.open(environment))
  const blobs: Blobs = {
    read: (digest) => cache().file(digest.replace(':', '-')),
    keep: (bytes) => void cache().keepBytes(bytes),
  }
  const lists = new Map<string, Promise<BucketList>>()
  const answers = new Map<string, Promise<FetchedFiles>>()
  const charts = new Map<string, Promise<FetchedFiles>>()
  const registries = new Map<string, RegistryReader>()

  /** Who is there is told to each once. */
  const registryOf = ({ url, isInsecure }: OciRequest): RegistryReader => {
    const key = `${url} ${isInsecure}`
    let registry = registries.get(key)
    if (registry === undefined) {
      registry = openRegistry(imageOf(url), environment, { isInsecure })
      registries.set(key, registry)
    }
    return registry
  }

  const wantedDigest = async (request: OciRequest): Promise<{ tag: string; digest: string }> => {
    const { url, ref } = request
    if (REGISTRY_DIGEST.test(ref)) return { tag: '', digest: ref }
    const locked = lock?.artifacts?.find((one) => one.url === url && one.ref === ref)
    if (locked !== undefined) return { tag: request.choose === undefined ? ref : '', digest: locked.digest }
    const key = `${url}\n${ref}`
    if (!offline) {
      const found = await artifactDigest(request, registryOf(request), blobs)
      cache().noteSource(key, { url, ref, ...found })
      return found
    }
    const known = cache().sourceNote(key) as { tag: string; digest: string } | undefined
    if (known === undefined) throw offlineProblem(request)
    return known
  }

  const artifact = async (request: OciRequest): Promise<FetchedFiles> => {
    const { url, ref } = request
    const image = imageOf(url)
    const { tag, digest } = await wantedDigest(request)
    const layer = await artifactLayer(request, digest, offline ? undefined : registryOf(request), blobs)
    if (layer === undefined) throw offlineProblem(request)
    if (!REGISTRY_DIGEST.test(ref)) options.onArtifact?.({ url, ref, digest })
    const root = `/${image}@${digest}`
    const files = new Map([...(await unpack(layer))].map(([path, bytes]) => [`${root}/${path}`, bytes]))
    return { fs: memoryFileSystem(files), root, revision: tag === '' ? digest : `${tag}@${digest}` }
  }

  const slowly = <T>(text: string, work: () => Promise<T>) => toldWhenSlow(() => options.onSlow?.(text), work)

  const bucket = async (request: BucketRequest): Promise<FetchedFiles> => {
    const { endpoint, bucket: name, prefix } = request
    const isIt = (one: LockedBucket) => one.endpoint === endpoint && one.bucket === name && one.prefix === prefix
    const locked = lock?.buckets?.find(isIt)?.digest
    const { bucketFiles, shownBucket } = await import('./bucket-files.ts')
    const files = await slowly(`fetching ${shownBucket(request)}`, () =>
      bucketFiles(request, { cache: cache(), offline, locked, lists }),
    )
    options.onBucket?.({ endpoint, bucket: name, prefix, digest: files.revision })
    return files
  }

  const chart = async (request: RepositoryChart): Promise<FetchedFiles> => {
    const { chart: name, version } = request
    const url = maskCredentials(request.url)
    const locked = lock?.charts?.find((one) => one.url === url && one.chart === name && one.ref === version)
    const { chartFiles } = await import('./chart-files.ts')
    const { files, used } = await chartFiles(request, {
      cache: cache(),
      offline,
      renew: options.renew === true,
      locked,
    })
    options.onChart?.(used)
    return files
  }

  return {
    artifact(request) {
      const key = JSON.stringify([request.url, request.ref, request.mediaType, request.isInsecure])
      return once(answers, key, () => slowly(`fetching ${shown(request)}`, () => artifact(request)))
    },
    bucket,
    chart: (request) =>
      once(charts, JSON.stringify([request.url, request.chart, request.version]), () => chart(request)),
    close: async () => opened?.close(),
  }
}

function shown({ url, ref }: OciRequest): string {
  return `${url} at ${ref}`
}

function offlineProblem(request: OciRequest): Error {
  return fail('REMOTE_OFFLINE', `offline, and not in the cache: ${shown(request)}`, {
    hint: 'render once without --offline',
  })
}
