/**
 * Command-line flags with the syntax and the messages of pflag, which users of the reference know: long and short
 * forms, values after `=` or as the next word, joined short flags, `--`.
 */
import { fail } from '../core/error.ts'
import { notBool, shorts } from './short-flags.ts'

export type FlagType = 'bool' | 'string' | 'stringArray'

export interface FlagSpec {
  name: string
  short?: string
  type: FlagType
  /** The value without the flag; nothing is false, '' or []. */
  default?: string
  /** Said when the flag is used: `Flag --x has been deprecated, <message>`. Hidden from help. */
  deprecated?: string
  /** What it is for, where `help-texts.ts` does not say so. */
  meaning?: string
  /** What completion offers as a value. */
  values?: readonly string[]
}

export type FlagValue = boolean | string | string[]

export class ParsedFlags {
  /** What was given; defaults are in the specs. */
  private readonly values = new Map<string, FlagValue>()
  /** Words that are no flags, in order. */
  readonly words: string[] = []
  /** How many words stand before `--`; undefined without one. */
  dash: number | undefined
  /** Messages of the deprecated flags that were used. */
  readonly deprecations: string[] = []
  /** `-h` or `--help` was met, where reading stopped. */
  help = false

  constructor(private readonly specs: readonly FlagSpec[]) {}

  has(name: string): boolean {
    return this.values.has(name)
  }

  set(name: string, value: FlagValue): void {
    this.values.set(name, value)
  }

  bool(name: string): boolean {
    return `${this.values.get(name) ?? this.default(name)}` === 'true'
  }

  string(name: string): string {
    const value = this.values.get(name) as string | undefined
    return value ?? this.default(name) ?? ''
  }

  private default(name: string): string | undefined {
    return this.specs.find((spec) => spec.name === name)?.default
  }

  list(name: string): string[] {
    return (this.values.get(name) as string[] | undefined) ?? []
  }
}

export function parseFlags(specs: readonly FlagSpec[], words: readonly string[]): ParsedFlags {
  const parsed = new ParsedFlags(specs)
  const byName = (name: string) => specs.find((spec) => spec.name === name)
  let i = 0
  while (i < words.length && !parsed.help) {
    const word = words[i++] as string
    if (word.length < 2 || !word.startsWith('-')) {
      parsed.words.push(word)
    } else if (word === '--') {
      parsed.dash = parsed.words.length
      parsed.words.push(...words.slice(i))
      break
    } else if (word.startsWith('--')) {
      i += long(parsed, byName, word, words[i])
    } else {
      i += shorts(specs, word, words[i], {
        set: (spec, text) => set(parsed, spec, text),
        help: () => (parsed.help = true),
      })
    }
  }
  return parsed
}

type Lookup = (name: string) => FlagSpec | undefined

/** Returns how many further words were taken. */
function long(parsed: ParsedFlags, byName: Lookup, word: string, next: string | undefined): number {
  const text = word.slice(2)
  if (text.startsWith('-') || text.startsWith('=')) throw usageError(`bad flag syntax: ${word}`)
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const spec = byName(name)
  if (spec === undefined) {
    if (name !== 'help') throw usageError(`unknown flag: --${name}`)
    parsed.help = true
    return 0
  }
  if (equals >= 0) {
    set(parsed, spec, text.slice(equals + 1))
    return 0
  }
  if (spec.type === 'bool') {
    set(parsed, spec, 'true')
    return 0
  }
  if (next === undefined) throw usageError(`flag needs an argument: ${word}`)
  set(parsed, spec, next)
  return 1
}

const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True']
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False']

function set(parsed: ParsedFlags, spec: FlagSpec, text: string): void {
  const { name, type, deprecated } = spec
  if (type === 'bool') {
    if (!TRUE.includes(text) && !FALSE.includes(text)) {
      throw notBool(spec, text)
    }
    parsed.set(name, TRUE.includes(text))
  } else if (type === 'string') {
    parsed.set(name, text)
  } else {
    parsed.set(name, [...parsed.list(name), text])
  }
  if (deprecated !== undefined) parsed.deprecations.push(`Flag --${name} has been deprecated, ${deprecated}`)
}

function usageError(message: string): Error {
  return fail('USAGE', message)
}

/** A flag's value, which has to be one of some. */
export function oneOf<T extends string>(flag: string, value: string, legal: readonly T[]): T {
  for (const one of legal) if (one === value) return one
  throw usageError(`illegal flag value ${flag} ${value}; legal values: [${legal.join(' ')}]`)
}
