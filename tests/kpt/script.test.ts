/** Functions that are JavaScript modules, in pipelines, in `eval` and as the program `strake fn script`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runStep } from '../../src/kpt/run-function.ts'
import { scriptAnswer } from '../../src/kpt/script/answer.ts'
import type { StepReport } from '../../src/kpt/step.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { checkoutRoot } from '../subject.ts'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }
const program = join(checkoutRoot(), 'dist/cli/start.cjs')
const withoutTimes = (text: string) => text.replace(/ in \d+(?:\.\d+)?m?s$/gm, '')
const DEPLOYMENT = `# of the shop
apiVersion: apps/v1
kind: Deployment
metadata:   # where it is
  name: web
spec:
  replicas:   0x10
  share: 1.0
  number: 12345678901234567890
  ports: [ 8080, 0x10, 1.0 ] # all
  texts: {"10": ten, "9": 'nine'}
`

/** What `run` makes of the deployment, with `eval`. */
async function evaluated(body: string, words: readonly string[] = [], files: Record<string, string> = {}) {
  const root = folderWith({
    'a.yaml': DEPLOYMENT,
    'change.mjs': `export default { async run(input) { ${body} } }\n`,
    ...files,
  })
  const exec = ['--exec', 'strake fn script ./change.mjs']
  const { code, stderr } = await runFn({ words: ['eval', root, ...exec, ...words], cwd: root, environment })
  return { code, stderr: withoutTimes(stderr), text: filesIn(root)['a.yaml'], root }
}

const RUNNING = '[RUNNING] "strake fn script ./change.mjs"\n'
const PASSED = `${RUNNING}[PASS] "strake fn script ./change.mjs"\n`
const FAILED = `${RUNNING}[FAIL] "strake fn script ./change.mjs"\n`

