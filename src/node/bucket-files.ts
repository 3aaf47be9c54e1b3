/** The files of a bucket: its list and its objects, from the cache where they are there. */
import { fail, ToolError } from '../core/error.ts'
import type { BucketRequest, FetchedFiles, FileSystem } from '../core/host.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import { compareBytes, goQuote } from '../core/text.ts'
import { type BucketReader, bucketUrl, MOST_OBJECTS, objectUrl, openBucket } from './bucket.ts'
import type { StoredObject } from './bucket-answers.ts'
import type { FetchCache } from './fetch-cache.ts'
import { once, Turns } from './turns.ts'

const MOST_BYTES = 256 * 1024 * 1024
/** How many objects are fetched at a time. */
const AT_A_TIME = 8
/** In bytes: no store has longer names. */
const LONGEST_NAME = 1024
const RELOCK = '`strake flux lock` takes the new state'

export interface BucketOptions {
  cache: FetchCache
  /** Nothing is asked of the network. */
  offline: boolean
  /** The digest of the list that is wanted; undefined for what is there now. */
  locked: string | undefined
  /** Lists of objects, so that whoever asks again is given the same. */
  lists: Map<string, Promise<BucketList>>
}

export interface BucketList {
  digest: string
  bytes: Uint8Array
}

/** How the bucket is shown. */
export function shownBucket(request: BucketRequest): string {
  return objectUrl(request, request.prefix)
}

/**
 * Fetches what is wanted of a bucket. Its revision is the digest of the list of all its objects, with their ETags.
 *
 * @throws ToolError for names that lead elsewhere, for too much, and for another state than the one that is locked
 */
export async function bucketFiles(request: BucketRequest, options: BucketOptions): Promise<FetchedFiles> {
  const { cache, offline } = options
  const place = shownBucket(request)
  const reader = offline ? undefined : openBucket(request)
  const offlineProblem = (what: string) =>
    fail('REMOTE_OFFLINE', `offline, and not in the cache: ${what}`, { hint: 'render once without --offline' })

  const listed = async (): Promise<BucketList> => {
    const key = `bucket\n${place}`
    const wanted =
      options.locked ?? (offline ? (cache.sourceNote(key) as { digest: string } | undefined)?.digest : undefined)
    const known = wanted === undefined ? undefined : cache.file(wanted.replace(':', '-'))
    if (wanted !== undefined && known !== undefined) return { digest: wanted, bytes: known }
    if (reader === undefined) throw offlineProblem(place)
    const bytes = new TextEncoder().encode(JSON.stringify(checked(await reader.list())))
    const digest = cache.keepBytes(bytes).replace('-', ':')
    if (wanted !== undefined && wanted !== digest)
      throw fail('LOCK', `${place} has other objects now than the lock file has`, { hint: RELOCK })
    cache.noteSource(key, { place, digest })
    return { digest, bytes }
  }

  const { digest, bytes } = await once(options.lists, JSON.stringify(request), listed)
  const objects = JSON.parse(new TextDecoder().decode(bytes)) as StoredObject[]
  const server = request.endpoint.replace(/^https?:\/\//, '').replace(/\/+$/, '')
  const root = `/${server}/${request.bucket}@${digest}`
  const byPath = new Map(objects.map((object) => [`${root}/${object.name}`, object]))
  const contents = new Map<string, Promise<Uint8Array>>()
  const turns = new Turns(AT_A_TIME)

  let taken = 0
  let failure: unknown

  const contentOf = async (object: StoredObject): Promise<Uint8Array> => {
    taken += object.size
    if (taken > MOST_BYTES) throw tooLarge()
    const key = `object\n${bucketUrl(request)}\n${object.name}\n${object.etag}`
    const note = cache.sourceNote(key) as { digest: string } | undefined
    const known = note === undefined ? undefined : cache.file(note.digest)
    if (known !== undefined) return known
    if (reader === undefined) throw offlineProblem(objectUrl(request, object.name))
    const fetched = await turns.take(() => fetchedFrom(reader, object))
    cache.noteSource(key, { url: bucketUrl(request), name: object.name, digest: cache.keepBytes(fetched) })
    return fetched
  }
  /** When one fails, those that are yet to be asked for are not. */
  const fetchedFrom = async (store: BucketReader, object: StoredObject): Promise<Uint8Array> => {
    if (failure !== undefined) throw failure
    try {
      return await store.get(object)
    } catch (error) {
      failure = error
      if (!(error instanceof ToolError) || error.code !== 'BUCKET_CHANGED') throw error
      throw fail(error.code, error.message, { hint: options.locked === undefined ? 'render again' : RELOCK })
    }
  }
  const read = (path: string, object: StoredObject) => once(contents, path, () => contentOf(object))

  const empty = memoryFileSystem(new Map([...byPath.keys()].map((path) => [path, new Uint8Array()])))
  const unread: FileSystem = {
    ...empty,
    async read(path) {
      const object = byPath.get(path)
      return object === undefined ? await empty.read(path) : await read(path, object)
    },
  }
  const shown = request.shown(unread, root)
  const wanted: [path: string, object: StoredObject][] = []
  for (const [path, object] of byPath) if ((await shown.stat(path))?.type === 'file') wanted.push([path, object])
  if (wanted.reduce((sum, [, { size }]) => sum + size, 0) > MOST_BYTES) throw tooLarge()
  const files = await Promise.all(
    wanted.map(async ([path, object]): Promise<[string, Uint8Array]> => [path, await read(path, object)]),
  )
  return { fs: memoryFileSystem(new Map(files)), root, revision: digest }
}

function tooLarge(): Error {
  return fail('TOO_LARGE', `the bucket holds more than ${MOST_BYTES} bytes`)
}

/** The objects that are files, by their names; those that only make folders are left out, as by Flux. */
function checked(listed: readonly StoredObject[]): StoredObject[] {
  const names = new Set<string>()
  const folders = new Set<string>()
  const objects: StoredObject[] = []
  for (const { name, etag, size } of listed) {
    if (!isInside(name))
      throw fail('BUCKET', `the bucket has an object with the name ${goQuote(name)}, which is no path`)
    if (name.endsWith('/')) continue
    if (names.has(name)) throw fail('BUCKET', `the bucket has the object ${goQuote(name)} twice`)
    names.add(name)
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      const folder = name.slice(0, at)
      if (folders.has(folder)) break
      folders.add(folder)
    }
    objects.push({ name, etag, size })
  }
  if (folders.size > MOST_OBJECTS) throw fail('TOO_LARGE', `the bucket has more than ${MOST_OBJECTS} folders`)
  for (const name of names)
    if (folders.has(name)) throw fail('BUCKET', `the bucket has the object ${goQuote(name)} and others below it`)
  return objects.sort((a, b) => compareBytes(a.name, b.name))
}

function isInside(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path has them
  if (/[\x00-\x1f\x7f\\]/.test(name) || Buffer.byteLength(name) > LONGEST_NAME) return false
  const steps = name.replace(/\/$/, '').split('/')
  return steps.every((step) => step !== '' && step !== '.' && step !== '..')
}
