/** Decryption as the controller does it: files before the build, objects after it (flux 7). */

import type { Diagnostic } from '../core/error.ts'
import { fail, wrap } from '../core/error.ts'
import type { FileSystem, Log } from '../core/host.ts'
import { decodeBase64Text, decodeUtf8, encodeBase64 } from '../core/text.ts'
import { decryptDocuments } from '../krm/sops/document.ts'
import { isSealedDocument, readMetadata } from '../krm/sops/metadata.ts'
import { removeField, setValueAt, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, type Mapping, SCALAR } from '../yaml/node.ts'
import { findSealedSources, type SealedSources } from './decrypt-sources.ts'
import { hiddenIn, joined, valueFinder, wayOf, withoutValues } from './hidden-values.ts'
import { FLUX_GROUP, type FluxKustomization } from './kustomization.ts'
import { type FluxObject, idOf, shownId, stringField } from './object.ts'
import { checkDocuments, type Keyring, keyringOf, type OpenedValue, openText, type SopsKeys } from './sops-file.ts'
import { formatOf, sealedFormat } from './sops-formats.ts'

/** The files and objects of one Kustomization. */
export interface Decryption {
  /** In which the files that generators and patches name are decrypted. */
  fs: FileSystem
  /** To be called with the objects of the build, after it. */
  objects(built: readonly FluxObject[]): Promise<FluxObject[]>
  /** An error of the build or after it, without decrypted values. */
  withoutValues(error: unknown): unknown
  /** Passes on what a build has to say, without decrypted values. */
  shownIn(log: Log | undefined): Log | undefined
  /** A warning for each thing that no key opens; it stays as it is. */
  sealed: Diagnostic[]
}

export interface DecryptionRequest {
  kustomization: FluxKustomization
  fs: FileSystem
  /** Absolute path of the folder that is built. */
  folder: string
  /** Text of its kustomization file. */
  text: string
}

export interface Decryptor {
  /** Undefined when the Kustomization has no decryption. */
  open(request: DecryptionRequest): Promise<Decryption | undefined>
}

/**
 * Decrypts what sops has encrypted for keys of age, in Kustomizations whose `decryption` asks for it. What none of the
 * keys opens stays as it is.
 *
 * @example renderKustomization({ kustomization, source, decryptor: sopsDecryptor({ age: ['AGE-SECRET-KEY-1…'] }) })
 */
export function sopsDecryptor(keys: SopsKeys): Decryptor {
  const keyring = keyringOf(keys)
  return {
    async open(request) {
      const { decryption } = request.kustomization.spec
      if (decryption === undefined || decryption.provider !== 'sops') return undefined
      return await openKustomization(keyring, request)
    },
  }
}

async function openKustomization(keyring: Keyring, request: DecryptionRequest): Promise<Decryption> {
  const sealed: Diagnostic[] = []
  const sources = await findSealedSources(request)
  const values: OpenedValue[] = []
  const texts = new Set<string>()
  const opened = new Map<string, Uint8Array>()
  for (const { path, format, text } of sources.files) {
    const file = await openText(keyring, text, { from: format, to: format, path })
    if (file === undefined) {
      sealed.push(stillSealed(path))
      continue
    }
    opened.set(path, file.bytes)
    const whole = decodeUtf8(file.bytes)
    if (whole !== undefined) texts.add(whole)
    values.push(...file.values, { name: '', text: whole ?? '' })
  }
  const finder = valueFinder(values)
  return {
    fs: sources.withOpened(opened),
    sealed,
    shownIn: (log) =>
      log && {
        emit: (one) => {
          const at = one.at.filter(({ source }) => !texts.has(source.text))
          log.emit({ ...one, message: finder.masked(one.message), at })
        },
      },
    withoutValues: (error) => (values.length === 0 ? error : withoutValues(error, finder, texts)),
    async objects(built) {
      if (!keyring.ignoresMac) await checkSources(keyring, sources)
      const objects: FluxObject[] = []
      for (const object of built) {
        const decrypted = await decryptObject(keyring, object, sealed)
        const hidden = values.length === 0 ? undefined : hiddenIn(decrypted, finder.isIn)
        const at = object.at !== undefined && texts.has(object.at.source.text) ? undefined : object.at
        objects.push({ ...decrypted, hidden: joined(decrypted.hidden, hidden), at })
      }
      return objects
    },
  }
}

/** A build changes objects, so that only their files show whether they were changed after they had been encrypted. */
async function checkSources(keyring: Keyring, sources: SealedSources): Promise<void> {
  for (const [path, text] of sources.read) await checkDocuments(keyring, path, text)
}

function stillSealed(what: string): Diagnostic {
  const message = `${what} stays encrypted: no key that opens it is given`
  return { severity: 'warning', code: 'STILL_SEALED', message, at: [] }
}

async function decryptObject(keyring: Keyring, object: FluxObject, sealed: Diagnostic[]): Promise<FluxObject> {
  const { root } = object
  if (isLeftAlone(object)) return object
  try {
    if (isSealedDocument(root)) return await decryptWhole(keyring, object, sealed)
    if (stringField(root, 'kind') === 'Secret') return await decryptData(keyring, object, sealed)
    return object
  } catch (error) {
    throw wrap(`decryption failed for '${idOf(object).name}'`, error)
  }
}

function isLeftAlone({ root }: FluxObject): boolean {
  const annotations = field(field(root, 'metadata'), 'annotations')
  return stringField(annotations, `${FLUX_GROUP}/decrypt`).toLowerCase() === 'disabled'
}

async function decryptWhole(keyring: Keyring, object: FluxObject, sealed: Diagnostic[]): Promise<FluxObject> {
  const { root } = object
  const metadata = await readMetadata(field(root, 'sops'))
  const key = await keyring.open(metadata)
  if (key === undefined) {
    sealed.push(stillSealed(shownId(idOf(object))))
    return object
  }
  if (metadata.goesByComments)
    throw fail('SOPS', 'comments say what of it is encrypted, and after the build there are none', {
      hint: 'encrypt it with encrypted_regex: the controller would apply it as it is, cipher text and all',
    })
  const { opened, finish } = await decryptDocuments([root], { key, metadata })
  finish()
  removeField(root, 'sops')
  return { ...object, hidden: joined(object.hidden, new Set(opened.map(({ place }) => wayOf(place)))) }
}

/** Values of a Secret that are encrypted documents themselves. */
async function decryptData(keyring: Keyring, object: FluxObject, sealed: Diagnostic[]): Promise<FluxObject> {
  const data = field(object.root, 'data')
  if (data?.kind !== MAPPING) return object
  const hidden = new Set<string>()
  for (const [i, key] of data.keys.entries()) {
    const value = data.values[i]
    if (key.kind !== SCALAR || value?.kind !== SCALAR) continue
    const text = decodeBase64Text(value.value)
    const from = text === undefined ? undefined : sealedFormat(text)
    if (text === undefined || from === undefined) continue
    const opened = await openText(keyring, text, { from, to: formatOf(key.value), path: `data.${key.value}` })
    if (opened === undefined) {
      sealed.push(stillSealed(`data.${key.value} of ${shownId(idOf(object))}`))
      continue
    }
    setValueAt(data as Mapping, i, stringScalar(encodeBase64(opened.bytes)))
    hidden.add(wayOf(['data', key.value]))
  }
  return hidden.size === 0 ? object : { ...object, hidden: joined(object.hidden, hidden) }
}
