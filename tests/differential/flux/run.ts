/**
 * `npm run differential:flux -- --runs 500 [--seed N] [--half command-line|controller]`: random repositories through `flux build
 * kustomization` and ours, and through what the controller does (`controller/main.go`) and `flux render`. Either has to print the same, or
 * to fail with the same message; differing messages and warnings are counted apart. Failing repositories are made smaller and saved below
 * /tmp. flux is 2.9.5, on PATH or in ~/go/bin; the controller's half needs Go.
 *
 *   --program "PATH"   instead of the commands in this process
 *   --most N           stop after so many different repositories (10)
 *   --reducing N       runs of one failing repository while it is made smaller (100)
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { reduce } from '../reduce.ts'
import { HALVES, type Half, type Verdict } from './halves.ts'
import { hasCluster, type Repository } from './repositories.ts'

interface Options {
  runs: number
  seed: number
  most: number
  half: string
  reducing: number
  program: string | undefined
}

function readOptions(words: string[]): Options {
  const options: Options = {
    runs: 300,
    seed: Date.now() & 0x7fffffff,
    most: 10,
    half: '',
    reducing: 100,
    program: undefined,
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word === '--runs') options.runs = Number(words[++i])
    else if (word === '--seed') options.seed = Number(words[++i])
    else if (word === '--most') options.most = Number(words[++i])
    else if (word === '--half') options.half = words[++i] as string
    else if (word === '--reducing') options.reducing = Number(words[++i])
    else if (word === '--program') options.program = words[++i] as string
    else throw new Error(`unknown word ${word}`)
  }
  return options
}

function layOut(files: Repository['files'], folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const out = (text: string) => process.stdout.write(`${text}\n`)

async function judge(half: Half, generated: Repository, scratch: string): Promise<Verdict> {
  const folder = mkdtempSync(join(scratch, 't-'))
  try {
    layOut(generated.files, folder)
    return await half.compare(generated, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runHalf(half: Half, options: Options, scratch: string): Promise<number> {
  const saved = join(tmpdir(), `strake-differential-flux-failures-${options.seed}`)
  const tally = { runs: 0, failed: 0, different: 0, message: 0, warning: 0, crash: 0 }
  for (let seed = options.seed; tally.runs < options.runs && tally.different + tally.crash < options.most; seed++) {
    const size = Math.min(20, options.runs - tally.runs)
    for (const generated of fc.sample(half.repositories, { seed, numRuns: size })) {
      tally.runs++
      const verdict = await judge(half, generated, scratch)
      if (verdict.kind === 'same') {
        if (verdict.failed) tally.failed++
        continue
      }
      tally[verdict.kind]++
      let smallest = verdict
      const { path, args } = generated
      const best = await reduce(
        generated,
        async ({ files }) => {
          if (!hasCluster(files)) return false
          const again = await judge(half, { files, path, args }, scratch)
          if (again.kind === 'same' || sort(again) !== sort(verdict)) return false
          smallest = again
          return true
        },
        options.reducing,
      )
      const file = join(saved, `${half.name}-${verdict.kind}-${seed}-${tally.runs}.txt`)
      const texts = Object.entries(best.files).map(([name, text]) => `== ${name}\n${text}`)
      mkdirSync(saved, { recursive: true })
      writeFileSync(file, `${half.name} ${path} ${args.join(' ')}\n${smallest.text}\n\n${texts.join('\n')}`)
      out(`${verdict.kind.toUpperCase()} ${half.name}: ${file}\n${smallest.text.slice(0, 1500)}\n`)
      if (tally.different + tally.crash >= options.most) break
    }
  }
  out(
    `${half.name}: seed ${options.seed}, ${tally.runs} runs (${tally.failed} failed on the reference): ${tally.different} different, ` +
      `${tally.crash} crashed; both failed with different messages: ${tally.message}, different warnings: ${tally.warning}`,
  )
  return tally.different + tally.crash
}

/** What stays while a repository is made smaller: which of the two failed, or the lines in which they part. */
function sort({ kind, text }: { kind: string; text: string }): string {
  if (kind === 'message') return text.split(/["'$]/)[0] as string
  if (text.startsWith('only ')) return (text.split('\n')[0] as string).replace(/'[^']*'|"[^"]*"|`[^`]*`|\d+/g, '')
  const parting = ['-', '+'].map((sign) => new RegExp(`^ *\\d+ \\${sign} (.*)$`, 'm').exec(text)?.[1])
  return `${kind} ${parting.join(' ')}`
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'strake-differential-flux-')))
  let bad = 0
  try {
    for (const [name, open] of Object.entries(HALVES)) {
      if (!name.startsWith(options.half)) continue
      const half = open(options.program)
      if (half.absent === undefined) bad += await runHalf(half, options, scratch)
      else out(`${half.name}: ${half.absent}: 0 runs`)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return bad > 0 ? 1 : 0
}

process.exitCode = await main()
