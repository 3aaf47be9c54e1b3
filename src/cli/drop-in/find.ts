/** Which command is meant, as the reference finds out: unknown words of a group are left to the group. */
import { commandAt } from '../find-command.ts'
import type { FlagSpec } from '../flags.ts'
import { flagsOf, nameOf, rowAt, rowsIn } from './help.ts'
import type { Row } from './row.ts'

/** What stands before the command may be the global flag; any other flag is taken to have a value, that of help too. */
const BEFORE: readonly FlagSpec[] = [{ name: 'stack-trace', type: 'bool' }]

export interface Found {
  row: Row
  /** The words that are left, flags among them. */
  rest: readonly string[]
  /** A word that stands where a command could. */
  unknown?: string
}

export function findRow(words: readonly string[]): Found {
  let row = rowAt('') as Row
  let rest = words
  for (let at = commandAt(rest, BEFORE); at >= 0; at = commandAt(rest, BEFORE)) {
    const name = rest[at] as string
    const next = rowsIn(row).find((inner) => nameOf(inner) === name || inner.aliases?.includes(name))
    if (next === undefined) return { row, rest, unknown: name }
    row = next
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)]
  }
  return { row, rest }
}

export function specsOf(row: Row): FlagSpec[] {
  return flagsOf(row).map(({ type, default: value, ...spec }) => ({
    ...spec,
    type: type === 'strings' ? 'stringArray' : type,
    ...(value === undefined ? {} : { default: value }),
  }))
}
