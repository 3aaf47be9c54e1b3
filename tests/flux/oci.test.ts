/** Sources in registries: artifacts are pushed to a real one and to one of the tests, and rendered. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { lockText } from '../../src/node/lock.ts'
import { nodeArtifactPusher } from '../../src/node/oci-push.ts'
import { openSourceFetcher } from '../../src/node/source-fetch.ts'
import {
  digestOf,
  dockerRegistry,
  pushIndex,
  pushLayers,
  startDockerRegistry,
  startRegistry,
  type TestRegistry,
} from '../remote/registry.ts'
import { serve } from '../remote/server.ts'
import { World } from '../remote/world.ts'
import { runFlux } from './command.ts'

if (dockerRegistry === undefined)
  console.warn('skipped: docker-registry is not on PATH (apt-get install docker-registry)')

const CONTENT = 'application/vnd.cncf.flux.content.v1.tar+gzip'
const SOURCE = 'OCIRepository/flux-system/apps'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.remove())

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}

function fleet(url: string, more: string): void {
  world.write('fleet', {
    'prod/apps.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, url: "${url}"${more}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./deploy, prune: true, sourceRef: {kind: OCIRepository, name: apps}}
`,
  })
}

/** As a process of its own would. */
async function rendered({ offline = false, environment = {} } = {}): Promise<FluxTree> {
  const folder = world.path('fleet')
  const artifacts = openSourceFetcher({ environment: { ...world.environment, ...environment }, offline, folder })
  try {
    return await renderTree({ fs: nodeFileSystem(), repository: folder, folder: `${folder}/prod`, artifacts })
  } finally {
    await artifacts.close()
  }
}

function shown({ kustomizations, sources, problems }: FluxTree) {
  const apps = kustomizations.find(({ id }) => id === 'flux-system/apps')
  return {
    objects: apps && objectsOf(apps).map((object) => idOf(object).name),
    source: sources.map(({ found, revision }) => ({ found, revision })),
    problems: problems.map(({ message }) => message),
  }
}

/** What GNU tar makes of files. */
function tarOf(files: Record<string, string>, words: readonly string[] = []): Buffer {
  world.write('packed', files)
  const tar = execFileSync('tar', [...words, '-cf', '-', ...Object.keys(files)], { cwd: world.path('packed') })
  rmSync(world.path('packed'), { recursive: true })
  return tar
}

function packed(files: Record<string, string>, words: readonly string[] = []): Buffer {
  return gzipSync(tarOf(files, words))
}

const registries: [string, () => Promise<TestRegistry>, boolean][] = [
  ['docker-registry', startDockerRegistry, dockerRegistry !== undefined],
  ['a registry of the tests', startRegistry, true],
]

