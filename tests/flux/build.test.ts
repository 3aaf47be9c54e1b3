/** `flux build kustomization` and the controller's view, beyond the recorded cases: what is refused, what is bounded. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { Source } from '../../src/core/source.ts'
import { openSource, renderKustomization } from '../../src/flux/controller.ts'
import { type FluxKustomization, findKustomization } from '../../src/flux/kustomization.ts'
import { idOf, printObject, shownId } from '../../src/flux/object.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { runFlux } from './command.ts'

let cwd = ''
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-')))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
}

const kustomization = (name: string, path: string, spec = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: "${name}", namespace: flux-system}
spec:
  interval: 10m
  prune: true
  path: ${path}
  sourceRef: {kind: GitRepository, name: repo}
${spec}`

const configMap = (name: string, data = '') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${data}`

const BUILD = ['build', 'kustomization', 'app', '--kustomization-file', 'app.yaml', '--dry-run', '--path']

/** The last line, with the folder taken out. */
function mistake(stderr: string): string {
  return (stderr.trimEnd().split('\n').at(-1) as string).replaceAll(cwd, '{cwd}')
}

describe('flux build kustomization', () => {
  test('is what ks stands for', async () => {
    write({ 'app.yaml': kustomization('app', './app'), 'app/a.yaml': configMap('a') })
    const words = ['--path', 'app', '--kustomization-file', 'app.yaml', '--dry-run']
    const { code, stdout, stderr } = await runFlux(['build', 'ks', 'app', ...words], cwd)
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
---
`,
      stderr: '',
    })
  })

  test.each([
    [['build', 'kustomization'], '✗ kustomization name is required'],
    [[...BUILD, 'app', '--dry-run=false'], '✗ no cluster is read: give --dry-run and --kustomization-file'],
    [[...BUILD, 'app', '--bogus'], '✗ unknown flag: --bogus'],
    [
      [...BUILD, 'app', '--local-sources', 'x'],
      '✗ invalid argument "x" for "--local-sources" flag: x must be formatted as key=value',
    ],
  ])('refuses %j', async (words, expected) => {
    write({ 'app.yaml': kustomization('app', './app'), 'app/a.yaml': configMap('a') })
    const { code, stdout, stderr } = await runFlux(words, cwd)
    expect([code, stdout, mistake(stderr)]).toEqual([1, '', expected])
  })

  test('names a cycle of Kustomizations, in which flux does not end', async () => {
    write({
      'app.yaml': kustomization('app', './app'),
      'app/other.yaml': kustomization('other', './other'),
      'other/app.yaml': kustomization('app', './app'),
    })
    const sources = ['--recursive', '--local-sources', 'GitRepository/flux-system/repo=.']
    const { code, stdout, stderr } = await runFlux([...BUILD, 'app', ...sources], cwd)
    expect([code, stdout, mistake(stderr)]).toEqual([
      1,
      '',
      '✗ Kustomizations apply each other: flux-system/app ({cwd}/app) -> flux-system/other ({cwd}/other) -> flux-system/app ({cwd}/app)',
    ])
  })

  test('ends when every Kustomization applies one with another name', async () => {
    write({
      'app.yaml': kustomization('app', './app', '  postBuild: {substitute: {n: x}}\n'),
      'app/next.yaml': kustomization('a${n}', './app', '  postBuild: {substitute: {n: "${n}x"}}\n'),
    })
    const sources = ['--recursive', '--local-sources', 'GitRepository/flux-system/repo=.']
    const { code, stderr } = await runFlux([...BUILD, 'app', ...sources], cwd)
    expect(code).toBe(1)
    expect(mistake(stderr)).toMatch(/^✗ Kustomizations apply each other more than 100 deep: flux-system\/ax+ /)
  })

  test('stops a substitution that would fill the memory', async () => {
    const bomb = (depth: number): string => (depth === 0 ? '${v}' : `\${v//a/${bomb(depth - 1)}}`)
    write({
      'app.yaml': kustomization('app', './app', `  postBuild: {substitute: {v: ${'a'.repeat(2000)}}}\n`),
      'app/a.yaml': configMap('a', `data: {v: '${bomb(20)}'}\n`),
    })
    const { code, stderr } = await runFlux([...BUILD, 'app'], cwd)
    expect([code, mistake(stderr)]).toEqual([
      1,
      "✗ var substitution failed for 'a': envsubst error: variable substitution failed: substitution makes more than 64 million characters",
    ])
  })

  test('says nothing of places in the file that it generates', async () => {
    write({
      'app.yaml': kustomization('app', './app', '  patches: [{patch: "- op: nothing"}]\n'),
      'app/a.yaml': configMap('a'),
    })
    const { stderr } = await runFlux([...BUILD, 'app'], cwd)
    expect(stderr).not.toContain('kustomization.yaml:')
    expect(mistake(stderr)).toMatch(/^✗ kustomize build failed: /)
  })

  test('half a character that substitution leaves is an error', async () => {
    write({
      'app.yaml': kustomization('app', './app', '  postBuild: {substitute: {v: Ü}}\n'),
      'app/a.yaml': configMap('a', 'data: {v: "${v:0:1}"}\n'),
    })
    const { code, stderr } = await runFlux([...BUILD, 'app'], cwd)
    expect([code, mistake(stderr)]).toEqual([
      1,
      "✗ var substitution failed for 'a': envsubst error: YAMLToJSON: yaml: invalid trailing UTF-8 octet",
    ])
  })
})

function fluxKustomization(path: string, spec = ''): FluxKustomization {
  const source = new Source('app.yaml', kustomization('app', path, spec))
  return findKustomization(source, 'app', 'flux-system') as FluxKustomization
}

async function rendered(kustomization: FluxKustomization, root: string): Promise<string[]> {
  const { stages } = await renderKustomization({ kustomization, source: openSource(nodeFileSystem(), root) })
  return stages.flatMap(({ name, objects }) => objects.map((object) => `${name} ${shownId(idOf(object))}`))
}

describe('what the controller applies', () => {
  test('leaves an object as it is when its last field does not fit the type, whatever stands before', async () => {
    const pod = (extra: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: a, unknown: x}\nspec:\n  containers:\n  - {name: main, resources: {limits: {cpu: "0.5"}}, env: []}\n  nodeSelector: {}\n${extra}`
    const rendered = async (text: string) => {
      const source = openSource(memoryFileSystem({ '/repo/app/a.yaml': text }), '/repo')
      const { stages } = await renderKustomization({ kustomization: fluxKustomization('./app'), source })
      return stages.flatMap(({ objects }) => objects.map(printObject)).join('---\n')
    }
    const labels =
      '  labels:\n    kustomize.toolkit.fluxcd.io/name: app\n    kustomize.toolkit.fluxcd.io/namespace: flux-system\n  name: a\n'
    expect(await rendered(pod(''))).toBe(
      `apiVersion: v1\nkind: Pod\nmetadata:\n  creationTimestamp: null\n${labels}spec:\n  containers:\n  - name: main\n    resources:\n      limits:\n        cpu: 500m\n`,
    )
    expect(await rendered(pod('  priority: high\n'))).toBe(
      `apiVersion: v1\nkind: Pod\nmetadata:\n  creationTimestamp: null\n${labels}  unknown: x\nspec:\n  containers:\n  - env: []\n    name: main\n    resources:\n      limits:\n        cpu: "0.5"\n  nodeSelector: {}\n  priority: high\n`,
    )
  })

  test('reads a file anew for a second Kustomization that names it', async () => {
    const fs = memoryFileSystem({
      '/repo/app/a.yaml': configMap('a'),
      '/repo/other/kustomization.yaml': 'namePrefix: other-\nresources: [../app/a.yaml]\n',
      '/repo/third/kustomization.yaml': 'namePrefix: third-\nresources: [../app/a.yaml]\n',
    })
    const source = openSource(fs, '/repo')
    const names: string[] = []
    for (const path of ['./app', './other', './third', './app']) {
      const { stages } = await renderKustomization({ kustomization: fluxKustomization(path), source })
      for (const { objects } of stages) names.push(...objects.map((object) => shownId(idOf(object))))
    }
    expect(names).toEqual(['ConfigMap/a', 'ConfigMap/other-a', 'ConfigMap/third-a', 'ConfigMap/a'])
  })

  test('works over files in memory', async () => {
    const fs = memoryFileSystem({ '/repo/app/a.yaml': configMap('a', 'data: {v: "${v}"}\n') })
    const kustomization = fluxKustomization('./app', '  postBuild: {substitute: {v: "1"}}\n')
    const { stages, generated } = await renderKustomization({ kustomization, source: openSource(fs, '/repo') })
    expect(generated).toEqual({
      action: 'created',
      path: '/repo/app/kustomization.yaml',
      text: 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- ./a.yaml\n',
    })
    const texts = stages.flatMap(({ objects }) => objects.map(printObject))
    // The number that came out does not fit into a ConfigMap, so the object is not converted.
    expect(texts).toEqual([
      `apiVersion: v1
data:
  v: 1
kind: ConfigMap
metadata:
  creationTimestamp: null
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
`,
    ])
  })

  test('a folder that is a link out of the source is refused', async () => {
    write({ 'outside/a.yaml': configMap('a'), 'repo/x': '' })
    symlinkSync('../outside', join(cwd, 'repo/app'))
    const problem = rendered(fluxKustomization('./app'), join(cwd, 'repo'))
    await expect(problem).rejects.toThrow(
      `kustomization path not found: stat ${cwd}/repo/app: no such file or directory`,
    )
  })

  test('a base reached through a link out of the source is refused', async () => {
    write({
      'outside/kustomization.yaml': 'resources: [a.yaml]\n',
      'outside/a.yaml': configMap('a'),
      'repo/app/kustomization.yaml': 'resources: [base]\n',
    })
    symlinkSync('../../outside', join(cwd, 'repo/app/base'))
    const problem = rendered(fluxKustomization('./app'), join(cwd, 'repo'))
    await expect(problem).rejects.toThrow(
      `fs-security-constraint abs ${cwd}/repo/app/base: path '${cwd}/repo/app/base' is not in or below '${cwd}/repo'`,
    )
  })

  test('a file for a generator reached through a link out of the source is refused', async () => {
    write({
      'secret.txt': 'key',
      'repo/app/kustomization.yaml': 'configMapGenerator: [{name: a, files: [link.txt]}]\n',
    })
    symlinkSync('../../secret.txt', join(cwd, 'repo/app/link.txt'))
    const problem = rendered(fluxKustomization('./app'), join(cwd, 'repo'))
    await expect(problem).rejects.toThrow(`path '${cwd}/repo/app/link.txt' is not in or below '${cwd}/repo'`)
  })

  test('Kustomizations of one source have nothing to do with each other', async () => {
    write({ 'base/a.yaml': configMap('a'), 'base/kustomization.yaml': 'resources: [a.yaml]\n' })
    write({ 'x/kustomization.yaml': 'namePrefix: x-\nresources: [../base]\n' })
    const source = openSource(nodeFileSystem(), cwd)
    const names: string[] = []
    for (const path of ['./x', './base', './x']) {
      const { stages } = await renderKustomization({ kustomization: fluxKustomization(path), source })
      names.push(...stages.flatMap(({ objects }) => objects.map((object) => idOf(object).name)))
    }
    expect(names).toEqual(['x-a', 'a', 'x-a'])
  })

  test('links that stay in the source are followed', async () => {
    write({ 'repo/shared/a.yaml': configMap('a'), 'repo/app/b.yaml': configMap('b') })
    symlinkSync('../shared/a.yaml', join(cwd, 'repo/app/a.yaml'))
    const objects = await rendered(fluxKustomization('./app'), join(cwd, 'repo'))
    expect(objects).toEqual(['rest ConfigMap/a', 'rest ConfigMap/b'])
  })

  test('a Secret that is still encrypted is refused when only its stringData are', async () => {
    write({
      'app/s.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: n}\nstringData: {a: "ENC[x]"}\nsops: {mac: "ENC[y]"}\n',
    })
    const problem = rendered(fluxKustomization('./app'), cwd)
    await expect(problem).rejects.toThrow(
      'Secret/n/s is SOPS encrypted, configuring decryption is required for this secret to be reconciled',
    )
  })

  test('an object whose name is a number is left out, with a warning', async () => {
    write({
      'app/a.yaml': `${configMap('23')}---\n${configMap('"24"')}`,
    })
    const warnings: Diagnostic[] = []
    const log = { emit: (warning: Diagnostic) => void warnings.push(warning) }
    const source = openSource(nodeFileSystem(), cwd)
    const { stages } = await renderKustomization({ kustomization: fluxKustomization('./app'), source, log })
    expect(stages.flatMap(({ objects }) => objects.map((object) => shownId(idOf(object))))).toEqual(['ConfigMap/24'])
    expect(warnings.map(({ severity, code, message }) => ({ severity, code, message }))).toEqual([
      {
        severity: 'warning',
        code: 'NOT_AN_OBJECT',
        message: 'Flux leaves out ConfigMap/23: its apiVersion, kind and name have to be texts',
      },
    ])
  })

  test('an object whose name becomes a number is left out, with a warning', async () => {
    write({ 'app/a.yaml': configMap('"${name}"') })
    const warnings: string[] = []
    const log = { emit: ({ message }: Diagnostic) => void warnings.push(message) }
    const source = openSource(nodeFileSystem(), cwd)
    const kustomization = fluxKustomization('./app', '  postBuild: {substitute: {name: "1"}}\n')
    const { stages } = await renderKustomization({ kustomization, source, log })
    expect(stages.flatMap(({ objects }) => objects)).toEqual([])
    expect(warnings).toEqual(['Flux leaves out ConfigMap/1: its apiVersion, kind and name have to be texts'])
  })

  test.each([
    ['is a number', '1', '1'],
    ['becomes a number', '"${a}"', '1'],
    ['becomes null', '"${b:=}"', 'null'],
    ['becomes a list', '"${b:=[x, 1.50]}"', '["x",1.5]'],
  ])('an object whose kind %s is refused', async (_, kind, shown) => {
    write({ 'app/a.yaml': `apiVersion: v1\nkind: ${kind}\nmetadata: {name: x}\ndata: {z: "1", b: "<é"}\n` })
    const spec = '  postBuild: {substitute: {a: "1"}}\n'
    const json = `{"apiVersion":"v1","data":{"b":"\\u003cé","z":"1"},"kind":${shown},"metadata":{"name":"x"}}`
    await expect(rendered(fluxKustomization('./app', spec), cwd)).rejects.toThrow(
      `error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '${json}'`,
    )
  })

  test.each([
    ['text', 'items member is not an object: map[string]interface {}'],
    ['null', 'items member is not an object: map[string]interface {}'],
    [
      '{apiVersion: v1, kind: "${a}", metadata: {name: x}}',
      'item 1 of Holder/h is no object: its apiVersion, kind and name have to be texts',
    ],
    [
      '{apiVersion: v1, kind: ConfigMap, metadata: {name: "${a}"}}',
      'item 1 of Holder/h is no object: its apiVersion, kind and name have to be texts',
    ],
  ])('a list with %s in it is refused by both', async (item, message) => {
    const good = '{apiVersion: v1, kind: ConfigMap, metadata: {name: y}}'
    const spec = '  postBuild: {substitute: {a: "1"}}\n'
    write({
      'all.yaml': kustomization('app', './app', spec),
      'app/a.yaml': `apiVersion: v1\nkind: Holder\nmetadata: {name: h}\nitems: [${good}, ${item}]\n`,
    })
    await expect(rendered(fluxKustomization('./app', spec), cwd)).rejects.toThrow(message)
    const words = ['build', 'kustomization', 'app', '--path', 'app', '--kustomization-file', 'all.yaml', '--dry-run']
    const { code, stdout, stderr } = await runFlux(words, cwd)
    expect({ code, stdout, last: mistake(stderr) }).toEqual({
      code: 1,
      stdout: '',
      last: `✗ kustomize build failed: ${message}`,
    })
  })

  test('references to variables are not followed when there is no object', async () => {
    write({ 'app/x.txt': '' })
    const spec = '  postBuild: {substituteFrom: [{kind: ConfigMap, name: absent}]}\n'
    expect(await rendered(fluxKustomization('./app', spec), cwd)).toEqual([])
  })
})

test('a separator with a comment parts documents', () => {
  const text = `${configMap('a')}--- # the next\n${kustomization('app', './app')}`
  expect(findKustomization(new Source('app.yaml', text), 'app', 'flux-system')?.spec.path).toBe('./app')
})

test('ignore files of ignored folders count, and so do those that are links', async () => {
  write({
    'app.yaml': kustomization('app', './app'),
    rules: 'b.yaml\n',
    'app/.sourceignore': 'x/\n',
    'app/x/.sourceignore': '!a.yaml\n',
    'app/x/a.yaml': configMap('x-a'),
    'app/x/b.yaml': configMap('x-b'),
    'app/z/b.yaml': configMap('z-b'),
    'app/z/c.yaml': configMap('z-c'),
  })
  symlinkSync('../../rules', join(cwd, 'app/z/.sourceignore'))
  const { stdout } = await runFlux([...BUILD, 'app'], cwd)
  expect([...stdout.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name)).toEqual(['x-a', 'z-c'])
})
