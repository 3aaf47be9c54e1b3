import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import {
  append,
  clone,
  insertItem,
  removeField,
  removeItem,
  renameField,
  setField,
  setText,
  stringScalar,
} from '../../src/yaml/edit.ts'
import { toJson } from '../../src/yaml/json.ts'
import {
  type Document,
  field,
  MAPPING,
  Mapping,
  type Node,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../../src/yaml/node.ts'
import { parse, parseAll } from '../../src/yaml/parse.ts'
import { preserve } from '../../src/yaml/preserve.ts'
import { corpusRoot } from '../corpus.ts'
import { inputOf, type RoundtripVector, readVectors } from './vectors.ts'

function edited(text: string, edit: (root: Mapping, document: Document) => void): string {
  const source = new Source('', text)
  const document = parse(source) as Document
  edit(document.root as Mapping, document)
  return preserve(document, source)
}

const SERVICE = `# The service.

apiVersion:   v1
kind: Service   # not a Deployment
metadata:
    name: "web"

    # Who owns it.
    labels: { app: web,  tier: 'front' }
spec:
    ports:
      - port:  80
        name: http
      # Secure.
      - port: 443
        name: 'https'
      # All ports.

    selector: {app: web}
# The end.
`

describe('preserve: edits with the whole text compared', () => {
  test('a value changes its own text only', () => {
    const got = edited(SERVICE, (root) => setText(field(field(root, 'metadata'), 'name') as Scalar, 'api'))
    expect(got).toBe(SERVICE.replace('"web"', '"api"'))
  })

  test('a new field takes indentation and place after the last one', () => {
    const got = edited(SERVICE, (root) =>
      setField(field(root, 'metadata') as Mapping, 'namespace', stringScalar('prod')),
    )
    expect(got).toBe(SERVICE.replace("'front' }\n", "'front' }\n    namespace: prod\n"))
  })

  test('a new item takes the column of the dashes', () => {
    const got = edited(SERVICE, (root) => {
      const port = new Mapping([new Scalar('port')], [new Scalar('22')])
      insertItem(field(field(root, 'spec'), 'ports') as Sequence, 1, port)
    })
    expect(got).toBe(SERVICE.replace('        name: http\n', '        name: http\n      - port: 22\n'))
  })

  test('a removed item takes its comment along', () => {
    const got = edited(SERVICE, (root) => removeItem(field(field(root, 'spec'), 'ports') as Sequence, 1))
    expect(got).toBe(SERVICE.replace("      # Secure.\n      - port: 443\n        name: 'https'\n", ''))
  })

  test('a new block under a key', () => {
    const got = edited(SERVICE, (root) => {
      const annotations = new Mapping([new Scalar('note')], [stringScalar('a: b')])
      setField(field(root, 'metadata') as Mapping, 'annotations', annotations)
    })
    expect(got).toBe(SERVICE.replace("'front' }\n", "'front' }\n    annotations:\n        note: 'a: b'\n"))
  })

  test('an entry inside a flow mapping', () => {
    const got = edited(SERVICE, (root) =>
      setField(field(field(root, 'metadata'), 'labels') as Mapping, 'env', stringScalar('x')),
    )
    expect(got).toBe(SERVICE.replace("'front' }", "'front',  env: x }"))
  })

  test('a line comment stays with its value when only the text changes', () => {
    const got = edited('a: 1 # one\nb:   2\n', (root) => setText(field(root, 'a') as Scalar, '7'))
    expect(got).toBe('a: 7 # one\nb:   2\n')
  })

  test('a renamed key', () => {
    expect(edited('a:   1 # one\nb:   2\n', (root) => renameField(root, 'a', 'c'))).toBe('c:   1 # one\nb:   2\n')
  })

  test('an empty value filled', () => {
    expect(edited('a:\nb:   2\n', (root) => setField(root, 'a', new Scalar('1')))).toBe('a: 1\nb:   2\n')
  })

  test('a value replaced by a block, and a block by a value', () => {
    const nested = () => new Mapping([new Scalar('x')], [new Scalar('1')])
    expect(edited('a: 1\nb:   2\n', (root) => setField(root, 'a', nested()))).toBe('a:\n  x: 1\nb:   2\n')
    expect(edited('a:\n  x: 1\nb:   2\n', (root) => setField(root, 'a', new Scalar('7')))).toBe('a: 7\nb:   2\n')
  })

  test('the last entry of a block removed: an empty mapping', () => {
    expect(edited('a:\n  x: 1\nb:   2\n', (root) => removeField(field(root, 'a') as Mapping, 'x'))).toBe(
      'a: {}\nb:   2\n',
    )
  })

  test('an entry added to the mapping of a list item', () => {
    const got = edited('a:\n-   x: 1\n    y: 2\n- z\n', (root) => {
      setField((field(root, 'a') as Sequence).items[0] as Mapping, 'k', stringScalar('1'))
    })
    expect(got).toBe('a:\n-   x: 1\n    y: 2\n    k: "1"\n- z\n')
  })

  test('single quotes where the document has them', () => {
    expect(edited("a: 'x'\n", (root) => setField(root, 'b', stringScalar('1')))).toBe("a: 'x'\nb: '1'\n")
  })

  test('Windows line ends', () => {
    const got = edited('a: 1\r\nb:   2\r\n', (root) => setField(root, 'c', new Scalar('3')))
    expect(got).toBe('a: 1\r\nb:   2\r\nc: 3\r\n')
  })

  test('a text without a last line break', () => {
    expect(edited('a: 1\nb:   2', (root) => setField(root, 'c', new Scalar('3')))).toBe('a: 1\nb:   2\nc: 3')
  })

  test('one document of several', () => {
    const source = new Source('', 'a:   1\n---\nb:   2 # two\n---\nc:   3\n')
    const document = parseAll(source)[1] as Document
    setText(field(document.root, 'b') as Scalar, '5')
    expect(preserve(document, source)).toBe('a:   1\n---\nb:   5 # two\n---\nc:   3\n')
  })

  test('block scalars', () => {
    const text = 'a: |\n  x\n  y\n\nb: |+\n  z\n\nc:   1\n'
    expect(edited(text, (root) => setText(field(root, 'a') as Scalar, 'new\n'))).toBe(
      'a: |\n  new\n\nb: |+\n  z\n\nc:   1\n',
    )
    expect(edited(text, (root) => setField(root, 'c', new Scalar('2')))).toBe(
      'a: |\n  x\n  y\n\nb: |+\n  z\n\nc:   2\n',
    )
  })
})

/** Comments and styles aside, what documents say. */
function meaning(documents: readonly Document[]): string {
  return documents.map(({ root }) => toJson(root)).join('\n')
}

interface Place {
  node: Node
  parent: Mapping | Sequence
  at: number
}

function places(root: Node): Place[] {
  const found: Place[] = []
  const visit = (node: Node): void => {
    const children = node.kind === MAPPING ? node.values : node.kind === SEQUENCE ? node.items : []
    children.forEach((child, at) => {
      found.push({ node: child, parent: node as Mapping | Sequence, at })
      visit(child)
    })
  }
  visit(root)
  return found
}

function applyEdit(root: Node, place: number, kind: number): void {
  const all = places(root)
  const one = all[place % Math.max(all.length, 1)]
  if (one === undefined) return
  const { node, parent, at } = one
  if (kind === 0 && node.kind === SCALAR && node.tag === '') setText(node, 'edited')
  else if (kind === 1 && parent.kind === MAPPING) setField(parent, 'newField', stringScalar('true'))
  else if (kind === 1 && parent.kind === SEQUENCE) append(parent, stringScalar('new item'))
  else if (kind === 2 && parent.kind === MAPPING) {
    parent.keys.splice(at, 1)
    parent.values.splice(at, 1)
    parent.index = undefined
  } else if (kind === 2 && parent.kind === SEQUENCE) removeItem(parent, at)
  else if (kind === 3) {
    const block = new Mapping(
      [new Scalar('x'), new Scalar('y')],
      [new Sequence([new Scalar('1')]), stringScalar('no\nlines')],
    )
    if (parent.kind === MAPPING) parent.values[at] = block
    else parent.items[at] = block
  } else if (kind === 4 && parent.kind === SEQUENCE)
    insertItem(parent, at, new Mapping([new Scalar('k')], [new Scalar('v')]))
}

const root = corpusRoot()

function corpusTexts(): string[] {
  const texts: string[] = []
  for (const vector of readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')) {
    const text = inputOf(vector, root as string)
    if (text === undefined) continue
    try {
      if (parseAll(new Source('', text)).length > 0) texts.push(text)
    } catch {
      // Not YAML: nothing to preserve.
    }
  }
  return texts
}

describe('preserve: unusual layouts', () => {
  test('an entry behind a question mark stays as it is when others change', () => {
    const text = 'list:\n    -   a\n? key # why\n# between\n:   value\nsame:   1\n'
    expect(edited(text, (root) => setText(field(root, 'same') as Scalar, '2'))).toBe(text.replace('1', '2'))
    expect(edited(text, (root) => setText(field(root, 'key') as Scalar, 'other'))).toBe(text.replace('value', 'other'))
    expect(edited(text, (root) => removeField(root, 'key'))).toBe('list:\n    -   a\nsame:   1\n')
    expect(edited(text, (root) => renameField(root, 'key', 'new'))).toContain('list:\n    -   a\nnew: value')
  })

  test('a document that is printed anew keeps its separator and the place of its lists', () => {
    const text = '---\nlist:\n  -   a\n'
    const changed = edited(text, (_, document) => {
      document.foot = '# end'
    })
    expect(changed).toBe('---\nlist:\n  - a\n\n# end\n')
  })
})

describe.skipIf(root === undefined)('preserve over the corpus', () => {
  test('no edit, no changed byte', () => {
    const texts = corpusTexts()
    for (const text of texts) {
      const source = new Source('', text)
      for (const document of parseAll(source)) {
        document.root = clone(document.root)
        expect(preserve(document, source)).toBe(text)
      }
    }
    console.log(`preserve: ${texts.length} documents unchanged`)
  })

  test('one edit: the text reads as the edited tree', () => {
    // Anchors and comments may go with what is removed; such documents cannot be compared by meaning.
    const texts = corpusTexts().filter((text) => !/[&*]|<</.test(text) && text.length < 20_000)
    const failures: string[] = []
    let runs = 0
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] as string
      for (const kind of [i % 5, (i * 3 + 1) % 5]) {
        const source = new Source('', text)
        const documents = parseAll(source)
        const [document] = documents as [Document]
        applyEdit(document.root, i * 7 + kind * 3, kind)
        const printed = preserve(document, source)
        let wanted: string
        try {
          wanted = meaning(documents)
        } catch {
          continue
        }
        runs++
        let got: string
        try {
          got = meaning(parseAll(new Source('', printed)))
        } catch (error) {
          got = `error: ${(error as Error).message}`
        }
        if (got !== wanted)
          failures.push(`edit ${kind}\n${text}\nprinted\n${printed}\nreads\n${got}\nwanted\n${wanted}`)
      }
    }
    console.log(`preserve: ${runs - failures.length} of ${runs} single edits read back`)
    expect(failures.slice(0, 10)).toEqual([])
  })
})

