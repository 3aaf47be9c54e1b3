/** `strake.lock`: which state of each remote part a kustomization is built with. */
import { readFileSync } from 'node:fs'
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import { compareBytes } from '../core/text.ts'

export interface LockedRepository {
  /** Without credentials. */
  url: string
  ref: string
  submodules: boolean
  commit: string
  /** Of the checked-out files. */
  digest: string
}

export interface LockedFile {
  url: string
  digest: string
}

/** What a registry has. */
export interface LockedArtifact {
  url: string
  /** A tag, or a range of versions. */
  ref: string
  /** Of the manifest: `sha256:…`. */
  digest: string
}

/** What a bucket has. */
export interface LockedBucket {
  endpoint: string
  bucket: string
  prefix: string
  /** Of the list of its objects: `sha256:…`. */
  digest: string
}

/** What a repository of charts has. */
export interface LockedChart {
  url: string
  chart: string
  /** A version or a range of versions; '' for the newest. */
  ref: string
  version: string
  /** Of the packed chart: `sha256:…`. */
  digest: string
}

export interface Lock {
  repositories: readonly LockedRepository[]
  files: readonly LockedFile[]
  artifacts?: readonly LockedArtifact[]
  buckets?: readonly LockedBucket[]
  charts?: readonly LockedChart[]
}

/** The states that a kustomization is built with, and those that what Flux applies is rendered with. */
export interface LockFile extends Lock {
  flux?: Lock
}

const VERSION = 1
export const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
export const DIGEST = /^sha256-[0-9a-f]{64}$/
/** As registries write it. */
export const REGISTRY_DIGEST = /^sha256:[0-9a-f]{64}$/

const CHART_VERSION = /^[\w.+-]{1,256}$/

/** Reads a lock file; undefined when there is none. */
export function readLock(path: string): LockFile | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fail('LOCK', `${path}: ${(error as Error).message}`)
  }
  let content: Partial<LockFile & { version: number }>
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw fail('LOCK', `${path}: ${(error as Error).message}`, { hint: ANEW })
  }
  if (content?.version !== VERSION) throw fail('LOCK', `${path}: version ${content?.version} is not ${VERSION}`)
  const { flux } = content
  if (!isSound(content) || (flux !== undefined && !isSound(flux)))
    throw fail('LOCK', `${path}: not the form of a lock file`, { hint: ANEW })
  return flux === undefined ? partsOf(content) : { ...partsOf(content), flux: partsOf(flux) }
}

const ANEW = 'remove it: `strake lock` and `strake flux lock` write it anew'

function isSound(lock: Partial<Lock> | null): lock is Lock {
  const { repositories, files, artifacts = [], buckets = [], charts = [] } = lock ?? {}
  return (
    [repositories, files, artifacts, buckets, charts].every(isListOfObjects) &&
    (repositories as LockedRepository[]).every(
      ({ url, ref, submodules, commit, digest }) =>
        typeof url === 'string' &&
        typeof ref === 'string' &&
        typeof submodules === 'boolean' &&
        COMMIT.test(commit) &&
        DIGEST.test(digest),
    ) &&
    (files as LockedFile[]).every(({ url, digest }) => typeof url === 'string' && DIGEST.test(digest)) &&
    artifacts.every(
      ({ url, ref, digest }) => typeof url === 'string' && typeof ref === 'string' && REGISTRY_DIGEST.test(digest),
    ) &&
    buckets.every(
      ({ endpoint, bucket, prefix, digest }) =>
        [endpoint, bucket, prefix].every((text) => typeof text === 'string') && REGISTRY_DIGEST.test(digest),
    ) &&
    charts.every(
      ({ url, chart, ref, version, digest }) =>
        [url, chart, ref].every((text) => typeof text === 'string') &&
        CHART_VERSION.test(version) &&
        REGISTRY_DIGEST.test(digest),
    )
  )
}

function isListOfObjects(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
}

function partsOf({ repositories, files, artifacts = [], buckets = [], charts = [] }: Lock): Lock {
  return { repositories, files, artifacts, buckets, charts }
}

/** What counts for Flux: its own states, and those of the kustomization where it has none. */
export function fluxLock(lock: LockFile | undefined): Lock | undefined {
  const { flux } = lock ?? {}
  if (lock === undefined || flux === undefined) return lock
  return {
    repositories: [...flux.repositories, ...lock.repositories],
    files: [...flux.files, ...lock.files],
    artifacts: [...(flux.artifacts ?? []), ...(lock.artifacts ?? [])],
    buckets: [...(flux.buckets ?? []), ...(lock.buckets ?? [])],
    charts: flux.charts ?? [],
  }
}

/** The text of a lock file: the same for the same content, in whatever order it was found. */
export function lockText({ flux, ...lock }: LockFile): string {
  const content = { version: VERSION, ...sorted(lock), ...(flux !== undefined && { flux: sorted(flux) }) }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

function sorted({ repositories, files, artifacts = [], buckets = [], charts = [] }: Lock): Lock {
  const byText = (a: object, b: object) => compareBytes(JSON.stringify(a), JSON.stringify(b))
  return {
    ...{ repositories: [...repositories].sort(byText), files: [...files].sort(byText) },
    ...(artifacts.length > 0 && { artifacts: [...artifacts].sort(byText) }),
    ...(buckets.length > 0 && { buckets: [...buckets].sort(byText) }),
    ...(charts.length > 0 && { charts: [...charts].sort(byText) }),
  }
}

type Wanted = Pick<LockedRepository, 'url' | 'ref' | 'submodules'>

/** What a lock, or another list of remote parts, has for a repository. */
export function lockedRepository<R extends Wanted>(
  lock: { repositories: readonly R[] } | undefined,
  wanted: Wanted,
): R | undefined {
  const url = maskCredentials(wanted.url)
  return lock?.repositories.find(
    (one) => one.url === url && one.ref === wanted.ref && one.submodules === wanted.submodules,
  )
}

export function lockedFile<F extends { url: string }>(
  lock: { files: readonly F[] } | undefined,
  wanted: string,
): F | undefined {
  const url = maskCredentials(wanted)
  return lock?.files.find((one) => one.url === url)
}
