/** Modules and their rules. */
import type { RegoFile } from './errors.ts'
import { TermParser } from './parse-term.ts'
import type { Body, ModuleSyntax, Position, RuleSyntax, Term } from './syntax.ts'

/**
 * Reads a policy. `newer` is the language in which `if` and `contains` need no import.
 *
 * @example parseModule({ name: 'policy', text: 'package p\nallow { input.ok }' }).rules.length // 1
 */
export function parseModule(file: RegoFile, newer = false): ModuleSyntax {
  return new ModuleParser(file, newer).module()
}

const NEWER_KEYWORDS = ['if', 'in', 'contains', 'every']

class ModuleParser extends TermParser {
  /** The newer language does not know the older forms. */
  private newer = false

  constructor(file: RegoFile, newer: boolean) {
    super(file)
    if (newer) this.becomeNewer()
  }

  private becomeNewer(): void {
    this.newer = true
    for (const word of NEWER_KEYWORDS) this.keywords.add(word)
  }

  module(): ModuleSyntax {
    if (!this.is('package')) throw this.error('package expected')
    this.i++
    const name = this.path().join('.')
    const made: ModuleSyntax = { package: name, imports: new Map(), rules: [] }
    while (this.next.kind !== 'end') {
      const { at } = this.next
      if (this.take('import')) this.import(made, at)
      else if (!this.take(';')) this.rule(made.rules)
    }
    return made
  }

  private path(): string[] {
    const names = [this.identifier('a name')]
    for (;;) {
      if (this.take('.')) {
        const { kind, text } = this.next
        if (kind !== 'name') throw this.unexpected('expected a name')
        this.i++
        names.push(text)
      } else if (this.next.adjacent && this.take('[')) {
        const { kind, text } = this.next
        if (kind !== 'string') throw this.unexpected('expected a string')
        this.i++
        names.push(text)
        this.expect(']')
      } else return names
    }
  }

  private import(made: ModuleSyntax, at: Position): void {
    const path = this.path()
    const whole = path.join('.')
    if (whole === 'rego.v1') return this.becomeNewer()
    if (whole === 'future.keywords') {
      for (const word of NEWER_KEYWORDS) this.keywords.add(word)
      return
    }
    if (path[0] === 'future') {
      const word = path.length === 3 && path[1] === 'keywords' ? (path[2] as string) : ''
      if (!NEWER_KEYWORDS.includes(word))
        throw this.error(`unexpected keyword, must be one of [contains every if in]`, at)
      this.keywords.add(word)
      if (word === 'every') this.keywords.add('in')
      return
    }
    if (path[0] !== 'data' && path[0] !== 'input')
      throw this.error(
        `unexpected import path, must begin with one of: {data, future, input, rego}, got: ${path[0]}`,
        at,
      )
    const alias = this.take('as') ? this.identifier('a name') : (path.at(-1) as string)
    made.imports.set(alias, { path, at })
  }

  private rule(rules: RuleSyntax[]): void {
    const { at } = this.next
    if (this.take('default')) {
      const name = this.identifier('a rule')
      if (this.is('(')) throw this.error('default functions are not supported')
      if (!this.take('=') && !this.take(':=')) throw this.unexpected('expected = or :=')
      rules.push({ ...NOTHING, name, form: 'default', value: this.term(), body: [], at })
      return
    }
    const head = this.head(at)
    const hasValue = this.take('=') || this.take(':=')
    const value = hasValue ? this.term() : TRUE(at)
    if (hasValue && head.form === 'set') head.form = 'object'
    const isIf = this.isKeyword('if')
    if (isIf && head.form === 'set' && !head.contains) head.form = 'object'
    if (this.newer && this.is('{')) throw this.error('`if` keyword is required before rule body', at)
    if (this.newer && head.form === 'set' && !head.contains)
      throw this.error('`contains` keyword is required for partial set rules', at)
    const bodies: Body[] = []
    if (isIf || this.is('{')) bodies.push(this.ruleBody())
    else if (!hasValue && head.form !== 'set') throw this.error('var cannot be used for rule name', at)
    while (!isIf && bodies.length > 0 && this.is('{')) bodies.push(this.ruleBody())
    const { name, form, words, key } = head
    const made = (bodies.length === 0 ? [[]] : bodies).map(
      (body): RuleSyntax => ({ name, form, words, key, value, body, otherwise: undefined, at }),
    )
    rules.push(...made)
    let last = made.at(-1) as RuleSyntax
    while (this.is('else')) {
      const elseAt = this.next.at
      this.i++
      if (form === 'set' || form === 'object') throw this.error('else keyword cannot be used on partial rules', elseAt)
      const otherwise = this.take('=') || this.take(':=') ? this.term() : TRUE(elseAt)
      const body = this.isKeyword('if') || this.is('{') ? this.ruleBody() : []
      const branch: RuleSyntax = { ...last, value: otherwise, body, otherwise: undefined, at: elseAt }
      last.otherwise = branch
      last = branch
    }
  }

  private head(at: Position): Pick<RuleSyntax, 'name' | 'form' | 'words' | 'key'> & { contains: boolean } {
    const name = this.identifier('a rule')
    if (this.is('.')) throw this.error('rules with dots in their names are not supported')
    if (this.take('(')) {
      const words: Term[] = []
      while (!this.take(')')) {
        words.push(this.term())
        if (!this.take(',') && !this.is(')')) throw this.unexpected('expected "," or ")"')
      }
      if (words.length === 0) throw this.error('functions without parameters are not supported', at)
      return { name, form: 'function', words, key: undefined, contains: false }
    }
    if (this.isKeyword('contains')) {
      this.i++
      return { name, form: 'set', words: [], key: this.term(), contains: true }
    }
    if (!this.take('[')) return { name, form: 'complete', words: [], key: undefined, contains: false }
    const key = this.term()
    this.expect(']')
    if (this.is('[') || this.is('.')) throw this.error('rules with more than one key are not supported')
    return { name, form: 'set', words: [], key, contains: false }
  }

  /** `if` and a literal, or braces. */
  private ruleBody(): Body {
    const isIf = this.isKeyword('if')
    if (isIf) this.i++
    if (this.take('{')) return this.body('}')
    return [this.literal()]
  }
}

const NOTHING = { words: [], key: undefined, otherwise: undefined }
const TRUE = (at: Position): Term => ({ kind: 'value', value: true, at })
