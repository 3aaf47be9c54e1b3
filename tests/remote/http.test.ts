/** Files and repositories over HTTP. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getFile } from '../../src/node/http.ts'
import { gitBackend, repositories, serve, type TestServer } from './server.ts'
import { named, objectText, World } from './world.ts'

let world: World
let server: TestServer
beforeEach(async () => {
  world = new World()
  server = await serve((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    if (name === 'object.yaml') response.end(objectText('remote'))
    else if (name === 'private.yaml') {
      const isKnown = request.headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}`
      response.writeHead(isKnown ? 200 : 401)
      response.end(objectText('private'))
    } else if (name === 'moved.yaml') response.writeHead(302, { location: '/object.yaml' }).end()
    else if (name === 'round.yaml') response.writeHead(302, { location: '/round.yaml' }).end()
    else if (name === 'disk.yaml') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (name === 'patch.yaml') response.end(`${objectText('a')}data: {more: '1'}\n`)
    else if (name === 'large.yaml') response.end('#'.repeat(5000))
    else if (name === 'silent.yaml') response.write('#')
    else response.writeHead(name === 'broken.yaml' ? 503 : 404).end()
  })
})
afterEach(async () => {
  await server.close()
  world.remove()
})

async function build(entry: string): Promise<string> {
  world.write('app', { 'kustomization.yaml': `resources: ['${entry}']\n` })
  return (await world.build('app')).replaceAll(server.url, '$SERVER')
}

test('a file', async () => {
  expect(await build(`${server.url}/object.yaml`)).toBe(objectText('remote'))
  expect(server.requests).toEqual(['GET /object.yaml'])
})

test('a patch and the file of a generator', async () => {
  world.write('app', {
    'kustomization.yaml': `configMapGenerator:
- name: a
  options: {disableNameSuffixHash: true}
  files: ['k=${server.url}/object.yaml']
patches:
- path: ${server.url}/patch.yaml
`,
  })
  expect(await world.build('app')).toBe(`apiVersion: v1
data:
  k: |
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: remote
  more: "1"
kind: ConfigMap
metadata:
  name: a
`)
})

test.each([
  ['missing.yaml', "accumulating resources from '$SERVER/missing.yaml': HTTP Error: status code 404 (Not Found)"],
  [
    'broken.yaml',
    "accumulating resources from '$SERVER/broken.yaml': HTTP Error: status code 503 (Service Unavailable)",
  ],
])('what the server refuses: %s', async (name, message) => {
  expect(await build(`${server.url}/${name}`)).toBe(`Error: accumulating resources: ${message}`)
})

test('redirects are followed, ten of them', async () => {
  expect(await build(`${server.url}/moved.yaml`)).toBe(objectText('remote'))
  expect(await build(`${server.url}/round.yaml`)).toContain('Get "$SERVER/round.yaml": stopped after 10 redirects')
})

test('a redirect leads to no file of this machine', async () => {
  expect(await build(`${server.url}/disk.yaml`)).toContain('unsupported protocol scheme "file"')
})

test('nobody listens', async () => {
  await server.close()
  expect(await build(`${server.url}/object.yaml`)).toMatch(
    /Get "\$SERVER\/object.yaml": dial tcp 127.0.0.1:\d+: connect: connection refused/,
  )
})

test('credentials are used and not shown', async () => {
  const url = (name: string) => server.url.replace('://', '://me:secret@') + name
  expect(await build(url('/private.yaml'))).toBe(objectText('private'))
  const message = await build(url('/missing.yaml'))
  expect(message).toContain('://***@127.0.0.1')
  expect(message).not.toContain('secret')
})

describe('limits', () => {
  test('of size', async () => {
    await expect(getFile(`${server.url}/large.yaml`, { bytes: 1000 })).rejects.toThrow('more than 1000 bytes')
  })

  test('of silence', async () => {
    await expect(getFile(`${server.url}/silent.yaml`, { seconds: 0.2 })).rejects.toThrow(
      'the server said nothing for 0.2 seconds',
    )
  })
})

test('a certificate that nobody vouches for', async () => {
  world.write('tls', {})
  const { execFileSync } = await import('node:child_process')
  const words = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -keyout key.pem -out cert.pem'
  const { mkdirSync, readFileSync } = await import('node:fs')
  mkdirSync(world.path('tls'))
  try {
    execFileSync('openssl', words.split(' '), { cwd: world.path('tls'), stdio: 'pipe' })
  } catch {
    return expect(true, 'no openssl: skipped').toBe(true)
  }
  const read = (name: string) => readFileSync(world.path(`tls/${name}`))
  const secure = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (_, response) => response.end('a: b'))
  await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
  const url = `https://localhost:${(secure.address() as AddressInfo).port}/a.yaml`
  await expect(getFile(url)).rejects.toThrow(
    `Get "${url}": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
  )
  secure.close()
})

const backend = gitBackend()
describe.skipIf(backend === undefined)('git over HTTP', () => {
  let host: TestServer
  beforeEach(async () => {
    world.commit('repositories/acme/base.git', named('served'))
    world.git('repositories/acme/base.git', 'tag', 'v1')
    host = await serve(repositories(backend as string, world.path('repositories'), world.environment))
  })
  afterEach(() => host.close())

  test('a tag is fetched once: the second build asks nobody', async () => {
    const entry = `${host.url}/acme/base.git?ref=v1`
    expect(await build(entry)).toBe(objectText('served'))
    // A file is looked for first, as the reference does.
    expect(host.requests[0]).toBe('GET /acme/base.git?ref=v1')
    expect(host.requests.some((one) => one.includes('git-upload-pack'))).toBe(true)
    host.requests.length = 0
    expect(await build(entry)).toBe(objectText('served'))
    expect(host.requests).toEqual([])
  })

  test('what is no repository', async () => {
    const message = (await build(`${host.url}/acme/nothing.git`)).replaceAll(host.url, '$HOST')
    expect(message).toMatch(
      /^Error: accumulating resources: accumulation err='accumulating resources from '\$HOST\/acme\/nothing.git': URL is a git repository': failed to run '\S+git fetch --depth=1 \$HOST\/acme\/nothing.git HEAD': fatal: repository '\$HOST\/acme\/nothing.git\/' not found\n: exit status 128$/,
    )
  })
})
