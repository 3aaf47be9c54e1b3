/** Version constraints in `tag`: which tag of an image is meant, by its registry and by the container engine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { newestVersion, readConstraint } from '../../src/kpt/version-constraint.ts'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

describe('a version constraint', () => {
  const TAGS = [
    'latest',
    'v0.1.5',
    'v0.2',
    'v0.2.4',
    'v0.2.5',
    'v0.3.0',
    '1',
    '1.4.0-rc.1',
    '1.5.0-rc.1',
    'v2.0.1',
    '12-alpine',
  ]

  it.each([
    ['~0.2', 'v0.2.5'],
    ['0.2.x', 'v0.2.5'],
    ['0.2.0 - 0.2.4', 'v0.2.4'],
    ['>=0.1 <0.3', 'v0.2.5'],
    ['>=0.1, <0.3, !=0.2.5', 'v0.2.4'],
    ['!=2, <12', '1'],
    ['^0.1 || ^0.3', 'v0.3.0'],
    ['=>1 =<1.9', '1'],
    ['~>0.1', 'v0.1.5'],
    ['^1', '1'],
    ['^1.4.0-0', '1.5.0-rc.1'],
    ['=0.2', 'v0.2.5'],
    ['>0.2 <1', 'v0.3.0'],
    ['*', 'v2.0.1'],
    ['>=13', undefined],
  ])('%s means %s', (text, tag) => {
    const meets = readConstraint(text)
    expect(meets && newestVersion(meets, TAGS)).toBe(tag)
  })

  it.each(['stable', '', '||', '1.2.3.4', '> ', '>=1 stable', '~~1', '1 ||'])('is not %j', (text) => {
    expect(readConstraint(text)).toBeUndefined()
  })

  it('of any length is read in linear time', () => {
    expect(readConstraint(`${'>=1 '.repeat(50_000)}x!`)).toBeUndefined()
    expect(readConstraint(`1${' '.repeat(100_000)}-`)).toBeUndefined()
  })
})

describe('the tag of a step', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  async function registry(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(answer)
    closing.push(() => server.close().closeAllConnections())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const json = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
    response.writeHead(status, headers).end(JSON.stringify(value))

  async function rendered(host: string, tag: string, files: Record<string, string> = {}) {
    const image = `${host}/fn/set-labels`
    const pipeline = `pipeline:\n  mutators:\n  - image: ${image}\n    tag: "${tag}"\n    configMap: {team: web}\n`
    const root = folderWith({
      Kptfile: `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n${pipeline}`,
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    })
    const home = folderWith(files)
    const words = ['render', root, '--image-prefix', `${host}/fn`, '--no-status']
    const environment = { PATH: `${home}:/usr/bin:/bin`, HOME: home }
    const { code, stderr } = await runFn({ words, cwd: root, environment })
    const lines = stderr.replaceAll(host, 'HOST').split('\n').slice(1)
    return {
      code,
      lines: lines.slice(0, code === 0 ? 2 : 1).map((line) => line.replace(/ on package.*$| in .*s$/, '')),
    }
  }

  const RAN = (tag: string) => ({
    code: 0,
    lines: [`[RUNNING] "HOST/fn/set-labels:${tag}"`, `[PASS] "HOST/fn/set-labels:${tag}"`],
  })

  it('is the highest that the registry lists, on whatever page', async () => {
    const host = await registry(({ url }, response) => {
      if (url === '/v2/fn/set-labels/tags/list') {
        json(response, { tags: ['v0.2.0', 'v0.3.0'] }, 200, {
          link: '</v2/fn/set-labels/tags/list?last=v0.3.0>; rel="next"',
        })
      } else json(response, { tags: ['v0.2.7', 'v0.2.9-git-1', 'sha256-1'] })
    })
    expect(await rendered(host, '~0.2')).toEqual(RAN('v0.2.7'))
  })

  it('is asked for with a token where the registry wants one, and with the user of docker login', async () => {
    const seen: (string | undefined)[] = []
    const host: string = await registry(({ url, headers: { authorization } }, response) => {
      seen.push(`${url?.replace(/\?.*/, '')} ${authorization ?? '-'}`)
      if (url?.startsWith('/token')) json(response, { token: 'T' })
      else if (authorization === 'Bearer T') json(response, { tags: ['v0.2.0'] })
      else {
        const realm = `Bearer realm="http://${host}/token",service="s",scope="repository:fn/set-labels:pull"`
        json(response, {}, 401, { 'www-authenticate': realm })
      }
    })
    expect(await rendered(host, '~0.2')).toEqual(RAN('v0.2.0'))
    const config = JSON.stringify({ auths: { [host]: { auth: 'dTpw' } } })
    expect(await rendered(host, '~0.2', { '.docker/config.json': config })).toEqual(RAN('v0.2.0'))
    const list = '/v2/fn/set-labels/tags/list'
    const asked = (user: string) => [`${list} -`, `/token ${user}`, `${list} Bearer T`]
    expect(seen).toEqual([...asked('-'), ...asked('Basic dTpw')])
  })

  it('tells no password to a realm that is not encrypted', async () => {
    const seen: (string | undefined)[] = []
    const host: string = await registry(({ url, headers: { authorization } }, response) => {
      seen.push(`${url} ${authorization ?? '-'}`)
      json(response, {}, 401, { 'www-authenticate': 'Bearer realm="http://registry.example/token"' })
    })
    const config = JSON.stringify({ auths: { [host]: { auth: 'dTpw' } } })
    expect(await rendered(host, '~0.2', { '.docker/config.json': config })).toEqual({
      code: 1,
      lines: [
        'Error: tags of "HOST/fn/set-labels" cannot be listed: Get "http://HOST/v2/fn/set-labels/tags/list": 401 Unauthorized ',
      ],
    })
    expect(seen).toEqual(['/v2/fn/set-labels/tags/list -', '/v2/fn/set-labels/tags/list Basic dTpw'])
  })

  const ENGINE = `#!/bin/sh
