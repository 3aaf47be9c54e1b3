// Writes src/krm/defaults/field-specs.ts from scripts/data/field-specs.json: node scripts/generate-defaults.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const data = JSON.parse(readFileSync(new URL('./data/field-specs.json', import.meta.url), 'utf8'))
/** Stand for the beginnings of most paths. */
const SHORT = [
  ['spec/jobTemplate/spec/template/', '%'],
  ['spec/template/', '$'],
]
const shorten = (path) => {
  const found = SHORT.find(([long]) => path.startsWith(long))
  return found === undefined ? path : found[1] + path.slice(found[0].length)
}
const gvk = ({ group = '', version = '', kind = '' }) => [group, version, kind].join(' ')
/** Specs of one kind stand on one line: the kind, then its paths, `+` before those that are created. */
const lines = (specs) => {
  const byKind = new Map()
  for (const spec of specs) {
    const key = gvk(spec)
    byKind.set(key, [...(byKind.get(key) ?? []), (spec.create ? '+' : '') + shorten(spec.path)])
  }
  return [...byKind].map(([key, paths]) => `${key} ${paths.join(' ')}`)
}

let out = '// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.\n'
out += '\n/** A line is a group, a version, a kind, and the paths; `+`: created when missing, `$` and `%`: pod templates. */\n'
for (const [section, specs] of Object.entries(data)) {
  if (section === 'nameReference') {
    out += '\n/** A line without leading tab names a target kind; those below it the fields that may name one. */\n'
    const all = specs.flatMap((one) => [gvk(one), ...lines(one.fieldSpecs).map((line) => `\t${line}`)])
    out += `export const nameReference = \`${all.join('\n').replaceAll('$', '\\$')}\`\n`
  } else {
    out += `\nexport const ${section} = \`${lines(specs).join('\n').replaceAll('$', '\\$')}\`\n`
  }
}
writeFileSync(new URL('../src/krm/defaults/field-specs.ts', import.meta.url), out)
