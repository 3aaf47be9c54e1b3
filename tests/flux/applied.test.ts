/** What is applied of one Kustomization. Expected texts come from the libraries of the controller (tests/differential/flux/controller). */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let cwd: string

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-applied-')))
})

afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** The objects that are applied, without owner labels where these are the only ones. */
async function applied(text: string, spec = '', file = ''): Promise<string> {
  mkdirSync(join(cwd, 'app'))
  mkdirSync(join(cwd, 'cluster'))
  writeFileSync(join(cwd, 'app/a.yaml'), text)
  if (file !== '') writeFileSync(join(cwd, 'app/kustomization.yaml'), file)
  writeFileSync(
    join(cwd, 'cluster/all.yaml'),
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: app, namespace: flux-system}
spec:
  interval: 1h
  prune: true
  path: ./app
  sourceRef: {kind: GitRepository, name: repo}
${spec}`,
  )
  const { code, stdout, stderr } = await runFlux(['render', 'cluster', '--kustomization', 'app', '--offline'], cwd)
  if (code !== 0) throw new Error(stderr)
  return stdout.replace(/^ {2}labels:\n {4}\S+name: app\n {4}\S+namespace: flux-system\n(?! {4})/gm, '')
}

test('a folded text of a Secret is encoded as it is printed, its indented lines apart', async () => {
  const text = `apiVersion: v1
kind: Secret
metadata:
  name: a
  annotations:
    note: >-
      colon: here
        indented
      one
stringData:
  host: >-
    colon: here
    - dash
      indented
    one
`
  expect(await applied(text)).toBe(`apiVersion: v1
data:
  host: Y29sb246IGhlcmUgLSBkYXNoCgogIGluZGVudGVkCm9uZQ==
kind: Secret
metadata:
  annotations:
    note: |-
      colon: here
        indented
      one
  creationTimestamp: null
  name: a
`)
})

test('an object whose annotation substitution made a number stays as it is', async () => {
  const text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: b, annotations: {port: "${a}"}}\nstringData: {a: x}\n'
  const spec = '  postBuild: {substitute: {a: "8080"}}\n'
  expect(await applied(text, spec)).toBe(`apiVersion: v1
kind: Secret
metadata:
  annotations:
    port: 8080
  creationTimestamp: null
  name: b
stringData:
  a: x
`)
})

test('the objects in a list that has no kind of a list keep annotations that are numbers', async () => {
  const text = `apiVersion: example.com/v1
kind: Things
metadata: {name: c}
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: e, annotations: {n: 1}}
`
  expect(await applied(text)).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    "n": 1
  creationTimestamp: null
  name: e
`)
})

test('a time with an anchor in a Secret is encoded as the text that it is printed as', async () => {
  const text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: t}\nstringData: {a: &x 2020-01-01, b: 2020-01-01}\n'
  expect(await applied(text)).toBe(`apiVersion: v1
data:
  a: MjAyMC0wMS0wMVQwMDowMDowMFo=
  b: MjAyMC0wMS0wMVQwMDowMDowMFo=
kind: Secret
metadata:
  creationTimestamp: null
  name: t
`)
})

test('where variables are put in, lines that start with a tab are refused, as the reference cannot read them again', async () => {
  const text =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, command: ["\\tx\\ny"]}]}\n'
  await expect(applied(text, '  postBuild: {substitute: {a: b}}\n')).rejects.toThrow(
    "✗ Kustomization/flux-system/app: post build failed for 'Pod.v1.[noGrp]/p': UnmarshalJSON: yaml: line 8: found a tab character where an indentation space is expected\n",
  )
})

test('a number that cannot be printed is refused before labels that have it are made anew', async () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: n, labels: {a: .nan}}\n'
  await expect(applied(text)).rejects.toThrow(
    '✗ Kustomization/flux-system/app: map[string]interface {}{"apiVersion":"v1", "kind":"ConfigMap", "metadata":map[string]interface {}{"labels":map[string]interface {}{"a":NaN}, "name":"n"}}: json: unsupported value: NaN\n',
  )
})

test('an empty value that a replacement made is null once it was printed, and the labels beside it stay', async () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, labels: {x: y}}\n'
  const file = `resources: [a.yaml]
replacements:
- sourceValue: ""
  targets:
  - {select: {kind: ConfigMap, name: b}, fieldPaths: [metadata.labels.team], options: {create: true}}
`
  expect(await applied(text, '', file)).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  creationTimestamp: null
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
    team: ""
    x: "y"
  name: b
`)
})

test('a kustomization file stands for no object, but inside of a list of another kind it does', async () => {
  const inner = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: inner}\n'
  const item = inner.replace(/^/gm, '  ').trim()
  const text = `apiVersion: example.com/v1\nkind: Things\nmetadata: {name: l}\nitems:\n- ${item}\n---\n${inner}`
  expect(await applied(text)).toBe(`apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
metadata:
  creationTimestamp: null
  name: inner
`)
})
