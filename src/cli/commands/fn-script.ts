/** `strake fn script MODULE`: what a script is for programs that know of no scripts: a ResourceList in, one out. */
import { fail } from '../../core/error.ts'
import { printScriptAnswer, scriptAnswer } from '../../kpt/script/answer.ts'
import { HandledFailure } from '../../kpt/step.ts'
import { kptCommand, readStandardInput } from '../kpt-tools.ts'

const SECONDS = 300
const MOST_BYTES = 256 * 1024 * 1024

export const run = kptCommand(async (tools) => {
  const { flags, cwd, stdout, stderr } = tools.context
  const [module] = flags.words
  if (module === undefined || flags.words.length > 1) {
    throw fail('USAGE', `accepts 1 arg(s), received ${flags.words.length}`)
  }
  const limits = { seconds: SECONDS, maximumBytes: MOST_BYTES }
  const answer = await scriptAnswer(readStandardInput(tools), module, { runner: tools.runner, cwd, ...limits })
  stderr.write(answer.stderr)
  stdout.write(printScriptAnswer(answer.list))
  if (answer.code !== 0) throw new HandledFailure()
})
