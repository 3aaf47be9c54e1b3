/** Values against JSON Schemas of the kind that describe Kubernetes' resources. */
import { fail } from '../../core/error.ts'
import { goPattern } from './patterns.ts'

export type Schema = boolean | { readonly [keyword: string]: unknown }

/** What is wrong with a value, as data: programs word it each in its own way. */
export interface SchemaProblem {
  path: readonly string[]
  keyword: string
  /** What the schema says: types, names, a limit, values as JSON. */
  wanted: readonly string[]
  /** What there is. */
  found: string
}

/** Says something about a schema, not about values. */
const SILENT =
  /^(?:\$schema|\$id|id|\$comment|title|description|default|example|examples|definitions|\$defs|nullable|readOnly|writeOnly|deprecated|externalDocs|x-.*)$/

/** References may lead in circles that no value breaks. */
const MOST_LEVELS = 1000

/** What comes first: what is wrong in the fields of an object, or that it has too many. */
type Order = 'fields first' | 'others first'

/**
 * What is wrong with a value; of an object first what is missing.
 *
 * @example problemsOf({ replicas: 'a' }, { properties: { replicas: { type: 'integer' } } })
 * // [{ path: ['replicas'], keyword: 'type', wanted: ['integer'], found: 'string' }]
 *
 * @throws ToolError for a schema that says what is not known here
 */
export function problemsOf(value: unknown, schema: Schema, order: Order = 'fields first'): SchemaProblem[] {
  const validation = new Validation(schema, order)
  validation.check(value, schema, [])
  return validation.problems
}

class Validation {
  readonly problems: SchemaProblem[] = []
  private depth = 0

  constructor(
    private readonly root: Schema,
    private readonly order: Order,
  ) {}

  check(value: unknown, schema: Schema, path: readonly string[]): void {
    if (schema === true) return
    if (schema === false) return this.add(path, 'false', [], typeOf(value))
    if (++this.depth > MOST_LEVELS) throw fail('SCHEMA', `the schema nests more than ${MOST_LEVELS} levels deep`)
    if (typeof schema.$ref === 'string') this.check(value, this.referred(schema.$ref), path)
    else if (this.hasType(value, schema.type, path)) {
      for (const keyword of Object.keys(schema)) {
        const rule = RULES[keyword]
        if (rule !== undefined) rule(this, value, schema, path)
        else if (!SILENT.test(keyword)) throw fail('SCHEMA', `the schema's keyword "${keyword}" is not supported`)
      }
      if (isObject(value)) this.object(value, schema, path)
      if (Array.isArray(value)) this.list(value, schema, path)
    }
    this.depth--
  }

  add(path: readonly string[], keyword: string, wanted: readonly string[], found: string): void {
    this.problems.push({ path, keyword, wanted, found })
  }

  /** Whether a value meets a schema by itself. */
  meets(value: unknown, schema: Schema): boolean {
    const inner = new Validation(this.root, this.order)
    inner.depth = this.depth
    inner.check(value, schema, [])
    return inner.problems.length === 0
  }

  private referred(reference: string): Schema {
    if (reference !== '#' && !reference.startsWith('#/')) {
      throw fail('SCHEMA', `the reference "${reference}" to another schema is not supported`)
    }
    let at: unknown = this.root
    for (const part of reference.split('/').slice(1)) {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      at =
        (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined
    }
    return schemaIn(at, reference)
  }

  private hasType(value: unknown, wanted: unknown, path: readonly string[]): boolean {
    if (wanted === undefined) return true
    const types = (Array.isArray(wanted) ? wanted : [wanted]).map(String)
    const type = typeOf(value)
    if (types.includes(type) || (type === 'integer' && types.includes('number'))) return true
    this.add(path, 'type', types, type)
    return false
  }

  private object(value: Record<string, unknown>, schema: Exclude<Schema, boolean>, path: readonly string[]): void {
    const required = listIn(schema.required).map(String)
    const missing = required.filter((name) => !Object.hasOwn(value, name))
    if (missing.length > 0) this.add(path, 'required', missing, '')
    const properties = isObject(schema.properties) ? schema.properties : {}
    const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
    const { additionalProperties } = schema
    const refuse = () => {
      if (additionalProperties === false && others.length > 0) this.add(path, 'additionalProperties', others, '')
    }
    if (this.order === 'others first') refuse()
    for (const [name, inner] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) this.check(inner, schemaIn(properties[name], name), [...path, name])
    }
    if (this.order === 'fields first') refuse()
    if (isObject(additionalProperties)) {
      for (const name of others) this.check(value[name], additionalProperties, [...path, name])
    }
  }

