/** Sources in buckets: a store with the interface of S3 on loopback, which checks signatures itself. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draw } from '../../src/cli/print.ts'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf, type TreeOptions } from '../../src/flux/tree.ts'
import { bucketUrl } from '../../src/node/bucket.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { openSourceFetcher } from '../../src/node/source-fetch.ts'
import { PROGRAM } from '../cli/program.ts'
import { type BucketServer, type BucketServerOptions, signatureOf, startBucketServer } from '../remote/bucket-server.ts'
import { World } from '../remote/world.ts'
import { helmProgram } from '../subject.ts'
import { runFlux } from './command.ts'

const helm = helmProgram()
if (helm === undefined) console.warn('helm is absent: a chart in a bucket is not tested')

const SOURCE = 'Bucket/flux-system/apps'
const KEYS = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const HINT = `say where its files are: --local-sources ${SOURCE}=FOLDER`
const DIGEST = /^sha256:[0-9a-f]{64}$/

let world: World
let server: BucketServer
let objects: Map<string, string | Buffer>
beforeEach(() => {
  world = new World()
  objects = new Map([['deploy/a.yaml', configMap('a')]])
})
afterEach(async () => {
  await server?.close()
  world.remove()
})

async function start(options: Partial<BucketServerOptions> = {}): Promise<void> {
  server = await startBucketServer({ objects, ...options })
}

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}

function secret(data: string): string {
  return `---\napiVersion: v1\nkind: Secret\nmetadata: {name: keys, namespace: flux-system}\n${data}\n`
}

const SECRET = secret(`stringData: {accesskey: ${KEYS.accessKey}, secretkey: ${KEYS.secretKey}}`)
const WITH_SECRET = ', secretRef: {name: keys}'

function fleet(more = '', other = '', { endpoint = server.place, bucketName = 'fleet', insecure = true } = {}): void {
  world.write('fleet', {
    'prod/apps.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, endpoint: "${endpoint}", bucketName: "${bucketName}", insecure: ${insecure}${more}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./deploy, prune: true, sourceRef: {kind: Bucket, name: apps}}
${other}`,
  })
}

/** As a process of its own would. */
async function rendered({ offline = false, ...options }: { offline?: boolean } & Partial<TreeOptions> = {}) {
  const folder = world.path('fleet')
  const artifacts = openSourceFetcher({ environment: world.environment, offline, folder })
  try {
    const paths = { repository: folder, folder: `${folder}/prod` }
    return await renderTree({ fs: nodeFileSystem(), ...paths, artifacts, ...options })
  } finally {
    await artifacts.close()
  }
}

function shown({ kustomizations, sources, problems }: FluxTree) {
  const apps = kustomizations.find(({ id }) => id === 'flux-system/apps')
  const texts = problems.map(({ message }) => message.replaceAll(server?.place ?? '', 'HOST'))
  return {
    objects: apps && objectsOf(apps).map((object) => idOf(object).name),
    found: sources.map(({ found }) => found),
    problems: texts,
  }
}

/** The first problem with its hint. */
async function problem(options: Parameters<typeof rendered>[0] = {}) {
  const [first] = (await rendered(options)).problems
  return { message: first?.message.replaceAll(server?.place ?? '', 'HOST'), hint: first?.hint }
}

