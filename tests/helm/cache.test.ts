/** What charts rendered to is kept, as long as nothing that decides about it changes. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BuildOptions } from '../../src/kustomize/build.ts'
import { hasChangingOutput } from '../../src/node/changing-templates.ts'
import { World } from './world.ts'

let world: World
beforeEach(() => {
  world = new World({
    'kustomization.yaml':
      'helmCharts: [{name: c, releaseName: r, valuesInline: {a: 1}, additionalValuesFiles: [more.yaml]}]\n',
    'more.yaml': 'b: 1\n',
    'charts/c/Chart.yaml': 'name: c\n',
    'charts/c/values.yaml': 'v: 1\n',
    'charts/c/templates/a.yaml': 'name: {{ .Values.date }} # now\n{{/* now */}}',
  })
})
afterEach(() => world.close())

const named = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

/** Builds twice, with something done in between; whether the second build rendered the chart again. */
async function isRenderedAgain(change: () => unknown, second: Partial<BuildOptions> = {}): Promise<boolean> {
  world.prints(named('first'))
  expect((await world.build()).output).toBe(named('first'))
  change()
  world.prints(named('second'))
  const { output, calls } = await world.build(second)
  const isNew = output === named('second')
  if (!isNew) expect(output).toBe(named('first'))
  expect(calls.map((call) => call.split('\n')[0])).toEqual(isNew ? ['word version', 'word template'] : ['word version'])
  return isNew
}

const file = (name: string) => join(world.folder, name)
const append = (name: string, text: string) => () => appendFileSync(file(name), text)

test('a second build asks helm for its version alone', async () => {
  expect(await isRenderedAgain(() => undefined)).toBe(false)
})

test('what no chart sees changes nothing', async () => {
  expect(await isRenderedAgain(() => world.write({ 'other.yaml': '' }))).toBe(false)
})

test.each([
  ['a template', append('charts/c/templates/a.yaml', '# more')],
  ['a new file', () => world.write({ 'charts/c/crds/a.yaml': '' })],
  ['a new folder', () => mkdirSync(file('charts/c/empty'))],
  ["the chart's values", append('charts/c/values.yaml', 'w: 1\n')],
  ['additional values', append('more.yaml', 'c: 1\n')],
  ['inline values', () => world.write({ 'kustomization.yaml': changed('a: 1', 'a: 2') })],
  ['the name of the release', () => world.write({ 'kustomization.yaml': changed('releaseName: r', 'releaseName: s') })],
  ['an option', () => world.write({ 'kustomization.yaml': changed('name: c,', 'name: c, includeCRDs: true,') })],
  ['a variable of helm', () => Object.assign(world.environment, { HELM_NAMESPACE: 'n' })],
  ["helm's version", () => Object.assign(world.environment, { STAND_IN_VERSION: 'v3.22.1' })],
  ["the cluster's configuration", () => world.write({ '../.kube/config': 'contexts: []\n' })],
])('%s changes what is rendered', async (_name, change) => {
  expect(await isRenderedAgain(change)).toBe(true)
})

function changed(from: string, to: string): string {
  return 'helmCharts: [{name: c, releaseName: r, valuesInline: {a: 1}, additionalValuesFiles: [more.yaml]}]\n'.replace(
    from,
    to,
  )
}

test("the cluster's configuration changes nothing for a chart that has a namespace", async () => {
  world.write({ 'kustomization.yaml': changed('name: c,', 'name: c, namespace: shop,') })
  expect(await isRenderedAgain(() => world.write({ '../.kube/config': 'contexts: []\n' }))).toBe(false)
})

test('options of the command line change what is rendered', async () => {
  expect(await isRenderedAgain(() => undefined, { helm: { kubeVersion: '1.30' } })).toBe(true)
})

test.each([
  ['a template that makes passwords', () => world.write({ 'charts/c/templates/b.yaml': 'a: {{ randAlphaNum 5 }}' })],
  ['values that ask for the time', () => world.write({ 'more.yaml': 'b: "{{ now }}"\n' })],
  ['a symbolic link', () => world.write({ 'charts/c/templates/link.yaml': '-> a.yaml' })],
  ['a generated name', () => world.write({ 'kustomization.yaml': changed('releaseName: r, ', '') })],
  ['a packed chart that looks into the cluster', () => packed('{{ lookup "v1" "Secret" "" "" }}')],
])('%s is rendered by every build', async (_name, change) => {
  change()
  expect(await isRenderedAgain(() => undefined)).toBe(true)
})

test('a packed chart that changes nothing is looked through', async () => {
  packed('{{ .Values.a }}')
  expect(await isRenderedAgain(() => undefined)).toBe(false)
})

function packed(template: string): void {
  const folder = join(world.root, 'sub')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.yaml'), template)
  mkdirSync(file('charts/c/charts'))
  execFileSync('tar', ['-czf', file('charts/c/charts/sub-1.tgz'), '-C', world.root, 'sub'])
}

test.each([
  ['STRAKE_CACHE', 'off'],
  ['STRAKE_HELM_CACHE', 'off'],
])('nothing is kept with %s=%s', async (name, value) => {
  Object.assign(world.environment, { [name]: value })
  expect(await isRenderedAgain(() => undefined)).toBe(true)
})

const kept = () => {
  const folder = join(world.root, 'cache/charts')
  return readdirSync(folder).map((name) => join(folder, name))
}

test('what is kept is for nobody else, since charts render secrets', async () => {
  await world.build()
  expect(kept().map((path) => statSync(path).mode & 0o777)).toEqual([0o600])
})

test('what was damaged is rendered again', async () => {
  expect(await isRenderedAgain(() => appendFileSync(kept()[0] as string, 'x'))).toBe(true)
})

test('what helm refuses is not kept', async () => {
  Object.assign(world.environment, { STAND_IN_CODE: '1' })
  expect((await world.build()).error).toContain('exit status 1')
  expect(kept()).toEqual([])
})

test('a cache that cannot be written to is no obstacle', async () => {
  writeFileSync(join(world.root, 'file'), '')
  Object.assign(world.environment, { STRAKE_CACHE: join(world.root, 'file/cache') })
  expect(await isRenderedAgain(() => rmSync(join(world.root, 'file')))).toBe(true)
})

test.each([
  ['{{ randAlphaNum 5 }}', true],
  ['{{- $a := now | date "2006" -}}', true],
  ['{{ tpl "{{ now }}" . }}', true],
  ['{{ printf "}}" }}{{ uuidv4 }}', true],
  ['{{ printf `}}` now }}', true],
  ['{{ (genCA "a" 3).Cert }}', true],
  ['{{ include "a" (dict "b" (lookup "v1" "Secret" "" "")) }}', true],
  ['{{ .Values.now }} {{ $.Values.date }} {{ $now }}', false],
  ['{{/* now */}} now', false],
  ['{{- /* now */ -}} now', false],
  ['{{ toYaml .Values.a | nindent 2 }}', false],
  ['{{ unclosed "', false],
  ['{{ unclosed ` now', true],
])('%s may change: %s', (text, expected) => {
  expect(hasChangingOutput(text)).toBe(expected)
})
