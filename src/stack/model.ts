/**
 * The stack model: what runs in one cluster, as plain data. Engines (Flux, Argo CD) and the layout read it, none of it knows
 * them. Identity counts: two references to one Bundle are one bundle, another object of the same name is a copy.
 */
import type { KubernetesObject } from './object.ts'

/** One target cluster. Its name stands in errors only; the directory above the tree is a rule of the layout. */
export interface Cluster {
  name: string
  /** The root of the tree of nodes. Without one every generator returns nothing. */
  node?: ClusterNode
  gitOps?: GitOpsConfig
}

export interface GitOpsConfig {
  type?: 'flux' | 'argocd'
  bootstrap?: BootstrapConfig
}

/** How the GitOps tool itself comes into the cluster. */
export interface BootstrapConfig {
  enabled?: boolean
  /** `flux-operator` unless `gotk`. */
  fluxMode?: string
  fluxVersion?: string
  registry?: string
  components?: string[]
  imagePullSecret?: string
  /** `GitRepository`; everything else means `OCIRepository`. */
  sourceKind?: string
  sourceURL?: string
  sourceRef?: string
  syncName?: string
  prune?: boolean
  argoCDVersion?: string
  argoCDNamespace?: string
}

/** A group of deployments; nodes form one tree, in a repository a tree of directories. */
export interface ClusterNode {
  /** One path segment; only the root may be unnamed. */
  name: string
  children?: ClusterNode[]
  /** The package (kind of source) the subtree is written into; read by the walk by package only. */
  packageRef?: PackageRef
  bundle?: Bundle
  /** The name of the node's own Flux Kustomization, where it has one: integrated per layout, in a directory without a bundle. */
  kustomizationName?: string
  /** Nodes whose own Kustomizations this node's waits for. */
  dependsOn?: ClusterNode[]
  /** Names of Kustomizations, written as given after those of `dependsOn`. */
  namedDependsOn?: string[]
}

export interface PackageRef {
  group: string
  version: string
  kind: string
}

/** One unit of deployment: a Flux Kustomization, an Argo CD Application. With children it is an umbrella over them. */
export interface Bundle {
  /** Unique in its cluster; names directory and delivery object unless `dirName` and `kustomizationName` do. */
  name: string
  dirName?: string
  kustomizationName?: string
  /** The path of the umbrella above, set by {@link initializeUmbrella}. */
  parentPath?: string
  applications?: Application[]
  children?: Bundle[]
  dependsOn?: Bundle[]
  /** Names of Kustomizations, which need not be in this cluster. */
  namedDependsOn?: string[]
  /** A Go duration such as `10m` or `1h30m`. */
  interval?: string
  timeout?: string
  retryInterval?: string
  sourceRef?: SourceRef
  prune?: boolean
  wait?: boolean
  force?: boolean
  suspend?: boolean
  healthChecks?: HealthCheck[]
  patches?: Patch[]
  postBuild?: PostBuild
  serviceAccountName?: string
  /** Labels and annotations of the generated Kustomization. */
  labels?: Record<string, string>
  annotations?: Record<string, string>
  description?: string
}

/** The source a bundle is delivered from; with a `url` the source object is generated too. */
export type SourceRef = NamedSourceRef | GitSourceRef | OciSourceRef

interface SourceName<Kind extends string> {
  kind: Kind
  name: string
  namespace?: string
}

export interface NamedSourceRef extends SourceName<string> {
  url?: never
  branch?: never
  tag?: never
}

export interface GitSourceRef extends SourceName<'GitRepository'> {
  url: string
  /** Wins over `tag`. */
  branch?: string
  tag?: string
}

export interface OciSourceRef extends SourceName<'OCIRepository'> {
  url: string
  tag?: string
  branch?: never
}

export interface HealthCheck {
  apiVersion?: string
  kind: string
  name: string
  namespace?: string
}

export interface Patch {
  patch: string
  target?: PatchTarget
}

/** Anchored patterns, and Kubernetes selectors for labels and annotations. */
export interface PatchTarget {
  group?: string
  version?: string
  kind?: string
  name?: string
  namespace?: string
  labelSelector?: string
  annotationSelector?: string
}

export interface PostBuild {
  substitute?: Record<string, string>
  substituteFrom?: SubstituteReference[]
}

export interface SubstituteReference {
  kind: 'ConfigMap' | 'Secret'
  name: string
  optional?: boolean
}

/** One workload or set of objects. */
export interface Application {
  /** A directory name, where the rules of the layout give it a directory. */
  name: string
  /** Handed to the config; no object gets it. */
  namespace?: string
  config: ApplicationConfig
  delivery?: DeliveryIntent
}

/** Where an application's objects come from. Loading is done before: `generate` is synchronous and pure. */
export interface ApplicationConfig {
  generate(application: Application): KubernetesObject[]
  /** Runs before `generate`; throws what is wrong. */
  validate?(): void
  /** Runs after `generate` on the application's own layout: adds files, generators, layouts below. */
  augmentLayout?(layout: ManifestLayout): void
  /** Asked when applications are grouped flat: `false` gives up the directory of its own, and with it `augmentLayout`. */
  wantsOwnLayout?(): boolean
}

/** What delivery must do to the application's objects, whatever the engine calls it. */
export interface DeliveryIntent {
  /** Keep the objects in the cluster when they leave the source. */
  pruneProtection?: boolean
  /** Delete and create anew when a change touches an immutable field. */
  forceReplace?: boolean
}

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
  /** The applications of `bundles`, in order. */
  rendered?: RenderedApplication[]
}

/** What an application came to in the directory of its bundle. */
export interface RenderedApplication {
  application: Application
  bundle: Bundle
  /** Its objects, with those that its augmenter added. */
  objects: KubernetesObject[]
  /** The directory of its own, where it has one. */
  layout?: ManifestLayout
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

/** The name in effect of what delivers the bundle. */
export function unitName(bundle: Bundle): string {
  return bundle.kustomizationName || bundle.name
}

export function isUmbrella(bundle: Bundle): boolean {
  return (bundle.children?.length ?? 0) > 0
}

/** `<path of the umbrella>/<name>`, as errors name a bundle. */
export function bundlePath(bundle: Bundle): string {
  return bundle.parentPath ? `${bundle.parentPath}/${bundle.name}` : bundle.name
}

/** The last segment of the bundle's directory, where it has one of its own. */
export function bundleDirectoryName(bundle: Bundle): string {
  return bundle.dirName || bundle.name
}

/** Tells every bundle below an umbrella its path. A bundle that is reached twice ends the descent; validation names it. */
export function initializeUmbrella(bundle: Bundle, seen = new Set<Bundle>()): void {
  if (seen.has(bundle)) return
  seen.add(bundle)
  for (const child of bundle.children ?? []) {
    if (!child) continue
    // A frozen bundle is named without what is above it.
    if (!Object.isFrozen(child)) child.parentPath = bundlePath(bundle)
    initializeUmbrella(child, seen)
  }
}
