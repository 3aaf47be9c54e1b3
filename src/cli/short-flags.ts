/** Flags of one letter, and what is said of a value that a flag cannot have. */
import { fail, type ToolError } from '../core/error.ts'
import { goQuote } from '../core/text.ts'

interface Lettered {
  short?: string
  type: string
}

/** What is done with what was found. */
interface Found<Spec> {
  set(spec: Spec, text: string): void
  help(): void
}

/** Reads `-abc`, `-ovalue`, `-o value` or `-o=value`; returns how many further words were taken. */
export function shorts<Spec extends Lettered>(
  specs: readonly Spec[],
  word: string,
  next: string | undefined,
  found: Found<Spec>,
): number {
  let rest = word.slice(1)
  while (rest !== '') {
    const letter = rest[0] as string
    const spec = specs.find(({ short }) => short === letter)
    if (spec === undefined) {
      if (letter !== 'h') throw fail('USAGE', `unknown shorthand flag: '${letter}' in -${rest}`)
      found.help()
      return 0
    }
    if (rest.length > 2 && rest[1] === '=') {
      found.set(spec, rest.slice(2))
      return 0
    }
    if (spec.type === 'bool') {
      found.set(spec, 'true')
      rest = rest.slice(1)
    } else if (rest.length > 1) {
      found.set(spec, rest.slice(1))
      return 0
    } else if (next === undefined) {
      throw fail('USAGE', `flag needs an argument: '${letter}' in -${rest}`)
    } else {
      found.set(spec, next)
      return 1
    }
  }
  return 0
}

export function notBool({ name, short }: { name: string; short?: string }, text: string): ToolError {
  const shown = short === undefined ? `--${name}` : `-${short}, --${name}`
  const reason = `strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`
  return fail('USAGE', `invalid argument ${goQuote(text)} for "${shown}" flag: ${reason}`)
}
