/** What a whole cluster must satisfy before anything is made of it. */
import { type ErrorDetails, fail, type ToolError, wrap } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { type Bundle, type Cluster, type ClusterNode, isUmbrella, unitName } from '../model.ts'
import { placeOf } from '../places.ts'
import { validateBundle } from './bundle.ts'
import { directoryNameProblem } from './names.ts'

/** A bundle of a node, in pre-order of the nodes. */
export interface NodeBundle {
  bundle: Bundle
  /** The node's path from the root. */
  path: string
}

/**
 * Refuses a cluster that cannot be walked: nodes, bundles, and what they say of each other. A cluster without a root node is valid.
 *
 * @throws ToolError with the first problem
 * @example validateCluster({ name: 'demo', node: { name: 'prod', bundle: { name: 'web' } } })
 */
export function validateCluster(cluster: Cluster | undefined): void {
  if (!cluster?.node) return
  const bundles: NodeBundle[] = []
  const found = { packages: false }
  checkNode(cluster, cluster.node, '', new Set(), bundles, found)
  checkDependencyCopies(cluster.name, bundles)
  for (const { bundle, path } of bundles) {
    try {
      validateBundle(bundle)
    } catch (error) {
      throw wrap(`bundle ${goQuote(bundle.name)} at node ${goQuote(path)} failed validation`, error)
    }
  }
  checkOwners(cluster, bundles)
  const umbrella = bundles.map(({ bundle }) => bundle).find(isUmbrella)
  if (umbrella !== undefined && found.packages) {
    const message = 'umbrella bundles (Bundle.Children) are not supported with multi-package PackageRef in this release'
    throw clusterError('UMBRELLA_WITH_PACKAGES', cluster.name, 'bundles', message, {
      at: placeOf(umbrella, 'children'),
      hint: 'take packageref away from the nodes, or deliver the children as bundles of nodes',
    })
  }
  checkAttachedOnce(cluster, bundles)
}

function checkNode(
  cluster: Cluster,
  node: ClusterNode,
  above: string,
  seen: Set<ClusterNode>,
  bundles: NodeBundle[],
  found: { packages: boolean },
): void {
  const root = node === cluster.node
  const refuse = (code: string, field: PropertyKey[], message: string, hint?: string) =>
    clusterError(code, cluster.name, 'nodes', message, { at: placeOf(node, ...field), hint })
  if (seen.has(node)) {
    const message = `node cycle detected at ${goQuote(node.name)}`
    throw refuse('NODE_CYCLE', ['name'], message, 'nodes form a tree: each is the child of one node, once')
  }
  seen.add(node)
  const path = nodePath(above, node.name ?? '')
  const problem = root && !node.name ? undefined : directoryNameProblem(node.name ?? '')
  if (problem !== undefined) throw refuse('NODE_NAME_INVALID', ['name'], `node ${goQuote(path)}: ${problem}`)
  const named = new Set<string>()
  for (const [index, entry] of (node.namedDependsOn ?? []).entries()) {
    const field = ['namedDependsOn', index]
    if (!entry)
      throw refuse('DEPENDENCY_NAME_EMPTY', field, `node ${goQuote(path)}: NamedDependsOn holds an empty name`)
    if (named.has(entry)) {
      throw refuse('DEPENDENCY_TWICE', field, `node ${goQuote(path)}: NamedDependsOn lists ${goQuote(entry)} twice`)
    }
    named.add(entry)
  }
  if (node.bundle) bundles.push({ bundle: node.bundle, path })
  if (node.packageRef) found.packages = true
  for (const [index, child] of (node.children ?? []).entries()) {
    if (!child)
      throw refuse('NODE_MISSING', ['children', index], `node ${goQuote(path)}: child at index ${index} is nil`)
    checkNode(cluster, child, path, seen, bundles, found)
  }
}

/** Below an unnamed root the path begins with the child's name. */
export function nodePath(above: string, name: string): string {
  return above === '' ? name : `${above}/${name}`
}

/**
 * A `dependsOn` entry that is not the cluster's own bundle but has its name stands for it, so it must not say another name of
 * the Kustomization, nor repeat a named dependency.
 */
