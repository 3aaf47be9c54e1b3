// Writes src/krm/schema-data.ts: what merging has to know of the Kubernetes API, and nothing else. And
// src/krm/definitions-data.ts: the same with the names of all types, for schemas of users that refer to them.
//
// A list is merged by element only when its schema says so, and that is all a schema changes. So of every type only the
// fields that are such lists, or lead to one, are kept; types without any, and kinds of such types, are left out.
//
//   node scripts/generate-schema.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8'))

/** The lines of one document: `name field=keys>type field>type …` per type, numbered, and the kinds. */
function compact({ definitions, resources }) {
  const mergeKeys = (schema) => {
    if (!(schema.ps ?? '').split(',').includes('merge') || schema.t !== 'array') return undefined
    return schema.lk ?? (schema.mk === undefined ? [] : [schema.mk])
  }
  const typeOf = (schema) => (schema?.ref === undefined ? schema : definitions[schema.ref])
  const fieldsOf = (schema) => {
    const fields = Object.entries(schema.p ?? {})
    if (typeof schema.ap === 'object') fields.push(['*', schema.ap])
    return fields.map(([name, raw]) => {
      const inner = typeOf(raw) ?? {}
      const keys = mergeKeys(inner)
      return { name, keys, type: keys === undefined ? inner : typeOf(inner.items) }
    })
  }

  // A type matters when a field of it is a merged list or has a type that matters; to be found by repeating.
  const reachable = new Set(Object.values(definitions))
  for (const schema of reachable) for (const { type } of fieldsOf(schema)) if (type !== undefined) reachable.add(type)
  const useful = new Set()
  for (let before = -1; before !== useful.size; ) {
    before = useful.size
    for (const schema of reachable) {
      if (fieldsOf(schema).some(({ keys, type }) => keys !== undefined || useful.has(type))) useful.add(schema)
    }
  }

  // Types that say the same are one line.
  const lines = []
  const numberOf = (schema) => {
    const line = fieldsOf(schema)
      .filter(({ keys, type }) => keys !== undefined || useful.has(type))
      .map(({ name, keys, type }) => {
        const list = keys === undefined ? '' : `=${keys.join(',')}`
        return `${name}${list}${useful.has(type) ? `>${numberOf(type)}` : ''}`
      })
      .join(' ')
    if (!lines.includes(line)) lines.push(line)
    return lines.indexOf(line)
  }

  const byType = new Map()
  for (const { a, k, d } of resources) {
    if (!useful.has(definitions[d])) continue
    const number = numberOf(definitions[d])
    if (!byType.has(number)) byType.set(number, [])
    byType.get(number).push(`${a}/${k}`)
  }
  return {
    types: lines.join('\n'),
    kinds: [...byType].map(([number, names]) => `${number} ${names.join(' ')}`).join('\n'),
  }
}

/** Every type by its name, so that any of them can be referred to and replaced. */
function named({ definitions, resources }) {
  const names = Object.keys(definitions)
  const numbers = new Map(names.map((name, number) => [name, number]))
  const lines = []
  let group = ''
  for (const name of names) {
    const dot = name.lastIndexOf('.')
    if (name.slice(0, dot) !== group) {
      group = name.slice(0, dot)
      lines.push(`# ${group}`)
    }
    const fields = Object.entries(definitions[name].p ?? {}).map(([field, schema]) => {
      const isMerged = schema.t === 'array' && (schema.ps ?? '').split(',').includes('merge')
      if (isMerged) {
        const keys = schema.lk ?? (schema.mk === undefined ? [] : [schema.mk])
        const items = schema.items?.ref
        return `${field}=${keys.join(',')}${items === undefined ? '' : `>${numbers.get(items)}`}`
      }
      if (schema.ref !== undefined) return `${field}>${numbers.get(schema.ref)}`
      return schema.ap?.ref === undefined ? undefined : `${field}*>${numbers.get(schema.ap.ref)}`
    })
    lines.push([name.slice(dot + 1), ...fields.filter((field) => field !== undefined)].join(' '))
  }
  const kinds = new Map()
  for (const { a, k, d } of resources) {
    if (numbers.has(d)) kinds.set(a, [...(kinds.get(a) ?? [a]), `${k}>${numbers.get(d)}`])
  }
  return { types: lines.join('\n'), kinds: [...kinds.values()].map((one) => one.join(' ')).join('\n') }
}

const whole = read('kubernetes-schema.json')
const kubernetes = compact(whole)
const kustomization = compact(read('kustomization-schema.json'))
const text = `// Made by scripts/generate-schema.mjs; do not edit.

/** One type a line: \`field=merge,keys>type\` of merged lists, \`field>type\` of fields that lead to some. */
export const kubernetesTypes = \`${kubernetes.types}\`

/** Type and the kinds that have it, as \`apiVersion/kind\`. */
export const kubernetesKinds = \`${kubernetes.kinds}\`

/** The same for kustomize's own kinds, which a custom schema does not replace. */
export const kustomizationTypes = \`${kustomization.types}\`

export const kustomizationKinds = \`${kustomization.kinds}\`
`
writeFileSync(new URL('../src/krm/schema-data.ts', import.meta.url), text)

const { types, kinds } = named(whole)
const definitions = `// Made by scripts/generate-schema.mjs; do not edit.

/** \`# prefix\` of the names below it; a type a line: \`name field=merge,keys>type field>type field*>type of values\`. */
export const definitionTypes = \`${types}\`

/** \`apiVersion kind>type kind>type\`. */
export const definitionKinds = \`${kinds}\`
`
writeFileSync(new URL('../src/krm/definitions-data.ts', import.meta.url), definitions)
