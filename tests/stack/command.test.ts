import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/stack.ts'
import { clusterJsonSchema } from '../../src/stack/cluster-schema.ts'
import { type CommandResult, runCommand } from '../cli/run-command.ts'
import { checkoutRoot } from '../subject.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'stack-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
function folderWith(files: Record<string, string>): string {
  const folder = join(scratch, String(folders++))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const stack = (cwd: string, ...words: string[]): Promise<CommandResult> => runCommand(commands, words, cwd)

function filesBelow(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (!existsSync(folder)) return found
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length + 1)] = readFileSync(path, 'utf8')
  }
  return found
}

const SMALL = `name: demo
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
const SOURCE_WARNING =
  'warning[SOURCE_ELSEWHERE]: GitRepository/flux-system/flux-system is read by this tree, but not in it (the bootstrap of Flux makes the one it is installed from)\n'

describe('the platform example', () => {
  const example = join(checkoutRoot(), 'examples/platform')
  /** Bootstraps and inventories are made again by every run, and not committed. */
  const treeOf = (folder: string) =>
    Object.fromEntries(
      Object.entries(filesBelow(folder)).filter(
        ([path]) => path.startsWith('clusters/') && !path.endsWith('.strake-inventory'),
      ),
    )
  const rendered = treeOf(join(example, 'rendered'))

  test('renders the committed tree', async () => {
    const folder = folderWith({})
    for (const name of ['production', 'staging']) {
      const { code, stderr } = await stack(example, 'render', `${name}.yaml`, '-o', folder)
      expect(stderr).toBe('')
      expect(code).toBe(0)
    }
    expect(Object.keys(filesBelow(join(folder, 'bootstrap'))).sort()).toEqual([
      'clusters/production.yaml',
      'clusters/staging.yaml',
    ])
    const files = treeOf(folder)
    expect(Object.keys(files).length).toBeGreaterThan(25)
    expect(files).toEqual(rendered)
  })

  test('draws its directories with what applies each', async () => {
    const { stdout } = await stack(example, 'tree', 'production.yaml')
    expect(stdout).toBe(`clusters/production (0 objects, applied by the bootstrap)
├── infrastructure (1 object)
│   └── infrastructure (2 objects, applied by Kustomization infrastructure)
│       ├── namespaces (2 objects, applied by Kustomization namespaces)
│       └── cert-manager (2 objects, applied by Kustomization cert-manager)
└── apps (1 object)
    └── shop (4 objects, applied by Kustomization shop)
`)
  })

  test('shows what waits for what', async () => {
    const { stdout, code } = await stack(example, 'graph', 'production.yaml')
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line.startsWith('Critical'))).toEqual([
      'Critical path: ./clusters/production -> flux-system/infrastructure -> flux-system/namespaces -> flux-system/cert-manager -> flux-system/shop',
    ])
    expect(JSON.parse((await stack(example, 'graph', 'production.yaml', '--format', 'json')).stdout).problems).toEqual(
      [],
    )
    expect((await stack(example, 'graph', 'production.yaml', '--format', 'svg')).stdout).toMatch(/^<svg /)
  })

  test('is the same cluster in TypeScript', async () => {
    const folder = folderWith({})
    const one = await stack(example, 'render', 'production.ts', '-o', folder)
    expect(one.stderr).toBe('')
    const files = filesBelow(join(folder, 'clusters/production/infrastructure'))
    expect(Object.keys(files).length).toBeGreaterThan(8)
    for (const [path, text] of Object.entries(files))
      expect(text, path).toBe(rendered[`clusters/production/infrastructure/${path}`])
  })
})

describe('stack render', () => {
  test('prints every file when there is nowhere to write', async () => {
    const cwd = folderWith({ 'cluster.yaml': SMALL })
    const { stdout, stderr, code } = await stack(cwd, 'render', 'cluster.yaml')
    expect({ code, stderr }).toEqual({ code: 0, stderr: SOURCE_WARNING })
    expect(stdout.split('\n').filter((line) => line.startsWith('# '))).toEqual([
      '# prod/kustomization.yaml',
      '# prod/apps/kustomization.yaml',
      '# prod/apps/web/configmap-web.yaml',
      '# prod/apps/web/kustomization.yaml',
      '# prod/flux-system/kustomization-web.yaml',
      '# prod/flux-system/kustomization.yaml',
    ])
  })

  test('removes what an earlier run wrote and this one does not, and leaves the rest alone', async () => {
    const cwd = folderWith({ 'cluster.yaml': SMALL, 'prod/mine.txt': 'mine\n' })
    await stack(cwd, 'render', 'cluster.yaml', '-o', '.')
    writeFileSync(join(cwd, 'cluster.yaml'), SMALL.replaceAll('web', 'shop'))
    const { stdout } = await stack(cwd, 'render', 'cluster.yaml', '-o', '.')
    expect(stdout).toBe('.: 6 files, 4 written, 3 removed\n')
    expect(Object.keys(filesBelow(cwd)).sort()).toEqual([
      'cluster.yaml',
      'prod/.strake-inventory',
      'prod/apps/kustomization.yaml',
      'prod/apps/shop/configmap-shop.yaml',
      'prod/apps/shop/kustomization.yaml',
      'prod/flux-system/kustomization-shop.yaml',
      'prod/flux-system/kustomization.yaml',
      'prod/kustomization.yaml',
      'prod/mine.txt',
    ])
  })

  test('--check and --diff write nothing and say by their exit code whether something would change', async () => {
    const cwd = folderWith({ 'cluster.yaml': SMALL })
    const before = filesBelow(cwd)
    const absent = await stack(cwd, 'render', 'cluster.yaml', '-o', 'out', '--check')
    expect(absent.code).toBe(1)
    expect(absent.stdout.split('\n')[0]).toBe('added prod/kustomization.yaml')
    expect(filesBelow(cwd)).toEqual(before)
    await stack(cwd, 'render', 'cluster.yaml', '-o', 'out')
    expect((await stack(cwd, 'render', 'cluster.yaml', '-o', 'out', '--check')).code).toBe(0)
    const file = join(cwd, 'out/prod/flux-system/kustomization-web.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('prune: false', 'prune: true'))
    const changed = await stack(cwd, 'render', 'cluster.yaml', '-o', 'out', '--diff')
    expect(changed.code).toBe(1)
    expect(changed.stdout).toBe(`--- a/prod/flux-system/kustomization-web.yaml
