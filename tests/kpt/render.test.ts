import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }

function kptfile(pipeline: string, annotations = ''): string {
  return `# our package\napiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n    name: p   # a name\n${annotations}pipeline:\n${pipeline}`
}

const MESSY = `# licence

apiVersion: apps/v1
kind: Deployment
metadata:
    name:   web # the name
spec:
    replicas:   3

    template:
        spec:
            containers:
            -   name: "web"
                image: 'nginx:1.27'   # pinned
                args: [ "a",   b ]
# the end
`

const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: "1"}\n'

async function render(root: string, ...words: string[]) {
  return runFn({ words: ['render', '--no-status', ...words], cwd: root, environment })
}

const times = (text: string) => text.replace(/ in \d+(?:\.\d+)?m?s$/gm, ' in 0s')

describe('fn render', () => {
  it('changes what its functions change, and no other byte', async () => {
    const pipeline = '  mutators:\n  - image: set-image:v0.1\n    configMap: {name: nginx, newTag: "1.28"}\n'
    const root = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': MESSY, 'notes.txt': 'x' })
    const { code, stderr } = await render(root)
    expect(times(stderr)).toBe(`Package "${root.slice(root.lastIndexOf('/') + 1)}":
[RUNNING] "ghcr.io/kptdev/krm-functions-catalog/set-image:v0.1" on package "${root.slice(root.lastIndexOf('/') + 1)}"
[PASS] "ghcr.io/kptdev/krm-functions-catalog/set-image:v0.1" in 0s
  [Results]:
    [info]: summary: updated a total of 1 image(s)

Successfully executed 1 function(s) in 1 package(s).
`)
    expect(code).toBe(0)
    expect(filesIn(root)).toEqual({
      Kptfile: kptfile(pipeline),
      'a.yaml': MESSY.replace('1.27', '1.28'),
      'notes.txt': 'x',
    })
  })

  it('does the same through a program, whose output has lost comments and order', async () => {
    const program = `#!/usr/bin/env node
let text = ''
process.stdin.on('data', (data) => { text += data })
process.stdin.on('end', () => {
  const lossy = text.replace(/ *#.*$/gm, '').replace('replicas: 3', 'replicas: 4')
  process.stdout.write(lossy.replace(/- apiVersion: (.*)\\n  kind: (.*)\\n/g, '- kind: $2\\n  apiVersion: $1\\n'))
})
`
    const pipeline = '  mutators:\n  - exec: ./lossy\n    selectors: [{kind: Deployment}]\n'
    const root = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': MESSY, lossy: program })
    const { code, stderr } = await render(root, '--allow-exec')
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(filesIn(root)['a.yaml']).toBe(MESSY.replace('replicas:   3', 'replicas:   4'))
  })

  it('runs no program without leave, and says so', async () => {
    const root = folderWith({ Kptfile: kptfile('  mutators:\n  - exec: touch made\n'), 'a.yaml': SETTINGS })
    const { code, stderr } = await render(root)
    expect({ code, stderr: stderr.split('\n').slice(1) }).toEqual({
      code: 1,
      stderr: ['Error: must run with `--allow-exec` option to allow running function binaries ', ''],
    })
    expect(existsSync(join(root, 'made'))).toBe(false)
  })

  it.each([
    ['../x.yaml', 'Error: function must not modify resources outside of package: resource has path ../x.yaml \n'],
    ['sub', 'error: failed to save resources: config.kubernetes.io/path cannot be a directory: sub\n'],
    ['link/x.yaml', /^error: failed to save resources: resource must be written under package .*: link\/x\.yaml\n$/],
    ['out.txt', /^error: failed to save resources: resource must be written under package .*: out\.txt\n$/],
  ])('writes nothing when a function says %s', async (path, message) => {
    const outside = folderWith({ 'secret.txt': 'untouched' })
    const program = `#!/bin/sh\nsed "s#'a.yaml'#'${path}'#"\n`
    const root = folderWith({
      ...{ Kptfile: kptfile('  mutators:\n  - exec: ./move\n'), move: program },
      ...{ 'a.yaml': MESSY, 'b.yaml': SETTINGS, 'sub/c.yaml': SETTINGS },
    })
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'secret.txt'), join(root, 'out.txt'))
    const before = filesIn(root)
    const { code, stderr } = await render(root, '--allow-exec')
    expect(code).toBe(1)
    const last = stderr.slice(stderr.lastIndexOf('\n', stderr.length - 2) + 1)
    if (typeof message === 'string') expect(last).toBe(message)
    else expect(last).toMatch(message)
    expect(filesIn(root)).toEqual(before)
    expect(filesIn(outside)).toEqual({ 'secret.txt': 'untouched' })
  })

  it('keeps what went well before a function failed only where the Kptfile asks for that', async () => {
    const pipeline = '  mutators:\n  - image: set-namespace\n    configMap: {namespace: prod}\n  - exec: "false"\n'
    const saves = '    annotations: {kpt.dev/save-on-render-failure: "true"}\n'
    const plain = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': SETTINGS })
    expect((await render(plain, '--allow-exec')).code).toBe(1)
    expect(filesIn(plain)['a.yaml']).toBe(SETTINGS)
    const saving = folderWith({ Kptfile: kptfile(pipeline, saves), 'a.yaml': SETTINGS })
    const { code, stderr } = await render(saving, '--allow-exec')
    expect({ code, last: stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'Partially executed 1 function(s) in 1 package(s).',
    })
    expect(filesIn(saving)['a.yaml']).toBe(SETTINGS.replace('{name: settings}', '{name: settings, namespace: prod}'))
  })

  it('writes its status beside the comments of the Kptfile', async () => {
    const pipeline = '  mutators:\n  - exec: cat # as it is\n'
    const root = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': MESSY })
    const { code } = await runFn({ words: ['render', '--allow-exec'], cwd: root, environment })
    expect({ code, text: readFileSync(join(root, 'Kptfile'), 'utf8') }).toEqual({
      code: 0,
      text: `${kptfile(pipeline)}status:
    conditions:
    - type: Rendered
      status: "True"
      reason: RenderSuccess
    renderStatus:
        mutationSteps:
        - exec: cat
          exitCode: 0
`,
    })
  })

  it('calls a container engine as the reference does, for functions that are not built in', async () => {
    const docker = `#!/bin/sh
if [ "$1" = version ]; then echo 27.1.0; exit; fi
printf '%s\\n' "$@" >&2
echo 'Unable to find image here' >&2
cat
`
    const tools = folderWith({ docker })
    const pipeline = '  mutators:\n  - image: example.com/team/own:v1\n'
    const root = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': SETTINGS })
    const { code, stderr } = await runFn({
      ...{ words: ['render', '--no-status', '--allow-network', '--image-pull-policy', 'ALWAYS'], cwd: root },
      environment: { PATH: `${tools}:${environment.PATH}` },
    })
    const words = ['run', '--rm', '-i', '--network', 'host', '--user', 'nobody', '--security-opt=no-new-privileges']
    const all = [...words, '--pull', 'always', 'example.com/team/own:v1']
    const name = root.slice(root.lastIndexOf('/') + 1)
    expect({ code, stderr: times(stderr) }).toEqual({
      code: 0,
      stderr: `Package "${name}":
[RUNNING] "example.com/team/own:v1" on package "${name}"
[PASS] "example.com/team/own:v1" in 0s
  Stderr:
${all.map((word) => `    ${word}\n`).join('')}
Successfully executed 1 function(s) in 1 package(s).
`,
    })
  })

  it('says what is missing when there is no container engine', async () => {
    const root = folderWith({ Kptfile: kptfile('  mutators:\n  - image: example.com/own\n'), 'a.yaml': SETTINGS })
    const { code, stderr } = await runFn({ words: ['render'], cwd: root, environment: { PATH: root } })
    expect({ code, stderr: stderr.split('\n').slice(1) }).toEqual({
      code: 1,
      stderr: [
        'Error: docker must be running to use this command',
        'To install docker, follow the instructions at https://docs.docker.com/get-docker/. ',
        '',
      ],
    })
  })
})

