/** Quantities of resources in the one form that Kubernetes writes them in (flux 10). */

const DECIMAL: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const BINARY: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

const QUANTITY = /^([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$/

/** Less than a thousand of a unit, or of 1024: nothing smaller or larger stands for it. */
const CANONICAL = /^[1-9][0-9]{0,2}(?:[numkMGTPE]|[KMGTP]i)?$/

/** Digits and exponents beyond these are no amount of anything. */
const LONGEST = 60
const LARGEST_EXPONENT = 300

/**
 * What is short and has a number and a unit that need no change, but for a point, stays as it is written, with its signs and
 * zeros. Of multiples of eight of a power of 1024 that is not known.
 */
const LONGEST_DECIMAL = 18
const LONGEST_BINARY = 14

const MAX_INT64 = 9223372036854775807n

/** A number and its unit: a power of 1000, of 1024, or written as an exponent of ten. */
interface Form {
  mantissa: bigint
  unit: string
}

/** `0.5Gi` → `512Mi`; undefined for what is no quantity. */
export function canonicalQuantity(text: string): string | undefined {
  if (CANONICAL.test(text)) return text
  const trimmed = text.trim()
  const match = QUANTITY.exec(trimmed)
  if (match === null || trimmed.length > LONGEST) return undefined
  const [, sign = '', digits = '', suffix = ''] = match
  const [whole = '', fraction = ''] = digits.split('.')
  const size = BigInt(`${whole}${fraction}` || '0')
  const written = sign === '-' ? -size : size
  const binary = suffix.endsWith('i') ? BINARY.indexOf(suffix) : 0
  const isExponent = /^[eE][+-]?[0-9]/.test(suffix)
  const exponent = isExponent ? Number(suffix.slice(1)) : binary > 0 ? 0 : (DECIMAL.indexOf(suffix) - 3) * 3
  if (Math.abs(exponent) > LARGEST_EXPONENT) return undefined
  const nano = toNano(written * 1024n ** BigInt(binary), exponent - fraction.length)
  const { mantissa, unit } = format(binary > 0 ? capped(nano) : nano, binary > 0, isExponent)
  const number = `${size}`
  const power = exponent - fraction.length
  const isSame =
    binary > 0
      ? fraction === '' && size % 8n !== 0n && number.length + binary * 3 <= LONGEST_BINARY
      : power % 3 === 0 &&
        power >= -9 &&
        number.length <= LONGEST_DECIMAL &&
        number.length > fraction.length &&
        !number.endsWith('000') &&
        size !== 0n
  return isSame ? trimmed : `${mantissa}${unit === 'e0' ? '' : unit}`
}

function capped(nano: bigint): bigint {
  const most = MAX_INT64 * NANO
  return nano > most ? most : nano < -most ? -most : nano
}

/** Anything smaller is rounded away from zero. */
function toNano(mantissa: bigint, exponent: number): bigint {
  const shift = exponent + 9
  if (shift >= 0) return mantissa * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  const rest = mantissa % divisor
  return mantissa / divisor + (rest === 0n ? 0n : rest > 0n ? 1n : -1n)
}

const NANO = 1_000_000_000n

function format(nano: bigint, isBinary: boolean, isExponent: boolean): Form {
  if (nano === 0n) return { mantissa: 0n, unit: '' }
  if (isBinary && nano % NANO === 0n && (nano <= -1024n * NANO || nano >= 1024n * NANO)) {
    let mantissa = nano / NANO
    let at = 0
    while (mantissa % 1024n === 0n && at < BINARY.length - 1) {
      mantissa /= 1024n
      at++
    }
    return { mantissa, unit: BINARY[at] as string }
  }
  let mantissa = nano
  let exponent = -9
  while (mantissa % 1000n === 0n) {
    mantissa /= 1000n
    exponent += 3
  }
  // There is no unit beyond E, and so none is written.
  return { mantissa, unit: isExponent ? `e${exponent}` : (DECIMAL[exponent / 3 + 3] ?? '') }
}
