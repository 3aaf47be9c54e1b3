/** Values of the version 2 reader that are unusual: numbers that are no plain decimals, binary texts, tags, merge keys. */
import { fail } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { decodePaddedBase64Text } from '../core/text.ts'
import { parseFloatText } from './floats.ts'
import { ALIAS, MAPPING, type Mapping, type Node, SEQUENCE } from './node.ts'
import { formatJsonFloat } from './numbers.ts'
import { parseInteger, resolvePlain11 } from './resolve.ts'

/** A text has to be of the type its tag says; a float may be written as an integer. */
export function checkTag(value: string, tag: string, at: Location): void {
  if (tag !== '!!int' && tag !== '!!float' && tag !== '!!bool' && tag !== '!!null' && tag !== '!!timestamp') return
  const actual = resolvePlain11(value)
  if (actual === tag || (tag === '!!float' && actual === '!!int')) return
  // A text is taken for a time only where nothing else is asked for.
  throw fail(
    'YAML_SYNTAX',
    `yaml: cannot decode ${actual === '!!timestamp' ? '!!str' : actual} \`${value}\` as a ${tag}`,
    { at },
  )
}

/** What the text says in Base64. */
export function binaryText(value: string, at: Location): string {
  const text = decodePaddedBase64Text(value)
  if (text === undefined) throw fail('VALUE_TYPE', 'yaml: !!binary value contains invalid base64 data', { at })
  return text
}

/** JSON's form of a number, and its type. */
export function unusualNumber(value: string, at: Location): { text: string; tag: '!!int' | '!!float' } {
  const whole = parseInteger(value)
  if (whole !== undefined) return { text: whole.toString(), tag: '!!int' }
  const number = parseFloatText(value)
  if (!Number.isFinite(number)) {
    const text = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf'
    throw fail('VALUE_TYPE', `json: unsupported value: ${text}`, { at })
  }
  return { text: formatJsonFloat(number), tag: '!!float' }
}

/** What stands under a merge key, converted, in the order in which it is laid over the rest. */
export function mergedMappings(value: Node, at: Location, convert: (node: Node) => Node): Mapping[] {
  const problem = () => fail('YAML_SYNTAX', 'yaml: map merge requires map or sequence of maps as the value', { at })
  const target = value.kind === ALIAS ? value.target : value
  if (target.kind === MAPPING) return [convert(value) as Mapping]
  if (value.kind !== SEQUENCE) throw problem()
  return [...value.items].reverse().map((item) => {
    const inner = item.kind === ALIAS ? item.target : item
    if (inner.kind !== MAPPING) throw problem()
    return convert(item) as Mapping
  })
}
