/** Methods of texts. */

import { goQuote } from '../../core/text.ts'
import type { Method } from './arguments.ts'
import { trouble } from './limits.ts'
import { span } from './places.ts'
import { formatted } from './string-format.ts'
import { byteText } from './utf8.ts'
import { iterate, List, type Named, type Thread, Tuple, tuple, typeOf, type Value } from './values.ts'

const SPACES = '\\t-\\r\\u0085\\p{Zs}\\p{Zl}\\p{Zp}'

/** Each with its parameters and what it makes of the text. */
export const stringMethods: Record<string, Method<string>> = {
  capitalize: [
    '',
    (text) => {
      const first = String.fromCodePoint(text.codePointAt(0) ?? 0)
      return text === '' ? '' : upper(first) + lower(text.slice(first.length))
    },
  ],
  codepoint_ords: partsOf('codepoint_ords', (text) => Array.from(text, (c) => BigInt(c.codePointAt(0) as number))),
  codepoints: partsOf('codepoints', (text) => [...text]),
  count: [
    'sub string, start? int|None, end? int|None',
    (text, { usage }, [sub, start = null, end = null]) => {
      usage.memory(text.length)
      usage.search(text, sub as string)
      const bytes = byteText(text)
      const [from, to] = span(start, end, bytes.length, 'count')
      return from > to ? 0n : BigInt(countOf(bytes.slice(from, to), byteText(sub as string)))
    },
  ],
  elems: partsOf('elems', (text) => {
    if (byteText(text) !== text) throw trouble('a part of a text that cuts a character is not supported by strake')
    return [...text]
  }),
  endswith: affix('endswith', (text, one) => text.endsWith(one)),
  find: finder('find', (text, sub) => text.indexOf(sub), false),
  index: finder('index', (text, sub) => text.indexOf(sub), true),
  rfind: finder('rfind', (text, sub) => text.lastIndexOf(sub), false),
  rindex: finder('rindex', (text, sub) => text.lastIndexOf(sub), true),
  isalnum: check(/^[\p{L}\p{Nd}]+$/u),
  isalpha: check(/^\p{L}+$/u),
  isdigit: check(/^\p{Nd}+$/u),
  isspace: check(new RegExp(`^[${SPACES}]+$`, 'u')),
  islower: ['', (text) => /[\p{L}]/u.test(text) && text === text.toLowerCase() && text !== text.toUpperCase()],
  isupper: ['', (text) => /[\p{L}]/u.test(text) && text === text.toUpperCase() && text !== text.toLowerCase()],
  istitle: ['', (text) => /\p{L}/u.test(text) && text === titled(text) && text.toLowerCase() !== text],
  join: [
    'iterable iterable',
    (text, { usage }, [given]) => {
      const parts = iterate(given as Value, usage)
      for (const part of parts) {
        if (typeof part !== 'string') throw trouble(`join: in list, want string, got ${typeOf(part)}`)
        usage.memory(part.length + text.length)
      }
      return (parts as string[]).join(text)
    },
  ],
  lower: ['', (text) => lower(text)],
  upper: ['', (text) => upper(text)],
  title: ['', (text) => titled(text)],
  strip: strip(true, true),
  lstrip: strip(true, false),
  rstrip: strip(false, true),
  partition: parted(
    (text, separator) => text.indexOf(separator),
    (text) => tuple(text, '', ''),
  ),
  rpartition: parted(
    (text, separator) => text.lastIndexOf(separator),
    (text) => tuple('', '', text),
  ),
  removeprefix: [
    'prefix string',
    (text, _, [one]) => (text.startsWith(one as string) ? text.slice((one as string).length) : text),
  ],
  removesuffix: [
    'suffix string',
    (text, _, [one]) => {
      const suffix = one as string
      return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
    },
  ],
  replace: ['old string, new string, count? int', (text, thread, given) => replaced(text, thread, given)],
  split: [
    'sep? any, maxsplit? int',
    (text, thread, [separator, most]) => splitText(text, separator ?? null, most, thread, false),
  ],
  rsplit: [
    'sep? any, maxsplit? int',
    (text, thread, [separator, most]) => splitText(text, separator ?? null, most, thread, true),
  ],
  splitlines: [
    'keepends? bool',
    (text, { usage }, [keeps = false]) => {
      usage.elements(text.length)
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
      return new List(keeps === true ? [...lines] : lines.map((line) => line.replace(/\n$/, '')))
    },
  ],
  startswith: affix('startswith', (text, one) => text.startsWith(one)),
}

/** The one method that takes arguments of any number and name. */
export function format(text: string, thread: Thread, positional: readonly Value[], named: Named): Value {
  return formatted(text, thread, positional, named)
}

/** The parts of a text; as a value they are shown as the call that made them. */
function partsOf(name: string, parts: (text: string) => Value[]): Method<string> {
  return [
    '',
    (text, { usage }) => {
      usage.elements(text.length)
      return new Tuple(parts(text), { type: `string.${name}`, text: `${goQuote(text)}.${name}()` })
    },
  ]
}

function check(pattern: RegExp): Method<string> {
  return ['', (text) => pattern.test(text)]
}

function affix(name: string, matches: (text: string, one: string) => boolean): Method<string> {
  return [
    'affix any, start? int|None, end? int|None',
    (text, { usage }, [given = null, start = null, end = null]) => {
      usage.memory(text.length)
      const bytes = byteText(text)
      const [from, to] = span(start, end, bytes.length, name)
      const part = from > to ? undefined : bytes.slice(from, to)
      const fits = (one: string) => part !== undefined && matches(part, byteText(one))
      if (typeof given === 'string') return fits(given)
      if (!(given instanceof Tuple)) throw trouble(`${name}: got ${typeOf(given)}, want string or tuple of string`)
      return given.items.some((one, i) => {
        if (typeof one !== 'string') throw trouble(`${name}: want string, got ${typeOf(one)}, for element ${i}`)
        return fits(one)
      })
    },
  ]
}

