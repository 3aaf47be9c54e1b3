/** What stores answer, in XML: pages of a list of objects, and errors. */
import { SaxesParser } from 'saxes'
import { fail } from '../core/error.ts'
import { decodeUtf8 } from '../core/text.ts'
import type { HttpAnswer, HttpLimits } from './http.ts'

/** Deeper than any of these answers. */
const DEEPEST = 16
/** No store has names nearly as long. */
const LONGEST_NAME = 4096

/** An object of a bucket. */
export interface StoredObject {
  name: string
  /** Another one when the content is another one. Without the quotes. */
  etag: string
  size: number
}

export interface BucketPage {
  objects: StoredObject[]
  /** What the next page is asked for by; undefined when there is none. */
  next: string | undefined
}

/** An interface of stores. */
export interface Store {
  /** What a page of the list is asked for by. */
  page(token: string | undefined): string
  readPage(url: string, bytes: Uint8Array): BucketPage
  /** What says who asks. */
  signed(url: string, headers: Record<string, string>): Promise<HttpLimits>
  /** Whether it is asked otherwise after an answer. */
  learns(error: BucketError): boolean
  /** Whether an answer means that somebody else may read it. */
  isRefusal(status: number, code: string): boolean
}

/** @throws ToolError for anything that is no page of a list */
export function readPage(url: string, bytes: Uint8Array): BucketPage {
  const objects: StoredObject[] = []
  const facts = new Map<string, string>()
  let one = new Map<string, string>()
  const refused = () => fail('BUCKET', `Get "${url}": no list of objects`)
  let isList = false
  const isRead = readXml(bytes, (place, text) => {
    const [root, name, field, ...rest] = place
    if (root !== 'ListBucketResult' || rest.length > 0) return
    isList = true
    if (name !== undefined && field === undefined && name !== 'Contents') facts.set(name, text)
    if (name !== 'Contents') return
    if (field !== undefined) one.set(field, text)
    else {
      objects.push(storedObject(one) ?? raise(refused()))
      one = new Map()
    }
  })
  if (!isRead || !isList) throw refused()
  if (facts.get('IsTruncated') !== 'true') return { objects, next: undefined }
  const next = facts.get('NextContinuationToken') ?? ''
  if (next === '') throw refused()
  return { objects, next }
}

/** A page of the list of Azure's blobs. @throws ToolError for anything else */
export function readBlobs(url: string, bytes: Uint8Array): BucketPage {
  const objects: StoredObject[] = []
  let one = new Map<string, string>()
  let next: string | undefined
  const refused = () => fail('BUCKET', `Get "${url}": no list of objects`)
  const isRead = readXml(bytes, (place, text) => {
    const [root, blobs, blob, field, property, ...rest] = place
    if (root !== 'EnumerationResults' || rest.length > 0) return
    if (blobs === 'NextMarker' && blob === undefined) next = text
    if (blobs !== 'Blobs' || blob !== 'Blob') return
    if (field === undefined) {
      const size = one.get('Content-Length') ?? ''
      const object = storedObject(
        new Map([...one, ['Key', one.get('Name') ?? ''], ['ETag', one.get('Etag') ?? ''], ['Size', size]]),
      )
      objects.push(object ?? raise(refused()))
      one = new Map()
    } else if (field === 'Name' && property === undefined) one.set(field, text)
    else if (field === 'Properties' && property !== undefined) one.set(property, text)
  })
  if (!isRead || next === undefined) throw refused()
  return { objects, next: next === '' ? undefined : next }
}

export interface BucketError {
  code: string
  region: string | undefined
}

/** What an answer says beside its status; '' and undefined where it says nothing. */
export function readError({ bytes, headers }: HttpAnswer): BucketError {
  const facts = new Map<string, string>()
  readXml(bytes, ([root, name, ...rest], text) => {
    if (root === 'Error' && name !== undefined && rest.length === 0) facts.set(name, text)
  })
  const code = facts.get('Code') ?? headers.get('x-ms-error-code') ?? ''
  const region = headers.get('x-amz-bucket-region') ?? facts.get('Region') ?? ''
  return {
    code: /^\w{1,64}$/.test(code) ? code : '',
    region: /^[a-z0-9-]{1,32}$/.test(region) ? region : undefined,
  }
}

function storedObject(fields: ReadonlyMap<string, string>): StoredObject | undefined {
  const name = fields.get('Key') ?? ''
  const etag = (fields.get('ETag') ?? '').replace(/^"(.*)"$/, '$1')
  const size = fields.get('Size') ?? ''
  if (name === '' || name.length > LONGEST_NAME || !/^[\x21\x23-\x7e]{1,256}$/.test(etag) || !/^\d{1,15}$/.test(size))
    return undefined
  return { name, etag, size: Number(size) }
}

/** Tells the way to each element when it ends, and the text that stands in it alone; false for what is no XML. */
function readXml(bytes: Uint8Array, onElement: (place: readonly string[], text: string) => void): boolean {
  const text = decodeUtf8(bytes)
  if (text === undefined || text.trim() === '') return false
  const parser = new SaxesParser()
  const place: string[] = []
  let inner = ''
  parser.on('error', ({ message }) => raise(new NotXml(message)))
  parser.on('opentag', ({ name }) => {
    place.push(name)
    inner = ''
    if (place.length > DEEPEST) throw new NotXml('too deep')
  })
  parser.on('text', (part) => void (inner += part))
  parser.on('cdata', (part) => void (inner += part))
  parser.on('closetag', () => {
    onElement(place, inner)
    place.pop()
    inner = ''
  })
  try {
    parser.write(text).close()
    return true
  } catch (error) {
    if (error instanceof NotXml) return false
    throw error
  }
}

class NotXml extends Error {}

function raise(error: Error): never {
  throw error
}
