/** The regular expression engine behind patterns that are not simple; loaded with the first of them. */
import { RE2JS } from 're2js'
import { fail } from './error.ts'

/**
 * Compiles an expression of Go's language.
 *
 * @throws ToolError with code BAD_PATTERN and Go's text
 * @example compileExpression('web-[0-9]+', true)('web-1') // true
 */
export function compileExpression(text: string, anchored: boolean): (candidate: string) => boolean {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(anchored ? `^(?:${text})$` : text)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('error parsing regexp'))
      throw fail('BAD_PATTERN', error.message.replace(/trailing backslash at end of expression$/, '$&: ``'))
    throw error
  }
  const prefix = anchored ? literalPrefix(text) : ''
  return (candidate) => candidate.startsWith(prefix) && compiled.test(candidate)
}

/** A text that all matches begin with. */
function literalPrefix(text: string): string {
  if (text.includes('|')) return ''
  const end = text.search(/[^A-Za-z0-9_/-]/)
  if (end < 0) return text
  return '*?{'.includes(text[end] as string) ? text.slice(0, Math.max(0, end - 1)) : text.slice(0, end)
}
