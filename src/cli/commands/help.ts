/** Help and usage texts, made from the command table; loaded only when someone reads them. */
import type { ToolError } from '../../core/error.ts'
import { type Command, type CommandContext, GLOBAL_FLAGS } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { programPath } from '../program-path.ts'
import { BUILD_HELP, CREATE_HELP, FLAG_HELP, LOCALIZE_HELP, VENDOR_HELP } from './help-texts.ts'

export async function run({ flags, stdout, stderr, commands }: CommandContext): Promise<number> {
  let command: Command | undefined
  let list = commands
  for (const topic of flags.words) {
    const next = list.find(({ name, aliases }) => name === topic || aliases?.includes(topic))
    if (next === undefined) {
      stderr.write(`Unknown help topic [\`${flags.words.join(' ')}\`]\n${usageText(command, list)}`)
      return 0
    }
    command = next
    if (command.commands === undefined) break
    list = await command.commands()
  }
  stdout.write(helpText(command, list))
  return 0
}

/** Of commands of one word; others bring their own. */
const ABOUT: Record<string, string> = {
  build: BUILD_HELP,
  create: CREATE_HELP,
  localize: LOCALIZE_HELP,
  vendor: VENDOR_HELP,
}

/** What `--help` prints: of the program when there is no command. `list` has the commands of the program or the group. */
export function helpText(command: Command | undefined, list: readonly Command[]): string {
  if (command === undefined) {
    const about = 'Builds Kubernetes configuration from files: the output of kustomize, quickly, with errors to act on.'
    return `${about}\n\n${usageText(undefined, list)}`
  }
  const about = command.path === undefined ? ABOUT[command.name] : command.about
  return `${about ?? `${command.short}.`}\n\n${usageText(command, list)}`
}

/** What follows a mistake on the command line. */
export function afterMisuse(error: ToolError, command: Command | undefined, list: readonly Command[]): string {
  const isUnknown = error.message.startsWith('unknown command')
  return isUnknown ? `Run '${programPath(command)} --help' for usage.\n` : usageText(command, list)
}

export function usageText(command: Command | undefined, list: readonly Command[]): string {
  const out = ['Usage:']
  const path = programPath(command)
  if (command === undefined || command.commands !== undefined) {
    out.push(`  ${path} [command]`, '', 'Available Commands:')
    const width = Math.max(...list.map(({ name }) => name.length)) + 2
    for (const { name, short } of list) out.push(`  ${name.padEnd(width)}${short}`)
    out.push('', 'Flags:', ...flagLines([...GLOBAL_FLAGS], command?.name ?? 'strake', undefined), '')
    out.push(`Use "${path} [command] --help" for more information about a command.`)
  } else {
    out.push(`  ${[path, command.use, '[flags]'].filter((word) => word !== '').join(' ')}`)
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
  const meaning = spec.meaning ?? FLAG_HELP[`${command?.name ?? ''} ${spec.name}`.trim()] ?? ''
  if (spec.default === undefined) return meaning
  return `${meaning} (default ${spec.type === 'bool' ? spec.default : `"${spec.default}"`})`
}
