import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { helmProgram } from '../subject.ts'
import { runFlux } from './command.ts'

const helm = helmProgram()
if (helm === undefined) console.warn('helm is absent: rendering releases is not tested')

let cwd: string

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-helm-')))
})

afterEach(() => rmSync(cwd, { recursive: true, force: true }))

type Files = Record<string, string>

function write(files: Files, folder = cwd): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A chart that shows what it is rendered with. */
const CHART: Files = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'values.yaml': 'colour: red\nlist: [1, 2]\nnested: {a: chart, b: chart}\n',
  'values-prod.yaml': 'colour: green\nnested: {b: prod}\n',
  'crds/crd.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: as.example.org\n',
  'templates/config.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
data:
  namespace: {{ .Release.Namespace }}
  values: {{ .Values | toJson | quote }}
`,
  'templates/hooks.yaml': ['pre-install', 'pre-delete', 'test']
    .map(
      (hook) => `apiVersion: v1
kind: Pod
metadata:
  name: ${hook}
  annotations: {helm.sh/hook: ${hook}}
spec: {containers: [{name: a, image: a}]}
`,
    )
    .join('---\n'),
}

function under(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
}

function release(spec: string, more = ''): Files {
  return {
    'prod/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: web
  namespace: shop
spec:
  interval: 1h
${spec.replace(/^/gm, '  ').trimEnd()}
${more === '' ? '' : `---\n${more}`}`,
  }
}

const OF_GIT = `chart:
  spec:
    chart: ./charts/web
    sourceRef: {kind: GitRepository, name: fleet, namespace: flux-system}
`

async function rendered(words: readonly string[] = []) {
  return await runFlux(['render', 'prod', '--helm', '--helm-command', helm as string, ...words], cwd)
}

/** The values that the chart was rendered with. */
function valuesIn(text: string): unknown {
  const line = /^ {2}values: '(.*)'$/m.exec(text)?.[1]
  return line === undefined ? undefined : JSON.parse(line)
}

const LABELS = `  labels:
    helm.toolkit.fluxcd.io/name: web
    helm.toolkit.fluxcd.io/namespace: shop
`

