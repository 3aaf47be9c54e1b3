/** Puts whole resources into a package, in place of those that are there (functions 11). */

import { fail } from '../../core/error.ts'
import { INDEX, PATH } from '../../krm/path-annotations.ts'
import { clone, removeField, setField, setText, stringScalar } from '../../yaml/edit.ts'
import { field, fieldText, Mapping, type Node, SCALAR, SEQUENCE, SINGLE } from '../../yaml/node.ts'
import { inOlderKit } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { annotationOf, fileIndexOf, filePathOf, mappingIn, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { losesMigrationMarks, losesStyle } from './reference-style.ts'

export const upsertResource: CatalogFunction = {
  name: 'upsert-resource',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to upsert resource: ${message}`, printed: 'twice' }, () => upsert(list)),
}

const FUNCTION_ANNOTATIONS = ['config.kubernetes.io/function', 'config.k8s.io/function']
const TARGET_PATH_ANNOTATION = 'config.kubernetes.io/target-path'

function upsert(list: FunctionInput): FunctionResult[] {
  const { config } = list
  if (config === undefined) throw fail('FUNCTION_CONFIG', 'the resource has to be given as the functionConfig')
  const items = [...list.items]
  const positions = positionsOf(items)
  for (const resource of resourcesIn(config)) {
    if (resource instanceof Mapping) put(items, positions, resource, list.referenceFormat === true)
  }
  list.items = items
  if (list.referenceFormat) losesMigrationMarks(list.items)
  return []
}

function resourcesIn(config: Mapping): Node[] {
  if (textOf(config, 'kind') !== 'List') return [config]
  const items = field(config, 'items')
  return items?.kind === SEQUENCE ? items.items : []
}

/** Version is left out: a resource may move to another one. */
function keyOf(item: Mapping): string {
  const { group, kind } = gvkOf(item)
  const metadata = field(item, 'metadata')
  return [group, kind, textOf(metadata, 'name'), textOf(metadata, 'namespace')].join('\n')
}

/** Positions of the items of an identity; whoever adds one says so. */
type Positions = Map<string, number[]>

function positionsOf(items: readonly Mapping[]): Positions {
  const positions: Positions = new Map()
  for (const [i, item] of items.entries()) {
    if (FUNCTION_ANNOTATIONS.some((name) => annotationOf(item, name) !== '')) continue
    notePosition(positions, keyOf(item), i)
  }
  return positions
}

function notePosition(positions: Positions, key: string, i: number): void {
  const known = positions.get(key)
  if (known === undefined) positions.set(key, [i])
  else known.push(i)
}

function put(items: Mapping[], positions: Positions, resource: Mapping, asReference: boolean): void {
  const path = annotationOf(resource, TARGET_PATH_ANNOTATION)
  const key = keyOf(resource)
  let found = false
  for (const i of positions.get(key) ?? []) {
    const item = items[i] as Mapping
    if (path !== '' && filePathOf(item) !== path) continue
    found = true
    items[i] = placed(resource, { path: filePathOf(item), index: String(fileIndexOf(item) ?? 0) }, asReference)
  }
  if (found) return
  notePosition(positions, key, items.length)
  items.push(placed(resource, { path, index: undefined }, asReference))
}

const SPELLINGS = [
  [PATH.legacy, PATH.key],
  [INDEX.legacy, INDEX.key],
] as const

/** A copy that lies in the given place. Without an index it is new. */
function placed(resource: Mapping, place: { path: string; index: string | undefined }, asReference: boolean): Mapping {
  const { path, index } = place
  const made = clone(resource)
  const metadata = mappingIn(made, 'metadata')
  const annotations = metadata && mappingIn(metadata, 'annotations')
  if (metadata === undefined || annotations === undefined) return made
  const ownPlace = [PATH.key, INDEX.key]
  for (const name of [...FUNCTION_ANNOTATIONS, TARGET_PATH_ANNOTATION, ...ownPlace]) removeField(annotations, name)
  if (index === undefined) removeField(annotations, PATH.legacy)
  else {
    setOldSpelling(annotations, INDEX.legacy, index)
    setOldSpelling(annotations, PATH.legacy, path)
    setField(annotations, INDEX.key, stringScalar(index))
  }
  if (path !== '') setField(annotations, PATH.key, stringScalar(path))
  if (asReference) losesStyle(annotations)
  for (const [old, current] of SPELLINGS) {
    const [one, other] = [fieldText(annotations, old), fieldText(annotations, current)]
    if (one === undefined && other !== undefined) setField(annotations, old, stringScalar(other, SINGLE))
    if (other === undefined && one !== undefined) setField(annotations, current, stringScalar(one, SINGLE))
  }
  if (annotations.keys.length === 0) removeField(metadata, 'annotations')
  return made
}

function setOldSpelling(annotations: Mapping, name: string, text: string): void {
  const given = field(annotations, name)
  if (given?.kind === SCALAR) setText(given, text)
}
