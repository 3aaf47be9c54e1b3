/** Kubernetes label selector expressions (build 4.5), with the messages of its parser. */
import { fail, type ToolError } from '../core/error.ts'
import { compareBytes, encodeUtf8, goQuote } from '../core/text.ts'

export interface Selector {
  /** `lookup` gives the value of a label, undefined when it is not set. */
  matches(lookup: (key: string) => string | undefined): boolean
  /** What is wrong with the expression, which matching throws. */
  problem?: ToolError
}

type Requirement = (lookup: (key: string) => string | undefined) => boolean

/**
 * @throws ToolError with code SELECTOR
 * @example parseSelector('app=web,tier in (a, b),!old').matches((key) => labels[key])
 */
export function parseSelector(text: string): Selector {
  const requirements = new Parser(text).selector()
  return { matches: (lookup) => requirements.every((holds) => holds(lookup)) }
}

/** With the quote that is missing in the original. */
const OPERATORS = `'=', '!=', '==', 'in', notin'`

class Parser {
  private readonly tokens: string[]
  private at = 0

  constructor(text: string) {
    this.tokens = text.match(/==|!=|[=!<>(),]|[^=!<>(),\s]+/g) ?? []
  }

  private peek(): string {
    return this.tokens[this.at] ?? ''
  }

  private take(): string {
    const token = this.peek()
    this.at++
    return token
  }

  selector(): Requirement[] {
    const requirements: Requirement[] = []
    if (this.peek() === '') return requirements
    for (;;) {
      const token = this.peek()
      if (token !== '!' && !isIdentifier(token)) {
        throw unexpected(token, `!, identifier, or 'end of string'`)
      }
      try {
        requirements.push(this.requirement())
      } catch (error) {
        throw fail('SELECTOR', `unable to parse requirement: ${(error as ToolError).message}`)
      }
      const next = this.take()
      if (next === '') return requirements
      if (next !== ',') throw unexpected(next, `',' or 'end of string'`)
      const after = this.peek()
      if (after !== '!' && !isIdentifier(after)) throw unexpected(after, `identifier after ','`)
    }
  }

  private requirement(): Requirement {
    const isAbsent = this.peek() === '!'
    if (isAbsent) this.take()
    const key = this.take()
    if (!isIdentifier(key)) throw unexpected(key, 'identifier')
    checkKey(key)
    if (isAbsent) return (lookup) => lookup(key) === undefined
    if (this.peek() === '' || this.peek() === ',') return (lookup) => lookup(key) !== undefined
    const operator = this.take()
    switch (operator) {
      case '=':
      case '==': {
        const value = this.exactValue(key)
        return (lookup) => lookup(key) === value
      }
      case '!=': {
        const value = this.exactValue(key)
        return (lookup) => lookup(key) !== value
      }
      case 'in': {
        const values = this.values()
        for (const value of [...values].sort(compareBytes)) checkValue(key, value)
        return (lookup) => values.has(lookup(key) as string)
      }
      case 'notin': {
        const values = this.values()
        for (const value of [...values].sort(compareBytes)) checkValue(key, value)
        return (lookup) => !values.has(lookup(key) as string)
      }
      case '>':
      case '<': {
        const limit = this.number(key)
        return (lookup) => {
          const text = lookup(key)
          const number = text === undefined ? undefined : integer(text)
          if (number === undefined) return false
          return operator === '>' ? number > limit : number < limit
        }
      }
      default:
        throw unexpected(operator, OPERATORS)
    }
  }

  private exactValue(key: string): string {
    const token = this.peek()
    if (token === '' || token === ',') return ''
    this.take()
    if (!isIdentifier(token)) throw unexpected(token, 'identifier')
    checkValue(key, token)
    return token
  }

  private number(key: string): bigint {
    const token = this.peek()
    const value = token === '' || token === ',' ? '' : this.take()
    if (value !== '' && !isIdentifier(value)) throw unexpected(value, 'identifier')
    const limit = integer(value)
    if (limit === undefined) throw fail('SELECTOR', "for 'Gt', 'Lt' operators, the value must be an integer")
    checkValue(key, value)
    return limit
  }

  private values(): Set<string> {
    const open = this.take()
    if (open !== '(') throw fail('SELECTOR', `found '${open}' expected: '('`)
    const values = new Set<string>()
    if (this.peek() === ')') {
      this.take()
      return values.add('')
    }
    for (;;) {
      const token = this.peek()
      if (token === ',' || token === ')') values.add('')
      else if (isIdentifier(token)) {
        values.add(this.take())
      } else throw unexpected(token, `',', ')' or identifier`)
      const next = this.take()
      if (next === ')') return values
      if (next !== ',') throw unexpected(next, `',' or ')'`)
    }
  }
}

function isIdentifier(token: string): boolean {
  return token !== '' && !/^(?:==|!=|[=!<>(),])$/.test(token)
}

function unexpected(token: string, expected: string): ToolError {
  return fail('SELECTOR', `found '${token}', expected: ${expected}`)
}

/** A whole number of 64 bits. */
function integer(text: string): bigint | undefined {
  if (!/^[-+]?[0-9]+$/.test(text)) return undefined
  const value = BigInt(text.replace('+', ''))
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

const PREFIX = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

const NAME_RULE = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`

const PREFIX_RULE = `a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`

function checkKey(key: string): void {
  const problems: string[] = []
  const parts = key.split('/')
  if (parts.length > 2) {
    problems.push(
      `a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    )
  } else {
    const name = parts[parts.length - 1] as string
    const prefix = parts.length === 2 ? parts[0] : undefined
    if (prefix === '') problems.push('prefix part must be non-empty')
    else if (prefix !== undefined) {
      if (prefix.length > 253) problems.push('prefix part must be no more than 253 characters')
      if (!PREFIX.test(prefix)) problems.push(`prefix part ${PREFIX_RULE}`)
    }
    if (name === '') problems.push('name part must be non-empty')
    else if (lengthInBytes(name) > 63) problems.push('name part must be no more than 63 characters')
    if (!NAME.test(name)) problems.push(`name part ${NAME_RULE}`)
  }
  if (problems.length > 0) throw fail('SELECTOR', `invalid label key ${goQuote(key)}: ${problems.join('; ')}`)
}

function checkValue(key: string, value: string): void {
  const problems: string[] = []
  if (lengthInBytes(value) > 63) problems.push('must be no more than 63 characters')
  if (value !== '' && !NAME.test(value)) {
    problems.push(
      `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    )
  }
  if (problems.length > 0) {
    throw fail('SELECTOR', `invalid label value: ${goQuote(value)}: at key: ${goQuote(key)}: ${problems.join('; ')}`)
  }
}

function lengthInBytes(text: string): number {
  return encodeUtf8(text).length
}
