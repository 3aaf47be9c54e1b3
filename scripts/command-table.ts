/**
 * Writes the table of docs/commands.md from the commands of both programs: `npm run docs:commands`. A reader sees in it
 * what a script that was written for kustomize may go on using, and what there is besides.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, GLOBAL_FLAGS } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands/index.ts'
import { table } from '../src/cli/drop-in/table.ts'

const START = '<!-- made by npm run docs:commands -->'
const END = '<!-- until here -->'

interface Flag {
  name: string
  short?: string
  deprecated?: string
}

const form = ({ name, short, deprecated }: Flag) =>
  `\`${short === undefined ? '' : `-${short}, `}--${name}\`${deprecated === undefined ? '' : ' (deprecated)'}`

async function all(list: readonly Command[]): Promise<Map<string, Command>> {
  const found = new Map<string, Command>()
  for (const command of list) {
    found.set(command.path ?? command.name, command)
    for (const [path, inner] of await all((await command.commands?.()) ?? [])) found.set(path, inner)
  }
  return found
}

/** The table, as Markdown. */
export async function commandTable(): Promise<string> {
  const ours = await all(commands)
  const theirs = new Map(table.filter(({ path }) => path !== '').map((row) => [row.path, row]))
  const rows: string[][] = []
  const yes = (isThere: boolean) => (isThere ? 'yes' : '')
  for (const path of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    rows.push([`\`${path}\``, '', yes(ours.has(path)), yes(theirs.has(path))])
    const own: readonly Flag[] = ours.get(path)?.flags ?? []
    const other: readonly Flag[] = theirs.get(path)?.flags ?? []
    const has = (flags: readonly Flag[], name: string) => flags.some((flag) => flag.name === name)
    const flags = [...own, ...other.filter(({ name }) => !has(own, name))].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const flag of flags) rows.push(['', form(flag), yes(has(own, flag.name)), yes(has(other, flag.name))])
  }
  const heads = ['command', 'flag', 'strake', 'strake-kustomize']
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] as string).length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const everywhere = `Everywhere: ${GLOBAL_FLAGS.map(form).join(', ')}; of these strake-kustomize has \`--stack-trace\`.`
  return [everywhere, '', line(heads), rule, ...rows.map(line)].join('\n')
}

/** The page with the table as it is now. */
export function withTable(page: string, made: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error(`docs/commands.md has no place for the table: ${START} … ${END}`)
  return `${page.slice(0, start)}${START}\n\n${made}\n\n${page.slice(end)}`
}

if (process.argv.includes('--write')) {
  const path = join(process.cwd(), 'docs/commands.md')
  writeFileSync(path, withTable(readFileSync(path, 'utf8'), await commandTable()))
}
