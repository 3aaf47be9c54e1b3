/** Containers of Azure's Blob storage: as anyone, with a shared access signature or with the key of the account. */
import { createHmac } from 'node:crypto'
import { fail } from '../core/error.ts'
import type { BucketRequest } from '../core/host.ts'
import { goQuote } from '../core/text.ts'
import { readBlobs, type Store } from './bucket-answers.ts'
import { queryOf, refuseInClear } from './bucket-s3.ts'
import { SERVER } from './registry.ts'

/** Of the interface. */
const VERSION = '2021-08-06'
/** What is said to somebody who is not allowed to know whether there is something. */
const HIDDEN: ReadonlySet<string> = new Set(['ResourceNotFound', 'PublicAccessNotPermitted'])

/** @throws ToolError for what is no URL of an account or name of a container */
export function azureUrl({ endpoint, bucket }: BucketRequest): string {
  const [, server = '', path = ''] = /^https?:\/\/([^/]+)((?:\/[A-Za-z0-9._-]+)*)\/*$/.exec(endpoint) ?? []
  if (!SERVER.test(server) || /\/\.{1,2}(?:\/|$)/.test(path))
    throw fail('BUCKET', 'the endpoint is no URL of an account of Azure', {
      hint: 'write https://ACCOUNT.blob.core.windows.net, and what opens it into a Secret',
    })
  if (!/^(?:\$root|\$web|[a-z0-9](?:-?[a-z0-9]){2,62})$/.test(bucket))
    throw fail('BUCKET', `${goQuote(bucket)} is no name of a container`)
  return `${endpoint.replace(/\/+$/, '')}/${bucket}/`
}

export function azureStore(request: BucketRequest): Store {
  const { prefix, credentials } = request
  const base = azureUrl(request)
  return {
    page(marker) {
      const words = { restype: 'container', comp: 'list', prefix, ...(marker !== undefined && { marker }) }
      return `${base.slice(0, -1)}?${queryOf(words)}`
    },
    readPage: readBlobs,
    async signed(url, given) {
      const headers = { ...given, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION }
      if (credentials !== undefined && 'sasKey' in credentials) {
        refuseInClear(base)
        return { headers, query: new URLSearchParams(credentials.sasKey.replace(/^\?/, '')).toString() }
      }
      if (credentials === undefined || !('accountKey' in credentials)) return { headers }
      // As Flux has it, the account is the first word of the server's name.
      const [account = ''] = new URL(base).hostname.split('.')
      const signature = createHmac('sha256', Buffer.from(credentials.accountKey, 'base64'))
        .update(signedText(url, headers, account))
        .digest('base64')
      return { headers, authorization: `SharedKey ${account}:${signature}` }
    },
    learns: () => false,
    isRefusal: (status, code) => status === 401 || status === 403 || (credentials === undefined && HIDDEN.has(code)),
  }
}

/** What the key of an account signs of a request to get something. */
function signedText(url: string, headers: Record<string, string>, account: string): string {
  const { pathname, searchParams } = new URL(url)
  const own = Object.keys(headers).filter((name) => name.startsWith('x-ms-'))
  const words = [...searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`)
  return [
    'GET',
    ...Array.from({ length: 7 }, () => ''),
    headers['if-match'] ?? '',
    ...Array.from({ length: 3 }, () => ''),
    ...own.sort().map((name) => `${name}:${headers[name]}`),
    `/${account}${pathname}`,
    ...words.sort(),
  ].join('\n')
}