+++ b/prod/flux-system/kustomization-web.yaml
@@ -5,8 +5,8 @@
   namespace: flux-system
 spec:
   interval: 1h0m0s
   path: prod/apps/web
-  prune: true
+  prune: false
   sourceRef:
     kind: GitRepository
     name: flux-system
`)
    expect((await stack(cwd, 'render', 'cluster.yaml', '--check')).stderr).toBe(
      'Error: --check and --diff compare with a folder\n',
    )
  })

  test('reads the cluster from standard input', async () => {
    const { stdout, code } = await runCommand(commands, ['render', '-'], scratch, SMALL)
    expect(code).toBe(0)
    expect(stdout).toContain('# prod/apps/web/configmap-web.yaml\n')
  })

  test('makes the Applications of Argo CD', async () => {
    const cwd = folderWith({ 'cluster.yaml': SMALL })
    const { stdout, stderr } = await stack(cwd, 'render', 'cluster.yaml', '--engine', 'argocd')
    expect(stderr).toBe('')
    expect(stdout).toContain('# prod/argocd/application-web.yaml\napiVersion: argoproj.io/v1alpha1\n')
  })

  test.each([
    ['a bundle that is not there', 'sourceRef:', 'dependsOn: [wob]\n        sourceRef:', '8:21'],
    ['an unknown field', 'sourceRef:', 'surceRef: {}\n        sourceRef:', '8:9'],
    ['a duration that is none', 'sourceRef:', 'interval: 5 minutes\n        sourceRef:', '8:9'],
    ['a name that Kubernetes refuses', 'name: web\n        source', 'name: Web\n        source', '7:9'],
    ['a path out of the folder', 'objects:', 'files: [../x.yaml]\n            objects:', '11:21'],
  ])('refuses %s at its place, and writes nothing', async (_, from, to, position) => {
    const cwd = folderWith({ 'cluster.yaml': SMALL.replace(from, to) })
    const before = filesBelow(cwd)
    const { code, stderr } = await stack(cwd, 'render', 'cluster.yaml', '-o', '.')
    expect(code).toBe(1)
    expect(stderr).toContain(`--> cluster.yaml:${position}\n`)
    expect(filesBelow(cwd)).toEqual(before)
  })

  test('refuses a dead-lock and an unreadable directory before anything is written', async () => {
    const loop = SMALL.replace(
      '        sourceRef:',
      '        children: [{name: inner, dependsOn: [web], sourceRef: {kind: GitRepository, name: x}}]\n        sourceRef:',
    )
    const cwd = folderWith({ 'cluster.yaml': loop })
    const { code, stderr } = await stack(cwd, 'render', 'cluster.yaml', '-o', '.')
    expect(code).toBe(1)
    expect(stderr).toContain('child "inner" depends on parent "web"')
    expect(Object.keys(filesBelow(cwd))).toEqual(['cluster.yaml'])
  })
})

describe('the other commands of stack', () => {
  test('init writes a cluster file that is valid, and never over another', async () => {
    const cwd = folderWith({})
    mkdirSync(cwd, { recursive: true })
    const first = await stack(cwd, 'init', 'clusters/eu.yaml')
    expect(first.stdout).toBe('clusters/eu.yaml written; see what it makes: strake stack tree clusters/eu.yaml\n')
    const valid = await stack(cwd, 'validate', 'clusters/eu.yaml')
    expect(valid).toEqual({ code: 0, stdout: 'clusters/eu.yaml: valid, 10 files\n', stderr: SOURCE_WARNING })
    const again = await stack(cwd, 'init', 'clusters/eu.yaml')
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('clusters/eu.yaml exists already')
  })

  test('schema prints the JSON Schema, which knows every field', async () => {
    const { stdout } = await stack(scratch, 'schema')
    expect(JSON.parse(stdout)).toEqual(clusterJsonSchema())
    expect(JSON.parse(stdout)).toMatchObject({ additionalProperties: false, required: ['name'] })
  })

  test('a module that exports no cluster is refused', async () => {
    const cwd = folderWith({ 'a.ts': 'export const x: number = 1\n', 'b.ts': 'throw new Error("no")\n' })
    expect((await stack(cwd, 'tree', 'a.ts')).stderr).toContain('a.ts: the default export is no cluster')
    expect((await stack(cwd, 'tree', 'b.ts')).stderr).toContain('no')
    expect((await stack(cwd, 'tree', 'c.yaml')).stderr).toContain('c.yaml: no such file')
  })
})

describe('what is wrong in a cluster file is shown where it stands', () => {
  const SOURCE = 'sourceRef: {kind: GitRepository, name: flux-system}'
  const withChildren = (...children: string[]) =>
    SMALL.replace(
      `        ${SOURCE}`,
      `        ${SOURCE}\n        children:\n${children.map((one) => `          - {name: ${one}, ${SOURCE}}\n`).join('')}`.trimEnd(),
    )
  test.each([
    [
      'a name that is a number',
      SMALL.replace('{name: web, n', '{name: 1, n'),
      'metadata.name is a number (1), not a text',
      ['12:62'],
    ],
    [
      'a label that is a number',
      SMALL.replace('default}', 'default, labels: {v: 1}}'),
      'metadata.labels.v is a number (1), not a text',
      ['12:102'],
    ],
    ['an object without a kind', SMALL.replace('kind: ConfigMap', 'kind: ""'), 'kind is missing', ['12:34']],
    ['an object without a name', SMALL.replace('name: web, names', 'names'), 'metadata.name is missing', ['12:51']],
    [
      'an object that leaves its directory',
      SMALL.replace('name: web, n', 'name: ../../web, n'),
      '".." path segment',
      ['7:9'],
    ],
    [
      'a node in the place of a file',
      SMALL.replace('name: apps', 'name: kustomization.yaml'),
      'would replace the kustomization.yaml',
      ['5:7', '3:1'],
    ],
    [
      'a bundle without a source',
      SMALL.replace(`        ${SOURCE}\n`, ''),
      'has no source: set sourceRef',
      ['7:9', '7:9'],
    ],
    [
      'bundles that wait for each other',
      withChildren('a, dependsOn: [b]', 'b, dependsOn: [a]'),
      'a -> b -> a',
      ['10:14', '11:14'],
    ],
    [
      'a bundle that waits for what waits for it',
      withChildren(
        'a, healthChecks: [{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, name: b, namespace: flux-system}]',
        'b, dependsOn: [a]',
      ),
      'waits for itself',
      ['10:14', '11:14'],
    ],
    [
      'two bundles of one directory',
      withChildren('a, dirName: q', 'b, dirName: Q'),
      'have one directory',
      ['10:13', '11:13'],
    ],
    [
      'two bundles of one Kustomization',
      withChildren('a, kustomizationName: q', 'b, kustomizationName: q'),
      'named "q"',
      ['11:23'],
    ],
    ['a rule of the layout', SMALL.replace('clusterName: prod', 'clusterName: ../x'), 'invalid ClusterName', ['2:10']],
  ])('%s', async (_, text, message, positions) => {
    const cwd = folderWith({ 'cluster.yaml': text })
    const { code, stderr } = await stack(cwd, 'render', 'cluster.yaml', '-o', 'out')
    expect({ code, positions: [...stderr.matchAll(/--> cluster\.yaml:(\S+)/g)].map(([, at]) => at) }, stderr).toEqual({
      code: 1,
      positions,
    })
    expect(stderr).toContain(message)
    expect(filesBelow(cwd)).toEqual({ 'cluster.yaml': text })
  })
})
