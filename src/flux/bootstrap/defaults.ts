/** What the bootstrap writes where nothing else is asked for (flux-engine R-078). */

const FLUX_OPERATOR_MODE = 'flux-operator'
export const GOTK_MODE = 'gotk'
export const DEFAULT_FLUX_MODE = FLUX_OPERATOR_MODE

/** The modes a bootstrap knows, in the order messages list them. */
export function supportedBootstrapModes(): string[] {
  return [FLUX_OPERATOR_MODE, GOTK_MODE]
}

/** The Kustomization that applies the top of the tree. */
export const DEFAULT_BOOTSTRAP_NAME = 'flux-system'
/** The definition of FluxInstance accepts no other name. */
export const FLUX_INSTANCE_NAME = 'flux'
/** The source's name where the root node has none. */
export const DEFAULT_SOURCE_NAME = 'flux-system'
export const DEFAULT_SOURCE_KIND = 'OCIRepository'
/** The tag of an OCI source that names none. */
export const DEFAULT_SOURCE_REF = 'latest'
/** What the operator's sync path begins with. */
export const DEFAULT_SYNC_PATH = './'
