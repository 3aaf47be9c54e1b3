/** Texts: characters are code points. */
import { decodeBase64Text, encodeBase64, encodeUtf8 } from '../../core/text.ts'
import { type BuiltinRow, listOf, row } from './builtin.ts'
import { sprintf } from './sprintf.ts'
import { fromJson, isArray, RegoSet, toJsonText, type Value } from './values.ts'

export function textBuiltins(): BuiltinRow[] {
  return [
    row('concat', ['string', 'list'], ([separator, list], usage) => {
      const parts = texts(list)
      if (parts === undefined) return undefined
      usage.spend(parts.reduce((size, part) => size + part.length + separator.length, 0))
      return parts.join(separator)
    }),
    row('contains', ['string', 'string'], ([text, part]) => text.includes(part)),
    row('startswith', ['string', 'string'], ([text, part]) => text.startsWith(part)),
    row('endswith', ['string', 'string'], ([text, part]) => text.endsWith(part)),
    row('indexof', ['string', 'string'], ([text, part]) => {
      const at = text.indexOf(part)
      return at < 0 ? at : [...text.slice(0, at)].length
    }),
    row('lower', ['string'], ([text]) => text.toLowerCase()),
    row('upper', ['string'], ([text]) => text.toUpperCase()),
    row('replace', ['string', 'string', 'string'], ([text, part, by], usage) => {
      usage.spend(part === '' ? text.length * by.length : (text.length / part.length) * by.length)
      return text.replaceAll(part, () => by)
    }),
    row('split', ['string', 'string'], ([text, separator], usage) => {
      usage.spend(text.length)
      return separator === '' ? [...text] : text.split(separator)
    }),
    row('sprintf', ['string', 'array'], ([format, words], usage) => sprintf(format, words, usage)),
    row('substring', ['string', 'number', 'number'], ([text, from, length]) => {
      if (from < 0) return undefined
      const characters = [...text]
      return characters.slice(from, length < 0 ? undefined : from + length).join('')
    }),
    row('trim', ['string', 'string'], ([text, set]) => trimmed(text, set, true, true)),
    row('trim_left', ['string', 'string'], ([text, set]) => trimmed(text, set, true, false)),
    row('trim_right', ['string', 'string'], ([text, set]) => trimmed(text, set, false, true)),
    row('trim_prefix', ['string', 'string'], ([text, part]) =>
      text.startsWith(part) ? text.slice(part.length) : text,
    ),
    row('trim_suffix', ['string', 'string'], ([text, part]) =>
      text.endsWith(part) ? text.slice(0, text.length - part.length) : text,
    ),
    row('trim_space', ['string'], ([text]) => text.trim()),
    row('strings.reverse', ['string'], ([text]) => [...text].reverse().join('')),
    row('strings.any_prefix_match', ['any', 'any'], ([all, parts]) =>
      anyPair(all, parts, (text, part) => text.startsWith(part)),
    ),
    row('strings.any_suffix_match', ['any', 'any'], ([all, parts]) =>
      anyPair(all, parts, (text, part) => text.endsWith(part)),
    ),
    row('json.marshal', ['any'], ([value]) => toJsonText(value)),
    row('json.unmarshal', ['string'], ([text]) => {
      try {
        return fromJson(JSON.parse(text))
      } catch {
        return undefined
      }
    }),
    row('base64.encode', ['string'], ([text]) => encodeBase64(encodeUtf8(text))),
    row('base64.decode', ['string'], ([text]) => decodeBase64Text(text)),
    row('trace', ['string'], () => true),
  ]
}

function texts(list: readonly Value[] | RegoSet): string[] | undefined {
  const all = listOf(list)
  return all.every((one) => typeof one === 'string') ? [...all] : undefined
}

function trimmed(text: string, set: string, left: boolean, right: boolean): string {
  const cut = new Set(set)
  const characters = [...text]
  let [from, to] = [0, characters.length]
  while (left && from < to && cut.has(characters[from] as string)) from++
  while (right && to > from && cut.has(characters[to - 1] as string)) to--
  return characters.slice(from, to).join('')
}

function anyPair(all: Value, parts: Value, test: (text: string, part: string) => boolean): boolean | undefined {
  const [left, right] = [all, parts].map((one) => {
    if (typeof one === 'string') return [one]
    return isArray(one) || one instanceof RegoSet ? texts(one) : undefined
  })
  if (left === undefined || right === undefined) return undefined
  return left.some((text) => right.some((part) => test(text, part)))
}
