/** A build for the sake of what it uses: its output is of no interest. */
import type { Fetcher } from '../core/host.ts'
import { build } from '../kustomize/build.ts'
import type { LoadRestrictor } from '../kustomize/loader.ts'
import { nodeFileSystem } from '../node/fs.ts'
import { nodeRunner } from '../node/runner.ts'
import type { CommandContext } from './command.ts'
import { RESTRICTORS } from './commands/build.ts'
import { oneOf } from './flags.ts'
import { functionOptions } from './function-options.ts'

/** Builds with the flags of the command that decide what is read. */
export async function buildParts(
  context: CommandContext,
  root: string,
  argument: string,
  fetcher: Fetcher,
): Promise<void> {
  const { flags, environment, reporter } = context
  const restrictor = flags.string('load-restrictor') || RESTRICTORS[0]
  const loadRestrictor: LoadRestrictor = oneOf('--load-restrictor', restrictor, RESTRICTORS)
  const runner = nodeRunner({ environment })
  try {
    await build({
      ...{ root, argument, fs: nodeFileSystem(), fetcher, runner, log: reporter, loadRestrictor },
      enablePlugins: flags.bool('enable-alpha-plugins'),
      enableHelm: flags.bool('enable-helm') || flags.bool('enable-alpha-plugins'),
      functions: functionOptions(context),
    })
  } finally {
    await runner.close()
  }
}
