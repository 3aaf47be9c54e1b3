/** Fields and methods of values: `value.name`. */
import { ToolError, wrap } from '../../core/error.ts'
import { type Method, signature, unpack, unpackPositional } from './arguments.ts'
import { dictMethods, listMethods, setMethods, update } from './collection-methods.ts'
import { trouble } from './limits.ts'
import { nearest } from './spelling.ts'
import { format, stringMethods } from './string-methods.ts'
import { Builtin, Dict, List, Module, typeOf, type Value, ValueSet } from './values.ts'

/** Methods whose arguments may be named. */
const TAKES_NAMES = ['split', 'rsplit']

export function attribute(value: Value, name: string): Value {
  const found = attributeOrUndefined(value, name)
  if (found !== undefined) return found
  const problem = `${typeOf(value)} has no .${name} field or method`
  const meant = nearest(name, attributeNames(value))
  throw trouble(meant === undefined ? problem : `${problem} (did you mean .${meant}?)`)
}

export function attributeOrUndefined(value: Value, name: string): Value | undefined {
  if (value instanceof Module) {
    const found = value.members.get(name)
    if (found === undefined && value.lacks(name)) throw trouble(`${value.name}.${name} is not supported by strake`)
    return found
  }
  if (typeof value === 'string' && name === 'format') {
    return new Builtin(name, (thread, positional, named) => format(value, thread, positional, named), 'string')
  }
  if (value instanceof Dict && name === 'update') {
    return new Builtin(
      name,
      ({ usage }, positional, named) => {
        changing(name, () => update(value, name, positional, named, usage))
        return null
      },
      'dict',
    )
  }
  const methods = methodsOf(value)
  return methods !== undefined && Object.hasOwn(methods, name)
    ? bound(value, name, methods[name] as Method<Value>)
    : undefined
}

/** Methods put their names before what is wrong with changing or looking for a value. */
function changing<T>(name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const isUnnamed = error instanceof ToolError && /^(?:cannot |unhashable )/.test(error.message)
    throw isUnnamed ? wrap(name, error) : error
  }
}

function methodsOf(value: Value): Record<string, Method<never>> | undefined {
  if (typeof value === 'string') return stringMethods
  if (value instanceof List) return listMethods
  if (value instanceof Dict) return dictMethods
  return value instanceof ValueSet ? setMethods : undefined
}

function bound(value: Value, name: string, [parameters, run]: Method<Value>): Builtin {
  const take = TAKES_NAMES.includes(name) ? unpack : unpackPositional
  return new Builtin(
    name,
    (thread, positional, named) => {
      const given = take(name, signature(parameters), positional, named)
      return value instanceof Dict && name === 'clear'
        ? run(value, thread, given)
        : changing(name, () => run(value, thread, given))
    },
    typeOf(value),
  )
}

export function attributeNames(value: Value): string[] {
  if (value instanceof Module) return [...value.members.keys()].sort()
  const names = Object.keys(methodsOf(value) ?? {})
  if (typeof value === 'string') names.push('format')
  if (value instanceof Dict) names.push('update')
  return names.sort()
}
