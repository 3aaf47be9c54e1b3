/** Go's regular expressions, at once: the functions do not wait. Its engine is large, so a function asks only with a pattern at hand. */
import { RE2JS } from 're2js'
import { fail } from '../../core/error.ts'
import type { Pattern } from '../../core/pattern.ts'

export interface GoPattern {
  /** The whole match and its groups, or undefined. */
  find(text: string): string[] | undefined
}

/** Throws Go's text for a pattern that is wrong. */
export function goPattern(text: string): GoPattern {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(text)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('error parsing regexp')) {
      throw fail('BAD_PATTERN', error.message)
    }
    throw error
  }
  return {
    find(candidate) {
      const matcher = compiled.matcher(candidate)
      if (!matcher.find()) return undefined
      const groups: string[] = []
      for (let i = 0; i <= matcher.groupCount(); i++) groups.push(matcher.group(i) ?? '')
      return groups
    },
  }
}

/** A pattern of any part of a text. */
export function partPattern(text: string): Pattern {
  const pattern = goPattern(text)
  return { test: (candidate) => pattern.find(candidate) !== undefined }
}
