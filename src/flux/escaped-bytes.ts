/**
 * Text that may hold single bytes of characters: a byte that is no part of a character stands as a lone surrogate, U+DC80
 * to U+DCFF. Substitution cuts values at bytes (flux 6.1).
 */

/** The bytes of a text, lone ones as they are. */
export function toBytes(text: string): Uint8Array {
  if (!/\p{Surrogate}/u.test(text)) return new TextEncoder().encode(text)
  const parts: Uint8Array[] = []
  let length = 0
  for (const part of text.split(/(\p{Surrogate})/u)) {
    const lone = /^[\udc80-\udcff]$/.test(part)
    const bytes = lone ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : new TextEncoder().encode(part)
    parts.push(bytes)
    length += bytes.length
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Bytes as text, those that are no part of a character as lone surrogates. */
export function fromBytes(bytes: Uint8Array): string {
  let text = ''
  let start = 0
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at)
    if (length === 0) {
      text += decoder.decode(bytes.subarray(start, at)) + String.fromCharCode(0xdc00 + (bytes[at] as number))
      start = ++at
    } else at += length
  }
  return text + decoder.decode(bytes.subarray(start))
}

/** How many bytes the character at a place has; 0 when there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return 0
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1] as number
  if ((first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90)) return 0
  if ((first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f)) return 0
  return length
}

/** Bytes that have become neighbours may be a character again. */
export function joined(text: string): string {
  return hasLoneBytes(text) ? fromBytes(toBytes(text)) : text
}

export function hasLoneBytes(text: string): boolean {
  return /\p{Surrogate}/u.test(text)
}
