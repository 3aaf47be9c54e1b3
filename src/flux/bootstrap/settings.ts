import type { BootstrapConfig } from '../../stack/model.ts'
import { DEFAULT_INTERVAL, DEFAULT_NAMESPACE } from '../engine/defaults.ts'
import type { ManifestsProvider } from './base.ts'
import { DEFAULT_BOOTSTRAP_NAME, DEFAULT_SOURCE_KIND, DEFAULT_SOURCE_REF } from './defaults.ts'

/** What a bootstrap is made with beyond the cluster's own configuration. */
export interface BootstrapSettings {
  /** A Go duration, 60 minutes when left out. */
  defaultInterval?: string
  /**
   * `flux-system` when left out. When set to nothing the components are in `flux-system` all the same, and Kustomization
   * and source name no namespace.
   */
  defaultNamespace?: string
  /** The name of the Kustomization that applies the top of the tree. */
  bootstrapName?: string
  /** The manifests of Flux versions other than the one that comes with the program. */
  manifests?: ManifestsProvider
  /** The text of a flux-operator release's `install.yaml`, instead of the objects that come with the program. */
  operatorManifest?: string
}

export function settingsOf(settings: BootstrapSettings) {
  return {
    interval: settings.defaultInterval ?? DEFAULT_INTERVAL,
    namespace: settings.defaultNamespace ?? DEFAULT_NAMESPACE,
    bootstrapName: settings.bootstrapName || DEFAULT_BOOTSTRAP_NAME,
  }
}

/** Everything but a Git repository is an OCI one, a kind nobody knows included. */
export function sourceKindOf({ sourceKind }: BootstrapConfig): 'GitRepository' | 'OCIRepository' {
  return sourceKind === 'GitRepository' ? 'GitRepository' : DEFAULT_SOURCE_KIND
}

/** A branch or what is written for one; of an OCI source a tag. */
export function sourceReferenceOf(config: BootstrapConfig): string {
  if (sourceKindOf(config) === 'GitRepository') return config.sourceRef ?? ''
  return config.sourceRef || DEFAULT_SOURCE_REF
}
