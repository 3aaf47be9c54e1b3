/** The FluxInstance, which tells flux-operator what to install and what to sync (flux-engine ). */
import { fail } from '../../core/error.ts'
import type { LayoutRules } from '../../stack/layout/rules.ts'
import { topDirectory } from '../../stack/layout/top-directory.ts'
import { validateLayoutRules } from '../../stack/layout/validate-rules.ts'
import type { BootstrapConfig, ClusterNode } from '../../stack/model.ts'
import { defaultDuration } from '../engine/durations.ts'
import { createFluxInstance, type FluxInstance, type FluxInstanceSpec } from '../objects/create.ts'
import { DEFAULT_SYNC_PATH, FLUX_INSTANCE_NAME } from './defaults.ts'
import { type BootstrapSettings, settingsOf, sourceKindOf, sourceReferenceOf } from './settings.ts'

/**
 * The FluxInstance alone, whether the bootstrap is enabled or not; undefined without a configuration.
 *
 * @example generateFluxInstance({ fluxVersion: 'v2.9.5', registry: 'ghcr.io/fluxcd' }, root, {})?.metadata.name // 'flux'
 * @throws ToolError for invalid rules, a missing version or registry, a root node no directory can be named after
 */
export function generateFluxInstance(
  config: BootstrapConfig | undefined,
  root: ClusterNode | undefined,
  rules: LayoutRules,
  settings: BootstrapSettings = {},
): FluxInstance | undefined {
  validateLayoutRules(rules)
  if (!config) return undefined
  const { fluxVersion: version, registry, components } = config
  if (!version || !registry) {
    const missing = [version ? '' : 'fluxVersion', registry ? '' : 'registry'].filter((name) => name !== '').join(', ')
    throw fail(
      'FLUX_DISTRIBUTION_MISSING',
      `validation failed for BootstrapConfig '${FLUX_INSTANCE_NAME}' field '${missing}': flux-operator mode requires FluxVersion and Registry for the FluxInstance distribution; there is no default`,
      { hint: `set ${missing}, for example fluxVersion: 2.x and registry: ghcr.io/fluxcd` },
    )
  }
  const { interval, namespace } = settingsOf(settings)
  const spec: FluxInstanceSpec = { distribution: { version, registry } }
  // Names beyond those the definition knows are for the operator to refuse.
  if (components && components.length > 0) spec.components = [...components] as NonNullable<typeof spec.components>
  if (config.sourceURL) {
    const path = topDirectory(root, rules)
    spec.sync = {
      interval: defaultDuration('BootstrapGenerator', interval),
      kind: sourceKindOf(config),
      ...(config.syncName ? { name: config.syncName } : {}),
      path: path === '.' ? DEFAULT_SYNC_PATH : `${DEFAULT_SYNC_PATH}${path}`,
      ref: syncReference(config),
      url: config.sourceURL,
    }
  }
  return createFluxInstance({ name: FLUX_INSTANCE_NAME, ...(namespace === '' ? {} : { namespace }) }, spec)
}

/** A tag, or a full Git reference: the operator writes it into `ref.name`. */
function syncReference(config: BootstrapConfig): string {
  const reference = sourceReferenceOf(config)
  if (sourceKindOf(config) !== 'GitRepository' || reference === '' || reference.startsWith('refs/')) return reference
  return `refs/heads/${reference}`
}
