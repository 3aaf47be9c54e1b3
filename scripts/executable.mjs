// `npm run executable [-- --target=bun-darwin-arm64 …]`: one file without Node, dist/strake. Other platforms are made
// here too, where bun can get their runtime; their file is named after the target.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * The program itself. It comes in a package for the platform; the install script of `bun`, where scripts may run, moves
 * it into that package.
 */
function bun() {
  const machine = { x64: 'x64', arm64: 'aarch64' }[arch()]
  const variants = ['', '-baseline', '-musl', '-musl-baseline'].map(
    (variant) => `bun-${platform()}-${machine}${variant}`,
  )
  const files = [
    ...variants.map((name) => join(root, 'node_modules/@oven', name, 'bin/bun')),
    join(root, 'node_modules/bun/bin/bun.exe'),
  ]
  const found = files.find((file) => existsSync(file) && works(file))
  if (found === undefined) throw new Error(`no bun for ${platform()} ${arch()} in node_modules: run npm ci`)
  return found
}

function works(file) {
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * A build ends before most of its code is worth compiling: with the runtime's own thresholds, compiling is half of the CPU
 * of building a hundred objects. And what lies in the folder it runs in must not configure the program.
 */
const RUNTIME = ['--compile-jit-policy=16', '--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig']

/**
 * Marks all functions of a bundle so that the last compiler, which takes longest and pays off after seconds only, leaves
 * them alone: a third of the CPU of building five thousand objects.
 */
function withoutLastTier(text) {
  const functions = [...text.matchAll(/^(?:async )?function\*? (\w+)\(/gm)].map((match) => match[1])
  const classes = text.replace(
    /^( *)((?:var )?(\w+) = class\b.*\{\n[\s\S]*?^\1\};)$/gm,
    (_, indent, definition, name) => `${indent}${definition}\n${indent}markClass(${name});`,
  )
  return `const { noFTL } = require('bun:jsc');
function markClass(made) {
  for (const owner of [made, made.prototype])
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(owner)))
      if (typeof value === 'function') noFTL(value);
}
for (const made of [${functions.join(',')}]) noFTL(made);
${classes}`
}

const words = process.argv.slice(2)
const target = words.find((word) => word.startsWith('--target='))?.slice('--target='.length)
const outfile = join(root, 'dist', target === undefined ? 'strake' : `strake-${target.replace(/^bun-/, '')}`)
mkdirSync(join(root, 'dist/executable'), { recursive: true })

// Bundled first: what is loaded lazily stays apart under Node, and is one file here.
const bundle = join(root, 'dist/executable/main.cjs')
await build({
  entryPoints: [join(root, 'src/cli/main.ts')],
  outfile: bundle,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Reads TypeScript where the runtime does not, which this one does.
  external: ['jiti'],
  logLevel: 'error',
})
writeFileSync(bundle, withoutLastTier(readFileSync(bundle, 'utf8')))
const make = (...more) => {
  const options = [
    'build',
    '--compile',
    '--minify',
    '--bytecode',
    ...RUNTIME,
    '--external',
    'jiti',
    ...more,
    bundle,
    '--outfile',
    outfile,
  ]
  execFileSync(bun(), options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
// What a build needs of the compiled code is put together, so that the rest is not read: for this machine, which has to
// run it once to know.
make(...words)
if (target === undefined) {
  const order = join(root, 'dist/executable/order')
  execFileSync(outfile, ['build', join(root, 'examples/model-serving/overlays/production')], {
    stdio: 'ignore',
    env: { ...process.env, BUN_BYTECODE_ORDER_OUT: order },
  })
  make(`--bytecode-order=${order}`, ...words)
}
process.stdout.write(`${outfile} ${(statSync(outfile).size / 1024 / 1024).toFixed(0)} MB\n`)
