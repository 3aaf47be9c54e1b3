// Writes src/krm/defaults/field-specs.ts from scripts/data/field-specs.json: node scripts/generate-defaults.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const data = JSON.parse(readFileSync(new URL('./data/field-specs.json', import.meta.url), 'utf8'))
const line = ({ group = '', version = '', kind = '', path, create }) =>
  [group, version, kind, path, ...(create ? ['+'] : [])].join(' ')

let out = '// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.\n'
out += "\n/** One spec a line: group, version, kind, path, `+` when missing fields are created. */\n"
for (const [section, specs] of Object.entries(data)) {
  if (section === 'nameReference') {
    out += '\n/** A line without leading blank names a target kind; those below it the fields that may name one. */\n'
    const lines = specs.flatMap(({ group = '', version = '', kind = '', fieldSpecs }) => [
      [group, version, kind].join(' '),
      ...fieldSpecs.map((spec) => `\t${line(spec)}`),
    ])
    out += `export const nameReference = \`${lines.join('\n')}\`\n`
  } else {
    out += `\nexport const ${section} = \`${specs.map(line).join('\n')}\`\n`
  }
}
writeFileSync(new URL('../src/krm/defaults/field-specs.ts', import.meta.url), out)
