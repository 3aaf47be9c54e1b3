/** What operators do with values. */
import { areEqual, compareValues } from './compare.ts'
import { interpolate } from './interpolate.ts'
import { MOST_BITS, trouble, type Usage } from './limits.ts'
import { Dict, Float, isTruthy, iterate, List, Range, Tuple, typeOf, type Value, ValueSet } from './values.ts'

export function unary(operator: string, value: Value): Value {
  if (operator === 'not') return !isTruthy(value)
  if (typeof value === 'bigint') return operator === '-' ? -value : operator === '~' ? ~value : value
  if (value instanceof Float && operator !== '~') return operator === '-' ? new Float(-value.value) : value
  throw trouble(`unknown unary op: ${operator} ${typeOf(value)}`)
}

export function binary(operator: string, a: Value, b: Value, usage: Usage): Value {
  usage.touch(a)
  usage.touch(b)
  switch (operator) {
    case '==':
      return areEqual(a, b, usage)
    case '!=':
      return !areEqual(a, b, usage)
    case '<':
      return compareValues(a, b, operator, usage) < 0
    case '>':
      return compareValues(a, b, operator, usage) > 0
    case '<=':
      return compareValues(a, b, operator, usage) <= 0
    case '>=':
      return compareValues(a, b, operator, usage) >= 0
    case 'in':
      return contains(a, b, usage)
    case 'not in':
      return !contains(a, b, usage)
  }
  if ((operator === '<<' || operator === '>>') && typeof a === 'bigint' && typeof b !== 'bigint') {
    throw trouble(`got ${typeOf(b)}, want int`)
  }
  const found = arithmetic(operator, a, b) ?? combined(operator, a, b, usage)
  if (found === undefined) throw trouble(`unknown binary op: ${typeOf(a)} ${operator} ${typeOf(b)}`)
  return found
}

/** A value that has become a whole number: it may not get too long. */
export function whole(value: bigint): bigint {
  if (value < 1_000_000_000_000n && value > -1_000_000_000_000n) return value
  // Sixteen digits of a long number's text would be slow to make; the sign of a shifted one is not.
  if (value >> BigInt(MOST_BITS) !== 0n && value >> BigInt(MOST_BITS) !== -1n) {
    throw trouble(`int numbers of more than ${MOST_BITS} bits are not supported by strake`)
  }
  return value
}

function arithmetic(operator: string, a: Value, b: Value): Value | undefined {
  if (typeof a === 'bigint' && typeof b === 'bigint') return wholeArithmetic(operator, a, b)
  if (!isNumber(a) || !isNumber(b)) return undefined
  const [x, y] = [toFloat(a), toFloat(b)]
  switch (operator) {
    case '+':
      return new Float(x + y)
    case '-':
      return new Float(x - y)
    case '*':
      return new Float(x * y)
    case '/':
      if (y === 0) throw trouble('floating-point division by zero')
      return new Float(x / y)
    case '//':
      if (y === 0) throw trouble('floored division by zero')
      return new Float(Math.floor(x / y))
    case '%':
      if (y === 0) throw trouble('floating-point modulo by zero')
      return new Float(modulo(x, y))
  }
  return undefined
}

function modulo(x: number, y: number): number {
  const rest = x % y
  return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest
}

function wholeArithmetic(operator: string, a: bigint, b: bigint): Value | undefined {
  switch (operator) {
    case '+':
      return whole(a + b)
    case '-':
      return whole(a - b)
    case '*':
      return whole(a * b)
    case '/': {
      const divisor = toFloat(b)
      if (divisor === 0) throw trouble('floating-point division by zero')
      return new Float(toFloat(a) / divisor)
    }
    case '//': {
      if (b === 0n) throw trouble('floored division by zero')
      const quotient = a / b
      return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
    }
    case '%': {
      if (b === 0n) throw trouble('integer modulo by zero')
      const rest = a % b
      return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest
    }
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    case '<<':
    case '>>':
      if (b > 0x7fffffffn || b < -0x80000000n) throw trouble(`${b} out of range`)
      if (b < 0n) throw trouble(`negative shift count: ${b}`)
      if (operator === '>>') return a >> (b > BigInt(MOST_BITS) ? BigInt(MOST_BITS) : b)
      if (b >= 512n) throw trouble(`shift count too large: ${b}`)
      return whole(a << b)
  }
  return undefined
}

