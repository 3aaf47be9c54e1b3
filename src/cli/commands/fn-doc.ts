/** `strake fn doc --image IMAGE`: what the container of a function says when it is asked for help. */
import { fail, wrap } from '../../core/error.ts'
import { engineNamed } from '../../kpt/container.ts'
import { imageProblem, prefixed } from '../../kpt/image.ts'
import { printResourceList } from '../../krm/functions.ts'
import { checkEngine, kptCommand, usedImagePrefix } from '../kpt-tools.ts'

const SECONDS = 300
const MOST_BYTES = 16 * 1024 * 1024

export const run = kptCommand(async (tools) => {
  const { flags, environment, cwd, stdout, stderr } = tools.context
  if (flags.words.length > 0) throw fail('USAGE', `accepts at most 0 arg(s), received ${flags.words.length}`)
  const given = flags.string('image')
  if (given === '') throw fail('FLAGS', 'image must be specified')
  const image = prefixed(given, usedImagePrefix(tools))
  // What is no image could pass for an option of the engine.
  const problem = imageProblem(image)
  if (problem !== undefined) throw fail('FLAGS', `function image reference "${given}" is invalid: ${problem}`)
  const program = engineNamed(environment.KRM_FN_RUNTIME)
  await checkEngine(tools, program)
  const words = ['run', '--rm', '-i', image, '--help']
  const limits = { seconds: SECONDS, maximumBytes: MOST_BYTES }
  const advice = 'please ensure the container has an entrypoint and it supports --help flag'
  const input = printResourceList([], undefined)
  const answer = await tools.runner.run({ program, words, cwd, input, ...limits }).catch((error: unknown) => {
    throw wrap(advice, error)
  })
  if (answer.code !== 0) {
    stderr.write(answer.stderr)
    throw fail('FUNCTION_DOC', `${advice}: ${answer.status}`)
  }
  stdout.write(answer.stdout)
})
