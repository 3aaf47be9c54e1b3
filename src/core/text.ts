/** Text as Go programs see it: byte order, UTF-8, and in modules beside it quoting, base64 and what is wrong with bytes. */

export { decodeBase64Text, decodePaddedBase64Text, encodeBase64 } from './base64.ts'
export { goQuote } from './go-quote.ts'
export { utf8Problem } from './not-utf8.ts'

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

const UTF8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of UTF-8 bytes, a leading byte order mark included; undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
