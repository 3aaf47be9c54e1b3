/** Numbers as Go prints them. */
import { formatFloat, parseFloatText } from './floats.ts'
import { isPlainDecimal, parseInteger } from './resolve.ts'

export { formatG, formatJsonFloat } from './floats.ts'

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
