/**
 * `kustomize version`: the release whose behaviour callers get, which is what they ask for; Argo CD reads a version out of
 * this line and decides by it which flags and commands it may use. Who answers stands where the reference has a commit.
 */
import { arch, platform, version as runtime } from 'node:process'
import { VERSION } from '../../core/version.ts'
import { KUSTOMIZE_VERSION } from '../../kustomize/build.ts'
import type { CommandContext } from '../command.ts'
import { printVersion } from '../version-facts.ts'

/** Go's names of platforms and architectures, where they differ. */
const GO_NAMES: Record<string, string> = { win32: 'windows', x64: 'amd64', ia32: '386' }
const goName = (name: string) => GO_NAMES[name] ?? name

export async function run(context: CommandContext): Promise<number> {
  printVersion(context, {
    version: KUSTOMIZE_VERSION,
    gitCommit: `strake-v${VERSION}`,
    buildDate: 'unknown',
    goOs: goName(platform),
    goArch: goName(arch),
    goVersion: `node-${runtime}`,
  })
  return 0
}
