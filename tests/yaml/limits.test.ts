import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { readResources, splitDocuments } from '../../src/yaml/documents.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { field, MAPPING, type Node, SEQUENCE } from '../../src/yaml/node.ts'
import { parse, parseAll, YamlError, yamlMessage } from '../../src/yaml/parse.ts'
import { parseInteger, resolvePlain, resolvePlain11 } from '../../src/yaml/resolve.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'

function source(text: string): Source {
  return new Source('a.yaml', text)
}

function problemOf(read: () => unknown): ToolError {
  try {
    read()
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('limits', () => {
  test.each([
    ['flow lists', '['.repeat(1001)],
    ['flow mappings', '{a: '.repeat(1001)],
    ['block lists', '- '.repeat(1001)],
    ['block mappings', Array.from({ length: 1001 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['far too many levels', '['.repeat(300_000)],
  ])('nesting of more than a thousand levels is refused: %s', (_, text) => {
    expect(problemOf(() => parse(source(text))).message).toMatch(/exceeded max depth of 1000$/)
    expect(problemOf(() => parse(source(text), { comments: false })).message).toMatch(/exceeded max depth of 1000$/)
  })

  test('a thousand levels are read', () => {
    let node: Node | undefined = parse(source(`${'['.repeat(1000)}${']'.repeat(1000)}`), { comments: false })?.root
    let depth = 0
    for (; node?.kind === SEQUENCE; node = node.items[0]) depth++
    expect(depth).toBe(1000)
  })

  test('aliases that multiply are refused', () => {
    let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n'
    for (let i = 1; i < 10; i++)
      text += `a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]\n`
    expect(problemOf(() => readResources(source(text))).message).toBe('yaml: document contains excessive aliasing')
    expect(problemOf(() => readYaml11(source(text))).message).toBe('yaml: document contains excessive aliasing')
  })

  test('merge keys that multiply are refused', () => {
    let text = 'm0: &m0 {k: v}\n'
    for (let i = 1; i < 40; i++)
      text += `m${i}: &m${i} {<<: [*m${i - 1}, *m${i - 1}], k${i}: [*m${i - 1}, *m${i - 1}]}\n`
    expect(problemOf(() => readResources(source(text))).message).toBe('yaml: document contains excessive aliasing')
    expect(problemOf(() => readYaml11(source(text))).message).toBe('yaml: document contains excessive aliasing')
  })

  test('many aliases of a long text are refused', () => {
    const text = `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(1000)}*a]\n`
    expect(problemOf(() => readResources(source(text))).message).toBe('yaml: document contains excessive aliasing')
    expect(problemOf(() => readYaml11(source(text))).message).toBe('yaml: document contains excessive aliasing')
  })

  test('documents that are read together share what their aliases may make', () => {
    let text = 'b0: &b0 [x]\n'
    for (let i = 1; i < 5; i++) text += `b${i}: &b${i} [${Array.from({ length: 20 }, () => `*b${i - 1}`).join(', ')}]\n`
    expect(readResources(source(text))).toHaveLength(1)
    expect(problemOf(() => readResources(source(`${text}---\n`.repeat(4)))).message).toBe(
      'yaml: document contains excessive aliasing',
    )
  })

  test('aliases inside aliases do not nest deeper than what is written out', () => {
    let text = 'x0: &x0 1\n'
    for (let i = 1; i < 12; i++) text += `x${i}: &x${i} ${'['.repeat(400)}*x${i - 1}${']'.repeat(400)}\n`
    expect(problemOf(() => readResources(source(text))).message).toBe('yaml: exceeded max depth of 1000')
    expect(problemOf(() => readYaml11(source(text))).message).toBe("invalid character '[' exceeded max depth")
  })

  test('an alias inside its own anchor is refused', () => {
    const text = 'a: &x\n  b: *x\n'
    expect(problemOf(() => readResources(source(text))).message).toBe("yaml: anchor 'x' value contains itself")
    expect(problemOf(() => readYaml11(source(text))).message).toBe("yaml: anchor 'x' value contains itself")
  })

  test('a control character is refused with its place', () => {
    const error = problemOf(() => parse(source('a: 1\nb: \x01\n')))
    expect(error.message).toBe('yaml: control characters are not allowed')
    expect(error.at.map(({ offset }) => offset)).toEqual([8])
  })

  test('a control character far behind the first document is not looked at', () => {
    const text = `a: 1\n---\n${'b: 2\n'.repeat(300)}c: \x01\n`
    expect(parse(source(text))?.root.kind).toBe(MAPPING)
    expect(problemOf(() => parseAll(source(text))).message).toBe('yaml: control characters are not allowed')
  })
})

describe('places', () => {
  test('lines of messages are counted from the start of the piece, offsets from the start of the text', () => {
    const text = 'a: 1\n---\nb: 2\nc: d: e\n'
    const error = problemOf(() => readResources(source(text)))
    expect(error.message).toBe('yaml: line 2: mapping values are not allowed in this context')
    expect(error.at[0]?.source.position(error.at[0].offset)).toEqual({ line: 4, column: 5 })
  })

  test('the version 2 reader names the line of the problem, the version 3 reader that of the beginning', () => {
    const error = problemOf(() => parse(source('foo:\n  bar\ninvalid\n')))
    if (!(error instanceof YamlError)) throw error
    expect([yamlMessage(error, 'v3'), yamlMessage(error, 'v2')]).toEqual([
      "yaml: line 3: could not find expected ':'",
      "yaml: line 4: could not find expected ':'",
    ])
  })

  test.each([true, false])('nodes know where they begin and end, comments: %s', (comments) => {
    const text = 'one: "two"\nthree:\n- four # x\n- {five: six}\nseven:\n'
    const root = parse(source(text), { comments })?.root
    if (root?.kind !== MAPPING) throw new Error('no mapping')
    const parts = (node: Node) => text.slice(node.start, node.end)
    expect(root.keys.map(parts)).toEqual(['one', 'three', 'seven'])
    expect(root.values.map(parts)).toEqual(['"two"', '- four # x\n- {five: six}', ''])
    const list = field(root, 'three')
    expect(list?.kind === SEQUENCE && list.items.map(parts)).toEqual(['four', '{five: six}'])
  })
})

describe('documents', () => {
  test('are cut at separator lines, a last one without a line break is left to the reader', () => {
    const text = 'a\n---\n---  # b\nc\n---  # d\ne\n---'
    const pieces = splitDocuments(source(text)).map(({ start, end }) => text.slice(start, end))
    expect(pieces).toEqual(['a\n', '---  # b\nc\n', 'e\n---'])
  })

  test('a separator with text behind it is refused', () => {
    expect(problemOf(() => splitDocuments(source('a: 1\n--- foo\nb: 2\n'))).message).toBe(
      'invalid document separator: --- foo',
    )
  })

  test('empty, null and comment-only pieces are skipped, anchors do not cross pieces', () => {
    const text = '# c\n---\na: &x 1\n---\n~\n---\n---\nb: 2\n'
    expect(readResources(source(text)).map((node) => emitKept(node))).toEqual(['a: 1\n', 'b: 2\n'])
    expect(problemOf(() => readResources(source('a: &x 1\n---\nb: *x\n'))).message).toBe(
      "yaml: unknown anchor 'x' referenced",
    )
  })

  test('merge keys: own keys win, then the first of the merged', () => {
    const text = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 0\n'
    expect(readResources(source(text)).map((node) => emitKept(field(node, 'c') as Node))).toEqual([
      'x: 0\ny: 1\nz: 2\n',
    ])
  })
})

describe('types of plain scalars', () => {
  test.each([
    ['', '!!null'],
    ['~', '!!null'],
    ['Null', '!!null'],
    ['nUll', '!!str'],
    ['true', '!!bool'],
    ['TRUE', '!!bool'],
    ['yes', '!!str'],
    ['on', '!!str'],
    ['0', '!!int'],
    ['-1', '!!int'],
    ['+1', '!!int'],
    ['0x1F', '!!int'],
    ['0o17', '!!int'],
    ['0b11', '!!int'],
    ['010', '!!int'],
    ['1_000', '!!int'],
    ['08', '!!float'],
    ['1.5', '!!float'],
    ['1e3', '!!float'],
    ['.5', '!!float'],
    ['1.', '!!float'],
    ['.', '!!str'],
    ['-', '!!str'],
    ['.inf', '!!float'],
    ['-.INF', '!!float'],
    ['.nan', '!!float'],
    ['18446744073709551615', '!!int'],
    ['18446744073709551616', '!!float'],
    ['-9223372036854775809', '!!float'],
    ['12:30:45', '!!str'],
    ['2020-01-01', '!!timestamp'],
    ['2020-1-1', '!!timestamp'],
    ['2020-13-01', '!!str'],
    ['2001-12-14t21:59:43.10-05:00', '!!timestamp'],
    ['2020-01-01 12:00:00', '!!timestamp'],
    ['<<', '!!merge'],
    ['=', '!!str'],
    ['1.2.3', '!!str'],
    ['0x', '!!str'],
  ])('%s is %s', (text, tag) => {
    expect(resolvePlain(text)).toBe(tag)
  })

  test.each(['y', 'N', 'yes', 'No', 'on', 'OFF'])('%s is a boolean of YAML 1.1', (text) => {
    expect([resolvePlain(text), resolvePlain11(text)]).toEqual(['!!str', '!!bool'])
  })

  test('integers of every base have a value within 64 bits', () => {
    expect(['0x1F', '010', '0o17', '0b11', '-1_0', '18446744073709551616', '1.0'].map(parseInteger)).toEqual([
      31n,
      8n,
      15n,
      3n,
      -10n,
      undefined,
      undefined,
    ])
  })
})
