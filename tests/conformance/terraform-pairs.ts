/** The data of export-terraform's own tests: a folder of objects, and the files or the ConfigMap that they come to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Source } from '../../src/core/source.ts'
import { exportTerraform } from '../../src/kpt/functions/export-terraform.ts'
import { toJson } from '../../src/yaml/json.ts'
import { Mapping } from '../../src/yaml/node.ts'
import { parseAll } from '../../src/yaml/parse.ts'
import { type Case, firstDifference, oneLine } from './outcome.ts'

export function terraformPair(path: string, name: string): Case {
  return {
    name,
    async run() {
      const items = namesBelow(join(path, 'data/input'))
        .filter((file) => /(?:\.yaml|Kptfile)$/.test(file))
        .flatMap((file) => objectsIn(join(path, 'data/input', file)))
      const list = { items, config: undefined, version: '', referenceFormat: true }
      await exportTerraform.run(list, undefined as never)
      const made = list.items.filter((item) => dataOf(item).metadata?.name === 'terraform').map((item) => dataOf(item))
      const wanted = shown(wantedFiles(join(path, 'data')))
      const actual = shown(made[0]?.data ?? {})
      if (made.length === 1 && wanted === actual) return { status: 'pass' }
      const difference = firstDifference(wanted, actual)
      return { status: 'fail', reason: `files differ: ${oneLine(difference)}`, difference }
    },
  }
}

/** Texts that end in blank lines are those of the files without them. */
function wantedFiles(data: string): Record<string, string> {
  const tf = join(data, 'tf')
  if (!existsSync(tf)) return dataOf(objectsIn(join(data, 'output/terraform.yaml'))[0] as Mapping).data ?? {}
  return Object.fromEntries(readdirSync(tf).map((name) => [name, readFileSync(join(tf, name), 'utf8')]))
}

function shown(files: Record<string, string>): string {
  const names = Object.keys(files).sort()
  return names.map((name) => `--- ${name}\n${files[name]}`).join('')
}

function objectsIn(file: string): Mapping[] {
  const documents = parseAll(new Source(file, readFileSync(file, 'utf8')))
  return documents.map(({ root }) => root).filter((root) => root instanceof Mapping)
}

function dataOf(item: Mapping): { metadata?: { name?: string }; data?: Record<string, string> } {
  return JSON.parse(toJson(item))
}

/** In the order in which kpt reads a package's files. */
function namesBelow(folder: string): string[] {
  const found: string[] = []
  const look = (below: string): void => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) look(path)
      else found.push(path)
    }
  }
  look('')
  return found
}
