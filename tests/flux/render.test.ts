import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let cwd: string

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-render-')))
})

afterEach(() => rmSync(cwd, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
}

function kustomization(name: string, path: string, more = ''): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 1h
  path: ${path}
  prune: true
  sourceRef: {kind: GitRepository, name: fleet}
${more}---
`
}

function configMap(name: string, more = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}---\n`
}

function applied(owner: string, name: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  creationTimestamp: null
  labels:
    kustomize.toolkit.fluxcd.io/name: ${owner}
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: ${name}
`
}

const ASSUMED = 'GitRepository/flux-system/fleet is defined nowhere here: taken for this repository\n'

describe('the stream', () => {
  beforeEach(() =>
    write({
      'prod/all.yaml':
        kustomization('apps', './apps', '  dependsOn: [{name: infra}]\n') + kustomization('infra', 'infra'),
      'apps/a.yaml': configMap('a'),
      'infra/b.yaml': configMap('b'),
    }),
  )

  test('has the objects in the order in which they are applied', async () => {
    const { code, stdout, stderr } = await runFlux(['render', 'prod'], cwd)
    expect({ code, stderr }).toEqual({ code: 0, stderr: ASSUMED })
    expect(stdout.endsWith(`---\n${applied('infra', 'b')}---\n${applied('apps', 'a')}`)).toBe(true)
  })

  test('is limited to Kustomizations by name', async () => {
    const { stdout } = await runFlux(['render', 'prod', '--kustomization', 'flux-system/apps'], cwd)
    expect(stdout).toBe(applied('apps', 'a'))
  })

  test('names those that there are when one is not', async () => {
    const { code, stdout, stderr } = await runFlux(['render', 'prod', '--kustomization', 'app'], cwd)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${ASSUMED}error[NO_KUSTOMIZATION]\n  hint: there are ./prod, flux-system/infra, flux-system/apps\n✗ nothing here applies a Kustomization 'app'\n`,
    })
  })

  test('is empty when something cannot be rendered, unless told to go on', async () => {
    write({ 'prod/more.yaml': kustomization('gone', './gone') })
    const message = `Kustomization/flux-system/gone: kustomization path not found: stat ${cwd}/gone: no such file or directory`
    const place = '  --> prod/more.yaml:1:1\n   |\n 1 | apiVersion: kustomize.toolkit.fluxcd.io/v1\n   | ^\n'
    const said = `${ASSUMED}error[NO_PATH]\n${place}✗ ${message}\n`
    expect(await runFlux(['render', 'prod'], cwd)).toEqual({ code: 1, stdout: '', stderr: said })
    const { code, stdout, stderr } = await runFlux(['render', 'prod', '--keep-going'], cwd)
    expect({ code, stderr }).toEqual({ code: 1, stderr: said })
    expect(stdout.endsWith(applied('apps', 'a'))).toBe(true)
  })

  test('fails one Kustomization for an object that cannot be printed, and renders the others', async () => {
    write({
      'prod/more.yaml': kustomization('gone', './gone') + kustomization('odd', './odd'),
      'odd/a.yaml': 'apiVersion: example.com/v1\nkind: Odd\nmetadata:\n  name: a\nspec:\n  x: .inf\n',
    })
    const place = '  --> prod/more.yaml:1:1\n   |\n 1 | apiVersion: kustomize.toolkit.fluxcd.io/v1\n   | ^\n'
    const problem = `error[NO_PATH]\n${place}✗ Kustomization/flux-system/gone: kustomization path not found: stat ${cwd}/gone: no such file or directory\n`
    const object = `map[string]interface {}{"apiVersion":"example.com/v1", "kind":"Odd", "metadata":map[string]interface {}{"name":"a"}, "spec":map[string]interface {}{"x":+Inf}}`
    const odd = '  --> prod/more.yaml:12:1\n    |\n 12 | apiVersion: kustomize.toolkit.fluxcd.io/v1\n    | ^\n'
    const { code, stdout, stderr } = await runFlux(['render', 'prod', '--keep-going'], cwd)
    const said = `${ASSUMED}${problem}error[VALUE_TYPE]\n${odd}✗ Kustomization/flux-system/odd: ${object}: json: unsupported value: +Inf\n`
    expect({ code, stderr }).toEqual({ code: 1, stderr: said })
    expect(stdout.endsWith(applied('apps', 'a'))).toBe(true)
    expect(await runFlux(['render', 'prod', '--kustomization', 'apps'], cwd)).toEqual({
      code: 0,
      stdout: applied('apps', 'a'),
      stderr: ASSUMED,
    })
  })
})

