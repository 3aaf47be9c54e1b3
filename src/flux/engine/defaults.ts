/** Every value that is written without having been asked for (flux-engine G). */

/** How often a Kustomization is reconciled when nothing names an interval; written `1h0m0s`. */
export const DEFAULT_INTERVAL = '60m'

/** The namespace of every generated object. */
export const DEFAULT_NAMESPACE = 'flux-system'

/** The directory of the separate placement; there is no other. */
export const FLUX_DIRECTORY_NAME = 'flux-system'

/** Flux writes the name of a Kustomization into a label value. */
export const KUSTOMIZATION_NAME_MAX_LENGTH = 63
