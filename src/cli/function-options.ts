/** What the flags say about functions and plugins. */
import { fail } from '../core/error.ts'
import { goQuote } from '../core/text.ts'
import type { FunctionOptions } from '../kustomize/plugins/options.ts'
import type { CommandContext } from './command.ts'
import { oneOf } from './flags.ts'

const ENGINES = ['docker', 'podman', 'nerdctl'] as const

export function functionOptions({ flags, environment }: CommandContext): FunctionOptions {
  const options: FunctionOptions = {
    exec: flags.bool('enable-exec'),
    wasi: flags.bool('enable-wasi'),
    network: flags.bool('network'),
    env: flags.list('env'),
    mounts: flags.list('mount'),
    environment,
  }
  // Windows has neither number.
  if (flags.bool('as-current-user')) options.user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  const engine = flags.string('container-engine')
  if (engine !== '') options.containerProgram = oneOf('--container-engine', engine, ENGINES)
  const seconds = flags.string('function-timeout')
  if (seconds !== '') options.seconds = wholeSeconds(seconds)
  return options
}

/** A timer takes no more than 2^31 milliseconds. */
const MOST_SECONDS = 2_000_000

function wholeSeconds(text: string): number {
  const seconds = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds
  throw fail('USAGE', `illegal flag value --function-timeout ${goQuote(text)}; it has to be a number of seconds`)
}
