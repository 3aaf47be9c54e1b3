/** Settings on layouts and nodes that nothing would carry are refused, not ignored (flux-engine ). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { ClusterNode } from '../../stack/model.ts'
import { bundlesOf, isSingleFile, nodeOf, rendersBundles, type Tree } from './tree.ts'

/** In the order in which a refusal names them. */
const LAYOUT_FIELDS: readonly [keyof ManifestLayout, string][] = [
  ['dependsOn', 'DependsOn'],
  ['kustomizationName', 'KustomizationName'],
  ['wait', 'Wait'],
  ['timeout', 'Timeout'],
  ['retryInterval', 'RetryInterval'],
  ['labels', 'Labels'],
  ['annotations', 'Annotations'],
  ['interval', 'Interval'],
  ['prune', 'Prune'],
  ['force', 'Force'],
  ['suspend', 'Suspend'],
]

const NODE_FIELDS: readonly [keyof ClusterNode, string][] = [
  ['kustomizationName', 'KustomizationName'],
  ['dependsOn', 'DependsOn'],
  ['namedDependsOn', 'NamedDependsOn'],
]

const ONLY_PER_LAYOUT = 'FluxPlacement "integrated" (FluxIntegratedPerLayout)'

/** Node fields first, so that a value the walk copied from a node is refused once, on the node. */
export function checkFieldsAreCarried(tree: Tree, isPerLayout: boolean): void {
  checkNodes(tree, isPerLayout)
  for (const layout of tree.layouts) {
    const fields = fieldsOf(layout, LAYOUT_FIELDS)
    if (fields.length === 0) continue
    const why = isPerLayout ? noKustomizationOf(tree, layout) : 'under this placement bundles alone get one'
    if (why === undefined) continue
    throw fail(
      'LAYOUT_FIELDS',
      `layout ${goQuote(tree.directory(layout))} sets ${fields.join(', ')}, but has no Flux Kustomization of its own: ${why}. Only LayoutIntegrator under ${ONLY_PER_LAYOUT} carries these fields, on a layout that it gives a Kustomization`,
    )
  }
}

/** Why the integration per layout gives a layout no Kustomization besides a bundle's; undefined when it gives one. */
export function noKustomizationOf(tree: Tree, layout: ManifestLayout): string | undefined {
  if (layout === tree.top) return "it is the root of the tree, which Flux's bootstrap applies"
  if (rendersBundles(layout)) {
    const name = goQuote(bundlesOf(layout)[0]?.name ?? '')
    return `it renders bundle ${name}, whose Kustomization applies it: name and order the bundle (Bundle.KustomizationName, Bundle.DependsOn)`
  }
  if (layout.umbrellaChild) return 'it is marked UmbrellaChild'
  if (isSingleFile(layout)) return 'it is AppFileSingle, one file of the directory above'
  return undefined
}

/** Why a node has no Kustomization of its own in a tree integrated per layout; undefined when it has one. */
export function noKustomizationOfNode(tree: Tree, node: ClusterNode): string | undefined {
  const layout = tree.index.nodeLayout(node)
  if (layout === undefined) return 'it is not a node of this cluster'
  if (nodeOf(layout) !== node) {
    const directory = goQuote(tree.directory(layout))
    return `it is rendered into the directory ${directory} of another node, by NodeGrouping GroupFlat or by FlattenSingleTier`
  }
  return noKustomizationOf(tree, layout)
}

function checkNodes(tree: Tree, isPerLayout: boolean): void {
  for (const { origins } of tree.layouts) {
    for (const node of origins?.nodes ?? []) {
      const fields = fieldsOf(node, NODE_FIELDS)
      if (fields.length === 0) continue
      const sets = `node ${goQuote(tree.index.nodePath(node))} sets ${fields.join(', ')}`
      if (!isPerLayout) {
        throw fail(
          'NODE_FIELDS',
          `${sets}, but a node has a Flux Kustomization of its own only where LayoutIntegrator places them under ${ONLY_PER_LAYOUT}: here bundles alone get one`,
        )
      }
      const why = noKustomizationOfNode(tree, node)
      if (why !== undefined) throw fail('NODE_FIELDS', `${sets}, but has no Flux Kustomization of its own: ${why}`)
    }
  }
}

function fieldsOf<Owner extends object>(owner: Owner, fields: readonly [keyof Owner, string][]): string[] {
  return fields.filter(([field]) => isSet(owner[field])).map(([, name]) => name)
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === '') return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}
