/** Forms of arguments that several commands share. */
import { fail, type ToolError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import { compareBytes } from '../../core/text.ts'

/** The flags of a command line. */
export interface Flags {
  bool(name: string): boolean
  string(name: string): string
  list(name: string): string[]
}

/** What is wrong with the words of a command. */
export function misuse(message: string): ToolError {
  return fail('USAGE', message)
}

/** `key:value` words; a value may stand in double quotes, and a missing one is empty. */
export function readPairs(words: readonly string[], kind: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const word of words) {
    const colon = word.indexOf(':')
    if (colon === 0) throw misuse(`invalid ${kind}: '${word}' (need k:v pair where v may be quoted)`)
    if (colon < 0) pairs.set(word, '')
    else pairs.set(word.slice(0, colon), withoutQuotes(word.slice(colon + 1)))
  }
  return pairs
}

function withoutQuotes(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

/** An empty namespace is the one called `default`. */
export function isSameNamespace(a: string, b: string): boolean {
  return (a || 'default') === (b || 'default')
}

const BUILD_METADATA = ['originAnnotations', 'transformerAnnotations', 'managedByLabel']

/** The one word with options for `buildMetadata`, separated by commas. */
export function readBuildMetadata(words: readonly string[]): string[] {
  const [word] = words
  if (word === undefined) throw misuse('must specify a buildMetadata option')
  if (words.length > 1) {
    throw misuse(
      `too many arguments: [${words.join(' ')}]; to provide multiple buildMetadata options, please separate options by comma`,
    )
  }
  const options = word.split(',')
  const wrong = options.find((option) => !BUILD_METADATA.includes(option))
  if (wrong !== undefined) {
    const near = nearest(wrong, BUILD_METADATA)
    const hint = near === undefined ? `there are ${BUILD_METADATA.join(', ')}` : `did you mean ${near}?`
    throw fail('BUILD_METADATA', `invalid buildMetadata option: ${wrong}`, { hint })
  }
  return options
}

/** A hint at the entry that was probably meant. */
export function meantInstead(word: string, entries: Iterable<string>): string | undefined {
  const near = nearest(word, entries)
  return near === undefined ? undefined : `did you mean ${near}?`
}

/** Sorted by name, in byte order. */
export function byName<Entry extends { name: string }>(entries: Iterable<Entry>): Entry[] {
  return [...entries].sort((a, b) => compareBytes(a.name, b.name))
}
