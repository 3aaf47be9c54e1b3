/** Which source the Kustomization of a layout reads (flux-engine R-141 to R-145, R-234). */
import type { ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { ClusterNode, SourceRef } from '../../stack/model.ts'
import { invalidField } from './errors.ts'
import { ownerOf } from './owner.ts'
import type { ResourceSettings } from './settings.ts'
import { isGenerated, sourceDefinition, sourceKey } from './source.ts'
import { bundlesOf, nodeOf, type Tree } from './tree.ts'

/** What the bundles of a subtree say of their sources. */
interface Below {
  /** The references without a URL, one of each source; more than two are no more than two. */
  plain: SourceRef[]
  /** Some reference has a URL. */
  hasUrl: boolean
}

export type LayoutSource = (layout: ManifestLayout, host: ManifestLayout, name: string) => SourceRef

/** The choice for every layout of a tree, from one pass over it. */
export function layoutSources(tree: Tree, settings: ResourceSettings): LayoutSource {
  const generated = new Set<string>()
  for (const bundle of tree.index.bundles()) {
    if (isGenerated(bundle.sourceRef)) generated.add(sourceKey(bundle.sourceRef, settings))
  }
  const isOutside = (reference: SourceRef) => !isGenerated(reference) && !generated.has(sourceKey(reference, settings))
  const below = references(tree, settings, () => true)
  const parents = nodeParents(tree)
  return (layout, host, name) => {
    // The root's directory holds every generated source: what applies it cannot read one of them.
    const isRoot = layout === tree.root
    const enclosing = isRoot ? undefined : enclosingReference(tree, host, settings)
    if (enclosing !== undefined) return enclosing
    const found = (isRoot ? references(tree, settings, isOutside) : below).get(layout) ?? { plain: [], hasUrl: false }
    const [only, another] = found.plain
    if (only !== undefined && another === undefined) return only
    const fromNode = nodeReference(nodeAbove(tree, layout), parents, isRoot ? isOutside : () => true)
    if (fromNode !== undefined) return fromNode
    throw noSource({ tree, layout, name, settings, isRoot, found, all: below.get(layout) })
  }
}

/** Of every layout, the complete references of the bundles in it and below. */
function references(
  { top }: Tree,
  settings: ResourceSettings,
  counts: (reference: SourceRef) => boolean,
): Map<ManifestLayout, Below> {
  const found = new Map<ManifestLayout, Below>()
  const visit = (layout: ManifestLayout): Below => {
    const own: Below = { plain: [], hasUrl: false }
    const keys = new Set<string>()
    const add = (reference: SourceRef) => {
      const key = sourceKey(reference, settings)
      if (keys.has(key) || own.plain.length > 1) return
      keys.add(key)
      own.plain.push(reference)
    }
    for (const { sourceRef } of bundlesOf(layout)) {
      if (!isComplete(sourceRef)) continue
      if (sourceRef.url) own.hasUrl = true
      else if (counts(sourceRef)) add(sourceRef)
    }
    for (const child of layout.children) {
      const { plain, hasUrl } = visit(child)
      own.hasUrl ||= hasUrl
      plain.forEach(add)
    }
    found.set(layout, own)
    return own
  }
  visit(top)
  return found
}

function isComplete(reference: SourceRef | undefined): reference is SourceRef {
  return Boolean(reference?.kind && reference.name)
}

/** That of the nearest layout at or above the host that renders bundles; the root's layout stands for the unit inside it. */
function enclosingReference(tree: Tree, host: ManifestLayout, settings: ResourceSettings): SourceRef | undefined {
  for (let at: ManifestLayout | undefined = host; at !== undefined; at = tree.parent(at)) {
    const bundles = bundlesOf(at.origins?.unit ?? at)
    const [first, ...others] = bundles
    if (first === undefined) continue
    const definition = sourceDefinition(first.sourceRef, settings)
    const other = others.find(({ sourceRef }) => sourceDefinition(sourceRef, settings) !== definition)
    const subject = `ManifestLayout '${tree.directory(at)}'` as const
    if (other !== undefined) {
      const names = `${goQuote(tree.index.bundlePath(first))} and ${goQuote(tree.index.bundlePath(other))}`
      throw invalidField(
        'LAYOUT_SOURCE',
        subject,
        'sourceRef',
        `its bundles ${names} have different SourceRefs, so the Flux Kustomizations of the layouts below it have no single source`,
      )
    }
    if (!isComplete(first.sourceRef)) {
      throw invalidField(
        'LAYOUT_SOURCE',
        subject,
        'sourceRef',
        `FluxIntegratedPerLayout mode requires a SourceRef with Kind and Name; bundle ${goQuote(tree.index.bundlePath(first))} has none that is complete`,
      )
    }
    return first.sourceRef
  }
  return undefined
}

function nodeParents({ cluster }: Tree): Map<ClusterNode, ClusterNode> {
  const parents = new Map<ClusterNode, ClusterNode>()
  const visit = (node: ClusterNode) => {
    for (const child of node.children ?? []) {
      parents.set(child, node)
      visit(child)
    }
  }
  if (cluster.node !== undefined) visit(cluster.node)
  return parents
}

function nodeAbove(tree: Tree, layout: ManifestLayout): ClusterNode | undefined {
  for (let at: ManifestLayout | undefined = layout; at !== undefined; at = tree.parent(at)) {
    const node = nodeOf(at)
    if (node !== undefined) return node
  }
  return undefined
}

function nodeReference(
  node: ClusterNode | undefined,
  parents: ReadonlyMap<ClusterNode, ClusterNode>,
  counts: (reference: SourceRef) => boolean,
): SourceRef | undefined {
  for (let at = node; at !== undefined; at = parents.get(at)) {
    const reference = at.bundle?.sourceRef
    if (isComplete(reference) && counts(reference)) return reference
  }
  return undefined
}

interface NoSource {
  tree: Tree
  layout: ManifestLayout
  name: string
  settings: ResourceSettings
  isRoot: boolean
  found: Below
  all: Below | undefined
}

function noSource({ tree, layout, name, settings, isRoot, found, all }: NoSource): ToolError {
  const directory = goQuote(tree.directory(layout))
  const refuse = (problem: string) =>
    invalidField('LAYOUT_SOURCE', `ManifestLayout '${layout.name}'`, 'sourceRef', problem)
  const itself = `Flux Kustomization ${goQuote(name)} of ${ownerOf(tree, layout).text} (spec.path ${directory})`
  const passedOver = isRoot ? passedOverSource(tree, settings) : undefined
  if (found.plain.length > 1) {
    const remedy = isRoot
      ? `set a SourceRef without a URL on the bundle of the root node, naming a source that nothing in the tree generates${passedOver === undefined ? '' : ` (${passedOver} lies in the directory that this Kustomization applies)`}`
      : 'set a SourceRef on the bundle of a node at or above it'
    return refuse(
      `layout ${directory} has no enclosing bundle and the bundles below it have different SourceRefs, so its Flux Kustomization has no single source; ${remedy}`,
    )
  }
  if (passedOver !== undefined) {
    return refuse(
      `${itself} would take its source from inside what it applies: ${passedOver} lies in ${directory}, which this Kustomization alone delivers; give a bundle a SourceRef without a URL, naming a source that exists before the tree is applied, or use FluxIntegratedPerBundle`,
    )
  }
  if (all?.hasUrl) {
    return refuse(
      `${itself} has no source: no bundle encloses it, no node at or above it has a bundle with a SourceRef, and every SourceRef on the bundles below it has a URL, so none of them is its own: set a SourceRef without a URL on a bundle below it, give a node at or above it a bundle with a SourceRef, or use FluxIntegratedPerBundle`,
    )
  }
  return refuse(
    `FluxIntegratedPerLayout mode requires a SourceRef with Kind and Name; ${itself} has no source: no bundle at, below or above it has one`,
  )
}

/** The first source that the tree generates, `GitRepository "shared"`. */
function passedOverSource(tree: Tree, settings: ResourceSettings): string | undefined {
  const generating = tree.index.bundles().find(({ sourceRef }) => isGenerated(sourceRef))?.sourceRef
  if (generating === undefined) return undefined
  const own = tree.cluster.node?.bundle?.sourceRef
  const named = isComplete(own) && isGenerated(own) ? own : generating
  return `${named.kind} ${goQuote(named.name)}${settings.defaultNamespace === named.namespace || !named.namespace ? '' : ` in namespace ${goQuote(named.namespace)}`}`
}
