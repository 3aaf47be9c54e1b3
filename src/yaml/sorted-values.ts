/** What becomes of single values and keys on the reference's way over YAML text and JSON to the final writer (build 6.3). */
import { foldNextLines, printedFolded } from './detours.ts'
import { jsonString } from './json.ts'
import { FOLDED, type Node, PLAIN, SCALAR, type Scalar } from './node.ts'
import { formatNumber } from './numbers.ts'
import { isTrue, resolvePlain, tagAfterPrinting, tagOf, timestampText } from './resolve.ts'
import {
  binaryText,
  cannotDecode,
  notAKey,
  refusedCharacters,
  unreadableKey,
  unsupportedNumber,
} from './sorted-refusals.ts'

export {
  bareAnnotationKeys,
  binaryText,
  duplicateKeys,
  notAnObject,
  readingProblem,
  tabFirst,
} from './sorted-refusals.ts'

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
      checkType(value, tag, root)
      return value === '' && flow && node.style === PLAIN ? { text: '', isString: true } : NULL
    case '!!bool':
      checkType(value, tag, root)
      return { text: isTrue(value) ? 'true' : 'false', isString: false }
    case '!!int':
    case '!!float': {
      // Most numbers are resolved just above; only a written tag can be wrong.
      if (node.tag !== '') checkType(value, tag, root)
      const text = formatNumber(value, tag === '!!int')
      if (text === undefined) throw unsupportedNumber(value, root)
      return { text, isString: false }
    }
    case '!!timestamp':
      checkType(value, tag, root)
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
  const read = readBackFromJson(text)
  if (read === undefined) throw refusedCharacters(root)
  return read
}

/** What a text is after the reference's way over JSON; undefined when that way refuses it. */
export function readBackFromJson(text: string): string | undefined {
  if (!BEYOND_ASCII.test(text)) return text
  if (REFUSED.test(text)) return undefined
  return text.includes('\x85') ? foldNextLines(text) : text
}

/** The text of a key. Only at the top may a key be something else than a string. */
export function keyText(key: Node, isTop: boolean, root: Node, options: { jsonTyped?: boolean }): string {
  if (key.kind === SCALAR) {
    const { value } = key
    if (options.jsonTyped) return value
    const tag = tagOf(key)
    let isText = tag === '!!str' || (isTop && tag !== '!!merge')
    if (tag !== '!!str') {
      if (tag === '!!null' && value !== '' && resolvePlain(value) === '!!null') throw notAKey(key, isTop, root)
      checkType(value, tag, root)
      // A null without text is printed as '' on the way, unless its tag was written.
      if (tag === '!!null' && !key.tagged) isText = true
    }
    if (isText) {
      const text = writable(value, root)
      if (value.includes('\x85') || (text.length > LONGEST_JSON_KEY / 6 && jsonLength(text) > LONGEST_JSON_KEY)) {
        throw unreadableKey(key.value, root)
      }
      return text
    }
  }
  throw notAKey(key, isTop, root)
}

/** The reader of JSON text gives up on longer keys, escapes counted as written. */
const LONGEST_JSON_KEY = 1022

function jsonLength(text: string): number {
  return jsonString(text).length - 2
}

/** A written tag may promise a type that the text is not. */
function checkType(value: string, tag: string, root: Node): void {
  if (typeBesides(value, tag) !== undefined) throw cannotDecode(value, tag, root, typeBesides)
}

/** The type of a text that is none of the tag's. */
function typeBesides(value: string, tag: string): string | undefined {
  if (tag !== '!!null' && tag !== '!!bool' && tag !== '!!int' && tag !== '!!float' && tag !== '!!timestamp') return
  const known = resolvePlain(value)
  return known === tag || (known === '!!int' && tag === '!!float') ? undefined : known
}

/** An empty line, or more indentation, at the start or behind a line break. */
const CHANGES_IN_FOLDED = /\n[ \t\n]|^[ \t\n]/

/** What the text of a folded block becomes on the way. */
export function refold(value: string): string {
  return CHANGES_IN_FOLDED.test(value) ? printedFolded(value) : value
}
