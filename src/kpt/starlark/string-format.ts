/** `"{} and {name!r}".format(…)`. */
import { trouble } from './limits.ts'
import { repr, textOf } from './show.ts'
import type { Named, Thread, Value } from './values.ts'

export function formatted(text: string, { usage }: Thread, positional: readonly Value[], named: Named): string {
  const keywords = new Map(named)
  let out = ''
  let next = 0
  let numbering: 'automatic' | 'manual' | undefined
  let i = 0
  while (i < text.length) {
    usage.step()
    const open = text.indexOf('{', i)
    out += literal(text.slice(i, open < 0 ? undefined : open))
    if (open < 0) break
    if (text[open + 1] === '{') {
      out += '{'
      i = open + 2
      continue
    }
    const close = text.indexOf('}', open)
    if (close < 0) throw trouble("format: unmatched '{' in format")
    const { name, conversion } = replacementField(text.slice(open + 1, close))
    i = close + 1
    let value: Value | undefined
    if (name === '' || /^\d+$/.test(name)) {
      const own = name === '' ? 'automatic' : 'manual'
      if (numbering !== undefined && numbering !== own) {
        throw trouble(
          own === 'automatic'
            ? 'format: cannot switch from manual field specification to automatic field numbering'
            : 'format: cannot switch from automatic field numbering to manual field specification',
        )
      }
      numbering = own
      value = positional[name === '' ? next++ : Number(name)]
      if (value === undefined) throw trouble('format: tuple index out of range')
    } else {
      value = keywords.get(name)
      if (value === undefined) throw trouble(`format: keyword ${name} not found`)
    }
    out += conversion === 'r' ? repr(value, usage) : textOf(value, usage)
    usage.memory(out.length)
  }
  return out
}

function replacementField(text: string): { name: string; conversion: string } {
  if (text.includes('{')) throw trouble('format: nested replacement fields not supported')
  const [whole = '', spec] = splitOnce(text, ':')
  if (spec !== undefined && spec !== '') {
    throw trouble(`format spec features not supported in replacement fields: ${spec}`)
  }
  const [name = '', conversion = 's'] = splitOnce(whole, '!')
  if (conversion !== 's' && conversion !== 'r') throw trouble(`format: unknown conversion "${conversion}"`)
  if (name.includes('.')) throw trouble(`format: attribute syntax x.y is not supported in replacement fields: ${name}`)
  if (name.includes('[')) throw trouble(`format: element syntax a[i] is not supported in replacement fields: ${name}`)
  return { name, conversion }
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const i = text.indexOf(mark)
  return i < 0 ? [text, undefined] : [text.slice(0, i), text.slice(i + 1)]
}

/** Text between fields: a brace that closes nothing stands there twice. */
function literal(text: string): string {
  if (!text.includes('}')) return text
  if (/(?<!\})(?:\}\})*\}(?!\})/.test(text)) throw trouble("format: single '}' in format")
  return text.replaceAll('}}', '}')
}
