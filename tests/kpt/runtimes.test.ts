/** How functions are run: `--runtime`, WebAssembly, and what containers say about themselves. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const PATH = process.env.PATH ?? ''
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings   # ours\n'
const ENGINE = `#!/bin/sh
if [ "$1" = version ]; then echo 27.1.0; exit; fi
echo "$(basename "$0") $*" >&2
cat
`
const withoutTimes = (text: string) => text.replace(/ in \d+(?:\.\d+)?m?s$/gm, '')

async function evaluate(words: readonly string[], files: Record<string, string>) {
  const tools = folderWith(files)
  const root = folderWith({ 'a.yaml': SETTINGS })
  const environment = { PATH: `${tools}:${PATH}` }
  const { code, stderr } = await runFn({ words: ['eval', root, ...words], cwd: tools, environment })
  return { code, stderr: withoutTimes(stderr), files: filesIn(root) }
}

describe('--runtime', () => {
  const image = 'ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2'
  const labelled = `${SETTINGS}  labels:\n    team: web\n`

  it('is not needed for what is built in, nor is an engine', async () => {
    const { code, files } = await evaluate(['-i', image, '--', 'team=web'], { docker: '#!/bin/sh\nexit 1\n' })
    expect({ code, files }).toEqual({ code: 0, files: { 'a.yaml': labelled } })
  })

  it('native starts no container, and says which function would need one', async () => {
    const result = await evaluate(['-i', 'example.com/own:v1', '--runtime', 'native'], { docker: ENGINE })
    const stderr = 'error: function "example.com/own:v1" is not built in, and --runtime native starts no containers\n'
    expect(result).toEqual({ code: 1, stderr, files: { 'a.yaml': SETTINGS } })
  })

  it.each([
    ['container', 'docker'],
    ['podman', 'podman'],
  ])('%s runs what is built in in a container of %s', async (runtime, engine) => {
    const { code, stderr } = await evaluate(['-i', image, '--runtime', runtime], { [engine]: ENGINE })
    const words = '--network none --user nobody --security-opt=no-new-privileges --pull missing'
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `[RUNNING] "${image}"\n[PASS] "${image}"\n  Stderr:\n    ${engine} run --rm -i ${words} ${image}\n`,
    })
  })

  it('takes the runtimes there are', async () => {
    const { code, stderr } = await evaluate(['-i', image, '--runtime', 'qemu'], {})
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: illegal flag value --runtime qemu; legal values: [native container docker podman nerdctl]\n',
    })
  })
})

const hasGo = spawnSync('go', ['version']).status === 0
if (!hasGo) console.warn('go is absent: WebAssembly functions of pipelines are not tested')

describe.skipIf(!hasGo)('a function that is a WebAssembly module', () => {
  const SOURCE = `package main

import ("io"; "os"; "strings")

func main() {
	text, _ := io.ReadAll(os.Stdin)
	os.Stderr.WriteString("seen\\n")
	io.WriteString(os.Stdout, strings.ReplaceAll(string(text), "name: settings", "name: changed"))
}
`

  it('runs only with leave, reaches nothing, and its answer counts', { timeout: 240_000 }, async () => {
    const folder = folderWith({ 'main.go': SOURCE })
    const env = { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', GO111MODULE: 'off' }
    execFileSync('go', ['build', '-o', join(folder, 'change.wasm'), 'main.go'], { cwd: folder, env, stdio: 'ignore' })
    expect(readFileSync(join(folder, 'change.wasm')).subarray(1, 4).toString()).toBe('asm')
    const pipeline = 'pipeline:\n  mutators:\n  - exec: ./change.wasm\n'
    const kptfile = `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n${pipeline}`
    const root = folderWith({ Kptfile: kptfile, 'a.yaml': SETTINGS })
    const words = ['render', root, '--no-status']
    const refused = await runFn({ words, cwd: folder, environment: { PATH } })
    expect({ code: refused.code, last: refused.stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'Error: must run with `--allow-exec` option to allow running function binaries ',
    })
    const { code, stderr } = await runFn({
      words: [...words, '--allow-alpha-wasm'],
      cwd: folder,
      environment: { PATH },
    })
    expect({ code, stderr: withoutTimes(stderr).split('\n').slice(1, 5) }).toEqual({
      code: 0,
      stderr: [
        `[RUNNING] WASM "./change.wasm" on package "${root.slice(root.lastIndexOf('/') + 1)}"`,
        '[PASS] WASM "./change.wasm"',
        '  Stderr:',
        '    seen',
      ],
    })
    expect(filesIn(root)['a.yaml']).toBe(SETTINGS.replace('settings', 'changed'))
  })
})

describe('fn doc', () => {
  const DOCS = `#!/bin/sh
if [ "$1" = version ]; then echo 27.1.0; exit; fi
echo "$*"; cat
[ -z "$BROKEN" ] || { echo 'no such flag' >&2; exit 3; }
`

  async function doc(words: readonly string[], variables: Record<string, string> = {}) {
    const tools = folderWith({ docker: DOCS })
    return runFn({ words: ['doc', ...words], cwd: tools, environment: { PATH: `${tools}:${PATH}`, ...variables } })
  }

  it('prints what the container says', async () => {
    expect(await doc(['-i', 'set-labels:v0.2'])).toEqual({
      code: 0,
      stdout:
        'run --rm -i ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2 --help\n' +
        'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n',
      stderr: '',
    })
  })

  it('says what is wrong in the words of kpt', async () => {
    expect(await doc([])).toEqual({ code: 1, stdout: '', stderr: 'error: image must be specified\n' })
    expect(await doc(['-i', 'x'], { BROKEN: '1' })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'no such flag\n' +
        'error: please ensure the container has an entrypoint and it supports --help flag: exit status 3\n',
    })
  })

  it('starts nothing for what is no image', async () => {
    const { code, stdout, stderr } = await doc(['-i', '--privileged/x'])
    expect({ code, stdout, stderr: stderr.slice(0, 55) }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: function image reference "--privileged/x" is inv',
    })
  })
})
