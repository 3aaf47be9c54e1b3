/** The bytes of a file as a text to be parsed. */
import { readUtf16 } from './not-utf8.ts'
import { Source } from './source.ts'
import { decodeUtf8 } from './text.ts'

/**
 * Reads UTF-8, or UTF-16 behind a byte order mark.
 *
 * @example sourceOfBytes('a.yaml', new TextEncoder().encode('a: 1\n')).text // 'a: 1\n'
 *
 * @throws ToolError with code YAML_SYNTAX for bytes that are neither
 */
export function sourceOfBytes(path: string, bytes: Uint8Array): Source {
  const text = decodeUtf8(bytes)
  return text === undefined ? readUtf16(path, bytes) : new Source(path, text)
}
