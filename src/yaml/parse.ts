/** Text → nodes: plain cases by `quick.ts`, all others by `exact.ts`. */
import type { Source } from '../core/source.ts'
import { CR, LF, TAB } from './characters.ts'
import type { CommentOption } from './comments.ts'
import { readAllExactly, readExactly } from './exact.ts'
import type { Document } from './node.ts'
import { readQuickly } from './quick.ts'
import { readQuicklyWithComments } from './quick-comments.ts'

export { YamlError, yamlMessage } from './syntax-error.ts'

export interface ParseOptions {
  /** The part of the text to read; lines in messages are counted from its start. */
  start?: number
  end?: number
  /**
   * Whether comments are attached to nodes; reading is several times faster without. On by default. Behind a comment the
   * reference's reader takes `\r\n` for two line breaks; `unix` is for texts in which it makes `\n` of them before it reads.
   */
  comments?: CommentOption
  /** The version 2 reader looks less far ahead, so other errors come first, and reads `! 1` as a string. */
  dialect?: 'v2' | 'v3'
  /** Key texts already met, for sharing them between the pieces of a text. */
  names?: Map<string, string>
}

/**
 * The first document of a text, or undefined when there is none. What follows it is not looked at.
 *
 * @throws YamlError
 * @example parse(new Source('a.yaml', 'a: 1\n'))?.root
 */
export function parse(source: Source, options: ParseOptions = {}): Document | undefined {
  const { start = 0, end = source.text.length, comments = true, dialect = 'v3', names } = options
  const control = firstControl(source.text, start, end)
  if (control < 0) {
    // Without its sign there is no comment to attach.
    const attaches = comments !== false && source.text.slice(start, end).includes('#')
    const quick = (attaches ? readQuicklyWithComments : readQuickly)(source, start, end, names)
    if (quick !== undefined) return quick
  }
  return readExactly(source, start, end, comments, dialect, control)
}

/**
 * All documents of a text, with comments.
 *
 * @throws YamlError
 */
export function parseAll(source: Source): Document[] {
  const { text } = source
  const control = firstControl(text, 0, text.length)
  if (control < 0 && !text.includes('#')) {
    const only = readQuickly(source, 0, text.length)
    if (only !== undefined) return [only]
  }
  return readAllExactly(source, control)
}

/** The first character that may not stand in a text at all, or -1. */
function firstControl(text: string, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i)
    if ((c >= 0x20 && c < 0x7f) || c === LF || c === CR || c === TAB) continue
    if (c < 0x20 || (c < 0xa0 && c !== 0x85) || c === 0xfffe || c === 0xffff) return i
  }
  return -1
}
