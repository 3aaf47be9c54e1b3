/** How Flux itself comes into a cluster, and takes up the tree (flux-engine P). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { LayoutRules } from '../../stack/layout/rules.ts'
import { topDirectory } from '../../stack/layout/top-directory.ts'
import { validateLayoutRules } from '../../stack/layout/validate-rules.ts'
import type { BootstrapConfig, ClusterNode } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { dns1123Problem } from '../../stack/validate/names.ts'
import { defaultDuration } from '../engine/durations.ts'
import { createGitRepository, createKustomization, createOCIRepository } from '../objects/create.ts'
import { componentsBase } from './base.ts'
import { fluxComponents } from './components.ts'
import { DEFAULT_FLUX_MODE, DEFAULT_SOURCE_NAME, GOTK_MODE, supportedBootstrapModes } from './defaults.ts'
import { generateFluxInstance } from './flux-instance.ts'
import { operatorObjects } from './operator.ts'
import { type BootstrapSettings, settingsOf, sourceKindOf, sourceReferenceOf } from './settings.ts'

/**
 * The objects that bring Flux into a cluster and point it at the top of the tree: flux-operator and a FluxInstance, or the
 * components, a Kustomization and its source. Nothing when the bootstrap is off.
 *
 * @example await generateBootstrap({ enabled: true, fluxMode: 'gotk', sourceURL: 'oci://registry/fleet' }, cluster.node, rules)
 * @throws ToolError for invalid rules (always), an unknown mode, names the tree or the source cannot have
 */
export async function generateBootstrap(
  config: BootstrapConfig | undefined,
  root: ClusterNode | undefined,
  rules: LayoutRules,
  settings: BootstrapSettings = {},
): Promise<KubernetesObject[]> {
  validateLayoutRules(rules)
  if (!config?.enabled) return []
  const mode = config.fluxMode || DEFAULT_FLUX_MODE
  if (mode === GOTK_MODE) return components(config, root, rules, settings)
  if (mode !== DEFAULT_FLUX_MODE) {
    throw fail('BOOTSTRAP_MODE', `invalid fluxMode for BootstrapConfig: ${mode}`, {
      hint: `Valid values are: ${supportedBootstrapModes().join(', ')}`,
    })
  }
  const instance = generateFluxInstance(config, root, rules, settings) as KubernetesObject
  return [...(await operatorObjects(settings.operatorManifest)), instance]
}

async function components(
  config: BootstrapConfig,
  root: ClusterNode | undefined,
  rules: LayoutRules,
  settings: BootstrapSettings,
): Promise<KubernetesObject[]> {
  const { namespace, bootstrapName, interval: defaultInterval } = settingsOf(settings)
  const path = topDirectory(root, rules)
  const interval = defaultDuration('BootstrapGenerator', defaultInterval)
  const source = { kind: sourceKindOf(config), name: sourceName(root) }
  const named = (name: string) => ({ name, ...(namespace === '' ? {} : { namespace }) })
  const base = await componentsBase(config.fluxVersion ?? '', settings.manifests)
  const objects = fluxComponents(
    {
      namespace: namespace || undefined,
      registry: config.registry || undefined,
      imagePullSecret: config.imagePullSecret,
      components: config.components,
    },
    base,
  )
  const { prune = false, sourceURL: url } = config
  objects.push(createKustomization(named(bootstrapName), { interval, path, prune, sourceRef: source }))
  if (!url) return objects
  const reference = sourceReferenceOf(config)
  if (source.kind === 'OCIRepository') {
    objects.push(createOCIRepository(named(source.name), { interval, url, ref: { tag: reference } }))
  } else {
    const ref = reference === '' ? {} : { ref: { branch: reference } }
    objects.push(createGitRepository(named(source.name), { interval, url, ...ref }))
  }
  return objects
}

/** The root node's name, whatever the directory is called. */
function sourceName(root: ClusterNode | undefined): string {
  if (!root?.name) return DEFAULT_SOURCE_NAME
  const problem = dns1123Problem(root.name)
  if (problem === undefined) return root.name
  throw fail(
    'BOOTSTRAP_SOURCE_NAME',
    `validation failed for Node '${root.name}' field 'name': ${goQuote(root.name)} is not a valid name for the bootstrap source: ${problem}`,
    { hint: 'the source is named after the root node: give it a lower-case name' },
  )
}