describe('a script', () => {
  it.each([
    ['that does nothing', ''],
    [
      'that gives back copies',
      'input.items = input.items.map((item) => JSON.parse(JSON.stringify(item, (_, v) => typeof v === "bigint" ? undefined : v)) && structuredClone(item))',
    ],
    ['that writes what is there', 'input.items[0].spec.replicas = 16; input.items[0].spec.share = 1'],
  ])('%s changes no byte', async (_, body) => {
    const { code, stderr, text } = await evaluated(body)
    expect({ code, stderr, text }).toEqual({ code: 0, stderr: PASSED, text: DEPLOYMENT })
  })

  it('changes what it changes, and the rest keeps its writing', async () => {
    const { text } = await evaluated(`
      const [{ metadata, spec }] = input.items
      metadata.labels = { team: 'yes', 10: 'ten' }
      spec.number += 1n
      spec.ports.splice(0, 1)
      spec.texts[11] = undefined
      spec.texts['9'] = 'ninth'
      spec.share = 1e-7`)
    expect(text).toBe(`# of the shop
apiVersion: apps/v1
kind: Deployment
metadata:   # where it is
  name: web
  labels:
    "10": ten
    team: "yes"
spec:
  replicas:   0x10
  share: 1e-07
  number: 12345678901234567891
  ports: [ 0x10, 1.0 ] # all
  texts: {"10": ten, "9": 'ninth'}
`)
  })

  it('adds and removes resources', async () => {
    const { root, code } = await evaluated(`
      input.items = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { on: 'true' } }]`)
    const { 'configmap_new.yaml': made, 'a.yaml': gone } = filesIn(root)
    expect({ code, made, gone }).toEqual({
      code: 0,
      made: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: new\ndata:\n  "on": "true"\n',
      gone: undefined,
    })
  })

  it('gets its configuration, and what it prints and returns is told', async () => {
    const body = `console.log('team', input.config.data.team); process.stderr.write('done'); return [{ message: 'seen', field: { path: 'spec' } }]`
    const { code, stderr } = await evaluated(body, ['--', 'team=web'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${PASSED}  [Results]:\n    [info] spec: seen\n  Stderr:\n    team web\n    done\n`,
    })
  })

  it('fails with the error that it throws as its result, and says where', async () => {
    const { code, stderr, text } = await evaluated(`input.items[0].metadata.name = 'x'; throw new Error('no team')`)
    expect({ code, stderr, text }).toEqual({
      code: 1,
      stderr: `${FAILED}  [Results]:\n    [error]: no team\n  Stderr:\n    at change.mjs:1:79\n    \n  Exit code: 1\n`,
      text: DEPLOYMENT,
    })
  })

  it('fails when one of its results is an error', async () => {
    const { code, stderr } = await evaluated(
      `return [{ message: 'careful', severity: 'warning' }, { message: 'too many', severity: 'error' }]`,
    )
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${FAILED}  [Results]:\n    [warning]: careful\n    [error]: too many\n  Exit code: 1\n`,
    })
  })

  it.each([
    ['a date', 'input.items[0].spec.at = new Date(0)', 'items[0].spec.at is no value of YAML: Date'],
    [
      'a function',
      'input.items[0].run = () => 1',
      "'./change.mjs': what it leaves is no data: () => 1 could not be cloned.",
    ],
    [
      'a circle',
      'input.items[0].spec.self = input.items[0]',
      'items[0] nests more than 500 levels deep, or contains itself',
    ],
    ['no list', 'input.items = {}', '`items` has to be a list of resources'],
    [
      'a number that no YAML has',
      'input.items[0].spec.replicas = 2n ** 70n',
      'items[0].spec.replicas does not fit into 64 bits',
    ],
    ['results that are none', "return 'fine'", 'a function returns a list of results, or nothing'],
    ['nothing, by ending the thread', 'process.exit(0)', "'./change.mjs' ended without an answer"],
    ['nothing, by waiting for ever', 'await new Promise(() => {})', "'./change.mjs' ended without an answer"],
  ])('that leaves %s is refused, and nothing is written', async (_, body, message) => {
    const { code, stderr, text } = await evaluated(body)
    expect({ code, stderr, text }).toEqual({
      code: 1,
      stderr: `${FAILED}error: unexpected function error: ${message}\n`,
      text: DEPLOYMENT,
    })
  })

  it.each([
    ['is not there', './none.mjs', "'./none.mjs': Cannot find module '$ROOT/none.mjs'"],
    ['is no JavaScript', './broken.mjs', "'./broken.mjs': Unexpected end of input"],
    ['exports no function', './empty.mjs', "'./empty.mjs': its default export is no function of strake/fn"],
    [
      'is a package that is not there',
      'no-such-package-here',
      "'no-such-package-here': Cannot find package 'no-such-package-here'",
    ],
    [
      'is a part of Node',
      'node:fs',
      '"node:fs" is neither a path, which begins with ./, ../ or /, nor the name of a package',
    ],
    [
      'stands in its name',
      'data:text/javascript,1',
      '"data:text/javascript,1" is neither a path, which begins with ./, ../ or /, nor the name of a package',
    ],
  ])('that %s is refused', async (_, module, message) => {
    const root = folderWith({
      'a.yaml': DEPLOYMENT,
      'broken.mjs': 'export default {',
      'empty.mjs': 'export default 1\n',
    })
    const words = ['eval', root, '--exec', `strake fn script ${module}`]
    const { code, stderr } = await runFn({ words, cwd: root, environment })
    const last = stderr.split('\n').at(-2)?.replaceAll(root, '$ROOT')
    expect({ code, last }).toEqual({ code: 1, last: `error: unexpected function error: ${message}` })
  })

  it('in TypeScript runs where Node passes over types, and is refused elsewhere', async () => {
    const source = `export default { run({ items }: { items: any[] }): void { items[0].metadata.name = 'typed' } }\n`
    const root = folderWith({ 'a.yaml': DEPLOYMENT, 'change.ts': source })
    const words = ['eval', root, '--exec', 'strake fn script ./change.ts']
    const { stderr } = await runFn({ words, cwd: root, environment })
    const readsTypes = Boolean((process.features as { typescript?: unknown }).typescript)
    expect({
      text: filesIn(root)['a.yaml'],
      last: stderr
        .split('\n')
        .at(-2)
        ?.replace(/ in .*$/, ''),
    }).toEqual(
      readsTypes
        ? { text: DEPLOYMENT.replace('name: web', 'name: typed'), last: '[PASS] "strake fn script ./change.ts"' }
        : {
            text: DEPLOYMENT,
            last: "error: unexpected function error: './change.ts': this version of Node runs no TypeScript (compile it to JavaScript, or use Node 22.18 or later)",
          },
    )
  })

  it('needs leave in a pipeline, as every program does', async () => {
    const kptfile =
      'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n  - exec: strake fn script ./x.mjs\n'
    const root = folderWith({ Kptfile: kptfile })
    const { code, stderr } = await runFn({ words: ['render', root, '--no-status'], cwd: root, environment })
    expect({ code, last: stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'Error: must run with `--allow-exec` option to allow running function binaries ',
    })
  })

  it.each([
    ['loops for ever', 'for (;;) {}', "'./change.mjs' was ended: it took longer than 1 s"],
    [
      'prints for ever',
      'for (;;) { console.log("x".repeat(100000)); await null }',
      "'./change.mjs' was ended: it wrote more than 1000000 bytes",
    ],
  ])('that %s is ended', async (_, body, message) => {
    const root = folderWith({ 'change.mjs': `export default { async run() { ${body} } }\n` })
    const runner = nodeRunner({ environment })
    const limits = { runner, cwd: root, seconds: 1, maximumBytes: 1_000_000 }
    await expect(scriptAnswer('kind: A\n', './change.mjs', limits)).rejects.toThrow(message)
    await runner.close()
  })

  it('is told of as not supported by a host without threads', async () => {
    const host = { runner: undefined, cwd: '/', now: () => 0, say: () => undefined, referenceFormat: false }
    const step = { ...{ image: '', exec: 'x', name: '' }, runnable: { kind: 'script', module: './x.mjs' } as const }
    const selection = { selectors: [], exclude: [] }
    const reports: StepReport[] = []
    const options = { host, origins: new Map(), suffix: '' }
    await expect(runStep([], { ...step, selection, config: undefined }, options, reports)).rejects.toThrow(
      'unexpected function error: this host runs no scripts',
    )
  })
})

