/** Problems of sources and of what is made of them: the place where the object is written is told. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { strake } from '../cli/program.ts'
import { World } from '../remote/world.ts'
import { runFlux } from './command.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => {
  world.remove()
})

const SOURCES = `apiVersion: v1
kind: ConfigMap
metadata: {name: first}
---
# who applies what
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, url: "oci://\${HOST}/apps", ref: {digest: "md5:1"}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./deploy, prune: true, sourceRef: {kind: OCIRepository, name: apps}}
`

function fleet(sources: string): string {
  world.write('fleet', {
    'prod/all.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: all, namespace: flux-system}
spec:
  {interval: 1h, path: ./all, prune: true, sourceRef: {kind: GitRepository, name: fleet}, postBuild: {substitute: {HOST: 127.0.0.1:1}}}
`,
    'all/kustomization.yaml': 'resources: [sources.yaml]\nnamePrefix: ""\ncommonAnnotations: {team: a}\n',
    'all/sources.yaml': sources,
  })
  world.git('', 'init', '--quiet', 'fleet')
  return world.path('fleet')
}

test('a source that cannot be had is shown with its file, line and what would help', async () => {
  const { code, stdout, stderr } = await runFlux(['render', 'prod'], fleet(SOURCES))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const message = "OCIRepository/flux-system/apps: 'md5:1' is no digest"
  expect(stderr.split('\n')).toEqual([
    'GitRepository/flux-system/fleet is defined nowhere here: taken for this repository',
    `error[SOURCE]: ${message}`,
    '  --> all/sources.yaml:6:1',
    '   |',
    ' 6 | apiVersion: source.toolkit.fluxcd.io/v1',
    '   | ^',
    '  hint: write sha256: and all of its digits',
    'error[SOURCE]: flux-system/apps is not rendered: the files of OCIRepository apps are not at hand',
    '  --> all/sources.yaml:11:1',
    '    |',
    ' 11 | apiVersion: kustomize.toolkit.fluxcd.io/v1',
    '    | ^',
    `✗ ${message}`,
    '',
  ])
})

test('programs are told the same place', () => {
  const words = ['flux', 'render', 'prod', '--keep-going', '--log-format', 'json', '--quiet']
  const { code, stderr } = strake(fleet(SOURCES), words, world.environment)
  expect(code).toBe(1)
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ code, at }) => ({ code, at }))).toEqual([
    { code: 'SOURCE', at: [{ file: 'all/sources.yaml', line: 6, column: 1 }] },
    { code: 'SOURCE', at: [{ file: 'all/sources.yaml', line: 11, column: 1 }] },
  ])
})

test('an object of a list, a suspended one, and one that depends on nothing are shown where they are written', async () => {
  const list = `apiVersion: v1
kind: List
items:
  - apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: {name: other, namespace: flux-system}
    spec: {interval: 1h, url: https://127.0.0.1:1/x, suspend: true}
  - apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: apps, namespace: flux-system}
    spec: {interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: other}, dependsOn: [{name: none}]}
`
  const { stderr } = await runFlux(['render', 'prod', '--offline'], fleet(list))
  const places = stderr.split('\n').filter((line) => line.includes('-->') || /^(?:warning|error)/.test(line))
  expect(places).toEqual([
    'warning[SUSPENDED]: GitRepository/flux-system/other is suspended: the cluster stays with what it has of it, here it is as it is now',
    '  --> all/sources.yaml:4:5',
    'warning[DEPENDENCY]: flux-system/apps depends on flux-system/none, which nothing here applies: it would never be reconciled',
    '  --> all/sources.yaml:8:5',
    'error[REMOTE_OFFLINE]: GitRepository/flux-system/other: offline, and not in the cache: https://127.0.0.1:1/x at refs/heads/master',
    '  --> all/sources.yaml:4:5',
    'error[SOURCE]: flux-system/apps is not rendered: the files of GitRepository other are not at hand',
    '  --> all/sources.yaml:8:5',
  ])
})

test('a Kustomization whose path is not there is shown where it is written', async () => {
  world.write('fleet', {
    'prod/a.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: a, namespace: flux-system}
spec: {interval: 1h, path: ./none, prune: true, sourceRef: {kind: GitRepository, name: fleet}}
`,
  })
  world.git('', 'init', '--quiet', 'fleet')
  const { stderr } = await runFlux(['render', 'prod', '--quiet'], world.path('fleet'))
  expect(stderr).toContain('  --> prod/a.yaml:1:1\n')
  expect(stderr).toContain('✗ Kustomization/flux-system/a: kustomization path not found')
})
