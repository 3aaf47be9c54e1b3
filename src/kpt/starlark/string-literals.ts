/** The escapes of string literals. */

const SIMPLE: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

/** What a literal stands for, given what is between its quotes. */
export function unquote(text: string, error: (message: string) => Error): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{0,2})|u([0-9a-fA-F]{0,4})|U([0-9a-fA-F]{0,8})|([\s\S]))/g,
    (whole: string, ...parts: (string | undefined)[]) => {
      const [octal, byte, short, long, other] = parts
      if (octal !== undefined) return ascii(Number.parseInt(octal, 8), whole, 'octal', error)
      if (byte !== undefined) {
        if (byte.length < 2) throw error(`invalid escape sequence ${whole}`)
        return ascii(Number.parseInt(byte, 16), whole, 'hex', error)
      }
      const hex = short ?? long
      if (hex !== undefined) return codePoint(hex, whole, short === undefined ? 8 : 4, error)
      const found = SIMPLE[other as string]
      if (found === undefined) throw error(`invalid escape sequence \\${other}`)
      return found
    },
  )
}

function ascii(code: number, whole: string, kind: string, error: (message: string) => Error): string {
  if (code < 0x80) return String.fromCharCode(code)
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  throw error(`non-ASCII ${kind} escape ${whole} (use \\u${hex} for the UTF-8 encoding of U+${hex})`)
}

function codePoint(hex: string, whole: string, digits: number, error: (message: string) => Error): string {
  if (hex.length < digits) throw error(`truncated escape sequence ${whole}`)
  const code = Number.parseInt(hex, 16)
  if (code > 0x10ffff) throw error(`code point out of range: ${whole} (max \\U00110000)`)
  if (code >= 0xd800 && code < 0xe000) throw error(`invalid Unicode code point U+${hex.toUpperCase().padStart(4, '0')}`)
  return String.fromCodePoint(code)
}
