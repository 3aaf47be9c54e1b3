/** Flux artifacts into OCI registries. */
import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { gzipSync } from 'node:zlib'
import { fail } from '../core/error.ts'
import type { ArtifactPusher, ArtifactRequest } from '../core/host.ts'
import { goQuote } from '../core/text.ts'
import { authorized, isLocal, NAME, SERVER, TAG, userOf } from './registry.ts'

const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json'
const CONFIG_TYPE = 'application/vnd.cncf.flux.config.v1+json'
const CONTENT_TYPE = 'application/vnd.cncf.flux.content.v1.tar+gzip'

const SECONDS = 300
/** Of what a registry says when it refuses. */
const LONGEST_ANSWER = 64 * 1024

export interface PusherOptions {
  /** Names docker's configuration: `DOCKER_CONFIG`, `HOME`. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Pushes artifacts as Flux reads them, as the user whom docker's configuration names for the registry.
 *
 * ```ts
 * import { nodeArtifactPusher } from 'strake/node'
 *
 * const pusher = nodeArtifactPusher({ environment: process.env })
 * const request = { url: 'oci://127.0.0.1:9/org/platform:main', tar: new Uint8Array(1024), annotations: {} }
 * console.log(await pusher.push(request).catch((error) => error.code)) // UNREACHABLE, without a registry there
 * ```
 */
export function nodeArtifactPusher({ environment }: PusherOptions): ArtifactPusher {
  return { push: (request) => push(request, environment) }
}

async function push(
  { url, tar, annotations }: ArtifactRequest,
  environment: PusherOptions['environment'],
): Promise<string> {
  const { server, name, tag } = parseUrl(url)
  const session = new Session(server, name, userOf(server, environment))
  const layer = gzipped(tar)
  const config = Buffer.from(
    JSON.stringify({
      architecture: '',
      config: {},
      os: '',
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    }),
  )
  await session.putBlob(layer)
  await session.putBlob(config)
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: descriptor(CONFIG_TYPE, config),
      layers: [descriptor(CONTENT_TYPE, layer)],
      ...(Object.keys(annotations).length > 0 && { annotations }),
    }),
  )
  await session.putManifest(tag, manifest)
  return digestOf(manifest)
}

function parseUrl(url: string): { server: string; name: string; tag: string } {
  const [, server = '', name = '', tag = ''] = /^oci:\/\/([^/]*)\/(.*?):([^:/]*)$/.exec(url) ?? []
  if (!SERVER.test(server) || !NAME.test(name) || !TAG.test(tag)) {
    throw fail('ARTIFACT_URL', `invalid URL ${goQuote(url)}`, { hint: 'an artifact is named oci://SERVER/NAME:TAG' })
  }
  return { server, name, tag }
}

/** The same archive gives the same bytes on every system. */
function gzipped(tar: Uint8Array): Uint8Array {
  const bytes = gzipSync(tar, { level: 9 })
  bytes[9] = 255
  return bytes
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function descriptor(mediaType: string, bytes: Uint8Array) {
  return { mediaType, size: bytes.length, digest: digestOf(bytes) }
}

type Method = 'HEAD' | 'POST' | 'PUT'

class Session {
  private readonly origin: string
  private authorization: string | undefined
  /** What the registry asked for: reading first, writing later. */
  private readonly challenges = new Set<string>()

  constructor(
    server: string,
    private readonly name: string,
    private readonly user: string | undefined,
  ) {
    this.origin = `${isLocal(server) ? 'http' : 'https'}://${server}`
  }

  async putBlob(bytes: Uint8Array): Promise<void> {
    const digest = digestOf(bytes)
    const known = await this.send('HEAD', `${this.origin}/v2/${this.name}/blobs/${digest}`, [200, 404])
    if (known.status === 200) return
    const start = `${this.origin}/v2/${this.name}/blobs/uploads/`
    const begun = await this.send('POST', start, [202])
    const location = begun.headers.get('location') ?? ''
    if (!URL.canParse(location, start)) throw fail('REGISTRY', `Post "${start}": no place to upload to`)
    const place = new URL(location, start)
    // The place may be anywhere, but what goes there must not be read on the way.
    if (place.protocol !== 'https:' && place.origin !== this.origin) {
      throw fail('REGISTRY', `Post "${start}": uploads to ${goQuote(place.origin)} are not encrypted`)
    }
    place.searchParams.set('digest', digest)
    await this.send('PUT', place.href, [201], bytes, 'application/octet-stream')
  }

  async putManifest(tag: string, bytes: Uint8Array): Promise<void> {
    await this.send('PUT', `${this.origin}/v2/${this.name}/manifests/${tag}`, [201], bytes, MANIFEST_TYPE)
  }

  private async send(
    method: Method,
    url: string,
    wanted: readonly number[],
    body?: Uint8Array,
    type?: string,
  ): Promise<Response> {
    let response = await this.attempt(method, url, body, type)
    const challenge = response.headers.get('www-authenticate') ?? ''
    if (response.status === 401 && !this.challenges.has(challenge) && new URL(url).origin === this.origin) {
      this.challenges.add(challenge)
      await response.body?.cancel()
      this.authorization = await authorized(challenge, this.name, this.user, 'pull,push')
      response = await this.attempt(method, url, body, type)
    }
    if (!wanted.includes(response.status)) throw await refused(method, url, response)
    await response.body?.cancel()
    return response
  }

  private async attempt(method: Method, url: string, body?: Uint8Array, type?: string): Promise<Response> {
    const headers: Record<string, string> = { 'user-agent': 'strake' }
    if (type !== undefined) headers['content-type'] = type
    if (this.authorization !== undefined && new URL(url).origin === this.origin) {
      headers.authorization = this.authorization
    }
    try {
      return await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(SECONDS * 1000),
        ...(body !== undefined && { body: new Uint8Array(body) }),
      })
    } catch (error) {
      const { name, message, cause } = error as Error
      if (name === 'TimeoutError') throw fail('TIMEOUT', `${words(method)} "${url}": not done after ${SECONDS} seconds`)
      throw fail('UNREACHABLE', `${words(method)} "${url}": ${cause instanceof Error ? reasonOf(cause) : message}`)
    }
  }
}

/** Several addresses that all refuse come as one error without words. */
function reasonOf(cause: Error): string {
  const [first] = (cause as AggregateError).errors ?? []
  return cause.message || (first as Error | undefined)?.message || cause.name
}

function words(method: Method): string {
  return method.slice(0, 1) + method.slice(1).toLowerCase()
}

/** The registry's own words, where it says any. */
async function refused(method: Method, url: string, response: Response) {
  const { status } = response
  let said = ''
  for await (const chunk of response.body ?? []) {
    said += Buffer.from(chunk).toString('utf8')
    if (said.length > LONGEST_ANSWER) break
  }
  let reason = ''
  try {
    const { errors } = JSON.parse(said) as { errors?: { code?: unknown; message?: unknown }[] }
    reason = (errors ?? [])
      .map(({ code, message }) => `: ${goQuote(String(code))} ${goQuote(String(message))}`)
      .join('')
  } catch {
    // No JSON: the status has to do.
  }
  const hint =
    status === 401 || status === 403
      ? 'docker login SERVER names a user who may push; DOCKER_CONFIG names its file'
      : undefined
  return fail('REGISTRY', `${words(method)} "${url}": ${status} ${STATUS_CODES[status] ?? ''}${reason}`, { hint })
}