describe.each(registries)('an OCIRepository in %s', (_, start, isThere) => {
  let registry: TestRegistry
  beforeEach(async () => {
    if (isThere) registry = await start()
  })
  afterEach(async () => registry?.close())
  const url = () => `oci://${registry.place}/org/apps`
  const push = (tag: string, name: string) =>
    pushLayers(registry.place, 'org/apps', tag, [
      { mediaType: CONTENT, bytes: packed({ 'deploy/a.yaml': configMap(name) }) },
    ])

  test.skipIf(!isThere)('is fetched at a tag each time, at a digest once, and is there offline after it', async () => {
    const first = await push('main', 'first')
    fleet(url(), ', ref: {tag: main}')
    const source = (digest: string) => [{ found: 'fetched', revision: `main@${digest}` }]
    expect(shown(await rendered())).toEqual({ objects: ['first'], source: source(first), problems: [] })
    const second = await push('main', 'second')
    const expected = { objects: ['second'], source: source(second), problems: [] }
    expect(shown(await rendered())).toEqual(expected)
    await registry.close()
    expect(shown(await rendered({ offline: true }))).toEqual(expected)
    fleet(url(), `, ref: {digest: "${first}", tag: main}`)
    const atDigest = { objects: ['first'], source: [{ found: 'fetched', revision: first }], problems: [] }
    expect(shown(await rendered())).toEqual(atDigest)
  })

  test.skipIf(!isThere)('is fetched at the newest tag of a range, of those that a filter lets through', async () => {
    for (const tag of ['latest', 'v1.0.0', '1.2.0', '1.10.0-ci', '1.3.0-rc.1', '2.0.0', '1.2'])
      await push(tag, `of-${tag}`)
    fleet(url(), ', ref: {semver: ">=1.0.0 <2.0.0"}')
    expect(shown(await rendered())).toMatchObject({ objects: ['of-1.2.0'], problems: [] })
    fleet(url(), ', ref: {semver: ">=1.0.0-0 <2.0.0-0", semverFilter: ".*-rc.*"}')
    const tree = shown(await rendered())
    expect(tree).toMatchObject({ objects: ['of-1.3.0-rc.1'], problems: [] })
    await registry.close()
    expect(shown(await rendered({ offline: true }))).toEqual(tree)
    fleet(url(), '')
    expect(shown(await rendered({ offline: true })).problems[0]).toBe(
      `${SOURCE}: offline, and not in the cache: ${url()} at latest`,
    )
  })

  test.skipIf(!isThere)('is at latest when it does not say', async () => {
    await push('latest', 'of-latest')
    fleet(url(), '')
    expect(shown(await rendered())).toMatchObject({ objects: ['of-latest'], problems: [] })
  })

  test.skipIf(!isThere)('is locked by flux lock, which takes the new state when it runs again', async () => {
    const first = await push('main', 'first')
    fleet(url(), ', ref: {tag: main}')
    world.git('', 'init', '--quiet', 'fleet')
    const lock = () => runFlux(['lock', 'prod'], world.path('fleet'))
    const locked = () => JSON.parse(readFileSync(world.path('fleet/strake.lock'), 'utf8')).flux.artifacts
    expect(await lock()).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: '0 repositories, 1 artifacts, 0 buckets, 0 charts and 0 files locked in strake.lock\n',
    })
    expect(locked()).toEqual([{ url: url(), ref: 'main', digest: first }])
    const second = await push('main', 'second')
    expect(shown(await rendered())).toMatchObject({ objects: ['first'], source: [{ revision: `main@${first}` }] })
    expect((await lock()).code).toBe(0)
    expect(shown(await rendered())).toMatchObject({ objects: ['second'] })
    fleet(url(), ', ref: {tag: none}')
    const { code, stdout, stderr } = await lock()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('manifests/none": 404 Not Found')
    expect(locked()).toEqual([{ url: url(), ref: 'main', digest: second }])
  })

  test.skipIf(!isThere)('stays at what strake.lock has', async () => {
    const first = await push('main', 'first')
    await push('main', 'second')
    const flux = { repositories: [], files: [], artifacts: [{ url: url(), ref: 'main', digest: first }] }
    world.write('fleet', {
      'strake.lock': lockText({ repositories: [], files: [], flux }),
    })
    fleet(url(), ', ref: {tag: main}')
    expect(shown(await rendered())).toMatchObject({ objects: ['first'], source: [{ revision: `main@${first}` }] })
  })

  test.skipIf(!isThere)(
    'is the layer that is selected, extracted without what is ignored, or copied with it',
    async () => {
      const other = packed({ 'deploy/b.yaml': configMap('other'), 'deploy/c.yaml': configMap('ignored') })
      await pushLayers(registry.place, 'org/apps', 'v1', [
        { mediaType: CONTENT, bytes: packed({ 'deploy/a.yaml': configMap('first') }) },
        { mediaType: 'application/x', bytes: other },
      ])
      const layer = (more: string) =>
        `, ref: {tag: v1}, ignore: c.yaml, layerSelector: {mediaType: application/x${more}}`
      fleet(url(), layer(''))
      expect(shown(await rendered()).objects).toEqual(['other'])
      fleet(url(), layer(', operation: copy'))
      expect(shown(await rendered()).objects).toEqual(['ignored', 'other'])
      fleet(url(), ', ref: {tag: v1}, layerSelector: {mediaType: application/y}')
      expect(shown(await rendered()).problems[0]).toBe(
        `${SOURCE}: failed to find layer with media type 'application/y' in artifact`,
      )
      fleet(url(), ', ref: {tag: v1}, layerSelector: {operation: unpack}')
      expect(shown(await rendered()).problems[0]).toBe(`${SOURCE} has the operation 'unpack', which is none`)
    },
  )

  test.skipIf(!isThere)('is that of linux/amd64 among several', async () => {
    const [one, other] = [await push('one', 'one'), await push('other', 'other')]
    const size = Number(
      (await fetch(`http://${registry.place}/v2/org/apps/manifests/one`, { headers: { accept: '*/*' } })).headers.get(
        'content-length',
      ),
    )
    await pushIndex(registry.place, 'org/apps', 'all', [
      { digest: one, size, architecture: 'arm64' },
      { digest: other, size, architecture: 'amd64' },
    ])
    fleet(url(), ', ref: {tag: all}')
    expect(shown(await rendered()).objects).toEqual(['other'])
    await pushIndex(registry.place, 'org/apps', 'all', [{ digest: one, size, architecture: 'arm64' }])
    expect(shown(await rendered()).problems[0]).toBe(`${SOURCE}: no child with platform linux/amd64 in index ${url()}`)
  })

  test.skipIf(!isThere)('may be what strake has pushed', async () => {
    const tar = tarOf({ 'deploy/a.yaml': configMap('pushed') })
    const pusher = nodeArtifactPusher({ environment: world.environment })
    const digest = await pusher.push({ url: `${url()}:v1`, tar, annotations: {} })
    fleet(url(), ', ref: {tag: v1}')
    expect(shown(await rendered())).toEqual({
      objects: ['pushed'],
      source: [{ found: 'fetched', revision: `v1@${digest}` }],
      problems: [],
    })
  })

  test.skipIf(!isThere)('that is not there is told with the words of the registry and what would help', async () => {
    fleet(url(), ', ref: {tag: none}')
    const [problem] = (await rendered()).problems
    expect(problem).toMatchObject({
      code: 'REGISTRY',
      message: `${SOURCE}: Get "http://${registry.place}/v2/org/apps/manifests/none": 404 Not Found`,
      hint: `say where its files are: --local-sources ${SOURCE}=FOLDER`,
    })
  })
})