test('the store of these tests computes the signatures that AWS has published', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const common = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
  }
  const scope = '20130524/us-east-1/s3/aws4_request'
  const { secretKey } = KEYS
  const object = signatureOf(
    { method: 'GET', url: '/test.txt', headers: { ...common, range: 'bytes=0-9' } },
    { signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date', scope, secretKey },
  )
  expect(object).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  const list = signatureOf(
    { method: 'GET', url: '/?max-keys=2&prefix=J', headers: common },
    { signedHeaders: 'host;x-amz-content-sha256;x-amz-date', scope, secretKey },
  )
  expect(list).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

describe('a Bucket', () => {
  test('is fetched as anyone, in pages, and is there offline after it', async () => {
    await start({ pageSize: 2 })
    for (const name of ['b', 'c', 'd', 'e']) objects.set(`deploy/${name}.yaml`, configMap(name))
    fleet()
    const expected = { objects: ['a', 'b', 'c', 'd', 'e'], found: ['fetched'], problems: [] }
    const tree = await rendered()
    expect(shown(tree)).toEqual(expected)
    expect(tree.sources[0]?.revision).toMatch(DIGEST)
    const pages = server.requests.filter((one) => one.includes('list-type=2'))
    expect(pages).toEqual([
      'GET /fleet/?list-type=2&prefix=',
      'GET /fleet/?list-type=2&prefix=&continuation-token=after%3D2',
      'GET /fleet/?list-type=2&prefix=&continuation-token=after%3D4',
    ])
    await server.close()
    const later = await rendered({ offline: true })
    expect(shown(later)).toEqual(expected)
    expect(later.sources[0]?.revision).toBe(tree.sources[0]?.revision)
  })

  test('is listed anew by each run, and only objects that have changed are fetched', async () => {
    await start()
    objects.set('deploy/b.yaml', configMap('b'))
    fleet()
    const before = await rendered()
    server.requests.length = 0
    objects.set('deploy/b.yaml', configMap('changed'))
    const after = await rendered()
    expect(shown(after).objects).toEqual(['a', 'changed'])
    expect(server.requests).toEqual(['GET /fleet/?list-type=2&prefix=', 'GET /fleet/deploy/b.yaml'])
    expect(after.sources[0]?.revision).not.toBe(before.sources[0]?.revision)
  })

  test('that was never fetched is named when nothing may be asked', async () => {
    await start()
    fleet(', prefix: deploy/')
    expect(await problem({ offline: true })).toEqual({
      message: `${SOURCE}: offline, and not in the cache: http://HOST/fleet/deploy/`,
      hint: 'render once without --offline',
    })
    expect(server.requests).toEqual([])
  })

  test('has the objects that begin with a prefix, under their whole names', async () => {
    await start()
    objects.set('other/b.yaml', configMap('b'))
    fleet(', prefix: deploy/')
    expect(shown(await rendered()).objects).toEqual(['a'])
    expect(server.requests[0]).toBe('GET /fleet/?list-type=2&prefix=deploy%2F')
    fleet(', prefix: other/')
    expect(shown(await rendered()).problems[0]).toContain('kustomization path not found')
  })

  test.each(['../', 'deploy//', '/', 'a@b?'])('has nothing where no object begins with %j', async (prefix) => {
    await start()
    fleet(`, prefix: "${prefix}"`)
    const list = createHash('sha256').update('[]').digest('hex')
    const problems = [`kustomization path not found: stat /HOST/fleet@sha256:${list}/deploy: no such file or directory`]
    expect(shown(await rendered()).problems).toEqual(problems)
    expect(shown(await rendered({ offline: true })).problems).toEqual(problems)
  })

  test('leaves out what is ignored, which is not fetched', async () => {
    await start()
    objects.set('.sourceignore', 'deploy/b.yaml\n')
    objects.set('deploy/b.yaml', configMap('b'))
    objects.set('deploy/c.yaml', configMap('c'))
    objects.set('deploy/picture.jpg', 'x')
    objects.set('deploy/', '')
    fleet(', ignore: c.yaml')
    expect(shown(await rendered())).toEqual({ objects: ['a'], found: ['fetched'], problems: [] })
    expect(server.requests.slice(1)).toEqual(['GET /fleet/.sourceignore', 'GET /fleet/deploy/a.yaml'])
  })

  test.each(["deploy/a b+c%20&<é>!*'().yaml", 'deploy/[x]{y}~=?#;,@:$"`|^.yaml', 'deploy/日本語 😀.yaml'])(
    'may have objects with any name: %s',
    async (name) => {
      await start({ keys: KEYS })
      objects.set(name, configMap('named'))
      fleet(WITH_SECRET, SECRET)
      expect(shown(await rendered())).toEqual({ objects: ['a', 'named'], found: ['fetched'], problems: [] })
    },
  )

  test('that is suspended is shown as it is now, with a warning', async () => {
    await start()
    fleet(', suspend: true')
    expect(shown(await rendered())).toEqual({
      ...{ objects: ['a'], found: ['fetched'] },
      problems: [`${SOURCE} is suspended: the cluster stays with what it has of it, here it is as it is now`],
    })
  })

  test('is locked by flux lock, and is not asked again until it runs again', async () => {
    await start()
    fleet()
    world.git('', 'init', '--quiet', 'fleet')
    const lock = () => runFlux(['lock', 'prod'], world.path('fleet'))
    const counts = '0 repositories, 0 artifacts, 1 buckets, 0 charts and 0 files locked in strake.lock\n'
    expect(await lock()).toEqual({ code: 0, stdout: counts, stderr: '' })
    const locked = () => JSON.parse(readFileSync(world.path('fleet/strake.lock'), 'utf8')).flux.buckets
    const first = locked()
    expect(first).toEqual([
      { endpoint: server.place, bucket: 'fleet', prefix: '', digest: expect.stringMatching(DIGEST) },
    ])
    expect((await rendered()).sources[0]?.revision).toBe(first[0].digest)
    objects.set('deploy/b.yaml', configMap('b'))
    server.requests.length = 0
    expect(shown(await rendered()).objects).toEqual(['a'])
    expect(server.requests).toEqual([])
    const list = first[0].digest.replace(':', '-')
    for (const name of readdirSync(world.path('cache/files')))
      if (name !== list) rmSync(world.path(`cache/files/${name}`))
    expect(shown(await rendered()).objects).toEqual(['a'])
    expect(server.requests).toEqual(['GET /fleet/deploy/a.yaml'])
    objects.set('deploy/a.yaml', configMap('changed'))
    for (const name of readdirSync(world.path('cache/files')))
      if (name !== list) rmSync(world.path(`cache/files/${name}`))
    const relock = '`strake flux lock` takes the new state'
    expect(await problem()).toEqual({
      message: `${SOURCE}: Get "http://HOST/fleet/deploy/a.yaml": it has changed since it was listed`,
      hint: relock,
    })
    world.environment.STRAKE_CACHE = world.path('elsewhere')
    expect(await problem()).toEqual({
      message: `${SOURCE}: http://HOST/fleet/ has other objects now than the lock file has`,
      hint: relock,
    })
    expect((await lock()).code).toBe(0)
    expect(locked()).not.toEqual(first)
    expect(shown(await rendered()).objects).toEqual(['b', 'changed'])
  })
})

describe('a Bucket that is not for everyone', () => {
  test('is read with the keys of its Secret, which nothing shows', async () => {
    await start({ keys: KEYS, pageSize: 1 })
    objects.set('deploy/b.yaml', configMap('b'))
    fleet(WITH_SECRET, SECRET)
    expect(shown(await rendered())).toEqual({ objects: ['a', 'b'], found: ['fetched'], problems: [] })
    expect(filesBelow(world.path('cache'))).not.toContain(KEYS.secretKey)
    expect(filesBelow(world.path('cache'))).not.toContain(KEYS.accessKey)
  })

  test('is read with the keys in base64, in the region that it says, or that the store says', async () => {
    await start({ keys: KEYS, region: 'eu-west-3' })
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const data = secret(`data: {accesskey: ${encoded(KEYS.accessKey)}, secretkey: ${encoded(KEYS.secretKey)}}`)
    fleet(`${WITH_SECRET}, region: eu-west-3, provider: aws`, data)
    expect(shown(await rendered())).toEqual({ objects: ['a'], found: ['fetched'], problems: [] })
    expect(server.requests).toEqual(['GET /fleet/?list-type=2&prefix=', 'GET /fleet/deploy/a.yaml'])
    server.requests.length = 0
    world.environment.STRAKE_CACHE = world.path('elsewhere')
    fleet(WITH_SECRET, data)
    expect(shown(await rendered())).toEqual({ objects: ['a'], found: ['fetched'], problems: [] })
    expect(server.requests).toEqual([
      'GET /fleet/?list-type=2&prefix=',
      'GET /fleet/?list-type=2&prefix=',
      'GET /fleet/deploy/a.yaml',
    ])
  })

  test('waits for a Secret that another Kustomization applies', async () => {
    await start({ keys: KEYS })
    world.write('fleet', { 'infra/keys.yaml': SECRET })
    fleet(
      WITH_SECRET,
      `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: infra, namespace: flux-system}
spec: {interval: 1h, path: ./infra, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`,
    )
    expect(shown(await rendered())).toMatchObject({ objects: ['a'], problems: [] })
  })

  test('is read with keys that sops has encrypted, which are not shown either', async () => {
    await start({ keys: KEYS })
    const sops = join(import.meta.dirname, 'sops')
    world.write('fleet', { 'infra/keys.yaml': readFileSync(join(sops, 'bucket-keys.yaml'), 'utf8') })
    fleet(
      WITH_SECRET,
      `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: infra, namespace: flux-system}
spec:
  {interval: 1h, path: ./infra, prune: true, sourceRef: {kind: GitRepository, name: flux-system}, decryption: {provider: sops}}
`,
    )
    world.git('', 'init', '--quiet', 'fleet')
    const render = (...words: string[]) => runFlux(['render', 'prod', ...words], world.path('fleet'))
    const { code, stdout } = await render('--age-key-file', join(sops, 'key.txt'))
    expect({ code, names: stdout.match(/^ {2}name: .*$/gm) }).toEqual({
      code: 0,
      names: ['  name: apps', '  name: infra', '  name: apps', '  name: a', '  name: keys'],
    })
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    expect(stdout).toContain(`secretkey: ${encoded('**SOPS**')}`)
    for (const key of Object.values(KEYS)) expect(stdout).not.toMatch(new RegExp(`${key}|${encoded(key)}`))
    const without = await render()
    expect({ code: without.code, stdout: without.stdout }).toEqual({ code: 1, stdout: '' })
    expect(without.stderr).toContain('asked as anyone: Secret/flux-system/keys is encrypted, and no key is given')
  })

  const refused = `${SOURCE}: Get "http://HOST/fleet/?list-type=2&prefix=": 403 Forbidden`

  test.each([
    ['no Secret is named', '', '', `${refused} (AccessDenied)`],
    [
      'its Secret is not here',
      WITH_SECRET,
      '',
      `${refused} (AccessDenied), asked as anyone: nothing here defines Secret/flux-system/keys`,
    ],
    [
      'its Secret has other keys',
      WITH_SECRET,
      secret('stringData: {user: me, accesskey: x}'),
      `${refused} (AccessDenied), asked as anyone: Secret/flux-system/keys has not both accesskey and secretkey`,
    ],
    [
      'its Secret is encrypted',
      WITH_SECRET,
      secret('stringData: {accesskey: "ENC[x]", secretkey: "ENC[y]"}\nsops: {version: 3.9.0}'),
      `${refused} (AccessDenied), asked as anyone: Secret/flux-system/keys is encrypted, and no key is given`,
    ],
    [
      'the secret key is another one',
      WITH_SECRET,
      secret(`stringData: {accesskey: ${KEYS.accessKey}, secretkey: wrong-secret}`),
      `${refused} (SignatureDoesNotMatch)`,
    ],
    [
      'the access key is another one',
      WITH_SECRET,
      secret('stringData: {accesskey: wrong-access, secretkey: wrong-secret}'),
      `${refused} (InvalidAccessKeyId)`,
    ],
    [
      'the access key has a line break',
      WITH_SECRET,
      secret('stringData: {accesskey: "wrong-access\\n", secretkey: wrong-secret}'),
      'the accesskey of Secret/flux-system/keys is none',
    ],
  ])('is refused when %s, with no key shown', async (_, more, other, message) => {
    await start({ keys: KEYS })
    fleet(more, other)
    const tree = await rendered()
    const texts = tree.problems.map((one) => draw(one, { colour: false, cwd: world.root }, true))
    expect(tree.problems[0]?.message.replaceAll(server.place, 'HOST')).toBe(message)
    expect(texts.join()).not.toMatch(/wrong-|wJalr|AKIA/)
  })

  test('that is public is read although its Secret is not here', async () => {
    await start()
    fleet(WITH_SECRET)
    expect(shown(await rendered())).toEqual({ objects: ['a'], found: ['fetched'], problems: [] })
  })

  test('gives its signature to no other server', async () => {
    const given: string[] = []
    const other = await startBucketServer({
      objects,
      instead: ({ headers }) => {
        given.push(headers.authorization ?? 'nobody')
        return false
      },
    })
    await start({
      instead: ({ url }, response) => {
        response.writeHead(307, { location: `${other.url}${url}` }).end()
        return true
      },
    })
    fleet(WITH_SECRET, SECRET)
    expect(shown(await rendered()).objects).toEqual(['a'])
    expect(given).toEqual(['nobody', 'nobody'])
    await other.close()
  })
})

describe('what a Bucket asks for', () => {
  test.each([
    [{ endpoint: 'https://s3.example' }, 'the endpoint "https://s3.example" is no server'],
    [{ endpoint: 'me:secret@s3.example' }, 'the endpoint "me:secret@s3.example" is no server'],
    [{ endpoint: 's3.example/x' }, 'the endpoint "s3.example/x" is no server'],
    [{ bucketName: '../x' }, '"../x" is no name of a bucket'],
    [{ bucketName: 'a..b' }, '"a..b" is no name of a bucket'],
    [{ bucketName: 'fleet?x' }, '"fleet?x" is no name of a bucket'],
    [{ bucketName: 'other' }, "bucket 'other' not found"],
  ])('%o is refused', async (place, message) => {
    await start()
    fleet('', '', place)
    expect((await problem()).message).toBe(`${SOURCE}: ${message}`)
  })

  test('with a provider that Flux does not know is a problem', async () => {
    await start()
    fleet(', provider: other')
    expect(await problem()).toEqual({ message: `${SOURCE} has the provider 'other', which is none`, hint: HINT })
    expect(server.requests).toEqual([])
  })

  test('is asked for with encryption unless it says otherwise', async () => {
    await start()
    fleet('', '', { insecure: false })
    expect((await problem()).message).toBe(
      `${SOURCE}: Get "https://HOST/fleet/?list-type=2&prefix=": tls: first record does not look like a TLS handshake`,
    )
  })

  test('is asked of the host that has its name where stores want that', () => {
    const url = (endpoint: string, bucket: string) =>
      bucketUrl({
        ...{ provider: 'generic', endpoint, bucket, prefix: '', region: '', isInsecure: false, credentials: undefined },
        shown: (fs) => fs,
      })
    expect(url('s3.amazonaws.com', 'fleet')).toBe('https://fleet.s3.amazonaws.com/')
    expect(url('s3.eu-west-3.amazonaws.com', 'my.fleet')).toBe('https://s3.eu-west-3.amazonaws.com/my.fleet/')
    expect(url('s3.amazonaws.com.example', 'fleet')).toBe('https://s3.amazonaws.com.example/fleet/')
    expect(url('minio.minio.svc:9000', 'fleet')).toBe('https://minio.minio.svc:9000/fleet/')
  })
})

describe('a store that means harm', () => {
  test.each([
    ['../x.yaml', '"../x.yaml", which is no path'],
    ['deploy/../../x.yaml', '"deploy/../../x.yaml", which is no path'],
    ['/etc/x.yaml', '"/etc/x.yaml", which is no path'],
    ['deploy//x.yaml', '"deploy//x.yaml", which is no path'],
    ['./x.yaml', '"./x.yaml", which is no path'],
    ['..', '"..", which is no path'],
    ['../', '"../", which is no path'],
    ['deploy\\x.yaml', '"deploy\\\\x.yaml", which is no path'],
    ['deploy/x\ny.yaml', '"deploy/x\\ny.yaml", which is no path'],
    ['deploy/x\u007f.yaml', '"deploy/x\\x7f.yaml", which is no path'],
    [`deploy/${'x'.repeat(1025)}`, ', which is no path'],
  ])('has an object called %j', async (name, message) => {
    await start()
    objects.set(name, 'x')
    fleet()
    expect((await problem()).message).toContain(`${SOURCE}: the bucket has an object with the name `)
    expect((await problem()).message).toContain(message)
  })

  test.each([
    [['deploy/a.yaml/b.yaml'], 'the bucket has the object "deploy/a.yaml" and others below it'],
    [['x', 'x-y', 'x/y/z'], 'the bucket has the object "x" and others below it'],
  ])('has objects below an object: %j', async (names, message) => {
    await start()
    for (const name of names) objects.set(name, 'x')
    fleet()
    expect((await problem()).message).toBe(`${SOURCE}: ${message}`)
  })

  const page = (contents: string, more = '<IsTruncated>false</IsTruncated>') =>
    `<ListBucketResult>${more}${contents}</ListBucketResult>`
  const entry = (name: string, size: number | string = 1, etag = 'x') =>
    `<Contents><Key>${name}</Key><ETag>${etag}</ETag><Size>${size}</Size></Contents>`
  const none = 'Get "http://HOST/fleet/?list-type=2&prefix=": no list of objects'

  test.each([
    ['is empty', '', none],
    ['is no XML', 'hello', none],
    ['is a page for people', '<!DOCTYPE html><html><body>Log in</body></html>', none],
    ['ends too soon', page(entry('a')).slice(0, -9), none],
    ['is not UTF-8', Buffer.from([0x3c, 0xff]), none],
    ['has an object without a name', page('<Contents><ETag>x</ETag><Size>1</Size></Contents>'), none],
    ['has a name without end', page(entry('a'.repeat(5000))), none],
    ['has a size that is none', page(entry('a', '-1')), none],
    ['has a mark that is none', page(entry('a', 1, 'x&#13;&#10;y: z')), none],
    ['goes on without saying where', page('', '<IsTruncated>true</IsTruncated>'), none],
    ['has entities of its own', `<!DOCTYPE x [<!ENTITY e "e">]>${page(entry('&e;'))}`, none],
    ['is deeper than any', `${'<a>'.repeat(100_000)}`, none],
    ['has an object twice', page(entry('a').repeat(2)), 'the bucket has the object "a" twice'],
    [
      'has no end',
      page('', '<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>'),
      'Get "http://HOST/fleet/": the list of objects has no end',
    ],
    ['has too many objects', page(entry('a').repeat(50_001)), 'the bucket has more than 50000 objects'],
    ['has an object that is too large', page(entry('a', 300_000_000)), 'the bucket holds more than 268435456 bytes'],
    [
      'has objects that are too large together',
      page(entry('a', 200_000_000) + entry('b', 200_000_000)),
      'the bucket holds more than 268435456 bytes',
    ],
  ])('has a list that %s', async (_, text, message) => {
    await start({
      instead: (_, response) => {
        response.end(text)
        return true
      },
    })
    fleet()
    expect((await problem()).message).toBe(`${SOURCE}: ${message}`)
  })

  test('has pages without end', async () => {
    let pages = 0
    await start({
      instead: (_, response) => {
        const token = `<NextContinuationToken>${++pages}</NextContinuationToken>`
        response.end(page('', `<IsTruncated>true</IsTruncated>${token}`))
        return true
      },
    })
    fleet()
    expect((await problem()).message).toBe(`${SOURCE}: Get "http://HOST/fleet/": more than 500 pages of objects`)
    expect(pages).toBe(500)
  })

  test.each([
    ['less', 'x', '1 bytes, and 50 in the list of objects'],
    ['more', 'x'.repeat(51), '51 bytes, and 50 in the list of objects'],
    ['far more', 'x'.repeat(100_000), 'more than 65536 bytes'],
  ])('gives %s than its list says', async (_, content, message) => {
    await start({
      instead: ({ url }, response) => {
        response.end(url?.includes('list-type') ? page(entry('deploy/a.yaml', 50)) : content)
        return true
      },
    })
    fleet()
    expect((await problem()).message).toBe(`${SOURCE}: Get "http://HOST/fleet/deploy/a.yaml": ${message}`)
  })

  test.each([
    ['changes', () => objects.set('deploy/a.yaml', configMap('changed'))],
    ['removes', () => objects.delete('deploy/a.yaml')],
  ])('%s an object after it has listed it, and none is fetched after that', async (_, change) => {
    for (let i = 0; i < 100; i++) objects.set(`deploy/b${i}.yaml`, configMap(`b${i}`))
    await start({
      instead: ({ url }) => {
        if (url?.endsWith('a.yaml')) change()
        return false
      },
    })
    fleet()
    expect(await problem()).toEqual({
      message: `${SOURCE}: Get "http://HOST/fleet/deploy/a.yaml": it has changed since it was listed`,
      hint: 'render again',
    })
    await new Promise((done) => setTimeout(done, 200))
    expect(server.requests.length).toBeLessThan(50)
  })

  test('says nothing', { timeout: 40_000 }, async () => {
    await start({ instead: () => true })
    fleet()
    expect((await problem()).message).toBe(
      `${SOURCE}: Get "http://HOST/fleet/?list-type=2&prefix=": the server said nothing for 15 seconds`,
    )
  })

  test('has an error that is not its own to tell', async () => {
    await start({
      instead: (_, response) => {
        response.writeHead(500).end('<Error><Code>\u001b[31m Evil &#10; words</Code></Error>')
        return true
      },
    })
    fleet()
    expect((await problem()).message).toBe(
      `${SOURCE}: Get "http://HOST/fleet/?list-type=2&prefix=": 500 Internal Server Error`,
    )
  })
})

test('the program reads a Bucket with keys', async () => {
  await start({ keys: KEYS })
  fleet(WITH_SECRET, SECRET)
  world.git('', 'init', '--quiet', 'fleet')
  const words = [PROGRAM, 'flux', 'render', 'prod', '--kustomization', 'apps']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, {
    cwd: world.path('fleet'),
    env: world.environment,
  })
  expect({ names: stdout.match(/^ {2}name: .*$/gm), stderr }).toEqual({ names: ['  name: a'], stderr: '' })
})