function combined(operator: string, a: Value, b: Value, usage: Usage): Value | undefined {
  if (operator === '%' && typeof a === 'string') return interpolate(a, b, usage)
  if (operator === '+') return joined(a, b, usage)
  if (operator === '*') return repeated(a, b, usage)
  if (operator === '|' && a instanceof Dict && b instanceof Dict) {
    usage.elements(a.size + b.size)
    const union = new Dict()
    for (const dict of [a, b]) for (const [key, value] of dict.pairs()) union.set(key, value)
    return union
  }
  if (!(a instanceof ValueSet) || !(b instanceof ValueSet)) return undefined
  usage.elements(a.size + b.size)
  if (operator === '|') return new ValueSet([...a.values(), ...b.values()])
  if (operator === '&') return new ValueSet(a.values().filter((one) => b.has(one)))
  if (operator === '-') return new ValueSet(a.values().filter((one) => !b.has(one)))
  if (operator !== '^') return undefined
  return new ValueSet([...a.values().filter((one) => !b.has(one)), ...b.values().filter((one) => !a.has(one))])
}

function joined(a: Value, b: Value, usage: Usage): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    usage.memory(a.length + b.length)
    return a + b
  }
  const isList = a instanceof List && b instanceof List
  if (!isList && !(a instanceof Tuple && b instanceof Tuple)) return undefined
  usage.elements(a.items.length + b.items.length)
  const items = [...a.items, ...b.items]
  return isList ? new List(items) : new Tuple(items)
}

function repeated(a: Value, b: Value, usage: Usage): Value | undefined {
  const [value, count] = typeof a === 'bigint' ? [b, a] : [a, b]
  if (typeof count !== 'bigint') return undefined
  if (typeof value !== 'string' && !(value instanceof List) && !(value instanceof Tuple)) return undefined
  const length = typeof value === 'string' ? value.length : value.items.length
  const times = count < 0n || length === 0 ? 0 : Number(count)
  if (typeof value === 'string') {
    usage.memory(length * times)
    return value.repeat(times)
  }
  usage.elements(length * times)
  const items: Value[] = []
  for (let i = 0; i < times; i++) for (const item of value.items) items.push(item)
  return value instanceof List ? new List(items) : new Tuple(items)
}

function contains(value: Value, holder: Value, usage: Usage): boolean {
  if (typeof holder === 'string') {
    if (typeof value === 'string') {
      usage.search(holder, value)
      return holder.includes(value)
    }
    throw trouble(`'in <string>' requires string as left operand, not ${typeOf(value)}`)
  }
  if (holder instanceof Dict) return holder.has(value)
  if (holder instanceof ValueSet) return holder.has(value)
  if (holder instanceof List || holder instanceof Tuple) {
    return iterate(holder, usage).some((one) => areEqual(one, value, usage))
  }
  if (holder instanceof Range) {
    if (!isNumber(value)) throw trouble(`'in <range>' requires integer as left operand, not ${typeOf(value)}`)
    if (value instanceof Float && !Number.isFinite(value.value)) return false
    const whole = value instanceof Float ? BigInt(Math.trunc(value.value)) : value
    const offset = whole - holder.start
    const index = offset / holder.step
    return offset % holder.step === 0n && index >= 0n && index < BigInt(holder.length)
  }
  throw trouble(`unknown binary op: ${typeOf(value)} in ${typeOf(holder)}`)
}

export function isNumber(value: Value): value is bigint | Float {
  return typeof value === 'bigint' || value instanceof Float
}

/** A number as a float; a whole one beyond all floats is refused. */
export function toFloat(value: bigint | Float): number {
  if (value instanceof Float) return value.value
  const float = Number(value)
  if (!Number.isFinite(float)) throw trouble('int too large to convert to float')
  return float
}
