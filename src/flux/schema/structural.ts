/** Structural schemas of custom resources as checks, each compiled once. Messages are those of the Kubernetes API server. */
import { goQuote } from '../../core/go-quote.ts'
import { type Pattern, preparePattern } from '../../core/pattern.ts'

export interface StructuralSchema {
  type?: string
  format?: string
  properties?: Record<string, StructuralSchema>
  additionalProperties?: StructuralSchema
  items?: StructuralSchema
  required?: string[]
  enum?: unknown[]
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-list-type'?: string
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-validations'?: { rule: string; message?: string }[]
}

/** Tells what is wrong with the field at a path. */
export type Report = (path: string, problem: string) => void
export type Check = (value: unknown, path: string, report: Report) => void

/** The patterns a schema names, made ready; the checks themselves wait for nothing. */
export async function patternsOf(schema: StructuralSchema, into = new Map<string, Pattern>()) {
  const { pattern, properties = {}, additionalProperties, items } = schema
  if (pattern !== undefined && !into.has(pattern)) into.set(pattern, await preparePattern(pattern, { anchored: false }))
  for (const inner of [...Object.values(properties), additionalProperties, items]) {
    if (inner !== undefined) await patternsOf(inner, into)
  }
  return into
}

/**
 * A check for values of a schema. Everything that is wrong is reported, once, in the order of the schema.
 *
 * @example compileSchema({ type: 'object', required: ['url'] }, new Map())({}, 'spec', report) // spec.url: Required value
 */
export function compileSchema(schema: StructuralSchema, patterns: ReadonlyMap<string, Pattern>): Check {
  const { type } = schema
  const values = checkOfValues(schema, patterns)
  const inner = type === 'object' ? checkOfFields(schema, patterns) : checkOfItems(schema, patterns)
  return (value, path, report) => {
    if (type !== undefined && !isOfType(value, type)) {
      const found = goQuote(typeName(value))
      report(path, `Invalid value: ${found}: ${path} in body must be of type ${type}: ${found}`)
      return
    }
    values(value, path, report)
    inner?.(value, path, report)
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function isOfType(value: unknown, type: string): boolean {
  const found = typeName(value)
  return found === type || (type === 'number' && found === 'integer')
}

/** Enumerations, patterns and bounds. */
function checkOfValues(schema: StructuralSchema, patterns: ReadonlyMap<string, Pattern>): Check {
  const checks: Check[] = []
  const { pattern, minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  if (schema.enum !== undefined) {
    const allowed = schema.enum
    const supported = allowed.map(shown).join(', ')
    checks.push((value, path, report) => {
      if (!allowed.includes(value)) report(path, `Unsupported value: ${shown(value)}: supported values: ${supported}`)
    })
  }
  const invalid = (isWrong: (value: unknown) => boolean, words: string, given = shown) => {
    checks.push((value, path, report) => {
      if (isWrong(value)) report(path, `Invalid value: ${given(value)}: ${path} in body ${words}`)
    })
  }
  if (pattern !== undefined) {
    const compiled = patterns.get(pattern)
    invalid((value) => compiled?.test(value as string) === false, `should match '${pattern}'`)
  }
  if (minLength !== undefined) {
    invalid((value) => lengthOf(value as string) < minLength, `should be at least ${minLength} chars long`)
  }
  if (maxLength !== undefined) {
    checks.push((value, path, report) => {
      if (lengthOf(value as string) > maxLength) report(path, `Too long: may not be more than ${maxLength} bytes`)
    })
  }
  const count = (value: unknown) => String((value as unknown[]).length)
  if (minItems !== undefined) {
    invalid((value) => (value as unknown[]).length < minItems, `should have at least ${minItems} items`, count)
  }
  if (maxItems !== undefined) {
    checks.push((value, path, report) => {
      const { length } = value as unknown[]
      if (length > maxItems) report(path, `Too many: ${length}: must have at most ${maxItems} items`)
    })
  }
  if (minimum !== undefined) {
    invalid((value) => (value as number) < minimum, `should be greater than or equal to ${minimum}`)
  }
  if (maximum !== undefined) {
    invalid((value) => (value as number) > maximum, `should be less than or equal to ${maximum}`)
  }
  return (value, path, report) => {
    for (const check of checks) check(value, path, report)
  }
}

/** In characters, as the API server counts. */
function lengthOf(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i++) {
    if (text.charCodeAt(i) >> 10 === 0x37 && text.charCodeAt(i - 1) >> 10 === 0x36) length--
  }
  return length
}

function shown(value: unknown): string {
  return typeof value === 'string' ? goQuote(value) : String(value)
}

function checkOfFields(schema: StructuralSchema, patterns: ReadonlyMap<string, Pattern>): Check {
  const { properties, additionalProperties, required = [] } = schema
  const fields = new Map(Object.entries(properties ?? {}).map(([name, of]) => [name, compileSchema(of, patterns)]))
  const others = additionalProperties && compileSchema(additionalProperties, patterns)
  const takesOthers = properties === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true
  return (value, path, report) => {
    const map = value as Record<string, unknown>
    for (const name of required) if (!isSet(map, name)) report(below(path, name), 'Required value')
    for (const name of Object.keys(map)) {
      if (!isSet(map, name)) continue
      const check = fields.get(name) ?? others
      if (check !== undefined)
        check(map[name], others && !fields.has(name) ? `${path}[${name}]` : below(path, name), report)
      else if (!takesOthers) report(below(path, name), 'unknown field')
    }
  }
}

/** A null that the schema does not ask for counts as nothing. */
function isSet(map: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(map, name) && map[name] !== null && map[name] !== undefined
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function checkOfItems(schema: StructuralSchema, patterns: ReadonlyMap<string, Pattern>): Check | undefined {
  if (schema.type !== 'array' || schema.items === undefined) return undefined
  const item = compileSchema(schema.items, patterns)
  const listType = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const identity = (value: unknown) => {
    if (listType === 'set') return JSON.stringify(value)
    const map = Object(value) as Record<string, unknown>
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, map[key]])))
  }
  return (value, path, report) => {
    const seen = new Set<string>()
    ;(value as unknown[]).forEach((one, i) => {
      item(one, `${path}[${i}]`, report)
      if (listType !== 'set' && listType !== 'map') return
      const key = identity(one)
      if (seen.has(key)) report(`${path}[${i}]`, `Duplicate value: ${listType === 'set' ? shown(one) : key}`)
      seen.add(key)
    })
  }
}

/** A copy with the defaults of the schema, as the API server sets them before it looks at rules. */
export function withDefaults(value: unknown, schema: StructuralSchema): unknown {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((one) => withDefaults(one, items))
  }
  if (typeof value !== 'object' || value === null) return value
  const { properties, additionalProperties } = schema
  const entries: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined) continue
    const of = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    entries.push([name, of === undefined ? inner : withDefaults(inner, of)])
  }
  const present = new Set(entries.map(([name]) => name))
  for (const [name, of] of Object.entries(properties ?? {})) {
    if (of.default !== undefined && !present.has(name)) entries.push([name, withDefaults(of.default, of)])
  }
  return Object.fromEntries(entries)
}
