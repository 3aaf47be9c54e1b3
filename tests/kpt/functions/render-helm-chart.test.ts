/** Charts rendered by the helm of this machine, as `fn eval` calls it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mountedPath, readMount } from '../../../src/kpt/mounts.ts'
import { nodeFileSystem, nodeRunner } from '../../../src/node/index.ts'
import { hasProgram } from './find-program.ts'
import { configMap, messages, runFunction } from './run.ts'

const has = await hasProgram('helm', ['version'])
if (!has) console.warn('helm is not on PATH: no chart is rendered')

const folder = mkdtempSync(join(tmpdir(), 'strake-charts-'))
const chart = join(folder, 'web')
mkdirSync(join(chart, 'templates'), { recursive: true })
writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n')
writeFileSync(join(chart, 'values.yaml'), 'a: chart\nb: chart\nc: chart\n')
writeFileSync(
  join(chart, 'templates/one.yaml'),
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n  namespace: {{ .Release.Namespace }}\ndata:\n  all: "{{ .Values.a }} {{ .Values.b }} {{ .Values.c }}"\n',
)
writeFileSync(join(folder, 'own.yaml'), 'b: file\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runner = nodeRunner({ environment: process.env })
afterAll(() => runner.close())
const fs = nodeFileSystem()
const mounts = [readMount(`type=bind,src=${folder},dst=/tmp/charts`)]
const around = { runner, fs, place: (path: string) => mountedPath(path, mounts, fs, '/') }

const render = (config: string, input = '') => runFunction('render-helm-chart', config, input, false, around)
const made = (name: string, namespace: string, all: string) =>
  `# Source: web/templates/one.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n  all: "${all}"\n`

describe.skipIf(!has)('a chart of a mounted folder', () => {
  test('is added to the items, with the names of its templates', async () => {
    const said = await render(configMap({ name: 'web', releaseName: 'r', namespace: 'shop' }), 'kind: Mine\n')
    expect(said.results).toEqual([])
    expect(said.output).toBe(`kind: Mine\n---\n${made('r', 'shop', 'chart chart chart')}`)
  })

  test.each([
    ['', 'inline file chart'],
    ['override', 'inline file chart'],
    ['merge', 'inline file chart'],
    ['replace', 'inline chart chart'],
  ])('takes values in the order that valuesMerge %j says', async (valuesMerge, all) => {
    const values = { valuesFiles: ['/tmp/charts/own.yaml'], valuesInline: { a: 'inline' }, valuesMerge }
    const helmCharts = [{ chartArgs: { name: 'web' }, templateOptions: { releaseName: 'r', values } }]
    const said = await render(
      JSON.stringify({ apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'RenderHelmChart', helmCharts }),
    )
    expect(said.output).toBe(made('r', 'default', all))
  })

  test('lets a file win over inline values when these are merged into it', async () => {
    const values = { valuesFiles: ['/tmp/charts/own.yaml'], valuesInline: { b: 'inline' }, valuesMerge: 'merge' }
    const helmCharts = [{ chartArgs: { name: 'web' }, templateOptions: { releaseName: 'r', values } }]
    const said = await render(
      JSON.stringify({ apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'RenderHelmChart', helmCharts }),
    )
    expect(said.output).toBe(made('r', 'default', 'chart file chart'))
  })

  test('is not followed out of the folder', async () => {
    const link = join(chart, 'templates/link.yaml')
    symlinkSync('/etc/hostname', link)
    const said = await render(configMap({ name: 'web', releaseName: 'r' }))
    rmSync(link)
    expect(messages(said)).toEqual([`${link} is a link to something outside of what is mounted`])
  })

  test('that helm refuses fails with what helm says', async () => {
    const said = await render(configMap({ name: 'web', releaseName: 'Not_a_name' }))
    expect(said.failure).toBe('failed to evaluate function: error: function failure')
    expect(messages(said)[0]).toMatch(
      /^unable to run: 'helm template' with env=\[\]; "exit status 1": "Error: .*invalid release name/,
    )
  })

  test.each([
    [{ name: '../web' }, '"../web" is no name of a chart'],
    [{ name: '--post-renderer' }, '"--post-renderer" is no name of a chart'],
    [{ name: 'web', releaseName: '--post-renderer=sh' }, 'neither a release nor a version begins with a dash'],
    [{ name: 'web', valuesFile: '/etc/hostname' }, 'open /etc/hostname: no such file or directory'],
    [{ name: 'web', repo: 'file:///etc' }, '"file:///etc" is no repository of charts'],
    [
      { name: 'web', repo: 'https://charts.example' },
      'https://charts.example cannot be reached: the function has no network',
    ],
    [{ name: 'absent' }, 'open /tmp/charts/absent: no such file or directory'],
    [{ name: 'web', odd: 'x' }, 'unknown field odd in the data of the config'],
  ])('is refused for %j', async (data, problem) => {
    const said = await render(configMap(data as unknown as Record<string, string>), 'kind: Mine\n')
    expect(messages(said)).toEqual([problem])
    expect(said.output).toBe('kind: Mine\n')
  })
})
