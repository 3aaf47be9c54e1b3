/** The names of a body: its own, and those of what is around it. */
import { type RegoFile, regoError } from './errors.ts'
import type { Slots } from './plan.ts'
import type { Body, Literal, Position, Term } from './syntax.ts'

export class Scope {
  private readonly names = new Map<string, number>()
  private readonly declared = new Set<string>()
  private readonly given: number[] = []
  /** Slots of what is around it that are used here. */
  readonly outer: Slots = new Map()

  constructor(
    private readonly file: RegoFile,
    private readonly newSlot: () => number,
    private readonly isGlobal: (name: string) => boolean,
    private readonly parent: Scope | undefined,
  ) {}

  /** What is known before the body runs. */
  words(): readonly number[] {
    return this.given
  }

  /** The slot of a name; what is not the body's own is noted as taken from around it. */
  find(name: string, at: Position): number | undefined {
    const own = this.names.get(name)
    if (own !== undefined) return own
    const slot = this.parent?.find(name, at)
    if (slot !== undefined && !this.outer.has(slot)) this.outer.set(slot, { name, at })
    return slot
  }

  private isKnown(name: string): boolean {
    return this.names.has(name) || (this.parent?.isKnown(name) ?? false)
  }

  /** A name that is new here, whatever it means elsewhere, and known before the body runs. */
  declare(name: string, at: Position): void {
    this.given.push(this.add(name, at))
  }

  /** A parameter: each name in it is known when the body runs. */
  declareWord(term: Term): void {
    // The same parameter twice asks for equal values.
    walk(term, (name, at) => {
      if (!this.names.has(name)) this.declare(name, at)
    })
  }

  private add(name: string, at: Position, how = 'declared'): number {
    if (this.declared.has(name)) throw regoError(this.file, at, 'rego_compile_error', `var ${name} ${how} above`)
    this.declared.add(name)
    const slot = this.newSlot()
    this.names.set(name, slot)
    return slot
  }

  /** Notes the names of a body, but not of the bodies inside it. */
  collect(body: Body): void {
    for (const literal of body) this.collectLiteral(literal)
  }

  private collectLiteral(literal: Literal): void {
    switch (literal.kind) {
      case 'some':
        for (const name of literal.names) this.introduce(name, literal.at)
        return
      case 'test':
        return this.collectTerm(literal.term)
      case 'not':
        return this.collectLiteral(literal.literal)
      case 'unify':
        this.collectTerm(literal.right)
        if (!literal.declares) return this.collectTerm(literal.left)
        return walk(literal.left, (name, at) => this.introduce(name, at, 'assigned'))
      case 'some in':
        this.collectTerm(literal.domain)
        for (const one of [literal.key, literal.value])
          if (one !== undefined) walk(one, (name, at) => this.introduce(name, at))
        return
      case 'every':
        this.collectTerm(literal.domain)
    }
  }

  private introduce(name: string, at: Position, how?: string): void {
    const used = this.names.has(name) && !this.declared.has(name)
    if (used) throw regoError(this.file, at, 'rego_compile_error', `var ${name} referenced above`)
    this.add(name, at, how)
  }

  collectTerm(term: Term): void {
    walk(term, (name) => {
      if (!this.isGlobal(name) && !this.isKnown(name)) this.names.set(name, this.newSlot())
    })
  }

  /** Whether a name of this body, or of one around it, stands in a term. */
  mentionsOwn(term: Term): boolean {
    let found = false
    walk(term, (name) => {
      found ||= this.isKnown(name)
    })
    return found
  }
}

/** All names in a term, without those in bodies inside it. */
function walk(term: Term, visit: (name: string, at: Position) => void): void {
  const all = (terms: readonly Term[]) => {
    for (const one of terms) walk(one, visit)
  }
  switch (term.kind) {
    case 'name':
      return visit(term.name, term.at)
    case 'array':
    case 'set':
      return all(term.items)
    case 'object':
      all(term.keys)
      return all(term.values)
    case 'reference':
      walk(term.head, visit)
      return all(term.path)
    case 'call':
      return all(term.words)
  }
}