describe.skipIf(helm === undefined)('a release of a chart in the repository', () => {
  test('has its objects behind those that apply it: definitions, objects, hooks that install it', async () => {
    write({ ...under('charts/web', CHART), ...release(OF_GIT) })
    const { code, stdout } = await rendered()
    expect(code).toBe(0)
    expect(stdout.slice(stdout.indexOf('---\n') + 4)).toBe(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
${LABELS}  name: as.example.org
---
apiVersion: v1
data:
  namespace: shop
  values: '{"colour":"red","list":[1,2],"nested":{"a":"chart","b":"chart"}}'
kind: ConfigMap
metadata:
${LABELS}  name: web
---
apiVersion: v1
kind: Pod
metadata:
  annotations:
    helm.sh/hook: pre-install
  name: pre-install
spec:
  containers:
  - image: a
    name: a
`)
  })

  test('is an object like others without --helm', async () => {
    write({ ...under('charts/web', CHART), ...release(OF_GIT) })
    const { stdout } = await runFlux(['render', 'prod'], cwd)
    expect(stdout.match(/^kind: .*/gm)).toEqual(['kind: HelmRelease'])
  })

  test('is named and placed as it says, and leaves out definitions and hooks', async () => {
    const more = 'targetNamespace: other\ninstall: {crds: Skip, disableHooks: true}\n'
    write({ ...under('charts/web', CHART), ...release(OF_GIT + more) })
    const { stdout } = await rendered()
    expect(stdout.match(/^kind: .*/gm)).toEqual(['kind: HelmRelease', 'kind: ConfigMap'])
    expect(stdout).toContain('\n  namespace: other\n')
    expect(stdout).toContain('\n  name: other-web\n')
  })

  test('has a name of its own', async () => {
    write({ ...under('charts/web', CHART), ...release(`${OF_GIT}releaseName: mine\ntargetNamespace: other\n`) })
    expect((await rendered()).stdout).toContain('\n  name: mine\n')
  })

  test('has a long name shortened as the controller does', async () => {
    const long = 'a'.repeat(60)
    write({ ...under('charts/web', CHART), ...release(`${OF_GIT}targetNamespace: ${long}\n`) })
    const { stdout } = await rendered()
    expect(/\n {2}name: (a{40}-[0-9a-f]{12})\n/.exec(stdout)?.[1]).toHaveLength(53)
  })

  test('takes values of references in order, then its own; target paths have the types of --set', async () => {
    const config = `apiVersion: v1
kind: ConfigMap
metadata: {name: one, namespace: shop}
data: {values.yaml: "colour: blue\\nnested: {a: one}\\n", number: "7", word: "'7'", raw: "a,b"}
---
apiVersion: v1
kind: Secret
metadata: {name: two, namespace: shop}
data: {v: bmVzdGVkOiB7YzogdHdvfQo=}
`
    const spec = `${OF_GIT}valuesFrom:
- {kind: ConfigMap, name: one}
- {kind: ConfigMap, name: none, optional: true}
- {kind: Secret, name: two, valuesKey: v}
- {kind: ConfigMap, name: one, valuesKey: number, targetPath: 'x.y[1].z\\.w'}
- {kind: ConfigMap, name: one, valuesKey: word, targetPath: text}
- {kind: ConfigMap, name: one, valuesKey: raw, targetPath: raw, literal: true}
values: {colour: white, list: [3]}
`
    write({ ...under('charts/web', CHART), ...release(spec, config) })
    expect(valuesIn((await rendered()).stdout)).toEqual({
      colour: 'white',
      list: [3],
      nested: { a: 'one', b: 'chart', c: 'two' },
      raw: 'a,b',
      text: '7',
      x: { y: [null, { 'z.w': 7 }] },
    })
  })

  test('has the chart with valuesFiles in place of its values, seen from the source', async () => {
    const spec = `chart:
  spec:
    chart: charts/web
    valuesFiles: [charts/web/values.yaml, charts/web/values-prod.yaml, none.yaml]
    ignoreMissingValuesFiles: true
    sourceRef: {kind: GitRepository, name: fleet, namespace: flux-system}
`
    write({ ...under('charts/web', CHART), ...release(spec) })
    expect(valuesIn((await rendered()).stdout)).toEqual({
      colour: 'green',
      list: [1, 2],
      nested: { a: 'chart', b: 'prod' },
    })
  })

  test('is patched by its post renderers, its hooks are not', async () => {
    const spec = `${OF_GIT}commonMetadata: {labels: {team: a}}
postRenderers:
- kustomize:
    patches: [{patch: '[{"op": "add", "path": "/data/more", "value": "x"}]', target: {kind: ConfigMap}}]
    images: [{name: a, newName: b}]
`
    write({ ...under('charts/web', CHART), ...release(spec) })
    const { stdout } = await rendered()
    expect(stdout).toContain('\n  more: x\n')
    expect(stdout.match(/^ {4}team: a$/gm)).toHaveLength(2)
    expect(stdout).toContain('- image: a\n')
  })

  test('that is suspended is left out with a warning', async () => {
    write({ ...under('charts/web', CHART), ...release(`${OF_GIT}suspend: true\n`) })
    const { code, stdout, stderr } = await rendered()
    expect({ code, kinds: stdout.match(/^kind: .*/gm) }).toEqual({ code: 0, kinds: ['kind: HelmRelease'] })
    expect(stderr).toContain('HelmRelease/shop/web is suspended: nothing of it is installed')
  })
})

describe.skipIf(helm === undefined)('a release that cannot be rendered is named', () => {
  const cases: [name: string, spec: string, message: string][] = [
    [
      'no chart',
      OF_GIT.replace('charts/web', 'charts/none'),
      "there is no chart './charts/none' in GitRepository/flux-system/fleet",
    ],
    [
      'no values',
      `${OF_GIT}valuesFrom: [{kind: ConfigMap, name: none}]\n`,
      "the values of ConfigMap 'shop/none' are not here: nothing applies it with 'values.yaml'",
    ],
    ['no name', `${OF_GIT}releaseName: -x\n`, "'-x' is no name for a release"],
    ['no source', 'chartRef: {kind: OCIRepository, name: none}\n', 'nothing defines OCIRepository/shop/none'],
    ['no reference', 'values: {}\n', 'it names neither chart nor chartRef'],
    [
      'a chart out of the source',
      OF_GIT.replace('./charts/web', '../../etc'),
      "there is no chart '../../etc' in GitRepository/flux-system/fleet",
    ],
  ]
  test.each(cases)('%s', async (_, spec, message) => {
    write({ ...under('charts/web', CHART), ...release(spec) })
    const { code, stdout, stderr } = await rendered()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`✗ HelmRelease/shop/web: ${message}\n`)
  })

  test("with helm's own words", async () => {
    const broken = { ...CHART, 'templates/config.yaml': '{{ fail "no colour" }}\n' }
    write({ ...under('charts/web', broken), ...release(OF_GIT) })
    const { code, stderr } = await rendered()
    expect(code).toBe(1)
    expect(stderr).toContain(
      '✗ HelmRelease/shop/web: Error: execution error at (web/templates/config.yaml:1:3): no colour',
    )
    expect(stderr).not.toContain(tmpdir())
  })

  test('when there is no helm', async () => {
    write({ ...under('charts/web', CHART), ...release(OF_GIT) })
    const { code, stderr } = await runFlux(['render', 'prod', '--helm', '--helm-command', 'no-such-helm'], cwd)
    expect(code).toBe(1)
    expect(stderr).toContain("'no-such-helm' cannot be run: ")
  })
})

describe.skipIf(helm === undefined)('a release of a chart in a repository of charts', () => {
  let server: Server
  let folder: string
  const asked: string[] = []
  const cache = process.env.STRAKE_CACHE

  beforeEach(() => {
    process.env.STRAKE_CACHE = join(cwd, 'cache')
  })
  afterEach(() => {
    process.env.STRAKE_CACHE = cache
  })

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-charts-')))
    server = createServer((request, response) => {
      asked.push(request.url as string)
      try {
        response.end(readFileSync(join(folder, request.url as string)))
      } catch {
        response.writeHead(404).end()
      }
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    write(under('web', CHART), folder)
    const run = (...words: string[]) => execFileSync(helm as string, words, { cwd: folder, stdio: 'pipe' })
    run('package', 'web')
    write({ 'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 2.0.0\n' }, folder)
    run('package', 'web')
    run('repo', 'index', '.')
  })

  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const spec = (version: string) => `chart:
  spec:
    chart: web
    version: '${version}'
    valuesFiles: [values.yaml, values-prod.yaml]
    sourceRef: {kind: HelmRepository, name: charts}
`
  const repository = (more = '') => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: charts, namespace: shop}
spec: {url: "http://127.0.0.1:${(server.address() as AddressInfo).port}", interval: 1h${more}}
`

  test('is pulled by its version, a range too', async () => {
    for (const [version, file] of [
      ['1.x', '/web-1.2.3.tgz'],
      ['*', '/web-2.0.0.tgz'],
    ] as const) {
      asked.length = 0
      write(release(spec(version), repository()))
      const { code, stdout } = await rendered()
      expect({ code, asked }).toEqual({ code: 0, asked: ['/index.yaml', file] })
      expect(valuesIn(stdout)).toMatchObject({ colour: 'green' })
    }
  })

  test('is a problem offline, unless a folder of its charts is named', async () => {
    asked.length = 0
    write({ ...release(spec('1.x'), repository()), ...under('local/web', CHART) })
    const offline = await rendered(['--offline'])
    expect(offline.code).toBe(1)
    const { port } = server.address() as AddressInfo
    expect(offline.stderr).toContain(`offline, and not in the cache: the chart web 1.x of http://127.0.0.1:${port}\n`)
    const spec2 = spec('1.x').replace('values.yaml, values-prod.yaml', 'web/values-prod.yaml')
    write(release(spec2, repository()))
    const given = await rendered(['--offline', '--local-sources', 'HelmRepository/shop/charts=local'])
    expect({ code: given.code, asked }).toEqual({ code: 0, asked: [] })
    expect(valuesIn(given.stdout)).toEqual({ colour: 'green', nested: { b: 'prod' } })
  })

  /** The port is not the same in each run. */
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const publish = (version: string, colour: string) => {
    write({ 'web/Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n` }, folder)
    write({ 'web/values.yaml': `colour: ${colour}\n` }, folder)
    for (const words of [
      ['package', 'web'],
      ['repo', 'index', '.'],
    ])
      execFileSync(helm as string, words, { cwd: folder, stdio: 'pipe' })
  }
  const plain = (version: string) => spec(version).replace(/ {4}valuesFiles.*\n/, '')

  test('is asked for once at a whole version, by each run at a range, and is there offline', async () => {
    write(release(plain('1.2.3'), repository()))
    asked.length = 0
    const first = await rendered()
    expect({ code: first.code, asked: asked.splice(0) }).toEqual({ code: 0, asked: ['/index.yaml', '/web-1.2.3.tgz'] })
    expect(await rendered()).toEqual(first)
    expect(asked).toEqual([])
    write(release(plain('1.x'), repository()))
    for (let i = 0; i < 2; i++) {
      expect((await rendered()).stdout.split('---\n').slice(1)).toEqual(first.stdout.split('---\n').slice(1))
      expect(asked.splice(0)).toEqual(['/index.yaml', '/web-1.2.3.tgz'])
    }
    expect((await rendered(['--offline'])).code).toBe(0)
    expect(asked).toEqual([])
  })

  test('is locked by flux lock --helm, and another chart at that version is an error', async () => {
    publish('3.1.0', 'first')
    write(release(plain('3.x'), repository()))
    execFileSync('git', ['init', '-q'], { cwd })
    const lock = (...words: string[]) => runFlux(['lock', 'prod', '--helm-command', helm as string, ...words], cwd)
    const counts = (charts: number) =>
      `0 repositories, 0 artifacts, 0 buckets, ${charts} charts and 0 files locked in strake.lock\n`
    const locked = () => JSON.parse(readFileSync(join(cwd, 'strake.lock'), 'utf8')).flux.charts
    expect(await lock('--helm')).toEqual({ code: 0, stdout: counts(1), stderr: '' })
    const digestOf = (file: string) => {
      const bytes = readFileSync(join(folder, file))
      return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    }
    const entry = { url: address(), chart: 'web', ref: '3.x', version: '3.1.0', digest: digestOf('web-3.1.0.tgz') }
    expect(locked()).toEqual([entry])
    publish('3.2.0', 'second')
    asked.length = 0
    expect(valuesIn((await rendered()).stdout)).toMatchObject({ colour: 'first' })
    expect(valuesIn((await rendered(['--offline'])).stdout)).toMatchObject({ colour: 'first' })
    expect(asked).toEqual([])
    process.env.STRAKE_CACHE = join(cwd, 'other-cache')
    expect(valuesIn((await rendered()).stdout)).toMatchObject({ colour: 'first' })
    expect(asked).toEqual(['/index.yaml', '/web-3.1.0.tgz'])
    expect(await lock()).toEqual({ code: 0, stdout: counts(1), stderr: '' })
    expect(locked()).toEqual([entry])
    publish('3.1.0', 'changed')
    process.env.STRAKE_CACHE = join(cwd, 'third-cache')
    const { code, stdout, stderr } = await rendered()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const now = digestOf('web-3.1.0.tgz')
    expect(stderr).toContain(
      `✗ HelmRelease/shop/web: the chart web 3.x of ${address()} is 3.1.0 with ${now} now, the lock file has 3.1.0 with ${entry.digest}\n`,
    )
    expect(stderr).toContain('hint: `strake flux lock --helm` takes the new state')
    expect((await lock('--helm')).code).toBe(0)
    expect(locked()).toEqual([{ ...entry, version: '3.2.0', digest: digestOf('web-3.2.0.tgz') }])
    expect(valuesIn((await rendered()).stdout)).toMatchObject({ colour: 'second' })
  })

  test.each([
    ['is no archive', 'hello', 'requires gzip-compressed body: invalid header'],
    ['has no Chart.yaml', gzipSync(Buffer.alloc(1024)), `has no Chart.yaml`],
  ])('that %s is a problem', async (_, content, message) => {
    publish('4.0.0', 'x')
    writeFileSync(join(folder, 'web-4.0.0.tgz'), content)
    write({ 'index.yaml': readFileSync(join(folder, 'index.yaml'), 'utf8').replace(/^.*digest: .*\n/gm, '') }, folder)
    write(release(plain('4.0.0'), repository()))
    const { code, stderr } = await rendered()
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })

  test('is a problem where credentials of the cluster are needed', async () => {
    write(release(spec('1.x'), repository(', secretRef: {name: login}')))
    const { code, stderr } = await rendered()
    expect(code).toBe(1)
    expect(stderr).toContain(
      'HelmRepository/shop/charts is read with the credentials of its secretRef, which are not used here',
    )
  })
})

describe.skipIf(helm === undefined)('flux diff with --helm', () => {
  test('shows what a change of a chart does to the objects of a release', async () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd, stdio: 'pipe' })
    write({ ...under('charts/web', CHART), ...release(OF_GIT) })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'first')
    write({ 'charts/web/values.yaml': 'colour: blue\n' })
    const words = ['diff', '--base', 'HEAD', '--format', 'json', 'prod']
    const plain = await runFlux(words, cwd)
    expect(plain.code).toBe(0)
    const { code, stdout } = await runFlux([...words, '--helm', '--helm-command', helm as string], cwd)
    expect(code).toBe(1)
    const report = JSON.parse(stdout)
    expect(report.counts).toMatchObject({ change: 1, create: 0, delete: 0 })
    const changed = report.kustomizations.filter((one: { changes: unknown[] }) => one.changes.length > 0)
    expect(changed.map((one: { name: string }) => one.name)).toEqual(['HelmRelease/shop/web'])
  })
})

describe.skipIf(helm === undefined)('flux graph with --helm', () => {
  test('counts the objects of releases with those of the Kustomization', async () => {
    write({ ...under('charts/web', CHART), ...release(OF_GIT) })
    const counts = async (words: readonly string[]) => {
      const { code, stdout } = await runFlux(['graph', 'prod', '--format', 'json', ...words], cwd)
      const { kustomizations } = JSON.parse(stdout)
      return { code, objects: kustomizations.map(({ objects }: { objects: number }) => objects) }
    }
    expect(await counts([])).toEqual({ code: 0, objects: [1] })
    expect(await counts(['--helm', '--helm-command', helm as string])).toEqual({ code: 0, objects: [4] })
  })
})
