/** The rules in a definition, in the Common Expression Language. */
import { type Report, type StructuralSchema, withDefaults } from './structural.ts'

interface Rule {
  rule: string
  message: string
}

/** A part of a schema that has rules, or leads to some. */
export interface RulePlace {
  schema: StructuralSchema
  rules: Rule[]
  fields: [string, RulePlace][]
  items?: RulePlace
  values?: RulePlace
}

/** A rule and what it is about. */
export interface ReachedRule extends Rule {
  path: string
  self: unknown
}

/** The places of a schema's rules; undefined when it has none. Rules about a change (`oldSelf`) do not concern a new object. */
export function rulePlaces(schema: StructuralSchema): RulePlace | undefined {
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .filter(({ rule }) => !/\boldSelf\b/.test(rule))
    .map(({ rule, message = `failed rule: ${rule}` }) => ({ rule, message }))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, of]): [string, RulePlace][] => {
    const place = rulePlaces(of)
    return place === undefined ? [] : [[name, place]]
  })
  const items = schema.items && rulePlaces(schema.items)
  const values = schema.additionalProperties && rulePlaces(schema.additionalProperties)
  if (rules.length === 0 && fields.length === 0 && items === undefined && values === undefined) return undefined
  return { schema, rules, fields, ...(items && { items }), ...(values && { values }) }
}

/** The rules that apply to a value of the schema, each with what it is about: defaults set, as the cluster has it then. */
export function reachedRules(place: RulePlace, value: unknown, path = '', into: ReachedRule[] = []): ReachedRule[] {
  if (value === undefined || value === null) return into
  const { schema, rules, fields, items, values } = place
  if (rules.length > 0) {
    const self = withDefaults(value, schema)
    for (const rule of rules) into.push({ ...rule, path, self })
  }
  const map = value as Record<string, unknown>
  for (const [name, inner] of fields) {
    const below = map[name] ?? schema.properties?.[name]?.default
    reachedRules(inner, below, path === '' ? name : `${path}.${name}`, into)
  }
  if (items !== undefined) {
    for (const [i, one] of (value as unknown[]).entries()) reachedRules(items, one, `${path}[${i}]`, into)
  }
  if (values !== undefined) {
    for (const name of Object.keys(map)) reachedRules(values, map[name], `${path}[${name}]`, into)
  }
  return into
}

/** Loads the language; what is returned compiles a rule once. */
export async function ruleEvaluator(): Promise<(reached: ReachedRule, report: Report) => void> {
  const { Environment } = await import('@marcbachmann/cel-js')
  const environment = new Environment({ unlistedVariablesAreDyn: true })
  const compiled = new Map<string, ReturnType<typeof environment.parse>>()
  return ({ rule, message, path, self }, report) => {
    let evaluate = compiled.get(rule)
    if (evaluate === undefined) {
      evaluate = environment.parse(rule)
      compiled.set(rule, evaluate)
    }
    try {
      const isMet = evaluate({ self }) === true
      if (!isMet) report(path, `Invalid value: "${Array.isArray(self) ? 'array' : typeof self}": ${message}`)
    } catch (error) {
      const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
      report(path, `Invalid value: rule evaluation error: ${reason}; evaluating rule: ${rule}`)
    }
  }
}
