/** `json.encode` and `json.decode`. */
import { compareBytes, goQuote } from '../../core/text.ts'
import { trouble, type Usage } from './limits.ts'
import { floatText } from './show.ts'
import { Dict, Float, isIterable, iterate, List, Module, typeOf, type Value } from './values.ts'

/** A value as JSON, keys sorted, without blanks. */
export function encodeJson(value: Value, usage: Usage): string {
  const parts: string[] = []
  write(value, parts, usage)
  return parts.join('')
}

function write(value: Value, parts: string[], usage: Usage): void {
  usage.enter()
  usage.step()
  const put = (text: string) => {
    usage.memory(text.length)
    parts.push(text)
  }
  if (value === null) put('null')
  else if (typeof value === 'boolean' || typeof value === 'bigint') put(String(value))
  else if (typeof value === 'string') put(encodeText(value))
  else if (value instanceof Float) {
    if (!Number.isFinite(value.value))
      throw trouble(`json.encode: cannot encode non-finite float ${floatText(value.value)}`)
    put(floatText(value.value))
  } else if (value instanceof Dict) {
    const entries = value.pairs().map(([key, one]) => {
      if (typeof key !== 'string') throw trouble(`json.encode: dict has ${typeOf(key)} key, want string`)
      return [key, one] as const
    })
    entries.sort(([a], [b]) => compareBytes(a, b))
    put('{')
    for (const [i, [key, one]] of entries.entries()) {
      put(`${i === 0 ? '' : ','}${encodeText(key)}:`)
      write(one, parts, usage)
    }
    put('}')
  } else if (isIterable(value)) {
    put('[')
    for (const [i, one] of iterate(value, usage).entries()) {
      if (i > 0) put(',')
      write(one, parts, usage)
    }
    put(']')
  } else if (value instanceof Module) throw trouble(`json.encode of a ${value.type} is not supported by strake`)
  else throw trouble(`json.encode: cannot encode ${typeOf(value)} as JSON`)
  usage.leave()
}

/** Texts beyond printable ASCII are written as Go's JSON writer does, which escapes for HTML. */
function encodeText(text: string): string {
  if (/^[ -~]*$/.test(text)) return goQuote(text)
  return JSON.stringify(text).replace(/[<>&\u2028\u2029\x7f]/g, (c) =>
    c === '\x7f' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The value of a JSON text. */
export function decodeJson(text: string, usage: Usage): Value {
  usage.memory(text.length)
  const reader = new JsonReader(text, usage)
  const value = reader.value()
  reader.end()
  return value
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class JsonReader {
  private i = 0

  constructor(
    private readonly text: string,
    private readonly usage: Usage,
  ) {}

  value(): Value {
    const { usage } = this
    usage.enter()
    usage.elements(1)
    const c = this.next()
    let value: Value
    if (c === '{') value = this.object()
    else if (c === '[') value = this.array()
    else if (c === '"') value = this.string()
    else if (c === '-' || /\d/.test(c)) value = this.number()
    else value = this.word()
    usage.leave()
    return value
  }

  end(): void {
    this.skip()
    if (this.i < this.text.length) throw this.error(`unexpected character ${quoted(this.text[this.i])} after value`)
  }

  private error(message: string) {
    return trouble(`json.decode: at offset ${this.i}, ${message}`)
  }

  private skip(): void {
    while (this.i < this.text.length && ' \t\n\r'.includes(this.text[this.i] as string)) this.i++
  }

  /** The character that comes, blanks left out. */
  private next(): string {
    this.skip()
    const c = this.text[this.i]
    if (c === undefined) throw this.error('unexpected end of file')
    return c
  }

  private object(): Dict {
    const dict = new Dict()
    this.i++
    if (this.next() === '}') {
      this.i++
      return dict
    }
    for (;;) {
      if (this.next() !== '"') throw this.error(`got ${quoted(this.text[this.i])} for object key, want string`)
      const key = this.string()
      if (this.next() !== ':') throw this.error(`after object key, got ${quoted(this.text[this.i])}, want ':'`)
      this.i++
      const value = this.value()
      if (dict.get(key) !== undefined) throw this.error(`object has duplicate key: ${goQuote(key)}`)
      dict.set(key, value)
      if (this.closes('}', 'object')) return dict
    }
  }

  private array(): List {
    const items: Value[] = []
    this.i++
    if (this.next() === ']') {
      this.i++
      return new List(items)
    }
    for (;;) {
      items.push(this.value())
      if (this.closes(']', 'array')) return new List(items)
    }
  }

  /** Whether the list ends here; otherwise there is a comma, which is passed. */
  private closes(close: string, what: string): boolean {
    const c = this.next()
    if (c !== ',' && c !== close) throw this.error(`in ${what}, got ${quoted(c)}, want ',' or '${close}'`)
    this.i++
    return c === close
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.i
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.i += found.length
    return found
  }

  private string(): string {
    let end = this.i + 1
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1
    let text: string
    try {
      text = JSON.parse(this.text.slice(this.i, end + 1)) as string
    } catch {
      throw this.error('invalid string literal')
    }
    this.i = end + 1
    // A half of a pair stands for what cannot be a text.
    return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
  }

  private number(): Value {
    const found = this.match(NUMBER)
    if (found === undefined) throw this.error('invalid number')
    if (/^-?\d+$/.test(found)) {
      if (found.length > 20_000) throw this.error('a number as long as this is not supported by strake')
      return BigInt(found)
    }
    const value = Number(found)
    if (!Number.isFinite(value)) throw this.error(`floating-point number too large: ${found}`)
    return new Float(value)
  }

  private word(): Value {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (!this.text.startsWith(word, this.i)) continue
      this.i += word.length
      return value
    }
    throw this.error(`unexpected character ${quoted(this.text[this.i])}`)
  }
}

function quoted(c: string | undefined): string {
  return c === undefined ? 'end of file' : `'${c}'`
}
