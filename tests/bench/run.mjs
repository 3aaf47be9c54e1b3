// The benchmark: `npm run bench [-- --only WORD, remote, kpt or flux] [--rounds N] [--slow] [--print]`. Builds generated inputs with this
// package on Node, as an executable, and with kustomize, and writes the table of docs/benchmarks.md.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fluxRows } from './flux.mjs'
import { kptRows } from './kpt.mjs'
import { interleaved, startMeter } from './meter.mjs'
import { remoteRows } from './remote.mjs'
import { oneLine, report } from './report.mjs'
import { shapes } from './shapes.mjs'
import { stackRows } from './stack.mjs'
import { writeShape } from './write-shape.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
    /** Also the shape that takes the reference minutes. */
    slow: { type: 'boolean', default: false },
    /** Print only, leave the document alone. */
    print: { type: 'boolean', default: false },
  },
})

/** One word alone is what `--only` takes. */
if (positionals[0] !== undefined) options.only = positionals[0]

const places = [
  process.env.KUSTOMIZE ?? '',
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'kustomize')),
  join(process.env.HOME ?? '/root', 'go/bin/kustomize'),
]
const reference = places.find((place) => place !== '' && existsSync(place))
const executable = join(root, 'dist/strake')
const program = join(root, 'dist/cli/start.cjs')
if (!existsSync(program)) throw new Error('run `npm run build` first')
if (!existsSync(executable)) process.stderr.write('dist/strake is absent (`npm run executable`): left out\n')

/** Fewer rounds where one takes long, more where it takes less than what else the machine does. */
function roundsFor(seconds) {
  if (seconds > 30) return 1
  const rounds = Number(options.rounds) * (seconds < 0.5 ? 3 : 1)
  return Math.max(3, Math.min(rounds, Math.ceil(30 / Math.max(seconds, 0.01))))
}

const output = (words) =>
  execFileSync(words[0], words.slice(1), { maxBuffer: 1 << 29, stdio: ['ignore', 'pipe', 'ignore'] })

async function measure(meter, shape, folder) {
  const target = writeShape(shape.make(), folder)
  const programs = { node: [process.execPath, program, 'build', target] }
  if (existsSync(executable)) programs.executable = [executable, 'build', target]
  const started = performance.now()
  if (reference !== undefined) {
    programs.reference = [reference, 'build', target]
    if (!output(programs.node).equals(output(programs.reference))) {
      throw new Error(`${shape.name}: the outputs differ, nothing to compare`)
    }
  }
  const seconds = (performance.now() - started) / 1000
  if (shape.againstNode) {
    programs.bare = [process.execPath, '-e', '0']
    // Node reads the certificates that this names whatever it runs.
    programs.uncertified = ['env', '-u', 'NODE_EXTRA_CA_CERTS', ...programs.bare]
  }
  return await interleaved(meter, programs, roundsFor(seconds))
}

const meter = await startMeter()
const folder = mkdtempSync(join(tmpdir(), 'strake-bench-'))
const rows = []
const remote = []
const kpt = []
const flux = []
const stack = []
let failures = 0
try {
  for (const [index, shape] of shapes.entries()) {
    if (!shape.name.includes(options.only) || (shape.slow && !options.slow)) continue
    process.stderr.write(`${shape.name} …\n`)
    try {
      const row = { shape, ...(await measure(meter, shape, join(folder, String(index)))) }
      rows.push(row)
      process.stderr.write(`  ${oneLine(row)}\n`)
    } catch (error) {
      failures++
      process.stderr.write(`${error.message.split('\n')[0]}\n`)
    }
    rmSync(join(folder, String(index)), { recursive: true, force: true })
  }
  if ('remote'.includes(options.only)) {
    process.stderr.write('remote …\n')
    const programs = { node: [process.execPath, program] }
    if (existsSync(executable)) programs.executable = [executable]
    if (reference !== undefined) programs.reference = [reference]
    remote.push(...(await remoteRows({ programs, rounds: Number(options.rounds), folder: join(folder, 'remote') })))
  }
  if ('kpt'.includes(options.only)) {
    process.stderr.write('kpt …\n')
    const programs = { node: [process.execPath, program] }
    if (existsSync(executable)) programs.executable = [executable]
    kpt.push(...(await kptRows({ meter, programs, rounds: Number(options.rounds), folder: join(folder, 'kpt') })))
  }
  if ('flux'.includes(options.only)) {
    process.stderr.write('flux …\n')
    const programs = { Node: [process.execPath, program] }
    if (existsSync(executable)) programs.executable = [executable]
    flux.push(...(await fluxRows({ meter, programs, rounds: Number(options.rounds), folder: join(folder, 'flux') })))
  }
  if ('stack'.includes(options.only)) {
    process.stderr.write('stack …\n')
    stack.push(...stackRows(Math.min(Number(options.rounds), 5)))
  }
} finally {
  meter.stop()
  rmSync(folder, { recursive: true, force: true })
}
const text = report(rows, remote, kpt, flux, stack)
process.stdout.write(text)
if (!options.print && options.only === '') writeFileSync(join(root, 'docs/benchmarks.md'), text)
process.exitCode = failures > 0 ? 1 : 0
