/** The grammar of Flux's substitution (flux 6.1): a template becomes text and expressions. */
import { fail, type ToolError } from '../core/error.ts'

export interface Expression {
  name: string
  /** As written; '' for the plain value. */
  operator: string
  /** One or two of them; those of a default are one after the other. */
  args: readonly Part[]
}

/** Text, or an expression that stands for it. */
export type Part = string | Expression

/** Deeper nesting is refused (the reference has no limit but memory). */
const DEEPEST = 500

/**
 * Parses a template. A NUL ends it.
 *
 * @throws ToolError with code SUBSTITUTION in the words of the reference
 */
export function parseTemplate(template: string): Part[] {
  const end = template.indexOf('\0')
  return new TemplateReader(end < 0 ? template : template.slice(0, end)).parts()
}

class TemplateReader {
  private at = 0
  private depth = 0

  constructor(private readonly text: string) {}

  parts(): Part[] {
    const parts: Part[] = []
    let literal = ''
    let from = 0
    for (;;) {
      const sign = this.text.indexOf('$', this.at)
      const next = sign < 0 ? '' : this.text[sign + 1]
      if (sign < 0) break
      this.at = sign + 1
      if (next === '$') {
        literal += this.text.slice(from, this.at)
        from = ++this.at
      } else if (next === '{') {
        literal += this.text.slice(from, sign)
        if (literal !== '') parts.push(literal)
        literal = ''
        this.at++
        parts.push(this.expression())
        from = this.at
      }
    }
    literal += this.text.slice(from)
    if (literal !== '') parts.push(literal)
    return parts
  }

  /** From behind `${` to behind `}`. */
  private expression(): Expression {
    if (++this.depth > DEEPEST) throw problem(`expressions are nested more than ${DEEPEST} deep`)
    const expression = this.text[this.at] === '#' ? this.length() : this.operation()
    this.depth--
    return expression
  }

  private length(): Expression {
    this.at++
    const name = this.name()
    if (name === '') throw badSubstitution()
    this.close()
    return { name, operator: '#', args: [] }
  }

  private operation(): Expression {
    const name = this.name()
    if (name === '') throw problem('unable to parse variable name')
    switch (this.text[this.at]) {
      case ':':
        return this.colon(name)
      case '=':
        return this.fallback(name, this.take(/=/y))
      case '^':
      case ',': {
        const operator = this.take(/[\^,]{1,2}/y)
        this.close()
        return { name, operator, args: [] }
      }
      case '/':
        return this.replacement(name)
      case '#':
      case '%': {
        const operator = this.take(/##?|%%?/y)
        const pattern = this.argument(/[^}]/y, false)
        this.close()
        return { name, operator, args: [pattern] }
      }
      default:
        if (this.take(/\}/y) === '') throw problem('missing closing brace')
        return { name, operator: '', args: [] }
    }
  }

  private colon(name: string): Expression {
    const operator = this.take(/:[=?+-]/y)
    if (operator !== '') return this.fallback(name, operator)
    this.at++
    // The reference loses its place at the end of the text and before a character of several bytes.
    if (!(this.text.charCodeAt(this.at) < 0x80)) throw badSubstitution()
    const offset = this.argument(/[^:}]/y, false)
    if (this.take(/\}/y) !== '') return { name, operator: ':', args: [offset] }
    if (this.take(/:+/y) === '') throw badSubstitution()
    const length = this.argument(/[^}]/y, false)
    this.close()
    return { name, operator: ':', args: [offset, length] }
  }

  private fallback(name: string, operator: string): Expression {
    const args: Part[] = []
    while (this.text[this.at] !== '}') args.push(this.argument(/[^}]/y, false))
    this.at++
    return { name, operator, args }
  }

  private replacement(name: string): Expression {
    const operator = this.take(/\/[/#%]?/y)
    const old = this.argument(/[^/]/y, true)
    if (this.take(/\/+/y) === '') throw badSubstitution()
    if (this.take(/\}/y) !== '') return { name, operator, args: [old] }
    const replacement = this.argument(/[^}]/y, true)
    this.close()
    return { name, operator, args: [old, replacement] }
  }

  /** One text, as far as its characters are of the given kind, or one expression. */
  private argument(kind: RegExp, hasEscapes: boolean): Part {
    const { text } = this
    if (text.startsWith('${', this.at)) {
      this.at += 2
      return this.expression()
    }
    let argument = ''
    let from = this.at
    while (this.at < text.length) {
      const character = text[this.at]
      const next = text[this.at + 1]
      const isEscape = character === '\\' ? next === '/' || next === '\\' : character === '$' && next === '$'
      if (hasEscapes && isEscape) {
        argument += text.slice(from, this.at)
        from = this.at + 1
        this.at += 2
        continue
      }
      if (character === '$' && next === '{') break
      kind.lastIndex = this.at
      if (!kind.test(text)) break
      this.at++
    }
    argument += text.slice(from, this.at)
    if (argument === '') throw problem('unable to parse substitution within function')
    return argument
  }

  private name(): string {
    return this.take(/[\p{L}\p{Nd}_]*/uy)
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  private close(): void {
    if (this.take(/\}/y) === '') throw badSubstitution()
  }
}

function badSubstitution(): ToolError {
  return problem('bad substitution')
}

function problem(message: string): ToolError {
  return fail('SUBSTITUTION', message)
}
