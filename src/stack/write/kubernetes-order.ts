/** The other order of fields: the usual ones of an object first, `status` last, maps below by code point. */
import { compareBytes } from '../../core/text.ts'
import { formatG, formatJsonFloat } from '../../yaml/floats.ts'
import { emitKept } from '../../yaml/kept.ts'
import { DOUBLE, LITERAL, MAX_DEPTH, Mapping, type Node, PLAIN, Scalar, Sequence } from '../../yaml/node.ts'
import { parseInteger, resolvePlain } from '../../yaml/resolve.ts'
import { definedKeys, numberOrWord, ValueProblem } from './values.ts'

const FIRST = ['apiVersion', 'kind', 'metadata', 'spec', 'data', 'stringData', 'type']

/** The text of an object in that order; lists stand right of their key and nothing is folded. */
export function inKubernetesOrder(object: object): string {
  const keys = definedKeys(object)
  const first = FIRST.filter((key) => keys.includes(key))
  const others = keys.filter((key) => !FIRST.includes(key) && key !== 'status').sort(compareBytes)
  const last = keys.filter((key) => key === 'status')
  return emitKept(mappingOf(object, [...first, ...others, ...last], 1), { wideLists: true })
}

function mappingOf(map: object, keys: readonly string[], depth: number): Mapping {
  return new Mapping(
    keys.map((key) => textOf(key)),
    keys.map((key) => {
      try {
        return nodeOf((map as Record<string, unknown>)[key], depth)
      } catch (error) {
        throw error instanceof ValueProblem ? error.within(`.${key}`) : error
      }
    }),
  )
}

function nodeOf(value: unknown, depth: number): Node {
  if (depth > MAX_DEPTH) throw new ValueProblem(`nested deeper than ${MAX_DEPTH} levels`)
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value))
    return new Sequence(
      value.map((item) => nodeOf(item, depth + 1)),
      value.length === 0,
    )
  if (typeof value === 'object' && value !== null) {
    const keys = definedKeys(value).sort(compareBytes)
    const made = mappingOf(value, keys, depth + 1)
    made.flow = keys.length === 0
    return made
  }
  const text = numberOrWord(value, (number) => (Number.isInteger(number) ? wholeDigits(number) : formatG(number)))
  const scalar = new Scalar(text)
  if (/^-?\d+$/.test(text)) {
    scalar.tag = '!!int'
    // Beyond 64 bits a reader would take it for a float.
    scalar.tagged = parseInteger(text) === undefined
  }
  return scalar
}

function wholeDigits(value: number): string {
  return Math.abs(value) < 1e21 ? formatJsonFloat(value) : BigInt(value).toString()
}

function textOf(text: string): Scalar {
  const style = text.includes('\n') ? LITERAL : resolvePlain(text) === '!!str' ? PLAIN : DOUBLE
  const scalar = new Scalar(text, style)
  scalar.tag = '!!str'
  return scalar
}
