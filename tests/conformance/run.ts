/**
 * `npm run conformance`: builds everything in the corpora and compares bytes and messages.
 *
 *   --program "PATH [WORDS]"  any program with kustomize's command line, instead of the library in this process
 *   --group NAME, NAME        only this group, or those below it (may be repeated)
 *   --only TEXT               only cases whose name contains the text (may be repeated)
 *   --diff                    the first differing lines of each failing case
 *   --messages                every failing build whose message is not the recorded one
 *   --jobs N                  cases at once (2 with --program)
 *   --report FILE             the failing cases, short, also into a file
 *   --time                    the ten slowest cases
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { corpusRoot } from '../corpus.ts'
import { librarySubject } from '../library.ts'
import { programSubject } from '../subject.ts'
import { fluxGroups } from './flux.ts'
import { fluxTrees } from './flux-trees.ts'
import { gitUrls } from './git-urls.ts'
import { kptGroups } from './kpt.ts'
import { kptUpdate } from './kpt-update.ts'
import { krmFunctions } from './krm-functions.ts'
import { type Group, type Outcome, oneLine } from './outcome.ts'
import { real } from './real.ts'
import { recordedCommands, recordedRuns } from './recorded-runs.ts'
import { stackGroups } from './stack/index.ts'
import { suite } from './suite.ts'

interface Options {
  program?: string
  groups: string[]
  only: string[]
  diff: boolean
  messages: boolean
  time: boolean
  jobs?: number
  report?: string
}

function readOptions(words: string[]): Options {
  const options: Options = { groups: [], only: [], diff: false, messages: false, time: false }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const value = (): string => {
      const next = words[++i]
      if (next === undefined) throw new Error(`${word} needs a value`)
      return next
    }
    if (word === '--program') options.program = value()
    else if (word === '--group') options.groups.push(value())
    else if (word === '--only') options.only.push(value())
    else if (word === '--diff') options.diff = true
    else if (word === '--messages') options.messages = true
    else if (word === '--time') options.time = true
    else if (word === '--jobs') options.jobs = Number(value())
    else if (word === '--report') options.report = value()
    else if (!word.startsWith('-')) options.groups.push(word)
    else throw new Error(`unknown word ${word}`)
  }
  return options
}

/** `krm-functions/set-labels` is in `krm-functions`. */
function isIn(group: string, name: string): boolean {
  return group === name || group.startsWith(`${name}/`)
}

async function runGroup(group: Group, options: Options, jobs: number): Promise<Timed[]> {
  const cases = group.cases.filter(
    ({ name }) => options.only.length === 0 || options.only.some((o) => name.includes(o)),
  )
  const outcomes: Timed[] = new Array(cases.length)
  let next = 0
  const worker = async () => {
    while (next < cases.length) {
      const at = next++
      const { name, run } = cases[at] as Group['cases'][number]
      const started = performance.now()
      let outcome: Omit<Outcome, 'group' | 'name'>
      try {
        outcome = await run()
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        outcome = { status: 'fail', reason: `crashed: ${oneLine(text)}`, difference: text }
      }
      outcomes[at] = { group: group.name, name, ...outcome, milliseconds: performance.now() - started }
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return outcomes
}

type Timed = Outcome & { milliseconds: number }

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const corpus = corpusRoot()
  const out = (text: string) => process.stdout.write(`${text}\n`)
  if (corpus === undefined) {
    out('conformance: the corpora are absent (../shared/corpus beside the checkout, or STRAKE_CORPUS): 0 cases run')
    return 0
  }
  const subject = options.program === undefined ? await librarySubject() : programSubject(options.program)
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'strake-conformance-')))
  const outcomes: Timed[] = []
  try {
    const groups = [
      ...suite(corpus, subject, scratch),
      recordedRuns(corpus, subject, scratch),
      recordedCommands(corpus, options.program, scratch),
      ...real(corpus, subject, scratch),
      gitUrls(corpus),
      ...krmFunctions(corpus),
      ...kptGroups(corpus, scratch),
      ...fluxGroups(corpus, scratch),
      fluxTrees(corpus, scratch),
      kptUpdate(corpus, scratch),
      ...stackGroups(corpus),
    ]
    const jobs = options.jobs ?? (options.program === undefined ? 1 : 2)
    for (const group of groups) {
      if (options.groups.length > 0 && !options.groups.some((name) => isIn(group.name, name))) continue
      outcomes.push(...(await runGroup(group, options, jobs)))
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  for (const outcome of outcomes) {
    if (outcome.status !== 'fail') continue
    out(`FAIL ${outcome.group} ${outcome.name}: ${outcome.reason ?? ''}`)
    if (options.diff && outcome.difference !== undefined) out(outcome.difference)
  }
  if (options.messages) {
    for (const outcome of outcomes) {
      if (outcome.sameMessage !== false || outcome.messages === undefined) continue
      out(`MESSAGE ${outcome.group} ${outcome.name}`)
      out(`  - ${outcome.messages.expected}`)
      out(`  + ${outcome.messages.actual}`)
    }
  }
  if (options.time) {
    const slowest = [...outcomes].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10)
    for (const { group, name, milliseconds } of slowest) out(`${milliseconds.toFixed(0)} ms ${group} ${name}`)
  }
  const counts = summary(outcomes)
  out(`\nsubject: ${subject.name}`)
  for (const line of counts) out(line)
  const failed = outcomes.filter(({ status }) => status === 'fail').length
  const passed = outcomes.filter(({ status }) => status === 'pass').length
  if (options.report !== undefined) writeFileSync(options.report, reportOf(outcomes, counts))
  out(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function summary(outcomes: Outcome[]): string[] {
  const lines: string[] = []
  for (const group of new Set(outcomes.map((outcome) => outcome.group))) {
    const mine = outcomes.filter((outcome) => outcome.group === group)
    const count = (status: Outcome['status']) => mine.filter((outcome) => outcome.status === status).length
    lines.push(`${group}: ${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped of ${mine.length}`)
    const reasons = new Map<string, number>()
    for (const { status, reason } of mine) {
      if (status === 'skip') reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1)
    }
    for (const [reason, times] of reasons) lines.push(`  skipped ${times}: ${reason}`)
    const judged = mine.filter((outcome) => outcome.sameMessage !== undefined)
    if (judged.length > 0) {
      const same = judged.filter((outcome) => outcome.sameMessage === true).length
      lines.push(`  whole messages equal: ${same} of ${judged.length} failing builds`)
    }
  }
  return lines
}

function reportOf(outcomes: Outcome[], counts: string[]): string {
  const lines = [`# Conformance, ${new Date().toISOString()}`, '', ...counts, '']
  for (const { status, group, name, reason } of outcomes) {
    if (status === 'fail') lines.push(`- ${group} \`${name}\`: ${reason}`)
  }
  lines.push('', '## Messages that differ (the build fails on both)')
  for (const { status, sameMessage, messages, group, name } of outcomes) {
    if (status !== 'pass' || sameMessage !== false || messages === undefined) continue
    lines.push(
      `- ${group} \`${name}\``,
      `  - want ${oneLine(messages.expected, 400)}`,
      `  - got  ${oneLine(messages.actual, 400)}`,
    )
  }
  return `${lines.join('\n')}\n`
}

process.exitCode = await main()
