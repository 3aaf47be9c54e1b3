import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { formatGoDuration, parseGoDuration } from '../../stack/duration.ts'

/** What the definitions hold the written form to. */
const TAKEN = /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/

/**
 * The written form of the bootstrap's interval.
 *
 * @example writtenInterval('90s') // '1m30s'
 * @throws ToolError for what is no duration, and for one that Flux does not take
 */
export function writtenInterval(authored: string): string {
  let written: string
  try {
    written = formatGoDuration(parseGoDuration(authored))
  } catch (error) {
    throw refused(`${valueOf(authored)} is not a valid duration: ${(error as Error).message}`)
  }
  if (TAKEN.test(written)) return written
  throw refused(
    `${valueOf(written)} is written as ${goQuote(written)}, which the Flux API does not take: it takes digits with a unit of ms, s, m or h, so no negative duration and no positive one under a millisecond`,
  )
}

function valueOf(interval: string): string {
  return `interval ${goQuote(interval)} (the generator's DefaultInterval)`
}

function refused(problem: string) {
  return fail(
    'BOOTSTRAP_INTERVAL',
    `validation failed for BootstrapGenerator 'DefaultInterval' field 'interval': ${problem}`,
    { hint: 'write it like 10m, 1h30m or 90s' },
  )
}
