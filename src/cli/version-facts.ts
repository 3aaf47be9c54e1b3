/** What both programs print about themselves. */
import { fail } from '../core/error.ts'
import type { CommandContext } from './command.ts'

/** `version` with its flags: the facts, the first of which is the version, in the form that is asked for. */
export function printVersion(
  { flags, stdout }: CommandContext,
  facts: Record<'version', string> & Record<string, string>,
) {
  const output = flags.string('output')
  const isShort = flags.bool('short')
  if (isShort && output !== '') throw fail('USAGE', '--short and --output are mutually exclusive')
  if (isShort) stdout.write(`{${facts.version}  unknown   }\n`)
  else if (output === '') stdout.write(`${facts.version}\n`)
  else if (output === 'json') stdout.write(`${JSON.stringify(facts, undefined, 2)}\n`)
  else if (output === 'yaml') stdout.write(`${yaml(facts)}\n`)
}

function yaml(facts: Record<string, string>): string {
  return Object.entries(facts)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')
}
