/** Broken kustomizations out of whole ones: a tree and a number give always the same mutant. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bytesOf, listCases, loadCase } from '../cases/case-file.ts'

export interface Tree {
  name: string
  root: string
  files: Map<string, Uint8Array>
}

/** The own cases and the examples, as trees in memory. */
export function seedTrees(checkout: string): Tree[] {
  const trees: Tree[] = []
  for (const { name, file } of listCases(join(checkout, 'tests/cases'))) {
    const found = loadCase(file)
    const files = new Map<string, Uint8Array>()
    for (const entry of found.tree) {
      const bytes = bytesOf(entry)
      if (bytes !== undefined) files.set(join('/t', entry.path), bytes)
    }
    const folder = found.arguments[0]?.startsWith('-') === false ? found.arguments[0] : '.'
    if (files.size > 0) trees.push({ name, root: join('/t', folder).replace(/\/$/, ''), files })
  }
  const examples = join(checkout, 'examples')
  for (const folder of roots(examples)) {
    const files = new Map<string, Uint8Array>()
    for (const path of filesBelow(examples)) files.set(join('/t', relative(examples, path)), readFileSync(path))
    trees.push({ name: relative(checkout, folder), root: join('/t', relative(examples, folder)), files })
  }
  return trees
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

function roots(folder: string): string[] {
  return filesBelow(folder)
    .filter((path) => /\/kustomization\.ya?ml$/i.test(path))
    .map((path) => path.slice(0, path.lastIndexOf('/')))
}

export type Random = (below: number) => number

/** A small generator (mulberry32): the same numbers on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

// biome-ignore format: a table
const VALUES = [
  '{}', '[]', 'null', '~', '', '1', '-1', '1.5', '.nan', 'true', '"x"', "''", '*x', '&x', '&x y', '*a', '!!int x', '!!binary ???', '|', '>', '|9', '? x',
  '[a, b', '{a: b', '{a: {b: {c: [1, {d: e}]}}}', '[[[[[[[[1]]]]]]]]', '- x', 'a: b: c', '"\\u00', "'", '"', '%', '@', '`', '\t', '---', '...', '# c',
  '<<: {a: b}', '9223372036854775808', '1e999', '2020-01-01', '../..', '/', 'kustomization.yaml', '.', '0x', '(', '[', '*', '.*', 'a'.repeat(3000), '\u0000', '\u2028', '\ufeff',
]

// biome-ignore format: a table
const KEYS = [
  'apiVersion', 'kind', 'metadata', 'name', 'namespace', 'labels', 'annotations', 'spec', 'data', 'resources', 'bases', 'components', 'patches', 'patch', 'path', 'target',
  'images', 'replicas', 'replacements', 'source', 'targets', 'select', 'fieldPaths', 'vars', 'objref', 'configMapGenerator', 'secretGenerator', 'literals', 'files', 'envs',
  'generators', 'transformers', 'validators', 'configurations', 'crds', 'openapi', 'sortOptions', 'namePrefix', 'nameSuffix', 'commonLabels', 'items', '$patch', '<<', '?', '',
]

const INDENTED = /^(\s*(?:- )*)(.*)$/s

/** The n-th mutant of the trees: one to four changes in the files of one of them. */
export function mutant(trees: Tree[], seed: number, index: number): Tree {
  const random = randomOf(seed * 1_000_003 + index)
  for (let i = 0; i < 3; i++) random(2)
  const tree = trees[random(trees.length)] as Tree
  const files = new Map(tree.files)
  // Mostly one: with many, few mutants get past the reading.
  const changes = random(3) === 0 ? 2 + random(3) : 1
  for (let i = 0; i < changes; i++) {
    const paths = [...files.keys()]
    const path = paths[random(paths.length)] as string
    files.set(path, change(files.get(path) as Uint8Array, trees, random))
  }
  return { ...tree, files }
}

function change(bytes: Uint8Array, trees: Tree[], random: Random): Uint8Array {
  const which = random(14)
  if (which === 0) {
    const out = new Uint8Array(bytes)
    for (let i = 0; i <= random(4) && out.length > 0; i++) out[random(out.length)] = random(256)
    return out
  }
  if (which === 1) return bytes.subarray(0, random(bytes.length + 1))
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n')
  const at = random(lines.length)
  const other = random(lines.length)
  const line = lines[at] as string
  const [, head = '', body = ''] = INDENTED.exec(line) ?? []
  const value = VALUES[random(VALUES.length)] as string
  if (which === 2) lines.splice(at, 1)
  else if (which === 3) lines.splice(other, 0, line)
  else if (which === 4) lines.splice(other, 0, ...lines.splice(at, 1 + random(4)))
  else if (which === 5) lines[at] = ' '.repeat(random(6)) + line.trimStart()
  else if (which === 6) lines[at] = `${head}${body.split(':')[0]}: ${value}`
  else if (which === 7) lines[at] = head + value
  else if (which === 8) lines[at] = `${head}${KEYS[random(KEYS.length)]}:${body.slice(body.indexOf(':') + 1)}`
  else if (which === 9) lines.splice(at, 0, ...Array.from({ length: 1 + random(60) }, () => line))
  else if (which === 10) {
    const cut = random(line.length + 1)
    lines[at] = line.slice(0, cut) + value + line.slice(cut)
  } else if (which === 11) {
    const donor = trees[random(trees.length)] as Tree
    const texts = [...donor.files.values()]
    const text = new TextDecoder().decode(texts[random(texts.length)])
    lines.splice(at, random(3), ...text.split('\n'))
  } else if (which === 12) lines[at] = `${head}&x ${body}`
  else lines.splice(at, 0, `${head}${KEYS[random(KEYS.length)]}: ${value}`)
  return new TextEncoder().encode(lines.join('\n'))
}
