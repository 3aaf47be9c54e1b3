/** Charts rendered by a real helm, here and by the reference. */
import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProgramRequest } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { openFetcher } from '../../src/node/fetch.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { serve, type TestServer } from '../remote/server.ts'
import { helmProgram, referenceProgram } from '../subject.ts'
import { type Files, World } from './world.ts'

const helm = helmProgram()
const PATH = [dirname(helm ?? ''), process.env.PATH ?? ''].join(delimiter)

const SHOP: Files = {
  'charts/shop/Chart.yaml':
    'apiVersion: v2\nname: shop\nversion: 1.2.3\ndependencies: [{name: till, version: 0.1.0}]\n',
  'charts/shop/values.yaml': 'colour: red\nports: [80, 81]\ntill: {open: true}\n',
  'charts/shop/crds/widget.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.org}\n',
  'charts/shop/templates/_names.tpl': '{{ define "shop.name" }}{{ .Release.Name }}-shop{{ end }}',
  'charts/shop/templates/NOTES.txt': 'You can shop now.\n',
  'charts/shop/templates/config.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "shop.name" . }}
  namespace: {{ .Release.Namespace }}
  annotations:
    number: 5
data:
  colour: {{ .Values.colour | quote }}
  kube: {{ .Capabilities.KubeVersion.Version | quote }}
  ports: {{ .Values.ports | join "," | quote }}
  {{- if .Capabilities.APIVersions.Has "example.org/v1" }}
  widgets: "yes"
  {{- end }}
`,
  'charts/shop/templates/service.yaml':
    'apiVersion: v1\nkind: Service\nmetadata: {name: {{ include "shop.name" . }}}\nspec: {ports: {{ toJson .Values.ports }}}\n',
  'charts/shop/templates/hook.yaml':
    'apiVersion: batch/v1\nkind: Job\nmetadata: {name: before, annotations: {helm.sh/hook: pre-install}}\n',
  'charts/shop/templates/tests/test.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: {name: test, annotations: {helm.sh/hook: test}}\n',
  'charts/shop/charts/till/Chart.yaml': 'apiVersion: v2\nname: till\nversion: 0.1.0\n',
  'charts/shop/charts/till/templates/till.yaml':
    '{{ if .Values.open }}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: till}\ndata: {all: {{ toJson .Values | quote }}}\n{{ end }}\n',
}

let world: World
let server: TestServer | undefined
afterEach(async () => {
  world.close()
  await server?.close()
  server = undefined
})

function open(files: Files): World {
  world = new World(files, { PATH, KUBECONFIG: '/nowhere' })
  return world
}

async function compare(): Promise<string> {
  const expected = await world.reference(['--helm-command', 'helm'])
  const actual = await world.build({ helm: { command: 'helm' } })
  if (expected !== undefined) expect(actual).toEqual(expected)
  return actual.output ?? actual.error ?? ''
}

describe.skipIf(helm === undefined)('with a real helm (skipped where there is none)', () => {
  test.each([
    ['a chart as it is', 'helmCharts: [{name: shop, releaseName: r}]\n'],
    ['a namespace', 'namespace: ns\nhelmCharts: [{name: shop, releaseName: r}]\n'],
    ['custom resource definitions', 'helmCharts: [{name: shop, releaseName: r, includeCRDs: true}]\n'],
    ['no tests', 'helmCharts: [{name: shop, releaseName: r, skipTests: true}]\n'],
    ['no hooks', 'helmCharts: [{name: shop, releaseName: r, skipHooks: true}]\n'],
    [
      'versions of Kubernetes and its parts',
      'helmCharts: [{name: shop, releaseName: r, kubeVersion: "1.28.3", apiVersions: [example.org/v1]}]\n',
    ],
    ['a template of the name', 'helmCharts: [{name: shop, nameTemplate: "x-{{ lower \\"ABC\\" }}"}]\n'],
    [
      'inline values',
      'helmCharts: [{name: shop, releaseName: r, valuesInline: {colour: 1e3, ports: [1], till: {open: null, n: 0o17}}}]\n',
    ],
    [
      'values from everywhere',
      'helmCharts: [{name: shop, releaseName: r, valuesFile: v.yaml, additionalValuesFiles: [w.yaml], valuesInline: {colour: a}, valuesMerge: merge}]\n',
    ],
    [
      'what overlays do to objects',
      'namePrefix: p-\nnamespace: ns\ncommonAnnotations: {a: b}\nhelmCharts: [{name: shop, releaseName: r}]\npatches: [{target: {kind: Service}, patch: "[{\\"op\\":\\"add\\",\\"path\\":\\"/spec/type\\",\\"value\\":\\"NodePort\\"}]"}]\n',
    ],
    ['an option that helm refuses', 'helmCharts: [{name: shop, releaseName: r, kubeVersion: x}]\n'],
    ['a name that helm refuses', 'helmCharts: [{name: shop, releaseName: R_1}]\n'],
    ['additional values at an absolute path', 'helmCharts: [{name: shop, additionalValuesFiles: [/etc/hostname]}]\n'],
  ])('%s', async (_name, kustomization) => {
    open({ ...SHOP, 'kustomization.yaml': kustomization, 'v.yaml': 'colour: blue\n', 'w.yaml': 'ports: [7]\n' })
    expect(await compare()).not.toBe('')
  })

  test.each([
    ['a template that is none', '{{ if }}'],
    ['a template that fails', '{{ fail "no more" }}'],
    ['a template that gives no YAML', 'a: [\n'],
    ['a template that gives no object', 'a: b\n'],
  ])('%s', async (_name, template) => {
    const files = { ...SHOP, 'charts/shop/templates/more.yaml': template }
    open({ ...files, 'kustomization.yaml': 'helmCharts: [{name: shop, releaseName: r}]\n' })
    expect(await compare()).not.toBe('')
  })

  test('a second build starts no program', async () => {
    open({ ...SHOP, 'kustomization.yaml': 'helmCharts: [{name: shop, releaseName: r}]\n' })
    const started: string[] = []
    const buildOnce = async () => {
      const below = nodeRunner({ environment: world.environment })
      const run = (request: ProgramRequest) => {
        started.push(request.words[0] ?? '')
        return below.run(request)
      }
      const result = await world.build({ runner: { ...below, run }, helm: { command: 'helm' } })
      await below.close()
      return result
    }
    const first = await buildOnce()
    const second = await buildOnce()
    expect(second).toEqual(first)
    expect(started).toEqual(['version', 'template'])
  })

  test('a chart in files that are on no disk', async () => {
    const files = {
      ...SHOP,
      'kustomization.yaml': VALUES_IN_MEMORY,
      'v.yaml': 'colour: blue\n',
      'w.yaml': 'ports: [7]\n',
    }
    open(files)
    const onDisk = await compare()
    const inMemory = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/nowhere/app/${name}`, text]))
    const fs = memoryFileSystem(inMemory)
    const { output } = await world.build({ fs, root: '/nowhere/app', helm: { command: 'helm' } })
    expect(output).toBe(onDisk)
  })

  describe('with a repository of charts', () => {
    const repository = async () => {
      const folder = join(world.root, 'repository')
      mkdirSync(folder)
      const run = (...words: string[]) => execFileSync(helm as string, words, { env: world.environment, stdio: 'pipe' })
      run('package', join(world.folder, 'charts/shop'), '--destination', folder)
      server = await serve((request, response) => {
        const path = join(folder, request.url ?? '')
        if (!existsSync(path)) response.writeHead(404).end()
        else createReadStream(path).pipe(response)
      })
      run('repo', 'index', folder, '--url', server.url)
      return server
    }

    test('a chart is fetched into the chart home once', async () => {
      open(SHOP)
      const { url, requests } = await repository()
      world.write({
        'kustomization.yaml': `helmGlobals: {chartHome: pulled}\nhelmCharts: [{name: shop, repo: "${url}", version: 1.2.3, releaseName: r}]\n`,
      })
      const { output } = await world.build({ helm: { command: 'helm' } })
      expect(requests).toEqual(['GET /index.yaml', 'GET /shop-1.2.3.tgz'])
      expect(readdirSync(join(world.folder, 'pulled/shop-1.2.3'))).toContain('shop')
      expect(output).toContain('colour: red')
      expect(await compare()).toBe(output)
      expect(requests).toHaveLength(2)
    })

    test('a version that is not there', async () => {
      open(SHOP)
      const { url } = await repository()
      world.write({
        'kustomization.yaml': `helmGlobals: {chartHome: pulled}\nhelmCharts: [{name: shop, repo: "${url}", version: 9.9.9}]\n`,
      })
      expect(await compare()).toContain('exit status 1')
    })

    test('nothing is fetched offline', async () => {
      open(SHOP)
      const { url, requests } = await repository()
      world.write({ 'kustomization.yaml': `helmCharts: [{name: x, repo: "${url}"}]\n` })
      const { error } = await world.build({ helm: { command: 'helm', offline: true } })
      expect(error).toBe("offline, and no chart at '$ROOT/app/charts/x'")
      expect(requests).toEqual([])
    })

    test('what a remote kustomization has fetched is not written into its checkout', async () => {
      open(SHOP)
      const { url } = await repository()
      world.write({
        'base/kustomization.yaml': `helmCharts: [{name: shop, repo: "${url}", version: 1.2.3, releaseName: r}]\n`,
      })
      for (const words of ['init --quiet --initial-branch=main', 'add .', 'commit --quiet --message=a'])
        world.git(...words.split(' '))
      world.write({ 'top/kustomization.yaml': `resources: ["file://${world.folder}//base?ref=main"]\n` })
      const fetcher = openFetcher({ environment: world.environment })
      const root = join(world.folder, 'top')
      const { output } = await world.build({ root, fetcher, helm: { command: 'helm' } })
      await fetcher.close()
      expect(output).toContain('name: r-shop')
      const checkouts = join(world.root, 'cache/git')
      const [checkout] = readdirSync(checkouts)
      expect(readdirSync(join(checkouts, checkout as string, 'base'))).toEqual(['kustomization.yaml'])
      if (referenceProgram() === undefined) return
      world.write({ 'kustomization.yaml': 'resources: [top]\n' })
      const reference = await world.reference(['--helm-command', 'helm'])
      expect(reference?.output).toBe(output)
    })
  })

  test('files of a disk are said to be on one', () => expect(nodeFileSystem().isDisk).toBe(true))
})

const VALUES_IN_MEMORY =
  'helmCharts: [{name: shop, releaseName: r, valuesFile: v.yaml, additionalValuesFiles: [w.yaml], valuesInline: {a: 1}}]\n'
