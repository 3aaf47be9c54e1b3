// Writes src/krm/format-order.ts from scripts/data/field-format-order.json: node scripts/generate-format-order.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const data = JSON.parse(readFileSync(new URL('./data/field-format-order.json', import.meta.url), 'utf8'))

/** The later place counts for a name listed twice. */
const order = data.order.filter((name, i) => data.order.lastIndexOf(name) === i)
/** Names that fill lines. */
const lines = order.reduce(
  (found, name) => {
    const last = found.at(-1)
    if (`${last} ${name}`.length > 116) found.push(name)
    else found[found.length - 1] = last === '' ? name : `${last} ${name}`
    return found
  },
  [''],
)
const list = (name, values) =>
  `export const ${name}: readonly string[] = [\n${values.map((value) => `  '${value}',\n`).join('')}]\n`

writeFileSync(
  new URL('../src/krm/format-order.ts', import.meta.url),
  `// Made by scripts/generate-format-order.mjs from scripts/data/field-format-order.json; change those instead.

/** Known names of fields, in the order they are written in. */
export const FIELD_ORDER = \`
${lines.join('\n')}
\`

/** The lists whose items are sorted, and the field that they are sorted by; '' for the items themselves. */
export const SORTED_LISTS: Record<string, string> = {
${Object.entries(data.sortedLists)
  .map(([path, by]) => `  '${path}': '${by}',\n`)
  .join('')}}

/** The objects in which they are. */
${list('SORTED_LIST_KINDS', data.sortedListKinds)}
${list('SORTED_LIST_API_VERSIONS', data.sortedListApiVersions)}`,
)
