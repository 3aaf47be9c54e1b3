/** A tree of directories with what is written into each: the only authority on paths. */
import { join } from '../../core/path.ts'
import type { Application, Bundle, ClusterNode, PackageRef } from '../model.ts'
import type { KubernetesObject } from '../object.ts'

/** One file per object, or one per kind. */
export type FilePer = 'resource' | 'kind'
/** Many files in a directory, or all objects in `<namespace>/<name>.yaml`. */
export type ApplicationFileMode = 'resource' | 'single'
/** A `kustomization.yaml` that lists everything, or none, so that Flux makes one of all files below. */
export type KustomizationMode = 'explicit' | 'recursive'
/** `<namespace>-<kind>-<name>.yaml`, or `<kind>-<name>.yaml`. */
export type FileNaming = 'default' | 'kind-name'
/** Where Flux Kustomizations stand: in one directory, beside each layout, or beside each bundle. */
export type FluxPlacement = 'separate' | 'integrated' | 'integrated-per-bundle'

export interface ExtraFile {
  /** A relative path of `/`-separated segments of `[A-Za-z0-9._-]`. */
  name: string
  content: string
}

export interface ConfigMapGenerator {
  name: string
  files?: string[]
  annotations?: Record<string, string>
}

/** What a layout renders; set by the walks only. */
export interface LayoutOrigins {
  nodes: ClusterNode[]
  bundles: Bundle[]
  application?: Application
  /** On the root node's layout: the directory that renders the bundles which would land in it. */
  unit?: ManifestLayout
}

export interface ManifestLayout {
  /** The last segment of the directory; empty: the directory is `namespace`. */
  name: string
  /** The parent's directory; `.` is the root of the tree, empty means `cluster`. */
  namespace: string
  resources: KubernetesObject[]
  children: ManifestLayout[]
  filePer?: FilePer
  applicationFileMode?: ApplicationFileMode
  mode?: KustomizationMode
  fluxPlacement?: FluxPlacement
  fileNaming?: FileNaming
  packageRef?: PackageRef
  extraFiles?: ExtraFile[]
  configMapGenerators?: ConfigMapGenerator[]
  /** Rendered from a child of an umbrella. */
  umbrellaChild?: boolean
  /** The settings of the layout's own Kustomization, which it has when integrated per layout. */
  kustomizationName?: string
  /** Names of layouts its own Kustomization waits for. */
  dependsOn?: string[]
  wait?: boolean
  prune?: boolean
  force?: boolean
  suspend?: boolean
  timeout?: string
  retryInterval?: string
  interval?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  origins?: LayoutOrigins
  /** A Flux Kustomization, or the bootstrap, builds this directory. */
  fluxBuild?: boolean
}

/** The directory of a layout: slash-separated, cleaned, without a leading `./`. */
export function fullRepoPath(layout: ManifestLayout): string {
  return join(layout.namespace || 'cluster', layout.name)
}
