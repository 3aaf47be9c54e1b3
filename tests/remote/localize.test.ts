/** `localize` of remote targets and entries. Places and messages were compared with kustomize 5.8.2. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fail } from '../../src/core/error.ts'
import type { Fetcher } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { encodeUtf8 } from '../../src/core/text.ts'
import { localize } from '../../src/kustomize/localize.ts'
import { openFetcher } from '../../src/node/fetch.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { named, objectText, World } from './world.ts'

const decoder = new TextDecoder()
const silent = { emit: () => undefined }
const KUSTOMIZATION = 'resources:\n- object.yaml\n'

/** The copy's files by their path in it, or what was refused. */
async function copied(options: Parameters<typeof localize>[0], root = '/w'): Promise<Record<string, string> | string> {
  try {
    const { destination, files } = await localize(options)
    const texts = [...files].map(([path, bytes]) => [path.slice(destination.length + 1), decoder.decode(bytes)])
    return Object.fromEntries(texts)
  } catch (error) {
    return (error as Error).message.replaceAll(root, '$ROOT')
  }
}

describe('repositories', () => {
  let world: World
  beforeEach(() => {
    world = new World()
  })
  afterEach(() => world.remove())

  async function run(target: string, scope = '', destination = 'out') {
    const fetcher = openFetcher({ environment: world.environment })
    try {
      const options = { fs: nodeFileSystem(), fetcher, log: silent, cwd: world.root, target, scope, destination }
      if (destination === '') return (await localize(options)).destination.replace(world.root, '$ROOT')
      return await copied(options, world.root)
    } finally {
      await fetcher.close()
    }
  }

  function repository(): string {
    world.commit('base.git', {
      ...named('top'),
      'shared/kustomization.yaml': KUSTOMIZATION,
      'shared/object.yaml': objectText('shared'),
      'dev/kustomization.yaml': 'resources: [../shared]\n',
      'taken/localized-files/x': '',
      'taken/kustomization.yaml': `components: ["${world.url('base.git')}?ref=v1"]\n`,
      'out/kustomization.yaml': 'components: [../../../x]\n',
    })
    world.git('base.git', 'tag', 'v1')
    world.git('base.git', 'tag', 'rel/v2')
    return world.url('base.git')
  }

  test('as entries have their place by host, repository, ref and folder', async () => {
    const url = repository()
    world.write('app', { 'kustomization.yaml': `resources: ['${url}?ref=v1', '${url}//dev?ref=rel/v2']\n` })
    const place = `localized-files/file-schemed${world.path('base')}`
    expect(await run('app')).toEqual({
      'kustomization.yaml': `resources:\n- ${place}/v1\n- ${place}/rel/v2/dev\n`,
      [`${place}/v1/kustomization.yaml`]: KUSTOMIZATION,
      [`${place}/v1/object.yaml`]: objectText('top'),
      [`${place}/rel/v2/dev/kustomization.yaml`]: 'resources:\n- ../shared\n',
      [`${place}/rel/v2/shared/kustomization.yaml`]: KUSTOMIZATION,
      [`${place}/rel/v2/shared/object.yaml`]: objectText('shared'),
    })
  })

  test('as targets: the scope is the repository', async () => {
    const url = repository()
    expect(await run(`${url}//dev?ref=v1`)).toEqual({
      'dev/kustomization.yaml': 'resources:\n- ../shared\n',
      'shared/kustomization.yaml': KUSTOMIZATION,
      'shared/object.yaml': objectText('shared'),
    })
    expect(await run(`${url}?ref=rel/v2`, '', '')).toBe('$ROOT/localized-base.git-rel-v2')
    expect(await run(`${url}//dev?ref=v1`, '', '')).toBe('$ROOT/localized-dev-v1')
    expect(await run(`${url}?ref=v1`, '.')).toBe(
      `invalid localize scope ".": scope "." specified for remote localize target "file://$ROOT/base.git?ref=v1"`,
    )
  })

  test('need a ref', async () => {
    const url = repository()
    const message = 'localize remote root "file://$ROOT/base.git" missing ref query string parameter'
    expect(await run(url)).toBe(message)
    world.write('app', { 'kustomization.yaml': `components: ['${url}']\n` })
    expect(await run('app')).toBe(`unable to localize target "app": unable to localize components entry: ${message}`)
  })

  test('need a folder that is not there yet', async () => {
    const url = repository()
    expect(await run(`${url}//taken?ref=v1`)).toMatch(
      /already contains localized-files needed to store root "file:\/\/\$ROOT\/base\.git\?ref=v1"$/,
    )
  })

  test('may not lead out of themselves', async () => {
    expect(await run(`${repository()}//out?ref=v1`)).toMatch(
      /^unable to localize target ".*": unable to localize components entry: /,
    )
  })
})

