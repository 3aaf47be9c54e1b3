/** Whole texts that sops has encrypted: files, and values of Secrets. */

import { encodeBase64 } from '../core/base64.ts'
import { fail, wrap } from '../core/error.ts'
import { openDataKey, openValue } from '../krm/sops/cipher.ts'
import { decryptDocuments, hashOf, statedMac } from '../krm/sops/document.ts'
import { readMetadata, type SopsMetadata } from '../krm/sops/metadata.ts'
import { field, type Mapping, type Node } from '../yaml/node.ts'
import { isNull, scalarText } from '../yaml/resolve.ts'
import { printOpened, readSealed, type SopsFormat } from './sops-formats.ts'

export interface SopsKeys {
  /** Keys of age, `AGE-SECRET-KEY-1…`. */
  age: readonly string[]
  /** What was changed after it had been encrypted is no error. Default false. */
  ignoresMac?: boolean
}

/** A value that nobody is to be shown. */
export interface OpenedValue {
  /** Of the field it stood in. */
  name: string
  text: string
}

export interface OpenedFile {
  bytes: Uint8Array
  /** Names and texts of the values that were encrypted. */
  values: OpenedValue[]
}

/** Opens data keys, each once. */
export interface Keyring {
  /** Undefined when none of the keys opens it. */
  open(metadata: SopsMetadata): Promise<CryptoKey | undefined>
  ignoresMac: boolean
}

export function keyringOf({ age, ignoresMac = false }: SopsKeys): Keyring {
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return {
    ignoresMac,
    open({ age: sealed, isSplit }) {
      if (age.length === 0 || sealed.length === 0 || isSplit) return Promise.resolve(undefined)
      const name = sealed.join('\n')
      let key = known.get(name)
      if (key === undefined) known.set(name, (key = openDataKey(sealed, age)))
      return key
    },
  }
}

/**
 * What an encrypted text says; undefined when no key opens it.
 *
 * @throws ToolError with code SOPS, without any value
 */
export async function openText(
  keyring: Keyring,
  text: string,
  { from, to, path }: { from: SopsFormat; to: SopsFormat; path: string },
): Promise<OpenedFile | undefined> {
  try {
    const sealed = readSealed(from, path, text)
    const metadata = await readMetadata(sealed.metadata)
    const key = await keyring.open(metadata)
    if (key === undefined) return undefined
    if (to === 'binary') return await openBinary(keyring, sealed.documents[0] as Mapping, metadata, key)
    const decryption = await decryptDocuments(sealed.documents, { key, metadata })
    if (!keyring.ignoresMac) await checkMac(metadata, key, () => decryption.mac())
    decryption.finish()
    return { bytes: printOpened(to, sealed), values: decryption.opened }
  } catch (error) {
    throw wrap(path, error)
  }
}

/** Bytes need not be text, so they do not go through the tree. */
async function openBinary(
  keyring: Keyring,
  root: Mapping,
  metadata: SopsMetadata,
  key: CryptoKey,
): Promise<OpenedFile> {
  const data = field(root, 'data')
  if (data === undefined || isNull(data)) throw fail('SOPS', 'no binary data found in tree')
  const { bytes } = await openValue(scalarText(data), key, 'data:', 'data')
  if (!keyring.ignoresMac) await checkMac(metadata, key, () => hashOf([bytes]))
  return {
    bytes,
    values: [
      { name: 'data', text: new TextDecoder().decode(bytes) },
      { name: 'data', text: encodeBase64(bytes) },
    ],
  }
}

async function checkMac(metadata: SopsMetadata, key: CryptoKey, actual: () => Promise<string>): Promise<void> {
  if ((await statedMac(metadata, key)) === (await actual())) return
  throw fail('SOPS_MAC', 'MAC mismatch: it was changed after it had been encrypted', {
    hint: 'the controller does not look at it; encrypt the file anew with sops, or give --ignore-mac',
  })
}

/**
 * Checks the hashes of the objects in a file. Each document of a file that was put together from several has its own.
 *
 * @throws ToolError with code SOPS_MAC
 */
export async function checkDocuments(keyring: Keyring, path: string, text: string): Promise<void> {
  try {
    for (const documents of byMac(readSealed('yaml', path, text).documents)) {
      const metadata = await readMetadata(field(documents[0], 'sops'))
      const key = await keyring.open(metadata)
      if (key === undefined) continue
      const decryption = await decryptDocuments(documents, { key, metadata })
      await checkMac(metadata, key, () => decryption.mac())
    }
  } catch (error) {
    throw wrap(path, error)
  }
}

function byMac(documents: readonly Mapping[]): Mapping[][] {
  const groups = new Map<string, Mapping[]>()
  for (const document of documents) {
    const mac = macOf(document)
    if (mac === '' || field(document, 'kind') === undefined) continue
    const group = groups.get(mac)
    if (group === undefined) groups.set(mac, [document])
    else group.push(document)
  }
  return [...groups.values()]
}

function macOf(document: Node): string {
  return scalarText(field(field(document, 'sops'), 'mac'))
}