const word = fc.stringMatching(/^[a-z]{1,6}$/)
const leaf = fc.oneof(
  word,
  fc.integer().map(String),
  word.map((text) => `"${text}"`),
  word.map((text) => `'${text} x'`),
)
const comment = fc.option(word, { nil: undefined, freq: 3 })

interface Shape {
  lines: string[]
}

/** Random block mappings with odd spacing, comments and empty lines. */
function block(depth: number): fc.Arbitrary<Shape> {
  const value: fc.Arbitrary<Shape | string> =
    depth === 0 ? leaf : fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: block(depth - 1) })
  const entry = fc.record({
    value,
    spaces: fc.integer({ min: 1, max: 3 }),
    line: comment,
    above: comment,
    blank: fc.boolean(),
  })
  return fc.array(entry, { minLength: 1, maxLength: 4 }).map((entries) => {
    const lines: string[] = []
    entries.forEach(({ value: inner, spaces, line, above, blank }, i) => {
      if (blank && i > 0) lines.push('')
      if (above !== undefined) lines.push(`# ${above}`)
      const tail = line === undefined ? '' : `  # ${line}`
      if (typeof inner === 'string') lines.push(`k${i}:${' '.repeat(spaces)}${inner}${tail}`)
      else lines.push(`k${i}:`, ...inner.lines.map((one) => (one === '' ? '' : ' '.repeat(spaces + 1) + one)))
    })
    return { lines }
  })
}