describe('sources', () => {
  const source = (url: string, ref = '{branch: main}') => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: fleet, namespace: flux-system}
spec: {interval: 1h, url: "${url}", ref: ${ref}}
`

  const inRepository = (url: string) => {
    execFileSync('git', ['init', '-q'], { cwd })
    execFileSync('git', ['remote', 'add', 'origin', url], { cwd })
  }

  test('with the URL of a remote, whatever its form, are the repository', async () => {
    inRepository('git@example.com:acme/fleet.git')
    write({
      'prod/all.yaml': kustomization('apps', './apps') + source('https://Example.com/acme/fleet'),
      'apps/a.yaml': configMap('a'),
    })
    const { code, stderr, stdout } = await runFlux(['render', 'prod', '--kustomization', 'apps', '--offline'], cwd)
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: 'GitRepository/flux-system/fleet is this repository, by its remote URL\n',
      stdout: applied('apps', 'a'),
    })
  })

  test('of other repositories are not fetched when offline, and say what would help', async () => {
    inRepository('git@example.com:acme/fleet.git')
    write({
      'prod/all.yaml': kustomization('apps', './apps') + source('https://example.com/acme/other'),
      'apps/a.yaml': configMap('a'),
    })
    const { code, stdout, stderr } = await runFlux(['render', 'prod', '--offline'], cwd)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('offline, and not in the cache: https://example.com/acme/other at refs/heads/main')
    expect(stderr).toContain('flux-system/apps is not rendered: the files of GitRepository fleet are not at hand')
  })

  test('that are pinned are not the repository as it stands', async () => {
    inRepository('https://example.com/acme/fleet')
    write({ 'prod/all.yaml': kustomization('apps', './apps') + source('https://example.com/acme/fleet', '{tag: v1}') })
    const { stderr } = await runFlux(['render', 'prod', '--offline'], cwd)
    expect(stderr).toContain('offline, and not in the cache: https://example.com/acme/fleet at refs/tags/v1')
  })

  test.each(['ext::sh -c touch% /tmp/x', 'file:///etc', '--upload-pack=touch', 'git@example.com:acme/fleet'])(
    'are refused under the URL %s',
    async (url) => {
      write({ 'prod/all.yaml': kustomization('apps', './apps') + source(url) })
      const { code, stderr } = await runFlux(['render', 'prod'], cwd)
      expect(code).toBe(1)
      expect(stderr).toContain(`GitRepository/flux-system/fleet has a URL that Flux refuses: '${url}'`)
    },
  )

  test('are where the user says', async () => {
    write({
      'prod/all.yaml': kustomization('apps', './x/../apps') + source('https://example.com/acme/other'),
      'other/apps/a.yaml': configMap('other'),
    })
    const words = [
      'render',
      'prod',
      '--local-sources',
      'GitRepository/flux-system/fleet=other',
      '--kustomization',
      'apps',
    ]
    expect((await runFlux(words, cwd)).stdout).toBe(applied('apps', 'other'))
  })

  test('leave out what their ignore rules say, as their artifacts do', async () => {
    write({
      'prod/all.yaml': kustomization('apps', './apps'),
      '.sourceignore': 'b.yaml\n',
      'apps/a.yaml': configMap('a'),
      'apps/b.yaml': 'not: an object\n',
      'apps/.sops.yaml': 'creation_rules: []\n',
      'apps/.github/workflow.yaml': 'on: push\n',
    })
    const { stdout } = await runFlux(['render', 'prod', '--kustomization', 'apps'], cwd)
    expect(stdout).toBe(applied('apps', 'a'))
  })
})

describe('a source that would lead out of itself', () => {
  const rendered = async () => {
    const { code, stdout, stderr } = await runFlux(['render', 'repo/prod', '--kustomization', 'apps'], cwd)
    return { code, stdout, stderr: stderr.replaceAll(cwd, '{cwd}') }
  }

  beforeEach(() => {
    mkdirSync(join(cwd, 'repo/.git'), { recursive: true })
    write({ 'repo/prod/all.yaml': kustomization('apps', './apps'), 'secret/a.yaml': configMap('outside') })
  })

  test('by a path of a Kustomization stays inside', async () => {
    write({ 'repo/prod/all.yaml': kustomization('apps', '../../../secret'), 'repo/secret/b.yaml': configMap('inside') })
    expect((await rendered()).stdout).toBe(applied('apps', 'inside'))
  })

  test('by a link to a folder finds nothing there', async () => {
    symlinkSync('../secret', join(cwd, 'repo/apps'))
    const { code, stdout, stderr } = await rendered()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('kustomization path not found: stat {cwd}/repo/apps: no such file or directory')
  })

  test('by a base, a patch or a generated file is refused', async () => {
    const outside = [
      'resources: [../../secret/a.yaml]',
      'resources: [../../secret]',
      'configMapGenerator: [{name: a, files: [../../secret/a.yaml]}]',
    ]
    write({ 'repo/apps/a.yaml': configMap('a') })
    for (const text of [...outside, 'resources: [a.yaml]\npatches: [{path: ../../secret/a.yaml}]']) {
      write({ 'repo/apps/kustomization.yaml': `${text}\n` })
      const { code, stdout, stderr } = await rendered()
      expect({ text, code, stdout }).toEqual({ text, code: 1, stdout: '' })
      expect(stderr).toContain("is not in or below '{cwd}/repo'")
    }
  })

  test('by a component that the spec names is refused', async () => {
    write({
      'repo/prod/all.yaml': kustomization('apps', './apps', '  components: [../../secret]\n'),
      'repo/apps/a.yaml': configMap('a'),
      'secret/kustomization.yaml': 'kind: Component\nresources: [a.yaml]\n',
    })
    const { code, stderr } = await rendered()
    expect(code).toBe(1)
    expect(stderr).toContain("is not in or below '{cwd}/repo'")
  })
})

describe('a folder of files', () => {
  const filesIn = (folder: string): string[] =>
    readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(cwd, folder).length + 1))
      .sort()

  beforeEach(() => {
    write({ 'repo/prod/all.yaml': kustomization('apps', './apps'), 'repo/apps/a.yaml': configMap('a') })
    mkdirSync(join(cwd, 'repo/.git'))
    mkdirSync(join(cwd, 'work'))
  })

  const render = () => runFlux(['render', '../repo/prod', '-o', '../out/deep'], join(cwd, 'work'))

  test('has one for each object, and is replaced as a whole', async () => {
    expect(await render()).toMatchObject({ code: 0, stdout: '' })
    const names = [
      '_path/.%2Fprod/kustomize.toolkit.fluxcd.io_Kustomization_flux-system_apps.yaml',
      'flux-system/apps/ConfigMap_a.yaml',
      'flux-tree.json',
    ]
    expect(filesIn('out/deep')).toEqual(names)
    expect(readFileSync(join(cwd, 'out/deep/flux-system/apps/ConfigMap_a.yaml'), 'utf8')).toBe(applied('apps', 'a'))
    write({ 'repo/apps/a.yaml': configMap('b') })
    expect(await render()).toMatchObject({ code: 0 })
    expect(filesIn('out')).toEqual(names.map((name) => `deep/${name.replace('_a.yaml', '_b.yaml')}`))
  })

  test('with files of others is left alone', async () => {
    write({ 'out/deep/mine.txt': 'mine' })
    const { code, stderr } = await render()
    expect(code).toBe(1)
    expect(stderr).toContain('is not empty and holds no flux-tree.json: its files are left alone')
    expect(filesIn('out')).toEqual(['deep/mine.txt'])
  })

  test('that is a repository too is left alone', async () => {
    await render()
    mkdirSync(join(cwd, 'out/deep/.git'))
    const { code, stderr } = await render()
    expect(code).toBe(1)
    expect(stderr).toContain('holds .git, which would be lost')
    expect(existsSync(join(cwd, 'out/deep/.git'))).toBe(true)
  })

  test('stays as it was when something cannot be rendered', async () => {
    await render()
    write({ 'repo/apps/a.yaml': configMap('b'), 'repo/prod/more.yaml': kustomization('gone', './gone') })
    expect(await render()).toMatchObject({ code: 1 })
    expect(filesIn('out/deep')).toContain('flux-system/apps/ConfigMap_a.yaml')
  })

  test('stays one whatever objects are called', async () => {
    write({ 'repo/apps/a.yaml': configMap("'../../../../x'") + configMap("'a_b'") + configMap("'é/%2F'") })
    expect(await render()).toMatchObject({ code: 0 })
    expect(filesIn('out/deep/flux-system')).toEqual([
      'apps/ConfigMap_%C3%A9%2F%252F.yaml',
      'apps/ConfigMap_..%2F..%2F..%2F..%2Fx.yaml',
      'apps/ConfigMap_a%5Fb.yaml',
    ])
    expect(existsSync(join(cwd, 'x'))).toBe(false)
  })
})

test('the data have Kustomizations, objects, sources and problems', async () => {
  write({
    'prod/all.yaml': kustomization('apps', './apps') + kustomization('gone', './gone'),
    'apps/a.yaml': configMap('a', 'data: {n: "9007199254740993"}\n'),
  })
  const { code, stdout } = await runFlux(['render', 'prod', '--json'], cwd)
  const data = JSON.parse(stdout)
  expect(code).toBe(1)
  expect(data.path).toBe('./prod')
  expect(data.kustomizations[1]).toEqual({
    id: 'flux-system/apps',
    isImplied: false,
    parent: './prod',
    status: 'rendered',
    level: 1,
    source: 'GitRepository/flux-system/fleet',
    path: './apps',
    dependsOn: [],
    prune: true,
    wait: false,
    files: ['./apps/a.yaml'],
    references: [],
    stages: [
      {
        name: 'rest',
        waits: false,
        objects: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: {
              creationTimestamp: null,
              labels: {
                'kustomize.toolkit.fluxcd.io/name': 'apps',
                'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
              },
              name: 'a',
            },
            data: { n: '9007199254740993' },
          },
        ],
      },
    ],
  })
  expect(data.sources).toEqual([
    { id: 'GitRepository/flux-system/fleet', found: 'assumed', url: '', revision: '', folder: '.' },
  ])
  expect(data.problems).toEqual([
    {
      severity: 'error',
      code: 'NO_PATH',
      about: 'Kustomization/flux-system/gone',
      message: `kustomization path not found: stat ${cwd}/gone: no such file or directory`,
      at: [{ file: './prod/all.yaml', line: 12, column: 1 }],
    },
  ])
})
