/** A store with the interface of S3 on loopback: lists in pages, objects, and signatures checked as AWS has published it. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve, type TestServer } from './server.ts'

export interface BucketServer extends TestServer {
  /** `127.0.0.1:PORT`. */
  place: string
}

export interface BucketServerOptions {
  /** By the names of objects; may be changed while it runs. */
  objects: Map<string, string | Buffer>
  bucket?: string
  /** Only who has them may read. */
  keys?: { accessKey: string; secretKey: string }
  region?: string
  pageSize?: number
  /** Answers in place of the store when it returns true. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const uriEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export interface SignedRequest {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
}

/** The signature of a request by version 4 of AWS's algorithm. */
export function signatureOf(
  { method, url, headers }: SignedRequest,
  { signedHeaders, scope, secretKey }: { signedHeaders: string; scope: string; secretKey: string },
): string {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const path = pathname.split('/').map((step) => uriEncoded(decodeURIComponent(step)))
  const query = [...searchParams].map(([name, value]) => `${uriEncoded(name)}=${uriEncoded(value)}`).sort()
  const canonical = [
    method,
    path.join('/'),
    query.join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretKey}`)
  return hmac(key, text).toString('hex')
}

export async function startBucketServer(options: BucketServerOptions): Promise<BucketServer> {
  const { objects, bucket = 'fleet', keys, region = 'us-east-1', pageSize = 1000 } = options
  const refuse = (response: ServerResponse, status: number, code: string, more = '') =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`)

  /** Whether the request may go on; it is answered otherwise. */
  const isAllowed = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (keys === undefined) return true
    const { authorization = '', 'x-amz-date': date = '' } = request.headers
    const [, user, scope = '', signedHeaders = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
        authorization,
      ) ?? []
    const [day, named, service] = scope.split('/')
    const isWhole = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((one) =>
      signedHeaders.split(';').includes(one),
    )
    const time = Date.parse(String(date).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (signature === undefined) refuse(response, 403, 'AccessDenied')
    else if (user !== keys.accessKey) refuse(response, 403, 'InvalidAccessKeyId')
    else if (named !== region)
      refuse(response, 400, 'AuthorizationHeaderMalformed', `<Region>${region}</Region><Key>${keys.secretKey}</Key>`)
    else if (service !== 's3' || !isWhole || !String(date).startsWith(day as string))
      refuse(response, 400, 'AuthorizationHeaderMalformed')
    else if (!(Math.abs(Date.now() - time) < 15 * 60_000)) refuse(response, 403, 'RequestTimeTooSkewed')
    else {
      const { method = '', url = '', headers } = request
      const meant = signatureOf({ method, url, headers }, { signedHeaders, scope, secretKey: keys.secretKey })
      if (meant === signature) return true
      refuse(response, 403, 'SignatureDoesNotMatch')
    }
    return false
  }

  const server = await serve((request, response) => {
    if (options.instead?.(request, response) === true || !isAllowed(request, response)) return
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const [, first = '', ...rest] = pathname.split('/')
    if (decodeURIComponent(first) !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const name = rest.map(decodeURIComponent).join('/')
    if (name === '' && searchParams.get('list-type') === '2') {
      const page = listing(objects, searchParams, pageSize)
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(page)
    }
    const content = objects.get(name)
    if (content === undefined) return refuse(response, 404, 'NoSuchKey')
    if (request.headers['if-match'] !== etagOf(content)) return refuse(response, 412, 'PreconditionFailed')
    response.writeHead(200, { etag: etagOf(content) }).end(content)
  })
  return { ...server, place: server.url.slice('http://'.length) }
}

function etagOf(content: string | Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function listing(objects: Map<string, string | Buffer>, words: URLSearchParams, pageSize: number): string {
  const prefix = words.get('prefix') ?? ''
  const from = Number(words.get('continuation-token')?.slice('after='.length) ?? 0)
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix))
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const shown = names.slice(from, from + pageSize)
  const isTruncated = from + pageSize < names.length
  const contents = shown.map((name) => {
    const content = objects.get(name) as string | Buffer
    return `<Contents><Key>${xml(name)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${xml(
      etagOf(content),
    )}</ETag><Size>${Buffer.byteLength(content)}</Size><Owner><ID>x</ID><Key>of-the-owner</Key></Owner></Contents>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>fleet</Name><Prefix>${xml(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${
    isTruncated ? `<NextContinuationToken>after=${from + pageSize}</NextContinuationToken>` : ''
  }${contents.join('')}</ListBucketResult>`
}

function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: stores write them so
  return text.replace(/[&<>"\x00-\x1f]/g, (one) => `&#${one.codePointAt(0)};`)
}
