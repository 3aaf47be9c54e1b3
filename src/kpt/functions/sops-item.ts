/** One item of a package as sops encrypts it. */
import { fail } from '../../core/error.ts'
import { openDataKey } from '../../krm/sops/cipher.ts'
import { decryptDocuments, statedMac } from '../../krm/sops/document.ts'
import { readMetadata } from '../../krm/sops/metadata.ts'
import { field, type Mapping } from '../../yaml/node.ts'

/** What the program that calls functions has noted is no part of what was encrypted. */
const NOTES = /^(?:internal\.config\.kubernetes\.io\/.*|config\.kubernetes\.io\/(?:path|index)|config\.k8s\.io\/id)$/

/** Decrypts the values, and returns what puts them into the item once everything is known to be right. */
export async function decryptItem(item: Mapping, keys: readonly string[], ignoresMac: boolean): Promise<() => void> {
  const metadata = await readMetadata(field(item, 'sops'))
  if (metadata.isSplit) throw fail('SOPS', 'files with several groups of keys are not supported')
  if (metadata.age.length === 0) throw fail('SOPS', 'it is not encrypted for a key of age')
  if (keys.length === 0) throw fail('SOPS', 'no key of age is given: --env SOPS_IMPORT_AGE="$(cat keys.txt)"')
  const key = await openDataKey(metadata.age, keys)
  if (key === undefined) throw fail('SOPS', 'none of the given keys of age opens it')
  const isAdded = ([first, second, name]: readonly string[]) =>
    first === 'metadata' && second === 'annotations' && name !== undefined && NOTES.test(name)
  const decryption = await decryptDocuments([item], { key, metadata, isAdded })
  if (!ignoresMac && (await statedMac(metadata, key)) !== (await decryption.mac()))
    throw fail(
      'SOPS',
      'MAC mismatch: it was changed after it had been encrypted; with ignore-mac: "true" in the config this is not looked at',
    )
  return () => decryption.finish()
}
