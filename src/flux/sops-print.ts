/** Decrypted documents as sops writes them: what of the text was the user's choice of form is gone. */
import { fail } from '../core/error.ts'
import { readsAsText } from '../krm/reads-as-text.ts'
import { setComments, stringScalar } from '../yaml/edit.ts'
import { parseFloatText } from '../yaml/floats.ts'
import { jsonString, scalarJson } from '../yaml/json.ts'
import { emitKept } from '../yaml/kept.ts'
import {
  DOUBLE,
  LITERAL,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../yaml/node.ts'
import { formatG } from '../yaml/numbers.ts'
import { isNull, isTrue, parseInteger, tagOf } from '../yaml/resolve.ts'
import { timestampText } from '../yaml/timestamp.ts'

/** Columns of a step. */
const WIDE = 4

/** Whole numbers beyond it are kept as floats. */
const MAX_INT64 = 2n ** 63n - 1n

export function printYaml(documents: readonly Mapping[]): string {
  return documents.map((document) => emitKept(plainNode(document), { wideLists: true, step: WIDE })).join('---\n')
}

function plainNode(node: Node): Node {
  if (node.kind === MAPPING) return plainMapping(node)
  if (node.kind === SEQUENCE) {
    const items = node.items.map((item) => {
      const made = plainNode(item)
      withHead(made, commentsBefore(item))
      return made
    })
    return new Sequence(items)
  }
  return node.kind === SCALAR ? plainScalar(node) : node
}

function plainMapping(map: Mapping): Mapping {
  const keys: Node[] = []
  const values: Node[] = []
  let pending: string[] = []
  map.keys.forEach((key, i) => {
    const value = map.values[i] as Node
    const made = key.kind === SCALAR ? goString(key.value) : key
    withHead(made, [...pending, ...commentsBefore(key), ...commentsBefore(value)])
    pending = [...linesOf(key.comments?.foot), ...linesOf(value.comments?.foot)]
    keys.push(made)
    values.push(plainNode(value))
  })
  const last = keys.at(-1)
  if (pending.length > 0 && last !== undefined)
    setComments(last, { head: last.comments?.head ?? '', line: '', foot: pending.join('\n') })
  return new Mapping(keys, values)
}

function commentsBefore({ comments }: Node): string[] {
  return [...linesOf(comments?.head), ...linesOf(comments?.line)]
}

function linesOf(text = ''): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function withHead(node: Node, lines: readonly string[]): void {
  if (lines.length > 0) setComments(node, { head: lines.join('\n'), line: '', foot: '' })
}

function goString(text: string): Scalar {
  if (text.includes('\n')) return stringScalar(text, LITERAL)
  return stringScalar(text, readsAsText(text) && text !== '' ? PLAIN : DOUBLE)
}

function plainScalar(scalar: Scalar): Scalar {
  const { value } = scalar
  switch (tagOf(scalar)) {
    case '!!null':
      return new Scalar('null')
    case '!!bool':
      return new Scalar(isTrue(value) ? 'true' : 'false')
    case '!!int':
    case '!!float': {
      const whole = parseInteger(value)
      if (whole !== undefined && whole <= MAX_INT64) return new Scalar(`${whole}`)
      const number = parseFloatText(value)
      return new Scalar(Number.isFinite(number) ? formatG(number) : value.toLowerCase())
    }
    case '!!timestamp':
      return new Scalar(timestampText(value) ?? value)
  }
  return goString(value)
}

/** JSON with tabs, keys in their order. */
export function printJson(root: Mapping): string {
  return `${jsonOf(root, '')}\n`
}

function jsonOf(node: Node, indent: string): string {
  const inner = `${indent}\t`
  if (node.kind === MAPPING) {
    const entries = node.keys.map((key, i) => {
      return `${inner}${jsonString(key.kind === SCALAR ? key.value : '')}: ${jsonOf(node.values[i] as Node, inner)}`
    })
    return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`
  }
  if (node.kind === SEQUENCE) {
    const items = node.items.map((item) => `${inner}${jsonOf(item, inner)}`)
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`
  }
  return node.kind === SCALAR ? scalarJson(node, tagOf(node)) : jsonOf(node.target, indent)
}

/** @throws ToolError for a document that is not flat */
export function printDotenv(root: Mapping): string {
  const lines: string[] = []
  root.keys.forEach((key, i) => {
    const value = root.values[i] as Node
    if (key.kind !== SCALAR || value.kind !== SCALAR)
      throw fail('SOPS', `cannot use complex value in dotenv file: ${key.kind === SCALAR ? key.value : 'a key'}`)
    lines.push(...commentsBefore(key), ...commentsBefore(value))
    lines.push(`${key.value}=${isNull(value) ? '' : value.value.replaceAll('\n', '\\n')}`)
    lines.push(...linesOf(key.comments?.foot))
  })
  return lines.map((line) => `${line}\n`).join('')
}
