/** Documents as outlines print what their trees do. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { objectsOf } from '../../src/krm/objects.ts'
import { Resource } from '../../src/krm/resource.ts'
import { Schema } from '../../src/krm/schema.ts'
import { readResources } from '../../src/yaml/documents.ts'
import { emitSorted } from '../../src/yaml/emit.ts'
import { noLines, type Outline, readOutlines } from '../../src/yaml/outline.ts'
import { corpusRoot } from '../corpus.ts'
import { checkoutRoot } from '../subject.ts'
import { mutate, randomNumbers } from './mutations.ts'

const schema = Schema.builtin()
const known = noLines()

/** What the outlines of a text, or the trees that they stand for, are and print. */
function shown(outlines: readonly Outline[], source: Source, printed: (resource: Resource) => string): unknown {
  return outlines.map((outline) => {
    const resource = new Resource(outline, schema, source)
    return { id: resource.id, text: printed(resource) }
  })
}

function shownTrees(source: Source): unknown {
  return objectsOf(readResources(source), source).map((root) => {
    const { id } = new Resource(root, schema, source)
    return { id, text: emitSorted(root, { annotationsAsStrings: true }) }
  })
}

/** Undefined when the text is not for outlines. */
function compare(text: string): { kept: unknown; read: unknown } | undefined {
  const source = new Source('', text)
  let outlines: Outline[] | undefined
  try {
    outlines = readOutlines(source, known)
  } catch (error) {
    // A wrong separator of documents, which stops whatever reads them.
    if (!(error instanceof ToolError)) throw error
    expect(() => readResources(source)).toThrow(error.message)
    return undefined
  }
  if (outlines === undefined) return undefined
  return { kept: shown(outlines, source, ({ outline }) => (outline as Outline).text), read: shownTrees(source) }
}

function head(more: string): string {
  return `apiVersion: v1\nkind: Thing\nmetadata:\n  name: one\n${more}`
}

describe('kept as text', () => {
  test.each([
    ['keys are put in order, at every level', 'spec:\n  b: x\n  a:\n    d: y\n    c: z\n'],
    ['natural order of keys', 'spec:\n  a10: x\n  a9: y\n  a-b: z\n  a_b: z\n'],
    ['sequences with and without indentation', 'spec:\n  a:\n    - one\n    - two\n  b:\n  - three\n'],
    ['items whose first key is not the first in order', 'spec:\n- name: b\n  args: c\n- zone: d\n'],
    ['items in an item', 'spec:\n- name: b\n  list:\n  - z: one\n    a: two\n  - three\n'],
    ['wide indentation', 'spec:\n      a:\n           -   b: c\n               a: d\n'],
    ['spaces before and behind values', 'spec:\n  a:   b\n  c: d   \n  e:  \n    f: g\n'],
    ['comments', '# one\nspec: # two\n  # three\n  a: b # four\n#five\n  c: d#e\n'],
    ['empty lines', '\nspec:\n\n  a: b\n  \n  c: d\n\n\n'],
    ['keys without values', 'spec:\n  a:\n  b:\nstatus:\n'],
    [
      'numbers and what looks like some',
      'spec:\n  a: 1\n  b: 0x1F\n  c: 1e3\n  d: 010\n  e: 1_000\n  f: 100m\n  g: 12:30\n  h: .5\n',
    ],
    ['words that mean something', 'spec:\n  a: yes\n  b: No\n  c: TRUE\n  d: null\n  e: ~\n  f: on\n  g: 2001-01-01\n'],
    ['quoted texts', `spec:\n  a: "b"\n  c: 'd e'\n  f: "1"\n  g: ''\n  h: 'it''s'\n`],
    ['flow collections', 'spec:\n  a: [b, "c", 1]\n  d: {z: e, a: f}\n  g: []\n  h: {}\n  i: [[], [j]]\n'],
    ['flow collections as items', 'spec:\n- [b, c]\n- {d: e}\n- []\n- "f"\n- 1\n'],
    [
      'texts that are folded',
      `spec:\n  a: ${'some words '.repeat(12)}\n  list:\n  - ${'some more words '.repeat(9)}\n`,
    ],
    ['folded where they stand', `spec:\n- b: x\n  a:\n      - c: ${'word '.repeat(14)}\n`],
    ['literal texts', 'data:\n  b: |\n    one\n\n      two\n  a: |\n      moved\n        more\n'],
    ['literal texts with hints', 'data:\n  a: |-\n    one\n  b: |2\n      two\n  c: |\n    three  \n    four\n'],
    ['an empty literal text', 'data:\n  a: |\n  b: c\n'],
    ['a literal text with empty lines at its end', 'data:\n  a: |\n    one\n\n\n  b: c\n'],
    ['a literal text in an item', 'data:\n- b: |\n    one\n  a: c\n'],
    ['folded block texts', 'data:\n  a: >\n    one\n    two\n\n    three\n  b: >-\n    four\n     five\n'],
    ['a comment below a literal text', 'data:\n  a: |\n    one\n  # two\n  b: c\n'],
    ['a comment sign in a literal text', 'data:\n  a: |\n    # one\n    two\n'],
    ['keys with odd signs', 'spec:\n  a.b/c-d_e: f\n  /x: y\n  a:b: c\n'],
  ])('%s', (_, more) => {
    const { kept, read } = compare(head(more)) ?? {}
    expect(kept, 'it is not kept').toBeDefined()
    expect(kept).toEqual(read)
  })

  test.each([
    ['several documents', `${head('b: c\na: d\n')}---\n${head('e: f\n')}`],
    ['a separator at the start', `---\n${head('a: b\n')}`],
    ['annotations', 'apiVersion: v1\nkind: A\nmetadata:\n  name: b\n  annotations:\n    z/d: "1"\n    a/c: text\n'],
    ['a namespace', 'kind: A\napiVersion: apps/v1\nmetadata:\n  namespace: "c"\n  name: b\n'],
  ])('%s', (_, text) => {
    const { kept, read } = compare(text) ?? {}
    expect(kept, 'it is not kept').toBeDefined()
    expect(kept).toEqual(read)
  })
})

