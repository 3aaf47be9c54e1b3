/** What a plain scalar means (build 6.2 for the version 3 reader; YAML 1.1 for the version 2 one). */
import { ALIAS, MAPPING, type Node, PLAIN, SCALAR, type Scalar, UNTYPED } from './node.ts'
import { timestampText } from './timestamp.ts'

export { timestampText } from './timestamp.ts'

const MAX_INT64 = 9223372036854775807n
const MIN_INT64 = -9223372036854775808n
const MAX_UINT64 = 18446744073709551615n

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const DOT_FLOAT = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/

/** Words with a meaning of their own. */
const WORDS = new Map<string, string>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, '!!null'] as const),
  ...['true', 'True', 'TRUE', 'false', 'False', 'FALSE'].map((word) => [word, '!!bool'] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, '!!float'] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF'].map(
    (word) => [word, '!!float'] as const,
  ),
  ['<<', '!!merge'],
])

/** Further booleans of YAML 1.1; `y` and `n` among them. */
const YES = ['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON']
const NO = ['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF']
const WORDS_11 = new Map<string, string>([...YES, ...NO].map((word) => [word, '!!bool']))

/** The tag of a plain scalar as the version 3 reader sees it. */
export function resolvePlain(text: string): string {
  if (text === '') return '!!null'
  const c = text.charCodeAt(0)
  if ((c >= 0x30 && c <= 0x39) || c === 0x2b || c === 0x2d) return resolveNumber(text)
  if (c === 0x2e) return WORDS.get(text) ?? (DOT_FLOAT.test(text) ? '!!float' : '!!str')
  // No word is longer than five letters.
  if (text.length > 5) return '!!str'
  if (c === 0x6e || c === 0x4e || c === 0x74 || c === 0x54 || c === 0x66 || c === 0x46 || c === 0x7e || c === 0x3c) {
    return WORDS.get(text) ?? '!!str'
  }
  return '!!str'
}

/** The same for the version 2 reader, to which `yes`, `on`, `y` and their opposites are booleans. */
export function resolvePlain11(text: string): string {
  const tag = resolvePlain(text)
  return tag === '!!str' && text.length <= 3 ? (WORDS_11.get(text) ?? tag) : tag
}

/** Plain decimal integers of up to 15 digits print as they are. */
export function isPlainDecimal(text: string): boolean {
  const from = text.charCodeAt(0) === 0x2d ? 1 : 0
  const digits = text.length - from
  if (digits < 1 || digits > 15) return false
  const first = text.charCodeAt(from)
  if (first === 0x30) return digits === 1 && from === 0
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x30 || c > 0x39) return false
  }
  return true
}

function resolveNumber(text: string): string {
  if (isPlainDecimal(text)) return '!!int'
  const word = WORDS.get(text)
  if (word !== undefined) return word
  if (isTimestamp(text)) return '!!timestamp'
  const plain = text.includes('_') ? text.replaceAll('_', '') : text
  if (INTEGER.test(plain) && parseInteger(plain) !== undefined) return '!!int'
  if (FLOAT.test(plain) && Number.isFinite(Number(plain))) return '!!float'
  return '!!str'
}

/** The value of an integer's text (underscores allowed) within 64 bits, else undefined. */
export function parseInteger(text: string): bigint | undefined {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text
  if (!INTEGER.test(plain)) return undefined
  const sign = plain[0] === '-' || plain[0] === '+' ? (plain[0] as string) : ''
  let digits = plain.slice(sign.length)
  if (/^0[0-7]+$/.test(digits)) digits = `0o${digits.slice(1)}`
  const size = BigInt(digits.replace(/^0([XBO])/, (_, letter: string) => `0${letter.toLowerCase()}`))
  const value = sign === '-' ? -size : size
  if (value < MIN_INT64 || value > (sign === '' ? MAX_UINT64 : MAX_INT64)) return undefined
  return value
}

/** Whether a boolean's text means true. */
export function isTrue(text: string): boolean {
  return text === 'true' || text === 'True' || text === 'TRUE' || YES.includes(text)
}

function isTimestamp(text: string): boolean {
  return text.length >= 8 && text.charCodeAt(4) === 0x2d && timestampText(text) !== undefined
}

/** The short tag of a node, worked out where it is not written or known. */
export function tagOf(node: Node): string {
  if (node.tag !== '') return node.tag
  if (node.kind === SCALAR) return node.style === PLAIN ? resolvePlain(node.value) : '!!str'
  if (node.kind === ALIAS) return tagOf(node.target)
  return node.kind === MAPPING ? '!!map' : '!!seq'
}

/**
 * The short tag a scalar has once it was printed and read again: a type that its text shows by itself is not written,
 * and then quotes make a text of it.
 */
export function tagAfterPrinting(node: Node): string {
  const tag = tagOf(node)
  if (node.kind !== SCALAR || node.style === PLAIN || node.tagged || tag === '!!str') return tag
  return resolvePlain(node.value) === tag ? '!!str' : tag
}

/** A scalar that means null. Undefined counts as none, not as null. */
export function isNull(node: Node | undefined): boolean {
  if (node === undefined || node.kind !== SCALAR) return false
  if (node.tag !== '') return node.tag === '!!null'
  if (node.style !== PLAIN) return false
  const { value } = node
  const isWord = value === '' || value === '~' || (value.length === 4 && WORDS.get(value) === '!!null')
  return isWord && !isUntyped(node)
}

export function isUntyped(scalar: Scalar): boolean {
  return scalar.end === UNTYPED
}

/** The text of a scalar that is not null; of anything else none. */
export function scalarText(node: Node | undefined): string {
  return node !== undefined && node.kind === SCALAR && !isNull(node) ? node.value : ''
}
