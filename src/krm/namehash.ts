/** The content hash that generated objects carry in their names (build 5.13). */
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeUtf8 } from '../core/text.ts'
import { jsonString, toJson } from '../yaml/json.ts'
import { field, fieldText, type Mapping } from '../yaml/node.ts'

/** Ten letters and digits that stand for the object's content; names do not count. */
export function nameHash(root: Mapping): string {
  return shorten(sha256(encodeUtf8(content(root))))
}

function content(root: Mapping): string {
  const kind = fieldText(root, 'kind')
  if (kind === 'ConfigMap') {
    const binary = field(root, 'binaryData')
    return `{${binary === undefined ? '' : `"binaryData":${toJson(binary)},`}"data":${dataJson(root)},"kind":"ConfigMap","name":""}`
  }
  if (kind === 'Secret') {
    const plain = field(root, 'stringData')
    const type = jsonString(fieldText(root, 'type') ?? '')
    return `{"data":${dataJson(root)},"kind":"Secret","name":""${plain === undefined ? '' : `,"stringData":${toJson(plain)}`},"type":${type}}`
  }
  return toJson(root)
}

function dataJson(root: Mapping): string {
  const data = field(root, 'data')
  return data === undefined ? '""' : toJson(data)
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
