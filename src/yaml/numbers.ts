/** Numbers as Go prints them. */
import { formatFloat } from './floats.ts'
import { parseFloatText, parseInteger } from './resolve.ts'

export { formatG, formatJsonFloat } from './floats.ts'

/** Plain decimal integers of up to 15 digits print as they are. */
export function isPlainDecimal(text: string): boolean {
  const from = text.charCodeAt(0) === 0x2d ? 1 : 0
  const digits = text.length - from
  if (digits < 1 || digits > 15) return false
  const first = text.charCodeAt(from)
  if (first === 0x30) return digits === 1 && from === 0
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x30 || c > 0x39) return false
  }
  return true
}

/** An integer's or float's text as the final writer prints it; undefined when JSON has no such number. */
export function formatNumber(text: string, isInteger: boolean): string | undefined {
  if (isInteger) {
    if (isPlainDecimal(text)) return text
    const value = parseInteger(text)
    if (value !== undefined) return value.toString()
  }
  const value = parseFloatText(text)
  if (!Number.isFinite(value)) return undefined
  return formatFloat(value)
}
