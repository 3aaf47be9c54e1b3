// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language under test is written like that
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { type FluxObject, printObject } from '../../src/flux/object.ts'
import { substituteObject, substituteText } from '../../src/flux/post-build.ts'
import { substituteValues } from '../../src/flux/substitute-values.ts'
import { readResources } from '../../src/yaml/documents.ts'
import type { Mapping } from '../../src/yaml/node.ts'

const variables = new Map([
  ['A', 'registry.example.org'],
  ['PORT', '8080'],
  ['YES', 'yes'],
  ['NONE', ''],
  ['BLANK', ' '],
  ['COLON', 'a: b'],
  ['HASH', ' # c'],
  ['QUOTE', `"'`],
  ['DASH', '- x'],
  ['LONG', 'word '.repeat(30)],
  ['WIDE', 'naïve'],
  ['AGAIN', '${A}'],
])

const object = (text: string): FluxObject => ({
  root: readResources(new Source('/o.yaml', text))[0] as Mapping,
  jsonTyped: false,
})

function outcome(make: () => FluxObject): string {
  try {
    return printObject(make())
  } catch (error) {
    if (error instanceof ToolError) return `error: ${error.message}`
    throw error
  }
}

const piece = fc.oneof(
  fc.constantFrom(...[...variables.keys()].map((name) => `\${${name}}`)),
  fc.constantFrom('$', '$$', '$(A)', '${', '${MISSING}', '${A:=x}', '${MISSING:-d}', '${#A}', '}', '{'),
  fc.constantFrom('a', 'Web', '/', '.', '-', ':', ' ', '  ', '#', '0', '1.50', '12345678901234567', 'e3', 'true', '~'),
  fc.constantFrom('\n', '\n\n', '\t', '"', "'", '\\', '*', '&', '!', '|', '>', '%', '@', ',', '[', 'é', 'y', 'null'),
)
const texts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const scalar = fc.oneof(
  texts.map((text) => JSON.stringify(text)),
  fc.constantFrom('1.50', '8080', 'true', 'null', '~', 'on', 'plain words', '0x1F', '1e3', '2020-01-01', '""'),
  fc.constantFrom('${A}', '${PORT}', '${YES}', '${NONE}', 'x-${A}/y:${PORT}', 'http://${A}:80', '$(HOME) ${A}'),
  fc.constantFrom(
    '|\n    one ${A}\n    two: ${PORT}\n',
    '|-\n    one\n    ${NONE}\n',
    '>\n    ${A} b\n    c\n',
    '|+\n    ${BLANK}\n\n',
  ),
)
const key = fc.constantFrom('a', 'b', 'image', 'annotations', 'labels', '"1"', 'yes', '${A}', '"a b"', 'zeta')

const documents = fc
  .tuple(fc.array(fc.tuple(key, scalar), { maxLength: 4 }), fc.array(fc.tuple(key, scalar), { maxLength: 3 }), scalar)
  .map(([entries, annotations, item]) => {
    const lines = (list: [string, string][], indent: string) =>
      list.map(([name, value]) => `${indent}${name}: ${value.replaceAll('\n    ', `\n${indent}    `)}`).join('\n')
    return [
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x',
      ...(annotations.length === 0 ? [] : [`  annotations:\n${lines(annotations, '    ')}`]),
      ...(entries.length === 0 ? [] : [`data:\n${lines(entries, '  ')}`]),
      `list:\n- ${item}\n- k: ${item.replaceAll('\n    ', '\n      ')}\n`,
    ].join('\n')
  })

/** One value of usual characters: most of these need no text. */
const gentle = fc
  .array(
    fc.oneof(
      fc.constantFrom('${A}', '${PORT}', '${YES}', '${NONE}', '${BLANK}', '${COLON}', '${HASH}', '${LONG}', '${DASH}'),
      fc.constantFrom('a', 'Web', '/', '.', ':', ' ', '-', '#', '0', '$', '(x)', '\n', '\n', 'a\n', ' b', '  '),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => `apiVersion: v1\nkind: A\nmetadata: {name: x}\nspec:\n- ${JSON.stringify(pieces.join(''))}\n`)

describe('substitution in values', () => {
  it('comes to what substitution in the text of the object comes to', () => {
    const taken: boolean[] = []
    fc.assert(
      fc.property(fc.oneof(documents, gentle, gentle), fc.boolean(), (text, strict) => {
        let read: FluxObject
        try {
          read = object(text)
        } catch {
          return
        }
        taken.push(substituteValues(read.root, variables) !== undefined)
        const inText = outcome(() => substituteText(object(text), { variables, strict }))
        expect(outcome(() => substituteObject(read, { variables, strict }))).toBe(inText)
      }),
      { numRuns: 3000 },
    )
    expect(taken.filter((one) => one).length).toBeGreaterThan(300)
  })

  const usual = `apiVersion: v1
kind: ConfigMap
metadata:
  name: x
data:
  image: \${A}/app:1.0
  settings: |
    host: \${A}
    port: \${PORT}
`

  it('needs no text for whole names in words and blocks', () => {
    const { root } = object(usual)
    const made = substituteValues(root, variables) as Mapping
    expect(printObject({ root: made, jsonTyped: false })).toBe(
      'apiVersion: v1\ndata:\n  image: registry.example.org/app:1.0\n  settings: |\n    host: registry.example.org\n    port: 8080\nkind: ConfigMap\nmetadata:\n  name: x\n',
    )
    expect(printObject({ root, jsonTyped: false })).toContain('$')
  })

  it.each([
    ['a value that becomes a number', 'image: ${PORT}'],
    ['a default', 'image: ${A:=b}'],
    ['a name that is not set', 'image: ${MISSING}'],
    ['a dollar that is escaped', 'image: a$$b'],
    ['a field whose name changes', '${A}: b'],
    ['a value in quotes', 'image: "${A}: b"'],
    ['a large number', 'image: 12345678901234567'],
  ])('leaves %s to the text', (_, line) => {
    expect(substituteValues(object(`data:\n  ${line}\n`).root, variables)).toBe(undefined)
  })
})
