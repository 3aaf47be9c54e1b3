/** Which kinds live outside namespaces, as far as everybody knows. */
import type { Scopes } from '../../krm/resource.ts'
import { clusterScopedKinds } from '../../krm/scopes.ts'

export const knownScopes: Scopes = {
  isClusterScoped: (apiVersion, kind) => clusterScopedKinds.has(apiVersion, kind),
}
