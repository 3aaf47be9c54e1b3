// The package as users get it: `npm run check:package`. Its description is checked by publint and by
// are-the-types-wrong; the tarball is installed into an empty folder, where the program and the library have to work.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = mkdtempSync(join(tmpdir(), 'strake-package-'))
const run = (file, words, options = {}) => execFileSync(file, words, { encoding: 'utf8', ...options })
const tool = (name, words) => run(join(root, 'node_modules/.bin', name), words, { cwd: root })
const production = join(root, 'examples/model-serving/overlays/production')
const expected = readFileSync(join(production, 'expected.yaml'), 'utf8')

function equal(actual, wanted, what) {
  if (actual !== wanted) throw new Error(`${what}: not as expected:\n${actual.slice(0, 400)}`)
}

let tarball = ''
const library = `import { build, memoryFileSystem } from 'strake'
import { nodeFileSystem } from 'strake/node'
const fs = memoryFileSystem({
  '/app/kustomization.yaml': 'namePrefix: dev-\\nresources: [service.yaml]\\n',
  '/app/service.yaml': 'apiVersion: v1\\nkind: Service\\nmetadata: {name: web}\\n',
})
console.log((await build({ root: '/app', fs })).text)
console.log((await build({ root: process.argv[2], fs: nodeFileSystem() })).text)
`
const types = `import { build, memoryFileSystem, type BuildResult } from 'strake'
import { defineFunction } from 'strake/fn'
import { createKustomization, fluxEngine } from 'strake/flux'
import { nodeFileSystem } from 'strake/node'
import { type Bundle, defineCluster } from 'strake/stack'
export default defineFunction({ run: ({ items }) => void items.push() })
// @ts-expect-error results have messages
defineFunction({ run: () => [{ severity: 'error' }] })
export const built: Promise<BuildResult> = build({ root: '/app', fs: memoryFileSystem({}) })
export const text: Promise<string> = build({ root: '/app', fs: nodeFileSystem() }).then((result) => result.text)
// @ts-expect-error the options have names
build('/app')
export const tree = fluxEngine().createLayoutWithResources(defineCluster({ name: 'demo' }), { nodeGrouping: 'flat' })
// @ts-expect-error an OCIRepository has no branch
export const bundle: Bundle = { name: 'web', sourceRef: { kind: 'OCIRepository', name: 'x', url: 'oci://x', branch: 'main' } }
// @ts-expect-error a Kustomization needs an interval
createKustomization({ name: 'web' }, { prune: true, sourceRef: { kind: 'GitRepository', name: 'x' } })
`
const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: [] }

const cluster = `import { defineCluster, type LayoutRules } from 'strake/stack'
export const layout: LayoutRules = { bundleGrouping: 'name', fluxPlacement: 'integrated-per-bundle' }
const objects = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }]
const sourceRef = { kind: 'GitRepository', name: 'flux-system' }
export default defineCluster({
  name: 'demo',
  node: { name: 'prod', bundle: { name: 'web', sourceRef, applications: [{ name: 'web', objects }] } },
})
`

const checks = [
  ['publint', () => tool('publint', ['run', '--strict', '.'])],
  [
    'tarball',
    () => {
      const [packed] = JSON.parse(
        run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }),
      )
      tarball = join(folder, packed.filename)
      const paths = packed.files.map(({ path }) => path)
      const odd = paths.filter(
        (path) => !/^(dist\/.*\.(js|cjs|d\.ts)|dist\/cluster\.schema\.json|[A-Z]+(\.md)?|package\.json)$/.test(path),
      )
      if (odd.length > 0) throw new Error(`not meant for users: ${odd.join(', ')}`)
      for (const path of [
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/cli/start.cjs',
        'dist/cli/strake-kustomize.cjs',
      ]) {
        if (!paths.includes(path)) throw new Error(`${path} is missing`)
      }
    },
  ],
  ['are the types wrong', () => tool('attw', ['--profile', 'esm-only', tarball])],
  [
    'installed into an empty folder',
    () => {
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}\n')
      run('npm', ['install', '--no-audit', '--no-fund', '--omit=dev', tarball], { cwd: folder })
    },
  ],
  [
    'the installed program',
    () => {
      cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
      const words = ['--no-install', 'strake', 'build', 'examples/model-serving/overlays/production']
      equal(run('npx', words, { cwd: folder }), expected, 'strake build')
      words[1] = 'strake-kustomize'
      equal(run('npx', words, { cwd: folder }), expected, 'strake-kustomize build')
      equal(run('npx', ['--no-install', 'strake-kustomize', 'version'], { cwd: folder }), 'v5.8.2\n', 'its version')
    },
  ],
  [
    'a function of the example, in the installed program',
    () => {
      const words = ['--no-install', 'strake', 'fn', 'render', '--allow-exec', '-o', 'unwrap']
      const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
      const cwd = join(folder, 'examples/own-functions/package')
      const printed = run('npx', words, { cwd, env: { ...process.env, PATH: path }, stdio: 'pipe' })
      const labelled = '  labels:\n    team: shop\n'
      if (!printed.includes(labelled)) throw new Error(`no label in:\n${printed}`)
    },
  ],
  [
    'the installed library',
    () => {
      writeFileSync(join(folder, 'library.mjs'), library)
      const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: dev-web\n'
      equal(run('node', ['library.mjs', production], { cwd: folder }), `${service}\n${expected}\n`, 'the library')
    },
  ],
  [
    'a cluster in TypeScript, in the installed program',
    () => {
      writeFileSync(join(folder, 'cluster.ts'), cluster)
      const drawn = run('npx', ['strake', 'stack', 'tree', 'cluster.ts'], { cwd: folder })
      equal(
        drawn,
        'prod (1 object, applied by the bootstrap)\n└── web (1 object, applied by Kustomization web)\n',
        'it',
      )
    },
  ],
  [
    'its types',
    () => {
      writeFileSync(join(folder, 'types.ts'), types)
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }))
      tool('tsc', ['-p', folder])
    },
  ],
]

let failed = 0
try {
  for (const [name, check] of checks) {
    try {
      check()
      process.stdout.write(`ok     ${name}\n`)
    } catch (error) {
      failed++
      process.stdout.write(`FAILED ${name}: ${error.message}\n${error.stdout ?? ''}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