function finder(name: string, find: (text: string, sub: string) => number, mustFind: boolean): Method<string> {
  return [
    'sub string, start? int|None, end? int|None',
    (text, { usage }, [sub, start = null, end = null]) => {
      usage.memory(text.length)
      usage.search(text, sub as string)
      const bytes = byteText(text)
      const [from, to] = span(start, end, bytes.length, name)
      const found = from > to ? -1 : find(bytes.slice(from, to), byteText(sub as string))
      if (found < 0 && mustFind) throw trouble(`${name}: substring not found`)
      return found < 0 ? -1n : BigInt(found + from)
    },
  ]
}

/** Counts in bytes; an empty text is found around each character. */
function countOf(bytes: string, sub: string): number {
  if (sub === '') return bytes.replace(/[\x80-\xbf]/g, '').length + 1
  let count = 0
  for (let i = bytes.indexOf(sub); i >= 0; i = bytes.indexOf(sub, i + sub.length)) count++
  return count
}

/** Letter by letter: what would become several letters, or depends on others, stays or becomes the simple one. */
function upper(text: string): string {
  return changedCase(text, (c) => c.toUpperCase())
}

function lower(text: string): string {
  return changedCase(text, (c) => (c === '\u0130' ? 'i' : c.toLowerCase()))
}

function changedCase(text: string, change: (c: string) => string): string {
  return text.replace(/[^\0-\x7f]|[a-zA-Z]+/gu, (part) => {
    const changed = change(part)
    return [...changed].length === [...part].length ? changed : part
  })
}

/** The first letter of each word in capitals. */
function titled(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const first = String.fromCodePoint(word.codePointAt(0) as number)
    return upper(first) + lower(word.slice(first.length))
  })
}

function strip(left: boolean, right: boolean): Method<string> {
  return [
    'chars? string|None',
    (text, { usage }, [given = null]) => {
      usage.memory(text.length)
      const isSpace = new RegExp(`[${SPACES}]`, 'u')
      const cutset = new Set(given as string | null)
      const isCut = (c: string) => (given === null ? isSpace.test(c) : cutset.has(c))
      const characters = [...text]
      let start = 0
      let end = characters.length
      if (left) while (start < end && isCut(characters[start] as string)) start++
      if (right) while (end > start && isCut(characters[end - 1] as string)) end--
      return characters.slice(start, end).join('')
    },
  ]
}

function parted(find: (text: string, separator: string) => number, absent: (text: string) => Tuple): Method<string> {
  return [
    'sep string',
    (text, { usage }, [given]) => {
      const separator = given as string
      usage.search(text, separator)
      if (separator !== null && typeof separator !== 'string') {
        throw trouble(`split: got ${typeOf(separator)} for separator, want string`)
      }
      if (separator === '') throw trouble('partition: empty separator')
      const i = find(text, separator)
      return i < 0 ? absent(text) : tuple(text.slice(0, i), separator, text.slice(i + separator.length))
    },
  ]
}

function replaced(text: string, { usage }: Thread, [old, by, count]: (Value | undefined)[]): Value {
  const [from, to] = [old as string, by as string]
  usage.search(text, from)
  let left = count === undefined || (count as bigint) < 0n ? Number.POSITIVE_INFINITY : Number(count)
  const parts = from === '' ? [...text] : text.split(from)
  usage.elements(parts.length)
  usage.memory(text.length + Math.min(parts.length, left) * to.length)
  let out = ''
  if (from === '') {
    for (const c of parts) out += (left-- > 0 ? to : '') + c
    return left > 0 ? out + to : out
  }
  for (const [i, part] of parts.entries()) out += i === 0 ? part : (left-- > 0 ? to : from) + part
  return out
}

function splitText(text: string, separator: Value, most: Value | undefined, { usage }: Thread, fromEnd: boolean): List {
  usage.memory(text.length)
  if (typeof separator === 'string') usage.search(text, separator)
  const limit = most === undefined || (most as bigint) < 0n ? Number.POSITIVE_INFINITY : Number(most)
  if (separator !== null && typeof separator !== 'string') {
    throw trouble(`split: got ${typeOf(separator)} for separator, want string`)
  }
  if (separator === '') throw trouble('split: empty separator')
  const parts = separator === null ? words(text, limit, fromEnd) : pieces(text, separator, limit, fromEnd)
  usage.elements(parts.length)
  return new List(parts)
}

function pieces(text: string, separator: string, limit: number, fromEnd: boolean): string[] {
  const all = text.split(separator)
  if (all.length - 1 <= limit) return all
  if (fromEnd) {
    const kept = all.length - limit
    return [all.slice(0, kept).join(separator), ...all.slice(kept)]
  }
  return [...all.slice(0, limit), all.slice(limit).join(separator)]
}

/** Split at white space; with a limit the rest stays as it is up to its outer end. */
function words(text: string, limit: number, fromEnd: boolean): string[] {
  const found = [...text.matchAll(new RegExp(`[^${SPACES}]+`, 'gu'))]
  if (found.length - 1 < limit || found.length === 0) return found.map(([word]) => word)
  if (fromEnd) {
    const kept = found.length - limit
    const last = found[kept - 1] as RegExpExecArray
    const rest = text.slice(0, last.index + last[0].length)
    return [rest, ...found.slice(kept).map(([word]) => word)]
  }
  const rest = text.slice(found[limit]?.index)
  return [...found.slice(0, limit).map(([word]) => word), rest]
}
