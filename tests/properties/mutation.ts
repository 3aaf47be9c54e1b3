/**
 * `npm run mutation -- --runs 20000 [--seed N]`: broken kustomizations and manifests give output or a clean error, in a
 * second each and in bounded memory. The builds run in a process that is watched from outside: one that hangs or eats
 * its memory is ended, noted, and the rest goes on.
 *
 *   --only INDEX   one mutant, its tree printed      --hostile   only the inputs made to hurt
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ToolError } from '../../src/core/error.ts'
import { FileError } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'
import { checkoutRoot } from '../subject.ts'
import { hostileTrees } from './hostile.ts'
import { mutant, seedTrees, type Tree } from './mutate.ts'

const SECOND = 1000
/** Nobody builds so long, even on a machine that is busy with something else. */
const HANGS = 15 * SECOND
const MEMORY = 384
/** The word that makes this program the watched process. */
const WORKS = '--works'

type Finding = { index: number; name: string; problem: string }

interface Job {
  seed: number
  from: number
  to: number
  hostile: boolean
}

/** What a working process says: what it begins with, what it found, and at last how all went. */
type Message = { began: number } | { finding: Finding } | { summary: Summary }

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

/** In a process of its own: every mutant of a stretch. */
async function work({ seed, from, to, hostile }: Job): Promise<void> {
  const trees = hostile ? hostileTrees() : seedTrees(checkoutRoot())
  const summary: Summary = { built: 0, refused: 0, slowest: 0, slowestIndex: -1 }
  for (let index = from; index < to; index++) {
    const tree = hostile ? (trees[index] as Tree) : mutant(trees, seed, index)
    let took = Number.POSITIVE_INFINITY
    try {
      // Another chance for those that a busy machine made slow.
      for (let i = 0; i < 3 && took > SECOND; i++) {
        say({ began: index })
        const started = spent()
        const outcome = await run(tree)
        if (i === 0) summary[outcome]++
        took = Math.min(took, spent() - started)
      }
      if (took > SECOND) say({ finding: { index, name: tree.name, problem: `took ${Math.round(took)} ms` } })
    } catch (error) {
      const problem = error instanceof Error ? (error.stack ?? error.message).slice(0, 1200) : String(error)
      say({ finding: { index, name: tree.name, problem } })
      continue
    }
    if (took > summary.slowest) {
      summary.slowest = took
      summary.slowestIndex = index
    }
    if (index % 100 === 99 || index === to - 1) say({ summary })
  }
}

function say(message: Message): void {
  process.send?.(message)
}

/** One stretch, started again behind each mutant that ended its process. */
async function watch(job: Job, names: (index: number) => string, findings: Finding[]): Promise<Summary> {
  const total: Summary = { built: 0, refused: 0, slowest: 0, slowestIndex: -1 }
  for (let from = job.from; from < job.to; ) {
    let index = from
    let since = Date.now() + 10 * SECOND
    let summary: Summary = { built: 0, refused: 0, slowest: 0, slowestIndex: -1 }
    let problem = ''
    const child = fork(process.argv[1] as string, [WORKS, JSON.stringify({ ...job, from } satisfies Job)], {
      execArgv: [`--max-old-space-size=${MEMORY}`],
      silent: true,
    })
    const watchdog = setInterval(() => {
      if (Date.now() - since < HANGS) return
      problem = `hangs: no end after ${HANGS / SECOND} s`
      child.kill('SIGKILL')
    }, 200)
    child.stderr?.on('data', (data) => {
      if (problem === '') problem = /^.*(?:Error|ERROR).*$/m.exec(String(data))?.[0] ?? ''
    })
    child.on('message', (message: Message) => {
      if ('finding' in message) findings.push(message.finding)
      else if ('summary' in message) summary = message.summary
      else {
        index = message.began
        since = Date.now()
      }
    })
    const code = await new Promise((done) => child.once('close', done))
    clearInterval(watchdog)
    total.built += summary.built
    total.refused += summary.refused
    if (summary.slowest > total.slowest) {
      total.slowest = summary.slowest
      total.slowestIndex = summary.slowestIndex
    }
    if (code === 0) break
    findings.push({ index, name: names(index), problem: `ended its process: ${problem}` })
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
  const inputs = hostile.length + (words.includes('--hostile') ? 0 : runs)
  out(`${inputs - bad} passed, ${bad} failed`)
  return bad > 0 ? 1 : 0
}

const given = process.argv.indexOf(WORKS)
if (given < 0) process.exitCode = await main()
else await work(JSON.parse(process.argv[given + 1] as string))
