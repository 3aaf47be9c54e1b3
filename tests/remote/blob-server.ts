/** Azure's Blob storage on loopback: lists in pages, blobs, and signatures checked by the rules that Microsoft publishes. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignedRequest } from './bucket-server.ts'
import { serve, type TestServer } from './server.ts'

export interface BlobServerOptions {
  objects: Map<string, string | Buffer>
  container?: string
  /** Of an account with the first word of the server's name: only who has it, or a signature made with it, may read. */
  accountKey?: string
  pageSize?: number
}

const hmac = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')

/** "Authorize with Shared Key", the form for blobs since version 2015-02-21. */
export function sharedKeySignature({ method, url, headers }: SignedRequest, account: string, key: string): string {
  const [path = '', query = ''] = url.split('?')
  const header = (name: string) => String(headers[name] ?? '')
  const standard = ['content-encoding', 'content-language', 'content-length', 'content-md5', 'content-type', 'date']
  const conditions = ['if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range']
  const values = new Map<string, string[]>()
  for (const word of query.split('&').filter((one) => one !== '')) {
    const [name = '', value = ''] = word.split('=').map(decodeURIComponent)
    values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value])
  }
  const own = Object.keys(headers).filter((name) => name.startsWith('x-ms-'))
  const lines = [
    method,
    ...[...standard, ...conditions].map(header),
    ...own.sort().map((name) => `${name}:${header(name).trim()}`),
  ]
  const resource = [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => `\n${name}:${all.sort().join(',')}`)
  return hmac(key, `${lines.join('\n')}\n/${account}${path}${resource.join('')}`)
}

/** "Create a service SAS" of a container, version 2020-12-06: the signature of its fields. */
export function sasSignature(
  fields: ReadonlyMap<string, string>,
  account: string,
  container: string,
  key: string,
): string {
  const of = (name: string) => fields.get(name) ?? ''
  const lines = [
    of('sp'),
    of('st'),
    of('se'),
    `/blob/${account}/${container}`,
    of('si'),
    of('sip'),
    of('spr'),
    of('sv'),
    of('sr'),
  ]
  return hmac(key, [...lines, '', of('ses'), of('rscc'), of('rscd'), of('rsce'), of('rscl'), of('rsct')].join('\n'))
}

export async function startBlobServer(options: BlobServerOptions): Promise<TestServer> {
  const { objects, container = 'fleet', accountKey, pageSize = 5000 } = options
  const refuse = (response: ServerResponse, status: number, code: string) =>
    void response
      .writeHead(status, { 'x-ms-error-code': code })
      .end(`\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code></Error>`)

  const refusal = (request: IncomingMessage): string | undefined => {
    if (accountKey === undefined) return undefined
    const { method = '', url = '', headers } = request
    const account = String(headers.host).split(/[.:]/)[0] as string
    const { searchParams } = new URL(url, 'http://host')
    const signature = searchParams.get('sig')
    if (signature !== null) {
      const isOver = Date.parse(searchParams.get('se') ?? '') < Date.now()
      return !isOver && sasSignature(new Map(searchParams), account, container, accountKey) === signature
        ? undefined
        : 'AuthenticationFailed'
    }
    if (headers.authorization === undefined) return 'ResourceNotFound'
    const skew = Math.abs(Date.now() - Date.parse(String(headers['x-ms-date'] ?? '')))
    if (!(skew < 15 * 60_000) || headers['x-ms-version'] === undefined) return 'AuthenticationFailed'
    const meant = `SharedKey ${account}:${sharedKeySignature({ method, url, headers }, account, accountKey)}`
    return headers.authorization === meant ? undefined : 'AuthenticationFailed'
  }

  return await serve((request, response) => {
    const refused = refusal(request)
    if (refused !== undefined) return refuse(response, refused === 'ResourceNotFound' ? 404 : 403, refused)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const [, first = '', ...rest] = pathname.split('/')
    if (first !== container) return refuse(response, 404, 'ContainerNotFound')
    if (rest.length === 0 && searchParams.get('restype') === 'container' && searchParams.get('comp') === 'list')
      return void response.writeHead(200).end(listing(objects, searchParams, pageSize))
    const content = objects.get(rest.map(decodeURIComponent).join('/'))
    if (content === undefined) return refuse(response, 404, 'BlobNotFound')
    if (request.headers['if-match'] !== `"${etagOf(content)}"`) return refuse(response, 412, 'ConditionNotMet')
    response.writeHead(200).end(content)
  })
}

function etagOf(content: string | Buffer): string {
  return `0x${createHmac('md5', '').update(content).digest('hex').slice(0, 15).toUpperCase()}`
}

function listing(objects: Map<string, string | Buffer>, words: URLSearchParams, pageSize: number): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(words.get('prefix') ?? '')).sort()
  const from = Number(/^2!(\d+)!=$/.exec(words.get('marker') ?? '')?.[1] ?? 0)
  const blobs = names.slice(from, from + pageSize).map((name) => {
    const content = objects.get(name) as string | Buffer
    const properties = `<Properties><Last-Modified>Wed, 01 Jan 2026 00:00:00 GMT</Last-Modified><Etag>${etagOf(content)}</Etag><Content-Length>${Buffer.byteLength(content)}</Content-Length><Content-Type>text/yaml</Content-Type></Properties>`
    return `<Blob><Name>${name.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`)}</Name>${properties}<OrMetadata /></Blob>`
  })
  const next = from + pageSize < names.length ? `<NextMarker>2!${from + pageSize}!=</NextMarker>` : '<NextMarker />'
  return `\ufeff<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://host/" ContainerName="fleet"><Blobs>${blobs.join('')}</Blobs>${next}</EnumerationResults>`
}
