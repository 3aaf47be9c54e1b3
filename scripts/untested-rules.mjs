// Lists the numbered rules of the specifications that no test names: `node scripts/untested-rules.mjs [FOLDER]`. A test names a
// rule in its title, a recorded case in its field `rule`. FOLDER holds spec/ and corpus/ (default ../shared).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Which rules each specification defines: R-001, L-05, W-12, A-03, B4, C10. */
const SPECIFICATIONS = {
  'flux-engine.md': /\bR-\d{3}a?/g,
  'layout.md': /\b[LW]-\d{2}\b/g,
  'stack-model.md': /^\| ([BC]\d{1,2}) \|/gm,
  'kure-extras.md': /\bA-\d{2}\b/g,
}
const RULE = /\b(?:([RLWA])-(\d{2,3}a?)|([BC])(\d{1,2}))\b/g
const RANGE =
  /\b([RLWA])-(\d{2,3})(?:…|\.\.|–| to )(?:\1-)?(\d{2,3})\b|\b([BC])(\d{1,2})(?:…|\.\.|–| to )(?:\4)?(\d{1,2})\b/g

/** All rules a text names, ranges included. */
export function rulesIn(text) {
  const found = new Set()
  for (const [, letter, number, other, otherNumber] of text.matchAll(RULE))
    found.add(letter === undefined ? `${other}${otherNumber}` : `${letter}-${number}`)
  for (const [, letter, from, to, other, otherFrom, otherTo] of text.matchAll(RANGE)) {
    const width = letter === undefined ? 1 : from.length
    const prefix = letter === undefined ? other : `${letter}-`
    for (let n = Number(from ?? otherFrom); n <= Number(to ?? otherTo); n++)
      found.add(`${prefix}${String(n).padStart(width, '0')}`)
  }
  return found
}

function filesBelow(folder, pattern) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path))
}

/** The rules without a test, by specification; undefined when the specifications are not there. */
export function untestedRules(shared) {
  if (!existsSync(join(shared, 'spec/flux-engine.md'))) return undefined
  const named = new Set()
  const add = (text) => {
    for (const rule of rulesIn(text)) named.add(rule)
  }
  for (const path of filesBelow(join(root, 'tests'), /(?:stack|flux|argocd).*\.(?:ts|case)$/)) {
    for (const [, title] of readFileSync(path, 'utf8').matchAll(
      /(?:test|describe|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`](?:[^\n]*))/g,
    ))
      add(title)
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shared = resolve(process.argv[2] ?? process.env.STRAKE_SHARED ?? join(root, '../shared'))
  const found = untestedRules(shared)
  if (found === undefined) process.stdout.write(`no specifications in ${shared}\n`)
  for (const { file, rules, untested } of found ?? [])
    process.stdout.write(
      `${file}: ${rules} rules, without a test ${untested.length}${untested.length > 0 ? `: ${untested.join(' ')}` : ''}\n`,
    )
}
