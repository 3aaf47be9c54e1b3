/**
 * One document as sops encrypts it: each value by itself, bound to the names of the fields that lead to it, and a hash of
 * all values. Neither values nor keys appear in what is said.
 */
import { armor, Decrypter } from 'age-encryption'
import { fail } from '../../core/error.ts'
import { decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import { readsAsText } from '../../krm/reads-as-text.ts'
import { setTag, setText } from '../../yaml/edit.ts'
import {
  DOUBLE,
  field,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  type Scalar,
  SEQUENCE,
} from '../../yaml/node.ts'
import { isNull, tagOf } from '../../yaml/resolve.ts'
import { entriesOf, textOf } from './items.ts'
import { goPattern } from './patterns.ts'

const UNENCRYPTED_SUFFIX = '_unencrypted'
const RULES = ['unencrypted_suffix', 'encrypted_suffix', 'unencrypted_regex', 'encrypted_regex'] as const
const NOT_KNOWN = [
  'shamir_threshold',
  'key_groups',
  'mac_only_encrypted',
  'encrypted_comment_regex',
  'unencrypted_comment_regex',
]

/** What the program that calls functions has noted is no part of what was encrypted. */
const NOTES = /^(?:internal\.config\.kubernetes\.io\/.*|config\.kubernetes\.io\/(?:path|index)|config\.k8s\.io\/id)$/

const TYPES = ['str', 'int', 'float', 'bool']

interface Leaf {
  scalar: Scalar
  /** Names of the fields that lead to it; elements of lists have none. */
  path: readonly string[]
}

/** Decrypts the values, and returns what puts them into the item once everything is known to be right. */
export async function decryptItem(item: Mapping, keys: readonly string[], ignoresMac: boolean): Promise<() => void> {
  const metadata = field(item, 'sops')
  const unknown = NOT_KNOWN.find((name) => field(metadata, name) !== undefined)
  if (unknown !== undefined) throw fail('SOPS', `files with ${unknown} are not supported`)
  const key = await dataKey(metadata, keys)
  const isEncrypted = ruleOf(metadata)
  const hashed: Uint8Array[] = []
  const edits: (() => void)[] = []
  for (const { scalar, path } of leavesOf(item)) {
    if (isNull(scalar)) continue
    if (!isEncrypted(path)) {
      if (!ignoresMac) hashed.push(plainBytes(scalar, path))
      continue
    }
    if (scalar.value === '') {
      hashed.push(new Uint8Array())
      continue
    }
    const { bytes, type } = await decryptValue(scalar.value, key, `${path.join(':')}:`, path.join('.'))
    hashed.push(bytes)
    const text = decodeUtf8(bytes)
    if (text === undefined || !TYPES.includes(type)) {
      throw fail('SOPS', `the value of ${path.join('.')} is of type ${type}, which is not supported`)
    }
    edits.push(() => put(scalar, text, type))
  }
  if (!ignoresMac) await checkHash(metadata, key, hashed)
  return () => {
    for (const edit of edits) edit()
  }
}

async function dataKey(metadata: Node | undefined, keys: readonly string[]): Promise<CryptoKey> {
  const list = field(metadata, 'age')
  const recipients = list?.kind === SEQUENCE ? list.items : []
  if (recipients.length === 0) throw fail('SOPS', 'it is not encrypted for a key of age')
  if (keys.length === 0) throw fail('SOPS', 'no key of age is given: --env SOPS_IMPORT_AGE="$(cat keys.txt)"')
  const decrypter = new Decrypter()
  for (const one of keys) addKey(decrypter, one)
  for (const recipient of recipients) {
    const bytes = await opened(decrypter, textOf(recipient, 'enc'))
    if (bytes === undefined) continue
    if (bytes.length !== 32) throw fail('SOPS', 'the data key has not the length of one')
    return await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['decrypt'])
  }
  throw fail('SOPS', 'none of the given keys of age opens it')
}

function addKey(decrypter: Decrypter, key: string): void {
  try {
    decrypter.addIdentity(key)
  } catch {
    // What the library says may name the key.
    throw fail('SOPS', 'a given key of age is none')
  }
}

async function opened(decrypter: Decrypter, armoured: string): Promise<Uint8Array | undefined> {
  try {
    return await decrypter.decrypt(armor.decode(armoured.trim()))
  } catch {
    return undefined
  }
}

