/** `"%s and %d" % (a, b)`. */
import { trouble, type Usage } from './limits.ts'
import { floatText, repr, textOf } from './show.ts'
import { Dict, Float, Tuple, typeOf, type Value } from './values.ts'

export function interpolate(format: string, given: Value, usage: Usage): string {
  const positional = given instanceof Tuple ? given.items : [given]
  let next = 0
  let out = ''
  let from = 0
  for (;;) {
    const i = format.indexOf('%', from)
    out += format.slice(from, i < 0 ? undefined : i)
    usage.step()
    if (i < 0) break
    let end = i + 1
    if (format[end] === '%') {
      out += '%'
      from = end + 1
      continue
    }
    let value: Value
    if (format[end] === '(') {
      const close = format.indexOf(')', end)
      if (close < 0) throw trouble('incomplete format key')
      const key = format.slice(end + 1, close)
      end = close + 1
      if (!(given instanceof Dict)) throw trouble('format requires a mapping')
      const found = given.get(key)
      if (found === undefined) throw trouble(`key not found: ${key}`)
      value = found
    } else {
      if (next >= positional.length) throw trouble('not enough arguments for format string')
      value = positional[next++] as Value
    }
    if (end >= format.length) throw trouble('incomplete format')
    const conversion = String.fromCodePoint(format.codePointAt(end) as number)
    out += converted(conversion, value, usage)
    from = end + conversion.length
  }
  usage.memory(out.length)
  if (next < positional.length && !(given instanceof Dict)) throw trouble('too many arguments for format string')
  return out
}

function converted(conversion: string, value: Value, usage: Usage): string {
  switch (conversion) {
    case 's':
      return textOf(value, usage)
    case 'r':
      return repr(value, usage)
    case 'd':
    case 'i':
      return wholeOf(value, conversion).toString()
    case 'o':
      return wholeOf(value, conversion).toString(8)
    case 'x':
      return wholeOf(value, conversion).toString(16)
    case 'X':
      return wholeOf(value, conversion).toString(16).toUpperCase()
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'F':
    case 'G':
      return floating(conversion, floatOf(value, conversion))
    case 'c':
      return character(value)
  }
  throw trouble(`unknown conversion %${conversion}`)
}

/** Floats are cut, as `int` does. */
function wholeOf(value: Value, conversion: string): bigint {
  if (typeof value === 'bigint') return value
  if (value instanceof Float) {
    if (!Number.isFinite(value.value)) {
      const shown = Number.isNaN(value.value) ? 'NaN' : 'infinity'
      throw trouble(`%${conversion} format requires integer: cannot convert float ${shown} to integer`)
    }
    return BigInt(Math.trunc(value.value))
  }
  throw trouble(`%${conversion} format requires integer: cannot convert ${typeOf(value)} to int`)
}

function floatOf(value: Value, conversion: string): number {
  if (value instanceof Float) return value.value
  if (typeof value === 'bigint') return Number(value)
  throw trouble(`%${conversion} format requires float, not ${typeOf(value)}`)
}

function floating(conversion: string, value: number): string {
  if (conversion === 'F') throw trouble('%F is not supported by strake')
  const lower = conversion.toLowerCase()
  if (!Number.isFinite(value)) return floatText(value)
  const text = lower === 'g' ? floatText(value) : lower === 'f' ? fixed(value) : scientific(value)
  return conversion === lower ? text : text.toUpperCase()
}

/** Six digits behind the point, halves to the even one, where JavaScript rounds them up. */
function fixed(value: number): string {
  const digits = roundedQuotient(Math.abs(value), 6).toString().padStart(7, '0')
  return `${signOf(value)}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function scientific(value: number): string {
  let exponent = Number(value.toExponential().split('e')[1])
  let digits = roundedQuotient(Math.abs(value), 6 - exponent)
    .toString()
    .padEnd(7, '0')
  if (digits.length > 7) {
    digits = digits.slice(0, 7)
    exponent++
  }
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${signOf(value)}${digits[0]}.${digits.slice(1)}e${exponent < 0 ? '-' : '+'}${size}`
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : ''
}

/** A float times a power of ten as a whole number, exactly. */
function roundedQuotient(value: number, power: number): bigint {
  let numerator = value
  let denominator = 1n
  while (!Number.isInteger(numerator)) {
    numerator *= 2
    denominator *= 2n
  }
  let scaled = BigInt(numerator)
  if (power >= 0) scaled *= 10n ** BigInt(power)
  else denominator *= 10n ** BigInt(-power)
  const quotient = scaled / denominator
  const twice = (scaled % denominator) * 2n
  return twice > denominator || (twice === denominator && quotient % 2n === 1n) ? quotient + 1n : quotient
}

function character(value: Value): string {
  if (typeof value === 'bigint') {
    if (value < 0n || value > 0x10ffffn) throw trouble(`%c format requires a valid Unicode code point, got ${value}`)
    const code = Number(value)
    if (code >= 0xd800 && code < 0xe000) throw trouble(`%c format requires a valid Unicode code point, got ${value}`)
    return String.fromCodePoint(code)
  }
  if (typeof value !== 'string') {
    throw trouble(`%c format requires int or single-character string, not ${typeOf(value)}`)
  }
  if ([...value].length !== 1) {
    throw trouble(`%c format requires a single-character string`)
  }
  return value
}
