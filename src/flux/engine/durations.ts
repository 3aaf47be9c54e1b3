/** Durations as Flux's API takes them (flux-engine M). */
import { goQuote } from '../../core/go-quote.ts'
import { formatGoDuration, parseGoDuration } from '../../stack/duration.ts'
import { invalidField, type Subject } from './errors.ts'

/** What the schemas hold the written form to. */
const TAKEN = /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/

const NOT_TAKEN =
  'which the Flux API does not take: it takes digits with a unit of ms, s, m or h, so no negative duration and no positive one under a millisecond'

/**
 * The written form of a duration, and whether Flux takes it.
 *
 * @throws ToolError in Go's words for what is no duration
 * @example writtenDuration('90s') // { written: '1m30s', taken: true }
 */
export function writtenDuration(authored: string): { written: string; taken: boolean } {
  const written = formatGoDuration(parseGoDuration(authored))
  return { written, taken: TAKEN.test(written) }
}

export interface AuthoredDuration {
  subject: Subject
  field: string
  authored: string
  /** The bundle a layout has the value from. */
  inheritedFrom?: string | undefined
}

/** The written form of what a user gave; refused when Flux would not take it. */
export function fluxDuration({ subject, field, authored, inheritedFrom }: AuthoredDuration): string {
  const origin = inheritedFrom === undefined ? '' : ` (inherited from bundle ${goQuote(inheritedFrom)})`
  const value = `${field} ${goQuote(authored)}${origin}`
  let result: ReturnType<typeof writtenDuration>
  try {
    result = writtenDuration(authored)
  } catch (error) {
    throw invalidField('BAD_DURATION', subject, field, `${value} is not a valid duration: ${(error as Error).message}`)
  }
  const { written, taken } = result
  if (!taken)
    throw invalidField('FLUX_DURATION', subject, field, `${value} is written as ${goQuote(written)}, ${NOT_TAKEN}`)
  return written
}

/** The written form of a generator's own interval. */
export function defaultDuration(generator: 'ResourceGenerator' | 'BootstrapGenerator', interval: string): string {
  const subject: Subject = `${generator} 'DefaultInterval'`
  let result: ReturnType<typeof writtenDuration>
  try {
    result = writtenDuration(interval)
  } catch (error) {
    throw invalidField(
      'BAD_DURATION',
      subject,
      'interval',
      `interval ${goQuote(interval)} (the generator's DefaultInterval) is not a valid duration: ${(error as Error).message}`,
    )
  }
  const { written, taken } = result
  if (taken) return written
  const value = `interval ${goQuote(written)} (the generator's DefaultInterval)`
  throw invalidField('FLUX_DURATION', subject, 'interval', `${value} is written as ${goQuote(written)}, ${NOT_TAKEN}`)
}
