/** The rules in a definition, in the Common Expression Language. */
import type { Report, StructuralSchema } from './structural.ts'

interface PlacedRule {
  rule: string
  message: string
  holds(self: unknown): boolean
}

interface Place {
  rules: PlacedRule[]
  fields: [string, Place][]
  items?: Place
  values?: Place
}

export type RuleCheck = (value: unknown, report: Report) => void

/**
 * All rules of a schema as one check of a whole object, its defaults set. Undefined when there are none: then the
 * language is not loaded either. Rules about a change (`oldSelf`) do not concern a new object.
 */
export async function compileRules(schema: StructuralSchema): Promise<RuleCheck | undefined> {
  if (!hasRules(schema)) return undefined
  const { Environment } = await import('@marcbachmann/cel-js')
  const environment = new Environment({ unlistedVariablesAreDyn: true })
  const place = placeOf(schema, (rule) => {
    const evaluate = environment.parse(rule)
    return (self) => evaluate({ self }) === true
  })
  return (value, report) => {
    if (place !== undefined) walk(place, value, '', report)
  }
}

function hasRules(schema: StructuralSchema): boolean {
  const { properties = {}, items, additionalProperties } = schema
  return (
    schema['x-kubernetes-validations'] !== undefined ||
    [...Object.values(properties), items, additionalProperties].some((inner) => inner !== undefined && hasRules(inner))
  )
}

/** The parts of a schema that have rules, or lead to some. */
function placeOf(schema: StructuralSchema, compile: (rule: string) => PlacedRule['holds']): Place | undefined {
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .filter(({ rule }) => !/\boldSelf\b/.test(rule))
    .map(({ rule, message = `failed rule: ${rule}` }) => ({ rule, message, holds: compile(rule) }))
  const inner = (of: StructuralSchema | undefined) => of && placeOf(of, compile)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, of]): [string, Place][] => {
    const place = inner(of)
    return place === undefined ? [] : [[name, place]]
  })
  const place: Place = { rules, fields }
  const [items, values] = [inner(schema.items), inner(schema.additionalProperties)]
  if (items !== undefined) place.items = items
  if (values !== undefined) place.values = values
  const isEmpty = rules.length === 0 && fields.length === 0 && items === undefined && values === undefined
  return isEmpty ? undefined : place
}

function walk({ rules, fields, items, values }: Place, value: unknown, path: string, report: Report): void {
  if (value === undefined || value === null) return
  for (const { rule, message, holds } of rules) {
    try {
      if (!holds(value)) report(path, `Invalid value: "${Array.isArray(value) ? 'array' : typeof value}": ${message}`)
    } catch (error) {
      const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
      report(path, `Invalid value: rule evaluation error: ${reason}; evaluating rule: ${rule}`)
    }
  }
  const map = value as Record<string, unknown>
  for (const [name, place] of fields) walk(place, map[name], path === '' ? name : `${path}.${name}`, report)
  if (items !== undefined) {
    for (const [i, one] of (value as unknown[]).entries()) walk(items, one, `${path}[${i}]`, report)
  }
  if (values !== undefined) for (const name of Object.keys(map)) walk(values, map[name], `${path}[${name}]`, report)
}
