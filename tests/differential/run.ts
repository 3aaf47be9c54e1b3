/**
 * `npm run differential -- --runs 2000 [--seed N]`: generated kustomizations built by ours in this process and by the
 * reference, which have to give the same bytes or to fail both. Texts of failures and warnings are compared too and
 * counted apart (`--strict` makes them count as failures). Failing trees are shrunk and saved below /tmp as case files.
 *
 *   --program "PATH"   instead of the library
 *   --most N           stop after so many different trees (20)
 *   --only NAME        one of the generators of focus/index.ts; "trees" for the ones of whole trees
 *   --reasons          how often the reference failed for which reason, with an example of each
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { type CaseFile, writeCase } from '../cases/case-file.ts'
import { librarySubject } from '../library.ts'
import { ENDED, errorText, programSubject, referenceProgram, type Subject, warningLines } from '../subject.ts'
import { difference } from './difference.ts'
import { focused } from './focus/index.ts'
import { reduce } from './reduce.ts'
import { settled } from './settled.ts'
import { type Tree, tree } from './trees.ts'

interface Options {
  runs: number
  seed: number
  strict: boolean
  most: number
  reasons: boolean
  only?: string
  program?: string
}

/** Builds of one failing tree while it is made smaller. */
const MOST_REDUCING = 400

/** The reference hangs on some patterns. */
const MOST_MILLISECONDS = 10_000
const HUNG = 'the reference hangs'

interface Tally {
  built: number
  hung: number
  failed: number
  messages: number
  warnings: number
  different: number
  crashes: number
}

interface Bad {
  kind: 'message' | 'warning' | 'different' | 'crash'
  text: string
  reference: CaseFile
}

type Verdict = { kind: 'same'; failed: string } | Bad

function readOptions(words: string[]): Options {
  const options: Options = { runs: 200, seed: Date.now() & 0x7fffffff, strict: false, most: 20, reasons: false }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word === '--runs') options.runs = Number(words[++i])
    else if (word === '--seed') options.seed = Number(words[++i])
    else if (word === '--most') options.most = Number(words[++i])
    else if (word === '--program') options.program = words[++i] as string
    else if (word === '--only') options.only = words[++i] as string
    else if (word === '--reasons') options.reasons = true
    else if (word === '--strict') options.strict = true
    else throw new Error(`unknown word ${word}`)
  }
  return options
}

