/** Help and usage texts, made from the command table; loaded only when someone reads them. */
import { type Command, type CommandContext, GLOBAL_FLAGS } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { BUILD_HELP, FLAG_HELP } from './help-texts.ts'

export async function run({ flags, stdout, stderr, commands }: CommandContext): Promise<number> {
  const [topic] = flags.words
  const command = commands.find(({ name, aliases }) => name === topic || aliases?.includes(topic ?? ''))
  if (topic !== undefined && command === undefined)
    stderr.write(`Unknown help topic [\`${topic}\`]\n${usageText(undefined, commands)}`)
  else stdout.write(helpText(command, commands))
  return 0
}

/** What `--help` prints: of the program when there is no command. */
export function helpText(command: Command | undefined, commands: readonly Command[]): string {
  if (command === undefined) {
    const about = 'Builds Kubernetes configuration from files: the output of kustomize, quickly, with errors to act on.'
    return `${about}\n\n${usageText(undefined, commands)}`
  }
  return `${command.name === 'build' ? BUILD_HELP : `${command.short}.`}\n\n${usageText(command, commands)}`
}

export function usageText(command: Command | undefined, commands: readonly Command[]): string {
  const out = ['Usage:']
  if (command === undefined) {
    out.push('  strake [command]', '', 'Available Commands:')
    const width = Math.max(...commands.map(({ name }) => name.length)) + 2
    for (const { name, short } of commands) out.push(`  ${name.padEnd(width)}${short}`)
    out.push('', 'Flags:', ...flagLines([...GLOBAL_FLAGS], 'strake', undefined), '')
    out.push('Use "strake [command] --help" for more information about a command.')
  } else {
    out.push(`  strake ${[command.name, command.use, '[flags]'].filter((word) => word !== '').join(' ')}`)
    out.push('', 'Flags:', ...flagLines(command.flags, command.name, command))
    out.push('', 'Global Flags:', ...flagLines(GLOBAL_FLAGS, undefined, undefined))
  }
  return `${out.join('\n')}\n`
}

function flagLines(specs: readonly FlagSpec[], helpFor: string | undefined, command: Command | undefined): string[] {
  const rows = specs
    .filter(({ deprecated }) => deprecated === undefined)
    .map((spec) => ({ name: spec.name, left: flagForm(spec), right: flagMeaning(spec, command) }))
  if (helpFor !== undefined) rows.push({ name: 'help', left: '  -h, --help', right: `help for ${helpFor}` })
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 3
  return rows.map(({ left, right }) => `${left.padEnd(width)}${right}`)
}

function flagForm({ name, short, type }: FlagSpec): string {
  const value = type === 'bool' ? '' : ` ${type}`
  return `  ${short === undefined ? '   ' : `-${short},`} --${name}${value}`
}

export function flagMeaning(spec: FlagSpec, command: Command | undefined): string {
  const meaning = FLAG_HELP[`${command?.name ?? ''} ${spec.name}`.trim()] ?? ''
  return spec.default === undefined ? meaning : `${meaning} (default "${spec.default}")`
}