test.skipIf(helm === undefined)('a release may have its chart in a Bucket', async () => {
  await start({ keys: KEYS })
  objects.set('charts/web/Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.2.3\n')
  objects.set('charts/web/templates/a.yaml', configMap('{{ .Chart.Name }}-{{ .Values.stage }}'))
  fleet(
    WITH_SECRET,
    `${SECRET}---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: flux-system}
spec:
  interval: 1h
  chart: {spec: {chart: ./charts/web, sourceRef: {kind: Bucket, name: apps}}}
  values: {stage: prod}
`,
  )
  world.git('', 'init', '--quiet', 'fleet')
  const words = ['render', 'prod', '--helm', '--helm-command', helm as string]
  const { code, stdout } = await runFlux(words, world.path('fleet'))
  expect({ code, names: stdout.match(/^ {2}name: .*prod$/gm) }).toEqual({ code: 0, names: ['  name: web-prod'] })
})

test('flux lock keeps what lock has written', async () => {
  await start()
  fleet()
  world.git('', 'init', '--quiet', 'fleet')
  const others = {
    repositories: [
      {
        ...{ url: 'https://example.org/base', ref: 'v1', submodules: true },
        ...{ commit: 'a'.repeat(40), digest: `sha256-${'b'.repeat(64)}` },
      },
    ],
    files: [{ url: 'https://example.org/file', digest: `sha256-${'c'.repeat(64)}` }],
  }
  world.write('fleet', { 'strake.lock': JSON.stringify({ version: 1, ...others }) })
  expect((await runFlux(['lock', 'prod'], world.path('fleet'))).code).toBe(0)
  const locked = () => JSON.parse(readFileSync(world.path('fleet/strake.lock'), 'utf8'))
  const flux = {
    repositories: [],
    files: [],
    buckets: [{ endpoint: server.place, bucket: 'fleet', prefix: '', digest: expect.stringMatching(DIGEST) }],
  }
  expect(locked()).toEqual({ version: 1, ...others, flux })
})

function filesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}