describe('whatever path a function gives a resource', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    'sub',
    'link',
    'linked.txt',
    'a.yaml',
    'b.yaml',
    'Kptfile',
    '..\\\\..',
    '%2e%2e',
    '~',
  )
  const path = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 6 }), isAbsolute: fc.boolean() })
  const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'

  it('nothing outside of the package changes, and a refusal changes nothing inside', { timeout: 60_000 }, async () => {
    const source = `export default { run({ items, config }) {
  const [item] = items.filter(({ kind }) => kind === 'ConfigMap')
  item.data = { moved: 'yes' }
  item.metadata.annotations[config.data.key] = config.data.path
} }
`
    const key = fc.constantFrom('config.kubernetes.io/path', 'internal.config.kubernetes.io/path')
    let written = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(path, key, async ({ parts, isAbsolute }, annotation) => {
        const outer = folderWith({
          'pkg/a.yaml': CONFIG_MAP,
          'pkg/sub/c.yaml': CONFIG_MAP.replace('a\n', 'c\n'),
          'beside/b.yaml': 'b: 1\n',
        })
        const root = join(outer, 'pkg')
        symlinkSync('../beside', join(root, 'link'))
        symlinkSync('../beside/b.yaml', join(root, 'linked.txt'))
        writeFileSync(join(outer, 'move.mjs'), source)
        const outside = () =>
          Object.fromEntries(Object.entries(filesIn(outer)).filter(([name]) => !name.startsWith('pkg/')))
        const [before, inside] = [outside(), filesIn(root)]
        const given = (isAbsolute ? '/' : '') + parts.join('/')
        const words = [
          'eval',
          root,
          '--exec',
          'strake fn script ../move.mjs',
          '--',
          `key=${annotation}`,
          `path=${given}`,
        ]
        const { code } = await runFn({ words, cwd: root, environment })
        expect(outside()).toEqual(before)
        if (code === 0) written++
        else {
          refused++
          expect(filesIn(root)).toEqual(inside)
        }
      }),
      { numRuns: 120 },
    )
    expect(written).toBeGreaterThan(5)
    expect(refused).toBeGreaterThan(5)
  })
})

describe('strake fn script', () => {
  const input = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: a
functionConfig:
  data:
    to: b
`
  const source = `export default { run({ items, config }) {
  items[0].metadata.name = config.data.to
  console.log('renamed')
  return [{ message: 'renamed', severity: config.data.severity }]
} }
`
  const output = `${input.replace('name: a', 'name: b')}results:\n- message: renamed\n`

  it('is what a pipeline of kpt runs: a ResourceList in, one out', async () => {
    const root = folderWith({ 'change.mjs': source })
    const result = await runFn({ words: ['script', './change.mjs'], cwd: root, environment, input })
    expect(result).toEqual({ code: 0, stdout: output, stderr: 'renamed\n' })
  })

  it('ends with 1 when the function fails, its results printed all the same', async () => {
    const root = folderWith({ 'change.mjs': source })
    const failing = input.replace('to: b', 'to: b\n    severity: error')
    const { code, stdout } = await runFn({ words: ['script', './change.mjs'], cwd: root, environment, input: failing })
    expect({ code, results: stdout.slice(stdout.indexOf('results:')) }).toEqual({
      code: 1,
      results: 'results:\n- message: renamed\n  severity: error\n',
    })
  })

  it('finds packages from the working directory', () => {
    const root = folderWith({
      'node_modules/@acme/renames/package.json':
        '{"name": "@acme/renames", "type": "module", "exports": {"import": "./a.js"}}',
      'node_modules/@acme/renames/a.js': source,
    })
    if (!existsSync(program)) throw new Error('the program is not built: npm run build')
    const words = [program, 'fn', 'script', '@acme/renames']
    expect(execFileSync(process.execPath, words, { cwd: root, input, encoding: 'utf8' })).toBe(output)
  })
})

describe('examples/own-functions', () => {
  const example = join(checkoutRoot(), 'examples/own-functions')
  const cwd = join(example, 'package')

  it('is rendered by its own functions', async () => {
    const out = join(folderWith({}), 'out')
    const words = ['render', '--allow-exec', '-o', out]
    const { code, stderr } = await runFn({ words, cwd, environment })
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(filesIn(out)['deployment.yaml']).toBe(readFileSync(join(example, 'rendered/deployment.yaml'), 'utf8'))
  })

  it('refuses what its validator refuses', async () => {
    const text = readFileSync(join(cwd, 'deployment.yaml'), 'utf8').replace('replicas: 3', 'replicas: 7')
    const words = ['eval', '-', '--exec', 'strake fn script ./functions/few-replicas.mjs', '--', 'most=5']
    const { code, stderr } = await runFn({ words, cwd, environment, input: text })
    expect({ code, line: stderr.split('\n')[3] }).toEqual({
      code: 1,
      line: '    [error] apps/v1/Deployment/web spec.replicas: no more than 5 replicas',
    })
  })
})
