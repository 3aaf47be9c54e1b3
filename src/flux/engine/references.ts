/** What Kustomizations refer to, as `namespace/name`. */
import { checksAnyKustomization } from './bundle.ts'
import type { Kustomization } from './objects.ts'
import { keyOf } from './tree.ts'

/** The names in `dependsOn`; an omitted namespace is the Kustomization's own. */
export function dependenciesOf({ metadata, spec }: Kustomization): string[] {
  return (spec.dependsOn ?? []).map((entry) => keyOf(entry.namespace || metadata.namespace, entry.name))
}

/** The Kustomizations that a Kustomization has health checks on. */
export function checkedBy({ metadata, spec }: Kustomization): string[] {
  return (spec.healthChecks ?? [])
    .filter(checksAnyKustomization)
    .map((check) => keyOf(check.namespace || metadata.namespace, check.name))
}
