/** Equality and order of values. */
import { compareBytes } from '../../core/text.ts'
import { trouble, type Usage } from './limits.ts'
import { Dict, Float, List, Range, Tuple, typeOf, type Value, ValueSet } from './values.ts'

/** How deep the reference looks into values that it compares. */
const MOST_LEVELS = 10

export function areEqual(a: Value, b: Value, usage: Usage, levels = MOST_LEVELS): boolean {
  if (levels < 1) throw trouble('comparison exceeded maximum recursion depth')
  usage.step()
  usage.touch(a)
  if (typeof a === 'string' || typeof a === 'boolean' || a === null) return a === b
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0
  const below = levels - 1
  if (a instanceof List || a instanceof Tuple) {
    const isSameType = a instanceof List ? b instanceof List : b instanceof Tuple
    if (!isSameType) return false
    const [x, y] = [a.items, (b as List | Tuple).items]
    return x.length === y.length && x.every((item, i) => areEqual(item, y[i] as Value, usage, below))
  }
  if (a instanceof Dict && b instanceof Dict) {
    return (
      a.size === b.size &&
      a.pairs().every(([key, value]) => {
        const other = b.get(key)
        return other !== undefined && areEqual(value, other, usage, below)
      })
    )
  }
  if (a instanceof ValueSet && b instanceof ValueSet) return a.size === b.size && a.values().every((one) => b.has(one))
  if (a instanceof Range && b instanceof Range) {
    if (a.length !== b.length) return false
    return a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step))
  }
  return a === b
}

/** Below, equal or above; NaN is above everything. Throws where two values have no order. */
export function compareValues(a: Value, b: Value, operator: string, usage: Usage, levels = MOST_LEVELS): number {
  if (levels < 1) throw trouble('comparison exceeded maximum recursion depth')
  usage.step()
  usage.touch(a)
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    const [x, y] = [a.items, b.items]
    for (let i = 0; i < x.length && i < y.length; i++) {
      const [one, other] = [x[i] as Value, y[i] as Value]
      if (!areEqual(one, other, usage, levels - 1)) return compareValues(one, other, operator, usage, levels - 1)
    }
    return x.length - y.length
  }
  throw trouble(`${typeOf(a)} ${operator} ${typeOf(b)} not implemented`)
}

function isNumber(value: Value): value is bigint | Float {
  return typeof value === 'bigint' || value instanceof Float
}

function compareNumbers(a: bigint | Float, b: bigint | Float): number {
  const [x, y] = [a instanceof Float ? a.value : a, b instanceof Float ? b.value : b]
  if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : 1
  if (Number.isNaN(y)) return -1
  return x < y ? -1 : x > y ? 1 : 0
}
