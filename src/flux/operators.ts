/** What the operators of Flux's substitution make of a value (flux 6.1). */
import { fromBytes, hasLoneBytes, toBytes } from './escaped-bytes.ts'
import { trimPrefix, trimSuffix } from './trim.ts'

/** Called with the size of what is made, before it is. Throws when it is too much. */
export type Spend = (steps: number) => void

/** Applies an operator; one that is none gives the value, or the default in its stead when it is empty. */
export function operate(operator: string, value: string, args: readonly string[], spend: Spend): string {
  const [first = '', second = ''] = args
  switch (operator) {
    case '^':
      return firstCharacter(value, upper)
    case '^^':
      return eachCharacter(value, upper)
    case ',':
      return firstCharacter(value, lower)
    case ',,':
      return eachCharacter(value, lower)
    case '#':
    case '##':
      if (args.length === 0) return `${toBytes(value).length}`
      return trimPrefix(value, first, operator === '##', spend)
    case '%':
    case '%%':
      return trimSuffix(value, first, operator === '%%', spend)
    case ':':
      return substring(value, args)
    case '/':
      return value.replace(first, () => second)
    case '//':
      return replaceAll(value, first, second, spend)
    // At the ends nothing is deleted: without a replacement the value stays.
    case '/#':
      return args.length === 2 && value.startsWith(first) ? second + value.slice(first.length) : value
    case '/%':
      return args.length === 2 && value.endsWith(first) ? value.slice(0, value.length - first.length) + second : value
    default:
      return value === '' ? args.join('') : value
  }
}

function replaceAll(value: string, old: string, replacement: string, spend: Spend): string {
  const parts = old === '' ? ['', ...Array.from(value), ''] : value.split(old)
  spend(value.length + parts.length * replacement.length)
  return parts.join(replacement)
}

/** Offset and length in bytes. */
function substring(value: string, args: readonly string[]): string {
  const numbers = args.map(parseNumber)
  if (numbers.includes(undefined)) return value
  const bytes = toBytes(value)
  let [start, length] = numbers as number[]
  start = start === undefined ? 0 : start < 0 ? Math.max(bytes.length + start, 0) : start
  let end = bytes.length
  if (length !== undefined) end = length < 0 ? bytes.length + length : Math.min(start + length, end)
  return end <= start ? '' : fromBytes(bytes.subarray(start, end))
}

const MAX_INT64 = 9223372036854775807n

/** Decimal, within 64 bits. */
function parseNumber(text: string): number | undefined {
  if (!/^[-+]?[0-9]+$/.test(text) || text.replace(/^[-+]?0*/, '').length > 19) return undefined
  const exact = BigInt(text.replace('+', ''))
  return exact > MAX_INT64 || exact < -MAX_INT64 - 1n ? undefined : Number(exact)
}

function firstCharacter(value: string, change: (character: string) => string): string {
  if (value === '') return value
  const [first = ''] = value
  return change(first) + value.slice(first.length)
}

function eachCharacter(value: string, change: (character: string) => string): string {
  let made = ''
  for (const character of value) made += change(character)
  return hasLoneBytes(made) ? made.replace(/\p{Surrogate}/gu, '\ufffd') : made
}

/** One character for one; ligatures and the like, which would become several, stay. */
function upper(character: string): string {
  const made = character.toUpperCase()
  if (Array.from(made).length === 1) return made
  const code = character.codePointAt(0) as number
  // Greek letters with iota below have a capital form of their own.
  if (code >= 0x1f80 && code <= 0x1faf && (code & 8) === 0) return String.fromCodePoint(code + 8)
  return code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3 ? String.fromCodePoint(code + 9) : character
}

function lower(character: string): string {
  const [made = ''] = character.toLowerCase()
  return made
}
