/** What applications of a cluster file may be made of: kustomizations, packages, charts, Helm releases, files. */
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/stack.ts'
import { runCommand } from '../cli/run-command.ts'
import { serve, type TestServer } from '../remote/server.ts'
import { helmProgram } from '../subject.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'stack-applications-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
/** A folder with a cluster of one application. */
function clusterOf(application: string, files: Record<string, string> = {}): string {
  const folder = join(scratch, String(folders++))
  const cluster = `name: demo
layout: {fileNaming: kind-name}
node:
  name: apps
  bundle:
    name: web
    sourceRef: {kind: GitRepository, name: flux-system}
    applications:
      - ${application.replaceAll('\n', '\n        ')}
`
  for (const [path, text] of Object.entries({ ...files, 'cluster.yaml': cluster })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** The files of the bundle's directory, `kustomization.yaml` left out, or the error's last line. */
async function rendered(folder: string, ...words: string[]): Promise<string> {
  const { stdout, stderr, code } = await runCommand(commands, ['render', 'cluster.yaml', ...words], folder)
  if (code !== 0) return stderr.trimEnd().split('\n').at(-1) ?? ''
  return stdout
    .split(/^---\n(?=# )/m)
    .filter((file) => file.startsWith('# apps/web/') && !file.startsWith('# apps/web/kustomization.yaml'))
    .join('')
    .replaceAll('# apps/web/', '# ')
}

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'

test('a folder with a kustomization is built', async () => {
  const folder = clusterOf('{name: web, kustomization: overlay}', {
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': CONFIG_MAP,
    'overlay/kustomization.yaml': 'namespace: shop\nnamePrefix: x-\nresources: [../base]\n',
  })
  expect(await rendered(folder)).toBe(
    '# configmap-x-a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x-a\n  namespace: shop\n',
  )
})

test('a kustomization that does not build is refused with the words of its build', async () => {
  const folder = clusterOf('{name: web, kustomization: overlay}', {
    'overlay/kustomization.yaml': 'resources: [b.yaml]\n',
  })
  expect(await rendered(folder)).toMatch(/^Error: accumulating resources: .*b\.yaml/)
})

test('a package has its pipeline run, with the functions that are built in', async () => {
  const kptfile = (step: string) =>
    `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: p}\npipeline:\n  mutators:\n  - ${step}\n`
  const built = clusterOf('{name: web, package: p}', {
    'p/Kptfile': kptfile('{image: set-namespace:v0.4, configMap: {namespace: shop}}'),
    'p/a.yaml': CONFIG_MAP,
    'p/local.yaml': `${CONFIG_MAP.replace('name: a', 'name: local')}  annotations: {config.kubernetes.io/local-config: "true"}\n`,
  })
  expect(await rendered(built)).toBe(
    '# configmap-a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: shop\n',
  )
  const container = clusterOf('{name: web, package: p}', {
    'p/Kptfile': kptfile('{image: example.com/own:v1}'),
    'p/a.yaml': CONFIG_MAP,
  })
  expect(await rendered(container)).toBe('Error: no containers are run for the packages of a cluster')
})

test('files are streams of objects, and a link may not lead out of the folder', async () => {
  const folder = clusterOf('{name: web, files: [a.yaml, b.yaml]}', {
    'a.yaml': `${CONFIG_MAP}---\n${CONFIG_MAP.replace('name: a', 'name: b')}`,
    'b.yaml': '# nothing\n',
  })
  expect(await rendered(folder)).toBe(
    `# configmap-a.yaml\n${CONFIG_MAP}# configmap-b.yaml\n${CONFIG_MAP.replace('name: a', 'name: b')}`,
  )
  rmSync(join(folder, 'b.yaml'))
  symlinkSync('/etc/passwd', join(folder, 'b.yaml'))
  expect(await rendered(folder)).toBe('Error: b.yaml leads out of the folder of the cluster file, to /etc/passwd')
  rmSync(join(folder, 'b.yaml'))
  expect(await rendered(folder)).toBe('Error: b.yaml: no such file')
})

describe('a Helm release', () => {
  test('is a HelmRelease, and its source when that has a url', async () => {
    const folder = clusterOf(`name: redis
namespace: data
helmRelease:
  chart: redis
  version: 20.x
  source: {kind: HelmRepository, name: bitnami, url: oci://registry.example.com/charts}
  interval: 30m
  targetNamespace: data
  values: {replicas: 2}
  valuesFrom: [{kind: Secret, name: redis, optional: true}]`)
    expect(await rendered(folder)).toBe(`# helmrelease-redis.yaml
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: redis
  namespace: data
spec:
  chart:
    spec:
      chart: redis
      sourceRef:
        kind: HelmRepository
        name: bitnami
      version: 20.x
  interval: 30m
  targetNamespace: data
  values:
    replicas: 2
  valuesFrom:
  - kind: Secret
    name: redis
    optional: true
# helmrepository-bitnami.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: bitnami
  namespace: data
spec:
  interval: 30m
  type: oci
  url: oci://registry.example.com/charts
`)
  })

  test('of an OCIRepository names no chart', async () => {
    const source = (more: string) =>
      `{name: redis, helmRelease: {source: {kind: OCIRepository, name: redis, url: oci://registry.example.com/redis, tag: 1.0.0}${more}}}`
    expect(await rendered(clusterOf(source('')))).toContain('  chartRef:\n    kind: OCIRepository\n    name: redis\n')
    expect(await rendered(clusterOf(source('')))).toContain('  ref:\n    tag: 1.0.0\n')
    expect(await rendered(clusterOf(source(', chart: redis')))).toBe(
      'Error: node.bundle.applications[0].helmRelease.chart: an OCIRepository is the chart itself',
    )
  })

  test('that Flux would refuse is found before it is written', async () => {
    const folder = clusterOf(
      '{name: redis, helmRelease: {chart: redis, interval: soon, source: {kind: HelmRepository, name: b}}}',
    )
    expect(await rendered(folder)).toMatch(/^Error: HelmRelease 'flux-system\/redis': spec\.interval: .*soon/)
  })
})

const helm = helmProgram()

describe.skipIf(helm === undefined)('a chart', () => {
  let server: TestServer | undefined
  let repository = ''
  beforeAll(() => {
    repository = join(scratch, 'repository')
    const chart = join(scratch, 'shop')
    mkdirSync(join(chart, 'templates'), { recursive: true })
    mkdirSync(repository)
    writeFileSync(join(chart, 'values.yaml'), 'colour: blue\n')
    writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.2.3\n')
    writeFileSync(
      join(chart, 'templates/a.yaml'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n  namespace: {{ .Release.Namespace }}\ndata:\n  colour: {{ .Values.colour }}\n',
    )
    execFileSync(helm as string, ['package', chart, '--destination', repository], { stdio: 'pipe' })
  })
  afterEach(async () => await server?.close())

  test('is rendered by helm when that is allowed', async () => {
    server = await serve((request, response) => {
      const path = join(repository, request.url ?? '')
      if (!existsSync(path)) response.writeHead(404).end()
      else createReadStream(path).pipe(response)
    })
    execFileSync(helm as string, ['repo', 'index', repository, '--url', server.url], { stdio: 'pipe' })
    const folder = clusterOf(
      `{name: web, namespace: shop, chart: {name: shop, repo: "${server.url}", version: 1.2.3, valuesInline: {colour: red}}}`,
    )
    expect(await rendered(folder)).toBe(
      'Error: application "web": chart "shop" is rendered by helm, which is not run here',
    )
    const path = process.env.PATH
    process.env.PATH = [dirname(helm as string), path].join(delimiter)
    try {
      expect(await rendered(folder, '--enable-helm')).toBe(
        '# configmap-web.yaml\napiVersion: v1\ndata:\n  colour: red\nkind: ConfigMap\nmetadata:\n  name: web\n  namespace: shop\n',
      )
    } finally {
      process.env.PATH = path
    }
  })
})
