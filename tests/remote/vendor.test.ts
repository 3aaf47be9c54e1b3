/** `strake vendor`: copies of remote parts, and builds that use them. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFetcher } from '../../src/node/fetch.ts'
import { UsedParts } from '../../src/node/vendoring.ts'
import { helmProgram } from '../subject.ts'
import { runProgram } from './run-program.ts'
import { serve } from './server.ts'
import { named, objectText, World } from './world.ts'

let world: World
let commit: string
beforeEach(() => {
  world = new World()
  commit = world.commit('base', {
    ...named('top'),
    'README.md': 'not needed',
    'shared/kustomization.yaml': 'resources: [object.yaml]\n',
    'shared/object.yaml': objectText('shared'),
    'dev/kustomization.yaml': 'namePrefix: dev-\nresources: [../link]\n',
    link: '-> shared',
  })
  world.git('base', 'tag', 'v1')
})
afterEach(() => world.remove())

const run = (...words: string[]) => runProgram(world, words)

function overlay(...resources: string[]): void {
  world.write('app', { 'kustomization.yaml': `resources: ${JSON.stringify(resources)}\n` })
}

/** All files and links below a folder. */
function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const add = (path: string, name: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const at = join(path, entry.name)
      const shown = name === '' ? entry.name : `${name}/${entry.name}`
      if (entry.isDirectory()) add(at, shown)
      else if (entry.isSymbolicLink()) found[shown] = 'a link'
      else found[shown] = readFileSync(at, 'utf8')
    }
  }
  add(world.path(folder), '')
  return found
}

const INDEX = 'strake-vendor.json'
const place = () => `file-schemed${world.path('base')}`

/** Nothing can be fetched any more. */
function takeAway(): void {
  rmSync(world.path('base'), { recursive: true })
  rmSync(world.path('cache'), { recursive: true })
}

describe('what is copied', () => {
  test('is what a build looks at, by host, repository and ref, and the kustomization stays', async () => {
    overlay(`${world.url('base')}//dev?ref=v1`, world.url('base'))
    const before = readFileSync(world.path('app/kustomization.yaml'), 'utf8')
    expect(await run('vendor', 'app')).toEqual({
      code: 0,
      stdout: '2 repositories and 0 files (6 in all) in vendor\n',
      stderr: '',
    })
    const { [INDEX]: index = '', ...files } = tree('app/vendor')
    expect(files).toEqual({
      [`${place()}/v1/dev/kustomization.yaml`]: 'namePrefix: dev-\nresources: [../link]\n',
      [`${place()}/v1/link`]: 'a link',
      [`${place()}/v1/shared/kustomization.yaml`]: 'resources: [object.yaml]\n',
      [`${place()}/v1/shared/object.yaml`]: objectText('shared'),
      [`${place()}/HEAD/kustomization.yaml`]: 'resources: [object.yaml]\n',
      [`${place()}/HEAD/object.yaml`]: objectText('top'),
    })
    const { version, repositories, files: listed } = JSON.parse(index)
    const digest = expect.stringMatching(/^sha256-[0-9a-f]{64}$/)
    expect({ version, repositories, listed }).toEqual({
      version: 1,
      repositories: [
        {
          url: world.url('base'),
          ref: '',
          submodules: true,
          commit,
          place: `${place()}/HEAD`,
          content: { 'kustomization.yaml': digest, 'object.yaml': digest },
        },
        {
          url: world.url('base'),
          ref: 'v1',
          submodules: true,
          commit,
          place: `${place()}/v1`,
          content: {
            'dev/kustomization.yaml': digest,
            link: '-> shared',
            'shared/kustomization.yaml': digest,
            'shared/object.yaml': digest,
          },
        },
      ],
      listed: [],
    })
    expect(readFileSync(world.path('app/kustomization.yaml'), 'utf8')).toBe(before)
    const expected = `${objectText('dev-shared')}---\n${objectText('top')}`
    takeAway()
    expect(await run('build', 'app')).toEqual({ code: 0, stdout: expected, stderr: '' })
    expect(existsSync(world.path('cache'))).toBe(false)
  })

  test('are repositories that repositories name, and files of servers', async () => {
    const server = await serve((request, response) => {
      if (request.url?.startsWith('/crds/a.yaml')) response.end(objectText('served'))
      else response.writeHead(404).end()
    })
    world.commit('outer', { 'kustomization.yaml': `resources: ['${world.url('base')}?ref=v1']\n` })
    overlay(`${world.url('outer')}?ref=main`, `${server.url.replace('://', '://me:secret@')}/crds/a.yaml?token=hidden`)
    expect((await run('vendor', 'app')).stdout).toBe('2 repositories and 1 files (4 in all) in vendor\n')
    await server.close()
    expect(Object.keys(tree('app/vendor')).sort()).toEqual([
      '127.0.0.1/crds/a.yaml',
      `${place()}/v1/kustomization.yaml`,
      `${place()}/v1/object.yaml`,
      `file-schemed${world.path('outer')}/main/kustomization.yaml`,
      INDEX,
    ])
    const index = readFileSync(world.path(`app/vendor/${INDEX}`), 'utf8')
    expect(index).not.toMatch(/secret|hidden/)
    takeAway()
    expect((await run('build', 'app')).stdout).toBe(`${objectText('served')}---\n${objectText('top')}`)
  })

  test('is the state that is locked', async () => {
    overlay(`${world.url('base')}?ref=main`)
    await run('lock', 'app')
    const second = world.commit('base', named('second'))
    await run('vendor', 'app')
    expect((await run('build', 'app')).stdout).toBe(objectText('top'))
    await run('lock', 'app')
    expect((await run('build', 'app')).stderr).toContain(
      `file://${world.path('base')} at main is at ${commit} in ${world.path('app/vendor')}, the lock file has ${second}`,
    )
    await run('vendor', 'app')
    expect((await run('build', 'app')).stdout).toBe(objectText('second'))
  })

  test('is nothing when nothing is remote', async () => {
    world.write('app', named('a'))
    expect((await run('vendor', 'app')).stdout).toBe('0 repositories and 0 files (0 in all) in vendor\n')
    expect(existsSync(world.path('app/vendor'))).toBe(false)
    expect((await run('vendor', '--check', 'app')).code).toBe(0)
  })

  test('works without a cache', async () => {
    overlay(`${world.url('base')}?ref=v1`)
    world.environment.STRAKE_CACHE = 'off'
    expect((await run('vendor', 'app')).stdout).toBe('1 repositories and 0 files (2 in all) in vendor\n')
  })

  test('may not have one place for two contents', async () => {
    const server = await serve((request, response) => response.end(objectText(String(request.url?.slice(-1)))))
    overlay(`${server.url}/a.yaml?x=1`, `${server.url}/a.yaml?x=2`)
    expect((await run('vendor', 'app')).stderr).toContain(
      "two remote parts with different content belong at '127.0.0.1/a.yaml'",
    )
    expect(existsSync(world.path('app/vendor'))).toBe(false)
    await server.close()
  })
})

