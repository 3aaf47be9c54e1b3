/** The text of a policy into tokens. */
import { type RegoFile, regoError } from './errors.ts'
import type { Position } from './syntax.ts'

export interface Token {
  kind: 'name' | 'number' | 'string' | 'sign' | 'end'
  /** Names and signs as written, strings as they mean. */
  text: string
  at: Position
  /** Nothing stands between it and the token before. */
  adjacent: boolean
}

const SIGNS = [':=', '==', '!=', '<=', '>=', ...'{}[]().,;:=<>+-*/%&|']
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const STRING = /"(?:[^"\\\n]|\\.)*"/y

/** Longer policies are refused: no reader of one needs to wait for a text without end. */
const MOST_CHARACTERS = 1_000_000

export function tokenize(file: RegoFile): Token[] {
  const { text } = file
  const start = { line: 1, column: 1 }
  if (text.length > MOST_CHARACTERS)
    throw regoError(file, start, 'rego_compile_error', `the policy is longer than ${MOST_CHARACTERS} characters`)
  const tokens: Token[] = []
  let line = 1
  let lineStart = 0
  let i = 0
  let adjacent = false
  const here = (): Position => ({ line, column: i - lineStart + 1 })
  const push = (kind: Token['kind'], token: string, length: number): void => {
    tokens.push({ kind, text: token, at: here(), adjacent })
    i += length
    adjacent = true
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = i
    return pattern.exec(text)?.[0]
  }
  while (i < text.length) {
    const character = text[i] as string
    if (character === '\n') {
      line++
      lineStart = ++i
      adjacent = false
    } else if (character === ' ' || character === '\t' || character === '\r') {
      i++
      adjacent = false
    } else if (character === '#') {
      const end = text.indexOf('\n', i)
      i = end < 0 ? text.length : end
    } else if (character === '"') {
      const found = match(STRING)
      if (found === undefined) throw regoError(file, here(), 'rego_parse_error', 'non-terminated string')
      push('string', unquoted(file, found, here()), found.length)
    } else if (character === '`') {
      const end = text.indexOf('`', i + 1)
      if (end < 0) throw regoError(file, here(), 'rego_parse_error', 'non-terminated string')
      const raw = text.slice(i + 1, end)
      push('string', raw.replaceAll('\r', ''), raw.length + 2)
      const breaks = raw.lastIndexOf('\n')
      if (breaks >= 0) {
        line += raw.split('\n').length - 1
        lineStart = end - raw.length + breaks + 1
      }
    } else {
      const name = match(NAME)
      const number = name === undefined ? match(NUMBER) : undefined
      const sign = SIGNS.find((one) => text.startsWith(one, i))
      if (name !== undefined) push('name', name, name.length)
      else if (number !== undefined) push('number', number, number.length)
      else if (sign !== undefined) push('sign', sign, sign.length)
      else throw regoError(file, here(), 'rego_parse_error', `illegal ${character} character`)
    }
  }
  // What is missing at the end is missing behind the last character.
  const { column } = here()
  tokens.push({ kind: 'end', text: '', at: { line, column: Math.max(column - 1, 1) }, adjacent: false })
  return tokens
}

function unquoted(file: RegoFile, literal: string, at: Position): string {
  try {
    return JSON.parse(literal) as string
  } catch {
    throw regoError(file, at, 'rego_parse_error', 'illegal string literal')
  }
}
