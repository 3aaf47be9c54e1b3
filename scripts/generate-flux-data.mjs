// Writes what is known of Flux 2.9.5 and flux-operator, from scripts/data/flux:
//
//   src/flux/data/toolkit-base-data.ts     the manifests base of the Flux components, without definitions
//   src/flux/data/toolkit-crds-data.ts     their CustomResourceDefinitions
//   src/flux/data/operator-data.ts         the install bundle of flux-operator, definitions without descriptions
//   src/flux/data/kinds-data.ts            which definition a kind has
//   src/flux/objects/spec-types.ts         types of the specs that have a constructor
//
//   node scripts/generate-flux-data.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const data = (path) => new URL(`data/flux/${path}`, import.meta.url)
const read = (path) => JSON.parse(readFileSync(data(path), 'utf8'))
const write = (path, text) => writeFileSync(new URL(`../src/flux/${path}`, import.meta.url), text)

const MADE = '// Made by scripts/generate-flux-data.mjs from scripts/data/flux; do not edit.\n'
/** JSON as a literal: parsed sooner than the same data as code, and only when it is asked for. */
const literal = (value) => `'${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const table = (entries) => `{\n${entries.map(([name, value]) => `  '${name}': ${literal(value)},\n`).join('')}}`

const toolkit = read('toolkit.json')
const crds = new Map(
  readdirSync(data('crds/'))
    .sort()
    .map((file) => read(`crds/${file}`))
    .map((crd) => [crd.metadata.name, crd]),
)
const operator = read('operator.json')
const operatorCrds = new Map(
  readdirSync(data('operator-crds/'))
    .sort()
    .map((file) => definition(read(`operator-crds/${file}`)))
    .map((crd) => [crd.metadata.name, crd]),
)

function definition({ group, names, scope, versions }) {
  const name = `${names.plural}.${group}`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { annotations: operator.crdAnnotations[name], name },
    spec: {
      group,
      names,
      scope,
      versions: versions.map(({ name, served, storage, subresources, printerColumns, schema }) => ({
        ...(printerColumns && { additionalPrinterColumns: printerColumns }),
        name,
        schema: { openAPIV3Schema: schema },
        served,
        storage,
        ...(subresources && { subresources }),
      })),
    },
  }
}

const components = Object.entries(toolkit.components)
write(
  'data/toolkit-base-data.ts',
  `${MADE}// The objects are those of Flux (fluxcd), Apache-2.0.

export const toolkitVersion = '${toolkit.fluxVersion}'

/** The definitions each component brings, in the order of its file. */
export const toolkitComponents: Record<string, readonly string[]> = {
${components.map(([name, { crds }]) => `  '${name}': [${crds.map((crd) => `'${crd}'`).join(', ')}],\n`).join('')}}

/** The files of the base, as JSON: of a component the objects after its definitions. */
export const toolkitFiles: Record<string, string> = ${table([
    ['policies', toolkit.policies],
    ['rbac', toolkit.rbac],
    ...components.map(([name, { objects }]) => [name, objects]),
  ])}
`,
)
write(
  'data/toolkit-crds-data.ts',
  `${MADE}// The definitions are those of Flux (fluxcd), Apache-2.0.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: descriptions show variables.

/** CustomResourceDefinitions by name, as JSON. */
export const toolkitDefinitions: Record<string, string> = ${table([...crds])}
`,
)
write(
  'data/operator-data.ts',
  `${MADE}
export const operatorVersion = '${operator.version}'

/** \`Kind [namespace/]name\` of the install bundle's objects. */
export const operatorOrder: readonly string[] = [
${operator.order.map((object) => `  '${object}',\n`).join('')}]

/** The objects that are no definitions, as JSON. */
export const operatorObjects = ${literal(operator.objects)}

/** CustomResourceDefinitions by name, as JSON. */
export const operatorDefinitions: Record<string, string> = ${table([...operatorCrds])}
`,
)

const kinds = [...crds.values(), ...operatorCrds.values()].map(({ metadata, spec: { group, names } }) => {
  return `  '${group}/${names.kind}': '${metadata.name}',\n`
})
write(
  'data/kinds-data.ts',
  `${MADE}
/** Names of definitions by \`group/Kind\`. */
export const fluxDefinitionNames: Record<string, string> = {
${kinds.join('')}}
`,
)

/** The kinds people write by hand; each has a constructor in src/flux/objects/create.ts. */
const TYPED = [
  'gitrepositories.source.toolkit.fluxcd.io',
  'ocirepositories.source.toolkit.fluxcd.io',
  'helmrepositories.source.toolkit.fluxcd.io',
  'kustomizations.kustomize.toolkit.fluxcd.io',
  'helmreleases.helm.toolkit.fluxcd.io',
  'fluxinstances.fluxcd.controlplane.io',
]

function typeOf(schema, indent) {
  if (schema.enum) return schema.enum.map((word) => `'${word}'`).join(' | ')
  if (schema['x-kubernetes-int-or-string']) return 'number | string'
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items, indent)
      return item.includes('|') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      if (schema.properties) return fields(schema, indent)
      if (schema.additionalProperties?.type) return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`
      return 'Record<string, unknown>'
    default:
      return 'unknown'
  }
}

function fields({ properties, required = [] }, indent) {
  const inner = `${indent}  `
  const lines = Object.keys(properties)
    .sort()
    .map((name) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name], inner)}\n`)
  return `{\n${lines.join('')}${indent}}`
}

const types = TYPED.map((name) => {
  const { names, versions } = (crds.get(name) ?? operatorCrds.get(name)).spec
  const { spec } = versions.find(({ storage }) => storage).schema.openAPIV3Schema.properties
  return `export interface ${names.kind}Spec ${fields(spec, '')}\n`
})
write('objects/spec-types.ts', `${MADE}\n${types.join('\n')}`)
