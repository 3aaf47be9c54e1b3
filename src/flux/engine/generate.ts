/** Lists of what Flux applies for a cluster or a walked tree (flux-engine B). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { fullRepoPath, type ManifestLayout } from '../../stack/layout/manifest.ts'
import type { LayoutRules } from '../../stack/layout/rules.ts'
import { walkCluster } from '../../stack/layout/walk.ts'
import type { Bundle, Cluster } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { newChanges } from './changes.ts'
import { firstIntent } from './delivery.ts'
import { checkFieldsAreCarried } from './layout-fields.ts'
import type { ResourceSettings } from './settings.ts'
import { generatedSources } from './sources.ts'
import { bundlesOf, fluxObjects, type Tree, treeOf } from './tree.ts'
import { withoutUmbrellaWaits } from './umbrellas.ts'
import { firstPerLayout, unitKustomizations } from './units.ts'
import { checkOrder } from './waits.ts'

const WHY_NOT_PER_LAYOUT =
  'a tree written with that placement lists no directory child in the kustomization.yaml of its parent, and the Kustomizations that apply those children exist only where the integrator places them'

/**
 * One Kustomization for each directory of the walked cluster that renders bundles, each followed by its source.
 *
 * @param rules those that the tree is written with
 * @throws ToolError for rules integrated per layout, for what the walk refuses, and for an application with a delivery intent
 */
export function generateFromCluster(
  cluster: Cluster | undefined,
  rules: LayoutRules,
  settings: ResourceSettings,
): KubernetesObject[] {
  if (rules.fluxPlacement === 'integrated') {
    throw fail(
      'PLACEMENT',
      `GenerateFromCluster does not support FluxPlacement "integrated" (FluxIntegratedPerLayout): ${WHY_NOT_PER_LAYOUT}, so the list would leave them applied by nothing; use CreateLayoutWithResources with these rules`,
    )
  }
  const layout = walkCluster(cluster, rules)
  if (layout === undefined || cluster === undefined) return []
  const tree = treeOf(layout, cluster)
  const intent = firstIntent(tree)
  if (intent !== undefined) {
    throw fail(
      'DELIVERY_INTENT',
      `GenerateFromCluster cannot apply the delivery intent of application ${goQuote(intent.application.name)} (rendered in ${goQuote(tree.directory(intent.layout))}): the list holds none of the application's objects, so the intent could not reach the output; use CreateLayoutWithResources, which sets them on the layout it returns`,
    )
  }
  return listOf(tree, settings)
}

/**
 * The same list for a tree that was walked before.
 *
 * @throws ToolError for a tree with a layout integrated per layout
 */
export function generateFromLayout(
  layout: ManifestLayout | undefined,
  cluster: Cluster | undefined,
  settings: ResourceSettings,
): KubernetesObject[] {
  const perLayout = layout && firstPerLayout(layout)
  if (perLayout !== undefined) {
    throw fail(
      'PLACEMENT',
      `GenerateFromLayout does not support FluxPlacement "integrated" (FluxIntegratedPerLayout), which layout ${goQuote(fullRepoPath(perLayout))} carries: ${WHY_NOT_PER_LAYOUT}; use CreateLayoutWithResources or IntegrateWithLayout`,
    )
  }
  if (layout === undefined || cluster?.node === undefined) return []
  return listOf(treeOf(layout, cluster), settings)
}

function listOf(tree: Tree, settings: ResourceSettings): KubernetesObject[] {
  checkFieldsAreCarried(tree, false)
  const placed = unitKustomizations(tree, settings)
  const sources = generatedSources(tree, settings)
  if (settings.umbrellasDoNotWait) {
    // Nothing of the tree is changed: only what was just made.
    withoutUmbrellaWaits({ tree, placed, others: fluxObjects(tree).kustomizations, changes: newChanges() })
  }
  checkOrder(tree, placed)
  const objects: KubernetesObject[] = []
  const byBundle = new Map([...sources.values()].map(({ bundle, object }) => [bundle, object]))
  for (const { kustomization, layout } of placed) {
    objects.push(kustomization)
    const source = byBundle.get(bundlesOf(layout)[0] as Bundle)
    if (source !== undefined) objects.push(source)
  }
  return objects
}
