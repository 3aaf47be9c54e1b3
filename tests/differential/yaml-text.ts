/** Generated YAML: trees whose scalars are source text, printed in block or flow style as each node says. */
import * as fc from 'fast-check'

export type Yaml =
  | { type: 'scalar'; text: string; comment?: string | undefined }
  | { type: 'block'; header: string; lines: string[]; comment?: string | undefined }
  | { type: 'list'; flow: boolean; items: Yaml[] }
  | { type: 'map'; flow: boolean; entries: [string, Yaml][] }

export function scalar(text: string): Yaml {
  return { type: 'scalar', text }
}

/** The same in one line. */
export function flowScalar(node: Yaml): Yaml {
  return scalar(flowText(node))
}

export function list(items: Yaml[], flow = false): Yaml {
  return { type: 'list', flow, items }
}

/** A mapping of what is not undefined; texts are taken as source text of scalars. */
export function map(fields: Record<string, Yaml | string | undefined>, flow = false): Yaml {
  const entries: [string, Yaml][] = []
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) entries.push([key, typeof value === 'string' ? scalar(value) : value])
  }
  return { type: 'map', flow, entries }
}

/** `listIndent` is how much deeper than their key lists stand, `step` how much deeper fields stand than what they are part of. */
export function printYaml(node: Yaml, form: Form = { listIndent: 2, step: 2 }): string {
  if (node.type === 'scalar' || isFlow(node)) return `${flowText(node)}\n`
  return blockText(node, 0, form).replace(/^\n/, '')
}

export interface Form {
  listIndent: number
  step: number
}

function isFlow(node: Yaml): boolean {
  if (node.type === 'list') return node.flow || node.items.length === 0
  if (node.type === 'map') return node.flow || node.entries.length === 0
  return node.type === 'scalar'
}

function flowText(node: Yaml): string {
  if (node.type === 'scalar') return node.text
  if (node.type === 'block') return JSON.stringify(node.lines.join('\n'))
  if (node.type === 'list') return `[${node.items.map(flowText).join(', ')}]`
  return `{${node.entries.map(([key, value]) => `${key}: ${flowText(value)}`).join(', ')}}`
}

/** The text after `key:` or `-`, with its line break. */
function valueText(node: Yaml, indent: number, form: Form): string {
  if (isFlow(node)) return ` ${flowText(node)}${node.type === 'scalar' ? (node.comment ?? '') : ''}\n`
  return node.type === 'block' ? ` ${blockText(node, indent, form)}` : blockText(node, indent, form)
}

function blockText(node: Yaml, indent: number, form: Form): string {
  const margin = ' '.repeat(indent)
  if (node.type === 'block') {
    const text = node.lines.map((line) => (line === '' ? '\n' : `${margin}${line}\n`)).join('')
    return `${node.header}\n${text}${node.comment === undefined ? '' : `${node.comment.trim()}\n`}`
  }
  let out = '\n'
  if (node.type === 'list') {
    for (const item of node.items) {
      const text = valueText(item, indent + 2, form)
      out += `${margin}-${text.startsWith('\n') ? ` ${text.slice(indent + 3)}` : text}`
    }
  }
  if (node.type === 'map')
    for (const [key, value] of node.entries) {
      const deeper = value.type === 'list' ? form.listIndent : form.step
      out += `${margin}${key}:${valueText(value, indent + deeper, form)}`
    }
  return out
}

const PLAIN = [
  'text', 'a-b_c', 'x.y/z', '1', '0', '-7', '007', '0x1F', '0o17', '1_000', '1.0', '1.50', '.5', '1e3', '1e20', '1e21',
  '1.5e300', '0.00001', '123456789012345678901234567890', 'true', 'False', 'TRUE', 'yes', 'no', 'on', 'y', 'N', '~',
  'null', 'Null', '2020-01-01', '2020-01-01T12:00:00Z', '12:30:45', '1:2:3', '=', 'a b  c', 'http://x.y/z?a=b&c', '1Gi',
  '500m', '08', '1e400', '+1', '-0', '.', '--', 'é', '中文', '$(VAR)', '100%', '!!str 12', '!!int "7"', '1.2.3',
] // biome-ignore format: a table

