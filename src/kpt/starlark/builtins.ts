/** The functions that every program can call. */
import { signature, unpack, unpackPositional } from './arguments.ts'
import { update } from './collection-methods.ts'
import { compareValues } from './compare.ts'
import { MOST_BITS, trouble, within } from './limits.ts'
import { attributeNames, attributeOrUndefined } from './methods.ts'
import { isNumber, toFloat } from './operators.ts'
import { lengthOf } from './places.ts'
import { repr, textOf } from './show.ts'
import {
  Builtin,
  Dict,
  Float,
  isIterable,
  isTruthy,
  iterate,
  List,
  type Named,
  Range,
  type Thread,
  Tuple,
  tuple,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts'

type Run = (thread: Thread, given: (Value | undefined)[]) => Value

/** Arguments of these have positions only. */
const positional: Record<string, readonly [parameters: string, run: Run]> = {
  abs: [
    'x any',
    (_, [x]) => {
      if (!isNumber(x as Value)) throw trouble(`got ${typeOf(x as Value)}, want int or float`)
      if (x instanceof Float) return new Float(Math.abs(x.value))
      return (x as bigint) < 0n ? -(x as bigint) : (x as bigint)
    },
  ],
  all: ['iterable iterable', ({ usage }, [given]) => iterate(given as Value, usage).every(isTruthy)],
  any: ['iterable iterable', ({ usage }, [given]) => iterate(given as Value, usage).some(isTruthy)],
  bool: ['x? any', (_, [x = false]) => isTruthy(x)],
  chr: [
    'i any',
    (_, [i]) => {
      if (typeof i !== 'bigint') throw trouble(`chr: got ${typeOf(i as Value)}, want int`)
      if (i > 0x7fffffffn || i < -0x80000000n) throw trouble(`chr: ${i} out of range`)
      if (i < 0n) throw trouble(`chr: Unicode code point ${i} out of range (<0)`)
      if (i > 0x10ffffn)
        throw trouble(`chr: Unicode code point U+${i.toString(16).toUpperCase()} out of range (>0x10FFFF)`)
      return String.fromCodePoint(Number(i))
    },
  ],
  dir: ['x any', (_, [x]) => new List(attributeNames(x as Value))],
  enumerate: [
    'iterable iterable, start? int',
    ({ usage }, [given, start = 0n]) => {
      const items = iterate(given as Value, usage)
      usage.elements(items.length * 3)
      return new List(items.map((item, i) => tuple((start as bigint) + BigInt(i), item)))
    },
  ],
  float: ['x? any', (_, [x = 0n]) => new Float(floatOf(x))],
  getattr: [
    'x any, name string, default? any',
    (_, [x, name, absent]) => {
      const found = attributeOrUndefined(x as Value, name as string) ?? absent
      if (found === undefined) throw trouble(`getattr: ${typeOf(x as Value)} has no .${name} field or method`)
      return found
    },
  ],
  hasattr: ['x any, name string', (_, [x, name]) => attributeNames(x as Value).includes(name as string)],
  hash: [
    'x any',
    () => {
      throw trouble('hash is not supported by strake')
    },
  ],
  len: [
    'x any',
    (_, [x = null]) => {
      const length = x instanceof Dict || x instanceof ValueSet ? x.size : lengthOf(x)
      if (length === undefined) throw trouble(`len: value of type ${typeOf(x)} has no len`)
      return BigInt(length)
    },
  ],
  list: ['iterable? iterable', ({ usage }, [given]) => new List(copied(given, usage))],
  ord: [
    's any',
    (_, [s]) => {
      if (typeof s !== 'string') throw trouble(`ord: got ${typeOf(s as Value)}, want string or bytes`)
      const characters = [...s]
      if (characters.length !== 1) throw trouble(`ord: string encodes ${characters.length} Unicode code points, want 1`)
      return BigInt(s.codePointAt(0) as number)
    },
  ],
  range: [
    'start_or_stop int, stop? int, step? int',
    (_, [first, second, third = 1n]) => {
      const [start, stop] = second === undefined ? [0n, first as bigint] : [first as bigint, second as bigint]
      const step = third as bigint
      if (step === 0n) throw trouble('range: step argument must not be zero')
      const distance = step > 0n ? stop - start : start - stop
      const size = step > 0n ? step : -step
      const length = distance <= 0n ? 0n : (distance - 1n) / size + 1n
      if (length > BigInt(Number.MAX_SAFE_INTEGER)) throw trouble('a range as long as this is not supported by strake')
      return new Range(start, stop, step, Number(length))
    },
  ],
  repr: ['x any', ({ usage }, [x]) => repr(x as Value, usage)],
  reversed: ['iterable iterable', ({ usage }, [given]) => new List(copied(given, usage).reverse())],
  set: [
    'iterable? iterable',
    ({ usage }, [given]) => {
      const items = copied(given, usage)
      usage.memory(items.length * 32)
      return within('set', () => new ValueSet(items))
    },
  ],
  str: ['x any', ({ usage }, [x]) => textOf(x as Value, usage)],
  tuple: ['iterable? iterable', ({ usage }, [given]) => new Tuple(copied(given, usage))],
  type: ['x any', (_, [x]) => typeOf(x as Value)],
}

/** Arguments of these may have names. */
const nameable: Record<string, readonly [parameters: string, run: Run]> = {
  int: ['x any, base? any', (_, [x, base]) => int(x as Value, base)],
  sorted: [
    'iterable iterable, key? callable|None, reverse? bool',
    (thread, [given, key = null, reverse = false]) => {
      const { usage } = thread
      const items = copied(given, usage)
      const keys = key === null ? items : items.map((item) => thread.call(key, [item], []))
      const order = items.map((_, i) => i)
      const sign = reverse === true ? -1 : 1
      order.sort((a, b) => sign * compareValues(keys[a] as Value, keys[b] as Value, '<', usage))
      return new List(order.map((i) => items[i] as Value))
    },
  ],
}

/** The functions and constants of the language by name. */
export function universe(): Map<string, Value> {
  const names = new Map<string, Value>([
    ['None', null],
    ['True', true],
    ['False', false],
  ])
  const add = (name: string, run: Builtin['run']) => names.set(name, new Builtin(name, run))
  for (const [name, [parameters, run]] of Object.entries(positional)) {
    const taken = signature(parameters)
    add(name, (thread, given, named) => {
      if (EXACT.includes(name)) checkExactly(name, given, named)
      return run(thread, unpackPositional(name, taken, given, named))
    })
  }
  for (const [name, [parameters, run]] of Object.entries(nameable)) {
    const taken = signature(parameters)
    add(name, (thread, given, named) => run(thread, unpack(name, taken, given, named)))
  }
  add('dict', ({ usage }, given, named) => {
    const made = new Dict()
    update(made, 'dict', given, named, usage)
    return made
  })
  add('fail', ({ usage }, given, named) => {
    throw trouble(`fail: ${joined('fail', given, named, (value) => textOf(value, usage))}`)
  })
  add('print', (thread, given, named) => {
    const line = joined('print', given, named, (value) => textOf(value, thread.usage))
    thread.usage.memory(line.length)
    thread.print(line)
    return null
  })
  add('min', (thread, given, named) => extreme('min', '<', -1, thread, given, named))
  add('max', (thread, given, named) => extreme('max', '>', 1, thread, given, named))
  add('zip', ({ usage }, given, named) => {
    if (named.length > 0) throw trouble('zip does not accept keyword arguments')
    const lists = given.map((one, i) => {
      if (!isIterable(one)) throw trouble(`zip: argument #${i + 1} is not iterable: ${typeOf(one)}`)
      return iterate(one, usage)
    })
    const shortest = lists.reduce((least, list) => Math.min(least, list.length), Number.POSITIVE_INFINITY)
    const length = lists.length === 0 ? 0 : shortest
    usage.elements(length * (lists.length + 1))
    return new List(Array.from({ length }, (_, i) => new Tuple(lists.map((list) => list[i] as Value))))
  })
  return names
}

/** Functions that tell in words of their own of arguments that they do not take. */
const EXACT = ['str', 'type']

function checkExactly(name: string, given: readonly Value[], named: Named): void {
  if (named.length > 0) throw trouble(`${name} does not accept keyword arguments`)
  if (given.length !== 1) throw trouble(`${name}: got ${given.length} arguments, want exactly 1`)
}

function copied(given: Value | undefined, usage: Thread['usage']): Value[] {
  if (given === undefined) return []
  const items = [...iterate(given, usage)]
  usage.elements(items.length)
  return items
}

function joined(name: string, given: readonly Value[], named: Named, show: (value: Value) => string): string {
  const [separator = ' '] = unpack(name, signature('sep? string'), [], named)
  return given.map(show).join(separator as string)
}

function extreme(
  name: string,
  operator: string,
  sign: number,
  thread: Thread,
  given: readonly Value[],
  named: Named,
): Value {
  const [key = null] = unpack(name, signature('key? callable|None'), [], named)
  if (given.length === 0) throw trouble(`${name} requires at least one positional argument`)
  const [only] = given
  if (given.length === 1 && !isIterable(only as Value)) {
    throw trouble(`${name}: ${typeOf(only as Value)} value is not iterable`)
  }
  const items = given.length === 1 ? iterate(only as Value, thread.usage) : given
  if (items.length === 0) throw trouble(`${name}: argument is an empty sequence`)
  const rank = (value: Value) => (key === null ? value : thread.call(key, [value], []))
  let best = items[0] as Value
  let bestRank = rank(best)
  for (const item of items.slice(1)) {
    const own = rank(item)
    if (sign * within(name, () => compareValues(own, bestRank, operator, thread.usage)) <= 0) continue
    best = item
    bestRank = own
  }
  return best
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

function int(x: Value, base: Value | undefined): Value {
  if (typeof x === 'string') {
    if (base !== undefined && typeof base !== 'bigint') throw trouble(`int: for base, got ${typeOf(base)}, want int`)
    const given = base === undefined ? 10 : Number(base)
    if (given !== 0 && (given < 2 || given > 36)) throw trouble('int: base must be an integer >= 2 && <= 36')
    const value = parseWhole(x, given)
    if (value === undefined) throw trouble(`int: invalid literal with base ${given}: ${x}`)
    return value
  }
  if (base !== undefined) throw trouble("int: can't convert non-string with explicit base")
  if (typeof x === 'boolean') return x ? 1n : 0n
  if (typeof x === 'bigint') return x
  if (!(x instanceof Float)) throw trouble(`int: cannot convert ${typeOf(x)} to int`)
  if (Number.isNaN(x.value)) throw trouble('int: cannot convert float NaN to integer')
  if (!Number.isFinite(x.value)) throw trouble('int: cannot convert float infinity to integer')
  return BigInt(Math.trunc(x.value))
}

function parseWhole(text: string, given: number): bigint | undefined {
  const [, sign = '', prefix = '', rest = ''] = /^([+-]?)(0[xXoObB])?(.*)$/s.exec(text) ?? []
  const own = { '0x': 16, '0o': 8, '0b': 2 }[prefix.toLowerCase()]
  const base = given === 0 ? (own ?? 10) : given
  let digits = rest
  if (own !== undefined && own !== base) digits = prefix + rest
  if (given === 0 && own === undefined && /^0\d*[1-9]/.test(rest)) return undefined
  digits = digits.toLowerCase()
  if (digits === '' || digits.length * Math.log2(base) > MOST_BITS) return undefined
  if ([...digits].some((c) => !DIGITS.slice(0, base).includes(c))) return undefined
  let value = 0n
  if (base === 10) value = BigInt(digits)
  else for (const c of digits) value = value * BigInt(base) + BigInt(DIGITS.indexOf(c))
  return sign === '-' ? -value : value
}

function floatOf(x: Value): number {
  if (typeof x === 'boolean') return x ? 1 : 0
  if (isNumber(x)) return toFloat(x)
  if (typeof x !== 'string') throw trouble(`float got ${typeOf(x)}, want number or string`)
  if (x === '') throw trouble('float: empty string')
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(x)
  if (special !== null) {
    if (special[2]?.toLowerCase() === 'nan') return Number.NaN
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  if (/^[+-]?0x|_/i.test(x)) throw trouble('float of hexadecimal digits or underscores is not supported by strake')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(x)) throw trouble(`invalid float literal: ${x}`)
  const value = Number(x)
  if (!Number.isFinite(value)) throw trouble(`floating-point number too large`)
  return value
}
