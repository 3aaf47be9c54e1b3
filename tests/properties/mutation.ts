/**
 * `npm run mutation -- --runs 20000 [--seed N]`: broken kustomizations and manifests give output or a clean error, in a
 * second each and in bounded memory. The builds run in a worker that is watched from outside: one that hangs or eats
 * its memory is ended, noted, and the rest goes on.
 *
 *   --only INDEX   one mutant, its tree printed      --hostile   only the inputs made to hurt
 */
import { readFileSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ToolError } from '../../src/core/error.ts'
import { FileError } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'
import { checkoutRoot } from '../subject.ts'
import { hostileTrees, mutant, seedTrees, type Tree } from './mutate.ts'

const SECOND = 1000
/** Nobody builds so long, even on a machine that is busy with something else. */
const HANGS = 15 * SECOND
const MEMORY = 384

type Finding = { index: number; name: string; problem: string }

interface Job {
  seed: number
  from: number
  to: number
  hostile: boolean
  clock: SharedArrayBuffer
}

interface Summary {
  built: number
  refused: number
  slowest: number
  slowestIndex: number
}

async function run(tree: Tree): Promise<'built' | 'refused'> {
  try {
    const { text } = await build({ root: tree.root, fs: memoryFileSystem(tree.files) })
    if (text !== '' && !text.endsWith('\n')) throw new Error('output without a line break at its end')
    return 'built'
  } catch (error) {
    if (!(error instanceof ToolError) && !(error instanceof FileError)) throw error
    if (error.message === '') throw new Error('an error without a message')
    return 'refused'
  }
}

/** Milliseconds of processor time this thread has used: what else the machine does must not count. Elsewhere, plain time. */
function spent(): number {
  try {
    const fields = readFileSync('/proc/thread-self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return performance.now()
  }
}

/** In the worker: every mutant of a stretch. The clock holds which one, since when, and the counts so far. */
async function work({ seed, from, to, hostile, clock }: Job): Promise<void> {
  const trees = hostile ? hostileTrees() : seedTrees(checkoutRoot())
  const state = new Float64Array(clock)
  for (let index = from; index < to; index++) {
    const tree = hostile ? (trees[index] as Tree) : mutant(trees, seed, index)
    let took = Number.POSITIVE_INFINITY
    let outcome: 'built' | 'refused' | undefined
    try {
      // Another chance for those that a busy machine made slow.
      for (let i = 0; i < 3 && took > SECOND; i++) {
        state[0] = index
        state[1] = Date.now()
        const started = spent()
        outcome = await run(tree)
        took = Math.min(took, spent() - started)
      }
      if (took > SECOND) post({ index, name: tree.name, problem: `took ${Math.round(took)} ms` })
    } catch (error) {
      post({
        index,
        name: tree.name,
        problem: error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : String(error),
      })
    }
    if (outcome !== undefined) state[outcome === 'built' ? 2 : 3] = (state[outcome === 'built' ? 2 : 3] as number) + 1
    if (took !== Number.POSITIVE_INFINITY && took > (state[4] as number)) {
      state[4] = took
      state[5] = index
    }
  }
}

function post(finding: Finding): void {
  parentPort?.postMessage(finding)
}

/** One stretch, started again behind each mutant that ended its worker. */
async function watch(job: Omit<Job, 'clock'>, names: (index: number) => string, findings: Finding[]): Promise<Summary> {
  const total: Summary = { built: 0, refused: 0, slowest: 0, slowestIndex: -1 }
  for (let from = job.from; from < job.to; ) {
    const clock = new SharedArrayBuffer(48)
    const state = new Float64Array(clock)
    state[0] = from
    state[1] = Date.now() + 10 * SECOND
    const worker = new Worker(process.argv[1] as string, {
      workerData: { ...job, from, clock } satisfies Job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    })
    let problem: string | undefined
    const watchdog = setInterval(() => {
      if (Date.now() - (state[1] as number) < HANGS) return
      problem = `hangs: no end after ${HANGS / SECOND} s`
      void worker.terminate()
    }, 200)
    worker.on('message', (finding: Finding) => findings.push(finding))
    worker.on('error', (error) => {
      problem = `ended its worker: ${error.message}`
    })
    await new Promise((done) => worker.once('exit', done))
    clearInterval(watchdog)
    total.built += state[2] as number
    total.refused += state[3] as number
    if ((state[4] as number) > total.slowest) {
      total.slowest = state[4] as number
      total.slowestIndex = state[5] as number
    }
    if (problem === undefined) break
    const index = state[0] as number
    findings.push({ index, name: names(index), problem })
    from = index + 1
  }
  return total
}

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const number = (name: string, fallback: number) =>
    words.includes(name) ? Number(words[words.indexOf(name) + 1]) : fallback
  const runs = number('--runs', 2000)
  const seed = number('--seed', 1)
  const out = (text: string) => process.stdout.write(`${text}\n`)
  const trees = seedTrees(checkoutRoot())
  const hostile = hostileTrees()
  if (words.includes('--only')) {
    const tree = words.includes('--hostile')
      ? (hostile[number('--only', 0)] as Tree)
      : mutant(trees, seed, number('--only', 0))
    out(`${tree.name}, root ${tree.root}`)
    for (const [path, bytes] of tree.files) out(`-- ${path} --\n${new TextDecoder().decode(bytes.subarray(0, 20_000))}`)
    const started = performance.now()
    try {
      out(await run(tree))
    } finally {
      out(`${Math.round(performance.now() - started)} ms`)
    }
    return 0
  }
  const findings: Finding[] = []
  const hurt = await watch(
    { seed, from: 0, to: hostile.length, hostile: true },
    (index) => hostile[index]?.name ?? '',
    findings,
  )
  out(
    `made to hurt: ${hostile.length}, ${hurt.built} built, ${hurt.refused} refused, slowest ${Math.round(hurt.slowest)} ms (${hostile[hurt.slowestIndex]?.name})`,
  )
  for (const { index, name, problem } of findings) out(`BAD hostile ${index} (${name}): ${problem}`)
  let bad = findings.length
  if (!words.includes('--hostile')) {
    const half = Math.ceil(runs / 2)
    const mutants: Finding[] = []
    const nameOf = (index: number) => mutant(trees, seed, index).name
    const parts = await Promise.all([
      watch({ seed, from: 0, to: half, hostile: false }, nameOf, mutants),
      watch({ seed, from: half, to: runs, hostile: false }, nameOf, mutants),
    ])
    const [built, refused] = [parts[0].built + parts[1].built, parts[0].refused + parts[1].refused]
    for (const { index, name, problem } of mutants) out(`BAD mutant ${index} (${name}): ${problem}`)
    out(
      `mutants: ${runs} with seed ${seed}, ${built} built, ${refused} refused, ${mutants.length} bad, slowest ${Math.round(Math.max(parts[0].slowest, parts[1].slowest))} ms`,
    )
    bad += mutants.length
  }
  out(`${bad} bad`)
  return bad > 0 ? 1 : 0
}

if (isMainThread) process.exitCode = await main()
else await work(workerData as Job)
