/** On which Kustomizations of a bundle its patches are written, once every object is placed (flux-engine T). */
import { ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { Source } from '../../core/source.ts'
import { apiVersionOf } from '../../krm/gvk.ts'
import { objectsOf as resourcesOf } from '../../krm/objects.ts'
import { identityOf, identityText, type ObjectIdentity, objectsOf } from '../../stack/identity.ts'
import type { Bundle, Patch } from '../../stack/model.ts'
import { readResources } from '../../yaml/documents.ts'
import { field, fieldText, MAPPING, type Mapping, SCALAR } from '../../yaml/node.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { builtWith } from './builds.ts'
import type { Changes } from './changes.ts'
import { invalidField, type Subject } from './errors.ts'
import type { KustomizationSpec } from './objects.ts'
import type { Placed } from './placed.ts'
import { bundlesOf, type Tree } from './tree.ts'

const BUILD_ANNOTATIONS = 'internal.config.kubernetes.io/'
const LOCAL_CONFIG = 'config.kubernetes.io/local-config'

/** A bundle's own Kustomization, and those of the layouts that belong to its applications. */
interface BundleKustomizations {
  bundle: Bundle
  own: Placed
  layouts: Placed[]
}

/** Writes each bundle's patches; what is kept from an earlier integration counts as a build and is not written. */
export function placePatches(tree: Tree, placed: readonly Placed[], changes: Changes): void {
  for (const group of grouped(tree, placed)) {
    if (group.layouts.length === 0 || !group.bundle.patches?.length) continue
    const isShared = bundlesOf(group.own.layout).length > 1
    const held = isShared ? everywhere(group) : holders(tree, group)
    for (const [one, patches] of held) {
      // What bundles that share a directory say together is on the shared one already.
      if (one.isKept || (isShared && one === group.own)) continue
      write(one.kustomization.spec, patches, changes)
    }
  }
}

function grouped(tree: Tree, placed: readonly Placed[]): BundleKustomizations[] {
  const groups = new Map<Bundle, BundleKustomizations>()
  for (const one of placed) {
    for (const bundle of bundlesOf(one.layout)) groups.set(bundle, { bundle, own: one, layouts: [] })
  }
  for (const one of placed) {
    const holder = tree.holders.get(one.layout)
    if (holder !== undefined && bundlesOf(one.layout).length === 0) groups.get(holder)?.layouts.push(one)
  }
  return [...groups.values()]
}

function everywhere({ bundle, own, layouts }: BundleKustomizations): Map<Placed, Patch[]> {
  return new Map([own, ...layouts].map((one) => [one, bundle.patches ?? []]))
}

function write(spec: KustomizationSpec, patches: readonly Patch[], changes: Changes): void {
  const copies = patches.map(({ patch, target }) =>
    target === undefined ? { patch } : { patch, target: filled(target) },
  )
  if (copies.length > 0) changes.set(spec, 'patches', copies)
  else changes.remove(spec, 'patches')
}

function filled<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text)) as Fields
}

/** Which Kustomization holds which patches, in the order of the bundle's list. */
function holders(tree: Tree, group: BundleKustomizations): Map<Placed, Patch[]> {
  const { bundle, own, layouts } = group
  const all = [own, ...layouts]
  const held = new Map<Placed, Patch[]>(all.map((one) => [one, []]))
  const builds = new Map<Placed, ReadonlySet<string>>()
  const buildOf = (one: Placed) => {
    const known = builds.get(one) ?? identitiesBuilt(one)
    builds.set(one, known)
    return known
  }
  let isPlainSoFar = true
  for (const [index, patch] of (bundle.patches ?? []).entries()) {
    const objects = plainObjects(patch.patch)
    const holding = () => {
      const keys = (objects ?? []).map(identityText)
      return all.filter((one) => keys.every((key) => buildOf(one).has(key)))
    }
    if (patch.target !== undefined) for (const one of all) held.get(one)?.push(patch)
    else if (objects === undefined) held.get(own)?.push(patch)
    else if (isPlainSoFar) {
      const found = holding()
      if (found.length === 0) throw noBuild({ tree, group, index, objects, buildOf })
      for (const one of found) held.get(one)?.push(patch)
    } else for (const one of new Set([own, ...holding()])) held.get(one)?.push(patch)
    isPlainSoFar &&= objects !== undefined
  }
  return held
}

