/** Adds setter comments to the fields whose values contain those of the setters (functions 8.2). */
import { fail } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { compareBytes, goQuote } from '../../core/text.ts'
import { field, type Node, SCALAR, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { parse, YamlError } from '../../yaml/parse.ts'
import { inOlderKit } from './ended.ts'
import { setLineComment, textIn, visitFields } from './fields.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, fileOf } from './items.ts'

export const createSetters: CatalogFunction = {
  name: 'create-setters',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to create setters: ${message}`, printed: 'twice' }, () => create(list)),
}

interface Setters {
  /** Longest value first. */
  scalars: { name: string; value: string }[]
  lists: { name: string; values: string[] }[]
}

function readSetters(data: Node | undefined): Setters {
  const setters: Setters = { scalars: [], lists: [] }
  for (const [name, node] of entriesOf(data)) {
    const value = textIn(node)
    const root = rootOf(value)
    if (root?.kind === SEQUENCE) setters.lists.push({ name, values: sortedValues(root) })
    else if (root?.kind === SCALAR) setters.scalars.push({ name, value })
  }
  const length = (text: string) => new TextEncoder().encode(text).length
  setters.scalars.sort((a, b) => length(b.value) - length(a.value))
  return setters
}

function rootOf(text: string): Node | undefined {
  try {
    return parse(new Source('', text))?.root
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function sortedValues({ items }: Sequence): string[] {
  return items.map((item) => (item.kind === SCALAR ? item.value : '')).sort(compareBytes)
}

function create({ items, config }: FunctionInput): FunctionResult[] {
  const data = field(config, 'data')
  if (entriesOf(data).length === 0) throw fail('FUNCTION_CONFIG', 'config map cannot be empty')
  const setters = readSetters(data)
  const results: FunctionResult[] = []
  for (const item of items) {
    const note = (comment: string, value: string, path: string) => {
      const message = `Added line comment ${goQuote(comment)} for field with value ${goQuote(value)}`
      results.push({ message, field: { path }, ...fileOf(item) })
    }
    visitFields(item, {
      list(key, list, path) {
        const values = sortedValues(list)
        const found = setters.lists.find((setter) => sameTexts(setter.values, values))
        if (found !== undefined) {
          const comment = `kpt-set: \${${found.name}}`
          setLineComment(values.length === 0 ? list : key, comment)
          if (values.length > 0) list.flow = false
          note(comment, `[${values.join(' ')}]`, path)
        } else if (list.items.some((one) => one.kind === SCALAR && replaced(one.value, setters) !== one.value)) {
          // A comment of an element has no place in a list on one line.
          list.flow = false
        }
      },
      scalar(scalar, path) {
        const { value } = scalar
        if (value.includes('\n')) return
        const pattern = replaced(value, setters)
        if (pattern === value) return
        const comment = `kpt-set: ${pattern}`
        setLineComment(scalar, comment)
        note(comment, value, path)
      },
    })
  }
  if (results.length === 0) throw fail('SETTER', 'no matches for the input list of setters')
  return results
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

/** The value with setters in place of their values, found from left to right. */
function replaced(value: string, { scalars }: Setters): string {
  let pattern = ''
  for (let at = 0; at < value.length; ) {
    const found = scalars.find((setter) => setter.value !== '' && value.startsWith(setter.value, at))
    pattern += found === undefined ? value[at] : `\${${found.name}}`
    at += found === undefined ? 1 : found.value.length
  }
  return pattern
}
