/** How a cluster becomes a tree of directories. */
import type { FileNaming, FilePer, FluxPlacement } from './manifest.ts'

/** A directory of its own by name, or merged into what is above. */
export type Grouping = 'name' | 'flat'

export interface LayoutRules {
  nodeGrouping?: Grouping
  bundleGrouping?: Grouping
  applicationGrouping?: Grouping
  filePer?: FilePer
  fluxPlacement?: FluxPlacement
  fileNaming?: FileNaming
  /** The directory above the root node's; may be nested (`clusters/prod`). */
  clusterName?: string
  /** Collapse one directory at the top that adds nothing. */
  flattenSingleTier?: boolean
}

/** Nodes by name, bundles and applications flat, a file per object, Flux's objects in a directory of their own. */
export function defaultLayoutRules(): Required<Omit<LayoutRules, 'fileNaming' | 'clusterName' | 'flattenSingleTier'>> {
  return {
    nodeGrouping: 'name',
    bundleGrouping: 'flat',
    applicationGrouping: 'flat',
    filePer: 'resource',
    fluxPlacement: 'separate',
  }
}
