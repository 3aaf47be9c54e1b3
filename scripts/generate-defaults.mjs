// Writes src/krm/defaults/field-specs.ts from scripts/data/field-specs.json: node scripts/generate-defaults.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const data = JSON.parse(readFileSync(new URL('./data/field-specs.json', import.meta.url), 'utf8'))
/** Where a kind keeps its pod's spec: written `@` at the beginning of a path. */
const podSpec = (kind) =>
  kind === 'Pod' ? 'spec/' : kind === 'CronJob' ? 'spec/jobTemplate/spec/template/spec/' : 'spec/template/spec/'
/** The template around it: written `$`. */
const template = (kind) => (kind === 'CronJob' ? 'spec/jobTemplate/spec/template/' : 'spec/template/')
const shorten = (kind, path) => {
  if (path.startsWith(podSpec(kind))) return `@${path.slice(podSpec(kind).length)}`
  return path.startsWith(template(kind)) ? `$${path.slice(template(kind).length)}` : path
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

let out = '// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.\n'
out +=
  '\n/** A line is a group, a version, a kind, and the paths; `+`: created when missing, `$` and `%`: pod templates. */\n'
for (const [section, specs] of Object.entries(data)) {
  if (section === 'nameReference') {
    out += '\n/** A line without leading tab names a target kind; those below it the fields that may name one. */\n'
    const all = specs.flatMap((one) => [gvk(one), ...lines(one.fieldSpecs).map((line) => `\t${line}`)])
    out += `export const nameReference = \`${all.join('\n').replaceAll('\\', '\\\\').replaceAll('$', '\\$')}\`\n`
  } else {
    out += `\nexport const ${section} = \`${lines(specs).join('\n').replaceAll('\\', '\\\\').replaceAll('$', '\\$')}\`\n`
  }
}
writeFileSync(new URL('../src/krm/defaults/field-specs.ts', import.meta.url), out)
