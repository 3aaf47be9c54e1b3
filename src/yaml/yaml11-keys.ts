/** Keys of the version 2 reader that are unusual: floats, and those that are refused. */
import { type Diagnostic, fail, type ToolError } from '../core/error.ts'
import type { Location, Source } from '../core/source.ts'
import { goQuote } from '../core/text.ts'
import { parseFloatText } from './floats.ts'
import { goSyntax } from './go-syntax.ts'
import { ALIAS, type Node, SCALAR, type Scalar, SEQUENCE } from './node.ts'
import { formatG } from './numbers.ts'
import { isNull } from './resolve.ts'

/** What the reader makes of a scalar. */
type Convert = (scalar: Scalar) => Scalar

/** A float as a key takes the form of a 32-bit one. */
export function floatKey(value: string): string {
  const number = Math.fround(parseFloatText(value))
  if (!Number.isFinite(number)) return Number.isNaN(number) ? '.nan' : number > 0 ? '.inf' : '-.inf'
  let digits = 1
  while (digits < 9 && Math.fround(Number(number.toPrecision(digits))) !== number) digits++
  return formatG(Number(number.toPrecision(digits)))
}

export function repeatedKeys(keys: readonly Scalar[], source: Source): ToolError {
  const lines = keys.map(
    (key) => `  line ${source.position(key.start).line}: key ${goQuote(key.value)} already set in map`,
  )
  return fail('DUPLICATE_KEY', `error converting YAML to JSON: yaml: unmarshal errors:\n${lines.join('\n')}`, {
    at: keys.map((key) => ({ source, offset: key.start })),
  })
}

export function renamedKeys(keys: readonly { written: Scalar; name: string }[], source: Source): ToolError {
  const [first, ...others] = keys.map(({ written, name }) => ({
    severity: 'error' as const,
    code: 'KEY_RENAMED',
    message: `the key ${written.value} is read as ${goQuote(name)}`,
    at: [{ source, offset: written.start }],
    hint: `put it in quotes: ${JSON.stringify(written.value)}`,
  })) as [Diagnostic, ...Diagnostic[]]
  return fail(first.code, first.message, { at: first.at, hint: first.hint, also: others })
}

export function invalidKey(key: Node, at: Location, convert: Convert): ToolError {
  return fail('YAML_SYNTAX', `yaml: invalid map key: ${shownNode(key, convert)}`, { at })
}

export function unsupportedKey(shown: string, value: Node, at: Location, convert: Convert): ToolError {
  return fail('YAML_SYNTAX', `unsupported map key of type: ${shown}, value: ${shownNode(value, convert)}`, { at })
}

/** Go's `%#v` of what the version 2 decoder makes of a node: all its maps take any key. */
function shownNode(node: Node, convert: Convert): string {
  if (node.kind === ALIAS) return shownNode(node.target, convert)
  if (node.kind === SCALAR) return isNull(node) ? '<nil>' : goSyntax(convert(node))
  const inner = (part: Node) => (isNull(part) ? 'interface {}(nil)' : shownNode(part, convert))
  if (node.kind === SEQUENCE) return `[]interface {}{${node.items.map(inner).join(', ')}}`
  const entries = node.keys.map((key, i) => `${inner(key)}:${inner(node.values[i] as Node)}`)
  return `map[interface {}]interface {}{${entries.sort().join(', ')}}`
}
