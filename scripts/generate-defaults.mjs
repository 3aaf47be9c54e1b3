// Writes the two files of src/krm/defaults from scripts/data/field-specs.json: node scripts/generate-defaults.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const data = JSON.parse(readFileSync(new URL('./data/field-specs.json', import.meta.url), 'utf8'))
/** Where a kind keeps its pod's template: written `$` at the beginning of a path. */
const template = (kind) => TEMPLATES[kind] ?? 'spec/template/'
const TEMPLATES = { CronJob: 'spec/jobTemplate/spec/template/', Pod: '', PodTemplate: 'template/' }
/** The spec in it: written `@`. */
const podSpec = (kind) => `${template(kind)}spec/`
const shorten = (kind, path) => {
  if (path.startsWith(podSpec(kind))) return `@${path.slice(podSpec(kind).length)}`
  return kind !== 'Pod' && path.startsWith(template(kind)) ? `$${path.slice(template(kind).length)}` : path
}
const gvk = ({ group = '', version = '', kind = '' }) => [group, version, kind].join(':')
/** Kinds with the same paths share a line: the kinds, then the paths, `+` before those that are created. */
const lines = (specs) => {
  const byKind = new Map()
  for (const spec of specs) {
    const key = gvk(spec)
    byKind.set(key, [...(byKind.get(key) ?? []), (spec.create ? '+' : '') + shorten(spec.kind, spec.path)])
  }
  const byPaths = new Map()
  for (const [key, paths] of byKind) {
    const text = paths.join(' ')
    byPaths.set(text, [...(byPaths.get(text) ?? []), key])
  }
  return [...byPaths].map(([paths, keys]) => `${keys.join(',')} ${paths}`)
}

const MADE = '// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.\n'
const literal = (rows) => `\`${rows.join('\n').replaceAll('\\', '\\\\').replaceAll('${', '\\${')}\``
const write = (name, text) => writeFileSync(new URL(`../src/krm/defaults/${name}.ts`, import.meta.url), MADE + text)

const { nameReference, ...sections } = data
const references = nameReference.flatMap((one) => [gvk(one), ...lines(one.fieldSpecs).map((line) => `\t${line}`)])
write(
  'name-references',
  `
/** A line without leading tab names a target kind; those below it, as in field-specs.ts, the fields that may name one. */
export const nameReferences = ${literal(references)}
`,
)
write(
  'field-specs',
  `
/**
 * The specs of a section. A line is a group, a version, a kind, and the paths; \`+\`: created when missing, \`@\` and \`$\`:
 * below the pod's spec and its template.
 */
export function fieldSpecs(section: string): string {
  return SECTIONS[section] ?? ''
}

const SECTIONS: Record<string, string> = {
${Object.entries(sections)
  .map(([section, specs]) => `  ${section}: ${literal(lines(specs))},\n`)
  .join('')}}
`,
)
