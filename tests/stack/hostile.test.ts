/** Clusters that nobody means well with, and mistakes that look like it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/stack.ts'
import { Source } from '../../src/core/source.ts'
import { readClusterFile } from '../../src/stack/cluster-file.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { type CommandResult, runCommand } from '../cli/run-command.ts'
import { mutant, type Tree } from '../properties/mutate.ts'
import { checkoutRoot } from '../subject.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
function folderWith(name: string, content: string | Uint8Array): string {
  const folder = join(scratch, String(folders++))
  mkdirSync(folder)
  writeFileSync(join(folder, name), content)
  return folder
}

const stack = (cwd: string, ...words: string[]): Promise<CommandResult> => runCommand(commands, words, cwd)
const elsewhere = (name: string) =>
  `warning[SOURCE_ELSEWHERE]: GitRepository/flux-system/${name} is read by this tree, but not in it (the bootstrap of Flux makes the one it is installed from)\n`

/** What is said about a cluster file that cannot be rendered; nothing may have been written. */
async function refused(content: string | Uint8Array, name = 'c.yaml'): Promise<string> {
  const cwd = folderWith(name, content)
  const { code, stderr } = await stack(cwd, 'render', name, '-o', '.')
  expect({ code, files: readdirSync(cwd) }, stderr).toEqual({ code: 1, files: [name] })
  return stderr
}

const BASE = `name: demo
layout: {clusterName: prod, bundleGrouping: name, fileNaming: kind-name}
node:
  children:
    - name: apps
      bundle:
        name: web
        sourceRef: {kind: GitRepository, name: flux-system}
        applications:
          - name: web
            objects:
              - {apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: default}}
`
const withNode = (name: string) => BASE.replace('name: apps', `name: ${name}`)
const withObject = (from: string, to: string) => BASE.replace(from, to)
const withBundle = (lines: string) => BASE.replace('        sourceRef:', `${lines}\n        sourceRef:`)

