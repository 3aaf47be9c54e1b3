/**
 * `npm run differential:kpt -- --runs 500 [--seed N] [--only "fn eval"]`: random packages through kpt's commands and ours, which have
 * to leave the same files and print the same. Messages of failures are compared too and counted apart. Failing packages
 * are made smaller and saved below /tmp. kpt on PATH is 1.0.0-beta.56 or newer; what is known to differ between its releases is
 * said in `scenarios.ts`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { ToolError } from '../../../src/core/error.ts'
import { Source } from '../../../src/core/source.ts'
import { readPackageFile } from '../../../src/krm/package-files.ts'
import { MAPPING, type Node, SCALAR, SEQUENCE } from '../../../src/yaml/node.ts'
import { runFn, runPkg } from '../../kpt/command.ts'
import { filesIn } from '../../kpt/folder.ts'
import { difference } from '../difference.ts'
import { reduce } from '../reduce.ts'
import type { Files } from './packages.ts'
import { type Generated, type Outcome, SCENARIOS, type Scenario } from './scenarios.ts'

interface Options {
  runs: number
  seed: number
  most: number
  only: string
}

/** Runs of one failing package while it is made smaller. */
const MOST_REDUCING = 150

type Verdict =
  | { kind: 'same'; failed: boolean }
  | { kind: 'different' | 'message' | 'crash'; text: string; theirs: Outcome | undefined }

function readOptions(words: string[]): Options {
  const options: Options = { runs: 300, seed: Date.now() & 0x7fffffff, most: 10, only: '' }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word === '--runs') options.runs = Number(words[++i])
    else if (word === '--seed') options.seed = Number(words[++i])
    else if (word === '--most') options.most = Number(words[++i])
    else if (word === '--only') options.only = words[++i] as string
    else throw new Error(`unknown word ${word}`)
  }
  return options
}

function layOut(files: Files, folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
}

type Call = (words: readonly string[], cwd: string, input: string | undefined) => Promise<Outcome>

