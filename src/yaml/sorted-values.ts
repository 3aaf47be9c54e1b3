/** What becomes of single values and keys on the reference's way over YAML text and JSON to the final writer (build 6.3). */
import { fail, type ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { decodeBase64Text, goQuote } from '../core/text.ts'
import { clone, setField } from './edit.ts'
import { goSyntax, jsonString, toJson } from './json.ts'
import { emitKept } from './kept.ts'
import { DOUBLE, FOLDED, field, MAPPING, Mapping, type Node, PLAIN, SCALAR, Scalar, SEQUENCE } from './node.ts'
import { formatNumber } from './numbers.ts'
import { parse } from './parse.ts'
import { isNull, isTrue, parseFloatText, resolvePlain, tagAfterPrinting, tagOf, timestampText } from './resolve.ts'

export interface ScalarText {
  text: string
  isString: boolean
}

const NULL: ScalarText = { text: 'null', isString: false }

/** The value to write. `asString`: whatever it is, its text. Inside flow collections a null without text is ''. */
export function prepareScalar(node: Scalar | undefined, asString: boolean, root: Node, flow = false): ScalarText {
  if (node === undefined) return { text: '', isString: true }
  const { value } = node
  if (asString) return { text: writable(value, root), isString: true }
  const tag = tagAfterPrinting(node)
  switch (tag) {
    case '!!str':
      return { text: writable(node.style === FOLDED ? refold(value) : value, root), isString: true }
    case '!!null':
      checkType(value, tag)
      return value === '' && flow && node.style === PLAIN ? { text: '', isString: true } : NULL
    case '!!bool':
      checkType(value, tag)
      return { text: isTrue(value) ? 'true' : 'false', isString: false }
    case '!!int':
    case '!!float': {
      // Most numbers are resolved just above; only a written tag can be wrong.
      if (node.tag !== '') checkType(value, tag)
      const text = formatNumber(value, tag === '!!int')
      if (text === undefined) throw unsupportedNumber(value, root)
      return { text, isString: false }
    }
    case '!!timestamp':
      // Inside a flow collection its colons make the first printing quote it.
      if (flow && node.style === PLAIN && value.includes(':')) return { text: writable(value, root), isString: true }
      return { text: timestampText(value) ?? value, isString: true }
    case '!!binary':
      return { text: writable(binaryText(value), root), isString: true }
    default:
      // Unknown tags on scalars are dropped: the text decides.
      if (tag.startsWith('!!') && tag !== '!!merge') return { text: writable(value, root), isString: true }
      if (node.style === PLAIN && tag !== '!!merge') {
        const plain = resolvePlain(value)
        if (plain !== '!!str' && !node.tagged) return { text: value, isString: false }
      }
      return { text: writable(value, root), isString: true }
  }
}

const BEYOND_ASCII = /[\x7f-\uffff]/
const REFUSED = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/

/** JSON text is read back as YAML, which refuses some characters and takes U+0085 for a line break. */
function writable(text: string, root: Node): string {
  if (!BEYOND_ASCII.test(text)) return text
  if (REFUSED.test(text)) throw afterJson('yaml: control characters are not allowed', root)
  return text.includes('\x85') ? foldNextLines(text) : text
}

function foldNextLines(text: string): string {
  return text.replace(/ *\x85[ \x85]*/g, (run) => {
    const count = run.split('\x85').length - 1
    return count === 1 ? ' ' : '\n'.repeat(count - 1)
  })
}

/** The text of a key. Only at the top may a key be something else than a string. */
export function keyText(key: Node, isTop: boolean, root: Node, options: { jsonTyped?: boolean }): string {
  if (key.kind === SCALAR) {
    const { value } = key
    if (options.jsonTyped) return value
    const tag = tagOf(key)
    let isText = isTop || tag === '!!str' || tag === '!!merge'
    if (tag !== '!!str') {
      if (tag === '!!null' && value !== '' && resolvePlain(value) === '!!null') throw duplicateKeys(root)
      checkType(value, tag)
      // A null without text is printed as '' on the way.
      if (tag === '!!null') isText = true
    }
    if (isText) {
      const text = writable(value, root)
      if (value.includes('\x85') || (text.length > LONGEST_JSON_KEY / 6 && jsonLength(text) > LONGEST_JSON_KEY)) {
        throw afterJson(`yaml: ${lineOfKey(key.value, root)}did not find expected ',' or '}'`, root)
      }
      return text
    }
  } else if (isTop) {
    const source = new Source('', emitKept(root))
    const again = parse(source)?.root
    const at = again?.kind === MAPPING ? again.keys.find((one) => one.kind !== SCALAR) : undefined
    throw decoding([`line ${source.position(at?.start ?? 0).line}: cannot unmarshal ${tagOf(key)} into string`])
  } else {
    throw fail('KEY_TYPE', `map[string]interface {}(nil): yaml: invalid map key: ${goSyntax(key)}`)
  }
  if (hasNullKey(root)) throw duplicateKeys(root)
  throw fail('KEY_TYPE', `${goSyntax(root)}: json: unsupported type: map[interface {}]interface {}`, {
    hint: `quote the key: "${key.value}"`,
  })
}

/** A written tag may promise a type that the text is not. */
function checkType(value: string, tag: string): void {
  if (tag !== '!!null' && tag !== '!!bool' && tag !== '!!int' && tag !== '!!float') return
  const known = resolvePlain(value)
  if (known !== tag && !(known === '!!int' && tag === '!!float')) throw cannotDecode(value, known, tag)
}

/** The reader of JSON text gives up on longer keys, escapes counted as written. */
const LONGEST_JSON_KEY = 1022

function jsonLength(text: string): number {
  return jsonString(text).length - 2
}

/** The reader of the one-line JSON text counts only U+0085 as a line break. */
function lineOfKey(key: string, root: Node): string {
  const json = toJson(root)
  const lines = json.slice(0, json.indexOf(`${jsonString(key)}:`) + key.length + 1).split('\x85').length - 1
  return lines === 0 ? '' : `line ${lines}: `
}

export function binaryText(value: string): string {
  const text = decodeBase64Text(value)
  if (text === undefined)
    throw fail('VALUE_TYPE', 'map[string]interface {}(nil): yaml: !!binary value contains invalid base64 data')
  return text
}

function cannotDecode(value: string, known: string, tag: string): ToolError {
  return fail('VALUE_TYPE', `map[string]interface {}(nil): yaml: cannot decode ${known} \`${value}\` as a ${tag}`)
}

function unsupportedNumber(value: string, root: Node): ToolError {
  const number = parseFloatText(value)
  const text = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf'
  return fail('VALUE_TYPE', `${goSyntax(root)}: json: unsupported value: ${text}`)
}

function afterJson(problem: string, root: Node): ToolError {
  return fail('VALUE_TEXT', `${goSyntax(root)}: ${problem}`)
}

function decoding(problems: string[], code = 'VALUE_TYPE'): ToolError {
  const lines = problems.map((problem) => `\n  ${problem}`).join('')
  return fail(code, `map[string]interface {}(nil): yaml: unmarshal errors:${lines}`)
}

/** An object must be a mapping; the reference finds out when it decodes the text of the root. */
export function notAnObject(root: Scalar): ToolError {
  const source = new Source('', emitKept(root))
  const { line } = source.position(parse(source)?.root.start ?? 0)
  const tag = tagOf(root)
  const text = root.value.length > 10 ? `${root.value.slice(0, 7)}...` : root.value
  const shown = tag === '!!map' || tag === '!!seq' ? '' : ` \`${text}\``
  return decoding([`line ${line}: cannot unmarshal ${tag}${shown} into map[string]interface {}`])
}

/** The reference lists every pair of equal keys: a thousand of them make half a million lines. */
const MOST_DUPLICATES = 10_000

/**
 * Repeated keys, with their lines in the object's kept text, which is what the reference reads. Keys that read as null
 * are added a second time by its resolving of aliases.
 */
export function duplicateKeys(root: Node): ToolError {
  const source = new Source('', emitKept(withNullKeysTwice(clone(root))))
  const problems: string[] = []
  let unlisted = 0
  const visit = (node: Node): void => {
    if (node.kind === MAPPING) {
      const places = new Map<string, number[]>()
      node.keys.forEach((key, i) => {
        if (key.kind !== SCALAR) return
        const known = places.get(key.value)
        if (known === undefined) places.set(key.value, [i])
        else known.push(i)
      })
      const met = new Map<string, number>()
      for (const key of node.keys) {
        if (key.kind !== SCALAR) continue
        const same = places.get(key.value) as number[]
        const next = (met.get(key.value) ?? 0) + 1
        met.set(key.value, next)
        const first = source.position(key.start).line
        const end = Math.min(same.length, next + MOST_DUPLICATES - problems.length)
        for (let k = next; k < end; k++) {
          const { line } = source.position((node.keys[same[k] as number] as Node).start)
          problems.push(`line ${line}: mapping key ${goQuote(key.value)} already defined at line ${first}`)
        }
        unlisted += same.length - Math.max(next, end)
      }
      node.values.forEach(visit)
    } else if (node.kind === SEQUENCE) node.items.forEach(visit)
  }
  const document = parse(source)
  if (document !== undefined) visit(document.root)
  if (unlisted > 0) problems.push(`and ${unlisted} more`)
  return decoding(problems, 'DUPLICATE_KEY')
}

function isNullWord(key: Node): boolean {
  return isNull(key) && key.kind === SCALAR && key.value !== ''
}

function hasNullKey(node: Node): boolean {
  if (node.kind === SEQUENCE) return node.items.some(hasNullKey)
  return node.kind === MAPPING && (node.keys.some(isNullWord) || node.values.some(hasNullKey))
}

function withNullKeysTwice(node: Node): Node {
  if (node.kind === SEQUENCE) node.items.forEach(withNullKeysTwice)
  if (node.kind !== MAPPING) return node
  node.values.forEach(withNullKeysTwice)
  const { length } = node.keys
  for (let i = 0; i < length; i++) {
    const key = node.keys[i] as Node
    if (!isNullWord(key)) continue
    node.keys.push(key)
    node.values.push(node.values[i] as Node)
  }
  return node
}

/**
 * A folded block changes on the way: the text is printed once more as a folded block, by a printer that puts an empty
 * line before runs of more-indented lines, and read again.
 */
export function refold(value: string): string {
  if (!/\n[ \t\n]|^[ \t\n]/.test(value)) return value
  const source = new Source('', emitKept(new Mapping([new Scalar('k')], [new Scalar(value, FOLDED)])))
  const root = parse(source)?.root
  const node = root?.kind === MAPPING ? root.values[0] : undefined
  return node?.kind === SCALAR ? node.value : value
}

/** Annotations are written anew with bare keys, so one that reads as no string breaks the object, quoted or not. */
export function bareAnnotationKeys(root: Node, annotations: Mapping): ToolError {
  const bare = new Mapping(
    annotations.keys.map((key) => new Scalar(key.kind === SCALAR ? key.value : '')),
    annotations.values.map((value) => new Scalar(value.kind === SCALAR ? value.value : '', DOUBLE)),
  )
  const copy = clone(root)
  const metadata = field(copy, 'metadata')
  if (metadata?.kind === MAPPING) setField(metadata, 'annotations', bare)
  return fail('KEY_TYPE', `${goSyntax(copy)}: json: unsupported type: map[interface {}]interface {}`, {
    hint: 'annotation keys must not read as numbers, booleans, dates or null',
  })
}
