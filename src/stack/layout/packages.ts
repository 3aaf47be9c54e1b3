/** A cluster becomes one tree for each package (kind of source) that its nodes are written into. */
import { type Cluster, type ClusterNode, initializeUmbrella, type PackageRef } from '../model.ts'
import { validateCluster } from '../validate/cluster.ts'
import type { ManifestLayout } from './manifest.ts'
import { childPlace, finishTree, nodeLayout, type Rendering, renderBundle, renderRootBundles } from './render.ts'
import type { LayoutRules } from './rules.ts'
import { UNNAMED_TOP } from './top-directory.ts'
import { rulesInEffect, validateLayoutRules } from './validate-rules.ts'

/**
 * One tree for each package, its key as {@link packageKey} writes it, in the order in which the nodes name them. A node that names none
 * is in the package of the node above. Placement and cluster name have no effect.
 *
 * @throws ToolError for invalid rules, an invalid cluster, or a tree with two things in one place
 * @example walkClusterByPackage(cluster, defaultLayoutRules()).get('default')
 */
export function walkClusterByPackage(cluster: Cluster | undefined, rules: LayoutRules): Map<string, ManifestLayout> {
  validateLayoutRules(rules)
  const root = cluster?.node
  if (!cluster || !root) return new Map()
  validateCluster(cluster)
  const inEffect = rulesInEffect(rules)
  const packages = new Map<string, Package>()
  const packageOf = (packageRef: PackageRef | undefined): Package => {
    const key = packageKey(packageRef)
    let own = packages.get(key)
    if (own === undefined) {
      const rendering: Rendering = { rules: inEffect, packageRef }
      own = { key, rendering, top: topLayout(rendering, packages.size === 0 ? root : undefined), nodes: [] }
      packages.set(key, own)
    }
    return own
  }
  const nearest = new Map<string, ManifestLayout>()
  const visit = (node: ClusterNode, inherited: PackageRef | undefined) => {
    const packageRef = node.packageRef ?? inherited
    const own = packageOf(packageRef)
    const above = nearest.get(own.key)
    own.nodes.push(node)
    if (inEffect.nodeGrouping === 'name') {
      const layout = node === root ? own.top : addNode(own, node, above ?? own.top)
      nearest.set(own.key, layout)
    }
    for (const child of node.children ?? []) visit(child, packageRef)
    if (above !== undefined) nearest.set(own.key, above)
    else nearest.delete(own.key)
    if (node.bundle) initializeUmbrella(node.bundle)
  }
  if (inEffect.nodeGrouping === 'name') {
    renderRootBundles(packageOf(root.packageRef).rendering, [root], packageOf(root.packageRef).top)
  }
  visit(root, undefined)
  const trees = new Map<string, ManifestLayout>()
  for (const one of packages.values()) {
    if (inEffect.nodeGrouping === 'flat') mergeNodes(one, root)
    finishTree(one.top)
    trees.set(one.key, one.top)
  }
  return trees
}

interface Package {
  key: string
  rendering: Rendering
  top: ManifestLayout
  /** In pre-order. */
  nodes: ClusterNode[]
}

/** The root node's directory in the tree of its package; in another one a directory above the nodes, no node's own. */
function topLayout(rendering: Rendering, root: ClusterNode | undefined): ManifestLayout {
  const place = root?.name ? { namespace: '.', name: root.name } : { namespace: UNNAMED_TOP, name: '' }
  return nodeLayout(rendering, root, place)
}

function addNode({ rendering }: Package, node: ClusterNode, above: ManifestLayout): ManifestLayout {
  const layout = nodeLayout(rendering, node, childPlace(above, node.name))
  above.children.push(layout)
  if (node.bundle) renderBundle(rendering, node.bundle, layout)
  return layout
}

function mergeNodes({ rendering, top, nodes }: Package, root: ClusterNode): void {
  for (const node of nodes) if (node !== root) top.origins?.nodes.push(node)
  if (nodes[0] === root) renderRootBundles(rendering, nodes, top)
  else for (const { bundle } of nodes) if (bundle) renderBundle(rendering, bundle, top)
}

/**
 * The name of a package among the trees.
 *
 * @example packageKey({ group: 'source.toolkit.fluxcd.io', version: 'v1', kind: 'OCIRepository' }) // 'source.toolkit.fluxcd.io/v1, Kind=OCIRepository'
 */
export function packageKey(packageRef: PackageRef | undefined): string {
  return packageRef ? `${packageRef.group}/${packageRef.version}, Kind=${packageRef.kind}` : 'default'
}

const SOURCE_DIRECTORIES = [
  ['OCIRepository', 'oci-packages'],
  ['GitRepository', 'git-packages'],
  ['Bucket', 'bucket-packages'],
] as const

/**
 * The directory that the tree of a package is written into.
 *
 * @example packageDirectory('example.com/v1, Kind=Thing') // 'example.com-v1-Kind-Thing'
 */
export function packageDirectory(key: string): string {
  for (const [kind, directory] of SOURCE_DIRECTORIES) if (key.includes(kind)) return directory
  const name = key
    .replace(/[/\\: ,=&?#!@%^*()+|[\]{};'"<>`~$]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  return name === '' ? 'unknown-package' : name
}
