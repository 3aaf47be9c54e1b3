/** Values of objects as they can be written: what JSON has, in characters that YAML allows. */
import { fail, type ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { readBackFromJson } from '../../yaml/sorted-values.ts'
import type { KubernetesObject } from '../object.ts'

/** A value that cannot be written, with the way to it. */
export class ValueProblem extends Error {
  readonly path: string[] = []

  within(key: string): this {
    this.path.unshift(key)
    return this
  }

  of({ kind = '', metadata }: KubernetesObject): ToolError {
    const where = this.path.join('').replace(/^\./, '')
    const name = metadata?.name === undefined ? kind : `${kind} ${goQuote(metadata.name)}`
    return fail('OBJECT_VALUE', `failed to marshal cleaned resource to YAML: ${this.message}`, {
      hint: `the value is ${where === '' ? 'the object' : where} of ${name}`,
    })
  }
}

/** Keys whose values are there; others are as if they had not been written. */
export function definedKeys(map: object): string[] {
  const prototype = Object.getPrototypeOf(map)
  if (prototype !== Object.prototype && prototype !== null) refuseBuiltIn(map)
  const keys = Object.keys(map)
  for (const key of keys) {
    if ((map as Record<string, unknown>)[key] === undefined) {
      return keys.filter((name) => (map as Record<string, unknown>)[name] !== undefined)
    }
  }
  return keys
}

/** A date, map or set has its content elsewhere than in fields. Objects of a class of somebody's own are maps. */
function refuseBuiltIn(value: object): void {
  const type = Object.prototype.toString.call(value).slice(8, -1)
  if (type !== 'Object') throw new ValueProblem(`json: unsupported type: ${type}`)
}

const SURROGATE = /[\ud800-\udfff]/
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** The text as it is written. */
export function checked(text: string): string {
  const read = readBackFromJson(text)
  if (read === undefined) throw new ValueProblem('yaml: control characters are not allowed')
  if (SURROGATE.test(read) && LONE_SURROGATE.test(read)) throw new ValueProblem('half of a surrogate pair')
  return read
}

/** What is neither text nor collection. */
export function numberOrWord(value: unknown, print: (value: number) => string): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return value.toString()
    case 'number':
      if (Number.isFinite(value)) return print(value)
      throw new ValueProblem(`json: unsupported value: ${value}`)
    default:
      if (value === null || value === undefined) return 'null'
      throw new ValueProblem(`json: unsupported type: ${typeof value}`)
  }
}