describe('a hostile cluster file', () => {
  test('with names of what every map of JavaScript has: they are data', async () => {
    const names = '{__proto__: a, constructor: b, toString: c}'
    const text = withBundle(`        labels: ${names}\n        postBuild: {substitute: {__proto__: d}}`).replace(
      'namespace: default}}',
      `namespace: default, labels: ${names}}, data: ${names}}`,
    )
    const cwd = folderWith('c.yaml', text)
    expect(await stack(cwd, 'render', 'c.yaml', '-o', '.')).toEqual({
      code: 0,
      stdout: '.: 6 files, 6 written, 0 removed\n',
      stderr: elsewhere('flux-system'),
    })
    expect(readFileSync(join(cwd, 'prod/apps/web/configmap-web.yaml'), 'utf8')).toBe(`apiVersion: v1
data:
  __proto__: a
  constructor: b
  toString: c
kind: ConfigMap
metadata:
  labels:
    __proto__: a
    constructor: b
    toString: c
  name: web
  namespace: default
`)
    const kustomization = readFileSync(join(cwd, 'prod/flux-system/kustomization-web.yaml'), 'utf8')
    expect(kustomization).toContain('  labels:\n    __proto__: a\n    constructor: b\n    toString: c\n')
    expect(kustomization).toContain('    substitute:\n      __proto__: d\n')
  })

  test.each([
    ['a node of the name of git’s folder', withNode('.git'), 'which git takes for its own directory'],
    ['the same in another case', withNode('.Git'), 'which git takes for its own directory'],
    ['its short name', withNode('git~1'), 'which git takes for its own directory'],
    [
      'a file in it',
      BASE.replace('objects:', 'augment: {extraFiles: [{name: .git/config, content: x}]}\n            objects:'),
      'which git takes for its own directory',
    ],
    ['a path for a name', withNode('../x'), 'contains a path separator'],
    ['a NUL', withNode('"a\\0"'), 'contains a NUL byte'],
    ['a directory out of the output', BASE.replace('clusterName: prod', 'clusterName: ../x'), '../x'],
    ['an object that leaves its directory', withObject('name: web, n', 'name: ../../web, n'), '".." path segment'],
    ['a name longer than a disk takes', withNode('x'.repeat(300)), 'more than 255 bytes'],
    ['a word of YAML 1.1 for a name', withNode('on'), 'expected a text, found true'],
    ['a number for a name', withNode('12'), 'expected a text, found 12'],
    [
      'lists of 20,000 levels',
      withObject('default}}', `default}, data: ${'['.repeat(2e4)}${']'.repeat(2e4)}}`),
      'max depth',
    ],
    [
      'an alias bomb',
      `x: &a0 [${'1,'.repeat(10)}]\n${Array.from({ length: 9 }, (_, i) => `y${i}: &a${i + 1} [${`*a${i},`.repeat(10)}]\n`).join('')}${BASE}`,
      'excessive aliasing',
    ],
    ['an anchor in itself', 'name: d\nnode: &a {name: x, children: [*a]}\n', 'contains itself'],
    [
      'a node that is there twice',
      'name: d\nnode:\n  name: r\n  children: [&n {name: a, bundle: {name: b}}, *n]\n',
      '"b"',
    ],
    ['bytes that are no UTF-8', new Uint8Array([0x6e, 0xff, 0xfe]), 'not UTF-8'],
    ['nothing', '', 'is empty'],
    ['a text', 'hello\n', 'expected a map, found "hello"'],
  ])('is refused before anything is written: %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message)
  })

  test('with keys that YAML 1.1 reads as something else is refused, each at its place', () => {
    const text = withObject('default}}', 'default}, data: {on: a, "off": b, y: c, 8080: d, 010: e}}')
    expect(() => readClusterFile(new Source('c.yaml', text))).toThrow(
      expect.objectContaining({
        code: 'KEY_RENAMED',
        message: 'the key on is read as "true"',
        hint: 'put it in quotes: "on"',
        also: [
          expect.objectContaining({ message: 'the key y is read as "true"' }),
          expect.objectContaining({ message: 'the key 010 is read as "8"' }),
        ],
      }),
    )
    expect(readYaml11(new Source('', 'on: a\n'))).toBeDefined()
  })

  test('with a byte order mark or Windows line ends is the same cluster', async () => {
    const plain = await stack(folderWith('c.yaml', BASE), 'render', 'c.yaml')
    for (const text of [`\ufeff${BASE}`, BASE.replaceAll('\n', '\r\n')])
      expect(await stack(folderWith('c.yaml', text), 'render', 'c.yaml')).toEqual(plain)
  })

  test('with very many mistakes is told them all in time that grows with their number', () => {
    const mistakes = (count: number) => {
      const keys = Array.from({ length: count }, (_, i) => `k${i}: 1`)
      const text = withBundle(`        postBuild: {substitute: {${keys.join(', ')}}}`)
      const begun = performance.now()
      expect(() => readClusterFile(new Source('c.yaml', text))).toThrow('expected a text, found 1')
      return performance.now() - begun
    }
    mistakes(1000)
    const few = Math.min(mistakes(5000), mistakes(5000))
    expect(mistakes(50_000)).toBeLessThan(30 * few + 200)
  })

  test('made of another by chance is rendered or refused, never half', async () => {
    const example = join(checkoutRoot(), 'examples/platform')
    const seeds = ['production.yaml', 'staging.yaml'].map((name): Tree => {
      const files = new Map<string, Uint8Array>([['c.yaml', readFileSync(join(example, name))]])
      return { name, root: '/', files }
    })
    seeds.push({ name: 'small', root: '/', files: new Map([['c.yaml', new TextEncoder().encode(BASE)]]) })
    const engines = [[], ['--engine', 'argocd'], ['--placement', 'integrated'], ['--bundle-grouping', 'flat']]
    const cwd = folderWith('c.yaml', '')
    cpSync(join(example, 'apps'), join(cwd, 'apps'), { recursive: true })
    let rendered = 0
    for (let i = 0; i < 300; i++) {
      const { files } = mutant(seeds, 7, i)
      writeFileSync(join(cwd, 'c.yaml'), files.get('c.yaml') as Uint8Array)
      const words = ['render', 'c.yaml', '-o', 'out', ...(engines[i % engines.length] as string[])]
      const { code, stderr } = await stack(cwd, ...words)
      if (code === 0) {
        rendered++
        expect((await stack(cwd, ...words, '--check')).code).toBe(0)
      } else
        expect({ code, files: readdirSync(cwd) }, `mutant ${i}: ${stderr}`).toEqual({
          code: 1,
          files: ['apps', 'c.yaml'],
        })
      rmSync(join(cwd, 'out'), { recursive: true, force: true })
    }
    expect(rendered).toBeGreaterThan(20)
  }, 60_000)
})