export function checkDependencyCopies(cluster: string, bundles: NodeBundle[]): void {
  const own = new Map<string, Bundle>()
  const all: { bundle: Bundle; path: string }[] = []
  const objects = new Set<Bundle>()
  const collect = (bundle: Bundle, path: string) => {
    if (objects.has(bundle)) return
    objects.add(bundle)
    all.push({ bundle, path })
    if (!own.has(bundle.name)) own.set(bundle.name, bundle)
    for (const child of bundle.children ?? []) if (child) collect(child, `${path}/${child.name}`)
  }
  for (const { bundle } of bundles) collect(bundle, bundle.name)
  for (const { bundle, path } of all) {
    const named = new Set(bundle.namedDependsOn)
    for (const [index, dependency] of (bundle.dependsOn ?? []).entries()) {
      const original = dependency && !objects.has(dependency) ? own.get(dependency.name) : undefined
      if (original === undefined) continue
      const unit = unitName(original)
      if (dependency.kustomizationName && dependency.kustomizationName !== unit) {
        const message =
          `bundle ${goQuote(path)} depends on a copy of bundle ${goQuote(original.name)} with KustomizationName ` +
          `${goQuote(dependency.kustomizationName)}, but that bundle has KustomizationName ${goQuote(unit)}: ` +
          'a dependency is resolved by its Name to the bundle of the cluster'
        const hint = `depend on the bundle itself, or give the copy the KustomizationName ${goQuote(unit)}`
        const at = placeOf(bundle, 'dependsOn', index)
        throw clusterError('DEPENDENCY_COPY_RENAMED', cluster, 'bundles', message, { at, hint })
      }
      if (named.has(unit)) {
        const message =
          `bundle ${goQuote(path)}: dependency ${goQuote(unit)} appears in both DependsOn and NamedDependsOn: its DependsOn ` +
          `bundle ${goQuote(dependency.name)} is resolved by its Name to the bundle whose Kustomization has that name`
        const at = placeOf(bundle, 'namedDependsOn')
        throw clusterError('DEPENDENCY_TWICE', cluster, 'bundles', message, {
          at,
          hint: 'leave it out of namedDependsOn',
        })
      }
    }
  }
}

/** Umbrella children have one umbrella and no node. */
function checkOwners(cluster: Cluster, bundles: NodeBundle[]): void {
  const attached = new Set(bundles.map(({ bundle }) => bundle))
  const owners = new Map<Bundle, Bundle>()
  const descend = (umbrella: Bundle): void => {
    for (const child of umbrella.children ?? []) {
      if (attached.has(child)) {
        const message = `bundle ${goQuote(child.name)} is referenced by umbrella ${goQuote(umbrella.name)} but also attached to a Node`
        throw clusterError('CHILD_ATTACHED', cluster.name, 'bundles', message, {
          at: placeOf(child, 'name'),
          hint: 'take it out of one of the two',
        })
      }
      const owner = owners.get(child)
      if (owner !== undefined) {
        const both = `${goQuote(owner.name)} and ${goQuote(umbrella.name)}`
        const message = `bundle ${goQuote(child.name)} is child of two umbrellas: ${both}`
        throw clusterError('CHILD_OF_TWO_UMBRELLAS', cluster.name, 'bundles', message, {
          at: placeOf(child, 'name'),
          hint: 'take it out of one of them',
        })
      }
      owners.set(child, umbrella)
      descend(child)
    }
  }
  for (const bundle of attached) descend(bundle)
}

function checkAttachedOnce(cluster: Cluster, bundles: NodeBundle[]): void {
  const nodes = new Map<Bundle, string>()
  for (const { bundle, path } of bundles) {
    const other = nodes.get(bundle)
    if (other !== undefined) {
      const message = `bundle ${goQuote(bundle.name)} is attached to two nodes: ${goQuote(other)} and ${goQuote(path)}`
      throw clusterError('BUNDLE_ATTACHED_TWICE', cluster.name, 'bundles', message, {
        at: placeOf(bundle, 'name'),
        hint: 'give each node a bundle of its own',
      })
    }
    nodes.set(bundle, path)
  }
}

function clusterError(code: string, cluster: string, field: string, message: string, details: ErrorDetails): ToolError {
  return fail(code, `validation failed for Cluster '${cluster}' field '${field}': ${message}`, details)
}