[ "$1 $2 $3" = 'image ls --filter' ] && [ "$5 $6" = '--format {{ .Tag }}' ] || exit 1
case "$4" in reference=*/fn/set-labels) echo v0.2.1; echo '<none>'; echo v0.2.8 ;; esac
`

  it('may also be one that the container engine has', async () => {
    const host = await registry((_, response) => json(response, { tags: ['v0.2.7'] }))
    expect(await rendered(host, '~0.2', { docker: ENGINE })).toEqual(RAN('v0.2.8'))
  })

  it('is one of the engine, with a warning, when the registry cannot be asked', async () => {
    const host = await registry((_, response) => json(response, {}, 503))
    const { code, lines } = await rendered(host, '~0.2', { docker: ENGINE })
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        'W tag_resolution.go] tags of "HOST/fn/set-labels" cannot be listed, those of docker are used: Get "http://HOST/v2/fn/set-labels/tags/list": 503 Service Unavailable',
        '[RUNNING] "HOST/fn/set-labels:v0.2.8"',
      ],
    })
  })

  it.each([
    ['no tag meets it', '{"tags": ["v1.0.0"]}', 'no tag could be found matching the version constraint "~0.2"'],
    [
      'the registry answers with no JSON',
      '<html>',
      'tags of "HOST/fn/set-labels" cannot be listed: Get "http://HOST/v2/fn/set-labels/tags/list": no JSON',
    ],
    [
      'the registry answers with no list',
      '{"tags": {}}',
      'tags of "HOST/fn/set-labels" cannot be listed: Get "http://HOST/v2/fn/set-labels/tags/list": no list of tags',
    ],
  ])('is an error when %s', async (_, body, message) => {
    const host = await registry((_request, response) => void response.end(body))
    expect(await rendered(host, '~0.2')).toEqual({ code: 1, lines: [`Error: ${message} `] })
  })

  it('is not looked for behind pages without end, nor at another server', async () => {
    const endless = await registry(({ url }, response) => {
      const n = Number(/n=(\d+)/.exec(url ?? '')?.[1] ?? 0) + 1
      json(response, { tags: [] }, 200, { link: `<?n=${n}>; rel="next"` })
    })
    expect(await rendered(endless, '~0.2')).toEqual({
      code: 1,
      lines: [
        'Error: tags of "HOST/fn/set-labels" cannot be listed: Get "http://HOST/v2/fn/set-labels/tags/list?n=100": more than 100 pages of tags ',
      ],
    })
    const elsewhere = await registry((_, response) => {
      json(response, { tags: ['v0.2.0'] }, 200, { link: '<http://127.0.0.1:1/v2/fn/set-labels/tags/list>; rel="next"' })
    })
    expect(await rendered(elsewhere, '~0.2')).toEqual(RAN('v0.2.0'))
  })

  it('is asked for once for all steps of an image, and leaves the Kptfile as it is', async () => {
    let asked = 0
    const host = await registry((_, response) => {
      asked++
      json(response, { tags: ['v0.2.0'] })
    })
    const step = `  - {image: set-labels, tag: ~0.2, configMap: {a: b}}\n`
    const kptfile = `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n  labels:\n    a: b\npipeline:\n  mutators:\n${step}${step}`
    const root = folderWith({ Kptfile: kptfile })
    const words = ['render', root, '--image-prefix', `${host}/fn`, '--no-status']
    const { code } = await runFn({ words, cwd: root, environment: { PATH: '/nowhere', HOME: root } })
    expect({ code, asked, kptfile: filesIn(root).Kptfile }).toEqual({ code: 0, asked: 1, kptfile })
  })
})
