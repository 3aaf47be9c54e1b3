/** Text as Go programs see it: quoting in messages, byte order, base64, UTF-8. */

/** Go's `%q` of a string: double quotes, Go escapes, printable characters as they are. */
export function goQuote(text: string): string {
  let out = '"'
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const escape = ESCAPES[character]
    if (escape !== undefined) out += escape
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, '0')}`
    else if (isPrintable(character)) out += character
    else if (code < 0x10000) out += `\\u${code.toString(16).padStart(4, '0')}`
    else out += `\\U${code.toString(16).padStart(8, '0')}`
  }
  return `${out}"`
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

function isPrintable(character: string): boolean {
  return character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)
}

/** Order of the UTF-8 bytes, which is the order of code points: -1, 0 or 1. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // UTF-16 puts surrogates (U+10000 and up) below U+E000..U+FFFF; UTF-8 does not.
    const surrogateX = x >= 0xd800 && x <= 0xdfff
    const surrogateY = y >= 0xd800 && y <= 0xdfff
    if (surrogateX !== surrogateY) return surrogateX ? 1 : -1
    return x < y ? -1 : 1
  }
  return a.length < b.length ? -1 : 1
}

/** The text of UTF-8 bytes, a leading byte order mark included; undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const digits = encodeUtf8(BASE64)
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  const whole = bytes.length - (bytes.length % 3)
  let to = 0
  for (let i = 0; i < whole; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number)
    out[to++] = digits[group >> 18] as number
    out[to++] = digits[(group >> 12) & 63] as number
    out[to++] = digits[(group >> 6) & 63] as number
    out[to++] = digits[group & 63] as number
  }
  if (whole < bytes.length) {
    const hasTwo = whole + 1 < bytes.length
    const group = ((bytes[whole] as number) << 16) | (hasTwo ? (bytes[whole + 1] as number) << 8 : 0)
    out[to++] = digits[group >> 18] as number
    out[to++] = digits[(group >> 12) & 63] as number
    out[to++] = hasTwo ? (digits[(group >> 6) & 63] as number) : 0x3d
    out[to++] = 0x3d
  }
  return new TextDecoder().decode(out)
}

/**
 * The first thing that is wrong with UTF-8 bytes, in the words of the reference's reader, and where; undefined when
 * nothing is.
 */
export function utf8Problem(bytes: Uint8Array): { problem: string; offset: number } | undefined {
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] as number
    const width =
      lead < 0x80 ? 1 : (lead & 0xe0) === 0xc0 ? 2 : (lead & 0xf0) === 0xe0 ? 3 : (lead & 0xf8) === 0xf0 ? 4 : 0
    if (width === 0) return { problem: 'invalid leading UTF-8 octet', offset: i }
    if (i + width > bytes.length) return { problem: 'incomplete UTF-8 octet sequence', offset: i }
    let value = width === 1 ? lead : lead & (0xff >> (width + 1))
    for (let k = 1; k < width; k++) {
      const next = bytes[i + k] as number
      if ((next & 0xc0) !== 0x80) return { problem: 'invalid trailing UTF-8 octet', offset: i + k }
      value = (value << 6) | (next & 0x3f)
    }
    const least = width === 2 ? 0x80 : width === 3 ? 0x800 : width === 4 ? 0x10000 : 0
    if (value < least) return { problem: 'invalid length of a UTF-8 sequence', offset: i }
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
      return { problem: 'invalid Unicode character', offset: i }
    i += width
  }
  return undefined
}

/** The text of base64, white space ignored, bytes that are not UTF-8 as replacement characters; undefined when it is none. */
export function decodeBase64Text(text: string): string | undefined {
  let binary: string
  try {
    binary = atob(text.replace(/\s+/g, ''))
  } catch {
    return undefined
  }
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
