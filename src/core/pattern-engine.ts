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
  const whole = anchored ? `^(?:${text})$` : text
  let compiled: RE2JS
  try {
    compiled = compileOf(whole)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('error parsing regexp'))
      throw fail('BAD_PATTERN', error.message.replace(/trailing backslash at end of expression$/, '$&: ``'))
    throw error
  }
  const prefix = anchored ? literalPrefix(text) : ''
  return (candidate) => candidate.startsWith(prefix) && compiled.test(candidate)
}

/** Go lets two groups have one name, the engine does not; what they are called makes no difference to a match. */
function compileOf(text: string): RE2JS {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    if (error instanceof Error && error.message.includes('duplicate capture group name'))
      return RE2JS.compile(withoutNames(text))
    throw error
  }
}

/** Quoted parts, escapes and classes are passed over. */
function withoutNames(text: string): string {
  const parts = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]])*\]|\(\?P?<\w+>/gs
  return text.replace(parts, (part) => (part.startsWith('(') ? '(' : part))
}

/** A text that all matches begin with. */
function literalPrefix(text: string): string {
  if (text.includes('|')) return ''
  const end = text.search(/[^A-Za-z0-9_/-]/)
  if (end < 0) return text
  return '*?{'.includes(text[end] as string) ? text.slice(0, Math.max(0, end - 1)) : text.slice(0, end)
}
