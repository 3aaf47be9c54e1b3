/** Regular expressions in Go's language, matched in time linear in the text. */
import {
  canBeNative,
  commonPrefix,
  literalOf,
  matchesSequence,
  nativePattern,
  parseSimple,
  type Sequence,
} from './simple-pattern.ts'

export interface Pattern {
  /** The only text that matches, when there is just one and the pattern is anchored. */
  literal?: string
  /** What every text that matches begins with, when that is known. */
  prefix?: string
  test(text: string): boolean
}

export interface PatternOptions {
  /** The whole text must match (the default), not some part of it. */
  anchored?: boolean
}

/** Results kept per pattern; the same few kinds and namespaces come again and again. */
const KEPT_RESULTS = 1024

/**
 * Makes a pattern ready. The regular expression engine is loaded only when a pattern needs it.
 *
 * Rejects with Go's text for a pattern that is wrong ("error parsing regexp: missing closing ]: `[)$`"), in which an
 * anchored pattern stands as the `^(?:…)$` it is compiled as.
 */
export async function preparePattern(text: string, options: PatternOptions = {}): Promise<Pattern> {
  const anchored = options.anchored ?? true
  const simple = simplePattern(text, anchored)
  if (simple !== undefined) return simple
  const { compileExpression } = await import('./pattern-engine.ts')
  return remembering(compileExpression(text, anchored))
}

/**
 * A pattern that can be had without the regular expression engine; undefined for one that needs it, or is wrong.
 *
 * @example simplePattern('web|api-.*', true)?.test('api-1')
 */
export function simplePattern(text: string, anchored: boolean): Pattern | undefined {
  if (anchored && WORD.test(text)) return { literal: text, test: (candidate) => candidate === text }
  const sequences = parseSimple(text, anchored)
  if (sequences === undefined) return undefined
  const literals = new Set<string>()
  const shapes: Sequence[] = []
  for (const one of sequences) {
    const literal = literalOf(one)
    if (literal === undefined) shapes.push(one)
    else literals.add(literal)
  }
  const [only] = literals
  if (anchored && shapes.length === 0) {
    if (literals.size === 1 && only !== undefined) return { literal: only, test: (candidate) => candidate === only }
    return { test: (candidate) => literals.has(candidate) }
  }
  const hasShape = (candidate: string) => shapes.some((shape) => matchesSequence(shape, candidate, anchored))
  if (!anchored) return remembering((candidate) => hasPart(candidate, literals) || hasShape(candidate))
  const prefix = commonPrefix(sequences)
  const matches = canBeNative(shapes) ? sooner(hasShape, () => nativePattern(shapes)) : hasShape
  const test = (candidate: string) => candidate.startsWith(prefix) && (literals.has(candidate) || matches(candidate))
  return { ...(canBeNative(shapes) ? { test } : remembering(test)), prefix }
}

/** Texts that stand for themselves. */
const WORD = /^[\w-]{0,256}$/

/** Texts that are compared before a native expression is worth its making. */
const BEFORE_NATIVE = 30

/** Asks the one that is ready, and after a while the one that is fast. */
function sooner(ready: (text: string) => boolean, make: () => RegExp): (text: string) => boolean {
  let asked = 0
  let native: RegExp | undefined
  return (text) => {
    if (asked < BEFORE_NATIVE) {
      asked++
      return ready(text)
    }
    native ??= make()
    return native.test(text)
  }
}

function hasPart(text: string, parts: Iterable<string>): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}

function remembering(test: (text: string) => boolean): Pattern {
  const results = new Map<string, boolean>()
  return {
    test(text) {
      let result = results.get(text)
      if (result === undefined) {
        if (results.size >= KEPT_RESULTS) results.clear()
        result = test(text)
        results.set(text, result)
      }
      return result
    },
  }
}
