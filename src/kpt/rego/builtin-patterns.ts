/** Regular expressions, in Go's language. */
import { ToolError } from '../../core/error.ts'
import { type GoPattern, goPattern } from '../functions/patterns.ts'
import { type BuiltinRow, row } from './builtin.ts'
import type { Usage } from './limits.ts'

export function patternBuiltins(): BuiltinRow[] {
  const matches = ([pattern, text]: readonly [string, string], usage: Usage) => {
    usage.spend(text.length)
    const compiled = compiledPattern(pattern, usage)
    return compiled === undefined ? undefined : compiled.find(text) !== undefined
  }
  return [
    row('regex.match', ['string', 'string'], matches),
    row('re_match', ['string', 'string'], matches),
    row('regex.is_valid', ['string'], ([pattern], usage) => compiledPattern(pattern, usage) !== undefined),
  ]
}

/** Each expression is made ready once. */
function compiledPattern(text: string, usage: Usage): GoPattern | undefined {
  if (!usage.patterns.has(text)) usage.patterns.set(text, compile(text))
  return usage.patterns.get(text)
}

function compile(text: string): GoPattern | undefined {
  try {
    return goPattern(text)
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}
