/** How both printers write quoted and literal texts. */
import { isBreakCode, isPrintable } from './string-form.ts'

const SHORT_ESCAPES: Record<number, string> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  27: '\\e',
  34: '\\"',
  92: '\\\\',
  133: '\\N',
  160: '\\_',
  8232: '\\L',
  8233: '\\P',
}

/** In a text that begins with one the reference's printers escape every character. */
export const BYTE_ORDER_MARK = 0xfeff

/** Whether a character is escaped between double quotes. */
export function needsEscape(c: number): boolean {
  return c === 0x22 || c === 0x5c || !isPrintable(c) || isBreakCode(c)
}

export function escapeOf(code: number): string {
  const short = SHORT_ESCAPES[code]
  if (short !== undefined) return short
  const hex = code.toString(16).toUpperCase()
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** The lines of a literal block, each non-empty one after `pad`. */
export function literalLines(text: string, pad: string): string {
  let out = ''
  let from = 0
  const hasSeparators = text.includes('\u2028') || text.includes('\u2029')
  for (;;) {
    let at = text.indexOf('\n', from)
    if (hasSeparators) {
      for (let i = from; i < (at < 0 ? text.length : at); i++) if (isBreakCode(text.charCodeAt(i))) at = i
    }
    if (at < 0) break
    out += at > from ? pad + text.slice(from, at + 1) : (text[at] as string)
    from = at + 1
  }
  return from < text.length ? out + pad + text.slice(from) : out
}

/** UTF-8 length, and whether there is a line break: what decides between `key:` and `? key`. */
export function fitsSimpleKey(text: string, most: number): boolean {
  if (text.length > most) return false
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (isBreakCode(c)) return false
    bytes += c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 2 : 3
  }
  return bytes <= most
}
