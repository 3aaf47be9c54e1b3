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

export interface Lock {
  repositories: readonly LockedRepository[]
  files: readonly LockedFile[]
  artifacts?: readonly LockedArtifact[]
}

const VERSION = 1
export const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
export const DIGEST = /^sha256-[0-9a-f]{64}$/
/** As registries write it. */
export const REGISTRY_DIGEST = /^sha256:[0-9a-f]{64}$/

/** Reads a lock file; undefined when there is none. */
export function readLock(path: string): Lock | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fail('LOCK', `${path}: ${(error as Error).message}`)
  }
  let content: Partial<Lock & { version: number }>
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw fail('LOCK', `${path}: ${(error as Error).message}`, { hint: '`strake lock` writes it anew' })
  }
  if (content?.version !== VERSION) throw fail('LOCK', `${path}: version ${content?.version} is not ${VERSION}`)
  const { repositories, files, artifacts = [] } = content
  const isSound =
    Array.isArray(repositories) &&
    Array.isArray(files) &&
    repositories.every(
      ({ url, ref, submodules, commit, digest }) =>
        typeof url === 'string' &&
        typeof ref === 'string' &&
        typeof submodules === 'boolean' &&
        COMMIT.test(commit) &&
        DIGEST.test(digest),
    ) &&
    files.every(({ url, digest }) => typeof url === 'string' && DIGEST.test(digest)) &&
    Array.isArray(artifacts) &&
    artifacts.every(
      ({ url, ref, digest }) => typeof url === 'string' && typeof ref === 'string' && REGISTRY_DIGEST.test(digest),
    )
  if (!isSound) throw fail('LOCK', `${path}: not the form of a lock file`, { hint: '`strake lock` writes it anew' })
  return { repositories, files, artifacts }
}

/** The text of a lock file: the same for the same content, in whatever order it was found. */
export function lockText({ repositories, files, artifacts = [] }: Lock): string {
  const byText = (a: object, b: object) => compareBytes(JSON.stringify(a), JSON.stringify(b))
  const sorted = {
    ...{ version: VERSION, repositories: [...repositories].sort(byText), files: [...files].sort(byText) },
    ...(artifacts.length > 0 && { artifacts: [...artifacts].sort(byText) }),
  }
  return `${JSON.stringify(sorted, undefined, 2)}\n`
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
