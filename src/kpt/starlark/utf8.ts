/** Positions in texts as the reference counts them: in bytes of UTF-8. */
import { encodeUtf8 } from '../../core/text.ts'
import { trouble } from './limits.ts'

const ASCII = /^[\0-\x7f]*$/

export function byteLength(text: string): number {
  return ASCII.test(text) ? text.length : encodeUtf8(text).length
}

/** A part by byte positions. Refuses a part of a character, which the reference can hold and we cannot. */
export function sliceBytes(text: string, start: number, end: number): string {
  if (ASCII.test(text)) return text.slice(start, end)
  return decode(encodeUtf8(text).subarray(start, end))
}

/** One byte after another, from `start` on in steps. */
export function pickBytes(text: string, positions: readonly number[]): string {
  const bytes = encodeUtf8(text)
  return decode(Uint8Array.from(positions, (i) => bytes[i] as number))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw trouble('a part of a text that cuts a character is not supported by strake')
  }
}

/** A text with one character for each byte, in which positions are those of the reference. */
export function byteText(text: string): string {
  if (ASCII.test(text)) return text
  let out = ''
  for (const byte of encodeUtf8(text)) out += String.fromCharCode(byte)
  return out
}
