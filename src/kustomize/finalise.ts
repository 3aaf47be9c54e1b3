/** What happens once, at the top, after all was gathered (build 0, steps 5 to 7). */
import { ORIGIN, TRANSFORMATIONS, writeInternalAnnotations } from '../krm/internal-annotations.ts'
import { fixNameReferences } from '../krm/names.ts'
import { checked } from '../krm/objects.ts'
import { LEGACY_ORDER, legacySort } from '../krm/order.ts'
import type { ResMap } from '../krm/resmap.ts'
import type { Resource } from '../krm/resource.ts'
import { mappingField, removeEntryAt, removeField } from '../yaml/edit.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SCALAR } from '../yaml/node.ts'
import type { Accumulator } from './accumulator.ts'
import { addManagedBy, addOrigins } from './build-metadata.ts'
import type { BuildContext } from './context.ts'
import { askedOrder, type Reorder } from './sort-options.ts'
import type { Target } from './target.ts'
import type { Kustomization } from './types.ts'

export interface FinaliseOptions {
  reorder: Reorder
  managedByLabel: boolean
}

export async function finalise(
  into: Accumulator,
  target: Target,
  context: BuildContext,
  options: FinaliseOptions,
): Promise<void> {
  const { kustomization: k, file } = target
  const { map } = into
  if (map.resources.some((resource) => resource.needsHash)) {
    const { addHashes } = await import('./transformers/hash.ts')
    addHashes(map, context.trace('HashTransformer', file))
  }
  const { nameReference } = into.config
  const rules = context.tables.rulesOf(nameReference)
  fixNameReferences(map, nameReference, context.trace('NameReferenceTransformer', file), rules)
  into.vars?.resolve(map, into.config.varReference, context.log, context.trace('RefVarTransformer', file))
  for (const resource of map.resources) requireIdentity(resource)
  map.remove(isLocalConfig)
  map.assertUnique()
  order(map, k, context, options.reorder)
  const asksForLabel = options.managedByLabel || k.buildMetadata.includes('managedByLabel')
  for (const resource of map.resources) {
    if (asksForLabel) addManagedBy(resource, context.version)
    finishAnnotations(resource)
    if (k.buildMetadata.length > 0) addOrigins(resource, k.buildMetadata)
  }
}

/** Edits may have left an object without a kind or a name, which the reference finds out here. */
function requireIdentity(resource: Resource): void {
  const { kind, name } = resource.id
  if (kind !== '' && name !== '') return
  writeInternalAnnotations(resource)
  checked(resource.root, resource.source)
}

function isLocalConfig(resource: Resource): boolean {
  const value = fieldText(annotationsOf(resource), 'config.kubernetes.io/local-config')
  return value !== undefined && value !== 'false'
}

function order(map: ResMap, k: Kustomization, context: BuildContext, reorder: Reorder): void {
  const kinds =
    k.sortOptions !== undefined ? askedOrder(k, context, reorder) : reorder === 'none' ? undefined : LEGACY_ORDER
  if (kinds !== undefined) map.reorder(legacySort(map.resources, kinds))
}

/** Those that may mean something, which outlines have none of. An object without `metadata` gets an empty one. */
function annotationsOf(resource: Resource): Node | undefined {
  return resource.outline === undefined ? field(mappingField(resource.root, 'metadata'), 'annotations') : undefined
}

/** Bookkeeping that other programs may have left in files (build 4.3). */
const BOOKKEEPING = new Set([
  ...[
    'previousNames',
    'previousNamespaces',
    'previousKinds',
    'prefixes',
    'suffixes',
    'refBy',
    'generatorBehavior',
    'needsHashSuffix',
    'allowNameChange',
    'allowKindChange',
    'path',
    'index',
    'seqindent',
    'id',
    'annotations-migration-resource-id',
    'helm-generated',
  ].map((name) => `internal.config.kubernetes.io/${name}`),
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
])

function finishAnnotations(resource: Resource): void {
  const existing = annotationsOf(resource)
  if (existing !== undefined && existing.kind === MAPPING) {
    for (let i = existing.keys.length - 1; i >= 0; i--) {
      const key = existing.keys[i]
      if (key?.kind === SCALAR && BOOKKEEPING.has(key.value)) removeEntryAt(existing, i)
    }
    removeField(existing, ORIGIN)
    removeField(existing, TRANSFORMATIONS)
    if (existing.keys.length === 0) removeField(field(resource.root, 'metadata') as Mapping, 'annotations')
  }
}
