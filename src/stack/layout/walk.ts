/** A cluster becomes a tree of directories. */
import { type Cluster, type ClusterNode, initializeUmbrella } from '../model.ts'
import { validateCluster } from '../validate/cluster.ts'
import { flattenSingleTier } from './flatten.ts'
import type { ManifestLayout } from './manifest.ts'
import { childPlace, finishTree, nodeLayout, type Rendering, renderBundle, renderRootBundles } from './render.ts'
import type { LayoutRules } from './rules.ts'
import { topPlaces } from './top-directory.ts'
import { rulesInEffect, validateLayoutRules } from './validate-rules.ts'

/**
 * The tree of directories of a cluster, its applications' objects in it. Undefined for a cluster without nodes.
 *
 * @throws ToolError for invalid rules, an invalid cluster, or a tree with two things in one place
 * @example walkCluster({ name: 'demo', node: { name: 'prod', bundle } }, defaultLayoutRules())
 */
export function walkCluster(cluster: Cluster | undefined, rules: LayoutRules): ManifestLayout | undefined {
  validateLayoutRules(rules)
  const root = cluster?.node
  if (!cluster || !root) return undefined
  validateCluster(cluster)
  const inEffect = rulesInEffect(rules)
  const rendering: Rendering = { rules: inEffect, placement: inEffect.fluxPlacement }
  const places = topPlaces(root, rules)
  const layout = nodeLayout(rendering, root, places.root)
  const absorbed = inEffect.nodeGrouping === 'flat' ? descendants(root) : []
  for (const node of absorbed) layout.origins?.nodes.push(node)
  renderRootBundles(rendering, [root, ...absorbed], layout)
  if (inEffect.nodeGrouping === 'name') renderChildNodes(rendering, root, layout)
  finishTree(layout)
  let top = layout
  if (places.wrapper !== undefined) {
    top = nodeLayout(rendering, undefined, places.wrapper)
    top.children.push(layout)
  }
  for (const node of [root, ...descendants(root)]) if (node.bundle) initializeUmbrella(node.bundle)
  return rules.flattenSingleTier ? flattenSingleTier(top) : top
}

function renderChildNodes(rendering: Rendering, node: ClusterNode, layout: ManifestLayout): void {
  for (const child of node.children ?? []) {
    const own = nodeLayout(rendering, child, childPlace(layout, child.name))
    layout.children.push(own)
    if (child.bundle) renderBundle(rendering, child.bundle, own)
    renderChildNodes(rendering, child, own)
  }
}

/** All nodes below one, in pre-order. */
function descendants(node: ClusterNode): ClusterNode[] {
  const out: ClusterNode[] = []
  const collect = (above: ClusterNode) => {
    for (const child of above.children ?? []) {
      out.push(child)
      collect(child)
    }
  }
  collect(node)
  return out
}
