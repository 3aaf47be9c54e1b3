/** File names by shell patterns, with the results and the one error of Go's `path/filepath`. */
import { fail } from '../../core/error.ts'
import { basename, join } from '../../core/path.ts'
import { type EditContext, say } from './file.ts'

/** One element of a pattern: `*`, or what one character must be. */
type Element = '*' | ((character: string) => boolean)

/** A test for whole texts; `*` and `?` do not match a slash. */
export function shellPattern(pattern: string): (text: string) => boolean {
  const elements = readPattern(Array.from(pattern))
  return (text) => matches(elements, Array.from(text))
}

function readPattern(characters: readonly string[]): Element[] {
  const elements: Element[] = []
  let i = 0
  const escaped = (): string => {
    if (characters[i] === '\\') i++
    const character = characters[i++]
    if (character === undefined) throw badPattern()
    return character
  }
  while (i < characters.length) {
    const character = characters[i] as string
    if (character === '*') {
      i++
      elements.push('*')
    } else if (character === '?') {
      i++
      elements.push((other) => other !== '/')
    } else if (character === '[') {
      i++
      elements.push(readClass())
    } else {
      const wanted = escaped()
      elements.push((other) => other === wanted)
    }
  }
  return elements

  function readClass(): Element {
    const isNegated = characters[i] === '^'
    if (isNegated) i++
    const ranges: [number, number][] = []
    while (ranges.length === 0 || characters[i] !== ']') {
      const low = bound()
      let high = low
      if (characters[i] === '-') {
        i++
        high = bound()
      }
      ranges.push([low, high])
    }
    i++
    return (other) => {
      const code = other.codePointAt(0) as number
      return ranges.some(([low, high]) => low <= code && code <= high) !== isNegated
    }
  }

  function bound(): number {
    const character = characters[i]
    if (character === '-' || character === ']') throw badPattern()
    const code = escaped().codePointAt(0) as number
    // A class has to be closed.
    if (i >= characters.length) throw badPattern()
    return code
  }
}

function badPattern(): Error {
  return fail('PATTERN', 'syntax error in pattern')
}

/** Only the last `*` met has to take on more: those before it would only leave less for the rest. */
function matches(elements: readonly Element[], text: readonly string[]): boolean {
  let at = 0
  let element = 0
  let star = -1
  let starEnd = 0
  while (at < text.length || element < elements.length) {
    const wanted = elements[element]
    if (wanted === '*') {
      star = element++
      starEnd = at
    } else if (wanted !== undefined && at < text.length && wanted(text[at] as string)) {
      at++
      element++
    } else if (star >= 0 && starEnd < text.length && text[starEnd] !== '/') {
      at = ++starEnd
      element = star + 1
    } else return false
  }
  return true
}

/** What a pattern means in the folder: paths as they are written there. Hidden files only if the pattern names one. */
export async function glob(context: EditContext, pattern: string): Promise<string[]> {
  const found = await expand(context, pattern)
  return isHidden(pattern) ? found : found.filter((path) => !isHidden(path))
}

function isHidden(path: string): boolean {
  return basename(path).startsWith('.')
}

async function expand(context: EditContext, pattern: string): Promise<string[]> {
  const { fs, folder } = context
  shellPattern(pattern)
  const resolved = (path: string) => (path.startsWith('/') ? path : join(folder, path))
  if (!/[*?[\\]/.test(pattern))
    return pattern !== '' && (await fs.stat(resolved(pattern))) !== undefined ? [pattern] : []
  const slash = pattern.lastIndexOf('/')
  const above = slash < 0 ? '.' : slash === 0 ? '/' : pattern.slice(0, slash)
  const isMatch = shellPattern(pattern.slice(slash + 1))
  const found: string[] = []
  for (const parent of /[*?[\\]/.test(above) ? await expand(context, above) : [above]) {
    if ((await fs.stat(resolved(parent)))?.type !== 'directory') continue
    for (const { name } of await fs.list(resolved(parent)).catch(() => [])) {
      if (isMatch(name)) found.push(join(parent, name))
    }
  }
  return found
}

/** The files of several patterns; one without any is named in the log. */
export async function globAll(context: EditContext, patterns: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const pattern of patterns) {
    const files = await glob(context, pattern)
    if (files.length === 0) say(context, `${pattern} has no match`)
    found.push(...files)
  }
  return found
}
