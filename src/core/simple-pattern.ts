/**
 * The patterns people write for names and kinds, without the regular expression engine: literals, `.`, classes, `*` `+`
 * `?` after one of these, and groups of alternatives. Matching is a walk over all states at once, linear in the text.
 */

/** Pairs of code points, both ends included. */
interface CharacterSet {
  ranges: readonly number[]
  negated: boolean
}

interface Element {
  set: CharacterSet
  /** May be left out. */
  optional: boolean
  /** May come again. */
  repeated: boolean
}

export type Sequence = readonly Element[]

/** States are bits of a 32 bit number, one being the end. */
const MAX_ELEMENTS = 30
const MAX_NESTED_GROUPS = 50
const MAX_LITERAL = 256
const MAX_SEQUENCES = 32

const ANY: CharacterSet = { ranges: [10, 10], negated: true }
const CLASSES: Record<string, readonly number[]> = { d: [48, 57], w: [48, 57, 65, 90, 95, 95, 97, 122] }

/**
 * The alternatives of a pattern, or undefined when it is not simple (which includes all that is wrong). With `anchored`
 * a `^` at the start and a `$` at the end of an alternative say nothing new.
 */
export function parseSimple(text: string, anchored: boolean): Sequence[] | undefined {
  const parser = new Parser(text, anchored)
  const sequences = parser.alternatives(true)
  if (sequences === undefined || parser.at < text.length) return undefined
  for (const one of sequences) {
    if (one.length > (literalOf(one) === undefined ? MAX_ELEMENTS : MAX_LITERAL)) return undefined
  }
  return sequences
}

/** The only text a sequence matches, or undefined when there are several. */
export function literalOf(sequence: Sequence): string | undefined {
  let text = ''
  for (const element of sequence) {
    if (!isLiteral(element)) return undefined
    text += String.fromCodePoint(element.set.ranges[0] as number)
  }
  return text
}

function isLiteral({ set: { ranges, negated }, optional, repeated }: Element): boolean {
  return !optional && !repeated && !negated && ranges.length === 2 && ranges[0] === ranges[1]
}

/** What all texts that match one of these begin with. */
export function commonPrefix(sequences: readonly Sequence[]): string {
  let prefix: string | undefined
  for (const sequence of sequences) {
    const end = sequence.findIndex((element) => !isLiteral(element))
    const own = literalOf(end < 0 ? sequence : sequence.slice(0, end)) as string
    let shared = 0
    if (prefix !== undefined) while (shared < prefix.length && prefix[shared] === own[shared]) shared++
    prefix = prefix === undefined ? own : prefix.slice(0, shared)
  }
  return prefix ?? ''
}

/** Elements that may be left out, in patterns that the native engine is given: it may try both ways for each. */
const MAX_NATIVE_OPTIONAL = 4

/** Whether backtracking takes no more than a small multiple of a text's length. */
export function canBeNative(sequences: readonly Sequence[]): boolean {
  return sequences.every(
    (sequence) =>
      sequence.filter(({ repeated }) => repeated).length <= 1 &&
      sequence.filter(({ optional }) => optional).length <= MAX_NATIVE_OPTIONAL,
  )
}

/** The native expression for whole texts of these shapes. */
export function nativePattern(sequences: readonly Sequence[]): RegExp {
  const shapes = sequences.map((sequence) => sequence.map(nativeElement).join(''))
  return new RegExp(`^(?:${shapes.join('|')})$`, 'u')
}

function nativeElement({ set: { ranges, negated }, optional, repeated }: Element): string {
  let members = ''
  for (let i = 0; i < ranges.length; i += 2) {
    const low = (ranges[i] as number).toString(16)
    const high = (ranges[i + 1] as number).toString(16)
    members += low === high ? `\\u{${low}}` : `\\u{${low}}-\\u{${high}}`
  }
  return `[${negated ? '^' : ''}${members}]${repeated ? '*' : optional ? '?' : ''}`
}

/** Whether the whole text, or with `anchored` false some part of it, is of the sequence's shape. */
export function matchesSequence(sequence: Sequence, text: string, anchored: boolean): boolean {
  const end = 1 << sequence.length
  const start = closure(sequence, 1)
  let states = start
  for (let i = 0; i < text.length; ) {
    if (!anchored && (states & end) !== 0) return true
    const code = text.codePointAt(i) as number
    i += code > 0xffff ? 2 : 1
    let next = 0
    for (let k = 0; k < sequence.length; k++) {
      if ((states & (1 << k)) === 0) continue
      const element = sequence[k] as Element
      if (has(element.set, code)) next |= element.repeated ? 1 << k : 1 << (k + 1)
    }
    states = closure(sequence, next)
    if (!anchored) states |= start
    else if (states === 0) return false
  }
  return (states & end) !== 0
}

function closure(sequence: Sequence, states: number): number {
  let all = states
  for (let k = 0; k < sequence.length; k++) {
    if ((all & (1 << k)) !== 0 && (sequence[k] as Element).optional) all |= 1 << (k + 1)
  }
  return all
}

function has({ ranges, negated }: CharacterSet, code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] as number) && code <= (ranges[i + 1] as number)) return !negated
  }
  return negated
}

function isWord(c: number): boolean {
  return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x5f
}

function literal(code: number): Element {
  return { set: { ranges: [code, code], negated: false }, optional: false, repeated: false }
}

class Parser {
  at = 0
  private depth = 0
  constructor(
    private readonly text: string,
    private readonly anchored: boolean,
  ) {}