  private list(values: readonly unknown[], { items }: Exclude<Schema, boolean>, path: readonly string[]): void {
    if (items === undefined) return
    if (Array.isArray(items)) throw fail('SCHEMA', 'a list of schemas in "items" is not supported')
    for (const [i, value] of values.entries()) this.check(value, schemaIn(items, 'items'), [...path, String(i)])
  }
}

type Rule = (validation: Validation, value: unknown, schema: Exclude<Schema, boolean>, path: readonly string[]) => void

/** What is not about a value's type, nor about what is inside of it. */
const RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    ['type', 'properties', 'required', 'additionalProperties', 'items'].map((name) => [name, () => undefined]),
  ),
  exclusiveMinimum: limit('exclusiveMinimum', (size, most) => size > most, sizeOfNumber),
  exclusiveMaximum: limit('exclusiveMaximum', (size, most) => size < most, sizeOfNumber),
  minLength: limit('minLength', atLeast, sizeOfText),
  maxLength: limit('maxLength', atMost, sizeOfText),
  minItems: limit('minItems', atLeast, sizeOfList),
  maxItems: limit('maxItems', atMost, sizeOfList),
  minProperties: limit('minProperties', atLeast, sizeOfObject),
  maxProperties: limit('maxProperties', atMost, sizeOfObject),
  multipleOf: limit('multipleOf', (size, unit) => Number.isInteger(size / unit), sizeOfNumber),
  // In older drafts `exclusiveMinimum: true` changes what `minimum` means.
  minimum: limit('minimum', atLeast, sizeOfNumber),
  maximum: limit('maximum', atMost, sizeOfNumber),
  enum(validation, value, schema, path) {
    const wanted = listIn(schema.enum)
    if (!wanted.some((one) => isEqual(one, value)))
      validation.add(path, 'enum', wanted.map(canonical), canonical(value))
  },
  const(validation, value, schema, path) {
    if (!isEqual(schema.const, value)) validation.add(path, 'enum', [canonical(schema.const)], canonical(value))
  },
  pattern(validation, value, schema, path) {
    const pattern = String(schema.pattern)
    if (typeof value === 'string' && goPattern(pattern).find(value) === undefined) {
      validation.add(path, 'pattern', [pattern], value)
    }
  },
  format(validation, value, schema, path) {
    if (schema.format === 'date-time' && typeof value === 'string' && !DATE_TIME.test(value)) {
      validation.add(path, 'format', ['date-time'], value)
    }
  },
  uniqueItems(validation, value, schema, path) {
    if (schema.uniqueItems !== true || !Array.isArray(value)) return
    const seen = new Map<string, number>()
    for (const [i, one] of value.entries()) {
      const sign = canonical(one)
      const before = seen.get(sign)
      if (before !== undefined) return validation.add(path, 'uniqueItems', [String(before), String(i)], '')
      seen.set(sign, i)
    }
  },
  allOf(validation, value, schema, path) {
    for (const one of listIn(schema.allOf)) validation.check(value, schemaIn(one, 'allOf'), path)
  },
  anyOf(validation, value, schema, path) {
    const some = listIn(schema.anyOf)
    if (!some.some((one) => validation.meets(value, schemaIn(one, 'anyOf')))) validation.add(path, 'anyOf', [], '')
  },
  oneOf(validation, value, schema, path) {
    const met = listIn(schema.oneOf).flatMap((one, i) =>
      validation.meets(value, schemaIn(one, 'oneOf')) ? [String(i)] : [],
    )
    if (met.length !== 1) validation.add(path, 'oneOf', met, '')
  },
  not(validation, value, schema, path) {
    if (validation.meets(value, schemaIn(schema.not, 'not'))) validation.add(path, 'not', [], '')
  },
}

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

function limit(
  keyword: string,
  holds: (size: number, wanted: number) => boolean,
  sizeOf: (value: unknown) => number | undefined,
): Rule {
  return (validation, value, schema, path) => {
    const size = sizeOf(value)
    const wanted = schema[keyword]
    if (size === undefined || typeof wanted === 'boolean') return
    const isExclusive = schema[`exclusive${keyword[0]?.toUpperCase()}${keyword.slice(1)}`] === true
    if (holds(size, Number(wanted)) && !(isExclusive && size === Number(wanted))) return
    validation.add(path, keyword, [String(wanted)], String(size))
  }
}

function atLeast(size: number, least: number): boolean {
  return size >= least
}

function atMost(size: number, most: number): boolean {
  return size <= most
}

function sizeOfNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

function sizeOfText(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}

function sizeOfList(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

function sizeOfObject(value: unknown): number | undefined {
  return isObject(value) ? Object.keys(value).length : undefined
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : typeof value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function schemaIn(value: unknown, where: string): Schema {
  if (typeof value === 'boolean' || isObject(value)) return value
  throw fail('SCHEMA', `"${where}" of the schema is no schema`)
}

/** A text that is the same for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '')
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}

function isEqual(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}
