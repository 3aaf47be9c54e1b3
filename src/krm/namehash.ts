/** The content hash that generated objects carry in their names (build 5.13). */
import { sha256 } from '@noble/hashes/sha2.js'
import { compareBytes, encodeUtf8 } from '../core/text.ts'
import { toJson } from '../yaml/json.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SCALAR, type Scalar } from '../yaml/node.ts'
import { tagOf } from '../yaml/resolve.ts'

/** Ten letters and digits that stand for the object's content; names do not count. */
export function nameHash(root: Mapping): string {
  const hash = sha256.create()
  const add = (text: string) => hash.update(encodeUtf8(text))
  const kind = fieldText(root, 'kind')
  if (kind === 'ConfigMap') {
    const binary = field(root, 'binaryData')
    if (binary === undefined) add('{"data":')
    else {
      add('{"binaryData":')
      addJson(binary, add)
      add(',"data":')
    }
    addData(root, add)
    add(',"kind":"ConfigMap","name":""}')
  } else if (kind === 'Secret') {
    add('{"data":')
    addData(root, add)
    add(',"kind":"Secret","name":""')
    const plain = field(root, 'stringData')
    if (plain !== undefined) {
      add(',"stringData":')
      addJson(plain, add)
    }
    add(`,"type":${goString(fieldText(root, 'type') ?? '')}}`)
  } else add(toJson(root))
  return shorten(hash.digest())
}

function addData(root: Mapping, add: (text: string) => void): void {
  const data = field(root, 'data')
  if (data === undefined) add('""')
  else addJson(data, add)
}

/** A map of texts, which is what data nearly always is, goes value by value; all else is written at once. */
function addJson(node: Node, add: (text: string) => void): void {
  if (node.kind !== MAPPING || !isMapOfTexts(node)) {
    add(toJson(node))
    return
  }
  const entries = node.keys.map((key, i) => [(key as Scalar).value, (node.values[i] as Scalar).value] as const)
  entries.sort((a, b) => compareBytes(a[0], b[0]))
  let separator = '{'
  for (const [key, value] of entries) {
    add(`${separator}${goString(key)}:${goString(value)}`)
    separator = ','
  }
  add(entries.length === 0 ? '{}' : '}')
}

function isMapOfTexts({ keys, values }: Mapping): boolean {
  const names = new Set<string>()
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as Node
    const value = values[i] as Node
    if (key.kind !== SCALAR || value.kind !== SCALAR || tagOf(key) !== '!!str' || tagOf(value) !== '!!str') return false
    names.add(key.value)
  }
  return names.size === keys.length
}

/** A string as Go's encoder writes it: the engine's own form, with what could end a script escaped too. */
function goString(text: string): string {
  const json = JSON.stringify(text)
  return /[<>&\u2028\u2029]/.test(json) ? json.replace(/[<>&\u2028\u2029]/g, (c) => UNSAFE[c] as string) : json
}

const UNSAFE: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Digits and vowels that could spell words are replaced. */
const REPLACED: Record<string, string> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

function shorten(digest: Uint8Array): string {
  let out = ''
  for (let i = 0; i < 5; i++) {
    for (const digit of (digest[i] as number).toString(16).padStart(2, '0')) out += REPLACED[digit] ?? digit
  }
  return out
}
