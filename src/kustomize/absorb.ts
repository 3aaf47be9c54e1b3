/** What generators make joins the objects there are, creating, merging or replacing (build 3.3). */
import { fail, ToolError } from '../core/error.ts'
import { compareBytes, encodeBase64, encodeUtf8, goQuote } from '../core/text.ts'
import { idText, type ResId } from '../krm/id.ts'
import { shownObject } from '../krm/internal-annotations.ts'
import type { ResMap } from '../krm/resmap.ts'
import type { Resource } from '../krm/resource.ts'
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'

export function absorb(map: ResMap, made: Resource): void {
  try {
    absorbOne(map, made)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    // The reference prints the address of an object in memory here.
    throw new ToolError(error.code, `merging from generator &{0xc000010000 <nil>}: ${error.message}`, {
      at: error.at,
      hint: error.hint,
    })
  }
}

function absorbOne(map: ResMap, made: Resource): void {
  const { id, behavior } = made
  const found = map.withAnyId(id)
  if (found.length > 1) {
    const list = found.map(shownObject).join(' ')
    throw fail('GENERATOR_TARGET', `found multiple objects [${list}] that could accept merge of ${idText(id)}`)
  }
  const [old] = found
  if (old === undefined) {
    if (behavior === 'merge' || behavior === 'replace') {
      throw fail('GENERATOR_TARGET', `id ${goId(id)} does not exist; cannot merge or replace`, {
        hint: `nothing generated so far is called ${goQuote(id.name)}; drop the behavior to create it`,
      })
    }
    map.append(made)
  } else if (behavior === 'replace') {
    keepIdentity(old, made)
    if (made.origin !== undefined) old.origin = made.origin
    takeOver(map, old, made)
  } else if (behavior === 'merge') {
    keepIdentity(old, made)
    if (id.kind === 'Secret' && id.group === '' && id.version === 'v1') encodeStringData(old)
    mergeStrings(made.root, old.root, 'data')
    mergeStrings(made.root, old.root, 'binaryData')
    takeOver(map, old, made)
  } else {
    const shown = behavior === 'create' ? 'create' : 'unspecified'
    const message = `id ${goId(id)} exists; can not use behavior: '${shown}', behavior must be merge or replace`
    throw fail('GENERATOR_TARGET', message, { at: old.locate() })
  }
}

const WRONG_PLACE = 'unexpected target index in replacement'

/** The old object keeps its place and history and gets the new content. */
function takeOver(map: ResMap, old: Resource, made: Resource): void {
  // It may have been found by a former identity, but has to have this one.
  const id = made.presentId()
  const same = map.withCurrentId(id)
  if (!same.includes(old)) {
    const message = same.length === 0 ? `cannot find resource with id ${idText(id)} to replace` : WRONG_PLACE
    throw fail('GENERATOR_TARGET', message, { at: old.locate() })
  }
  old.root = made.root
  old.needsHash = old.needsHash && made.needsHash
  map.changed(old)
}

/** Name and namespace are the old ones; labels and annotations are joined, the new ones winning. */
function keepIdentity(old: Resource, made: Resource): void {
  const metadata = field(made.root, 'metadata') as Mapping
  const oldMetadata = field(old.root, 'metadata')
  if (oldMetadata === undefined || oldMetadata.kind !== MAPPING) return
  for (const name of ['name', 'namespace']) {
    const value = field(oldMetadata, name)
    if (value !== undefined) setField(metadata, name, value)
    else removeField(metadata, name)
  }
  mergeStrings(metadata, oldMetadata, 'labels')
  mergeStrings(metadata, oldMetadata, 'annotations')
}

/** `name` of both as one map of strings; entries of `parent` win. */
function mergeStrings(parent: Mapping, oldParent: Mapping, name: string): void {
  const merged = new Map<string, string>()
  for (const from of [field(oldParent, name), field(parent, name)]) {
    if (from === undefined || from.kind !== MAPPING) continue
    for (const [key, value] of stringEntries(from)) merged.set(key, value)
  }
  removeField(parent, name)
  if (merged.size === 0) return
  const result = new Mapping()
  const sorted = [...merged].sort((a, b) => compareBytes(a[0], b[0]))
  for (const [key, value] of sorted) setField(result, key, stringScalar(value))
  setField(parent, name, result)
}

function stringEntries(map: Mapping): [string, string][] {
  const entries: [string, string][] = []
  map.keys.forEach((key, i) => {
    const value = map.values[i]
    if (key.kind === SCALAR && value?.kind === SCALAR) entries.push([key.value, isNull(value) ? '' : value.value])
  })
  return entries
}

/** Text data of a secret moves into its encoded data, where it wins. */
function encodeStringData(secret: Resource): void {
  const plain = field(secret.root, 'stringData')
  if (plain === undefined || plain.kind !== MAPPING) return
  let data = field(secret.root, 'data')
  if (data === undefined || data.kind !== MAPPING) {
    data = new Mapping()
    setField(secret.root, 'data', data)
  }
  for (let i = 0; i < plain.keys.length; i++) {
    const key = plain.keys[i] as Node
    const value = plain.values[i] as Node
    const name = key.kind === SCALAR ? key.value : ''
    if (value.kind !== SCALAR) {
      const message = `failed to normalize stringData for ${idText(secret.id)}: read stringData: stringData value for key ${goQuote(name)} must be a scalar`
      throw fail('SECRET_STRING_DATA', message, { at: secret.locate(value) })
    }
    const text = isNull(value) ? '' : value.value
    setField(data, name, stringScalar(encodeBase64(encodeUtf8(text))))
  }
  removeField(secret.root, 'stringData')
}

/** Go's print of an id's fields. */
function goId(id: ResId): string {
  const gvk = `resid.Gvk{Group:${goQuote(id.group)}, Version:${goQuote(id.version)}, Kind:${goQuote(id.kind)}, isClusterScoped:${id.clusterScoped}}`
  return `resid.ResId{Gvk:${gvk}, Name:${goQuote(id.name)}, Namespace:${goQuote(id.namespace)}}`
}
