/** What `writeManifest` is told besides the layouts, whose own settings win, file names excepted (layout §1.2). */
import type { ApplicationFileMode, FileNaming, FilePer, FluxPlacement, KustomizationMode } from './manifest.ts'

export interface LayoutConfig {
  /** Directory of the manifests below the base. Default: `clusters`. */
  manifestsDir?: string
  fluxDir?: string
  filePer?: FilePer
  /** For layouts of applications and hand-built ones, never for those of nodes and bundles. */
  applicationFileMode?: ApplicationFileMode
  kustomizationMode?: KustomizationMode
  /** Wins over `kustomizationMode` for layouts with that placement. */
  fluxKustomizationMode?: Partial<Record<FluxPlacement, KustomizationMode>>
  fileNaming?: FileNaming
  /** Wins over `fileNaming`. The namespace is `cluster` for objects without one, the kind in lower case. */
  manifestFileName?(namespace: string, kind: string, name: string, per: FilePer): string
  /** Name of the file of a Flux Kustomization, where the caller writes one. */
  kustomizationFileName?(name: string): string
}

/** Which tool reads the tree. */
export type LayoutProfile = 'flux' | 'argocd'

/**
 * The config of a profile; of one that is not known that of `flux`.
 *
 * @example defaultConfigForProfile('argocd').manifestsDir // applications
 */
export function defaultConfigForProfile(profile: LayoutProfile | (string & {})): LayoutConfig {
  if (profile === 'argocd') {
    return {
      manifestsDir: 'applications',
      fluxDir: 'applications',
      filePer: 'resource',
      applicationFileMode: 'single',
      fileNaming: 'default',
      kustomizationFileName: (name) => `application-${name}.yaml`,
    }
  }
  return {
    manifestsDir: 'clusters',
    fluxDir: 'clusters',
    filePer: 'resource',
    applicationFileMode: 'resource',
    kustomizationMode: 'explicit',
    fileNaming: 'default',
    kustomizationFileName: (name) => `kustomization-${name}.yaml`,
  }
}