describe('preserve on random documents', () => {
  const text = block(3).map(({ lines }) => `${lines.join('\n')}\n`)

  test('no edit, no changed byte', () => {
    fc.assert(
      fc.property(text, (given) => {
        const source = new Source('', given)
        expect(preserve(parse(source) as Document, source)).toBe(given)
      }),
    )
  })

  test('a changed scalar changes its line only', () => {
    fc.assert(
      fc.property(text, fc.nat(), (given, choice) => {
        const source = new Source('', given)
        const document = parse(source) as Document
        const scalars = places(document.root).filter(({ node }) => node.kind === SCALAR)
        const { node } = scalars[choice % scalars.length] as Place
        const { line } = source.position(node.start)
        setText(node as Scalar, 'edited')
        const printed = preserve(document, source).split('\n')
        const before = given.split('\n')
        expect(printed.length).toBe(before.length)
        const changed = before.flatMap((one, i) => (one === printed[i] ? [] : [i + 1]))
        expect(changed).toEqual([line])
      }),
    )
  })

  test('a new field adds one line', () => {
    fc.assert(
      fc.property(text, fc.nat(), (given, choice) => {
        const source = new Source('', given)
        const document = parse(source) as Document
        const maps = [document.root, ...places(document.root).map(({ node }) => node)].filter(
          (node) => node.kind === MAPPING,
        )
        setField(maps[choice % maps.length] as Mapping, 'added', new Scalar('1'))
        const printed = preserve(document, source).split('\n')
        const at = printed.findIndex((one) => one.trim() === 'added: 1')
        printed.splice(at, 1)
        expect(printed.join('\n')).toBe(given)
      }),
    )
  })
})