describe('a folder that another program reads', () => {
  /** As helm's charts are: looked at by the build, read by the program. */
  async function pieces(files: Record<string, string>): Promise<string[] | string> {
    world.commit('charts', { 'kustomization.yaml': 'resources: []\n', ...files })
    const used = new UsedParts()
    const fetcher = openFetcher({ environment: world.environment })
    try {
      const request = { url: world.url('charts'), ref: '', submodules: true, timeoutSeconds: 27 }
      const { fs, root } = await used.watch(fetcher).repository(request)
      await fs.read(`${root}/kustomization.yaml`)
      await fs.stat(`${root}/charts/web`)
      const places = { ofRepository: () => 'x', ofFile: () => 'y', repositoryOf: () => undefined }
      return [...used.content(places).pieces.keys()]
    } catch (error) {
      return (error as Error).message
    } finally {
      await fetcher.close()
    }
  }

  const CHART = { 'charts/web/Chart.yaml': 'name: web\n', 'charts/web/templates/a.yaml': '{}\n', 'charts/other/x': '' }

  test('is copied whole, with what its links lead to', async () => {
    const links = {
      'charts/web/files': '-> ../../files',
      'files/a.txt': 'a',
      'files/up': '-> ../charts/web',
      'more/x': '',
    }
    expect(await pieces({ ...CHART, ...links })).toEqual([
      'x/charts/web/Chart.yaml',
      'x/charts/web/files',
      'x/charts/web/templates/a.yaml',
      'x/files/a.txt',
      'x/files/up',
      'x/kustomization.yaml',
    ])
  })

  test.each(['/etc/passwd', '../../../secret', 'templates/../../../../x'])(
    'is refused when a link of it leads out of the repository: %s',
    async (target) => {
      const problem = `the link 'charts/web/out' leads out of its repository: ${target}`
      expect(await pieces({ ...CHART, 'charts/web/out': `-> ${target}` })).toBe(problem)
    },
  )
})

