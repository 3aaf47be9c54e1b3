/** `strake version`. */
import { arch, platform, version as runtime } from 'node:process'
import { fail } from '../../core/error.ts'
import { VERSION } from '../../core/version.ts'
import type { CommandContext } from '../command.ts'

/** The kustomize release whose output is matched. */
const KUSTOMIZE = 'v5.8.2'

export async function run({ flags, stdout }: CommandContext): Promise<number> {
  const output = flags.string('output')
  if (flags.bool('short') && output !== '') throw fail('USAGE', '--short and --output are mutually exclusive')
  const facts = { version: `v${VERSION}`, kustomize: KUSTOMIZE, os: platform, arch, runtime }
  if (flags.bool('short')) stdout.write(`{v${VERSION}  unknown   }\n`)
  else if (output === '') stdout.write(`v${VERSION}\n`)
  else if (output === 'json') stdout.write(`${JSON.stringify(facts, undefined, 2)}\n`)
  else if (output === 'yaml') stdout.write(`${yaml(facts)}\n`)
  return 0
}

function yaml(facts: Record<string, string>): string {
  return Object.entries(facts)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')
}
