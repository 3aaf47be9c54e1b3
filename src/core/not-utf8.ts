/** Bytes that are not UTF-8: UTF-16, or no text. */
import { fail } from './error.ts'
import { Source } from './source.ts'

/**
 * The text of bytes that are not UTF-8: UTF-16 behind a byte order mark.
 *
 * @throws ToolError with code YAML_SYNTAX in the words of the reference's reader when they are no text
 */
export function readUtf16(path: string, bytes: Uint8Array): Source {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (mark !== 0xfffe && mark !== 0xfeff) {
    const found = utf8Problem(bytes)
    if (found === undefined) throw fail('TOO_LARGE', `${path}: the file is longer than a text can be`)
    const { problem, offset } = found
    const hint = isArchive(bytes) ? ARCHIVE_HINT : `the file is not UTF-8: see byte ${offset}`
    throw fail('YAML_SYNTAX', `yaml: ${problem}`, { hint })
  }
  const problem = utf16Problem(bytes, mark === 0xfffe)
  if (problem !== undefined) throw fail('YAML_SYNTAX', `yaml: ${problem}`, { hint: 'the file is not UTF-16' })
  const text = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be', { ignoreBOM: true }).decode(bytes)
  return new Source(path, text, true)
}

/** For whoever names an archive where a file or a repository is meant. */
export const ARCHIVE_HINT = 'archives are not taken: unpack it, or name the git repository that it was made from'

/** What gzip and zip begin with. */
function isArchive([a, b, c, d]: Uint8Array): boolean {
  return (a === 0x1f && b === 0x8b) || (a === 0x50 && b === 0x4b && c === 3 && d === 4)
}

function utf16Problem(bytes: Uint8Array, littleEndian: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 2; i < bytes.length; i += 2) {
    if (i + 1 === bytes.length) return 'incomplete UTF-16 character'
    const unit = view.getUint16(i, littleEndian)
    if ((unit & 0xf800) !== 0xd800) continue
    if ((unit & 0xfc00) === 0xdc00) return 'unexpected low surrogate area'
    i += 2
    if (i + 1 >= bytes.length) return 'incomplete UTF-16 surrogate pair'
    if ((view.getUint16(i, littleEndian) & 0xfc00) !== 0xdc00) return 'expected low surrogate area'
  }
  return undefined
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
    if (isControl(value)) return { problem: 'control characters are not allowed', offset: i }
    i += width
  }
  return undefined
}

function isControl(c: number): boolean {
  if (c < 0x20) return c !== 0x09 && c !== 0x0a && c !== 0x0d
  return (c >= 0x7f && c < 0xa0 && c !== 0x85) || c === 0xfffe || c === 0xffff
}
