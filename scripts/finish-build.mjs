// After the bundler: the starter beside the program, and the compiled forms, for this version of Node, of its two files.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { transformSync } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'dist/cli')
const TREES = 'examples/platform/rendered/clusters/'
const SOURCES = ['--local-sources', 'OCIRepository/flux-system/flux-system=examples/platform/rendered']

/**
 * The files with a compiled form (start.cjs knows them too), by what is run to have the functions compiled that are needed:
 * what every build reads and what most overlays read too; what kpt's commands read; what renders and compares trees of Flux.
 */
const RUNS = [
  { files: ['main', 'usual'], words: ['build', 'examples/model-serving/overlays/production'] },
  {
    files: ['commands', 'functions', 'rare-kept', 'rare-quick-comments'],
    words: 'fn eval examples/own-functions/package -i set-labels:v0.2 --reference-format -o stdout -- a=b'.split(' '),
  },
  { files: ['flux', 'flux-tree'], words: ['flux', 'render', `${TREES}production`, ...SOURCES] },
  {
    files: ['flux-diff'],
    words: ['flux', 'diff', `${TREES}staging`, `${TREES}production`, ...SOURCES, '--fail-on', 'none'],
  },
]
const FILES = RUNS.flatMap(({ files }) => files)
/** The programs of the package. */
const STARTERS = ['start.cjs', 'strake-kustomize.cjs']
const pathOf = (name) => join(folder, `${name}.cjs`)
const cacheOf = (name) => join(folder, `${name}.${process.version}-${process.arch}.cache`)

/** As src/cli/start.cjs does it. */
function scriptOf(name, cachedData) {
  const filename = pathOf(name)
  return new Script(`(function (exports, require) {${readFileSync(filename, 'latin1')}\n})`, { filename, cachedData })
}

/** In a process of its own: runs a command, so that the functions it needs are compiled, and keeps the result. */
function record({ files, words }) {
  const require = createRequire(pathOf('main'))
  const scripts = new Map()
  const load = (id) => {
    // The forms are made, as they are loaded, before any of V8's settings is changed.
    if (id === './v8-settings.cjs') return { raiseCompileBudget() {}, keepYoungSpace() {} }
    const name = FILES.find((file) => id === `./${file}.cjs`)
    const filename = name === undefined ? '' : pathOf(name)
    if (name === undefined || require.cache[filename] !== undefined) return require(id)
    const exports = {}
    require.cache[filename] = { id: filename, filename, loaded: true, exports }
    const script = scriptOf(name)
    scripts.set(name, script)
    script.runInThisContext()(exports, load)
    return exports
  }
  process.argv = [process.argv[0], pathOf('main'), ...words]
  process.on('exit', (code) => {
    if (code !== 0) return
    for (const name of files) writeFileSync(cacheOf(name), scripts.get(name).createCachedData())
  })
  load('./main.cjs')
}

/** The schema of cluster files, for editors. */
async function writeSchema() {
  const { clusterJsonSchema } = await import(join(root, 'dist/stack/index.js'))
  writeFileSync(join(root, 'dist/cluster.schema.json'), `${JSON.stringify(clusterJsonSchema(), null, 2)}\n`)
}

/** What the chunks take from a file, which are hundreds of names, in one object instead of one assignment each. */
function withShortExports(text) {
  const each = /(?<=[,;}])(?:exports\.[\w$]+=[\w$]+,)+exports\.[\w$]+=[\w$]+(?=[,;])/g
  return text.replace(each, (all) => `Object.assign(exports,{${all.replace(/exports\.([\w$]+)=/g, '$1:')}})`)
}

/** Compiled forms have nothing behind a dynamic import: it would be an error whenever it is reached. */
function withoutImports(name, text) {
  const required = text.replace(/\bimport\((`node:[\w/]+`)\)/g, 'Promise.resolve(require($1))')
  const left = /\bimport\(.{0,40}/.exec(required)
  if (left !== null) throw new Error(`${name}.cjs has a dynamic import that its compiled form cannot do: ${left[0]}`)
  return required
}

function finish() {
  // The bundler's few lines of its own would be one more file to read.
  const runtime = join(folder, 'rolldown-runtime.cjs')
  const inlined = existsSync(runtime)
    ? `(() => {const exports = {};${readFileSync(runtime, 'utf8').trim()};return exports})()`
    : ''
  for (const name of FILES) {
    const text = readFileSync(pathOf(name), 'utf8').replace('require(`./rolldown-runtime.cjs`)', () => inlined)
    // One character beyond Latin-1 would make Node keep two bytes for each of the program's.
    const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    const finished = withoutImports(name, withShortExports(text))
    writeFileSync(pathOf(name), finished.replace(/[^\0-\x7f]/g, escape))
    rmSync(cacheOf(name), { force: true })
  }
  for (const name of STARTERS) {
    const text = readFileSync(join(root, 'src/cli', name), 'utf8')
    writeFileSync(join(folder, name), transformSync(text, { minify: true, target: 'node20' }).code)
    chmodSync(join(folder, name), 0o755)
  }
  if (existsSync(join(root, 'examples'))) {
    for (const run of RUNS.keys()) {
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'record', String(run)], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    }
    // V8 says nothing when it does not take a form: the program is slower, that is all.
    const refused = FILES.filter((name) => scriptOf(name, readFileSync(cacheOf(name))).cachedDataRejected)
    if (refused.length > 0) throw new Error(`V8 refuses the compiled form of ${refused.join(', ')}`)
  }
  const size = (file) => (existsSync(file) ? `${(statSync(file).size / 1024).toFixed(1)} KB` : 'not')
  for (const name of FILES) {
    process.stdout.write(`${name}.cjs ${size(pathOf(name))}, compiled ${size(cacheOf(name))}\n`)
  }
}

if (process.argv[2] === 'record') record(RUNS[Number(process.argv[3])])
else {
  finish()
  await writeSchema()
}
