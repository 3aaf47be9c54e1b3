/** Which command is meant by the words of a command line. */
import type { ToolError } from '../core/error.ts'
import { type Command, GLOBAL_FLAGS } from './command.ts'
import { commands } from './commands/index.ts'
import type { FlagSpec } from './flags.ts'
import { programPath } from './program-path.ts'
import { unknownCommand } from './unknown-command.ts'

/** Flags that may stand before the command. */
const BEFORE: readonly FlagSpec[] = [...GLOBAL_FLAGS, { name: 'help', short: 'h', type: 'bool' }]

interface FoundCommand {
  command: Command | undefined
  /** The commands of the program, or of the group that was found. */
  list: readonly Command[]
  /** All commands of the program. */
  commands: readonly Command[]
  /** The words that are left. */
  rest: readonly string[]
  unknown?: ToolError
}

export async function findCommand(words: readonly string[]): Promise<FoundCommand> {
  const found: FoundCommand = { command: undefined, list: commands, commands, rest: words }
  for (let at = commandAt(words, BEFORE); at >= 0; at = commandAt(found.rest, BEFORE)) {
    const name = found.rest[at] as string
    const next = found.list.find((candidate) => candidate.name === name || candidate.aliases?.includes(name))
    if (next === undefined) return { ...found, unknown: unknownCommand(name, found.list, programPath(found.command)) }
    found.command = next
    found.rest = [...found.rest.slice(0, at), ...found.rest.slice(at + 1)]
    if (next.commands === undefined) break
    found.list = await next.commands()
  }
  return found
}

/**
 * Where the command is: the first word that is neither a flag nor, as far as one can tell, a flag's value; -1 for nowhere.
 * Flags that are not among `specs` are taken to have one.
 */
export function commandAt(words: readonly string[], specs: readonly FlagSpec[]): number {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (word === '--') return -1
    if (word === '') continue
    if (!word.startsWith('-')) return i
    const isLong = word.startsWith('--')
    if (word.includes('=') || (!isLong && word.length !== 2)) continue
    const name = word.replace(/^--?/, '')
    if (!specs.some((spec) => spec.type === 'bool' && (isLong ? spec.name : spec.short) === name)) i++
  }
  return -1
}
