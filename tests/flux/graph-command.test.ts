/** `flux graph`: its forms and exit codes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-graph-')))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true })
    writeFileSync(join(top, name), text)
  }
}

const ks = (name: string, path: string, spec = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {path: ${path}, sourceRef: {kind: GitRepository, name: fleet}${spec}}
---
`

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'

test('every form begins as its language does', async () => {
  write({ 'prod/a.yaml': ks('apps', './apps'), 'apps/a.yaml': CONFIG })
  const forms = {
    text: './prod (1 object)\n',
    dot: 'digraph {\n',
    mermaid: 'flowchart LR\n',
    svg: '<svg xmlns=',
    json: '{\n',
  }
  for (const [format, start] of Object.entries(forms)) {
    const { code, stdout, stderr } = await runFlux(['graph', 'prod', '--format', format], top)
    expect([format, code, stdout.slice(0, start.length)]).toEqual([format, 0, start])
    expect(stderr).toBe('GitRepository/flux-system/fleet is defined nowhere here: taken for this repository\n')
  }
  const { stdout } = await runFlux(['graph', 'prod', '--format', 'json'], top)
  expect(JSON.parse(stdout).kustomizations[1]).toEqual({
    ...{ id: 'flux-system/apps', level: 1, parent: './prod', dependsOn: [], source: 'GitRepository/flux-system/fleet' },
    ...{ path: './apps', status: 'rendered', objects: 1 },
  })
})

test('what never becomes ready is told, and the exit code is 1', async () => {
  write({
    'prod/a.yaml': `${ks('a', './apps', ', dependsOn: [{name: b}]')}${ks('b', './apps', ', dependsOn: [{name: a}]')}`,
    'apps/a.yaml': CONFIG,
  })
  const message = 'circular dependency detected: flux-system/a -> flux-system/b -> flux-system/a'
  const { code, stdout, stderr } = await runFlux(['graph', 'prod'], top)
  expect([code, stdout.endsWith(`\n✗ ${message}\n`)]).toEqual([1, true])
  expect(stderr.split('\n').filter((line) => line.startsWith('✗'))).toEqual([`✗ ${message}`])
})

test.each([
  [['graph', 'none'], '✗ invalid path "none": no such directory'],
  [['graph', 'a', 'b'], '✗ accepts at most 1 arg(s), received 2'],
  [['graph', '--format', 'png'], '✗ illegal flag value --format png; legal values: [text dot mermaid svg json]'],
])('%j is refused', async (words, message) => {
  const { code, stdout, stderr } = await runFlux(words, top)
  expect([code, stdout, stderr.trimEnd().split('\n').at(-1)]).toEqual([1, '', message])
})
