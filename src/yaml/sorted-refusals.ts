/** What is said about values and keys that do not get as far as the final writer (build 6.3). */
import { fail, ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { decodePaddedBase64Text, goQuote } from '../core/text.ts'
import { clone, removeField, setField, stringScalar } from './edit.ts'
import { parseFloatText } from './floats.ts'
import { goObject, goSyntax } from './go-syntax.ts'
import { jsonString, toJson } from './json.ts'
import { emitKept } from './kept.ts'
import {
  DOUBLE,
  field,
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  type ScalarStyle,
  SEQUENCE,
} from './node.ts'
import { parse } from './parse.ts'
import { isNull, tagAfterPrinting, tagOf } from './resolve.ts'

/**
 * A tag that promises what the text is not: of several, the first one as written. Annotations were made texts before.
 *
 * @param typeOf the type of a text that does not fit a tag
 */
export function cannotDecode(
  value: string,
  tag: string,
  root: Node,
  typeOf: (value: string, tag: string) => string | undefined,
): ToolError {
  const annotations = field(field(root, 'metadata'), 'annotations')
  const find = (node: Node): ToolError | undefined => {
    if (node === annotations) return undefined
    if (node.kind === SCALAR) {
      const tag = tagAfterPrinting(node)
      const known = typeOf(node.value, tag)
      return known === undefined ? undefined : wrongType(node.value, known, tag)
    }
    if (node.kind === SEQUENCE) return first(node.items, find)
    return node.kind === MAPPING
      ? first(
          node.keys.flatMap((key, i) => [key, node.values[i] as Node]),
          find,
        )
      : undefined
  }
  return find(root) ?? wrongType(value, typeOf(value, tag) as string, tag)
}

function first(nodes: readonly Node[], find: (node: Node) => ToolError | undefined): ToolError | undefined {
  for (const node of nodes) {
    const found = find(node)
    if (found !== undefined) return found
  }
  return undefined
}

function wrongType(value: string, known: string, tag: string): ToolError {
  // A text is taken for a time only where nothing else is asked for.
  const actual = known === '!!timestamp' ? '!!str' : known
  return fail('VALUE_TYPE', `map[string]interface {}(nil): yaml: cannot decode ${actual} \`${value}\` as a ${tag}`)
}

/** What the text of a `!!binary` value says in Base64. */
export function binaryText(value: string): string {
  const text = decodePaddedBase64Text(value)
  if (text === undefined)
    throw fail('VALUE_TYPE', 'map[string]interface {}(nil): yaml: !!binary value contains invalid base64 data')
  return text
}

export function unsupportedNumber(value: string, root: Node): ToolError {
  const number = parseFloatText(value)
  const text = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf'
  return fail('VALUE_TYPE', `${goObject(root)}: json: unsupported value: ${text}`)
}

/** Characters that JSON may have and YAML may not. */
export function refusedCharacters(root: Node): ToolError {
  return afterJson('yaml: control characters are not allowed', root)
}

/** A key at which the reading of the JSON text ends. */
export function unreadableKey(key: string, root: Node): ToolError {
  return afterJson(`yaml: ${lineOfKey(key, root)}did not find expected ',' or '}'`, root)
}

/** The reader of the one-line JSON text counts only U+0085 as a line break. */
function lineOfKey(key: string, root: Node): string {
  const json = toJson(root)
  const lines = json.slice(0, json.indexOf(`${jsonString(key)}:`) + key.length + 1).split('\x85').length - 1
  return lines === 0 ? '' : `line ${lines}: `
}

function afterJson(problem: string, root: Node): ToolError {
  return fail('VALUE_TEXT', `${goObject(root)}: ${problem}`)
}

function nothingToMerge(): ToolError {
  const problem = 'map merge requires map or sequence of maps as the value'
  return fail('MERGE_KEY', `map[string]interface {}(nil): yaml: ${problem}`)
}

/** A key that is no text. */
export function notAKey(key: Node, isTop: boolean, root: Node): ToolError {
  if (key.kind === SCALAR) {
    if (tagOf(key) === '!!merge') return nothingToMerge()
    if (hasNullKey(root)) return duplicateKeys(root)
    return fail('KEY_TYPE', `${goObject(root)}: json: unsupported type: map[interface {}]interface {}`, {
      hint: `quote the key: "${key.value}"`,
    })
  }
  if (hasEqualCollections(root)) return duplicateKeys(root)
  if (!isTop)
    return fail('KEY_TYPE', `map[string]interface {}(nil): yaml: invalid map key: ${goSyntax(innermost(key) ?? key)}`)
  const source = new Source('', emitKept(root))
  const again = parse(source)?.root
  const at = again?.kind === MAPPING ? again.keys.find((one) => one.kind !== SCALAR) : undefined
  return decoding([`line ${source.position(at?.start ?? 0).line}: cannot unmarshal ${tagOf(key)} into string`])
}

/** Collections as keys are equal to others of their kind, whatever is in them. */
function keyIdentity(key: Node): string {
  return `${key.kind} ${key.kind === SCALAR ? key.value : ''}`
}

function hasEqualCollections(node: Node): boolean {
  if (node.kind === SEQUENCE) return node.items.some(hasEqualCollections)
  if (node.kind !== MAPPING) return false
  const collections = node.keys.filter((key) => key.kind !== SCALAR)
  return new Set(collections.map(keyIdentity)).size < collections.length || node.values.some(hasEqualCollections)
}

/** The first collection as a key inside a key, whose reading fails before that of the whole. */
function innermost(node: Node): Node | undefined {
  if (node.kind === SEQUENCE) return firstOf(node.items)
  if (node.kind !== MAPPING) return undefined
  for (const [i, key] of node.keys.entries()) {
    const found = key.kind === SCALAR ? innermost(node.values[i] as Node) : (innermost(key) ?? key)
    if (found !== undefined) return found
  }
  return undefined
}

function firstOf(nodes: Node[]): Node | undefined {
  for (const node of nodes) {
    const found = innermost(node)
    if (found !== undefined) return found
  }
  return undefined
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
        const known = places.get(keyIdentity(key))
        if (known === undefined) places.set(keyIdentity(key), [i])
        else known.push(i)
      })
      const met = new Map<string, number>()
      for (const key of node.keys) {
        const identity = keyIdentity(key)
        const same = places.get(identity) as number[]
        const next = (met.get(identity) ?? 0) + 1
        met.set(identity, next)
        const first = source.position(key.start).line
        const end = Math.min(same.length, next + MOST_DUPLICATES - problems.length)
        for (let k = next; k < end; k++) {
          const { line } = source.position((node.keys[same[k] as number] as Node).start)
          problems.push(
            `line ${line}: mapping key ${goQuote(key.kind === SCALAR ? key.value : '')} already defined at line ${first}`,
          )
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

/** Only keys that were read, not those that labels and generators make. */
function isNullWord(key: Node): boolean {
  return isNull(key) && key.kind === SCALAR && key.value !== '' && key.start >= 0
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

/** Annotations are written anew in literal blocks where they have lines, which cannot be read when a tab comes first. */
export function tabFirst(root: Node, annotations: Mapping): ToolError {
  return unreadable(withAnnotations(root, annotations, PLAIN))
}

/** An object whose text cannot be read. */
export function unreadable(root: Node): ToolError {
  return fail('VALUE_TEXT', `${goObject(root)}: ${readingProblem(root)}`)
}

function withAnnotations(root: Node, { keys, values }: Mapping, style: ScalarStyle): Node {
  const bare = new Mapping(
    keys.map((key) => new Scalar(key.kind === SCALAR ? key.value : '')),
    values.map((value) => stringScalar(value.kind === SCALAR ? value.value : '', style)),
  )
  const copy = clone(root)
  const metadata = field(copy, 'metadata')
  if (metadata?.kind === MAPPING) {
    removeField(metadata, 'annotations')
    setField(metadata, 'annotations', bare)
  }
  return copy
}

/** What the reader says of a tree's text. */
export function readingProblem(root: Node): string {
  try {
    parse(new Source('', emitKept(root)))
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
  return ''
}

/** Annotations are written anew with bare keys, so one that reads as no string breaks the object, quoted or not. */
export function bareAnnotationKeys(root: Node, annotations: Mapping): ToolError {
  if (indexOfField(annotations, '<<') >= 0) return nothingToMerge()
  const copy = withAnnotations(root, annotations, DOUBLE)
  return fail('KEY_TYPE', `${goObject(copy)}: json: unsupported type: map[interface {}]interface {}`, {
    hint: 'annotation keys must not read as numbers, booleans, dates or null',
  })
}
