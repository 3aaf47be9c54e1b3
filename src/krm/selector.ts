/** Kubernetes label selector expressions (build 4.5), with the messages of its parser. */
import { fail, type ToolError } from '../core/error.ts'
import { goQuote } from '../core/text.ts'

export interface Selector {
  /** `lookup` gives the value of a label, undefined when it is not set. */
  matches(lookup: (key: string) => string | undefined): boolean
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

const OPERATORS = 'in, notin, =, ==, !=, gt, lt'

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
        const values = this.values(key)
        return (lookup) => values.has(lookup(key) as string)
      }
      case 'notin': {
        const values = this.values(key)
        return (lookup) => !values.has(lookup(key) as string)
      }
      case '>':
      case '<': {
        const limit = this.number(key)
        return (lookup) => {
          const text = lookup(key)
          if (text === undefined || !/^[-+]?[0-9]+$/.test(text)) return false
          return operator === '>' ? BigInt(text) > limit : BigInt(text) < limit
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
    const value = this.exactValue(key)
    if (!/^[-+]?[0-9]+$/.test(value)) {
      throw fail(
        'SELECTOR',
        `values[0][${key}]: Invalid value: ${goQuote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      )
    }
    return BigInt(value)
  }

  private values(key: string): Set<string> {
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
        checkValue(key, token)
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

const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

const PREFIX = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

function checkKey(key: string): void {
  const slash = key.indexOf('/')
  const name = key.slice(slash + 1)
  if (slash > 0 && !PREFIX.test(key.slice(0, slash))) {
    throw fail(
      'SELECTOR',
      `invalid label key ${goQuote(key)}: prefix part a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    )
  }
  if (name.length <= 63 && NAME.test(name) && key.split('/').length <= 2 && slash !== 0) return
  throw fail(
    'SELECTOR',
    `key: Invalid value: ${goQuote(key)}: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
  )
}

function checkValue(key: string, value: string): void {
  if (value.length > 63) {
    throw fail('SELECTOR', `values[0][${key}]: Invalid value: ${goQuote(value)}: must be no more than 63 bytes`)
  }
  if (NAME.test(value)) return
  throw fail(
    'SELECTOR',
    `values[0][${key}]: Invalid value: ${goQuote(value)}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  )
}
