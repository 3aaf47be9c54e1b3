/** Buckets of Azure and Google: stores on loopback that check by the public rules who asks. */
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draw } from '../../src/cli/print.ts'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { objectsOf } from '../../src/flux/tree.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { openSourceFetcher } from '../../src/node/source-fetch.ts'
import { sasSignature, sharedKeySignature, startBlobServer } from '../remote/blob-server.ts'
import { startBucketServer } from '../remote/bucket-server.ts'
import { serve, type TestServer } from '../remote/server.ts'
import { World } from '../remote/world.ts'

/** That of Microsoft's emulators, which is no secret. */
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='
const ACCOUNT = '127'
const SOURCE = 'Bucket/flux-system/apps'
const HINT = `say where its files are: --local-sources ${SOURCE}=FOLDER`
const LIST = 'GET /fleet?restype=container&comp=list&prefix='

let world: World
let server: TestServer
let objects: Map<string, string | Buffer>
beforeEach(() => {
  world = new World()
  objects = new Map([['deploy/a.yaml', configMap('a')]])
})
afterEach(async () => {
  await server?.close()
  world.remove()
})

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}

function fleet(spec: string, secret?: Record<string, string>): void {
  const data =
    secret &&
    `---\napiVersion: v1\nkind: Secret\nmetadata: {name: keys, namespace: flux-system}\nstringData: ${JSON.stringify(secret)}\n`
  world.write('fleet', {
    'prod/apps.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, bucketName: fleet, insecure: true, ${spec}${secret === undefined ? '' : ', secretRef: {name: keys}'}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./deploy, prune: true, sourceRef: {kind: Bucket, name: apps}}
${data ?? ''}`,
  })
}

/** As a process of its own would. */
async function rendered({ offline = false } = {}) {
  const folder = world.path('fleet')
  const artifacts = openSourceFetcher({ environment: world.environment, offline, folder })
  try {
    const paths = { repository: folder, folder: `${folder}/prod` }
    const { kustomizations, problems } = await renderTree({ fs: nodeFileSystem(), ...paths, artifacts })
    const apps = kustomizations.find(({ id }) => id === 'flux-system/apps')
    const [first] = problems
    return {
      objects: apps && objectsOf(apps).map((object) => idOf(object).name),
      problem: first?.message.replaceAll(server.url, 'URL').replaceAll(server.url.slice('http://'.length), 'HOST'),
      hint: first?.hint,
      drawn: problems.map((one) => draw(one, { colour: false, cwd: folder }, true)).join(''),
    }
  } finally {
    await artifacts.close()
  }
}

function cached(): string {
  const cache = world.path('cache')
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test("the store of these tests computes the signatures that Microsoft's client for Go makes", () => {
  const common = {
    'x-ms-date': 'Mon, 30 Nov 2026 22:50:17 GMT',
    'x-ms-version': '2026-04-06',
    accept: 'application/xml',
  }
  const list = '/fleet?comp=list&prefix=deploy%2Fa%20b%2Bc&restype=container'
  expect(sharedKeySignature({ method: 'GET', url: list, headers: common }, ACCOUNT, ACCOUNT_KEY)).toBe(
    'n9xuur5fTHd85m2RfCKXVPBCZ194ECShWGkfTSLqG9g=',
  )
  const blob = '/fleet/deploy%2Fa%20b+c%28%C3%A9%29%21.yaml'
  const headers = { ...common, 'if-match': '"0x8DABC"' }
  expect(sharedKeySignature({ method: 'GET', url: blob, headers }, ACCOUNT, ACCOUNT_KEY)).toBe(
    'jwmiXZvKA8D3+MnDf17Yn3VV5BFsmIQtVP7/TMvE+qM=',
  )
})

describe('a Bucket of azure', () => {
  const azure = (more = '') => `provider: azure, endpoint: "${server.url}"${more}`

  test('that is public is read as anyone, in pages, and is there offline after it', async () => {
    for (const name of ['b', 'c']) objects.set(`deploy/${name}.yaml`, configMap(name))
    server = await startBlobServer({ objects, pageSize: 2 })
    fleet(azure())
    expect(await rendered()).toMatchObject({ objects: ['a', 'b', 'c'], problem: undefined })
    expect(server.requests.slice(0, 2)).toEqual([LIST, `${LIST}&marker=2%212%21%3D`])
    await server.close()
    expect(await rendered({ offline: true })).toMatchObject({ objects: ['a', 'b', 'c'], problem: undefined })
  })

  test.each(["deploy/a b+c%20&<é>!*'().yaml", 'deploy/[x]{y}~=?#;,@:$"`|^.yaml', 'deploy/日本語 😀.yaml'])(
    'is read with the key of its account, whatever its blobs are called: %s',
    async (name) => {
      objects.set(name, configMap('named'))
      server = await startBlobServer({ objects, accountKey: ACCOUNT_KEY })
      fleet(azure(', prefix: deploy/'), { accountKey: `${ACCOUNT_KEY}\n` })
      expect(await rendered()).toMatchObject({ objects: ['a', 'named'], problem: undefined })
      expect(cached()).not.toContain(ACCOUNT_KEY)
    },
  )

  test.each(['', '?'])(
    'is read with a shared access signature, with %j before it, that nothing shows',
    async (mark) => {
      server = await startBlobServer({ objects, accountKey: ACCOUNT_KEY, pageSize: 1 })
      objects.set('deploy/b.yaml', configMap('b'))
      const fields = new Map([
        ['sp', 'rl'],
        ['se', '2999-01-01T00:00:00Z'],
        ['sv', '2022-11-02'],
        ['sr', 'c'],
      ])
      const signature = sasSignature(fields, ACCOUNT, 'fleet', ACCOUNT_KEY)
      const sasKey = `${mark}${new URLSearchParams([...fields, ['sig', signature]])}`
      fleet(azure(), { sasKey })
      expect(await rendered()).toMatchObject({ objects: ['a', 'b'], problem: undefined })
      expect(cached()).not.toContain(signature)
      expect(cached()).not.toContain('sig=')
      objects.delete('deploy/b.yaml')
      fleet(azure(), { sasKey: sasKey.replace('sig=', 'sig=x') })
      const { problem, drawn } = await rendered()
      expect(problem).toBe(
        `${SOURCE}: Get "URL/fleet?restype=container&comp=list&prefix=": 403 Forbidden (AuthenticationFailed)`,
      )
      expect(drawn).not.toContain('sig=')
    },
  )

  const refused = `${SOURCE}: Get "URL/fleet?restype=container&comp=list&prefix=": 404 Not Found (ResourceNotFound), asked as anyone:`
  test.each<[string, Record<string, string> | undefined, string]>([
    ['names no Secret', undefined, `${refused} the cluster asks as itself, which only it can`],
    [
      'has a Secret without keys',
      { other: 'x' },
      `${refused} Secret/flux-system/keys has neither accountKey nor sasKey`,
    ],
    [
      'has a Secret with an identity',
      { clientId: 'x', accountKey: ACCOUNT_KEY },
      `${refused} Secret/flux-system/keys has an identity of Microsoft Entra, which is not asked here`,
    ],
    ['has a key that is none', { accountKey: 'wrong-key' }, 'the accountKey of Secret/flux-system/keys is none'],
    [
      'has a signature that is none',
      { sasKey: 'wrong-key' },
      'the sasKey of Secret/flux-system/keys is no shared access signature',
    ],
  ])('that is private and %s is a problem', async (_, secret, message) => {
    server = await startBlobServer({ objects, accountKey: ACCOUNT_KEY })
    fleet(azure(), secret)
    const { problem, hint, drawn } = await rendered()
    expect(problem).toBe(message)
    if (message.startsWith(refused)) expect(hint).toBe(HINT)
    expect(drawn).not.toContain('wrong-key')
  })

  test('is refused with another key', async () => {
    server = await startBlobServer({ objects, accountKey: ACCOUNT_KEY })
    fleet(azure(), { accountKey: Buffer.from('another').toString('base64') })
    expect((await rendered()).problem).toContain('403 Forbidden (AuthenticationFailed)')
  })

  test.each([
    ['account.blob.core.windows.net', 'the endpoint is no URL of an account of Azure'],
    ['https://account.blob.core.windows.net?sig=abc', 'the endpoint is no URL of an account of Azure'],
    ['https://me:secret@account.blob.core.windows.net', 'the endpoint is no URL of an account of Azure'],
    ['https://account.blob.core.windows.net/../x', 'the endpoint is no URL of an account of Azure'],
  ])('at %s is a problem', async (endpoint, message) => {
    server = await startBlobServer({ objects })
    fleet(`provider: azure, endpoint: "${endpoint}"`)
    expect((await rendered()).problem).toBe(`${SOURCE}: ${message}`)
  })

  test('shows nobody on the way a signature', async () => {
    server = await startBlobServer({ objects })
    fleet('provider: azure, endpoint: "http://account.blob.example"', { sasKey: 'sv=1&sig=abc' })
    expect((await rendered()).problem).toBe(
      `${SOURCE}: http://account.blob.example/fleet/ is asked without encryption, which would show its credentials`,
    )
  })
})