const QUOTED = [
  '""', '"a"', "'a'", '"1"', "'1'", '"true"', "'yes'", '"a: b"', "'a #b'", '"\\t"', '"a\\nb"', '"a\\nb\\n"', '"\\n"',
  '" lead"', "'trail '", '"\\u00e9"', '"\\U0001F600"', '"\\0"', "'- x'", "'it''s'", '"\\"q\\""', "'#'", "'*'", "'&a'",
  '"2020-01-01"', "'12:30'", '"0x1"', "'.5'", "'null'", "'~'", '"x\\r\\ny"', '"a \\nb"', "'<<'", "'='", '"\\ufeff"',
  '"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"',
  "'one: two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'",
] // biome-ignore format: a table

const RARE = [
  '!x y',
  '.inf',
  '.nan',
  '!!bool "yes"',
  '"\\u007f"',
  '!!binary aGk=',
  '"\\u0085"',
  '"\\u2028"',
  '"\\u00a0"',
  '!!float 1',
]

/** Source text of one scalar that is safe anywhere. */
export const scalarText: fc.Arbitrary<string> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 50, arbitrary: fc.constantFrom(...QUOTED) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
  { weight: 20, arbitrary: fc.integer().map(String) },
  { weight: 20, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  {
    weight: 30,
    arbitrary: fc
      .string({ unit: fc.constantFrom(...' abcxyz019:#-,.\'"\\\n\t&*!|>%@`{}[]?é'.split('')), maxLength: 30 })
      .map((text) => JSON.stringify(text)),
  },
  { weight: 20, arbitrary: fc.lorem({ maxCount: 25 }).map((text) => `'${text}'`) },
)

const block: fc.Arbitrary<Yaml> = fc
  .record({
    header: fc.constantFrom('|', '|-', '|+', '>', '>-', '>+'),
    lines: fc.array(
      fc.constantFrom('one', 'two words', '', '  indented', 'colon: here', '# no comment', 'trailing ', '- dash'),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  })
  .filter(({ lines }) => lines[0] !== '' && lines[0] !== '  indented')
  .map(({ header, lines }) => ({ type: 'block', header, lines }))

/** What may stand behind a scalar in block style, seldom something. */
const comment = fc.oneof(
  { weight: 30, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(' # behind', '\n# below', '\n\n# apart', ' # behind\n\n# and below\n') },
)

export const scalarNode: fc.Arbitrary<Yaml> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(scalarText, comment)
      .map(([text, comment]): Yaml => ({ type: 'scalar', text, ...(comment && { comment }) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(block, comment)
      .map(([node, comment]): Yaml => (node.type === 'block' && comment ? { ...node, comment } : node)),
  },
)

const KEYS = ['a', 'b', 'c', 'name', 'key', 'value', 'A', 'a1', 'a10', 'a2', '"a b"', 'x.y', "'a: b'", 'é', '_z', '"-"']
const RARE_KEYS = ['"1"', '"true"', '"yes"', '""', '"<<"', '5']

const key = fc.oneof(
  { weight: 80, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE_KEYS) },
)

/** Any tree, with keys that may meet those of another one. */
export const anyNode: fc.Arbitrary<Yaml> = fc.letrec<{ node: Yaml }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: scalarNode },
    {
      weight: 2,
      arbitrary: fc
        .record({ flow: fc.boolean(), items: fc.array(tie('node'), { maxLength: 3 }) })
        .map(({ flow, items }) => list(items, flow)),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({
          flow: fc.boolean(),
          entries: fc.uniqueArray(fc.tuple(key, tie('node')), { maxLength: 4, selector: ([key]) => key }),
        })
        .map(({ flow, entries }): Yaml => ({ type: 'map', flow, entries })),
    },
  ),
})).node
