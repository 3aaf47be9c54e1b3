/**
 * The numbered rules of the specifications that no test names. A test names a rule in its title, a recorded case in its field
 * `rule`. As a program it lists them: `npm run rules [FOLDER]`, where FOLDER holds spec/ and corpus/ (default ../shared).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkoutRoot } from '../tests/subject.ts'

const root = checkoutRoot()

/** Which rules each specification defines: R-001, L-05, W-12, A-03, B4, C10. */
const SPECIFICATIONS: Record<string, RegExp> = {
  'flux-engine.md': /\bR-\d{3}a?/g,
  'layout.md': /\b[LW]-\d{2}\b/g,
  'stack-model.md': /^\| ([BC]\d{1,2}) \|/gm,
  'kure-extras.md': /\bA-\d{2}\b/g,
}
const RULE = /\b(?:([RLWA])-(\d{2,3}a?)|([BC])(\d{1,2}))\b/g
const RANGE =
  /\b([RLWA])-(\d{2,3})(?:…|\.\.|–| to )(?:\1-)?(\d{2,3})\b|\b([BC])(\d{1,2})(?:…|\.\.|–| to )(?:\4)?(\d{1,2})\b/g

/** The title of a test, or a text that begins with a rule, as tables of tests have them. */
const TITLE = /(?:(?:test|describe|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*['"`]|['"`](?=(?:[RLWA]-\d\d|[BC]\d)))([^\n]*)/g

/** All rules a text names, ranges included. */
function rulesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, letter, number, other, otherNumber] of text.matchAll(RULE))
    found.add(letter === undefined ? `${other}${otherNumber}` : `${letter}-${number}`)
  for (const [, letter, from, to, other, otherFrom, otherTo] of text.matchAll(RANGE)) {
    const width = letter === undefined ? 1 : (from as string).length
    const prefix = letter === undefined ? other : `${letter}-`
    for (let n = Number(from ?? otherFrom); n <= Number(to ?? otherTo); n++)
      found.add(`${prefix}${String(n).padStart(width, '0')}`)
  }
  return found
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path))
}

export interface RuleCoverage {
  file: string
  rules: number
  untested: string[]
}

/** The rules without a test, by specification; undefined when the specifications are not there. */
export function untestedRules(shared: string): RuleCoverage[] | undefined {
  if (!existsSync(join(shared, 'spec/flux-engine.md'))) return undefined
  const named = new Set<string>()
  const add = (text = '') => {
    for (const rule of rulesIn(text)) named.add(rule)
  }
  for (const path of filesBelow(join(root, 'tests'), /(?:stack|flux|argocd).*\.(?:ts|case)$/)) {
    const text = readFileSync(path, 'utf8')
    for (const [, title] of text.matchAll(TITLE)) add(title)
  }
  for (const path of filesBelow(join(shared, 'corpus/kure'), /\.(?:json|yaml)$/)) {
    for (const [, rule] of readFileSync(path, 'utf8').matchAll(/"?\brule"?: *"?([^"\n,}]*)/g)) add(rule)
  }
  return Object.entries(SPECIFICATIONS).map(([file, pattern]) => {
    const text = readFileSync(join(shared, 'spec', file), 'utf8')
    const rules = [...new Set([...text.matchAll(pattern)].map(([whole, cell]) => cell ?? whole))].sort()
    return { file, rules: rules.length, untested: rules.filter((rule) => !named.has(rule)) }
  })
}

if (process.argv[1]?.includes('untested-rules')) {
  const shared = resolve(process.argv[2] ?? join(root, '../shared'))
  const found = untestedRules(shared)
  if (found === undefined) process.stdout.write(`no specifications in ${shared}\n`)
  for (const { file, rules, untested } of found ?? []) {
    const list = untested.length > 0 ? `: ${untested.join(' ')}` : ''
    process.stdout.write(`${file}: ${rules} rules, without a test ${untested.length}${list}\n`)
  }
}
