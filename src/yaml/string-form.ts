/** In which form the final writer prints a string (build 6.4). */
import { resolvePlain11 } from './resolve.ts'

export const PLAIN_FORM = 0
export const SINGLE_FORM = 1
export const DOUBLE_FORM = 2
export const LITERAL_FORM = 3
export type StringForm = 0 | 1 | 2 | 3

/** Character classes of ASCII: 1 harmless anywhere, 2 harmless unless first, 0 to be looked at. */
const CLASS = new Uint8Array(128)
for (let c = 0x30; c <= 0x39; c++) CLASS[c] = 1
for (let c = 0x41; c <= 0x5a; c++) CLASS[c] = 1
for (let c = 0x61; c <= 0x7a; c++) CLASS[c] = 1
for (const c of '_./+=$();^~<\\') CLASS[c.charCodeAt(0)] = 1
for (const c of '-,[]{}&*!|>\'"%@`?') CLASS[c.charCodeAt(0)] = 2

/** The usual strings (names, images, paths) are recognised without a full analysis. */
export function isHarmless(text: string): boolean {
  const { length } = text
  if (length === 0) return false
  const first = text.charCodeAt(0)
  if (first > 0x7f || CLASS[first] !== 1) return false
  for (let i = 1; i < length; i++) {
    const c = text.charCodeAt(i)
    if (c > 0x7f) return false
    if (CLASS[c] !== 0) continue
    if (c === 0x3a) {
      if (i + 1 === length || text.charCodeAt(i + 1) === 0x20) return false
    } else if (c === 0x20) {
      if (i + 1 === length || text.charCodeAt(i + 1) === 0x23) return false
    } else if (c !== 0x23) {
      return false
    }
  }
  return first > 0x2e || !text.startsWith('...')
}

/** Strings that both readers take as such when written plain, found by their first character. Others may be, too. */
export function isPlainString(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20
  // Letters and `/`. Words of up to five letters may mean something.
  if ((first < 0x61 || first > 0x7a) && first !== 0x2f) return false
  return isHarmless(text) && (text.length > 5 || resolvePlain11(text) === '!!str')
}

/** Lines of which the first begins with a tab cannot be read in the form they are written in. */
export function startsWithTab(text: string): boolean {
  return text.charCodeAt(0) === 9 && text.includes('\n')
}

export function isBreakCode(c: number): boolean {
  return c === 0x0a || c === 0x0d || c === 0x85 || c === 0x2028 || c === 0x2029
}

/** Characters the version 2 writer prints raw; all others are escaped. */
export function isPrintable(c: number): boolean {
  if (c < 0x7f) return c >= 0x20 || c === 0x0a
  return (c >= 0xa0 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd && c !== 0xfeff)
}

export interface Analysis {
  plain: boolean
  /** Plain inside a flow collection. */
  flowPlain: boolean
  single: boolean
  literal: boolean
  hasBreaks: boolean
}

/**
 * Which forms a text may be written in, whatever it means. Tabs rule out all but double quotes for the final writer;
 * the printer that keeps styles (`tabsInBlocks`) writes them in block scalars too.
 */
