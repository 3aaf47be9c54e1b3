/** Flux's substitution of variables in a text (flux 6.1). */
import { fail } from '../core/error.ts'
import { joined } from './escaped-bytes.ts'
import { type Expression, type Part, parseTemplate } from './expression.ts'
import { operate } from './operators.ts'

export interface SubstituteOptions {
  /** A variable that is not set is an error, unless the expression has a default. */
  strict?: boolean
}

/** Characters that may be made of one template; more is no configuration any more. */
const MOST_CHARACTERS = 64_000_000

/** Operators that have a default for a variable that is not set. */
export const DEFAULTS: ReadonlySet<string> = new Set([':=', ':-', '=', ':?', ':+'])

/**
 * Replaces the expressions of a template: `${COUNT:=2}` is the value of COUNT, or 2.
 *
 * ```ts
 * substitute('replicas: ${COUNT:=2}', new Map([['COUNT', '3']]), { strict: true }) // replicas: 3
 * ```
 *
 * @throws ToolError with code SUBSTITUTION in the words of the reference; `SUBSTITUTION_SIZE` for what would get too large
 */
export function substitute(
  template: string,
  variables: ReadonlyMap<string, string>,
  { strict = false }: SubstituteOptions = {},
): string {
  if (!template.includes('$') && !template.includes('\0')) return template
  const evaluation = new Evaluation(variables, strict)
  let text = ''
  for (const part of parseTemplate(template)) text += evaluation.part(part)
  return joined(text)
}

class Evaluation {
  private left = MOST_CHARACTERS

  constructor(
    private readonly variables: ReadonlyMap<string, string>,
    private readonly strict: boolean,
  ) {}

  part(part: Part): string {
    const text = typeof part === 'string' ? part : this.expression(part)
    this.spend(text.length)
    return text
  }

  /** Arguments come first, so that what is missing in them is said first. */
  private expression({ name, operator, args }: Expression): string {
    const texts = args.map((arg) => this.part(arg))
    const value = this.variables.get(name)
    if (value === undefined && this.strict && !DEFAULTS.has(operator)) {
      throw fail('SUBSTITUTION', `variable not set (strict mode): "${name}"`)
    }
    return operate(operator, value ?? '', texts, (steps) => this.spend(steps))
  }

  private spend(steps: number): void {
    this.left -= steps
    if (this.left < 0)
      throw fail('SUBSTITUTION_SIZE', `substitution makes more than ${MOST_CHARACTERS / 1_000_000} million characters`)
  }
}
