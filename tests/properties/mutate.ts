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

/** Inputs made to hurt. Each has to end in a second, with output or a message. */
export function hostileTrees(): Tree[] {
  const object = 'apiVersion: v1\nkind: Thing\nmetadata: {name: a}\n'
  const bomb = (levels: number, width: number) => {
    let out = 'b0: &b0 [x]\n'
    for (let i = 1; i < levels; i++)
      out += `b${i}: &b${i} [${Array.from({ length: width }, () => `*b${i - 1}`).join(', ')}]\n`
    return out
  }
  const mergeBomb = () => {
    let out = 'm0: &m0 {k: v}\n'
    for (let i = 1; i < 40; i++)
      out += `m${i}: &m${i} {<<: [*m${i - 1}, *m${i - 1}], k${i}: [*m${i - 1}, *m${i - 1}]}\n`
    return out
  }
  const resources: Record<string, string> = {
    'alias bomb': object + bomb(30, 10),
    'aliases just within the limit': object + bomb(5, 21),
    'merge bomb': object + mergeBomb(),
    'an alias inside its own anchor': `${object}x: &x {y: *x}\n`,
    'deep flow lists': `${object}x: ${'['.repeat(100_000)}`,
    'deep closed flow lists': `${object}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
    'deep flow maps': `${object}x: ${'{a: '.repeat(50_000)}`,
    'deep block maps': `${object}${Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n`,
    'deep block lists': `${object}x:\n${'- '.repeat(50_000)}a\n`,
    'a long scalar': `${object}x: ${'word '.repeat(200_000)}\n`,
    'a long quoted scalar': `${object}x: "${'w\\n'.repeat(200_000)}"\n`,
    'many question marks': `${object}${'? '.repeat(50_000)}`,
    'many tags': `${object}x: ${'!a '.repeat(50_000)}`,
    'many anchors': `${object}${Array.from({ length: 20_000 }, (_, i) => `k${i}: &a${i} v`).join('\n')}\n`,
    'many comments': `${'# c\n'.repeat(100_000)}${object}`,
    'many documents': Array.from({ length: 3000 }, (_, i) => `apiVersion: v1\nkind: T\nmetadata: {name: a${i}}\n`).join(
      '---\n',
    ),
    'many separators': '---\n'.repeat(50_000),
    'many equal keys': `${object}${'k: v\n'.repeat(20_000)}`,
    'many keys': `${object}${Array.from({ length: 30_000 }, (_, i) => `k${i}: v`).join('\n')}\n`,
    'nested lists of kind List': `${'{apiVersion: v1, kind: List, items: ['.repeat(2000)}${']}'.repeat(2000)}`,
    'control characters': `${object}x: "${'\\0'.repeat(50_000)}"\n`,
    'spaces only': ' '.repeat(1_000_000),
    'tabs only': '\t'.repeat(100_000),
    'line breaks only': '\n'.repeat(1_000_000),
    'carriage returns': '\r'.repeat(100_000),
    'open quotes': `${object}x: "${'a\n'.repeat(100_000)}`,
    'open block': `${object}x: |\n${' \n'.repeat(100_000)}`,
    colons: `${object}x: ${':'.repeat(200_000)}\n`,
    dashes: '-'.repeat(500_000),
    'deep json': `{"apiVersion":"v1","kind":"T","metadata":{"name":"a"},"x":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    'a long plain multi-line': `${object}x: a\n${'  b\n'.repeat(100_000)}`,
  }
  const trees: Tree[] = []
  const add = (name: string, files: Record<string, string>) => {
    const encoded = Object.entries(files).map(([path, text]): [string, Uint8Array] => [
      `/t/${path}`,
      new TextEncoder().encode(text),
    ])
    trees.push({ name, root: '/t', files: new Map(encoded) })
  }
  for (const [name, text] of Object.entries(resources)) {
    add(`resource: ${name}`, { 'kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\n', 'a.yaml': text })
    add(`kustomization: ${name}`, { 'kustomization.yaml': text })
    add(`patch: ${name}`, {
      'kustomization.yaml': 'resources: [a.yaml]\npatches: [{path: p.yaml, target: {kind: Thing}}]\n',
      'a.yaml': object,
      'p.yaml': text,
    })
  }
  const target = { 'a.yaml': `${object}spec: {text: '${'a'.repeat(5000)}'}\n` }
  const pattern = (name: string) =>
    `resources: [a.yaml]\npatches: [{target: {name: '${name}'}, patch: '[{"op": "add", "path": "/x", "value": 1}]'}]\n`
  add('pattern: nested repeats', {
    'kustomization.yaml': pattern('(a*)*(a*)*(a*)*b'),
    'a.yaml': object.replace('name: a', `name: ${'a'.repeat(5000)}`),
  })
  add('pattern: large counts', { 'kustomization.yaml': pattern('((a{1,100}){1,100}){1,100}'), 'a.yaml': object })
  add('pattern: deep groups', {
    'kustomization.yaml': pattern(`${'('.repeat(5000)}a${')'.repeat(5000)}`),
    'a.yaml': object,
  })
  add('image: a pattern that repeats', {
    'kustomization.yaml': "resources: [a.yaml]\nimages: [{name: '(a+)+', newTag: x}]\n",
    'a.yaml': `${object}spec: {containers: [{image: '${'a'.repeat(5000)}!'}]}\n`,
  })
  add('field path: deep', {
    'kustomization.yaml': `resources: [a.yaml]\nreplacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: ['${'a.'.repeat(20_000)}b'], options: {create: true}}]}]\n`,
    ...target,
  })
  add('json patch: deep pointer', {
    'kustomization.yaml': `resources: [a.yaml]\npatches: [{target: {name: a}, patch: '[{"op": "add", "path": "${'/a'.repeat(20_000)}", "value": 1}]'}]\n`,
    ...target,
  })
  add('json patch: huge index', {
    'kustomization.yaml': `resources: [a.yaml]\npatches: [{target: {name: a}, patch: '[{"op": "add", "path": "/l/99999999999", "value": 1}]'}]\n`,
    'a.yaml': `${object}l: [1]\n`,
  })
  add('delimiter: huge index', {
    'kustomization.yaml':
      'resources: [a.yaml]\nreplacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: [spec.text], options: {delimiter: b, index: 999999999}}]}]\n',
    ...target,
  })
  add(
    'many bases in a row',
    Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `${i === 0 ? '' : `b${i}/`}kustomization.yaml`,
        i === 299 ? 'resources: []\n' : `resources: [${i === 0 ? '' : '../'}b${i + 1}]\n`,
      ]),
    ),
  )
  return trees
}