export function analyse(text: string, tabsInBlocks = false): Analysis {
  const { length } = text
  if (length === 0) return { plain: tabsInBlocks, flowPlain: false, single: true, literal: false, hasBreaks: false }
  let indicator = text.startsWith('---') || text.startsWith('...')
  let flowIndicator = indicator
  let special = false
  let tabs = false
  let hasBreaks = false
  let spaceBreak = false
  let breakSpace = false
  let afterBlank = true
  let previousSpace = false
  let previousBreak = false
  let leading = false
  let trailingSpace = false
  let trailingBreak = false
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i)
    const next = i + 1 < length ? text.charCodeAt(i + 1) : 0x0a
    const beforeBlank = next === 0x20 || next === 0x09 || isBreakCode(next)
    if (i === 0 ? startsBadly(c, beforeBlank) : (c === 0x3a && beforeBlank) || (c === 0x23 && afterBlank))
      indicator = true
    if (c === 0x3a || c === 0x3f || c === 0x2c || c === 0x5b || c === 0x5d || c === 0x7b || c === 0x7d)
      flowIndicator = true
    const isBreak = isBreakCode(c)
    if (c === 0x09) tabs = true
    else if (!isPrintable(c)) special = true
    if (isBreak) hasBreaks = true
    if (c === 0x20) {
      if (i === 0) leading = true
      if (i === length - 1) trailingSpace = true
      if (previousBreak) breakSpace = true
      previousSpace = true
      previousBreak = false
    } else if (isBreak) {
      if (i === 0) leading = true
      if (i === length - 1) trailingBreak = true
      if (previousSpace) spaceBreak = true
      previousSpace = false
      previousBreak = true
    } else {
      previousSpace = false
      previousBreak = false
    }
    afterBlank = c === 0x20 || c === 0x09 || isBreak
  }
  const block = !spaceBreak && !special && (tabsInBlocks || !tabs)
  const quoted = block && !tabs
  const plain = quoted && !breakSpace && !hasBreaks && !indicator && !leading && !trailingSpace && !trailingBreak
  return {
    plain,
    flowPlain: plain && !flowIndicator,
    single: quoted && !breakSpace,
    literal: block && !trailingSpace,
    hasBreaks,
  }
}

function startsBadly(c: number, beforeBlank: boolean): boolean {
  switch (c) {
    case 0x23: // #
    case 0x2c: // ,
    case 0x5b: // [
    case 0x5d: // ]
    case 0x7b: // {
    case 0x7d: // }
    case 0x26: // &
    case 0x2a: // *
    case 0x21: // !
    case 0x7c: // |
    case 0x3e: // >
    case 0x27: // '
    case 0x22: // "
    case 0x25: // %
    case 0x40: // @
    case 0x60: // `
      return true
    case 0x2d: // -
    case 0x3f: // ?
    case 0x3a: // :
      return beforeBlank
    default:
      return false
  }
}

/** Whether the text, written plain, would not be read as a string, or looks like a base-60 number. */
export function needsQuotes(text: string): boolean {
  const c = text.charCodeAt(0)
  if ((c >= 0x30 && c <= 0x39) || c === 0x2b || c === 0x2d || c === 0x2e) {
    const tag = resolvePlain11(text)
    return tag !== '!!str' || (text.includes(':') && BASE_60.test(text))
  }
  if (text.length > 5) return false
  const tag = resolvePlain11(text)
  return tag !== '!!str' && tag !== '!!merge'
}

const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/

const UNUSUAL = /[^\n -~]/

/** Texts of several lines are often long; those of printable ASCII are judged without a look at each character. */
function isUsualBlock(text: string): boolean {
  const at = text.indexOf('\n')
  return at >= 0 && !UNUSUAL.test(text) && !text.includes(' \n', at - 1) && text.charCodeAt(text.length - 1) !== 0x20
}

/** The form of a value. */
export function formOf(text: string): StringForm {
  if (isUsualBlock(text)) return LITERAL_FORM
  if (isHarmless(text)) return needsQuotes(text) ? DOUBLE_FORM : PLAIN_FORM
  const { plain, single, literal } = analyse(text)
  if (text.includes('\n')) return literal ? LITERAL_FORM : DOUBLE_FORM
  if (needsQuotes(text)) return DOUBLE_FORM
  if (plain) return PLAIN_FORM
  return single ? SINGLE_FORM : DOUBLE_FORM
}

/** Indentation and chomping indicators of a literal block. */
export function blockHints(text: string): string {
  const first = text.charCodeAt(0)
  const indent = first === 0x20 || isBreakCode(first) ? '2' : ''
  const last = text.charCodeAt(text.length - 1)
  if (!isBreakCode(last)) return `${indent}-`
  return text.length === 1 || isBreakCode(text.charCodeAt(text.length - 2)) ? `${indent}+` : indent
}
