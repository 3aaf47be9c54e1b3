/** Argo CD instead of Flux: one Application for each directory that renders bundles (kure-extras 1). */
import { fail } from '../core/error.ts'
import { goQuote } from '../core/go-quote.ts'
import { sameDirectory } from '../stack/layout/directory.ts'
import { fullRepoPath } from '../stack/layout/manifest.ts'
import { indexOrigins, type OriginIndex } from '../stack/layout/origins.ts'
import type { LayoutRules } from '../stack/layout/rules.ts'
import { validateLayoutRules } from '../stack/layout/validate-rules.ts'
import { walkCluster } from '../stack/layout/walk.ts'
import type { BootstrapConfig, Cluster, ManifestLayout } from '../stack/model.ts'
import { type Application, type ApplicationSettings, applicationsOf } from './applications.ts'
import { refuseUnreadSettings } from './refusals.ts'

/** The directory of the Applications, inside the top of the tree. */
const DIRECTORY = 'argocd'

/**
 * The Applications of a cluster, one for each directory that renders bundles, in the order of the tree.
 *
 * @example generateFromCluster(cluster, {}, { repoURL: 'https://git.example.com/fleet.git' })
 * @throws ToolError for invalid rules or an invalid cluster, and for what only Flux could do
 */
export function generateFromCluster(
  cluster: Cluster | undefined,
  rules: LayoutRules,
  settings: ApplicationSettings = {},
): Application[] {
  validateLayoutRules(rules)
  if (rules.fluxPlacement === 'integrated') {
    throw fail(
      'ARGOCD_PLACEMENT',
      'GenerateFromCluster does not support FluxPlacement "integrated": an Application applies a whole directory, not each layout of its own',
      { hint: 'leave fluxPlacement out' },
    )
  }
  const walked = walk(cluster, rules)
  return walked === undefined ? [] : applicationsOf(walked.index, settings)
}

/**
 * The tree of a cluster with its Applications in a directory `argocd` of the top one. Undefined for a cluster without nodes.
 *
 * @example createLayoutWithResources(cluster, { bundleGrouping: 'name' })?.children.at(-1)?.name // 'argocd'
 * @throws ToolError as {@link generateFromCluster} does, for integrated placements, and when `argocd` is another's directory
 */
export function createLayoutWithResources(
  cluster: Cluster | undefined,
  rules: LayoutRules,
  settings: ApplicationSettings = {},
): ManifestLayout | undefined {
  validateLayoutRules(rules)
  const { fluxPlacement } = rules
  if (fluxPlacement && fluxPlacement !== 'separate') {
    throw fail(
      'ARGOCD_PLACEMENT',
      `CreateLayoutWithResources does not support FluxPlacement ${goQuote(fluxPlacement)} for Argo CD: nothing would apply the child directories`,
      { hint: 'leave fluxPlacement out' },
    )
  }
  const walked = walk(cluster, rules)
  if (walked === undefined) return undefined
  const { top, index } = walked
  const own: ManifestLayout = {
    name: DIRECTORY,
    namespace: fullRepoPath(top),
    resources: applicationsOf(index, settings),
    children: [],
    ...(top.fileNaming === undefined ? {} : { fileNaming: top.fileNaming }),
  }
  refuseSecondOwner(top, own, index)
  top.children.push(own)
  return top
}

/** Leaves the tree as it is: an Application knows its directory, and nothing has to be placed beside it. */
export function integrateWithLayout(): void {}

/**
 * Nothing, as Argo CD's own installation is not made yet.
 *
 * @throws ToolError for invalid rules, and when a bootstrap is asked for
 */
export function generateBootstrap(config: BootstrapConfig | undefined, rules: LayoutRules): [] {
  validateLayoutRules(rules)
  if (!config?.enabled) return []
  throw fail('ARGOCD_BOOTSTRAP', 'ArgoCD bootstrap is not yet implemented', {
    hint: 'install Argo CD by its own manifests, and leave the bootstrap out',
  })
}

function walk(cluster: Cluster | undefined, rules: LayoutRules) {
  const top = walkCluster(cluster, rules)
  if (top === undefined || cluster === undefined) return undefined
  refuseUnreadSettings(cluster)
  return { top, index: indexOrigins(top, cluster) }
}

function refuseSecondOwner(top: ManifestLayout, own: ManifestLayout, index: OriginIndex): void {
  const other = top.children.find((child) => sameDirectory(child, own))
  if (other === undefined) return
  const [node] = other.origins?.nodes ?? []
  const [bundle] = other.origins?.bundles ?? []
  let owner = `layout ${goQuote(fullRepoPath(other))}`
  if (bundle !== undefined) owner = `bundle ${goQuote(index.bundlePath(bundle))}`
  if (node !== undefined) owner = `node ${goQuote(index.nodePath(node))}`
  throw fail(
    'ARGOCD_DIRECTORY',
    `${owner} takes the directory ${goQuote(fullRepoPath(own))}, where the Argo CD Applications are written`,
    { hint: node === undefined && bundle !== undefined ? 'set dirName on the bundle' : 'give it another name' },
  )
}
