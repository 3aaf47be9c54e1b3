// What must not grow, checked without the reference: `npm run guards`. Linear time, what a small build loads, the size
// of the start path, and how often identities are computed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { kptPackage } from './kpt.mjs'
import { interleaved, startMeter } from './meter.mjs'
import { shape } from './shapes.mjs'
import { writeShape } from './write-shape.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const program = join(root, 'dist/cli/start.cjs')

/** CPU at 5000 objects may be this many times that at 1000: an exponent of 1.1. */
const MOST_GROWTH = 5.8
/** Kilobytes of minified code that are read to run `build`. */
const MOST_KILOBYTES = 100
/** Everything a trivial build asks Node for. A name more is start-up time for every user: think before adding one. */
const LOADED = ['dist/cli/main.cjs', 'dist/cli/start.cjs', 'node:fs', 'node:module', 'node:vm']
/** Identities made for each object of an overlay: loading, each step that renames, references, the final check. */
const MOST_IDS_PER_OBJECT = 12

const folder = mkdtempSync(join(tmpdir(), 'strake-guards-'))
const target = (name) => writeShape(shape(name).make(), join(folder, name.replace(':', '-')))

async function growth() {
  const meter = await startMeter()
  const words = (name) => [process.execPath, program, 'build', target(name)]
  const { small, large } = await interleaved(meter, { small: words('overlay:1000'), large: words('overlay:5000') }, 5)
  meter.stop()
  const ratio = large.cpu / small.cpu
  const figures = `${small.cpu.toFixed(2)} s at 1000 objects, ${large.cpu.toFixed(2)} s at 5000: x ${ratio.toFixed(2)}`
  return [ratio <= MOST_GROWTH, `${figures} (most ${MOST_GROWTH})`]
}

async function pipelineGrowth() {
  const meter = await startMeter()
  const words = (count) => {
    const at = writeShape(kptPackage(count), join(folder, `package-${count}`))
    return [process.execPath, program, 'fn', 'render', at, '-o', 'stdout']
  }
  const { small, large } = await interleaved(meter, { small: words(1000), large: words(5000) }, 5)
  meter.stop()
  const ratio = large.cpu / small.cpu
  const figures = `${small.cpu.toFixed(2)} s at 1000 resources, ${large.cpu.toFixed(2)} s at 5000: x ${ratio.toFixed(2)}`
  return [ratio <= MOST_GROWTH, `${figures} (most ${MOST_GROWTH})`]
}

function startPath() {
  const words = ['--require', join(here, 'loaded.cjs'), program, 'build', target('trivial')]
  const { stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...process.env, STRAKE_ROOT: root },
  })
  return JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1))
}

function modules(loaded) {
  const more = loaded.filter((name) => !LOADED.includes(name))
  return [more.length === 0, more.length === 0 ? loaded.join(', ') : `not expected: ${more.join(', ')}`]
}

function size(loaded) {
  const files = loaded.filter((name) => name.startsWith('dist/'))
  const bytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
  return [bytes <= MOST_KILOBYTES * 1024, `${(bytes / 1024).toFixed(1)} KB (most ${MOST_KILOBYTES} KB)`]
}

/** Bundles the engine with counters in the two functions that make identities, and builds an overlay in this process. */
async function identities() {
  const count = {
    name: 'count',
    setup(bundler) {
      bundler.onLoad({ filter: /src\/krm\/(id|resource)\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        const opening = path.endsWith('id.ts') ? /export function idKey\(.*\{\n/ : /function readId\(.*\{\n/
        if (!opening.test(text)) throw new Error(`nothing to count in ${path}`)
        return { contents: text.replace(opening, '$&globalThis.identitiesMade++;\n'), loader: 'ts' }
      })
    },
  }
  const contents = "export { build } from './src/index.ts'\nexport { nodeFileSystem } from './src/node/index.ts'"
  const outfile = join(folder, 'engine.mjs')
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', plugins: [count], logLevel: 'error' })
  const engine = await import(pathToFileURL(outfile).href)
  const perObject = []
  for (const name of ['overlay:100', 'overlay:1000']) {
    globalThis.identitiesMade = 0
    const { documents } = await engine.build({ root: target(name), fs: engine.nodeFileSystem() })
    perObject.push(globalThis.identitiesMade / documents.length)
  }
  const figures = perObject.map((value) => value.toFixed(1)).join(' and ')
  return [
    Math.max(...perObject) <= MOST_IDS_PER_OBJECT,
    `${figures} for each of 100 and 1000 objects (most ${MOST_IDS_PER_OBJECT})`,
  ]
}

let failed = 0
const guards = [
  ['linear time', growth],
  ['linear time of a pipeline', pipelineGrowth],
  ['modules loaded by a trivial build', () => modules(startPath())],
  ['start path', () => size(startPath())],
  ['identities made', identities],
]
try {
  for (const [name, check] of guards) {
    const [passed, figures] = await Promise.resolve()
      .then(check)
      .catch((error) => [false, error.message])
    if (!passed) failed++
    process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name}: ${figures}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${guards.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