/** What the Kustomization builds: objects, what is hosted there, and the ConfigMaps of generators by their entries' names (R-308). */
function identitiesBuilt({ layout }: Placed): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { resources, configMapGenerators = [] } of builtWith(layout)) {
    for (const object of objectsOf(resources)) keys.add(identityText(identityOf(object)))
    for (const { name } of configMapGenerators) {
      keys.add(identityText(identityOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })))
    }
  }
  return keys
}

/** The objects that a plain strategic-merge patch names; undefined for every other patch. */
function plainObjects(text: string): ObjectIdentity[] | undefined {
  let resources: Mapping[]
  try {
    resources = resourcesOf(readResources(new Source('', text)))
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
  if (resources.length === 0 || !resources.every(keepsItsIdentity)) return undefined
  return resources.map((root) => {
    const metadata = field(root, 'metadata')
    const [apiVersion, kind] = [fieldText(root, 'apiVersion') ?? '', fieldText(root, 'kind') ?? '']
    const name = fieldText(metadata, 'name') ?? ''
    return identityOf({ apiVersion, kind, metadata: { name, namespace: fieldText(metadata, 'namespace') ?? '' } })
  })
}

/** No annotation that is kustomize's own, and nothing that can take the object out of the build. */
function keepsItsIdentity(root: Mapping): boolean {
  if (fieldText(root, '$patch') === 'delete') return false
  const annotations = field(field(root, 'metadata'), 'annotations')
  if (annotations?.kind !== MAPPING) return true
  for (const key of annotations.keys) {
    const name = key.kind === SCALAR ? key.value : ''
    if (name.startsWith(BUILD_ANNOTATIONS)) return false
    if (name === LOCAL_CONFIG && !isFalseText(annotations)) return false
  }
  return true
}

function isFalseText(annotations: Mapping): boolean {
  const value = field(annotations, LOCAL_CONFIG)
  return value?.kind === SCALAR && value.value === 'false' && tagOf(value) === '!!str'
}

interface NoBuild {
  tree: Tree
  group: BundleKustomizations
  index: number
  objects: readonly ObjectIdentity[]
  buildOf(one: Placed): ReadonlySet<string>
}

/** Kustomize fails a build that holds a patch for an object it does not build, so it is refused here. */
function noBuild({ tree, group, index, objects, buildOf }: NoBuild) {
  const { bundle, own, layouts } = group
  const all = [own, ...layouts]
  const subject: Subject = `Bundle '${tree.index.bundlePath(bundle)}'`
  const shown = ({ name, kustomization }: Placed) => `${goQuote(name)}, spec.path ${goQuote(kustomization.spec.path)}`
  const absent = objects.find((object) => !all.some((one) => buildOf(one).has(identityText(object))))
  if (absent !== undefined) {
    const looked = all.map(shown).join('; ')
    return invalidField(
      'PATCH_OBJECT',
      subject,
      'patches',
      `patch ${index} has no target and names ${objectText(absent)}, which no Kustomization of the bundle builds (${looked}): kustomize fails a build that holds a patch for an object it does not build`,
      'give the patch a target (a patch of several objects: one patch for each first), or place the object in a build of the bundle',
    )
  }
  const places = objects.map((object) => {
    const builders = all.filter((one) => buildOf(one).has(identityText(object))).map(shown)
    return `${objectText(object)} is built by ${builders.join(' and ')}`
  })
  return invalidField(
    'PATCH_OBJECT',
    subject,
    'patches',
    `patch ${index} has no target and names objects that no one Kustomization of the bundle builds together (${places.join('; ')}): the documents of one patch are applied in one build; write one patch per object`,
  )
}

function objectText({ group, version, kind, name, namespace }: ObjectIdentity): string {
  const apiVersion = apiVersionOf({ group, version, kind })
  const where = namespace === undefined || namespace === 'default' ? '' : `, namespace ${goQuote(namespace)}`
  return `${kind} ${goQuote(name)} (${apiVersion}${where})`
}
