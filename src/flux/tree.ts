/**
 * What Flux applies from a repository: the objects of a path, the Kustomizations among them, those among theirs, and so on
 * (flux 0, 11, 12).
 */
import type { Diagnostic } from '../core/error.ts'
import type { Fetcher, FileSystem, Log, SourceFetcher } from '../core/host.ts'
import type { Access } from '../core/recording-fs.ts'
import type { Rendered } from './controller.ts'
import type { Decryptor } from './decrypt.ts'
import { maskHidden } from './hidden-values.ts'
import type { FluxKustomization, SubstituteReference } from './kustomization.ts'
import type { FluxObject, ObjectId } from './object.ts'
import type { SourceId, TreeSource } from './source-search.ts'
import type { Stage } from './stages.ts'

export interface TreeOptions {
  fs: FileSystem
  /** Absolute path of the repository, symbolic links resolved: the source of what is found in it. */
  repository: string
  /** Absolute path in the repository: what is applied first, as by the Kustomization that `flux bootstrap` makes. */
  folder: string
  /** Of Kustomizations that have none. Default `flux-system`. */
  namespace?: string | undefined
  /** Absolute folders by `Kind/namespace/name` of a source; they come before anything that is found out. */
  localSources?: ReadonlyMap<string, string> | undefined
  /** URLs of the repository; a GitRepository with one of them is the repository. */
  remotes?: readonly string[] | undefined
  /** Variables that are not set are errors. Default true, as for the controller. */
  strict?: boolean | undefined
  customStageKinds?: readonly string[] | undefined
  /** Fetches other repositories and remote bases; without one they are problems. */
  fetcher?: Fetcher | undefined
  /** Fetches what OCIRepositories, Buckets and repositories of charts name; without one they are problems. */
  artifacts?: SourceFetcher | undefined
  log?: Log | undefined
  /** Opens what is encrypted. Without it, it stays as it is. */
  decryptor?: Decryptor | undefined
  /** The objects of a HelmRelease; without it releases are listed only. */
  renderRelease?: RenderRelease | undefined
  /** What an earlier tree has of a Kustomization whose inputs are the same; it is not rendered then. */
  reuse?: ((request: RenderRequest) => Promise<RenderedInputs | undefined>) | undefined
  /** What the objects of Kustomizations come to; trees that have objects in common share it. */
  decoded?: WeakMap<FluxObject, FluxKustomization> | undefined
  /** Told of each object of a Kustomization that variables are put into, before they are. */
  onSubstitution?:
    | ((by: TreeKustomization, object: FluxObject, variables: ReadonlyMap<string, string>) => void)
    | undefined
  /** Whether it is noted which files each Kustomization is made of. Default true. */
  recordsInputs?: boolean | undefined
  /** The text of a Kustomization's objects, taken as soon as they are final: they are not kept then, unless there is none. */
  print?: ((one: TreeKustomization) => string | undefined) | undefined
  /** Told before a Kustomization is rendered. */
  onKustomization?: ((id: string) => void) | undefined
}

/** Finds what the tree has of an object, by `Kind/namespace/name`; core kinds and sources only. */
export type FindObject = (key: string) => FluxObject | undefined

/** What is encrypted in the repository is masked in both. @throws ToolError when the release cannot be rendered; it is a problem of the tree then */
export type RenderRelease = (release: FluxObject, tree: ReleaseTree) => Promise<FluxObject[]>

/** What a release may ask of its tree. */
export interface ReleaseTree {
  find: FindObject
  /** Of releases that have none. */
  namespace: string
  /** Whether `localSources` has a folder of a source, by `Kind/namespace/name`. */
  isGiven(key: string): boolean
  source(id: SourceId): Promise<TreeSource | undefined>
  artifacts: SourceFetcher | undefined
}

export interface FluxTree {
  /** Absolute path of the repository. */
  repository: string
  folder: string
  /** Those that depend on others come after them, children after what applies them. */
  kustomizations: TreeKustomization[]
  sources: TreeSource[]
  /** What stands for objects that the tree does not have. */
  opaque: OpaqueObject[]
  /** All that is wrong; nothing is left out without one. */
  problems: TreeProblem[]
}

export interface TreeKustomization {
  /** `namespace/name`; of the implied one `./PATH`, or `.`. */
  id: string
  /** Nothing in the path applies the path: its objects have no owner labels. */
  isImplied: boolean
  /** As it is applied, its namespace filled in. */
  kustomization: FluxKustomization
  /** The id of what applies it; undefined for the first one. */
  parent: string | undefined
  status: 'rendered' | 'suspended' | 'failed'
  source: TreeSource | undefined
  /** Absolute path of what it is about; '' without a source. */
  folder: string
  /** Everything that was asked of the files of its source. */
  inputs: readonly Access[]
  references: readonly TreeReference[]
  /** Its own variables that decryption has made readable. */
  hiddenVariables: ReadonlySet<string>
  /** Its objects, in the order in which they are applied. None when it has a text. */
  stages: Stage[]
  /** What `print` made of its objects. */
  text?: string | undefined
  /** When it is applied: after all of lower levels that it needs. */
  level: number
}

/** A ConfigMap or Secret with variables, and what was found. */
export interface TreeReference extends SubstituteReference {
  /** Undefined when nothing in the tree applies it. */
  values: Record<string, string> | undefined
  /** The variables that decryption has made readable. */
  hidden: ReadonlySet<string>
}

export interface OpaqueObject extends ObjectId {
  /** The Kustomization that applies it. */
  by: string
  /** A release that was rendered has its objects here. */
  objects?: FluxObject[]
  /** Why it has none although it was to be rendered. */
  problem?: string
}

export interface TreeProblem extends Diagnostic {
  /** `Kustomization/namespace/name`, `GitRepository/namespace/name`, …; '' for the tree. */
  about: string
}

/** Everything that decides about the objects of a Kustomization. */
export interface RenderRequest {
  id: string
  kustomization: FluxKustomization
  source: TreeSource
  folder: string
  references: readonly TreeReference[]
}

export interface RenderedInputs extends Rendered {
  inputs: readonly Access[]
}

/** All objects of a Kustomization, in the order in which they are applied. */
export function objectsOf({ stages }: Pick<TreeKustomization, 'stages'>): FluxObject[] {
  return stages.flatMap(({ objects }) => objects)
}

/** A problem as people read it: with what it is about, unless the message says so. */
export function shownProblem({ about, ...problem }: TreeProblem): Diagnostic {
  const isNamed = about === '' || problem.message.includes(about.replace(/^Kustomization\//, ''))
  return isNamed ? problem : { ...problem, message: `${about}: ${problem.message}` }
}

/** The tree as it may be shown: what decryption has made readable is masked. */
export function maskTree(tree: FluxTree): FluxTree {
  return { ...tree, kustomizations: tree.kustomizations.map(maskKustomization) }
}

export function maskKustomization(one: TreeKustomization): TreeKustomization {
  const stages = one.stages.map((stage) => ({ ...stage, objects: stage.objects.map((object) => maskHidden(object)) }))
  return { ...one, stages }
}
