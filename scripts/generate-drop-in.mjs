// Writes src/cli/drop-in/table.ts, the commands, flags and help texts of kustomize, from the program itself:
// node scripts/generate-drop-in.mjs /path/to/kustomize
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const program = process.argv[2] ?? 'kustomize'
const help = (path) => execFileSync(program, [...path.split(' ').filter(Boolean), '--help'], { encoding: 'utf8' })

/** Hidden commands are in no list. */
const HIDDEN = { '': [{ name: 'openapi', short: 'Commands for interacting with the OpenAPI data' }] }
/** And deprecated flags in no help text. */
const DEPRECATED = {
  build: [
    {
      name: 'reorder',
      type: 'string',
      default: 'legacy',
      deprecated: "use the new 'sortOptions' field in kustomization.yaml instead.",
    },
    {
      name: 'enable-managedby-label',
      type: 'bool',
      deprecated:
        'The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.',
    },
  ],
  version: [{ name: 'short', type: 'bool', deprecated: 'and will be removed in the future.' }],
}
/** Long prose stays on the public pages. */
const isProse = (name) => /^(docs|tutorials)-/.test(name)
const PAGES = 'https://github.com/kubernetes-sigs/kustomize/tree/master/cmd/config/docs'
const pageOf = (name) => `${PAGES}/${name.startsWith('docs-') ? 'api-conventions' : 'tutorials'}`

/** What stands below a heading of a help text, up to the next one. */
function section(text, heading) {
  const at = `\n${text}`.indexOf(`\n${heading}:\n`)
  if (at < 0) return undefined
  const rest = text.slice(at + heading.length + 2)
  const end = rest.search(
    /\n\n(Usage|Aliases|Examples|Available Commands|Flags|Global Flags|Additional help topics):\n|\n\nUse "kustomize/,
  )
  return end < 0 ? rest.replace(/\n$/, '') : rest.slice(0, end)
}

function flagsOf(text) {
  const lines = (section(text, 'Flags') ?? '').split('\n')
  const column = Math.max(
    ...lines.map(
      (line) => /^ {2}(?:-\w,| {3}) --\S+(?: (?:string|strings|stringArray))? {3,}/.exec(line)?.[0].length ?? 0,
    ),
  )
  const flags = []
  for (const line of lines) {
    const found = /^ {2}(?:-(\w),| {3}) --(\S+)(?: (string|strings|stringArray))? {3,}/.exec(line)
    const meaning = line.slice(column)
    if (found === null) {
      flags.at(-1).meaning += `\n${meaning}`
      continue
    }
    const [, short, name, type = 'bool'] = found
    flags.push({ name, ...(short && { short }), type, meaning })
  }
  for (const flag of flags) {
    const found = / \(default (.*)\)$/.exec(flag.meaning)
    if (found === null) continue
    flag.meaning = flag.meaning.slice(0, found.index)
    flag.default = found[1].replace(/^"(.*)"$/, '$1')
  }
  return flags.filter(({ name }) => name !== 'help')
}

function listed(text, heading) {
  const rows = []
  for (const line of (section(text, heading) ?? '').split('\n')) {
    const found = /^ {2}(?:kustomize )?(\S+) +(.*)$/.exec(line)
    if (found !== null) rows.push({ name: found[1], short: found[2] })
    else if (line !== '') rows.at(-1).short += `\n${line}`
  }
  return rows
}

const table = []
function walk(path, name, short) {
  const text = help(path)
  const usage = isProse(name) ? -1 : `\n${text}`.indexOf('\nUsage:\n')
  const commands = usage < 0 ? [] : listed(text, 'Available Commands')
  const topics = usage < 0 ? [] : listed(text, 'Additional help topics')
  const hidden = HIDDEN[path] ?? []
  const all = [...commands, ...topics, ...hidden].sort((a, b) => (a.name < b.name ? -1 : 1))
  const about = isProse(name) ? `${short.replace(/^\[Alpha\] /, '')}\n\n  ${pageOf(name)}` : text.slice(0, usage - 2)
  const aliases = section(text, 'Aliases')?.trim().split(', ').slice(1)
  const use =
    usage < 0 || commands.length > 0 ? undefined : section(text, 'Usage').trim().replace(`kustomize ${path}`, '').trim()
  const examples = usage < 0 ? undefined : section(text, 'Examples')
  table.push({
    path,
    short,
    ...(about !== short && { about }),
    ...(use !== undefined && { use }),
    ...(aliases && { aliases }),
    ...(examples !== undefined && { examples }),
    ...(hidden.length > 0 && { hidden: hidden.map((one) => one.name) }),
    flags: usage < 0 || path === '' ? [] : [...flagsOf(text), ...(DEPRECATED[path] ?? [])],
  })
  for (const one of all) walk(`${path} ${one.name}`.trim(), one.name, one.short)
}
walk('', 'kustomize', '')

writeFileSync(
  new URL('../src/cli/drop-in/table.ts', import.meta.url),
  `// Made by scripts/generate-drop-in.mjs from kustomize 5.8.2; change that instead.
import type { Row } from './row.ts'

/** The commands of kustomize, those of a group behind it, with its help texts. */
export const table: readonly Row[] = [
${table.map((row) => `  ${JSON.stringify(row)},\n`).join('')}]
`,
)
