/** The one Kustomization of a directory that renders bundles (flux-engine E). */
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { Bundle, HealthCheck } from '../../stack/model.ts'
import {
  bundleKustomization,
  checkKustomizationName,
  checksKustomization,
  readinessOf,
  uniqueChecks,
} from './bundle.ts'
import { checkSharedSettings, unitedEntries } from './merge.ts'
import type { Kustomization } from './objects.ts'
import type { ResourceSettings } from './settings.ts'
import { sharedPatches } from './shared-patches.ts'
import { bundlesOf, type Tree } from './tree.ts'

/** What bundles that share a directory do not agree on, and a name that Flux could not reconcile, are refused. */
export function unitKustomization(tree: Tree, layout: ManifestLayout, settings: ResourceSettings): Kustomization {
  const bundles = bundlesOf(layout)
  const first = bundles[0] as Bundle
  checkKustomizationName(first, tree.index.bundlePath(first))
  const directory = tree.directory(layout)
  const isShared = bundles.length > 1
  if (isShared) checkSharedSettings(bundles, directory, settings)
  return bundleKustomization(
    first,
    {
      path: directory,
      dependsOn: dependencies(tree, layout),
      healthChecks: healthChecks(tree, layout, settings),
      labels: isShared ? unitedEntries('labels', bundles, directory) : first.labels,
      annotations: isShared ? unitedEntries('annotations', bundles, directory) : first.annotations,
      patches: isShared ? sharedPatches(tree, layout) : first.patches,
    },
    settings,
  )
}

/** Names of Kustomizations, each once: what `dependsOn` leads to, then what `namedDependsOn` lists. */
function dependencies(tree: Tree, layout: ManifestLayout): string[] {
  const { index, bundles } = tree
  for (const bundle of bundlesOf(layout)) {
    for (const dependency of bundle.dependsOn ?? []) {
      if (!bundles.has(dependency.name)) checkKustomizationName(dependency)
    }
  }
  return [...new Set([...index.unitDependencies(layout), ...index.unitNamedDependencies(layout)])]
}

/** An umbrella's checks on its children before the user's, of each bundle; one on the unit itself is dropped. */
function healthChecks({ index }: Tree, layout: ManifestLayout, settings: ResourceSettings): HealthCheck[] {
  const bundles = bundlesOf(layout)
  const own = index.unitName(bundles[0] as Bundle)
  const checks: HealthCheck[] = []
  for (const bundle of bundles) {
    if (!bundle.wait)
      for (const child of bundle.children ?? []) checks.push(readinessOf(index.unitName(child), settings))
    for (const check of bundle.healthChecks ?? []) {
      if (!checksKustomization(check, settings)) {
        checks.push(check)
        continue
      }
      const name = index.unitOfName(check.name)
      if (name !== own) checks.push({ ...check, name })
    }
  }
  return uniqueChecks(checks)
}
