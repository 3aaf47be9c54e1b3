/** Values as Go's source would have them, in messages. */
import { compareBytes, goQuote } from '../core/text.ts'
import { parseFloatText } from './floats.ts'
import { numberJson, sortedEntries } from './json.ts'
import { MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE } from './node.ts'
import { formatG } from './numbers.ts'
import { isTrue, parseInteger, tagAfterPrinting, tagOf, timestampText } from './resolve.ts'

/** Go's `%#v` of the decoded value, as some messages print it. A null without text inside a flow collection is ''. */
export function goSyntax(node: Node, inFlow = false, hasTextKeys = false): string {
  if (node.kind === MAPPING) {
    const flow = inFlow || node.flow
    const isStrings =
      hasTextKeys ||
      node.keys.every((key) => tagOf(key) === '!!str' || (key.kind === SCALAR && key.value === '' && key.tag === ''))
    if (!isStrings) return `map[interface {}]interface {}{${mixedEntries(node, flow).join(', ')}}`
    const entries = sortedEntries(node).map(([key, value]) => `${goQuote(key)}:${goSyntax(value, flow)}`)
    return `map[string]interface {}{${entries.join(', ')}}`
  }
  if (node.kind === SEQUENCE) {
    return `[]interface {}{${node.items.map((item) => goSyntax(item, inFlow || node.flow)).join(', ')}}`
  }
  if (node.kind !== SCALAR) return goSyntax(node.target, inFlow)
  const { value } = node
  switch (tagAfterPrinting(node)) {
    case '!!null':
      return inFlow && value === '' && node.style === PLAIN ? '""' : 'interface {}(nil)'
    case '!!bool':
      return isTrue(value) ? 'true' : 'false'
    case '!!int':
      return numberJson(value)
    case '!!float': {
      const number = parseFloatText(value)
      if (Number.isNaN(number)) return 'NaN'
      if (!Number.isFinite(number)) return number > 0 ? '+Inf' : '-Inf'
      return formatG(number)
    }
    case '!!timestamp':
      return goTime(value)
    default:
      return goQuote(value)
  }
}

/** The same for an object, whose own keys are texts whatever they look like. */
export function goObject(root: Node): string {
  return goSyntax(root, false, true)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A time as Go's source would have it, on a machine whose own time is UTC. */
function goTime(value: string): string {
  const text = timestampText(value)
  if (text === undefined) return goQuote(value)
  const [date, time] = text.split('T') as [string, string]
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const [hour, minute, second] = time.slice(0, 8).split(':').map(Number) as [number, number, number]
  const nanoseconds = Number((/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(9, '0'))
  const zone = !time.endsWith('Z') ? 'time.Location("")' : /[-+]00:00$/.test(value) ? 'time.Local' : 'time.UTC'
  return `time.Date(${[year, `time.${MONTHS[month - 1]}`, day, hour, minute, second, nanoseconds, zone].join(', ')})`
}

/** Keys of different types come type by type, each by value. */
const KEY_TYPES = ['!!null', '!!str', '!!int', '!!float', '!!bool', '!!timestamp']

function mixedEntries(node: Mapping, flow: boolean): string[] {
  const entries = node.keys.map((key, i) => {
    const tag = tagOf(key)
    const text = key.kind === SCALAR ? key.value : ''
    const number = tag === '!!int' ? Number(parseInteger(text)) : tag === '!!float' ? parseFloatText(text) : 0
    return {
      type: KEY_TYPES.indexOf(tag),
      number,
      text,
      shown: `${goSyntax(key)}:${goSyntax(node.values[i] as Node, flow)}`,
    }
  })
  entries.sort((a, b) => a.type - b.type || a.number - b.number || compareBytes(a.text, b.text))
  return entries.map(({ shown }) => shown)
}
