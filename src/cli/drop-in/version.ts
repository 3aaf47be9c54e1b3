/**
 * `kustomize version`: the release whose behaviour callers get, which is what they ask for; Argo CD reads a version out of
 * this line and decides by it which flags and commands it may use. Who answers stands where the reference has a commit.
 */
import { arch, platform, version as runtime } from 'node:process'
import { fail } from '../../core/error.ts'
import { VERSION } from '../../core/version.ts'
import type { CommandContext } from '../command.ts'

const KUSTOMIZE = 'v5.8.2'
/** Go's names of platforms and architectures, where they differ. */
const GO_NAMES: Record<string, string> = { win32: 'windows', x64: 'amd64', ia32: '386' }
const goName = (name: string) => GO_NAMES[name] ?? name

export async function run({ flags, stdout }: CommandContext): Promise<number> {
  const output = flags.string('output')
  if (flags.bool('short') && output !== '') throw fail('USAGE', '--short and --output are mutually exclusive')
  const facts = {
    version: KUSTOMIZE,
    gitCommit: `strake-v${VERSION}`,
    buildDate: 'unknown',
    goOs: goName(platform),
    goArch: goName(arch),
    goVersion: `node-${runtime}`,
  }
  if (flags.bool('short')) stdout.write(`{${KUSTOMIZE}  unknown   }\n`)
  else if (output === '') stdout.write(`${KUSTOMIZE}\n`)
  else if (output === 'json') stdout.write(`${JSON.stringify(facts, undefined, 2)}\n`)
  else if (output === 'yaml') stdout.write(`${yaml(facts)}\n`)
  return 0
}

function yaml(facts: Record<string, string>): string {
  return Object.entries(facts)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')
}
