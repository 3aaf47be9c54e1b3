/** Reading from stores: the objects of a bucket, as anyone or with keys. */
import { fail } from '../core/error.ts'
import type { BucketRequest } from '../core/host.ts'
import { type BucketPage, readError, type StoredObject } from './bucket-answers.ts'
import { azureStore, azureUrl } from './bucket-azure.ts'
import { encoded, s3Store, s3Url } from './bucket-s3.ts'
import { getFile, type HttpAnswer } from './http.ts'

const PAGE_BYTES = 8 * 1024 * 1024
/** In place of an object that is smaller. */
const ERROR_BYTES = 64 * 1024
const MOST_PAGES = 500
export const MOST_OBJECTS = 50_000
/** How long the server may say nothing, and how long one answer and all of them may take. */
const SILENCE_SECONDS = 15
const ANSWER_SECONDS = 120
const ALL_SECONDS = 600

export interface BucketReader {
  /** All objects, in the order of the server. */
  list(): Promise<StoredObject[]>
  /** The content of an object as it was listed. */
  get(object: StoredObject): Promise<Uint8Array>
}

/** Where the names of a bucket's objects begin. @throws ToolError for what is no name of a server or bucket */
export function bucketUrl(request: BucketRequest): string {
  return request.provider === 'azure' ? azureUrl(request) : s3Url(request)
}

/** What an object, or all whose names begin so, is asked for by. */
export function objectUrl(request: BucketRequest, name: string): string {
  return `${bucketUrl(request)}${name.split('/').map(encoded).join('/')}`
}

/** Opens a bucket; nothing is asked yet. */
export function openBucket(request: BucketRequest): BucketReader {
  const { bucket } = request
  const base = bucketUrl(request)
  const store = request.provider === 'azure' ? azureStore(request) : s3Store(request)
  const end = Date.now() + ALL_SECONDS * 1000

  const ask = async (url: string, headers: Record<string, string>, bytes: number): Promise<HttpAnswer> => {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (left <= 0) throw fail('TIMEOUT', `Get "${url}": the bucket is not there after ${ALL_SECONDS} seconds`)
    const limits = { bytes, seconds: SILENCE_SECONDS, totalSeconds: Math.min(left, ANSWER_SECONDS) }
    return await getFile(url, { ...limits, ...(await store.signed(url, headers)) })
  }

  const get = async (url: string, headers: Record<string, string>, bytes: number): Promise<Uint8Array> => {
    let answer = await ask(url, headers, bytes)
    let error = answer.status === 200 ? undefined : readError(answer)
    if (error !== undefined && store.learns(error)) {
      answer = await ask(url, headers, bytes)
      error = answer.status === 200 ? undefined : readError(answer)
    }
    if (error === undefined) return answer.bytes
    if ('if-match' in headers && (answer.status === 412 || answer.status === 404))
      throw fail('BUCKET_CHANGED', `Get "${url}": it has changed since it was listed`)
    if (error.code === 'NoSuchBucket' || error.code === 'ContainerNotFound')
      throw fail('BUCKET', `bucket '${bucket}' not found`)
    const code = error.code === '' ? '' : ` (${error.code})`
    const isRefused = store.isRefusal(answer.status, error.code)
    throw fail(isRefused ? 'BUCKET_REFUSED' : 'BUCKET', `Get "${url}": ${answer.status} ${answer.reason}${code}`)
  }

  const page = async (token: string | undefined): Promise<BucketPage> => {
    const url = store.page(token)
    return store.readPage(url, await get(url, {}, PAGE_BYTES))
  }

  return {
    async list() {
      const objects: StoredObject[] = []
      let token: string | undefined
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const { objects: more, next } = await page(token)
        for (const object of more) objects.push(object)
        if (objects.length > MOST_OBJECTS) throw fail('TOO_LARGE', `the bucket has more than ${MOST_OBJECTS} objects`)
        if (next === undefined) return objects
        if (next === token) throw fail('BUCKET', `Get "${base}": the list of objects has no end`)
        token = next
      }
      throw fail('TOO_LARGE', `Get "${base}": more than ${MOST_PAGES} pages of objects`)
    },
    async get({ name, etag, size }) {
      const url = objectUrl(request, name)
      const bytes = await get(url, { 'if-match': `"${etag}"` }, Math.max(size, ERROR_BYTES))
      if (bytes.length !== size)
        throw fail('BUCKET', `Get "${url}": ${bytes.length} bytes, and ${size} in the list of objects`)
      return bytes
    },
  }
}
