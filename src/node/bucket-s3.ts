/** Stores with the interface of S3; Google's has it too, for those who bring a token. */
import { fail } from '../core/error.ts'
import type { BucketRequest } from '../core/host.ts'
import { goQuote } from '../core/text.ts'
import { readPage, type Store } from './bucket-answers.ts'
import { isLocal, SERVER } from './registry.ts'

/** @throws ToolError for what is no name of a server or bucket */
export function s3Url({ endpoint, bucket, isInsecure }: BucketRequest): string {
  if (!SERVER.test(endpoint))
    throw fail('BUCKET', `the endpoint ${goQuote(endpoint)} is no server`, { hint: 'write HOST or HOST:PORT' })
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9._-]{1,61})[A-Za-z0-9]$/.test(bucket) || bucket.includes('..'))
    throw fail('BUCKET', `${goQuote(bucket)} is no name of a bucket`)
  const scheme = isInsecure ? 'http' : 'https'
  // These give no bucket, or not every one, by its path; certificates do not hold for names with dots.
  const isInHost = /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|aliyuncs\.com)(?::\d+)?$/i.test(endpoint)
  if (isInHost && /^[a-z0-9-]+$/.test(bucket)) return `${scheme}://${bucket}.${endpoint}/`
  return `${scheme}://${endpoint}/${bucket}/`
}

export function s3Store(request: BucketRequest): Store {
  const { prefix, credentials } = request
  const base = s3Url(request)
  let region = request.region || 'us-east-1'
  let token: Promise<string> | undefined
  return {
    page(after) {
      const words = { 'list-type': '2', prefix, ...(after !== undefined && { 'continuation-token': after }) }
      return `${base}?${queryOf(words)}`
    },
    readPage,
    async signed(url, headers) {
      if (credentials !== undefined && 'serviceAccount' in credentials) {
        refuseInClear(base)
        token ??= import('./google-token.ts').then(({ googleToken }) => googleToken(credentials.serviceAccount))
        return { headers, authorization: `Bearer ${await token}` }
      }
      if (credentials === undefined || !('accessKey' in credentials)) return { headers }
      const { AwsV4Signer } = await import('aws4fetch')
      const { accessKey: accessKeyId, secretKey: secretAccessKey } = credentials
      const signer = new AwsV4Signer({ url, headers, accessKeyId, secretAccessKey, service: 's3', region })
      const { authorization, ...signed } = Object.fromEntries((await signer.sign()).headers)
      return { headers: signed, ...(authorization !== undefined && { authorization }) }
    },
    /** Whoever asks in the name of another region is told which one it is. */
    learns(error) {
      if (credentials === undefined || !('accessKey' in credentials)) return false
      if (error.region === undefined || error.region === region) return false
      region = error.region
      return true
    },
    isRefusal: (status) => status === 401 || status === 403,
  }
}

/** What opens a bucket as it is goes nowhere in clear. */
export function refuseInClear(url: string): void {
  const { protocol, host } = new URL(url)
  if (protocol === 'http:' && !isLocal(host))
    throw fail('BUCKET', `${url} is asked without encryption, which would show its credentials`)
}

/** What is asked for, as signatures have it. */
export function queryOf(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')
}

/** As signatures have it: nothing but letters, digits and four marks stands for itself. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