function programCall(program: string): Call {
  return (words, cwd, input) =>
    new Promise((done, fails) => {
      const child = spawn(program, words, { cwd, stdio: 'pipe' })
      const out: Outcome = { code: 0, stdout: '', stderr: '' }
      child.stdout.setEncoding('utf8').on('data', (text: string) => void (out.stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => void (out.stderr += text))
      child.on('error', fails)
      child.on('close', (code) => done({ ...out, code: code ?? -1 }))
      child.stdin.on('error', () => {})
      child.stdin.end(input ?? '')
    })
}

const ownCall: Call = async ([group, ...words], cwd, input) => {
  const request = {
    words,
    cwd,
    environment: { PATH: process.env.PATH ?? '' },
    ...(input === undefined ? {} : { input }),
  }
  return await (group === 'pkg' ? runPkg(request) : runFn(request))
}

async function play(files: Files, scenario: Scenario, call: Call, isOurs: boolean, scratch: string): Promise<Outcome> {
  const folder = mkdtempSync(join(scratch, 't-'))
  try {
    mkdirSync(join(folder, 'pkg'))
    layOut(files, join(folder, 'pkg'))
    let last: Outcome = { code: 0, stdout: '', stderr: '' }
    for (const { words, piped, ownWords = [] } of scenario.commands) {
      const input = typeof piped === 'function' ? piped(files) : piped === true ? last.stdout : undefined
      last = await call([...words, ...(isOurs ? ownWords : [])], join(folder, 'pkg'), input)
      if (last.code !== 0) break
    }
    const settle = (text: string) => text.replaceAll(realpathSync(folder), '$ROOT')
    return { code: last.code, stdout: settle(last.stdout), stderr: settle(last.stderr), files: filesIn(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare({ files, scenario }: Generated, reference: Call, scratch: string): Promise<Verdict> {
  const theirs = await play(files, scenario, reference, false, scratch)
  // A crash of the reference says nothing about how it should be.
  if (theirs.code > 1 || theirs.stderr.includes('goroutine 1 [')) return { kind: 'same', failed: true }
  let ours: Outcome
  try {
    ours = await play(files, scenario, ownCall, true, scratch)
  } catch (error) {
    return { kind: 'crash', text: error instanceof Error ? (error.stack ?? '') : String(error), theirs }
  }
  const verdict = (kind: 'different' | 'message', text: string): Verdict => ({ kind, text, theirs })
  if (ours.code !== theirs.code) {
    const [who, { stderr }] = ours.code === 0 ? ['the reference', theirs] : ['ours', ours]
    return verdict('different', `only ${who} failed: ${lastLines(stderr)}`)
  }
  if (ours.code === 0 && ours.stdout !== theirs.stdout)
    return verdict('different', difference(theirs.stdout, ours.stdout))
  const [left, right] = [theirs.files as Files, ours.files as Files]
  for (const path of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (left[path] === right[path]) continue
    return verdict('different', `${path}\n${difference(left[path] ?? 'no such file', right[path] ?? 'no such file')}`)
  }
  if (theirs.code !== 0 && lastLines(theirs.stderr) !== lastLines(ours.stderr)) {
    return verdict('message', `  - ${lastLines(theirs.stderr)}\n  + ${lastLines(ours.stderr)}`)
  }
  return { kind: 'same', failed: theirs.code !== 0 }
}

/** What a failure is told by, behind the progress of functions. */
function lastLines(stderr: string): string {
  const at = stderr.search(/^(?:error|Error): /m)
  return at < 0 ? '' : stderr.slice(at)
}

/** Repeated keys are kept here and lost by the reference, so a package must not become one with some by losing lines. */
function hasRepeatedKey(text: string): boolean {
  const looks = (node: Node | undefined): boolean => {
    if (node?.kind === SEQUENCE) return node.items.some(looks)
    if (node?.kind !== MAPPING) return false
    const keys = node.keys.map((key) => (key.kind === SCALAR ? key.value : ''))
    return new Set(keys).size < keys.length || node.values.some(looks)
  }
  try {
    return readPackageFile('', new Source('', text)).documents.some(({ document }) => looks(document.root))
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}

/** What stays while a package is made smaller: which of the two failed, if one did. */
function sort({ kind, text }: { kind: string; text: string }): string {
  return kind === 'different' && text.startsWith('only ') ? text.replace(/(failed:).*/s, '$1') : kind
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const out = (text: string) => process.stdout.write(`${text}\n`)
  const folders = (process.env.PATH ?? '').split(delimiter)
  const kpt = folders.map((folder) => join(folder, 'kpt')).find((place) => existsSync(place))
  if (kpt === undefined) {
    out('differential: the reference (kpt on PATH) is absent: 0 runs')
    return 0
  }
  const reference = programCall(kpt)
  const scratch = mkdtempSync(join(tmpdir(), 'strake-differential-kpt-'))
  const saved = join(tmpdir(), `strake-differential-kpt-failures-${options.seed}`)
  const scenarios = SCENARIOS.filter(({ name }) => name.includes(options.only))
  const tally = { runs: 0, failed: 0, different: 0, message: 0, crash: 0 }
  const byScenario = new Map<string, number>()
  try {
    for (let seed = options.seed; tally.runs < options.runs && tally.different + tally.crash < options.most; seed++) {
      const maker = scenarios[seed % scenarios.length] as (typeof scenarios)[number]
      const size = Math.min(20, options.runs - tally.runs)
      for (const generated of fc.sample(maker.generate, { seed, numRuns: size })) {
        tally.runs++
        const verdict = await compare(generated, reference, scratch)
        if (verdict.kind === 'same') {
          if (verdict.failed) tally.failed++
          continue
        }
        tally[verdict.kind]++
        byScenario.set(maker.name, (byScenario.get(maker.name) ?? 0) + 1)
        let smallest = verdict
        const { scenario } = generated
        const best = await reduce(
          { files: generated.files, args: [] },
          async ({ files }) => {
            if (Object.values(files).some(hasRepeatedKey)) return false
            const again = await compare({ files, scenario }, reference, scratch)
            if (again.kind === 'same' || sort(again) !== sort(verdict)) return false
            smallest = again
            return true
          },
          MOST_REDUCING,
        )
        const file = join(saved, `${verdict.kind}-${seed}-${tally.runs}.txt`)
        const texts = Object.entries(best.files).map(([path, text]) => `== ${path}\n${text}`)
        const words = scenario.commands.map(({ words }) => words.join(' ')).join(' | ')
        mkdirSync(saved, { recursive: true })
        const theirFiles = Object.entries(smallest.theirs?.files ?? {}).map(([path, text]) => `== ${path}\n${text}`)
        writeFileSync(
          file,
          `${words}\n${smallest.text}\n\n${texts.join('\n')}\n==== theirs\n${smallest.theirs?.stdout}\n${smallest.theirs?.stderr}${theirFiles.join('\n')}`,
        )
        out(`${verdict.kind.toUpperCase()} ${maker.name}: ${file}\n${smallest.text.slice(0, 1500)}\n`)
        if (verdict.kind !== 'message') break
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  for (const [name, times] of byScenario) out(`${times} in ${name}`)
  out(
    `seed ${options.seed}, ${tally.runs} runs (${tally.failed} failed on the reference): ${tally.different} different, ${tally.crash} crashed, ` +
      `both failed with different messages: ${tally.message}`,
  )
  return tally.different + tally.crash > 0 ? 1 : 0
}

process.exitCode = await main()
