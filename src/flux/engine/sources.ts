/** The sources that a tree's bundles ask for, and where they live (flux-engine Q). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { Bundle } from '../../stack/model.ts'
import { reachedFrom } from './builds.ts'
import type { Changes } from './changes.ts'
import { deliveryAnnotations } from './delivery.ts'
import type { SourceObject } from './objects.ts'
import { sameData } from './same-data.ts'
import type { ResourceSettings } from './settings.ts'
import { sourceOf } from './source.ts'
import { bundlesOf, type FoundObject, keyOf, type Tree } from './tree.ts'

/** A source with the unit that asks for it first. */
export interface GeneratedSource {
  object: SourceObject
  bundle: Bundle
}

/** Of every unit's first bundle, by identity, in the order of the tree; one identity has one definition. */
export function generatedSources(tree: Tree, settings: ResourceSettings): Map<string, GeneratedSource> {
  const sources = new Map<string, GeneratedSource>()
  for (const layout of tree.index.units()) {
    const bundle = bundlesOf(layout)[0] as Bundle
    const object = sourceOf(bundle, settings)
    if (object === undefined) continue
    const key = sourceIdentity(object.kind, object.metadata.namespace, object.metadata.name)
    const earlier = sources.get(key)
    if (earlier === undefined) sources.set(key, { object, bundle })
    else if (!sameData(earlier.object, object)) {
      const [one, other] = [earlier.bundle, bundle].map((each) => goQuote(tree.index.bundlePath(each)))
      throw fail(
        'SOURCE_DEFINITION',
        `${sourceText(object)} is defined twice with different content: bundles ${one} and ${other} name one Source differently`,
        { hint: 'write url, branch and tag alike on both, or name one of the sources otherwise' },
      )
    }
  }
  return sources
}

/** Whatever the API version: `GitRepository flux-system/app`. */
function sourceIdentity(kind: string, namespace: string | undefined, name: string): string {
  return `${kind} ${keyOf(namespace, name)}`
}

function sourceText({ kind, metadata }: SourceObject): string {
  return `${kind} ${goQuote(metadata.name)}`
}

/** The copies in the tree of a source that is generated. */
function copiesOf(
  found: readonly FoundObject[],
  sources: ReadonlyMap<string, GeneratedSource>,
): Map<string, FoundObject[]> {
  const copies = new Map<string, FoundObject[]>()
  for (const one of found) {
    const key = sourceIdentity(String(one.object.kind), one.namespace, one.name)
    if (!sources.has(key)) continue
    const list = copies.get(key) ?? []
    copies.set(key, list)
    list.push(one)
  }
  return copies
}

/** Placed in a directory of their own beside the tree, sources may stand nowhere else in it. */
export function checkNoOtherCopies(
  tree: Tree,
  found: readonly FoundObject[],
  sources: ReadonlyMap<string, GeneratedSource>,
): void {
  for (const [key, copies] of copiesOf(found, sources)) {
    const copy = copies[0]
    const source = sources.get(key)
    if (copy === undefined || source === undefined) continue
    throw fail(
      'SOURCE_DEFINITION',
      `layout ${goQuote(tree.directory(copy.layout))} already has ${sourceText(source.object)} (${copy.object.apiVersion}); the one generated in flux-system would define the same Source a second time in the kustomize build`,
      { hint: 'leave it out of the application, or the url out of the SourceRef' },
    )
  }
}

export interface Hosting {
  tree: Tree
  found: readonly FoundObject[]
  sources: ReadonlyMap<string, GeneratedSource>
  /** The directories that a generated or kept Kustomization applies. */
  applied: ReadonlySet<ManifestLayout>
  changes: Changes
}

/** Every generated source once, in the root node's layout; a copy that its build holds already is the one. */
export function hostSources({ tree, found, sources, applied, changes }: Hosting): void {
  const copies = copiesOf(found, sources)
  for (const [key, source] of sources) {
    const own = copies.get(key) ?? []
    const object = withIntents(source.object, own)
    for (const copy of own) checkDefinition(tree, copy, object)
    if (!isInRootBuild({ tree, copies: own, applied, object })) changes.push(tree.root.resources, object)
  }
}

/** An application that emits the source too may ask for annotations; what is derived carries them as well. */
function withIntents(object: SourceObject, copies: readonly FoundObject[]): SourceObject {
  let annotations: Record<string, string> = {}
  for (const { application } of copies) {
    if (application !== undefined) annotations = { ...annotations, ...deliveryAnnotations(application.application) }
  }
  if (Object.keys(annotations).length === 0) return object
  return { ...object, metadata: { ...object.metadata, annotations } }
}

function checkDefinition(tree: Tree, copy: FoundObject, object: SourceObject): void {
  if (sameData(copy.object, object)) return
  throw fail(
    'SOURCE_DEFINITION',
    `layout ${goQuote(tree.directory(copy.layout))} already has ${sourceText(object)} (${copy.object.apiVersion}) with different content than the one this integration derives in layout ${goQuote(tree.directory(tree.root))}: one Source identity must have one definition`,
    { hint: 'write both alike, or name one of them otherwise' },
  )
}

interface Placement {
  tree: Tree
  copies: readonly FoundObject[]
  applied: ReadonlySet<ManifestLayout>
  object: SourceObject
}

/** Whether the root's build holds a copy; no build may hold two, counting the one that goes into the root's. */
function isInRootBuild({ tree, copies, applied, object }: Placement): boolean {
  const first = new Map<ManifestLayout, ManifestLayout>()
  for (const { layout } of copies) {
    for (const build of reachedFrom(tree, layout)) {
      if (build !== tree.top && build !== tree.root && !applied.has(build)) continue
      const other = first.get(build)
      if (other !== undefined) {
        throw fail(
          'SOURCE_TWICE',
          `layouts ${goQuote(tree.directory(other))} and ${goQuote(tree.directory(layout))} both hold ${sourceText(object)}, and the build of ${goQuote(tree.directory(build))} takes in both: kustomize refuses one object twice; remove one of them`,
        )
      }
      first.set(build, layout)
    }
  }
  if (first.has(tree.root)) return true
  const above = reachedFrom(tree, tree.root)
    .slice(1)
    .find((build) => first.has(build))
  if (above !== undefined) {
    const holder = goQuote(tree.directory(first.get(above) as ManifestLayout))
    throw fail(
      'SOURCE_TWICE',
      `layout ${holder} holds ${sourceText(object)}, and the kustomization.yaml of ${goQuote(tree.directory(above))} takes in the directory ${goQuote(tree.directory(tree.root))}, where this integration hosts it: move the one in ${holder} there, or remove it`,
    )
  }
  return false
}
