/** The Kustomization of a bundle, or of the bundles that share a directory (flux-engine B, C). */
import { goQuote } from '../../core/go-quote.ts'
import { parseApiVersion } from '../../krm/gvk.ts'
import { type Bundle, bundlePath, type HealthCheck, type Patch, unitName } from '../../stack/model.ts'
import { kustomizationNameProblem, serviceAccountNameProblem } from '../../stack/validate/names.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { defaultDuration, fluxDuration } from './durations.ts'
import { bundleSubject, invalidField } from './errors.ts'
import { KUSTOMIZATION_API_VERSION, type Kustomization, kustomization } from './objects.ts'
import type { ResourceSettings } from './settings.ts'

/** What a bundle's Kustomization does not take from the bundle itself. */
export interface BundleContext {
  path: string
  dependsOn: readonly string[]
  healthChecks: readonly HealthCheck[]
  labels?: Record<string, string> | undefined
  annotations?: Record<string, string> | undefined
  patches?: readonly Patch[] | undefined
  wait?: boolean | undefined
}

/**
 * Refuses a name that Flux could not reconcile.
 *
 * @param path the bundle's path, where it is known better than the bundle knows it
 */
export function checkKustomizationName(bundle: Bundle, path = bundlePath(bundle)): void {
  const problem = kustomizationNameProblem(unitName(bundle))
  if (problem === undefined) return
  const field = bundle.kustomizationName ? 'kustomizationName' : 'name'
  throw invalidField('KUSTOMIZATION_NAME', `Bundle '${path}'`, field, problem, 'set Bundle.KustomizationName')
}

/** The Kustomization of a bundle; durations and the service account are checked where they are written. */
export function bundleKustomization(bundle: Bundle, context: BundleContext, settings: ResourceSettings): Kustomization {
  const subject = bundleSubject(bundle)
  const duration = (field: 'interval' | 'timeout' | 'retryInterval') => {
    const authored = bundle[field]
    return authored ? fluxDuration({ subject, field, authored }) : undefined
  }
  const { serviceAccountName } = bundle
  const problem = serviceAccountName ? serviceAccountNameProblem(serviceAccountName) : undefined
  if (problem !== undefined) throw invalidField('SERVICE_ACCOUNT_NAME', subject, 'serviceAccountName', problem)
  return kustomization({
    name: unitName(bundle),
    namespace: settings.defaultNamespace,
    path: context.path,
    interval: duration('interval') ?? defaultDuration('ResourceGenerator', settings.defaultInterval),
    timeout: duration('timeout'),
    retryInterval: duration('retryInterval'),
    prune: bundle.prune ?? false,
    sourceRef: bundle.sourceRef ?? { kind: '', name: '' },
    labels: context.labels ?? bundle.labels,
    annotations: context.annotations ?? bundle.annotations,
    dependsOn: context.dependsOn,
    healthChecks: context.healthChecks,
    patches: context.patches ?? bundle.patches,
    postBuild: bundle.postBuild,
    serviceAccountName,
    wait: context.wait ?? bundle.wait,
    force: bundle.force,
    suspend: bundle.suspend,
  })
}

/** The check an umbrella makes on a child's Kustomization. */
export function readinessOf(name: string, { defaultNamespace }: ResourceSettings): HealthCheck {
  return { apiVersion: KUSTOMIZATION_API_VERSION, kind: 'Kustomization', name, namespace: defaultNamespace }
}

/** Whether a check is on a Flux Kustomization. */
export function checksAnyKustomization({ kind, apiVersion = '' }: HealthCheck): boolean {
  return kind === 'Kustomization' && parseApiVersion(apiVersion).group === FLUX_GROUP
}

/** Whether a check is on a Kustomization of the generated namespace. */
export function checksKustomization(check: HealthCheck, { defaultNamespace }: ResourceSettings): boolean {
  return checksAnyKustomization(check) && (!check.namespace || check.namespace === (defaultNamespace || 'default'))
}

/** Each once: equal in all four fields. */
export function uniqueChecks(checks: Iterable<HealthCheck>): HealthCheck[] {
  const unique = new Map<string, HealthCheck>()
  for (const check of checks) {
    const key = [check.apiVersion ?? '', check.kind, check.name, check.namespace ?? ''].join('\n')
    if (!unique.has(key)) unique.set(key, check)
  }
  return [...unique.values()]
}

/** An integrated placement needs to know what every Kustomization reads. */
export function checkSource(bundle: Bundle, mode: string, path = bundlePath(bundle)): void {
  const { sourceRef } = bundle
  if (sourceRef?.kind && sourceRef.name) return
  throw invalidField(
    'SOURCE_MISSING',
    `Bundle '${path}'`,
    'sourceRef',
    `${mode} mode requires a SourceRef with Kind and Name; bundle ${goQuote(path)} has none that is complete`,
    'set Bundle.SourceRef',
  )
}
