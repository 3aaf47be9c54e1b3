/** From a cluster to a tree with everything that Flux applies in it (flux-engine R-022). */
import { wrap } from '../../core/error.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { LayoutRules } from '../../stack/layout/rules.ts'
import { walkCluster } from '../../stack/layout/walk.ts'
import type { Bundle, Cluster, ClusterNode } from '../../stack/model.ts'
import { validateCluster } from '../../stack/validate/cluster.ts'
import { checkSource } from './bundle.ts'
import { integrateWithLayout, modeOf } from './integrate.ts'
import type { ResourceSettings } from './settings.ts'

/**
 * Validates, walks and integrates. Undefined for a cluster without nodes.
 *
 * @throws ToolError with the first thing refused; then nothing was made
 */
export function createLayoutWithResources(
  cluster: Cluster | undefined,
  rules: LayoutRules,
  settings: ResourceSettings,
): ManifestLayout | undefined {
  validateCluster(cluster)
  const { fluxPlacement } = rules
  if (fluxPlacement === 'integrated' || fluxPlacement === 'integrated-per-bundle') {
    for (const [bundle, path] of reachableBundles(cluster?.node)) checkSource(bundle, modeOf(fluxPlacement), path)
  }
  const inCluster = (field: string, what: string) =>
    `validation failed for Cluster '${cluster?.name ?? ''}' field '${field}': failed to ${what}`
  const layout = within(inCluster('layout', 'create base layout'), () => walkCluster(cluster, rules))
  within(inCluster('flux-integration', 'integrate Flux resources'), () =>
    integrateWithLayout(layout, cluster, rules, settings),
  )
  return layout
}

function within<Result>(prefix: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw wrap(prefix, error)
  }
}

/** With their paths, which the bundles themselves know only after the walk. */
function* reachableBundles(node: ClusterNode | undefined): Iterable<[Bundle, string]> {
  if (node === undefined) return
  if (node.bundle !== undefined) yield* withChildren(node.bundle, node.bundle.name)
  for (const child of node.children ?? []) yield* reachableBundles(child)
}

function* withChildren(bundle: Bundle, path: string): Iterable<[Bundle, string]> {
  yield [bundle, path]
  for (const child of bundle.children ?? []) yield* withChildren(child, `${path}/${child.name}`)
}
