/** The characters the readers look at, as code units. */
export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
/** What `Cursor.code` gives past the end. */
export const END = -1

export function isBreak(c: number): boolean {
  return c === LF || c === CR || c === 0x85 || c === 0x2028 || c === 0x2029
}

/** Space, tab, line break or the end. */
export function isBlankOrEnd(c: number): boolean {
  return c === SPACE || c === LF || c === END || c === TAB || isBreak(c)
}

export function isBlank(c: number): boolean {
  return c === SPACE || c === TAB
}

export function isBreakOrEnd(c: number): boolean {
  return c === LF || c === END || isBreak(c)
}

export function isWord(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x5f || c === 0x2d
}