describe('any package', () => {
  const documents = fc.constantFrom(
    MESSY,
    SETTINGS,
    SETTINGS.replaceAll('\n', '\r\n'),
    'apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  annotations: {}\nx: >\n  folded\n  text\n\n  more\ny: |+\n  kept\n\n',
    'apiVersion: v1\nkind: B\nmetadata:\n  name: b\na: &a {x: 1}\nb: *a\nc:\n  - 1\n\n  # two\n  - 2 # second\n',
    '# only a comment\n',
    'apiVersion: v1\nkind: C\nmetadata:\n  name: c\nl:\n- a: 1\n  # foot of the first\n\n- a: 2\n# below all\n',
  )
  const texts = fc.array(documents, { minLength: 1, maxLength: 4 }).map((all) => all.join('---\n'))

  it('keeps every byte when no function changes anything', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (a, b) => {
        const files = { Kptfile: kptfile('  mutators:\n  - exec: cat\n'), 'a.yaml': a, 'sub/b.yml': b }
        const root = folderWith(files)
        const { code, stderr } = await render(root, '--allow-exec')
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
        expect(filesIn(root)).toEqual(files)
      }),
      { numRuns: 40 },
    )
  })

  it('is after two renderings what it is after one, and excluded resources are never touched', async () => {
    const step = (image: string, config: string) =>
      `  - image: ${image}\n    configMap: {${config}}\n    exclude: [{kind: C}, {kind: ConfigMap}]\n`
    const pipeline = `  mutators:\n${step('set-labels', 'team: web')}${step('set-annotations', 'owner: me')}`
    await fc.assert(
      fc.asyncProperty(texts, async (a) => {
        const untouched = `${SETTINGS}---\napiVersion: v1\nkind: C\nmetadata:   {name: c}\n`
        const root = folderWith({ Kptfile: kptfile(pipeline), 'a.yaml': a, 'c.yaml': untouched })
        expect((await render(root)).code).toBe(0)
        const once = filesIn(root)
        expect((await render(root)).code).toBe(0)
        expect(filesIn(root)).toEqual(once)
        expect(once['c.yaml']).toBe(untouched)
      }),
      { numRuns: 40 },
    )
  })
})
