/** Nodes ↔ JSON text, with the exact spelling of Go's encoder and decoder. */
import { fail, type ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { compareBytes, goQuote } from '../core/text.ts'
import { parseFloatText } from './floats.ts'
import { DOUBLE, MAPPING, MAX_DEPTH, Mapping, type Node, PLAIN, SCALAR, Scalar, SEQUENCE, Sequence } from './node.ts'
import { formatJsonFloat } from './numbers.ts'
import { isPlainDecimal, isTrue, parseInteger, tagAfterPrinting, timestampText } from './resolve.ts'

/** Strings as Go's encoder writes them: HTML characters and line separators escaped. */
export function jsonString(text: string): string {
  if (PLAIN_JSON.test(text)) return `"${text}"`
  let out = '"'
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const short = JSON_ESCAPES[c]
    if (short !== undefined) out += short
    else if (c < 0x20 || c === 0x3c || c === 0x3e || c === 0x26 || c === 0x2028 || c === 0x2029) {
      out += `\\u${c.toString(16).padStart(4, '0')}`
    } else out += text[i]
  }
  return `${out}"`
}

const PLAIN_JSON = /^[ !#-%'-;=?-[\]-~\xa0-\u2027\u202a-\uffff]*$/
const JSON_ESCAPES: Record<number, string> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
}

/** Compact JSON, keys sorted by bytes; of repeated keys the last one counts. */
export function toJson(node: Node): string {
  if (node.kind === SCALAR) return scalarJson(node)
  if (node.kind === SEQUENCE) return `[${node.items.map(toJson).join(',')}]`
  if (node.kind === MAPPING) {
    const entries = sortedEntries(node)
    return `{${entries.map(([key, value]) => `${jsonString(key)}:${toJson(value)}`).join(',')}}`
  }
  return toJson(node.target)
}

export function sortedEntries(map: Mapping): [string, Node][] {
  const entries = new Map<string, Node>()
  map.keys.forEach((key, i) => {
    if (key.kind === SCALAR) entries.set(key.value, map.values[i] as Node)
  })
  return [...entries].sort((a, b) => compareBytes(a[0], b[0]))
}

/** A scalar as JSON; of the type it has once it was printed and read again, where no other is given. */
export function scalarJson(node: Scalar, tag: string = tagAfterPrinting(node)): string {
  const { value } = node
  switch (tag) {
    case '!!null':
      return 'null'
    case '!!bool':
      return isTrue(value) ? 'true' : 'false'
    case '!!int':
    case '!!float':
      return numberJson(value)
    case '!!timestamp':
      return jsonString(timestampText(value) ?? value)
    default:
      return jsonString(value)
  }
}

export function numberJson(text: string): string {
  if (isPlainDecimal(text)) return text
  const whole = parseInteger(text)
  if (whole !== undefined) return whole.toString()
  const value = parseFloatText(text)
  if (!Number.isFinite(value))
    throw fail('VALUE_TYPE', `json: unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`)
  return formatJsonFloat(value)
}

/**
 * Strict JSON → nodes: mappings in flow style, strings double quoted.
 *
 * @throws ToolError with code JSON_SYNTAX in the words of Go's decoder
 */
export function parseJson(source: Source): Node {
  return new JsonParser(source).document()
}

class JsonParser {
  private at = 0
  private depth = 0
  private readonly text: string

  constructor(private readonly source: Source) {
    this.text = source.text
  }

  document(): Node {
    const node = this.value('looking for beginning of value')
    this.space()
    if (this.at < this.text.length) throw this.unexpected('after top-level value')
    return node
  }