/** Which fields are encrypted, by their names and those around them. */
function ruleOf(metadata: Node | undefined): (path: readonly string[]) => boolean {
  const given = RULES.filter((name) => textOf(metadata, name) !== '')
  if (given.length > 1) throw fail('SOPS', `only one of ${given.join(', ')} can be given`)
  const rule = given[0] ?? 'unencrypted_suffix'
  const text = textOf(metadata, rule) || UNENCRYPTED_SUFFIX
  const pattern = rule.endsWith('_regex') ? goPattern(text) : undefined
  const known = new Map<string, boolean>()
  const matches = (name: string) => {
    const found = known.get(name) ?? (pattern === undefined ? name.endsWith(text) : pattern.find(name) !== undefined)
    known.set(name, found)
    return found
  }
  return rule.startsWith('un') ? (path) => !path.some(matches) : (path) => path.some(matches)
}

function leavesOf(item: Mapping): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (node: Node, path: readonly string[]) => {
    if (/ENC\[AES256_GCM,/.test(Object.values(node.comments ?? {}).join(''))) {
      throw fail('SOPS', 'encrypted comments are not supported')
    }
    if (node.kind === SCALAR) leaves.push({ scalar: node, path })
    else if (node.kind === SEQUENCE) for (const one of node.items) visit(one, path)
    else if (node.kind === MAPPING) {
      const isAnnotations = path.length === 2 && path[0] === 'metadata' && path[1] === 'annotations'
      for (const [name, value] of entriesOf(node)) {
        if (path.length === 0 && name === 'sops') continue
        if (!isAnnotations || !NOTES.test(name)) visit(value, [...path, name])
      }
    }
  }
  visit(item, [])
  return leaves
}

/** What sops hashes of a value that it leaves as it is. */
function plainBytes(scalar: Scalar, path: readonly string[]): Uint8Array {
  const { value } = scalar
  switch (tagOf(scalar)) {
    case '!!str':
      return encodeUtf8(value)
    case '!!int':
      return encodeUtf8(String(BigInt(value.replaceAll('_', ''))))
    case '!!bool':
      return encodeUtf8(value.toLowerCase() === 'true' ? 'True' : 'False')
    case '!!float':
      // Go prints numbers without exponents.
      if (/^-?\d{1,15}\.\d{1,15}$/.test(value) && !/e/.test(`${Number(value)}`)) return encodeUtf8(`${Number(value)}`)
  }
  throw fail('SOPS', `the value at ${path.join('.')} is of a type that is not supported`)
}

const VALUE = /^ENC\[AES256_GCM,data:([\w+/=]*),iv:([\w+/=]+),tag:([\w+/=]+),type:(\w+)\]$/

async function decryptValue(
  text: string,
  key: CryptoKey,
  bound: string,
  shown: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const [, data, iv, tag, type = ''] = VALUE.exec(text) ?? []
  if (data === undefined || iv === undefined || tag === undefined) {
    throw fail('SOPS', `the value of ${shown} should be encrypted, and is not`)
  }
  const sealed = new Uint8Array([...bytesOf(data), ...bytesOf(tag)])
  const words = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new Uint8Array(encodeUtf8(bound)) }
  try {
    return { bytes: new Uint8Array(await crypto.subtle.decrypt(words, key, sealed)), type }
  } catch {
    throw fail('SOPS', `the value of ${shown} is not what was encrypted, or stands at another place`)
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
}

async function checkHash(metadata: Node | undefined, key: CryptoKey, hashed: readonly Uint8Array[]): Promise<void> {
  const length = hashed.reduce((sum, { length }) => sum + length, 0)
  const all = new Uint8Array(length)
  let at = 0
  for (const bytes of hashed) {
    all.set(bytes, at)
    at += bytes.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', all))
  const actual = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  const { bytes } = await decryptValue(textOf(metadata, 'mac'), key, textOf(metadata, 'lastmodified'), 'sops.mac')
  if (decodeUtf8(bytes) !== actual)
    throw fail(
      'SOPS',
      'MAC mismatch: it was changed after it had been encrypted; with ignore-mac: "true" in the config this is not looked at',
    )
}

/** A value in the place of what it was encrypted to, written as its type asks for. */
function put(scalar: Scalar, text: string, type: string): void {
  const isText = type === 'str'
  setText(scalar, type === 'bool' ? text.toLowerCase() : text)
  setTag(scalar, isText ? '!!str' : '')
  scalar.style = isText && !readsAsText(text) ? DOUBLE : PLAIN
}
