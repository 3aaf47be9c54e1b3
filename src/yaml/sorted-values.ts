/** What becomes of single values and keys on the reference's way over YAML text and JSON to the final writer (build 6.3). */
import { fail, type ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { emitKept } from './kept.ts'
import { goSyntax } from './json.ts'
import { formatNumber } from './numbers.ts'
import { FOLDED, MAPPING, type Node, PLAIN, type Scalar, SCALAR } from './node.ts'
import { parse } from './parse.ts'
import { isTrue, parseFloatText, resolvePlain, tagOf, timestampText } from './resolve.ts'
import { analyse, foldedBlock } from './string-form.ts'
import { decodeBase64Text } from '../core/text.ts'

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
  const tag = node.tag !== '' ? node.tag : node.style === PLAIN ? resolvePlain(value) : '!!str'
  switch (tag) {
    case '!!str':
      return { text: writable(node.style === FOLDED ? refold(value) : value, root), isString: true }
    case '!!null':
      if (resolvePlain(value) !== '!!null') throw cannotDecode(value, 'null')
      return value === '' && flow && node.style === PLAIN ? { text: '', isString: true } : NULL
    case '!!bool':
      if (resolvePlain(value) !== '!!bool') throw cannotDecode(value, 'bool')
      return { text: isTrue(value) ? 'true' : 'false', isString: false }
    case '!!int':
    case '!!float': {
      const known = resolvePlain(value)
      if (known !== '!!int' && (known !== '!!float' || tag === '!!int')) throw cannotDecode(value, tag.slice(2))
      const text = formatNumber(value, known === '!!int')
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const REFUSED = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/

/** JSON text is read back as YAML, which refuses some characters and takes U+0085 for a line break. */
function writable(text: string, root: Node): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x7f) continue
    if (REFUSED.test(text)) throw afterJson('yaml: control characters are not allowed', root)
    return text.includes('\x85') ? foldNextLines(text) : text
  }
  return text
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
    const isString = key.tag === '!!str' || (key.tag === '' && (key.style !== PLAIN || resolvePlain(value) === '!!str'))
    if (isString || isTop || tagOf(key) === '!!merge') {
      if (isTop && !isString && tagOf(key) === '!!null') throw duplicateNull(root, key)
      const text = writable(value, root)
      if (text.length > 250 ? longKey(text) : value.includes('\x85')) {
        throw afterJson("yaml: did not find expected ',' or '}'", root)
      }
      return text
    }
  }
  if (key.kind !== SCALAR && key.kind !== 4) throw fail('KEY_TYPE', `yaml: invalid map key: ${goSyntax(key)}`)
  throw fail('KEY_TYPE', `${goSyntax(root)}: json: unsupported type: map[interface {}]interface {}`, {
    hint: key.kind === SCALAR ? `quote the key: "${key.value}"` : 'keys must be strings',
  })
}

/** The reader of JSON text gives up on keys of more than 1022 characters, escapes counted as written. */
function longKey(text: string): boolean {
  return JSON.stringify(text).length - 2 > 1022 || text.includes('\x85')
}

function binaryText(value: string): string {
  const text = decodeBase64Text(value)
  if (text === undefined) throw fail('VALUE_TYPE', 'yaml: !!binary value contains invalid base64 data')
  return text
}

function cannotDecode(value: string, type: string): ToolError {
  return fail('VALUE_TYPE', `map[string]interface {}(nil): yaml: cannot decode !!str \`${value}\` as a !!${type}`)
}

function unsupportedNumber(value: string, root: Node): ToolError {
  const number = parseFloatText(value)
  const text = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf'
  return fail('VALUE_TYPE', `${goSyntax(root)}: json: unsupported value: ${text}`)
}

function afterJson(problem: string, root: Node): ToolError {
  return fail('VALUE_TEXT', `${goSyntax(root)}: ${problem}`)
}

function duplicateNull(root: Node, key: Scalar): ToolError {
  return duplicateKeys(root, key)
}

/** Repeated keys, with their lines in the object's kept text, which is what the reference reads. */
export function duplicateKeys(root: Node, twice?: Scalar): ToolError {
  const source = new Source('', emitKept(root))
  const document = parse(source)
  const problems: string[] = []
  const visit = (node: Node): void => {
    if (node.kind === MAPPING) {
      const seen = new Map<string, number>()
      node.keys.forEach((key, i) => {
        const line = source.position(key.start).line
        if (key.kind === SCALAR) {
          const first = seen.get(key.value)
          if (first !== undefined || (twice !== undefined && key.value === twice.value)) {
            problems.push(`  line ${line}: mapping key ${JSON.stringify(key.value)} already defined at line ${first ?? line}`)
          } else seen.set(key.value, line)
        }
        visit(node.values[i] as Node)
      })
    } else if (node.kind === 2) for (const item of node.items) visit(item)
  }
  if (document !== undefined) visit(document.root)
  return fail('DUPLICATE_KEY', `map[string]interface {}(nil): yaml: unmarshal errors:\n${problems.join('\n')}`)
}

/**
 * A folded block changes on the way: the text is printed once more as a folded block, by a printer that puts an empty
 * line before runs of more-indented lines, and read again.
 */
export function refold(value: string): string {
  const { literal } = analyse(value)
  if (!literal || value === '') return value
  const block = foldedBlock(value, '  ')
  const source = new Source('', `k: ${block}${block.endsWith('\n') ? '' : '\n'}`)
  const root = parse(source)?.root
  const node = root?.kind === MAPPING ? root.values[0] : undefined
  return node?.kind === SCALAR ? node.value : value
}
