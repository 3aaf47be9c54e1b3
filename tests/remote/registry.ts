/** Registries on loopback: Debian's docker-registry where it is there, and one of the tests that is always there. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { serve } from './server.ts'

export interface TestRegistry {
  /** `127.0.0.1:PORT`. */
  place: string
  /** `GET /path` of each request so far; undefined where it does not tell. */
  requests?: string[]
  close(): Promise<void>
}

export const dockerRegistry = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'docker-registry'))
  .find((file) => existsSync(file))

export async function freePort(): Promise<number> {
  const socket = createSocket()
  await new Promise<void>((done) => socket.listen(0, '127.0.0.1', done))
  const { port } = socket.address() as { port: number }
  await new Promise((done) => socket.close(done))
  return port
}

export async function startDockerRegistry(): Promise<TestRegistry> {
  const scratch = mkdtempSync(join(tmpdir(), 'strake-registry-'))
  const place = `127.0.0.1:${await freePort()}`
  const config = join(scratch, 'registry.yml')
  writeFileSync(
    config,
    `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${scratch}/data}}\nhttp: {addr: ${place}}\n`,
  )
  const server = spawn(dockerRegistry as string, ['serve', config], { stdio: 'ignore' })
  const ended = new Promise((done) => server.once('exit', done))
  const close = async () => {
    server.kill()
    await ended
    rmSync(scratch, { recursive: true, force: true })
  }
  for (let attempts = 0; ; attempts++) {
    const isUp = await fetch(`http://${place}/v2/`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) return { place, close }
    if (attempts === 100) {
      await close()
      throw new Error('docker-registry does not answer')
    }
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Answers by the protocol what clients of these tests ask; everything is in memory. */
export async function startRegistry(): Promise<TestRegistry> {
  const blobs = new Map<string, Buffer>()
  const manifests = new Map<string, { type: string; bytes: Buffer }>()
  const tags = new Map<string, Set<string>>()
  let uploads = 0
  const parts = new Map<string, Buffer[]>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const [, name = '', kind = '', rest = ''] = /^\/v2\/(.+?)\/(blobs|manifests|tags)\/(.*)$/.exec(pathname) ?? []
    const none = () => void response.writeHead(404).end('{"errors":[{"code":"NOT_FOUND"}]}')
    const give = (bytes: Buffer, type: string) => {
      response.writeHead(200, {
        ...{ 'content-type': type, 'content-length': bytes.length, 'docker-content-digest': digestOf(bytes) },
      })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    if (pathname === '/v2/') return void response.end('{}')
    if (kind === 'tags') {
      const known = tags.get(name)
      return known === undefined
        ? none()
        : give(Buffer.from(JSON.stringify({ name, tags: [...known] })), 'application/json')
    }
    if (kind === 'manifests' && request.method === 'PUT') {
      const type = request.headers['content-type'] ?? ''
      manifests.set(`${name}@${digestOf(body)}`, { type, bytes: body })
      manifests.set(`${name}@${rest}`, { type, bytes: body })
      if (!rest.includes(':')) tags.set(name, (tags.get(name) ?? new Set()).add(rest))
      return void response.writeHead(201, { 'docker-content-digest': digestOf(body) }).end()
    }
    if (kind === 'manifests') {
      const found = manifests.get(`${name}@${rest}`)
      return found === undefined ? none() : give(found.bytes, found.type)
    }
    if (kind === 'blobs' && rest.startsWith('uploads/')) {
      if (request.method === 'POST') {
        const place = `/v2/${name}/blobs/uploads/${++uploads}`
        return void response.writeHead(202, { location: place, range: '0-0' }).end()
      }
      const held = parts.get(rest) ?? []
      held.push(body)
      parts.set(rest, held)
      if (request.method === 'PATCH') return void response.writeHead(202, { location: pathname }).end()
      const whole = Buffer.concat(held)
      const digest = searchParams.get('digest') ?? ''
      if (digestOf(whole) !== digest) return void response.writeHead(400).end()
      blobs.set(digest, whole)
      return void response.writeHead(201, { location: `/v2/${name}/blobs/${digest}` }).end()
    }
    const found = blobs.get(rest)
    return found === undefined ? none() : give(found, 'application/octet-stream')
  }
  const server = await serve((request, response) => void answer(request, response))
  return { place: server.url.slice('http://'.length), requests: server.requests, close: server.close }
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Puts layers into a registry, and returns the digest of their manifest. */
export async function pushLayers(
  place: string,
  name: string,
  tag: string,
  layers: readonly { mediaType: string; bytes: Uint8Array }[],
): Promise<string> {
  const config = Buffer.from('{}')
  for (const bytes of [config, ...layers.map((layer) => layer.bytes)]) {
    const begun = await fetch(`http://${place}/v2/${name}/blobs/uploads/`, { method: 'POST' })
    const location = new URL(begun.headers.get('location') as string, `http://${place}`)
    location.searchParams.set('digest', digestOf(bytes))
    await sent(location.href, new Uint8Array(bytes), 'application/octet-stream')
  }
  const mediaType = 'application/vnd.oci.image.manifest.v1+json'
  const described = (type: string, bytes: Uint8Array) => ({
    mediaType: type,
    size: bytes.length,
    digest: digestOf(bytes),
  })
  const manifest = Buffer.from(
    JSON.stringify({
      ...{ schemaVersion: 2, mediaType },
      config: described('application/vnd.cncf.flux.config.v1+json', config),
      layers: layers.map((layer) => described(layer.mediaType, layer.bytes)),
    }),
  )
  await sent(`http://${place}/v2/${name}/manifests/${tag}`, manifest, mediaType)
  return digestOf(manifest)
}

/** Puts an index of manifests that are there into a registry. */
export async function pushIndex(
  place: string,
  name: string,
  tag: string,
  manifests: readonly { digest: string; size: number; architecture: string }[],
): Promise<string> {
  const mediaType = 'application/vnd.oci.image.index.v1+json'
  const index = Buffer.from(
    JSON.stringify({
      ...{ schemaVersion: 2, mediaType },
      manifests: manifests.map(({ digest, size, architecture }) => ({
        ...{ mediaType: 'application/vnd.oci.image.manifest.v1+json', size, digest },
        platform: { os: 'linux', architecture },
      })),
    }),
  )
  await sent(`http://${place}/v2/${name}/manifests/${tag}`, index, mediaType)
  return digestOf(index)
}

async function sent(url: string, body: Uint8Array, type: string): Promise<void> {
  const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } })
  if (status !== 201) throw new Error(`${url}: ${status}`)
}
