/** Files and repositories over HTTP. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getFile } from '../../src/node/http.ts'
import { PROGRAM, strake } from '../cli/program.ts'
import { gitBackend, repositories, serve, type TestServer } from './server.ts'
import { named, objectText, World } from './world.ts'

let world: World
let server: TestServer
/** Where a redirect to another server leads. */
let elsewhere = ''
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
    else if (name === 'other.yaml') response.writeHead(302, { location: elsewhere }).end()
    else if (name === 'home.yaml') response.writeHead(302, { location: '/private.yaml' }).end()
    else if (name === 'endless.yaml')
      response.write('#'.repeat(1000), () => setTimeout(() => response.write('#'.repeat(1000)), 20))
    else if (name === 'said.yaml') response.writeHead(200, { 'content-length': String(1e12) }).write('#')
    else if (name === 'drip.yaml') {
      const drip = setInterval(() => response.write('#'), 30)
      response.on('close', () => clearInterval(drip))
    } else if (name === 'large.yaml') response.end('#'.repeat(5000))
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

test('a server that speaks no TLS', async () => {
  const plain = createTcpServer((socket) => socket.end('no TLS here\r\n'))
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}/a.yaml`
  await expect(getFile(url)).rejects.toThrow(`Get "${url}": tls: first record does not look like a TLS handshake`)
  plain.close()
})

test('credentials are used and not shown', async () => {
  const url = (name: string) => server.url.replace('://', '://me:secret@') + name
  expect(await build(url('/private.yaml'))).toBe(objectText('private'))
  const message = await build(url('/missing.yaml'))
  expect(message).toContain('://***@127.0.0.1')
  expect(message).not.toContain('secret')
})

describe('credentials on a redirect', () => {
  test('go to the same server again', async () => {
    const url = server.url.replace('://', '://me:secret@')
    expect(await build(`${url}/home.yaml`)).toBe(objectText('private'))
  })

  test('do not go to another server', async () => {
    const headers: unknown[] = []
    const other = await serve((request, response) => {
      headers.push(request.headers.authorization)
      response.end(objectText('other'))
    })
    elsewhere = `${other.url}/x.yaml`
    expect(await build(`${server.url.replace('://', '://me:secret@')}/other.yaml`)).toBe(objectText('other'))
    expect(headers).toEqual([undefined])
    await other.close()
  })
})

describe('limits', () => {
  test('of size', async () => {
    await expect(getFile(`${server.url}/large.yaml`, { bytes: 1000 })).rejects.toThrow('more than 1000 bytes')
    await expect(getFile(`${server.url}/endless.yaml`, { bytes: 1500 })).rejects.toThrow('more than 1500 bytes')
  })

  test('of size, by what the server says before it sends', async () => {
    const got = getFile(`${server.url}/said.yaml`, { seconds: 20 })
    await expect(got).rejects.toThrow(`Get "${server.url}/said.yaml": more than 268435456 bytes`)
  })

  test('of silence', async () => {
    await expect(getFile(`${server.url}/silent.yaml`, { seconds: 0.2 })).rejects.toThrow(
      'the server said nothing for 0.2 seconds',
    )
  })

  test('of time, for a server that says a little now and then', async () => {
    await expect(getFile(`${server.url}/drip.yaml`, { seconds: 20, totalSeconds: 0.3 })).rejects.toThrow(
      `Get "${server.url}/drip.yaml": not done after 0.3 seconds`,
    )
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
describe.skipIf(!hasOpenssl)('a server with a certificate of its own making', () => {
  let secure: Server
  let port: number
  beforeEach(async () => {
    const words = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2'
    world.write('tls', { 'x.txt': '' })
    const files = ['-keyout', 'key.pem', '-out', 'cert.pem']
    execFileSync('openssl', [...words.split(' '), ...files], { cwd: world.path('tls'), stdio: 'pipe' })
    const read = (name: string) => readFileSync(world.path(`tls/${name}`))
    secure = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (_, response) => {
      response.end(objectText('secure'))
    })
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    port = (secure.address() as AddressInfo).port
  })
  afterEach(() => {
    secure.closeAllConnections()
    secure.close()
  })

  const run = async (more: Record<string, string> = {}): Promise<{ stdout: string; stderr: string }> => {
    world.write('app', { 'kustomization.yaml': `resources: ['https://localhost:${port}/a.yaml']\n` })
    const environment = { ...world.environment, ...more }
    const child = spawn(process.execPath, [PROGRAM, 'build', 'app'], { cwd: world.root, env: environment })
    const text = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part) => (text[name] += part))
    await new Promise((done) => child.on('close', done))
    return text
  }

  test('is refused', async () => {
    const url = `https://localhost:${port}/a.yaml`
    const { stdout, stderr } = await run()
    expect(stdout).toBe('')
    expect(stderr).toContain('hint: NODE_EXTRA_CA_CERTS=FILE names certificates to trust')
    expect(stderr).toContain(
      `Get "${url}": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    )
  })

  test('is taken by who trusts it', async () => {
    expect(await run({ NODE_EXTRA_CA_CERTS: world.path('tls/cert.pem') })).toEqual({
      stdout: objectText('secure'),
      stderr: '',
    })
  })
})

describe('archives are refused, as by the reference', () => {
  const bytes = gzipSync(objectText('a'))

  test('as a resource, which is read as YAML', async () => {
    const archives = await serve((_, response) => response.end(bytes))
    const url = `${archives.url}/base.tar.gz`
    world.write('app', { 'kustomization.yaml': `resources: ['${url}']\n` })
    expect(await world.build('app')).toBe(
      `Error: accumulating resources: accumulating resources from '${url}': MalformedYAMLError: yaml: control characters are not allowed in File: ${url}`,
    )
    await archives.close()
  })

  test.each(['http://host.example/base.tar.gz', 'https://host.example/base.zip'])(
    'as a component and as the argument, which are no repositories: %s',
    (url) => {
      world.write('app', { 'kustomization.yaml': `components: ['${url}']\n` })
      const hint = 'hint: archives are not taken: unpack it, or name the git repository that it was made from\n'
      const path = url.replace('://', ':/')
      const problem = (shown: string, missing: string) =>
        `must build at directory: not a valid directory: evalsymlink failure on '${shown}' : lstat ${missing}: no such file or directory`
      const asComponent = strake(world.root, ['build', 'app'], world.environment).stderr
      const app = world.path('app')
      expect(asComponent).toContain(hint)
      expect(asComponent).toContain(
        `Error: accumulating components: loader.New "${problem(`${app}/${path}`, `${app}/${path.split('/')[0]}`)}"\n`,
      )
      const asArgument = strake(world.root, ['build', url], world.environment).stderr
      expect(asArgument).toContain(hint)
      expect(asArgument).toContain(`Error: ${problem(url, world.path(path.split('/')[0] as string))}\n`)
    },
  )
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
