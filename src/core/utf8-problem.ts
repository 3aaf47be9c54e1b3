/** Bytes that are no text. */

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
