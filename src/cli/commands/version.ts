/** `strake version`. */
import { arch, platform, version as runtime } from 'node:process'
import { VERSION } from '../../core/version.ts'
import { KUSTOMIZE_VERSION } from '../../kustomize/build.ts'
import type { CommandContext } from '../command.ts'
import { printVersion } from '../version-facts.ts'

export async function run(context: CommandContext): Promise<number> {
  printVersion(context, { version: `v${VERSION}`, kustomize: KUSTOMIZE_VERSION, os: platform, arch, runtime })
  return 0
}
