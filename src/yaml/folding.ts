/** How the final writer breaks lines: plain and quoted strings are folded at 80 columns (build 6.4). */
import { BYTE_ORDER_MARK, escapeOf, needsEscape } from './quoted.ts'
import { isBreakCode } from './string-form.ts'

export const BEST_WIDTH = 80

const PADS = Array.from({ length: 64 }, (_, i) => ' '.repeat(i))

export function padOf(indent: number): string {
  return PADS[indent] ?? ' '.repeat(indent)
}

/*
 * `column` is where the text begins on its line, `indent` that of the key or dash before it: further lines stand two
 * columns right of it.
 */

export function foldPlain(text: string, column: number, indent: number): string {
  if (column + text.length <= BEST_WIDTH) return text
  let out = ''
  let from = 0
  // The first space past the width that stands alone.
  for (;;) {
    let at = text.indexOf(' ', from + Math.max(BEST_WIDTH + 1 - column, 0))
    while (at >= 0 && (text.charCodeAt(at + 1) === 0x20 || text.charCodeAt(at - 1) === 0x20))
      at = text.indexOf(' ', at + 1)
    if (at < 0) break
    out += `${text.slice(from, at)}\n${padOf(indent + 2)}`
    column = indent + 2
    from = at + 1
  }
  return out + text.slice(from)
}

export function singleQuoted(text: string, column: number, indent: number, fold: boolean): string {
  let out = "'"
  column++
  let afterSpace = false
  let afterBreak = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x20) {
      const foldsHere = fold && !afterSpace && column > BEST_WIDTH && i > 0 && i < text.length - 1
      if (foldsHere && text.charCodeAt(i + 1) !== 0x20) {
        out += `\n${padOf(indent + 2)}`
        column = indent + 2
      } else {
        out += ' '
        column++
      }
      afterSpace = true
    } else if (isBreakCode(c)) {
      out += text[i]
      column = 0
      afterBreak = true
    } else {
      if (afterBreak) {
        out += padOf(indent + 2)
        column = indent + 2
        afterBreak = false
      }
      if (c === 0x27) {
        out += "''"
        column += 2
      } else {
        out += text[i]
        column++
      }
      afterSpace = false
    }
  }
  return `${out}'`
}

export function doubleQuoted(text: string, column: number, indent: number, fold: boolean): string {
  let out = '"'
  column++
  let afterSpace = false
  const { length } = text
  // The reference takes every character of a text that begins with a byte order mark for one.
  const escapesAll = text.charCodeAt(0) === BYTE_ORDER_MARK
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x20 && !escapesAll) {
      if (fold && !afterSpace && column > BEST_WIDTH && i > 0 && i < length - 1) {
        out += `\n${padOf(indent + 2)}`
        column = indent + 2
        if (text.charCodeAt(i + 1) === 0x20) {
          out += '\\'
          column++
        }
      } else {
        out += ' '
        column++
      }
      afterSpace = true
    } else if (escapesAll || needsEscape(c)) {
      const code = text.codePointAt(i) as number
      if (code > 0xffff) i++
      const escaped = escapeOf(code)
      out += escaped
      column += escaped.length
      afterSpace = false
    } else {
      out += text[i]
      column++
      afterSpace = false
    }
  }
  return `${out}"`
}
