/** Doubles as Go prints them. */

const MAX_UINT64 = 18446744073709551615n
const MIN_INT64 = -9223372036854775808n

/** Whole doubles that fit 64 bits come out as integers, all others as Go's `%g` with the shortest digits. */
export function formatFloat(value: number): string {
  if (Number.isInteger(value)) {
    const whole = Math.abs(value) < 1e21 ? BigInt(formatJsonFloat(value)) : MAX_UINT64 + 1n
    // JSON writes exponents from 1e21 on, so larger ones do not come back as integers.
    if (whole > MIN_INT64 && whole <= MAX_UINT64) return whole.toString()
  }
  return formatG(value)
}

/** Go's `%g` of a finite double with the shortest digits. */
export function formatG(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  return formatGeneral(value)
}

/** Go's `%g` with the shortest digits: exponents below 1e-4 and from 1e6. */
function formatGeneral(value: number): string {
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string]
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < 6) return plainDecimal(mantissa, exponent)
  const size = Math.abs(exponent)
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`
}

/** A double in JSON as Go writes it: exponents only below 1e-6 and from 1e21. */
export function formatJsonFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string]
  const exponent = Number(exponentText)
  if (exponent >= -6 && exponent < 21) return plainDecimal(mantissa, exponent)
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(exponent < 0 ? 1 : 2, '0')}`
}

function plainDecimal(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.slice(sign.length).replace('.', '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0')
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

/** The value of a float's text, special words included. */
export function parseFloatText(text: string): number {
  const plain = text.replaceAll('_', '')
  switch (plain.toLowerCase()) {
    case '.nan':
      return Number.NaN
    case '.inf':
    case '+.inf':
      return Number.POSITIVE_INFINITY
    case '-.inf':
      return Number.NEGATIVE_INFINITY
  }
  return Number(plain)
}
