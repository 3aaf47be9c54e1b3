/** What is kept, what is locked, and building without a network. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strake } from '../cli/program.ts'
import { serve, type TestServer } from './server.ts'
import { named, objectText, World } from './world.ts'

let world: World
let first: string
beforeEach(() => {
  world = new World()
  first = world.commit('base', named('first'))
  world.git('base', 'tag', 'v1')
})
afterEach(() => world.remove())

function overlay(...resources: string[]): void {
  world.write('app', { 'kustomization.yaml': `resources: ${JSON.stringify(resources)}\n` })
}

/** Nothing can be fetched from it any more. */
function takeAway(): void {
  rmSync(world.path('base'), { recursive: true })
}

describe('a second build', () => {
  test.each(['tag', 'commit'])('of a %s asks nobody', async (kind) => {
    overlay(`${world.url('base')}?ref=${kind === 'tag' ? 'v1' : first}`)
    expect(await world.build('app')).toBe(objectText('first'))
    takeAway()
    expect(await world.build('app')).toBe(objectText('first'))
  })

  test('of a branch sees what it is now', async () => {
    overlay(`${world.url('base')}?ref=main`)
    expect(await world.build('app')).toBe(objectText('first'))
    world.commit('base', named('second'))
    expect(await world.build('app')).toBe(objectText('second'))
  })

  test('without a cache fetches anew, and leaves nothing', async () => {
    world.environment.STRAKE_CACHE = 'off'
    overlay(`${world.url('base')}?ref=v1`)
    expect(await world.build('app')).toBe(objectText('first'))
    takeAway()
    expect(await world.build('app')).toContain('does not appear to be a git repository')
  })
})

test('one repository named twice is fetched once', async () => {
  world.commit('base', {
    'a/kustomization.yaml': 'namePrefix: a-\nresources: [../object]\n',
    'b/kustomization.yaml': 'namePrefix: b-\nresources: [../object]\n',
    'object/kustomization.yaml': 'resources: [object.yaml]\n',
    'object/object.yaml': objectText('x'),
  })
  overlay(`${world.url('base')}//a`, `${world.url('base')}//b`)
  expect(await world.build('app')).toBe(`${objectText('a-x')}---\n${objectText('b-x')}`)
  expect(readdirSync(world.path('cache/git'))).toHaveLength(1)
})

test('builds at the same time share a cache', async () => {
  overlay(world.url('base'))
  const texts = await Promise.all(Array.from({ length: 4 }, () => world.build('app')))
  expect(texts).toEqual(Array(4).fill(objectText('first')))
})

describe('offline', () => {
  test('a branch is what it was when it was fetched', async () => {
    overlay(`${world.url('base')}?ref=main`)
    await world.build('app')
    world.commit('base', named('second'))
    expect(await world.build('app', { offline: true })).toBe(objectText('first'))
  })

  test('all that a kustomization misses is named', async () => {
    overlay('ssh://host.example/a/b?ref=v1', `${world.url('base')}?ref=v1`)
    expect(await world.build('app', { offline: true })).toContain(
      'offline, and not in the cache: ssh://host.example/a/b at v1, file://$ROOT/base at v1',
    )
  })
})