  alternatives(top: boolean): Element[][] | undefined {
    const all: Element[][] = []
    for (;;) {
      const some = this.sequence(top)
      if (some === undefined || all.length + some.length > MAX_SEQUENCES) return undefined
      all.push(...some)
      if (this.text[this.at] !== '|') return all
      this.at++
    }
  }

  /** Up to `|`, `)` or the end. */
  private sequence(top: boolean): Element[][] | undefined {
    const { text } = this
    let made: Element[][] = [[]]
    if (top && this.anchored && text[this.at] === '^') this.at++
    while (this.at < text.length) {
      const word = this.word()
      if (word > 0) {
        for (const head of made) for (let i = this.at; i < this.at + word; i++) head.push(literal(text.charCodeAt(i)))
        this.at += word
        if ((made[0] as Element[]).length > MAX_LITERAL) return undefined
        continue
      }
      const c = text[this.at]
      if (c === '|' || (c === ')' && !top)) break
      if (c === '$' && top && this.anchored && (this.at + 1 === text.length || text[this.at + 1] === '|')) {
        this.at++
        break
      }
      const atoms = c === '(' ? this.group() : this.atom()
      if (atoms === undefined || made.length * atoms.length > MAX_SEQUENCES) return undefined
      made =
        made.length === 1 && atoms.length === 1
          ? [append(made[0] as Element[], atoms[0] as Element[])]
          : made.flatMap((head) => atoms.map((tail) => [...head, ...tail]))
      if ((made[0] as Element[]).length > MAX_LITERAL) return undefined
    }
    return made
  }

  /** How many characters follow that stand for themselves, without what a quantifier says about the last of them. */
  private word(): number {
    const { text } = this
    let end = this.at
    while (isWord(text.charCodeAt(end))) end++
    if (end > this.at && '*+?{'.includes(text.charAt(end)) && end < text.length) end--
    return end - this.at
  }

  private group(): Element[][] | undefined {
    const { text } = this
    if (++this.depth > MAX_NESTED_GROUPS) return undefined
    this.at++
    if (text[this.at] === '?') {
      if (text[this.at + 1] !== ':') return undefined
      this.at += 2
    }
    const inner = this.alternatives(false)
    if (inner === undefined || text[this.at] !== ')') return undefined
    this.depth--
    this.at++
    const after = text[this.at]
    if (after === '*' || after === '+' || after === '{') return undefined
    if (after !== '?') return inner
    this.at++
    return this.quantifierFollows() ? undefined : [...inner, []]
  }

  /** One character or set and its quantifier. */
  private atom(): Element[][] | undefined {
    const set = this.set()
    if (set === undefined) return undefined
    const one = { set, optional: false, repeated: false }
    switch (this.text[this.at]) {
      case '?':
        this.at++
        return this.quantifierFollows() ? undefined : [[{ set, optional: true, repeated: false }]]
      case '*':
        this.at++
        return this.quantifierFollows() ? undefined : [[{ set, optional: true, repeated: true }]]
      case '+':
        this.at++
        return this.quantifierFollows() ? undefined : [[one, { set, optional: true, repeated: true }]]
      case '{':
        return undefined
    }
    return [[one]]
  }

  private quantifierFollows(): boolean {
    const c = this.text[this.at]
    return c === '*' || c === '+' || c === '?' || c === '{'
  }

  private set(): CharacterSet | undefined {
    const { text } = this
    const code = text.codePointAt(this.at) as number
    const c = String.fromCodePoint(code)
    if ('*+?{^$)'.includes(c)) return undefined
    this.at += c.length
    if (c === '.') return ANY
    if (c === '[') return this.characterClass()
    const ranges = c === '\\' ? this.escape() : [code, code]
    return ranges && { ranges, negated: false }
  }

  private characterClass(): CharacterSet | undefined {
    const { text } = this
    const negated = text[this.at] === '^'
    if (negated) this.at++
    const ranges: number[] = []
    while (this.at < text.length) {
      const c = text[this.at]
      if (c === ']') {
        this.at++
        return ranges.length === 0 ? undefined : { ranges, negated }
      }
      if (c === '[') return undefined
      if (c === '-' && ranges.length > 0 && text[this.at + 1] !== ']') return undefined
      const low = this.member()
      if (low === undefined) return undefined
      if (text[this.at] !== '-' || text[this.at + 1] === ']') {
        ranges.push(...low)
        continue
      }
      this.at++
      const high = this.member()
      if (high === undefined || low.length > 2 || high.length > 2 || low[0] !== low[1] || high[0] !== high[1])
        return undefined
      if ((low[0] as number) > (high[0] as number)) return undefined
      ranges.push(low[0] as number, high[0] as number)
    }
    return undefined
  }

  private member(): readonly number[] | undefined {
    const code = this.text.codePointAt(this.at)
    if (code === undefined || code === 0x5d || code === 0x5b) return undefined
    this.at += code > 0xffff ? 2 : 1
    return code === 0x5c ? this.escape() : [code, code]
  }

  /** After a backslash: punctuation is itself, `d` and `w` are classes. */
  private escape(): readonly number[] | undefined {
    const c = this.text[this.at]
    if (c === undefined) return undefined
    this.at++
    const known = CLASSES[c]
    if (known !== undefined) return known
    const code = c.charCodeAt(0)
    return code > 0x20 && code < 0x7f && !/[A-Za-z0-9]/.test(c) ? [code, code] : undefined
  }
}

function append(head: Element[], tail: Element[]): Element[] {
  head.push(...tail)
  return head
}
