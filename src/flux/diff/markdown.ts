/** The report for a comment on a pull request: short above, the details folded, and never longer than comments may be. */
import { escapeMarkup, harmless } from '../../core/harmless.ts'
import { changeLines } from './lines.ts'
import { type DiffReport, DONE, type KustomizationChanges, type ObjectChange, shownObject } from './report.ts'
import { remark, summary } from './text.ts'

/** GitHub takes 65,536 characters, and whoever posts the report may add some words. */
const LONGEST = 60_000
/** Of one object, so that a large one does not push out all others. */
const LONGEST_OBJECT = 12_000

/** Scripts find their own comment by this line. */
const MARK = '<!-- strake flux diff -->'

const SIGNS = { create: '+', change: '!', move: '>', delete: '-', orphan: '?' }

export interface MarkdownOptions {
  /** What is compared, in the heading. */
  title?: string
  /** Most characters. */
  longest?: number
}

/**
 * What fits is shown: deletions of all Kustomizations are named first of all, then the objects one after the other. What does
 * not fit is counted.
 */
export function markdownReport(
  report: DiffReport,
  { title = 'Flux diff', longest = LONGEST }: MarkdownOptions = {},
): string {
  const head = [MARK, `### ${inline(title)}`, '', `${summary(report)}.`, ...warning(report), ''].join('\n')
  const end = (left: number) =>
    `\n_${left} more ${left === 1 ? 'object is' : 'objects are'} not shown: the report is too long._\n`
  let room = longest - head.length - end(Number.MAX_SAFE_INTEGER).length
  let left = 0
  let out = ''
  const add = (text: string): boolean => {
    if (text.length > room) return false
    room -= text.length
    out += text
    return true
  }
  for (const one of report.kustomizations) {
    const isNamed = add(heading(one))
    for (const change of one.changes) {
      const isShown = isNamed && (add(objectText(change)) || add(`${oneLine(change)}\n`))
      if (!isShown) left++
    }
  }
  return `${head}${out}${left > 0 ? end(left) : ''}`.slice(0, Math.max(longest, head.length))
}

/** Up to so many names. */
const MOST_NAMES = 20

function warning({ kustomizations }: DiffReport): string[] {
  const gone = kustomizations.flatMap(({ changes }) => changes.filter(({ action }) => action === 'delete'))
  if (gone.length === 0) return []
  const names = gone.slice(0, MOST_NAMES).map((change) => code(shownObject(change)))
  const rest = gone.length > names.length ? ` and ${gone.length - names.length} more` : ''
  return ['', `> **Will be deleted from the cluster:** ${names.join(', ')}${rest}`]
}

function heading(one: KustomizationChanges): string {
  const problem = one.problem === undefined ? '' : `\n**Not compared:** ${code(one.problem)}\n`
  return `\n#### ${code(one.name)}${remark(one)}\n${problem}\n`
}

function oneLine(change: ObjectChange): string {
  return `- ${code(shownObject(change))} ${done(change)}`
}

function done({ action, movedFrom }: ObjectChange): string {
  return `**${DONE[action]}**${movedFrom === undefined ? '' : ` from ${code(movedFrom)}`}`
}

function objectText(change: ObjectChange): string {
  const { action, fields, text, notes } = change
  const lines = fields.flatMap((field) => [`@@ ${field.path} @@`, ...changeLines(field)]).map(harmless)
  if (text !== undefined)
    lines.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => `+${harmless(line)}`),
    )
  const remarks = notes.map((note) => `  - ${code(note)}`)
  if (lines.length === 0) return `${[oneLine(change), ...remarks].join('\n')}\n`
  const body = shortened(lines)
  const title = `<code>${SIGNS[action]} ${escapeMarkup(shownObject(change))}</code> ${htmlDone(change)}`
  const fence = fenceFor(body)
  const listed = remarks.length === 0 ? '' : `\n${notes.map((note) => `- ${code(note)}`).join('\n')}\n`
  return `<details><summary>${title}</summary>\n${listed}\n${fence}diff\n${body}\n${fence}\n</details>\n`
}

function htmlDone({ action, movedFrom }: ObjectChange): string {
  return `${DONE[action]}${movedFrom === undefined ? '' : ` from <code>${escapeMarkup(movedFrom)}</code>`}`
}

function shortened(lines: readonly string[]): string {
  let size = 0
  const shown = lines.findIndex((line) => (size += line.length + 1) > LONGEST_OBJECT)
  if (shown < 0) return lines.join('\n')
  return [...lines.slice(0, shown), `@@ ${lines.length - shown} more lines @@`].join('\n')
}

/** Longer than every row of backticks inside, so that nothing in the text can end it. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([row]) => row.length))
  return '`'.repeat(longest + 1)
}

/** Text from files as code, which nothing in it can end or turn into markup. */
function code(text: string): string {
  const line = harmless(text)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([row]) => row.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}

/** The user's own words in running text. */
function inline(text: string): string {
  return harmless(text).replace(/[\\`*_{}[\]<>()#+!|@~&]/g, (character) => `\\${character}`)
}
