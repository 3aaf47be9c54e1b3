/** The Flux engine: Kustomizations and sources of a stack, as a list or placed into its tree of directories. */
import { fail } from '../../core/error.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { LayoutRules } from '../../stack/layout/rules.ts'
import { isLayoutRules } from '../../stack/layout/validate-rules.ts'
import type { BootstrapConfig, Bundle, Cluster, ClusterNode } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { generateBootstrap } from '../bootstrap/bootstrap.ts'
import { supportedBootstrapModes } from '../bootstrap/defaults.ts'
import type { BootstrapSettings } from '../bootstrap/settings.ts'
import { createLayoutWithResources } from './create-layout.ts'
import { generateFromCluster, generateFromLayout } from './generate.ts'
import { generateForBundle } from './generate-for-bundle.ts'
import { integrateWithLayout } from './integrate.ts'
import { type ResourceSettings, resourceSettings } from './settings.ts'

export { defaultLayoutKustomizationName, nodeKustomizationName } from './names.ts'
export type { ResourceSettings } from './settings.ts'
export { umbrellaTerminals } from './umbrella-terminals.ts'

export interface FluxEngine {
  /** What a call reads when it is made; may be changed between calls. */
  resources: ResourceSettings
  bootstrap: BootstrapSettings
  name: string
  supportedBootstrapModes(): string[]
  generateForBundle(bundle: Bundle, path: string): KubernetesObject[]
  generateFromCluster(cluster: Cluster | undefined, rules: LayoutRules): KubernetesObject[]
  generateFromLayout(layout: ManifestLayout | undefined, cluster: Cluster | undefined): KubernetesObject[]
  createLayoutWithResources(cluster: Cluster | undefined, rules: LayoutRules): ManifestLayout | undefined
  integrateWithLayout(layout: ManifestLayout | undefined, cluster: Cluster | undefined, rules: LayoutRules): void
  generateBootstrap(
    config: BootstrapConfig | undefined,
    root: ClusterNode | undefined,
    rules: LayoutRules,
  ): Promise<KubernetesObject[]>
}

/**
 * The engine. Its placement is that of the rules of each call.
 *
 * @example
 * const tree = fluxEngine({ prune: true }).createLayoutWithResources(cluster, defaultLayoutRules())
 */
export function fluxEngine(options: Partial<ResourceSettings> = {}, bootstrap: BootstrapSettings = {}): FluxEngine {
  const resources = resourceSettings(options)
  return {
    resources,
    bootstrap,
    name: 'FluxCD Workflow Engine',
    supportedBootstrapModes,
    generateForBundle: (bundle, path) => generateForBundle(bundle, path, resources),
    generateFromCluster: (cluster, rules) => generateFromCluster(cluster, checkedRules(rules), resources),
    generateFromLayout: (layout, cluster) => generateFromLayout(layout, cluster, resources),
    createLayoutWithResources: (cluster, rules) => createLayoutWithResources(cluster, checkedRules(rules), resources),
    integrateWithLayout: (layout, cluster, rules) =>
      integrateWithLayout(layout, cluster, checkedRules(rules), resources),
    generateBootstrap: (config, root, rules) => generateBootstrap(config, root, rules, bootstrap),
  }
}

/** What comes from outside the types is refused, never replaced by the defaults. */
function checkedRules(rules: LayoutRules): LayoutRules {
  if (!isLayoutRules(rules))
    throw fail('LAYOUT_RULES_EXPECTED', 'rules must be of type layout.LayoutRules', {
      hint: 'defaultLayoutRules() are some',
    })
  return rules
}
