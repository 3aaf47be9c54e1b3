/** Shell patterns as Go's `path.Match` reads them, matched in time linear in the text for each star. */

/** Anything, one character, or a test for one. */
export type PatternElement = '*' | '?' | ((character: number) => boolean)

/** Places in a pattern that have been reached; its length is the end. */
export type Reached = ReadonlySet<number>

/** Undefined for a pattern that is none, which matches nothing. */
export function parseShellPattern(pattern: string): PatternElement[] | undefined {
  const characters = Array.from(pattern, (one) => one.codePointAt(0) as number)
  const elements: PatternElement[] = []
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as number
    if (character === STAR) elements.push('*')
    else if (character === QUESTION) elements.push('?')
    else if (character === OPEN) {
      const parsed = parseClass(characters, i + 1)
      if (parsed === undefined) return undefined
      elements.push(parsed.test)
      i = parsed.end
    } else {
      const literal = character === BACKSLASH ? characters[++i] : character
      if (literal === undefined) return undefined
      elements.push((other) => other === literal)
    }
  }
  return elements
}

/** Whether the whole text matches. Only the last star is ever tried again: what an earlier one takes changes nothing. */
export function matchesShellPattern(elements: readonly PatternElement[], text: string): boolean {
  let place = 0
  let star = -1
  let after = 0
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number
    const element = elements[place]
    if (element === '*') {
      star = place++
      after = i
    } else if (element === '?' || element?.(code) === true) {
      place++
      i += code > 0xffff ? 2 : 1
    } else if (star < 0) {
      return false
    } else {
      place = star + 1
      after += (text.codePointAt(after) as number) > 0xffff ? 2 : 1
      i = after
    }
  }
  while (elements[place] === '*') place++
  return place === elements.length
}

export function start(elements: readonly PatternElement[]): Reached {
  return closure(new Set([0]), elements)
}

export function step(reached: Reached, code: number, elements: readonly PatternElement[]): Reached {
  const next = new Set<number>()
  for (const place of reached) {
    const element = elements[place]
    if (element === '*') next.add(place)
    else if (element === '?' || element?.(code) === true) next.add(place + 1)
  }
  return closure(next, elements)
}

const STAR = 0x2a
const QUESTION = 0x3f
const OPEN = 0x5b
const BACKSLASH = 0x5c
const CLOSE = 0x5d
const CARET = 0x5e
const DASH = 0x2d

/** A star also stands for nothing. */
function closure(reached: Set<number>, elements: readonly PatternElement[]): Reached {
  for (const place of reached) if (elements[place] === '*') reached.add(place + 1)
  return reached
}

interface CharacterClass {
  test: (character: number) => boolean
  /** Where the closing bracket is. */
  end: number
}

function parseClass(characters: readonly number[], from: number): CharacterClass | undefined {
  let i = from
  const isNegated = characters[i] === CARET
  if (isNegated) i++
  const ranges: [number, number][] = []
  const bound = (): number | undefined => {
    let character = characters[i++]
    if (character === DASH || character === CLOSE) return undefined
    if (character === BACKSLASH) character = characters[i++]
    return characters[i] === undefined ? undefined : character
  }
  while (ranges.length === 0 || characters[i] !== CLOSE) {
    const low = bound()
    let high = low
    if (characters[i] === DASH) {
      i++
      high = bound()
    }
    if (low === undefined || high === undefined) return undefined
    ranges.push([low, high])
  }
  return { test: (c) => ranges.some(([low, high]) => c >= low && c <= high) !== isNegated, end: i }
}