const helm = helmProgram()
test.skipIf(helm === undefined)(
  'a chart in a repository is rendered from its copy, and refused when that was changed',
  async () => {
    world.environment.PATH = `${dirname(helm as string)}:${world.environment.PATH}`
    world.commit('charts', {
      'kustomization.yaml': 'helmCharts: [{name: web, releaseName: r}]\n',
      'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'charts/web/values.yaml': 'a: b\n',
      'charts/web/templates/a.yaml': objectText('chart'),
    })
    overlay(`${world.url('charts')}?ref=main`)
    expect(await run('vendor', '--enable-helm', 'app')).toEqual({
      code: 0,
      stdout: '1 repositories and 0 files (4 in all) in vendor\n',
      stderr: '',
    })
    rmSync(world.path('charts'), { recursive: true })
    expect((await run('build', '--enable-helm', 'app')).stdout).toBe(objectText('chart'))
    const template = `file-schemed${world.path('charts')}/main/charts/web/templates/a.yaml`
    writeFileSync(world.path(`app/vendor/${template}`), objectText('changed'))
    const { code, stderr } = await run('build', '--enable-helm', 'app')
    expect(code).toBe(1)
    expect(stderr).toContain(`${template} is not what was put there`)
  },
)

test.skipIf(helm === undefined)(
  'a chart that helm would fetch for a remote base is refused, with the place for it',
  async () => {
    world.environment.PATH = `${dirname(helm as string)}:${world.environment.PATH}`
    const chart = '{name: web, repo: "http://127.0.0.1:9/none", version: 1.0.0}'
    world.commit('charts', { 'kustomization.yaml': `helmCharts: [${chart}]\n` })
    overlay(`${world.url('charts')}?ref=main`)
    const { code, stdout, stderr } = await run('vendor', '--enable-helm', 'app')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain("the chart 'web' of a remote base is fetched by helm, and is not vendored")
    expect(stderr).toContain('commit the chart to its repository, as charts/web-1.0.0/web')
    expect(existsSync(world.path('app/vendor'))).toBe(false)
  },
)

test.skipIf(helm === undefined)('what is built with a chart is locked with the flags of build', async () => {
  world.environment.PATH = `${dirname(helm as string)}:${world.environment.PATH}`
  world.write('app', {
    'kustomization.yaml': `resources: ['${world.url('base')}?ref=v1']\nhelmCharts: [{name: web, releaseName: r}]\n`,
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/values.yaml': 'a: b\n',
    'charts/web/templates/a.yaml': objectText('chart'),
  })
  const refused = await run('lock', 'app')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('must specify --enable-helm')
  expect(await run('lock', '--enable-helm', 'app')).toEqual({
    code: 0,
    stdout: '1 repositories and 0 files locked in strake.lock\n',
    stderr: '',
  })
  expect(readFileSync(world.path('app/strake.lock'), 'utf8')).toContain(`"commit": "${commit}"`)
})

describe('vendored again', () => {
  test('nothing is written when nothing has changed', async () => {
    overlay(`${world.url('base')}?ref=v1`)
    await run('vendor', 'app')
    const times = () => Object.keys(tree('app/vendor')).map((name) => lstatSync(world.path(`app/vendor/${name}`)).ino)
    const before = times()
    await run('vendor', 'app')
    expect(times()).toEqual(before)
  })

  test('what is no longer used goes, with its folders; files of others stay', async () => {
    overlay(`${world.url('base')}//dev?ref=v1`, `${world.url('base')}?ref=main`)
    await run('vendor', 'app')
    world.write('app/vendor', { 'notes/mine.txt': 'mine' })
    overlay(`${world.url('base')}?ref=main`)
    await run('vendor', 'app')
    expect(Object.keys(tree('app/vendor')).sort()).toEqual([
      `${place()}/main/kustomization.yaml`,
      `${place()}/main/object.yaml`,
      'notes/mine.txt',
      INDEX,
    ])
    expect(existsSync(world.path(`app/vendor/${place()}/v1`))).toBe(false)
    world.write('app', named('a'))
    await run('vendor', 'app')
    expect(tree('app/vendor')).toEqual({ 'notes/mine.txt': 'mine' })
  })

  test('a folder that others made is not written into', async () => {
    overlay(`${world.url('base')}?ref=v1`)
    world.write('app/vendor', { [`${place()}/v1/object.yaml`]: 'mine' })
    const { code, stderr } = await run('vendor', 'app')
    expect(code).toBe(1)
    expect(stderr).toContain(`${place()}/v1/object.yaml is in the way, and was not put there by this command`)
    expect(tree('app/vendor')).toEqual({ [`${place()}/v1/object.yaml`]: 'mine' })
  })
})

