/** Durations in Go's form (`1h30m`), in nanoseconds. */
import { encodeUtf8 } from '../core/text.ts'

const UNITS: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

const LARGEST = 1n << 63n

/**
 * Reads what Go's `time.ParseDuration` reads.
 *
 * @throws Error with Go's text
 * @example parseGoDuration('1h30m') // 5400000000000n
 */
export function parseGoDuration(text: string): bigint {
  const invalid = () => new Error(`time: invalid duration ${quote(text)}`)
  const negative = text.startsWith('-')
  let rest = /^[-+]/.test(text) ? text.slice(1) : text
  if (rest === '0') return 0n
  if (rest === '') throw invalid()
  let total = 0n
  while (rest !== '') {
    const [number, whole = '', , fraction = ''] = /^([0-9]*)(\.([0-9]*))?/.exec(rest) as RegExpExecArray
    if (whole === '' && fraction === '') throw invalid()
    rest = rest.slice(number.length)
    const name = (/^[^.0-9]*/.exec(rest) as RegExpExecArray)[0]
    if (name === '') throw new Error(`time: missing unit in duration ${quote(text)}`)
    rest = rest.slice(name.length)
    const unit = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined
    if (unit === undefined) throw new Error(`time: unknown unit ${quote(name)} in duration ${quote(text)}`)
    // More digits than any duration has: they are not made a number first.
    if (whole.replace(/^0+/, '').length > 19) throw invalid()
    total += BigInt(whole) * unit + fractionOf(fraction, unit)
    if (total > LARGEST) throw invalid()
  }
  if (negative) return -total
  if (total === LARGEST) throw invalid()
  return total
}

/** A fraction of a unit, computed as Go does: the digits that fit 63 bits, and floating point. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    if (value > (LARGEST - 1n) / 10n) break
    const next = value * 10n + BigInt(digit)
    if (next > LARGEST) break
    value = next
    scale *= 10
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)))
}

/**
 * What Go's `Duration.String` prints.
 *
 * @example formatGoDuration(5_400_000_000_000n) // '1h30m0s'
 */
export function formatGoDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  const sign = nanoseconds < 0n ? '-' : ''
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}µs`
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`
  const minutes = size / 60_000_000_000n
  const seconds = `${decimal(size % 60_000_000_000n, 9)}s`
  if (minutes === 0n) return sign + seconds
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`
}

/** `value / 10^places`, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const text = value.toString().padStart(places + 1, '0')
  const fraction = text.slice(-places).replace(/0+$/, '')
  return fraction === '' ? text.slice(0, -places) : `${text.slice(0, -places)}.${fraction}`
}

/** The quoting of Go's package time: bytes beyond printable ASCII in hexadecimal. */
function quote(text: string): string {
  let out = '"'
  for (const byte of encodeUtf8(text)) {
    if (byte >= 0x80 || byte < 0x20) out += `\\x${byte.toString(16).padStart(2, '0')}`
    else if (byte === 0x22 || byte === 0x5c) out += `\\${String.fromCharCode(byte)}`
    else out += String.fromCharCode(byte)
  }
  return `${out}"`
}
