/** Values as text. */
import { goQuote } from '../../core/text.ts'
import { formatG } from '../../yaml/floats.ts'
import { trouble, type Usage } from './limits.ts'
import { Builtin, Closure, Dict, Float, List, Module, Range, Tuple, type Value, ValueSet } from './values.ts'

/** What `str` says. */
export function textOf(value: Value, usage: Usage): string {
  return typeof value === 'string' ? value : repr(value, usage)
}

/** What `repr` says: texts in quotes. A list inside itself is shown as `[...]`. */
export function repr(value: Value, usage: Usage): string {
  const parts: string[] = []
  new Writer(parts, usage).value(value)
  return parts.join('')
}

class Writer {
  private readonly around: Value[] = []

  constructor(
    private readonly parts: string[],
    private readonly usage: Usage,
  ) {}

  value(value: Value): void {
    if (typeof value === 'string') this.write(goQuote(value))
    else if (value instanceof List) this.inside(value, '[...]', () => this.items('[', value.items, ']'))
    else if (value instanceof Tuple && value.origin !== undefined) this.write(value.origin.text)
    else if (value instanceof Tuple) {
      this.inside(value, '(...)', () => this.items('(', value.items, value.items.length === 1 ? ',)' : ')'))
    } else if (value instanceof ValueSet)
      this.inside(value, 'set(...)', () => this.items('set([', value.values(), '])'))
    else if (value instanceof Dict) this.inside(value, '{...}', () => this.dict(value))
    else this.write(leafText(value))
  }

  private write(text: string): void {
    this.usage.step()
    this.usage.memory(text.length)
    this.parts.push(text)
  }

  private inside(value: Value, cycle: string, write: () => void): void {
    if (this.around.includes(value)) return this.write(cycle)
    this.around.push(value)
    this.usage.enter()
    write()
    this.usage.leave()
    this.around.pop()
  }

  private items(open: string, items: readonly Value[], close: string): void {
    this.write(open)
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.write(', ')
      this.value(items[i] as Value)
    }
    this.write(close)
  }

  private dict(dict: Dict): void {
    this.write('{')
    for (const [i, [key, value]] of dict.pairs().entries()) {
      if (i > 0) this.write(', ')
      this.value(key)
      this.write(': ')
      this.value(value)
    }
    this.write('}')
  }
}

function leafText(value: Exclude<Value, string | List | Tuple | Dict | ValueSet>): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Float) return floatText(value.value)
  if (value instanceof Range) return rangeText(value)
  if (value instanceof Closure) return `<function ${value.name}>`
  if (value instanceof Builtin) {
    return value.owner === undefined
      ? `<built-in function ${value.name}>`
      : `<built-in method ${value.name} of ${value.owner} value>`
  }
  if (value instanceof Module && value.type !== 'module') {
    throw trouble(`a text of ${value.type} is not supported by strake`)
  }
  return `<module ${goQuote(value.name)}>`
}

function rangeText({ start, stop, step }: Range): string {
  if (step !== 1n) return `range(${start}, ${stop}, ${step})`
  return start === 0n ? `range(${stop})` : `range(${start}, ${stop})`
}

/** A number with a point, an exponent, or both. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? '+inf' : '-inf'
  const text = formatG(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}