describe('a Bucket of gcp', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  let tokens: TestServer
  /** What the statements said that a token was given for. */
  const claims: Record<string, unknown>[] = []

  beforeEach(async () => {
    claims.length = 0
    tokens = await serve((request, response) => {
      let body = ''
      request.on('data', (part) => (body += part))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        const [head = '', said = '', signature = ''] = (form.get('assertion') ?? '').split('.')
        const header = JSON.parse(Buffer.from(head, 'base64url').toString())
        const isSigned = createVerify('RSA-SHA256').update(`${head}.${said}`).verify(publicKey, signature, 'base64url')
        const isMeant =
          request.method === 'POST' &&
          request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
          form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
          header.alg === 'RS256' &&
          header.typ === 'JWT' &&
          header.kid === 'key-1'
        const claim = JSON.parse(Buffer.from(said, 'base64url').toString())
        const now = Date.now() / 1000
        const isTimely = Math.abs(claim.iat - now) < 60 && claim.exp > now && claim.exp <= claim.iat + 3600
        if (!isSigned || !isMeant || !isTimely || claim.aud !== `${tokens.url}/token`)
          return void response.writeHead(400).end('{"error":"invalid_grant","error_description":"No."}')
        claims.push({ iss: claim.iss, scope: claim.scope })
        response.end('{"access_token":"ya29.token","expires_in":3599,"token_type":"Bearer"}')
      })
    })
    server = await startBucketServer({
      objects,
      pageSize: 1,
      instead: (request, response) => {
        if (request.headers.authorization === 'Bearer ya29.token') return false
        response.writeHead(401).end('<Error><Code>AuthenticationRequired</Code></Error>')
        return true
      },
    })
  })
  afterEach(async () => tokens.close())

  const gcp = () => `provider: gcp, endpoint: "${server.url.slice('http://'.length)}"`
  const account = (more: Record<string, string> = {}) => ({
    serviceaccount: JSON.stringify({
      ...{ type: 'service_account', private_key_id: 'key-1', private_key: privateKey },
      ...{ client_email: 'a@example.iam.gserviceaccount.com', token_uri: `${tokens.url}/token` },
      ...more,
    }),
  })

  test('is read with the token that its service account is given, once', async () => {
    objects.set('deploy/b.yaml', configMap('b'))
    fleet(gcp(), account())
    expect(await rendered()).toMatchObject({ objects: ['a', 'b'], problem: undefined })
    const scope = 'https://www.googleapis.com/auth/devstorage.read_only'
    expect(claims).toEqual([{ iss: 'a@example.iam.gserviceaccount.com', scope }])
    expect(cached()).not.toMatch(/ya29|PRIVATE KEY/)
    expect(await rendered({ offline: true })).toMatchObject({ objects: ['a', 'b'], problem: undefined })
  })

  test('that is public is read as anyone', async () => {
    await server.close()
    server = await startBucketServer({ objects })
    fleet(gcp())
    expect(await rendered()).toMatchObject({ objects: ['a'], problem: undefined })
  })

  test('that is private and names no Secret is a problem', async () => {
    fleet(gcp())
    expect(await rendered()).toMatchObject({
      problem: `${SOURCE}: Get "URL/fleet/?list-type=2&prefix=": 401 Unauthorized (AuthenticationRequired), asked as anyone: the cluster asks as itself, which only it can`,
      hint: HINT,
    })
  })

  test.each<[string, Record<string, string>, string]>([
    ['of another account', { private_key_id: 'key-2' }, `Post "TOKENS/token": 400 Bad Request (invalid_grant)`],
    ['that is none', { private_key: 'wrong-key' }, 'the private_key of the service account is no RSA key in PKCS #8'],
    [
      'for a server in clear',
      { token_uri: 'http://tokens.example/token' },
      'the token_uri of the service account is no URL with encryption',
    ],
    [
      'for a file',
      { token_uri: 'file:///etc/passwd' },
      'the token_uri of the service account is no URL with encryption',
    ],
  ])('with a key %s is a problem', async (_, more, message) => {
    fleet(gcp(), account(more))
    const { problem, drawn } = await rendered()
    expect(problem?.replaceAll(tokens.url, 'TOKENS')).toBe(`${SOURCE}: ${message}`)
    expect(drawn).not.toMatch(/wrong-key|PRIVATE/)
    expect(server.requests).toEqual([])
  })

  test.each([
    ['{', 'is no JSON'],
    ['{"type": "external_account"}', 'is none: Flux takes nothing but the type service_account'],
    ['{"type": "service_account"}', 'has not both client_email and private_key'],
    ['null', 'is none: Flux takes nothing but the type service_account'],
  ])('with the service account %s is a problem', async (serviceaccount, message) => {
    fleet(gcp(), { serviceaccount })
    expect((await rendered()).problem).toBe(`the serviceaccount of Secret/flux-system/keys ${message}`)
  })
})