describe('what an OCIRepository asks for', () => {
  test.each([
    ['oci://127.0.0.1:1/org/../apps', '', 'invalid URL "oci://127.0.0.1:1/org/../apps"'],
    ['oci://user@127.0.0.1:1/apps', '', 'invalid URL "oci://***@127.0.0.1:1/apps"'],
    ['oci://127.0.0.1:1/apps:v1', '', 'invalid URL "oci://127.0.0.1:1/apps:v1"'],
    ['oci://127.0.0.1:1/apps', ', ref: {tag: "../x"}', '"../x" is no tag'],
    ['oci://127.0.0.1:1/apps', ', ref: {tag: 1.5}', 'ref.tag is no text'],
    ['oci://127.0.0.1:1/apps', ', ref: {digest: "md5:1"}', "'md5:1' is no digest"],
    ['oci://127.0.0.1:1/apps', ', ref: {semver: x.y}', ''],
    [
      'oci://127.0.0.1:1/apps',
      ', ref: {semver: 1.x, semverFilter: "("}',
      'error parsing regexp: missing closing ): `(`',
    ],
  ])('%s%s is refused', async (url, more, message) => {
    fleet(url, more)
    const [problem] = (await rendered()).problems
    expect(problem?.message).toContain(`${SOURCE}: ${message}`)
  })
})

describe('a registry that wants to know who is there', () => {
  test('is told the user of docker, and no other server is', async () => {
    const layer = packed({ 'deploy/a.yaml': configMap('private') })
    const manifest = JSON.stringify({ layers: [{ mediaType: CONTENT, digest: digestOf(layer), size: layer.length }] })
    const given: string[] = []
    const store = await serve((request, response) => {
      given.push(`store ${request.headers.authorization ?? 'nobody'}`)
      response.end(layer)
    })
    const registry = await serve((request, response) => {
      given.push(`registry ${request.headers.authorization ?? 'nobody'}`)
      if (request.headers.authorization !== 'Basic bWU6c2VjcmV0')
        response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end()
      else if (request.url?.includes('/blobs/')) response.writeHead(307, { location: `${store.url}/blob` }).end()
      else response.end(manifest)
    })
    const place = registry.url.slice('http://'.length)
    fleet(`oci://${place}/apps`, '')
    expect(shown(await rendered()).problems[0]).toContain('401 Unauthorized')
    const auths = { [place]: { auth: Buffer.from('me:secret').toString('base64') } }
    writeFileSync(join(world.root, 'config.json'), JSON.stringify({ auths }))
    given.length = 0
    expect(shown(await rendered({ environment: { DOCKER_CONFIG: world.root } })).objects).toEqual(['private'])
    expect(given).toEqual([
      'registry nobody',
      'registry Basic bWU6c2VjcmV0',
      'registry Basic bWU6c2VjcmV0',
      'store nobody',
    ])
    await Promise.all([registry.close(), store.close()])
  })
})

