/** docs/cluster-file.md: every field of a cluster file, from its schema. `npm run docs:cluster` writes it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterJsonSchema } from '../src/stack/cluster-schema.ts'

interface Schema {
  type?: string
  description?: string
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  $ref?: string
  $defs?: Record<string, Schema>
}

interface Section {
  title: string
  schema: Schema
}

/** The page: one table for each kind of map, in the order in which they are met. */
export function clusterFields(): string {
  const root = clusterJsonSchema() as Schema
  const sections: Section[] = [{ title: 'cluster', schema: root }]
  const seen = new Map<Schema, string>([[root, 'cluster']])
  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema
    const name = schema.$ref.replace('#/$defs/', '')
    return schema.$ref === '#' ? root : (root.$defs?.[name] as Schema)
  }
  let text = ''
  for (const { title, schema } of sections) {
    const rows: string[][] = []
    for (const [name, given] of Object.entries(schema.properties ?? {})) {
      const field = resolved(given)
      const inner = resolved(field.items ?? field)
      let type = typeOf(field, inner)
      if (inner.properties !== undefined && inner.additionalProperties === false) {
        if (!seen.has(inner)) {
          seen.set(inner, name)
          sections.push({ title: name, schema: inner })
        }
        const target = seen.get(inner) as string
        type = field.items === undefined ? `[${target}](#${anchor(target)})` : `list of [${target}](#${anchor(target)})`
      }
      const needed = schema.required?.includes(name) ? ' (needed)' : ''
      rows.push([`\`${name}\`${needed}`, type, (given.description ?? field.description ?? '').replaceAll('|', '\\|')])
    }
    text += `\n## ${title}\n\n${table(['field', 'type', 'meaning'], rows)}\n`
  }
  return `# Fields of a cluster file\n\n[docs/stack.md](stack.md) shows how they go together; \`strake stack schema\` prints the same as JSON Schema. Fields that are not listed are refused.\n${text}`
}

function anchor(title: string): string {
  return title.toLowerCase()
}

function typeOf(field: Schema, inner: Schema): string {
  const base = (schema: Schema): string => {
    if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ')
    if (schema.type === 'object') return 'map'
    return { string: 'text', boolean: 'true or false' }[schema.type ?? ''] ?? 'any'
  }
  return field.items === undefined ? base(field) : `list of ${base(inner)}`
}

function table(heads: string[], rows: string[][]): string {
  const width = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] as string).length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(width[i] as number)).join(' | ')} |`
  return [line(heads), `| ${width.map((n) => '-'.repeat(n)).join(' | ')} |`, ...rows.map(line)].join('\n')
}

if (process.argv.includes('--write')) writeFileSync(join(process.cwd(), 'docs/cluster-file.md'), clusterFields())
