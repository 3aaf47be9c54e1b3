/** Charts in registries: pushed by helm to a real one and to one of the tests, and rendered. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dockerRegistry, startDockerRegistry, startRegistry, type TestRegistry } from '../remote/registry.ts'
import { helmProgram } from '../subject.ts'
import { runFlux } from './command.ts'

const helm = helmProgram()
if (helm === undefined) console.warn('helm is absent: charts from registries are not tested')
if (dockerRegistry === undefined)
  console.warn('skipped: docker-registry is not on PATH (apt-get install docker-registry)')

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const MANIFEST = { headers: { accept: 'application/vnd.oci.image.manifest.v1+json' } }

const registries: [string, () => Promise<TestRegistry>, boolean][] = [
  ['docker-registry', startDockerRegistry, dockerRegistry !== undefined],
  ['a registry of the tests', startRegistry, true],
]

describe.each(registries)('a release of a chart in %s', (_, start, isThere) => {
  const isSkipped = helm === undefined || !isThere
  let registry: TestRegistry
  let digest: string
  let cwd: string

  beforeAll(async () => {
    if (isSkipped) return
    registry = await start()
    const folder = mkdtempSync(join(tmpdir(), 'strake-charts-'))
    for (const version of ['1.2.3', '1.3.0', '2.0.0']) {
      write(folder, {
        'web/Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
        'web/templates/a.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata: {version: "{{ .Chart.Version }}"}\n',
      })
      const run = (...words: string[]) => promisify(execFile)(helm as string, words, { cwd: folder })
      await run('package', 'web')
      await run('push', `web-${version}.tgz`, `oci://${registry.place}/charts`, '--plain-http')
    }
    rmSync(folder, { recursive: true, force: true })
    const answer = await fetch(`http://${registry.place}/v2/charts/web/manifests/1.2.3`, MANIFEST)
    digest = answer.headers.get('docker-content-digest') as string
  })
  afterAll(async () => registry?.close())
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-helm-')))
  })
  afterEach(() => rmSync(cwd, { recursive: true, force: true }))

  async function versionOf(release: string, source: string) {
    write(cwd, {
      'prod/all.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: shop}
spec: {interval: 1h, ${release}}
---
apiVersion: source.toolkit.fluxcd.io/v1
${source}`,
    })
    const { code, stdout, stderr } = await runFlux(['render', 'prod', '--helm', '--helm-command', helm as string], cwd)
    return { code, version: /^data:\n {2}version: (.*)$/m.exec(stdout)?.[1], stderr }
  }

  const repository = () => `kind: HelmRepository
metadata: {name: charts, namespace: shop}
spec: {type: oci, insecure: true, url: "oci://${registry.place}/charts", interval: 1h}
`
  const chart = (version: string) =>
    `chart: {spec: {chart: web, version: "${version}", sourceRef: {kind: HelmRepository, name: charts}}}`

  test.skipIf(isSkipped).each([
    ['1.2.3', '1.2.3'],
    ['1.x', '1.3.0'],
    ['*', '2.0.0'],
  ])('is pulled from a HelmRepository at %s', async (wanted, version) => {
    expect(await versionOf(chart(wanted), repository())).toEqual({ code: 0, version, stderr: '' })
  })

  const artifact = (ref: string) => `kind: OCIRepository
metadata: {name: web, namespace: shop}
spec: {insecure: true, url: "oci://${registry.place}/charts/web", interval: 1h, ref: ${ref}}
`

  test.skipIf(isSkipped).each([
    ['a tag', () => '{tag: 1.2.3}', '1.2.3'],
    ['a range', () => '{semver: "<2"}', '1.3.0'],
    ['a digest', () => `{digest: "${digest}"}`, '1.2.3'],
  ])('is pulled from an OCIRepository at %s', async (_name, ref, version) => {
    const release = 'chartRef: {kind: OCIRepository, name: web}'
    expect(await versionOf(release, artifact(ref()))).toEqual({ code: 0, version, stderr: '' })
  })

  test.skipIf(isSkipped)('is pulled as its HelmChart says', async () => {
    const source = `kind: HelmChart
metadata: {name: web, namespace: shop}
spec: {chart: web, version: 1.2.x, interval: 1h, sourceRef: {kind: HelmRepository, name: charts}}
---
apiVersion: source.toolkit.fluxcd.io/v1
${repository()}`
    const { code, version } = await versionOf('chartRef: {kind: HelmChart, name: web}', source)
    expect({ code, version }).toEqual({ code: 0, version: '1.2.3' })
  })

  test.skipIf(isSkipped)('is locked with the digest that it was pulled with, and is there offline', async () => {
    await versionOf(chart('1.x'), repository())
    execFileSync('git', ['init', '-q'], { cwd })
    const words = ['prod', '--helm', '--helm-command', helm as string]
    const { code, stdout } = await runFlux(['lock', ...words], cwd)
    expect({ code, stdout }).toEqual({
      ...{ code: 0 },
      stdout: '0 repositories, 0 artifacts, 0 buckets, 1 charts and 0 files locked in strake.lock\n',
    })
    const [locked] = JSON.parse(readFileSync(join(cwd, 'strake.lock'), 'utf8')).flux.charts
    const { layers } = await (await fetch(`http://${registry.place}/v2/charts/web/manifests/1.3.0`, MANIFEST)).json()
    const url = `oci://${registry.place}/charts`
    expect(locked).toEqual({ url, chart: 'web', ref: '1.x', version: '1.3.0', digest: layers[0].digest })
    expect((await runFlux(['render', ...words, '--offline'], cwd)).stdout).toContain('\n  version: 1.3.0\n')
    await versionOf('chartRef: {kind: OCIRepository, name: web}', artifact('{semver: "<2"}'))
    expect((await runFlux(['lock', ...words], cwd)).stdout).toContain('1 artifacts, 0 buckets, 0 charts')
    expect((await runFlux(['render', ...words, '--offline'], cwd)).stdout).toContain('\n  version: 1.3.0\n')
  })

  test.skipIf(isSkipped)('that is not there is told with the words of helm', async () => {
    const { code, stderr } = await versionOf(chart('9.9.9'), repository())
    expect(code).toBe(1)
    expect(stderr).toContain('✗ HelmRelease/shop/web: ')
    expect(stderr).toContain('charts/web:9.9.9: not found')
  })
})
