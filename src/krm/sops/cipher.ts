/** Single values as sops encrypts them, and the key that all values of a document share. Neither appears in what is said. */
import { armor, Decrypter } from 'age-encryption'
import { fail } from '../../core/error.ts'
import { encodeUtf8 } from '../../core/text.ts'

const VALUE = /^ENC\[AES256_GCM,data:([\w+/=]*),iv:([\w+/=]+),tag:([\w+/=]+),type:(\w+)\]$/
const KEY_LENGTH = 32

export interface OpenedValue {
  bytes: Uint8Array
  /** `str`, `int`, `float`, `bool`, `bytes`, `time` or `comment`. */
  type: string
}

/** Whether a text has the form of an encrypted value. */
export function isSealedText(text: string): boolean {
  return VALUE.test(text)
}

/**
 * The key of a document; undefined when none of the given ones opens it.
 *
 * @example await openDataKey(['-----BEGIN AGE ENCRYPTED FILE-----\n…'], ['AGE-SECRET-KEY-1…'])
 */
export async function openDataKey(sealed: readonly string[], keys: readonly string[]): Promise<CryptoKey | undefined> {
  const decrypter = new Decrypter()
  for (const key of keys) addKey(decrypter, key)
  for (const one of sealed) {
    const bytes = await opened(decrypter, one)
    if (bytes === undefined) continue
    if (bytes.length !== KEY_LENGTH) throw fail('SOPS', 'the data key has not the length of one')
    return await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['decrypt'])
  }
  return undefined
}

/** @throws ToolError for what is no key, without showing it */
function addKey(decrypter: Decrypter, key: string): void {
  try {
    decrypter.addIdentity(key)
  } catch {
    // What the library says may name the key.
    throw fail('SOPS', 'a given key of age is none')
  }
}

/** Undefined for what is for another key, and for what is broken: another entry may do. */
async function opened(decrypter: Decrypter, armoured: string): Promise<Uint8Array | undefined> {
  try {
    return await decrypter.decrypt(armor.decode(armoured.trim()))
  } catch {
    return undefined
  }
}

/**
 * @param bound what the value was encrypted together with: it opens at no other place
 * @param shown the place, for messages
 * @throws ToolError with code SOPS
 */
export async function openValue(text: string, key: CryptoKey, bound: string, shown: string): Promise<OpenedValue> {
  const [, data, iv, tag, type = ''] = VALUE.exec(text) ?? []
  if (data === undefined || iv === undefined || tag === undefined)
    throw fail('SOPS', `the value of ${shown} should be encrypted, and is not`)
  try {
    const sealed = new Uint8Array([...bytesOf(data), ...bytesOf(tag)])
    const words = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new Uint8Array(encodeUtf8(bound)) }
    return { bytes: new Uint8Array(await crypto.subtle.decrypt(words, key, sealed)), type }
  } catch {
    throw fail('SOPS', `the value of ${shown} is not what was encrypted, or stands at another place`)
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
}