describe('strake lock', () => {
  let server: TestServer
  let content: string
  beforeEach(async () => {
    content = objectText('file')
    server = await serve((_, response) => response.end(content))
  })
  afterEach(() => server.close())

  /** The program, which has to run beside the server of this process. */
  async function run(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const { spawn } = await import('node:child_process')
    const { PROGRAM } = await import('../cli/program.ts')
    const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: world.path('.'), env: world.environment })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (part) => (stdout += part))
    child.stderr.on('data', (part) => (stderr += part))
    const code = await new Promise<number | null>((done) => child.on('close', done))
    return { code, stdout, stderr }
  }

  const lockFile = () => JSON.parse(readFileSync(world.path('app/strake.lock'), 'utf8'))

  test('builds stay with what is locked, until it is locked anew', async () => {
    overlay(`${world.url('base')}?ref=main`, `${server.url}/object.yaml`)
    expect(await run('lock', 'app')).toEqual({
      code: 0,
      stdout: '1 repositories and 1 files locked in strake.lock\n',
      stderr: '',
    })
    const digest = expect.stringMatching(/^sha256-[0-9a-f]{64}$/)
    expect(lockFile()).toEqual({
      version: 1,
      repositories: [{ url: world.url('base'), ref: 'main', submodules: true, commit: first, digest }],
      files: [{ url: `${server.url}/object.yaml`, digest }],
    })
    world.commit('base', named('second'))
    content = objectText('other')
    server.requests.length = 0
    const before = `${objectText('file')}---\n${objectText('first')}`
    expect((await run('build', 'app')).stdout).toBe(before)
    expect(server.requests).toEqual([])
    await run('lock', 'app')
    expect((await run('build', 'app')).stdout).toBe(`${objectText('other')}---\n${objectText('second')}`)
  })

  test('a locked commit is fetched where there is no cache, and checked', async () => {
    overlay(`${world.url('base')}?ref=main`)
    await run('lock', 'app')
    world.commit('base', named('second'))
    world.environment.STRAKE_CACHE = world.path('elsewhere')
    expect((await run('build', 'app')).stdout).toBe(objectText('first'))
    const lock = lockFile()
    lock.repositories[0].digest = `sha256-${'0'.repeat(64)}`
    writeFileSync(world.path('app/strake.lock'), JSON.stringify(lock))
    expect((await run('build', 'app')).stderr).toContain('are not those of the lock file')
  })

  test('a file that has changed is an error', async () => {
    overlay(`${server.url}/object.yaml`)
    await run('lock', 'app')
    content = objectText('other')
    world.environment.STRAKE_CACHE = world.path('elsewhere')
    expect((await run('build', 'app')).stderr).toContain('the content is not that of the lock file')
  })

  test('what strake flux lock has written is kept, and is not what a build goes by', async () => {
    overlay(`${world.url('base')}?ref=main`)
    await run('lock', 'app')
    const before = lockFile()
    const other = { ...before.repositories[0], commit: 'a'.repeat(40) }
    const flux = {
      repositories: [other],
      files: [],
      artifacts: [{ url: 'oci://example.org/x', ref: 'v1', digest: `sha256:${'b'.repeat(64)}` }],
    }
    writeFileSync(world.path('app/strake.lock'), JSON.stringify({ ...before, flux }))
    expect((await run('build', 'app')).stdout).toBe(objectText('first'))
    world.commit('base', named('second'))
    await run('lock', 'app')
    const after = lockFile()
    expect(after.flux).toEqual(flux)
    expect(after.repositories[0].commit).not.toBe(before.repositories[0].commit)
    expect((await run('build', 'app')).stdout).toBe(objectText('second'))
  })

  test('a broken lock file is no reason to forget what it had', async () => {
    overlay(`${world.url('base')}?ref=main`)
    for (const text of ['<<<<<<< ours', '{"version": 1, "repositories": [], "files": [], "flux": null}']) {
      writeFileSync(world.path('app/strake.lock'), text)
      const { code, stderr } = await run('lock', 'app')
      expect(code).toBe(1)
      expect(stderr).toContain('remove it: `strake lock` and `strake flux lock` write it anew')
      expect(readFileSync(world.path('app/strake.lock'), 'utf8')).toBe(text)
    }
  })

  test('a broken lock file is an error', async () => {
    overlay(`${world.url('base')}?ref=main`)
    const none = { version: 1, repositories: [], files: [] }
    for (const lock of [
      { version: 1 },
      { ...none, files: [null] },
      { ...none, flux: [] },
      { ...none, buckets: [{}] },
    ]) {
      writeFileSync(world.path('app/strake.lock'), JSON.stringify(lock))
      expect((await run('build', 'app')).stderr).toContain('not the form of a lock file')
    }
  })
})

describe('the program', () => {
  test('builds a URL', () => {
    const { stdout } = strake(world.root, ['build', `${world.url('base')}?ref=v1`], world.environment)
    expect(stdout).toBe(objectText('first'))
  })

  test('shows no credentials, nor the excerpt of a file', () => {
    mkdirSync(world.path('app'))
    overlay('https://me:secret@host.invalid/a/b?ref=v1')
    const { stderr } = strake(world.root, ['build', '--offline', 'app'], world.environment)
    expect(stderr).toContain('https://***@host.invalid/a/b')
    expect(stderr).not.toContain('secret')
  })
})