function layOut({ files }: Tree, folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

async function compare(generated: Tree, subject: Subject, reference: Subject, scratch: string): Promise<Verdict> {
  const folder = mkdtempSync(join(scratch, 't-'))
  try {
    layOut(generated, folder)
    const request = { cwd: folder, args: generated.args }
    const theirs = await reference.run(request)
    if (theirs.code === ENDED) return { kind: 'same', failed: HUNG }
    // A panic of the reference says nothing about how it should be.
    if (theirs.code > 1) return { kind: 'same', failed: 'panic of the reference' }
    const message = settled(errorText(theirs.stderr), folder)
    const warnings = settled(warningLines(theirs.stderr).join('\n'), folder)
    const found: CaseFile = {
      notes: [],
      tree: Object.entries(generated.files).map(([path, text]) => ({ path, how: '', text })),
      arguments: generated.args,
    }
    if (theirs.code === 0) found.output = theirs.stdout
    else found.error = `${message}\n`
    if (warnings !== '') found.warnings = `${warnings}\n`
    const verdict = (kind: Bad['kind'], text: string): Verdict => ({ kind, text, reference: found })
    let ours: Awaited<ReturnType<Subject['run']>>
    try {
      ours = await subject.run(request)
    } catch (error) {
      return verdict('crash', `ours crashed: ${error instanceof Error ? error.stack : String(error)}`)
    }
    const ourMessage = settled(errorText(ours.stderr), folder)
    if (ours.code !== theirs.code) {
      return verdict(
        'different',
        theirs.code === 0 ? `only ours failed: ${ourMessage}` : `only the reference failed: ${message}`,
      )
    }
    if (ours.stdout !== theirs.stdout) return verdict('different', difference(theirs.stdout, ours.stdout))
    if (ourMessage !== message) return verdict('message', `  - ${message}\n  + ${ourMessage}`)
    const ourWarnings = settled(warningLines(ours.stderr).join('\n'), folder)
    if (ourWarnings !== warnings) return verdict('warning', `  - ${warnings}\n  + ${ourWarnings}`)
    return { kind: 'same', failed: message }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Half of the trees are whole ones, the other half meets one part each. */
function chosen(only: string | undefined): fc.Arbitrary<Tree> {
  const all = { trees: tree, ...focused }
  if (only === undefined) return fc.oneof(tree, fc.oneof(...Object.values(focused)))
  const found = all[only as keyof typeof all]
  if (found === undefined) throw new Error(`no generator ${only}: ${Object.keys(all).join(', ')}`)
  return found
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const generator = chosen(options.only)
  const out = (text: string) => process.stdout.write(`${text}\n`)
  const program = referenceProgram()
  if (program === undefined) {
    out('differential: the reference (kustomize 5.8.2 on PATH, $KUSTOMIZE or ~/go/bin) is absent: 0 runs')
    return 0
  }
  const subject = options.program === undefined ? await librarySubject() : programSubject(options.program)
  const reference = programSubject(program, MOST_MILLISECONDS)
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'strake-differential-')))
  const saved = join(tmpdir(), `strake-differential-failures-${options.seed}`)
  const tally: Tally = { built: 0, hung: 0, failed: 0, messages: 0, warnings: 0, different: 0, crashes: 0 }
  const messages = new Map<string, string>()
  const reasons = new Map<string, { times: number; sample: string }>()
  let started = 0

  const save = (verdict: Bad, name: string) => {
    mkdirSync(saved, { recursive: true })
    const file = join(saved, `${name}.case`)
    writeFileSync(file, writeCase(verdict.reference))
    writeFileSync(join(saved, `${name}.txt`), `${verdict.text}\n`)
    return file
  }
  const bad = ({ kind }: Verdict) => kind === 'different' || kind === 'crash' || (options.strict && kind !== 'same')

  const worker = async (lane: number) => {
    for (let chunk = 0; started < options.runs && tally.different + tally.crashes < options.most; chunk++) {
      const seed = options.seed + lane * 100_003 + chunk * 7919
      const size = Math.min(50, options.runs - started)
      started += size
      let failing: { verdict: Bad; generated: Tree } | undefined
      let done = 0
      const property = fc.asyncProperty(generator, async (generated) => {
        const verdict = await compare(generated, subject, reference, scratch)
        done++
        const message = verdict.kind === 'same' ? verdict.failed : (verdict.reference.error ?? '')
        if (message === HUNG) {
          tally.hung++
          const file = join(mkdtempSync(join(tmpdir(), 'strake-differential-hung-')), 'tree.json')
          writeFileSync(file, JSON.stringify(generated, null, 2))
          out(`HUNG (seed ${seed}, run ${done}): ${file}`)
        } else if (message !== '') {
          tally.failed++
          const reason =
            message
              .split(': ')
              .at(-1)
              ?.replace(/[\d'"`].*/s, '')
              .trim() ?? ''
          reasons.set(reason, { times: (reasons.get(reason)?.times ?? 0) + 1, sample: message })
        } else tally.built++
        if (verdict.kind === 'same') return
        if (verdict.kind === 'message') {
          tally.messages++
          if (messages.size < 200) messages.set(cut(verdict.text), save(verdict, `message-${seed}-${done}`))
        }
        if (verdict.kind === 'warning') {
          tally.warnings++
          save(verdict, `warning-${seed}-${done}`)
        }
        if (bad(verdict)) {
          failing = { verdict, generated }
          throw new Error(verdict.kind)
        }
      })
      // Made smaller by lines below: the generator's own way takes far longer.
      await fc.check(property, { seed, numRuns: size, endOnFailure: true })
      started -= size - done
      if (failing === undefined) continue
      const { verdict, generated } = failing as { verdict: Bad; generated: Tree }
      tally[verdict.kind === 'crash' ? 'crashes' : 'different']++
      let smallest = verdict
      const alike = async (candidate: Tree): Promise<boolean> => {
        const again = await compare(candidate, subject, reference, scratch)
        if (again.kind === 'same' || again.kind !== verdict.kind || sort(again.text) !== sort(verdict.text))
          return false
        smallest = again
        return true
      }
      await reduce(generated, alike, MOST_REDUCING)
      const file = save(smallest, `${verdict.kind}-${seed}-${done}`)
      out(`DIFFERENT (seed ${seed}, run ${done}): ${file}\n${smallest.text.slice(0, 1500)}\n`)
    }
  }
  try {
    await Promise.all([worker(0), worker(1)])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  for (const [kind, file] of messages) out(`MESSAGE ${file}\n${kind}`)
  if (options.reasons) {
    for (const [reason, { times, sample }] of [...reasons].sort((a, b) => b[1].times - a[1].times)) {
      out(`${times} ${reason}\n    ${cut(sample)}`)
    }
  }
  out(
    `seed ${options.seed}, ${started} runs (${tally.built} built, ${tally.failed} failed and ${tally.hung} hung on the reference): ${tally.different} different, ${tally.crashes} crashed; ` +
      `both failed with different messages: ${tally.messages}, different warnings: ${tally.warnings}`,
  )
  return tally.different + tally.crashes > 0 ? 1 : 0
}

function cut(text: string): string {
  return text.length > 700 ? `${text.slice(0, 700)}…` : text
}

/** What stays while a tree is made smaller: which of the two failed, if one did. */
function sort(text: string): string {
  return text.startsWith('only ') ? text.replace(/(failed:).*/s, '$1') : 'output'
}

process.exitCode = await main()
