/** Kubernetes quantities, compared exactly: `250m` is less than `1`, `1Ki` more than `1k`. */
import { fail } from '../../core/error.ts'

const FORM = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/
const DECIMAL: Record<string, number> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const BINARY: Record<string, number> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
/** More digits than anyone means are refused before they are computed with. */
const MOST_DIGITS = 1000

/** `number × 10^exponent`. */
interface Quantity {
  number: bigint
  exponent: number
}

/** Less than, equal to or more than zero, as `a` is compared with `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const exponent = Math.min(a.exponent, b.exponent)
  const difference = scaled(a, exponent) - scaled(b, exponent)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

function scaled({ number, exponent }: Quantity, to: number): bigint {
  return number * 10n ** BigInt(exponent - to)
}

export function readQuantity(text: string): Quantity {
  const found = FORM.exec(text)
  const [whole = '', fraction = '', ...more] = (found?.[1] ?? '').replace(/^[+-]/, '').split('.')
  if (found === null || more.length > 0 || whole + fraction === '' || text.length > MOST_DIGITS) {
    throw fail('QUANTITY', `quantities must match the regular expression '${FORM.source}'`)
  }
  const digits = BigInt(whole + fraction) * (text.startsWith('-') ? -1n : 1n)
  const suffix = found[2] as string
  const power = /^[eE]([-+]?\d{1,3})$/.exec(suffix)
  if (power !== null) return { number: digits, exponent: Number(power[1]) - fraction.length }
  const binary = Object.hasOwn(BINARY, suffix) ? BINARY[suffix] : undefined
  if (binary !== undefined) return { number: digits << BigInt(binary), exponent: -fraction.length }
  const decimal = Object.hasOwn(DECIMAL, suffix) ? DECIMAL[suffix] : undefined
  if (decimal === undefined) throw fail('QUANTITY', "unable to parse quantity's suffix")
  return { number: digits, exponent: decimal - fraction.length }
}
