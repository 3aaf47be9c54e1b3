import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeArtifactPusher } from '../../src/node/oci-push.ts'
import { pushArtifact } from '../../src/stack/write/oci.ts'
import { writeToTar } from '../../src/stack/write/tar.ts'
import { layout } from '../stack/write/layouts.ts'
import { digestOf, dockerRegistry, freePort, startDockerRegistry, type TestRegistry } from './registry.ts'

const tree = layout('prod', ['v1 ConfigMap a'], {}, [layout('prod/web', ['v1 Secret b'])])
const scratch = mkdtempSync(join(tmpdir(), 'strake-oci-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

if (dockerRegistry === undefined)
  console.warn('skipped: docker-registry is not on PATH (apt-get install docker-registry)')

describe.skipIf(dockerRegistry === undefined)('a registry', () => {
  let registry: TestRegistry
  let place: string

  beforeAll(async () => {
    registry = await startDockerRegistry()
    place = registry.place
  })
  afterAll(() => registry.close())

  const pusher = nodeArtifactPusher({ environment: { DOCKER_CONFIG: scratch } })

  test('holds the artifact in the media types of Flux, the same one for the same tree', async () => {
    const url = `oci://${place}/org/platform:main`
    const options = { source: 'https://example.com/org/platform', revision: 'main@sha1:abc' }
    const digest = await pushArtifact(tree, url, pusher, options)
    expect(await pushArtifact(structuredClone(tree), url, pusher, options)).toBe(digest)

    const answer = await fetch(`http://${place}/v2/org/platform/manifests/main`, {
      headers: { accept: 'application/vnd.oci.image.manifest.v1+json' },
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([answer.headers.get('docker-content-digest'), digestOf(bytes)]).toEqual([digest, digest])
    const manifest = JSON.parse(new TextDecoder().decode(bytes))
    expect(manifest).toMatchObject({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.cncf.flux.config.v1+json' },
      layers: [{ mediaType: 'application/vnd.cncf.flux.content.v1.tar+gzip' }],
      annotations: {
        'org.opencontainers.image.source': 'https://example.com/org/platform',
        'org.opencontainers.image.revision': 'main@sha1:abc',
      },
    })
    const blob = async (wanted: string) =>
      new Uint8Array(await (await fetch(`http://${place}/v2/org/platform/blobs/${wanted}`)).arrayBuffer())
    const tar = gunzipSync(await blob(manifest.layers[0].digest))
    expect(new Uint8Array(tar)).toEqual(await writeToTar(tree))
    const config = JSON.parse(new TextDecoder().decode(await blob(manifest.config.digest)))
    expect(config.rootfs).toEqual({ type: 'layers', diff_ids: [digestOf(tar)] })
  })

  test('gets nothing of a tree that is refused', async () => {
    const url = `oci://${place}/org/refused:main`
    await expect(pushArtifact({ ...tree, name: '../p' }, url, pusher)).rejects.toThrow('must not contain')
    expect((await fetch(`http://${place}/v2/org/refused/manifests/main`)).status).toBe(404)
  })
})

describe('a server that asks who is there', () => {
  let server: Server
  let log: string[]
  afterEach(() => new Promise((done) => server.close(done)))

  /** Answers what the handler does not. */
  async function serve(handle: (request: IncomingMessage, response: ServerResponse, origin: string) => boolean) {
    log = []
    server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo
      log.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'nobody'}`)
      request.resume()
      if (handle(request, response, `http://127.0.0.1:${port}`)) return
      if (request.method === 'HEAD') response.writeHead(404).end()
      else if (request.method === 'POST') response.writeHead(202, { location: '/v2/a/b/up?state=1' }).end()
      else response.writeHead(201).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const auths = { [place]: { auth: Buffer.from('me:secret').toString('base64') } }
    writeFileSync(join(scratch, 'config.json'), JSON.stringify({ auths }))
    return place
  }
  const push = (place: string) =>
    pushArtifact(tree, `oci://${place}/a/b:v1`, nodeArtifactPusher({ environment: { DOCKER_CONFIG: scratch } }))

  test('is told a token for reading, and another one for writing', async () => {
    const place = await serve((request, response, origin) => {
      const { pathname, searchParams } = new URL(request.url ?? '', origin)
      if (pathname === '/token') {
        response.end(JSON.stringify({ token: searchParams.get('scope')?.split(':').pop() }))
        return true
      }
      const needed = request.method === 'HEAD' ? 'pull' : 'pull,push'
      const given = request.headers.authorization ?? ''
      if (given === `Bearer ${needed}` || given === 'Bearer pull,push') return false
      const challenge = `Bearer realm="${origin}/token",service="r",scope="repository:a/b:${needed}"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return true
    })
    await push(place)
    expect(log.filter((line) => line.includes('/token')).map((line) => line.replace(/.*scope=/, ''))).toEqual([
      'repository%3Aa%2Fb%3Apull Basic bWU6c2VjcmV0',
      'repository%3Aa%2Fb%3Apull%2Cpush Basic bWU6c2VjcmV0',
    ])
    expect(log.at(-1)).toBe('PUT /v2/a/b/manifests/v1 Bearer pull,push')
  })

  test('is told the user of docker, and its refusal is passed on with its words', async () => {
    const place = await serve((request, response) => {
      if (request.headers.authorization === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end()
        return true
      }
      if (request.method !== 'POST') return false
      response.writeHead(403).end(JSON.stringify({ errors: [{ code: 'DENIED', message: 'not yours' }] }))
      return true
    })
    await expect(push(place)).rejects.toMatchObject({
      code: 'REGISTRY',
      message: `Post "http://${place}/v2/a/b/blobs/uploads/": 403 Forbidden: "DENIED" "not yours"`,
      hint: 'docker login SERVER names a user who may push; DOCKER_CONFIG names its file',
    })
    expect(log.slice(1).every((line) => line.endsWith('Basic bWU6c2VjcmV0'))).toBe(true)
  })

  test('may not send the content elsewhere in clear', async () => {
    const place = await serve((request, response) => {
      if (request.method !== 'POST') return false
      response.writeHead(202, { location: 'http://127.0.0.2:1/up' }).end()
      return true
    })
    await expect(push(place)).rejects.toThrow('uploads to "http://127.0.0.2:1" are not encrypted')
  })
})

test('a server that is not there is told of', async () => {
  const place = `127.0.0.1:${await freePort()}`
  const pushed = pushArtifact(tree, `oci://${place}/a/b:v1`, nodeArtifactPusher({ environment: { HOME: scratch } }))
  await expect(pushed).rejects.toThrow(`connect ECONNREFUSED ${place}`)
})

test.each([
  'https://host/a:b',
  'oci://host/a',
  'oci://host/A:b',
  'oci://host/../a:b',
  'oci://user@host/a:b',
  'oci://host/a:-b',
  'oci:///a:b',
])('%s names no artifact', async (url) => {
  await expect(pushArtifact(tree, url, nodeArtifactPusher({ environment: {} }))).rejects.toMatchObject({
    code: 'ARTIFACT_URL',
    message: `invalid URL "${url}"`,
  })
})
