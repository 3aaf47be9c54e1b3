/** A word that is no command, and the commands it may have been meant for. */
import { fail, type ToolError } from '../core/error.ts'

/** `group` is the program, or the command, that should have had one of this name. */
export function unknownCommand(name: string, commands: readonly { name: string }[], group: string): ToolError {
  const near = commands.map((command) => command.name).filter((other) => isNear(name, other))
  const suggestions = near.length === 0 ? '' : `\n\nDid you mean this?\n\t${near.join('\n\t')}\n`
  return fail('USAGE', `unknown command "${name}" for "${group}"${suggestions}`)
}

/** At most two edits away, or the beginning of the name. */
function isNear(typed: string, name: string): boolean {
  const word = typed.toLowerCase()
  if (name.startsWith(word)) return true
  let row = Array.from({ length: name.length + 1 }, (_, i) => i)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= name.length; j++) {
      const swap = (row[j - 1] as number) + (word[i - 1] === name[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return (row[name.length] as number) <= 2
}