describe('a registry that means harm', () => {
  /** Gives this layer, or the answer of `blob`, for a manifest that names it. */
  async function rendering(layer: Uint8Array, blob?: Uint8Array): Promise<string[]> {
    const manifest = JSON.stringify({ layers: [{ mediaType: CONTENT, digest: digestOf(layer), size: layer.length }] })
    const server = await serve((request, response) => {
      response.end(request.url?.includes('/blobs/') ? (blob ?? layer) : manifest)
    })
    fleet(`oci://${server.url.slice('http://'.length)}/apps`, '')
    const tree = shown(await rendered())
    await server.close()
    return [...tree.problems, ...(tree.objects ?? [])].map((text) => text.replaceAll(server.url, 'URL'))
  }

  test('gives other bytes than its manifest says', async () => {
    const layer = packed({ 'deploy/a.yaml': configMap('a') })
    const [problem] = await rendering(layer, packed({ 'deploy/a.yaml': configMap('b') }))
    expect(problem).toBe(`${SOURCE}: Get "URL/v2/apps/blobs/${digestOf(layer)}": the content has another digest`)
  })

  test.each([
    ['names above', ['--transform=s,^deploy,../deploy,', '-P'], 'tar contained invalid name error "../deploy/a.yaml"'],
    ['absolute names', ['--transform=s,^,/,', '-P'], 'tar contained invalid name error "/deploy/a.yaml"'],
    [
      'names above inside',
      ['--transform=s,^deploy,x/../../deploy,', '-P'],
      'invalid name error "x/../../deploy/a.yaml"',
    ],
  ])('has an archive with %s', async (_, words, message) => {
    const [problem] = await rendering(packed({ 'deploy/a.yaml': configMap('a') }, words))
    expect(problem).toContain(message)
  })

  test('has links in its archive, which are left out and named', async () => {
    world.write('fleet', { 'secret.yaml': configMap('secret') })
    const files = {
      'deploy/a.yaml': configMap('a'),
      'deploy/b.yaml': `-> ${world.path('fleet/secret.yaml')}`,
      'deploy/c.yaml': '-> ../../../../../etc/passwd',
    }
    const left = `of ${SOURCE} is a symbolic link: Flux makes its artifacts without them, so it is left out`
    expect(await rendering(packed(files))).toEqual([`deploy/b.yaml ${left}`, `deploy/c.yaml ${left}`, 'a'])
  })

  test('has an archive of a device', async () => {
    const fifo = join(world.root, 'fifo')
    execFileSync('mkfifo', [fifo])
    const [problem] = await rendering(gzipSync(execFileSync('tar', ['-cf', '-', '-C', world.root, 'fifo'])))
    expect(problem).toBe(`${SOURCE}: tar file entry fifo contained unsupported file type fifo`)
  })

  test.each([
    ['is no archive at all', Buffer.from('hello'), 'requires gzip-compressed body: invalid header'],
    ['is packed junk', gzipSync(Buffer.alloc(2048, 'x')), 'tar error: '],
    ['ends too soon', gzipSync(Buffer.alloc(4096, 'x')).subarray(0, 20), 'requires gzip-compressed body: '],
  ])('has an archive that %s', async (_, layer, message) => {
    expect((await rendering(layer))[0]).toContain(`${SOURCE}: ${message}`)
  })

  test('has an archive cut in the middle of a file', async () => {
    const tar = tarOf({ 'deploy/a.yaml': configMap('a').repeat(200) })
    expect((await rendering(gzipSync(tar.subarray(0, 1536))))[0]).toContain(`${SOURCE}: tar error: `)
  })

  test('has an archive that unpacks to more than any repository has', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024))
    expect((await rendering(bomb))[0]).toBe(`${SOURCE}: the archive holds more than 268435456 bytes`)
  })

  test('has a file where there is a folder', async () => {
    const one = tarOf({ 'deploy/a.yaml/b.yaml': 'x' })
    const two = tarOf({ 'deploy/a.yaml': 'x' })
    const both = gzipSync(Buffer.concat([one.subarray(0, 1024), two]))
    expect((await rendering(both))[0]).toBe(`${SOURCE}: tar file entry deploy/a.yaml is a file and a folder`)
  })

  test.each([
    ['is no JSON', 'hello', 'no JSON'],
    ['has no layers', '{"layers":[]}', 'no layers found in artifact'],
    ['has digests that are none', '{"layers":[{"digest":"../x"}]}', 'has no list of layers with SHA-256 digests'],
    ['is a list', '[]', 'has no list of layers with SHA-256 digests'],
  ])('has a manifest that %s', async (_, manifest, message) => {
    const server = await serve((_, response) => response.end(manifest))
    fleet(`oci://${server.url.slice('http://'.length)}/apps`, '')
    expect(shown(await rendered()).problems[0]).toContain(message)
    await server.close()
  })
})
