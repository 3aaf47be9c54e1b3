/** Escapes in double quotes. */

interface Escape {
  value: string
  /** The place behind it, or the one of the problem. */
  at: number
  /** '' when there is none. */
  problem: string
}

/** The escape whose backslash stands at `at`, in a text that ends at `limit`. */
export function readEscape(text: string, at: number, limit: number): Escape {
  const sign = at + 1 < limit ? text.charAt(at + 1) : ''
  const simple = ESCAPES.get(sign)
  if (simple !== undefined) return { value: simple, at: at + 2, problem: '' }
  const length = sign === 'x' ? 2 : sign === 'u' ? 4 : sign === 'U' ? 8 : 0
  if (length === 0) return { value: '', at, problem: 'found unknown escape character' }
  const from = at + 2
  const hex = text.slice(from, Math.min(from + length, limit))
  if (hex.length < length || !/^[0-9a-fA-F]+$/.test(hex)) {
    return { value: '', at: from, problem: 'did not find expected hexdecimal number' }
  }
  const value = Number.parseInt(hex, 16)
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    return { value: '', at: from, problem: 'found invalid Unicode character escape code' }
  }
  return { value: String.fromCodePoint(value), at: from + length, problem: '' }
}

const ESCAPES = new Map(
  Object.entries({
    '0': '\0',
    a: '\x07',
    b: '\b',
    t: '\t',
    '\t': '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\x1b',
    ' ': ' ',
    '"': '"',
    "'": "'",
    '\\': '\\',
    N: '\x85',
    _: '\xa0',
    L: '\u2028',
    P: '\u2029',
  }),
)
