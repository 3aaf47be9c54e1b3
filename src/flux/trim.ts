/** Prefixes and suffixes by shell patterns, in time linear in the text (flux 6.1). */
import { hasLoneBytes } from './escaped-bytes.ts'
import { type PatternElement, parseShellPattern, start, step } from './shell-pattern.ts'

/** What a byte that is no character counts as. */
const REPLACEMENT = 0xfffd

/** The text without the shortest or longest prefix of at least one byte that matches. */
export function trimPrefix(text: string, pattern: string, longest: boolean, spend: (steps: number) => void): string {
  const elements = parseShellPattern(pattern.replace(/\p{Surrogate}/gu, '\ufffd'))
  if (elements === undefined) return text
  spend(text.length * elements.length)
  return afterPrefix(text, elements, longest) ?? text
}

/** The same at the end. Text and pattern are reversed for it, classes and escapes of the pattern too. */
export function trimSuffix(text: string, pattern: string, longest: boolean, spend: (steps: number) => void): string {
  return reversed(trimPrefix(reversed(text), reversed(pattern), longest, spend))
}

function reversed(text: string): string {
  const characters = Array.from(text).reverse().join('')
  return hasLoneBytes(characters) ? characters.replace(/\p{Surrogate}/gu, '\ufffd') : characters
}

/** What follows a prefix that matches. One may end inside a character, whose bytes then count one by one. */
function afterPrefix(text: string, elements: readonly PatternElement[], longest: boolean): string | undefined {
  let reached = start(elements)
  let rest: string | undefined
  for (let at = 0; at < text.length && reached.size > 0; ) {
    const code = text.codePointAt(at) as number
    const isLone = code >= 0xd800 && code <= 0xdfff
    const next = at + (code > 0xffff ? 2 : 1)
    const bytes = isLone || code < 0x80 ? 1 : code < 0x800 ? 2 : code > 0xffff ? 4 : 3
    let inside = reached
    for (let k = 1; k < bytes; k++) {
      inside = step(inside, REPLACEMENT, elements)
      if (!inside.has(elements.length)) continue
      rest = bytesAfter(text.slice(at, next), k) + text.slice(next)
      if (!longest) return rest
    }
    reached = step(reached, isLone ? REPLACEMENT : code, elements)
    at = next
    if (!reached.has(elements.length)) continue
    rest = text.slice(at)
    if (!longest) return rest
  }
  return rest
}

function bytesAfter(character: string, count: number): string {
  const bytes = new TextEncoder().encode(character).subarray(count)
  return String.fromCharCode(...Array.from(bytes, (byte) => 0xdc00 + byte))
}