  private space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at)
      if (c !== 0x20 && c !== 0x0a && c !== 0x09 && c !== 0x0d) return
      this.at++
    }
  }

  private unexpected(where: string): ToolError {
    const at = { source: this.source, offset: this.at }
    if (this.at >= this.text.length) return fail('JSON_SYNTAX', 'unexpected end of JSON input', { at })
    const character = String.fromCodePoint(this.text.codePointAt(this.at) as number)
    const shown = character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`
    return fail('JSON_SYNTAX', `invalid character ${shown} ${where}`, { at })
  }

  private value(where: string): Node {
    this.space()
    const start = this.at
    const c = this.text[start]
    if (c === '{') return this.nested(() => this.object())
    if (c === '[') return this.nested(() => this.array())
    if (c === '"') return new Scalar(this.string(), DOUBLE, start, this.at)
    if (c === 't') return this.word('true')
    if (c === 'f') return this.word('false')
    if (c === 'n') return this.word('null')
    if (c === '-' || (c !== undefined && c >= '0' && c <= '9')) return this.number()
    throw this.unexpected(where)
  }

  private nested<T>(inner: () => T): T {
    if (++this.depth > MAX_DEPTH) throw this.unexpected('exceeded max depth')
    const made = inner()
    this.depth--
    return made
  }

  private word(word: string): Scalar {
    const start = this.at
    for (let i = 0; i < word.length; i++) {
      if (this.text[this.at] !== word[i]) throw this.unexpected(`in literal ${word} (expecting '${word[i]}')`)
      this.at++
    }
    return new Scalar(word, PLAIN, start, this.at)
  }

  private number(): Scalar {
    const start = this.at
    const match = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/.exec(this.text.slice(start, start + 400))
    if (match === null) {
      this.at++
      throw this.unexpected('in numeric literal')
    }
    this.at += match[0].length
    const next = this.text[this.at]
    if (next === '.' || next === 'e' || next === 'E') {
      this.at++
      if (next !== '.' && (this.text[this.at] === '+' || this.text[this.at] === '-')) this.at++
      throw this.unexpected(next === '.' ? 'after decimal point in numeric literal' : 'in exponent of numeric literal')
    }
    return new Scalar(match[0], PLAIN, start, this.at)
  }

  private string(): string {
    const start = this.at++
    for (;;) {
      const c = this.text.charCodeAt(this.at)
      if (Number.isNaN(c)) throw this.unexpected('')
      if (c === 0x22) break
      if (c < 0x20) throw this.unexpected('in string literal')
      if (c === 0x5c) {
        this.at++
        const letter = this.text[this.at] ?? ''
        if (letter === 'u') {
          for (let i = 0; i < 4; i++) {
            this.at++
            if (!/[0-9a-fA-F]/.test(this.text[this.at] ?? ''))
              throw this.unexpected('in \\u hexadecimal character escape')
          }
        } else if (letter === '' || !'"\\/bfnrt'.includes(letter)) throw this.unexpected('in string escape code')
      }
      this.at++
    }
    this.at++
    // Halves of characters become replacement characters.
    return (JSON.parse(this.text.slice(start, this.at)) as string).replace(/\p{Surrogate}/gu, '\ufffd')
  }

  private array(): Sequence {
    const list = new Sequence([], true, this.at)
    this.at++
    this.space()
    if (this.text[this.at] === ']') this.at++
    else {
      for (;;) {
        list.items.push(this.value('looking for beginning of value'))
        this.space()
        if (this.text[this.at] === ',') this.at++
        else if (this.text[this.at] === ']') break
        else throw this.unexpected('after array element')
      }
      this.at++
    }
    list.end = this.at
    return list
  }

  private object(): Mapping {
    const map = new Mapping([], [], true, this.at)
    const seen = new Map<string, number>()
    this.at++
    this.space()
    if (this.text[this.at] === '}') this.at++
    else {
      for (;;) {
        this.space()
        const start = this.at
        if (this.text[start] !== '"') throw this.unexpected('looking for beginning of object key string')
        const key = new Scalar(this.string(), DOUBLE, start, this.at)
        this.space()
        if (this.text[this.at] !== ':') throw this.unexpected('after object key')
        this.at++
        const value = this.value('looking for beginning of value')
        const known = seen.get(key.value)
        if (known !== undefined) map.values[known] = value
        else {
          seen.set(key.value, map.keys.length)
          map.keys.push(key)
          map.values.push(value)
        }
        this.space()
        if (this.text[this.at] === ',') this.at++
        else if (this.text[this.at] === '}') break
        else throw this.unexpected('after object key:value pair')
      }
      this.at++
    }
    map.end = this.at
    return map
  }
}
