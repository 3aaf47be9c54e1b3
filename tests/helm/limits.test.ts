/** What a kustomization, a chart or a program may not do. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'
import { openFetcher } from '../../src/node/fetch.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { PROGRAM, strake } from '../cli/program.ts'
import { CONFIG_MAP, type Files, World } from './world.ts'

const CHART = { 'charts/c/Chart.yaml': 'name: c\n', 'charts/c/values.yaml': 'v: 1\n' }
const PLAIN = { 'kustomization.yaml': 'helmCharts: [{name: c}]\n', ...CHART }

let world: World
beforeEach(() => {
  world = new World({})
})
afterEach(() => world.close())

/** A program in place of helm, which does this when a chart is to be rendered. */
function program(script: string): string {
  const path = join(world.root, 'program')
  writeFileSync(path, `#!/bin/sh\nif [ "$1" = version ]; then echo v3.1.2; exit 0; fi\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('a helm that does not end is ended, with what it has started', async () => {
  world.write(PLAIN)
  const trace = join(world.root, 'trace')
  const command = program(`sh -c 'sleep 2; echo x > ${trace}' & sleep 60`)
  const { error } = await world.build({ helm: { command, timeoutSeconds: 1 } })
  await new Promise((done) => setTimeout(done, 1500))
  expect(existsSync(trace)).toBe(false)
  expect(error).toBe("'$ROOT/program' was ended: it took longer than 1 s")
})

test('a helm that writes without end is ended', async () => {
  world.write(PLAIN)
  const { error } = await world.build({ helm: { command: program('exec yes a-line-of-some-length') } })
  expect(error).toBe("'$ROOT/program' was ended: it wrote more than 134217728 bytes")
})

test('a slow helm is named to who waits', async () => {
  world.write(PLAIN)
  const said: string[] = []
  const runner = nodeRunner({ environment: world.environment, onSlow: (text) => said.push(text) })
  const { output } = await world.build({ runner, helm: { command: program('sleep 1; cat "$STAND_IN_OUTPUT"') } })
  await runner.close()
  expect({ output, said }).toEqual({ output: CONFIG_MAP, said: ['rendering the chart c'] })
})

test('a build without a runner says what to pass', async () => {
  const fs = memoryFileSystem({ '/app/kustomization.yaml': 'helmCharts: [{name: c}]\n' })
  await expect(build({ root: '/app', fs, enableHelm: true })).rejects.toMatchObject({
    message: 'a Helm chart is rendered by helm, and this build can run no programs',
    hint: 'pass `runner` to the build, such as `nodeRunner()` of strake/node',
  })
})

test('a chart is not fetched into files that are on no disk', async () => {
  const fs = memoryFileSystem({ '/app/kustomization.yaml': 'helmCharts: [{name: c, repo: "http://x.example"}]\n' })
  const { error, calls } = await world.build({ fs, root: '/app' })
  expect(error).toBe("the chart '/app/charts/c' cannot be fetched: helm writes to a disk, and these files are on none")
  expect(calls).toHaveLength(1)
})

test('words of a kustomization are never options of helm', async () => {
  const chart =
    '{name: d, repo: --post-renderer=x, version: --devel, namespace: --debug, nameTemplate: --x, kubeVersion: -f, apiVersions: [--y], releaseName: r, valuesFile: v.yaml}'
  world.write({ ...CHART, 'kustomization.yaml': `helmCharts: [${chart}]\n`, 'v.yaml': '' })
  const [, pull, template] = (await world.build()).calls.map((call) =>
    call.split('\n').flatMap((line) => (line.startsWith('word ') ? [line.slice(5)] : [])),
  )
  const home = '$ROOT/app/charts/d---devel'
  expect(pull).toEqual([
    ...['pull', '--untar', '--untardir', home, '--repo', '--post-renderer=x', 'd', '--version', '--devel'],
  ])
  expect(template).toEqual([
    ...['template', 'r', `${home}/d`, '--namespace', '--debug', '--name-template', '--x'],
    ...['-f', '$SCRATCH/d-kustomize-values.yaml', '--api-versions', '--y', '--kube-version', '-f'],
  ])
})

test.each([
  ['to a file', 'charts/c/files/secret', '../../../../secret'],
  ['to a folder', 'charts/c/files', '../../../outer'],
  ['over another one', 'charts/c/files/secret', '../../../by'],
])('a symbolic link in a chart that leads outside is refused: %s', async (_name, link, to) => {
  mkdirSync(join(world.root, 'outer'))
  writeFileSync(join(world.root, 'secret'), '')
  world.write({ ...PLAIN, by: '-> ../secret', [link]: `-> ${to}` })
  expect(await world.build()).toEqual({
    error: `security; file '$ROOT/app/${link}' is not in or below '$ROOT/app'`,
    calls: [expect.stringContaining('word version')],
  })
  const { output } = await world.build({ loadRestrictor: 'LoadRestrictionsNone' })
  expect(output).toBe(CONFIG_MAP)
})

test('a symbolic link to what the kustomization may read is followed', async () => {
  world.write({ ...PLAIN, 'shared/a.yaml': '', 'charts/c/templates': '-> ../../shared' })
  expect((await world.build()).output).toBe(CONFIG_MAP)
})

test('a symbolic link that leads nowhere is left to helm', async () => {
  world.write({ ...PLAIN, 'charts/c/a.yaml': '-> nowhere' })
  expect((await world.build()).output).toBe(CONFIG_MAP)
  const fs = memoryFileSystem({
    '/app/kustomization.yaml': PLAIN['kustomization.yaml'],
    '/app/charts/c/values.yaml': '',
    '/app/charts/c/a.yaml': { link: 'nowhere' },
  })
  expect((await world.build({ fs, root: '/app' })).error).toBe('open /app/charts/c/a.yaml: no such file or directory')
})

test('a chart in a circle of symbolic links is an error', async () => {
  world.write({ ...PLAIN, 'charts/c/again': '-> .' })
  expect((await world.build()).error).toBe(
    "the symbolic link '$ROOT/app/charts/c/again' of a chart leads to a folder that it is in",
  )
})

test('a chart outside is told of', async () => {
  world.write({ ...CHART, '../outer/c/Chart.yaml': 'name: c\n' })
  world.write({
    'kustomization.yaml':
      'helmGlobals: {chartHome: ../outer}\nhelmCharts: [{name: c, valuesFile: charts/c/values.yaml}]\n',
  })
  const told: Diagnostic[] = []
  const { output } = await world.build({ log: { emit: (diagnostic) => told.push(diagnostic) } })
  expect(output).toBe(CONFIG_MAP)
  expect(told.map(({ message }) => message.replaceAll(world.root, '$ROOT'))).toEqual([
    "the chart '$ROOT/outer/c' is not in or below '$ROOT/app'",
  ])
})

/** Builds a kustomization that a repository has. */
async function buildRemote(files: Files) {
  world.write(files)
  for (const words of ['init --quiet --initial-branch=main', 'add .', 'commit --quiet --message=a'])
    world.git(...words.split(' '))
  const top = join(world.root, 'top')
  world.write({ '../top/kustomization.yaml': `resources: ["file://${world.folder}//base?ref=main"]\n` })
  const fetcher = openFetcher({ environment: world.environment })
  const result = await world.build({ root: top, fetcher, loadRestrictor: 'LoadRestrictionsNone' })
  await fetcher.close()
  return { ...result, error: result.error?.replace(/\/cache\/git\/[0-9a-f]{40}/g, '/$CHECKOUT').replace(/^.*': /, '') }
}

test.each([
  [
    'a chart home outside its repository',
    { 'base/kustomization.yaml': 'helmGlobals: {chartHome: /etc}\nhelmCharts: [{name: c}]\n' },
    "security; chart home '/etc' is not in or below '$ROOT/$CHECKOUT'",
  ],
  [
    'a chart that is a link to outside its repository',
    { 'base/kustomization.yaml': 'helmCharts: [{name: c}]\n', 'base/charts/c': '-> /etc' },
    "$ROOT/$CHECKOUT'",
  ],
  [
    'a link in a chart to outside its repository',
    { 'base/kustomization.yaml': 'helmCharts: [{name: c}]\n', 'base/charts/c/a': '-> /etc/hostname' },
    "$ROOT/$CHECKOUT'",
  ],
  [
    "a configuration of helm's, which can name programs",
    { 'base/kustomization.yaml': 'helmGlobals: {configHome: ./helm}\nhelmCharts: [{name: c}]\n' },
    "helmGlobals.configHome './helm' is not taken from a remote kustomization",
  ],
])('a remote kustomization may not have %s', async (_name, files, message) => {
  const { error } = await buildRemote(files)
  expect(error?.endsWith(message), error).toBe(true)
})

test('a remote kustomization may have a chart of its own', async () => {
  const files = {
    'base/kustomization.yaml':
      'helmGlobals: {chartHome: ../charts}\nhelmCharts: [{name: c, valuesInline: {a: 1}, valuesMerge: replace}]\n',
  }
  expect((await buildRemote({ ...files, ...CHART })).output).toBe(CONFIG_MAP)
})

test('the program takes all of this from its flags', () => {
  expect(PROGRAM).toContain('dist')
  world.write({ ...PLAIN, 'kustomization.yaml': 'helmCharts: [{name: c, releaseName: r}]\n' })
  const log = join(world.root, 'words')
  const command = program(`printf '%s\\n' "$@" > ${log}; cat "$STAND_IN_OUTPUT"`)
  const words = [
    'build',
    '.',
    '--enable-helm',
    '--helm-command',
    command,
    '--helm-kube-version',
    '1.30',
    '--helm-debug',
  ]
  const run = strake(world.folder, [...words, '--helm-api-versions', 'a/v1'], world.environment)
  expect(run).toEqual({ code: 0, stdout: CONFIG_MAP, stderr: '' })
})