test.each([
  ['anchors', head('a: &b c\n')],
  ['merge keys', head('a:\n  <<: b\n')],
  ['letters beyond ASCII', head('a: ä\n')],
  ['tabs', head('a:\tb\n')],
  ['tags', head('a: !!str 1\n')],
  ['no line break at the end', head('a: b')],
  ['keys twice', head('a: b\na: c\n')],
  ['keys in quotes', head('"a": b\n')],
  ['keys that mean something', head('on: b\n')],
  ['texts over several lines', head('a: b\n  c\n')],
  ['a dash alone', head('a:\n-\n  b: c\n')],
  ['wrong indentation', head('a:\n    b: c\n  d: e\n')],
  ['a value and more below it', head('a: b\n  c: d\n')],
  ['no kind', 'apiVersion: v1\nmetadata:\n  name: a\n'],
  ['no name', 'apiVersion: v1\nkind: A\nmetadata:\n  labels: {}\n'],
  ['a name that is no text', 'apiVersion: v1\nkind: A\nmetadata:\n  name: 1\n'],
  ['lists', 'apiVersion: v1\nkind: List\nmetadata:\n  name: a\nitems:\n- kind: B\n'],
  ['annotations that mean something', head('  annotations:\n    config.kubernetes.io/local-config: "true"\n')],
  ['annotations that are no texts', head('  annotations:\n    a: 1\n')],
  ['nothing', '---\n# a comment\n'],
])('%s are left to the tree', (_, text) => {
  expect(compare(text)).toBeUndefined()
})

/** The texts of all YAML files below a folder. */
function* yamlBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* yamlBelow(path)
    else if (entry.isFile() && /\.ya?ml$/.test(entry.name)) yield readFileSync(path, 'utf8')
  }
}

test('every file of the examples', () => {
  let kept = 0
  for (const text of yamlBelow(join(checkoutRoot(), 'examples'))) {
    const found = compare(text)
    if (found === undefined) continue
    kept++
    expect(found.kept).toEqual(found.read)
  }
  expect(kept).toBeGreaterThan(50)
})

test('examples changed at random', () => {
  const texts = [...yamlBelow(join(checkoutRoot(), 'examples'))].filter((text) => compare(text) !== undefined)
  const random = randomNumbers(5)
  const runs = Number(process.env.STRAKE_RUNS ?? 10_000)
  let kept = 0
  for (let i = 0; i < runs; i++) {
    const text = mutate(texts[random(texts.length)] as string, random)
    const found = compare(text)
    if (found === undefined) continue
    kept++
    expect(found.kept, text).toEqual(found.read)
  }
  expect(kept).toBeGreaterThan(runs / 10)
})

const corpus = corpusRoot()

test.skipIf(corpus === undefined)('every file of the recorded repositories', () => {
  let kept = 0
  let files = 0
  for (const text of yamlBelow(corpus as string)) {
    files++
    const found = compare(text)
    if (found === undefined) continue
    kept++
    expect(found.kept).toEqual(found.read)
  }
  console.log(`outlines: ${kept} of ${files} files`)
  expect(kept).toBeGreaterThan(6000)
})
