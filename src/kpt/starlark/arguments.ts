/** Arguments into parameters: of functions of the program, and of built-in ones. */
import { trouble } from './limits.ts'
import type { Parameter } from './syntax.ts'
import {
  Builtin,
  Closure,
  Dict,
  Float,
  isIterable,
  List,
  type Named,
  type Thread,
  Tuple,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts'

/** The values of a function's parameters, in their order. */
export function bindParameters(
  { name, definition, defaults }: Closure,
  positional: readonly Value[],
  named: Named,
): Value[] {
  const { parameters } = definition
  if (parameters.length === 0) {
    const count = positional.length + named.length
    if (count > 0) throw trouble(`function ${name} accepts no arguments (${count} given)`)
    return []
  }
  const star = parameters.findIndex(({ kind }) => kind === 'star')
  const doubleStar = parameters.findIndex(({ kind }) => kind === 'double-star')
  const open = star >= 0 ? star : doubleStar >= 0 ? doubleStar : parameters.length
  const values: (Value | undefined)[] = new Array(parameters.length)
  const rest = star >= 0 && parameters[star]?.name !== undefined
  if (positional.length > open && !rest) {
    const atMost = defaults.some((value) => value !== undefined) ? 'at most ' : ''
    throw trouble(
      `function ${name} accepts ${atMost}${open} positional argument${open === 1 ? '' : 's'} (${positional.length} given)`,
    )
  }
  for (let i = 0; i < open && i < positional.length; i++) values[i] = positional[i]
  if (rest) values[star] = new Tuple(positional.slice(open))
  bindNamed(name, parameters, named, values, doubleStar)
  const missing: string[] = []
  for (const [i, { kind, name: own }] of parameters.entries()) {
    if (kind !== 'plain' || values[i] !== undefined) continue
    values[i] = defaults[i]
    if (values[i] === undefined) missing.push(own?.name ?? '')
  }
  if (missing.length > 0) {
    const s = missing.length > 1 ? 's' : ''
    throw trouble(`function ${name} missing ${missing.length} argument${s} (${missing.join(', ')})`)
  }
  return values.filter((_, i) => parameters[i]?.name !== undefined) as Value[]
}

function bindNamed(
  name: string,
  parameters: readonly Parameter[],
  named: Named,
  values: (Value | undefined)[],
  doubleStar: number,
): void {
  const others = doubleStar < 0 ? undefined : new Dict()
  for (const [key, value] of named) {
    const i = parameters.findIndex((one) => one.kind === 'plain' && one.name?.name === key)
    if (i >= 0) {
      if (values[i] !== undefined) {
        throw trouble(`function ${name} got multiple values for parameter ${JSON.stringify(key)}`)
      }
      values[i] = value
    } else if (others === undefined) {
      throw trouble(`function ${name} got an unexpected keyword argument ${JSON.stringify(key)}`)
    } else {
      if (others.get(key) !== undefined) {
        throw trouble(`function ${name} got multiple values for parameter ${JSON.stringify(key)}`)
      }
      others.set(key, value)
    }
  }
  if (others !== undefined) values[doubleStar] = others
}

/** What a parameter of a built-in function takes. */
type Wanted = 'any' | 'string' | 'int' | 'bool' | 'iterable' | 'callable' | 'list' | 'dict' | 'number'

/** `start?: int`, in the order of the parameters. */
export interface BuiltinParameter {
  name: string
  wanted: Wanted
  isOptional: boolean
  /** None is as good as nothing. */
  allowsNone: boolean
}

/** Reads `elems, start? int|None`. */
export function signature(text: string): BuiltinParameter[] {
  if (text === '') return []
  return text.split(', ').map((one) => {
    const [name = '', wanted = 'any'] = one.split(' ')
    return {
      name: name.replace('?', ''),
      wanted: wanted.replace('|None', '') as Wanted,
      isOptional: name.endsWith('?'),
      allowsNone: wanted.endsWith('|None'),
    }
  })
}

/** The parameters of a method, and what it does with them. */
export type Method<T> = readonly [
  parameters: string,
  run: (self: T, thread: Thread, given: (Value | undefined)[]) => Value,
]

/** Values by parameter, undefined where nothing was given; arguments may have names. */
export function unpack(
  name: string,
  parameters: readonly BuiltinParameter[],
  positional: readonly Value[],
  named: Named,
): (Value | undefined)[] {
  if (positional.length > parameters.length) {
    throw trouble(`${name}: got ${positional.length} arguments, want at most ${parameters.length}`)
  }
  const values: (Value | undefined)[] = parameters.map((parameter, i) => {
    const value = positional[i]
    if (value !== undefined) check(name, parameter.name, parameter, value)
    return value
  })
  for (const [key, value] of named) {
    const i = parameters.findIndex((one) => one.name === key)
    const parameter = parameters[i]
    if (parameter === undefined) {
      throw trouble(`${name}: unexpected keyword argument "${key}"`)
    }
    if (values[i] !== undefined) throw trouble(`${name}: got multiple values for keyword argument "${key}"`)
    check(name, `"${key}"`, parameter, value)
    values[i] = value
  }
  for (const [i, parameter] of parameters.entries()) {
    if (!parameter.isOptional && values[i] === undefined)
      throw trouble(`${name}: missing argument for ${parameter.name}`)
  }
  return values
}

/** Values by parameter where arguments may not have names. */
export function unpackPositional(
  name: string,
  parameters: readonly BuiltinParameter[],
  positional: readonly Value[],
  named: Named,
): (Value | undefined)[] {
  if (named.length > 0) throw trouble(`${name}: unexpected keyword arguments`)
  const least = parameters.filter(({ isOptional }) => !isOptional).length
  const most = parameters.length
  if (positional.length < least) {
    throw trouble(`${name}: got ${positional.length} arguments, want ${least < most ? 'at least ' : ''}${least}`)
  }
  if (positional.length > most) {
    throw trouble(`${name}: got ${positional.length} arguments, want ${least < most ? 'at most ' : ''}${most}`)
  }
  return parameters.map((parameter, i) => {
    const value = positional[i]
    if (value !== undefined) check(name, String(i + 1), parameter, value)
    return value
  })
}

function check(name: string, shown: string, { wanted, allowsNone }: BuiltinParameter, value: Value): void {
  if (wanted === 'any' || (allowsNone && value === null) || fits(wanted, value)) return
  throw trouble(`${name}: for parameter ${shown}: got ${typeOf(value)}, want ${WANTED[wanted] ?? wanted}`)
}

const WANTED: Partial<Record<Wanted, string>> = { number: 'int or float' }

function fits(wanted: Wanted, value: Value): boolean {
  if (wanted === 'iterable') return isIterable(value)
  if (wanted === 'callable') return value instanceof Closure || value instanceof Builtin
  if (wanted === 'list') return value instanceof List
  if (wanted === 'dict') return value instanceof Dict
  if (wanted === 'number') return typeof value === 'bigint' || value instanceof Float
  return typeOf(value) === wanted || ((wanted as string) === 'set' && value instanceof ValueSet)
}