describe('a build from copies', () => {
  beforeEach(async () => {
    overlay(`${world.url('base')}?ref=v1`)
    await run('vendor', 'app')
  })
  const object = () => world.path(`app/vendor/${place()}/v1/object.yaml`)

  test('refuses one that was changed, and vendoring repairs it', async () => {
    writeFileSync(object(), objectText('changed'))
    const { code, stdout, stderr } = await run('build', 'app')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`accumulating resources from 'object.yaml': ${object()} is not what was put there`)
    expect((await run('vendor', '--check', 'app')).code).toBe(1)
    await run('vendor', 'app')
    expect((await run('build', 'app')).stdout).toBe(objectText('top'))
  })

  test('refuses what was not vendored instead of fetching it', async () => {
    overlay(`${world.url('base')}?ref=main`)
    expect((await run('build', 'app')).stderr).toContain(
      `not in ${world.path('app/vendor')}: ${world.url('base')} at main`,
    )
  })

  test('is one that fetches again once the folder is gone', async () => {
    rmSync(world.path('app/vendor'), { recursive: true })
    takeAwayCache()
    expect((await run('build', 'app')).stdout).toBe(objectText('top'))
  })

  test('reads nothing through a link that leads out', async () => {
    const folder = world.path(`app/vendor/${place()}/v1`)
    world.write('outside', named('outside'))
    rmSync(folder, { recursive: true })
    symlinkSync(world.path('outside'), folder)
    expect((await run('build', 'app')).stderr).toContain(`${folder} is not there`)
    // Nor does vendoring write or remove anything there.
    expect((await run('vendor', 'app')).stderr).toContain(`${folder} is in the way`)
    overlay(`${world.url('base')}?ref=main`)
    await run('vendor', 'app')
    expect(Object.keys(tree('outside')).sort()).toEqual(['kustomization.yaml', 'object.yaml'])
  })

  test('refuses an index that names places elsewhere', async () => {
    const path = world.path(`app/vendor/${INDEX}`)
    const text = readFileSync(path, 'utf8')
    for (const bad of ['../../x', '/x', 'a/../../x', '.', 'a//b', INDEX]) {
      const index = JSON.parse(text)
      index.repositories[0].place = bad
      writeFileSync(path, JSON.stringify(index))
      expect((await run('build', 'app')).stderr, bad).toContain('not the form of such an index')
    }
  })
})

describe('--check', () => {
  test('says whether the folder is up to date, asks nobody and changes nothing', async () => {
    overlay(`${world.url('base')}//dev?ref=v1`, `${world.url('base')}?ref=v1`)
    expect((await run('vendor', '--check', 'app')).stderr).toContain(
      `not in ${world.path('app/vendor')}: ${world.url('base')} at v1`,
    )
    expect(existsSync(world.path('app/vendor'))).toBe(false)
    await run('vendor', 'app')
    takeAway()
    expect(await run('vendor', '--check', 'app')).toEqual({
      code: 0,
      stdout: 'vendor is up to date: 1 repositories and 0 files (6 in all)\n',
      stderr: '',
    })
    overlay(`${world.url('base')}?ref=v1`)
    const before = tree('app/vendor')
    const { code, stderr } = await run('vendor', '--check', 'app')
    expect(code).toBe(1)
    expect(stderr).toContain(`Error: ${world.path('app/vendor')} is not what this kustomization needs:
  not needed: ${place()}/v1/dev/kustomization.yaml
  not needed: ${place()}/v1/link
  not needed: ${place()}/v1/shared/kustomization.yaml
  not needed: ${place()}/v1/shared/object.yaml
`)
    expect(tree('app/vendor')).toEqual(before)
  })
})

/** Whether permissions bind whoever runs this. */
function isBound(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'strake-bound-'))
  try {
    chmodSync(folder, 0o500)
    writeFileSync(join(folder, 'x'), '')
    return false
  } catch {
    return true
  } finally {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  }
}

test.skipIf(!isBound())('a write that fails leaves an index that is true', async () => {
  overlay(`${world.url('base')}?ref=v1`)
  await run('vendor', 'app')
  const before = readFileSync(world.path(`app/vendor/${INDEX}`), 'utf8')
  overlay(`${world.url('base')}?ref=v1`, `${world.url('base')}//shared?ref=main`)
  chmodSync(world.path(`app/vendor/${place()}`), 0o500)
  const { code, stderr } = await run('vendor', 'app')
  chmodSync(world.path(`app/vendor/${place()}`), 0o700)
  expect(code).toBe(1)
  expect(stderr).toContain('permission denied')
  expect(readFileSync(world.path(`app/vendor/${INDEX}`), 'utf8')).toBe(before)
})

function takeAwayCache(): void {
  rmSync(world.path('cache'), { recursive: true })
}
