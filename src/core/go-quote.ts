/** Quoting in messages. */

/** Go's `%q` of a string: double quotes, Go escapes, printable characters as they are. */
export function goQuote(text: string): string {
  let out = '"'
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const escape = ESCAPES[character]
    if (escape !== undefined) out += escape
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, '0')}`
    else if (isPrintable(character)) out += character
    else if (code < 0x10000) out += `\\u${code.toString(16).padStart(4, '0')}`
    else out += `\\U${code.toString(16).padStart(8, '0')}`
  }
  return `${out}"`
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

function isPrintable(character: string): boolean {
  return character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)
}
