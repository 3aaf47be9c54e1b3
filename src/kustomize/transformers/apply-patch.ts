/** Applying one patch to one object, and finding the object a merge patch is for. */

import { fail } from '../../core/error.ts'
import type { Budget } from '../../core/limits.ts'
import { nearest } from '../../core/nearest.ts'
import type { Trace } from '../../core/trace.ts'
import { isHelmGenerated, markHelmGenerated } from '../../krm/helm-mark.ts'
import { idText } from '../../krm/id.ts'
import {
  copyWithInternalAnnotations,
  isRewritten,
  readInternalAnnotations,
  readOriginAnnotations,
  stripInternalAnnotations,
  writeInternalAnnotations,
} from '../../krm/internal-annotations.ts'
import { applyJsonPatch, type Operation } from '../../krm/jsonpatch.ts'
import { strategicMerge } from '../../krm/merge.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import type { Schema } from '../../krm/schema.ts'
import { rewriteStringMap } from '../../krm/string-maps.ts'
import { clone, removeField, setField, setText, stringScalar, untype } from '../../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR } from '../../yaml/node.ts'

/** The one object whose identity, present or past, is the patch's. */
export function patchTarget(map: ResMap, patch: Resource, explain: boolean): Resource {
  const id = patch.originalId
  const found = map.withAnyId(id)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  const text = idText(id)
  const cause =
    first === undefined
      ? `no matches for Id ${text}; failed to find unique target for patch ${text}`
      : `multiple matches for Id ${text}; failed to find unique target for patch ${text}`
  const message = explain ? `no resource matches strategic merge patch ${JSON.stringify(text)}: ${cause}` : cause
  throw fail('PATCH_NO_TARGET', message, { at: patch.locate(), hint: targetHint(map, patch) })
}

/** What the author may have meant: the same name under another kind or version, or a name nearly the same. */
function targetHint(map: ResMap, patch: Resource): string | undefined {
  const id = patch.originalId
  const others = map.withAnyName(id.name).map((one) => idText(one.id))
  if (others.length > 0) return `there is ${others.slice(0, 3).join(', ')}`
  const names = new Map<string, string>()
  for (const one of map.resources) {
    if (one.id.kind === id.kind) for (const { name } of one.ids) names.set(name, idText(one.id))
  }
  const close = nearest(id.name, [...names.keys()])
  return close === undefined ? undefined : `did you mean ${names.get(close)}?`
}

/** Merges the patch into the object. The patch is copied, not used up. */
export function applyStrategic(
  map: ResMap,
  resource: Resource,
  patch: Resource,
  schema: Schema,
  trace: Trace | undefined,
): void {
  const { kind, name, namespace } = resource.id
  if (patch.allowNameChange || patch.allowKindChange) map.remember(resource)
  const hasBookkeeping = patch.previous.length > 0 || patch.needsHash || patch.behavior !== undefined
  const looksAtAnnotations = hasBookkeeping || mayClearAnnotations(patch.root)
  if (looksAtAnnotations) writeInternalAnnotations(resource)
  const change = clone(patch.root, trace)
  if (hasBookkeeping) writeInternalAnnotations(patch, change)
  const merged = strategicMerge(resource.root, change, { schema, ...(trace && { trace }) })
  if (merged === undefined || merged.kind !== MAPPING || merged.keys.length === 0) {
    map.remove((one) => one === resource)
    return
  }
  // `$patch: replace` for the whole object: the reference drops the result, but not what follows.
  const { root } = resource
  if (looksAtAnnotations) readInternalAnnotations(resource)
  resource.allowNameChange ||= patch.allowNameChange
  resource.allowKindChange ||= patch.allowKindChange
  if (!patch.allowKindChange) restore(root, 'kind', kind)
  const metadata = field(root, 'metadata')
  if (metadata !== undefined && metadata.kind === MAPPING) {
    if (!patch.allowNameChange) restore(metadata, 'name', name)
    restore(metadata, 'namespace', namespace)
  } else {
    const made = new Mapping()
    if (!patch.allowNameChange) restore(made, 'name', name)
    restore(made, 'namespace', namespace)
    if (made.keys.length > 0) setField(root, 'metadata', made)
  }
  map.changed(resource)
}

/** Whether the bookkeeping, which the reference keeps in annotations, can get lost in a merge with this patch. */
function mayClearAnnotations(patch: Mapping): boolean {
  const metadata = field(patch, 'metadata')
  const annotations = field(metadata, 'annotations')
  const clears = (node: Node | undefined) =>
    node !== undefined && (node.kind !== MAPPING || field(node, '$patch') !== undefined)
  return clears(metadata) || clears(annotations)
}

/** Puts back what a merge patch may not change. */
function restore(parent: Mapping, name: string, text: string): void {
  const now = field(parent, name)
  if (text === '') {
    if (now !== undefined) removeField(parent, name)
  } else if (now !== undefined && now.kind === SCALAR) {
    untype(now)
    setText(now, text)
  } else {
    setField(parent, name, stringScalar(text))
  }
}

/** Applies JSON operations to the object, which shows them the reference's bookkeeping annotations. */
export function applyJson(
  map: ResMap,
  resource: Resource,
  operations: Operation[],
  budget: Budget,
  trace: Trace | undefined,
): void {
  const looksAtAnnotations = operations.some(({ path, from }) => seesAnnotations(path) || seesAnnotations(from))
  if (looksAtAnnotations) writeInternalAnnotations(resource)
  else if (isRewritten(resource)) rewriteStringMap(resource.root, 'annotations')
  // The reference takes the object to JSON and back, after which no node is shared any more.
  const asShown = (node: Node) => copyWithInternalAnnotations(resource, node as Mapping)
  const isOfChart = isHelmGenerated(resource.root)
  const given = resource.sharesNodes ? clone(resource.root, trace) : resource.root
  const root = applyJsonPatch(given, operations, budget, trace, asShown)
  resource.root = root
  resource.sharesNodes = false
  if (looksAtAnnotations) {
    readOriginAnnotations(resource)
    stripInternalAnnotations(root)
  }
  if (isOfChart) markHelmGenerated(root)
  else rewriteStringMap(root, 'annotations')
  map.changed(resource)
}

function seesAnnotations(pointer: Operation['path']): boolean {
  if (typeof pointer === 'string') return false
  const { text } = pointer
  return text === '' || text === '/metadata' || text.startsWith('/metadata/annotations')
}
