import type { Command } from './command.ts'

/** A command as it is typed. */
export function programPath(command: Command | undefined): string {
  return command === undefined ? 'strake' : `strake ${command.path ?? command.name}`
}
