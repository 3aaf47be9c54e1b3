import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CommandRequest, runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }
const run = (words: string[], cwd: string, more: Partial<CommandRequest> = {}) =>
  runFn({ words, cwd, environment, ...more })

const A = '# a\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: one}\ndata: {k: "1"}\n'
const B = 'apiVersion: v1\nkind: Secret\nmetadata:\n    name:   b\n'

describe('fn source -o unwrap', () => {
  it('keeps every comment, those around a document too', async () => {
    const text = `# about all

# about the map
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
# the end
---
# second
apiVersion: v1
kind: ConfigMap
metadata:
  name: b # here
`
    expect(await run(['source', '.', '-o', 'unwrap'], folderWith({ 'a.yaml': text }))).toMatchObject({
      code: 0,
      stdout: text,
    })
  })
})

describe('fn eval', () => {
  it('runs one function over what is selected, and leaves everything else as it is', async () => {
    const root = folderWith({ 'a.yaml': `${A}---\n${B}`, 'sub/b.yaml': B })
    const { code, stderr } = await run(
      ['eval', '-i', 'set-namespace', '--match-kind', 'Secret', '--', 'namespace=prod'],
      root,
    )
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 0,
      first: '[RUNNING] "ghcr.io/kptdev/krm-functions-catalog/set-namespace" on 2 resource(s)',
    })
    const changed = `${B}    namespace: prod\n`
    expect(filesIn(root)).toEqual({ 'a.yaml': `${A}---\n${changed}`, 'sub/b.yaml': changed })
  })

  it('adds the function to the Kptfile, whose comments stay', async () => {
    const kptfile = '# mine\napiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p # a name\n'
    const root = folderWith({ Kptfile: kptfile, 'a.yaml': A })
    const words = [
      'eval',
      '-i',
      'set-annotations:v0.1',
      '-s',
      '-t',
      'mutator',
      '--match-kind',
      'ConfigMap',
      '--',
      'o=5',
    ]
    const { code, stderr } = await run(words, root)
    expect({ code, last: stderr.split('\n').at(-2) }).toEqual({
      code: 0,
      last: 'Added "ghcr.io/kptdev/krm-functions-catalog/set-annotations:v0.1" as mutator in the Kptfile.',
    })
    const saved = `${kptfile}pipeline:
  mutators:
  - image: ghcr.io/kptdev/krm-functions-catalog/set-annotations:v0.1
    configMap:
      o: "5"
    selectors:
    - kind: ConfigMap
`
    expect(filesIn(root).Kptfile).toBe(saved)
    const again = await run(words, root)
    expect(again.stderr.split('\n').at(-2)).toBe(
      'Updated "ghcr.io/kptdev/krm-functions-catalog/set-annotations:v0.1" as mutator in the Kptfile.',
    )
    expect(filesIn(root).Kptfile).toBe(saved)
  })

  it.each([
    [['--exec', 'cat', '--match-labels', 'app'], 'error: invalid selector "app": must be key=value\n'],
    [['--exec', "cat 'x"], 'error: exec command "cat \'x" must be valid: EOF found when expecting closing quote\n'],
    [
      ['--image', '--volume=/:/x'],
      'error: function image reference "--volume=/:/x" is invalid: invalid reference format\n',
    ],
    [
      ['--exec', 'cat', '--fn-config', 'empty.yaml'],
      'error: functionConfig "empty.yaml" must contain exactly one config, got 0\n',
    ],
    [
      ['--image', 'set-labels', '--image-prefix', 'https://x'],
      'error: invalid image prefix "https://x": must not include a scheme (e.g. https://)\n',
    ],
    [
      ['--image', 'set-labels', '--image-pull-policy', 'x'],
      'error: image pull policy must be one of Always, IfNotPresent, Never, got x\n',
    ],
  ])('refuses %j', async (words, message) => {
    const root = folderWith({ 'a.yaml': A, 'empty.yaml': '# nothing\n' })
    const { code, stderr } = await run(['eval', ...words], root, { environment: { PATH: root } })
    expect(code).toBe(1)
    expect(stderr).toBe(message)
    expect(filesIn(root)['a.yaml']).toBe(A)
  })

  it('hands variables, mounts and the user to a container as its own words', async () => {
    const docker = `#!/bin/sh\n[ "$1" = version ] && echo 20.10.0 && exit\nprintf '%s\\n' "$@" >&2\ncat\n`
    const tools = folderWith({ docker })
    const root = folderWith({ 'a.yaml': A })
    const flags = [
      '--mount',
      'type=bind,src=/a b,dst=/x',
      '--mount',
      'type=tmpfs,target=/t,rw=true',
      '-e',
      'K=$(touch x)',
    ]
    const { code, stderr } = await run(['eval', '-i', 'example.com/own', '--network', ...flags], root, {
      environment: { PATH: `${tools}:${environment.PATH}` },
    })
    expect({
      code,
      words: stderr
        .split('\n')
        .slice(3, -1)
        .map((line) => line.trim()),
    }).toEqual({
      code: 0,
      words: [
        ...['run', '--rm', '-i', '--network', 'host', '--user', 'nobody', '--security-opt=no-new-privileges'],
        ...['--pull', 'missing', '--mount', 'type=bind,source=/a b,target=/x,readonly'],
        ...['--mount', 'type=tmpfs,source=,target=/t', '-e', 'K=$(touch x)', 'example.com/own'],
      ],
    })
    expect(filesIn(root)).toEqual({ 'a.yaml': A })
  })
})

describe('pipes', () => {
  it('lead from source through eval to sink', async () => {
    const root = folderWith({ 'in/a.yaml': A, 'in/sub/b.yaml': B })
    const source = await run(['source', 'in'], root)
    const changed = await run(['eval', '-', '-i', 'set-namespace', '--', 'namespace=prod'], root, {
      input: source.stdout,
    })
    const sunk = await run(['sink', 'out'], root, { input: changed.stdout })
    expect([source.code, changed.code, sunk.code, sunk.stderr]).toEqual([0, 0, 0, ''])
    expect(filesIn(join(root, 'out'))).toEqual({
      'a.yaml': A.replace('one', 'prod'),
      'sub/b.yaml': 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: b\n  namespace: prod\n',
    })
  })

  it('end in no folder when something would stand outside of it', async () => {
    const root = folderWith({})
    const input = A.replace('namespace: one', 'annotations: {config.kubernetes.io/path: ../x.yaml}')
    const { code, stderr } = await run(['sink', 'out'], root, { input })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: resource must be written under package out: ../x.yaml\n',
    })
    expect(filesIn(root)).toEqual({})
  })
})
