/** `strake stack validate CLUSTER...`: checks everything that would be written. */
import { fail } from '../../core/error.ts'
import type { CommandContext } from '../command.ts'
import { planStack } from '../stack-plan.ts'
import { openCluster } from '../stack-tools.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, stdout, reporter } = context
  if (flags.words.length === 0) throw fail('USAGE', 'requires at least 1 arg(s), only received 0')
  for (const word of flags.words) {
    const { files, warnings } = await planStack(await openCluster(context, word))
    for (const warning of warnings) reporter.emit(warning)
    const written = files.filter(({ directory }) => !directory).length
    stdout.write(`${word}: valid, ${written} files\n`)
  }
  return 0
}
