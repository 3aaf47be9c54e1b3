/** The help texts of kustomize, in the form its users and their scripts know. */
import type { Row, RowFlag } from './row.ts'
import { table } from './table.ts'

const STACK_TRACE: RowFlag = { name: 'stack-trace', type: 'bool', meaning: 'print a stack-trace on error' }

export function nameOf({ path }: Row): string {
  return path.slice(path.lastIndexOf(' ') + 1) || 'kustomize'
}

export function rowAt(path: string): Row | undefined {
  return table.find((row) => row.path === path)
}

/** The commands of a group, those of no list among them. */
export function rowsIn({ path }: Row): Row[] {
  const start = path === '' ? '' : `${path} `
  return table.filter(
    (row) => row.path !== '' && row.path.startsWith(start) && !row.path.slice(start.length).includes(' '),
  )
}

/** A help topic is no command: it has nothing but its text. */
export function isTopic(row: Row): boolean {
  return row.use === undefined && rowsIn(row).length === 0
}

/** What a list of commands names. */
export function listedRows(row: Row): Row[] {
  return rowsIn(row).filter((inner) => !isTopic(inner) && !row.hidden?.includes(nameOf(inner)))
}

export function programWords({ path }: Row): string {
  return path === '' ? 'kustomize' : `kustomize ${path}`
}

/** The flags of a command and the global one; help is a flag like the others. */
export function flagsOf(row: Row): RowFlag[] {
  const help: RowFlag = { name: 'help', short: 'h', type: 'bool', meaning: `help for ${nameOf(row)}` }
  return [...row.flags, help, STACK_TRACE]
}

export function helpText(row: Row): string {
  const about = `${(row.about ?? row.short).trimEnd()}\n\n`
  return isTopic(row) ? about : about + usageText(row)
}

/** Where the reference shows the usage because of an unknown topic, it has no help flag yet. */
export function usageText(row: Row, withHelp = true): string {
  const words = programWords(row)
  const inside = rowsIn(row)
  const listed = listedRows(row)
  let out = 'Usage:'
  if (row.use !== undefined) out += `\n  ${words} ${row.use}`
  else if (listed.length > 0) out += `\n  ${words} [command]`
  if (row.aliases !== undefined) out += `\n\nAliases:\n  ${[nameOf(row), ...row.aliases].join(', ')}`
  if (row.examples !== undefined) out += `\n\nExamples:\n${row.examples}`
  if (listed.length > 0) out += `\n\nAvailable Commands:${list(inside, listed, nameOf)}`
  const isRoot = row.path === ''
  const own = flagsOf(row).filter((flag) => (isRoot || flag !== STACK_TRACE) && (withHelp || flag.name !== 'help'))
  out += `\n\nFlags:\n${flagUsages(own)}`
  if (!isRoot) out += `\n\nGlobal Flags:\n${flagUsages([STACK_TRACE])}`
  const topics = inside.filter(isTopic)
  if (topics.length > 0) out += `\n\nAdditional help topics:${list(inside, topics, programWords)}`
  if (listed.length > 0) out += `\n\nUse "${words} [command] --help" for more information about a command.`
  return `${out}\n`
}

/** The column is as wide as the longest name of all commands of the group needs. */
function list(all: readonly Row[], shown: readonly Row[], name: (row: Row) => string): string {
  const width = Math.max(11, ...all.map((row) => name(row).length))
  return shown.map((row) => `\n  ${name(row).padEnd(width)} ${row.short}`).join('')
}

function flagUsages(flags: readonly RowFlag[]): string {
  const rows = flags
    .filter(({ deprecated }) => deprecated === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((flag) => ({ flag, left: flagForm(flag) }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 3
  const lines = rows.map(({ flag, left }) => {
    const meaning = (flag.meaning ?? '').replaceAll('\n', `\n${' '.repeat(width)}`)
    const shown = flag.type === 'bool' ? flag.default : `"${flag.default}"`
    return `${left.padEnd(width)}${meaning}${flag.default === undefined ? '' : ` (default ${shown})`}`
  })
  return lines.join('\n').trimEnd()
}

function flagForm({ name, short, type }: RowFlag): string {
  return `  ${short === undefined ? '   ' : `-${short},`} --${name}${type === 'bool' ? '' : ` ${type}`}`
}
