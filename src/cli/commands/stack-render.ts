/** `strake stack render CLUSTER`: the repository of a cluster, written, compared or printed. */
import type { CommandContext } from '../command.ts'
import { planStack } from '../stack-plan.ts'
import { clusterWord, openCluster } from '../stack-tools.ts'

export async function run(context: CommandContext): Promise<number> {
  const { stdout, reporter } = context
  const { files, warnings } = await planStack(await openCluster(context, clusterWord(context)))
  for (const warning of warnings) reporter.emit(warning)
  for (const { path, directory, content } of files) if (!directory) stdout.write(`---\n# ${path}\n${content}`)
  return 0
}