test('remote entries are fetched at the same time', async () => {
  let running = 0
  let most = 0
  const fetcher: Fetcher = {
    repository: () => Promise.reject(fail('GIT', 'no repository')),
    atHand: async () => false,
    file: async () => {
      most = Math.max(most, ++running)
      await new Promise((done) => setTimeout(done, 20))
      running--
      return { status: 200, reason: 'OK', bytes: encodeUtf8(objectText('a')) }
    },
    close: async () => undefined,
  }
  const entries = ['a', 'b', 'c'].map((name) => `https://example.org/${name}.yaml`)
  const fs = memoryFileSystem({ '/w/t/kustomization.yaml': `resources: ${JSON.stringify(entries)}\n` })
  await localize({ fs, fetcher, log: silent, cwd: '/w', target: 't', scope: '', destination: 'out' })
  expect(most).toBeGreaterThanOrEqual(3)
})

describe('files', () => {
  const fetcher: Fetcher = {
    repository: () => Promise.reject(new Error('no repository was expected')),
    atHand: async () => false,
    file: async (url) => ({ status: 200, reason: 'OK', bytes: encodeUtf8(`# ${url}\n${objectText('a')}`) }),
    close: async () => undefined,
  }
  const run = (kustomization: string, more = {}) => {
    const fs = memoryFileSystem({ '/w/t/kustomization.yaml': kustomization, ...more })
    return copied({ fs, fetcher, log: silent, cwd: '/w', target: 't', scope: '', destination: 'out' })
  }

  test.each([
    ['http://u:p@example.org:80/a.yaml', 'example.org/a.yaml'],
    ['https://example.org/a/./b/../../../x%20y.yaml?token=1', 'example.org/x%20y.yaml'],
    ['https://example.org/a b/(c)!.yaml', 'example.org/a%20b/%28c%29%21.yaml'],
    ['https://example.org/ü.yaml', 'example.org/%C3%BC.yaml'],
    ['https://example.org/%2e%2e/%2e%2e/x.yaml', 'example.org/%2e%2e/%2e%2e/x.yaml'],
    ['http://[::1]:8080/a.yaml', '::1/a.yaml'],
  ])('%s', async (url, place) => {
    const copy = await run(`crds: ["${url}"]\n`)
    expect(copy).toEqual({
      'kustomization.yaml': `crds:\n- localized-files/${place}\n`,
      [`localized-files/${place}`]: `# ${url}\n${objectText('a')}`,
    })
  })

  test('keys of generators stay', async () => {
    const url = 'https://example.org/a.txt'
    const copy = await run(`configMapGenerator: [{name: a, files: ["${url}", "k=${url}"]}]\n`)
    expect(copy).toHaveProperty(
      ['kustomization.yaml'],
      'configMapGenerator:\n- files:\n  - localized-files/example.org/a.txt\n  - k=localized-files/example.org/a.txt\n  name: a\n',
    )
  })

  test('need a folder that is not there yet', async () => {
    const copy = await run('crds: ["https://example.org/a"]\n', { '/w/t/localized-files/x': '' })
    expect(copy).toBe(
      'unable to localize target "t": unable to localize crds entry: $ROOT/t already contains localized-files needed to store file "https://example.org/a"',
    )
  })
})