describe('a module', () => {
  const PARTS = `const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }
const config: any = { generate: () => [object] }
const bundle: any = { name: 'web', sourceRef: { kind: 'GitRepository', name: 'x' }, applications: [{ name: 'a', config }] }
const cluster: any = { name: 'demo', node: { name: 'n', bundle } }
function freeze(value: any) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze)
  return value
}
`
  test.each([
    ['throws nothing', 'export default () => { throw undefined }', 'm.ts: undefined'],
    ['throws while it is read', 'throw null', 'm.ts: null'],
    ['throws an error', 'export default () => { throw new Error("no") }', 'Error: m.ts: no'],
    ['exports a promise that fails', 'export default Promise.reject(new Error("no"))', 'Error: m.ts: no'],
    [
      'has a getter that fails',
      'Object.defineProperty(cluster, "node", { enumerable: true, get() { throw new Error("no") } })\nexport default cluster',
      'Error: no',
    ],
    [
      'has a text for a bundle',
      'bundle.dependsOn = ["web"]\nexport default cluster',
      'node.bundle.dependsOn[0]: expected a map, found "web"',
    ],
    [
      'has a map for a list',
      'bundle.applications = {}\nexport default cluster',
      'node.bundle.applications: is no list',
    ],
    [
      'has a number for a duration',
      'bundle.interval = 5\nexport default cluster',
      'node.bundle.interval: expected a text, found 5',
    ],
    ['has a field that there is not', 'bundle.intervall = "5m"\nexport default cluster', 'unknown field "intervall"'],
    [
      'has no config',
      'bundle.applications[0].config = {}\nexport default cluster',
      'node.bundle.applications[0].config: has no function generate',
    ],
    [
      'has rules that are none',
      'export const layout = { filePer: "x" }\nexport default cluster',
      'layout.filePer: "x" is not one of',
    ],
    [
      'generates nothing',
      'config.generate = () => [null]\nexport default cluster',
      'application "a": generate returned something at index 0 that is no object',
    ],
    ['generates a date', 'object.metadata.at = new Date(0)\nexport default cluster', 'unsupported type: Date'],
    [
      'generates a map of JavaScript',
      'object.data = new Map([["a", "b"]])\nexport default cluster',
      'unsupported type: Map',
    ],
    [
      'puts a layout below itself',
      'config.augmentLayout = (l) => l.children.push(l)\nexport default cluster',
      'put the layout "a" below itself',
    ],
    [
      'takes the objects of a layout away',
      'config.augmentLayout = (l) => { l.resources = null }\nexport default cluster',
      'left resources that are no list of objects',
    ],
    [
      'adds a file that is no text',
      'config.augmentLayout = (l) => { l.extraFiles = [{ name: "x", content: 5 }] }\nexport default cluster',
      'left extraFiles that are no list',
    ],
  ])('that %s is refused', async (_, code, message) => {
    expect(await refused((PARTS + code).replace('const object =', 'const object: any ='), 'm.ts')).toContain(message)
  })

  test('may export a promise, a frozen cluster, fields that are undefined, one object for two applications', async () => {
    const cwd = folderWith(
      'm.ts',
      `${PARTS}
const inner = { ...bundle, name: 'inner', prune: undefined, applications: [{ name: 'b', config }] }
bundle.children = [inner]
export default Promise.resolve(freeze(cluster))`,
    )
    const { code, stdout, stderr } = await stack(cwd, 'render', 'm.ts', '-o', 'out')
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'out: 8 files, 8 written, 0 removed\n',
      stderr: elsewhere('x'),
    })
  })
})

describe('an output', () => {
  test.each([
    [
      'a link to a folder elsewhere',
      (cwd: string) => symlinkSync(cwd, join(cwd, 'out/prod')),
      'a symbolic link stands where a directory is to be',
    ],
    [
      'a file where the tree is to be',
      (cwd: string) => writeFileSync(join(cwd, 'out/prod'), ''),
      'a file stands where a directory is to be',
    ],
    [
      'an inventory that leads elsewhere',
      (cwd: string) => {
        mkdirSync(join(cwd, 'out/prod'))
        writeFileSync(join(cwd, 'out/prod/.strake-inventory'), `${'0'.repeat(64)}  ../../c.yaml\n`)
      },
      'leads elsewhere',
    ],
  ])('with %s is refused and stays as it is', async (_, prepare, message) => {
    const cwd = folderWith('c.yaml', BASE)
    mkdirSync(join(cwd, 'out'))
    prepare(cwd)
    const before = readdirSync(cwd, { recursive: true })
    const { code, stderr } = await stack(cwd, 'render', 'c.yaml', '-o', 'out')
    expect(code).toBe(1)
    expect(stderr.split('Error: ')[1]).toContain(message)
    expect(readdirSync(cwd, { recursive: true })).toEqual(before)
  })

  test('that is a file is no folder to write to', async () => {
    const cwd = folderWith('c.yaml', BASE)
    expect((await stack(cwd, 'render', 'c.yaml', '-o', 'c.yaml')).stderr).toContain('is not a directory')
    expect(existsSync(join(cwd, 'prod'))).toBe(false)
    expect(readFileSync(join(cwd, 'c.yaml'), 'utf8')).toBe(BASE)
  })
})
