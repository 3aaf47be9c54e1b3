/** A tree of layouts and the cluster it renders, indexed once for everything the engine asks of them. */
import { parseApiVersion } from '../../krm/gvk.ts'
import { objectsOf } from '../../stack/identity.ts'
import { fullRepoPath, type ManifestLayout } from '../../stack/layout/manifest.ts'
import { indexOrigins, type OriginIndex } from '../../stack/layout/origins.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { SOURCE_GROUP } from './objects.ts'

export interface Tree {
  top: ManifestLayout
  cluster: Cluster
  index: OriginIndex
  /** In pre-order. */
  layouts: readonly ManifestLayout[]
  /** The root node's layout: the top, or below a wrapper. */
  root: ManifestLayout
  /** The bundle that holds the application a layout belongs to: its own, or the nearest above. */
  holders: ReadonlyMap<ManifestLayout, Bundle>
  /** The cluster's bundles by name, to resolve copies. */
  bundles: ReadonlyMap<string, Bundle>
  parent(layout: ManifestLayout): ManifestLayout | undefined
  directory(layout: ManifestLayout): string
}

/**
 * @throws ToolError for a tree that was not walked from this cluster
 */
export function treeOf(top: ManifestLayout, cluster: Cluster): Tree {
  const index = indexOrigins(top, cluster)
  const layouts: ManifestLayout[] = []
  const directories = new Map<ManifestLayout, string>()
  const applications = new Map<Application, Bundle>()
  for (const bundle of index.bundles()) {
    for (const application of bundle.applications ?? []) applications.set(application, bundle)
  }
  const holders = new Map<ManifestLayout, Bundle>()
  const visit = (layout: ManifestLayout, above: Bundle | undefined) => {
    layouts.push(layout)
    directories.set(layout, fullRepoPath(layout))
    const holder = holderOf(layout, above, applications)
    if (holder !== undefined) holders.set(layout, holder)
    for (const child of layout.children) visit(child, holder)
  }
  visit(top, undefined)
  return {
    top,
    cluster,
    index,
    layouts,
    holders,
    root: (cluster.node && index.nodeLayout(cluster.node)) ?? top,
    bundles: new Map(index.bundles().map((bundle) => [bundle.name, bundle])),
    parent: index.parent,
    directory: (layout) => directories.get(layout) ?? fullRepoPath(layout),
  }
}

function holderOf(
  { origins }: ManifestLayout,
  above: Bundle | undefined,
  applications: ReadonlyMap<Application, Bundle>,
): Bundle | undefined {
  if (origins === undefined) return above
  if (origins.application !== undefined) return applications.get(origins.application)
  return origins.bundles.length > 0 || origins.nodes.length > 0 ? undefined : above
}

/** The bundles a layout renders; the first names its Kustomization. */
export function bundlesOf({ origins }: ManifestLayout): readonly Bundle[] {
  return origins?.bundles ?? []
}

export function rendersBundles(layout: ManifestLayout): boolean {
  return bundlesOf(layout).length > 0
}

export function nodeOf({ origins }: ManifestLayout): ClusterNode | undefined {
  return origins?.nodes[0]
}

export function isSingleFile({ applicationFileMode }: ManifestLayout): boolean {
  return applicationFileMode === 'single'
}

/** Whether the layout's `kustomization.yaml` takes in the child: its directory, or its one file. */
export function lists(parent: ManifestLayout, child: ManifestLayout): boolean {
  if (child.umbrellaChild || rendersBundles(child)) return false
  return isSingleFile(child) || parent.fluxPlacement !== 'integrated'
}

/** An object of the tree, a List's items among them, with where it is. */
export interface FoundObject {
  layout: ManifestLayout
  object: KubernetesObject
  name: string
  /** As written, `default` where it is left out. */
  namespace: string
  /** The application that emitted it, unless a caller put it there. */
  application?: { application: Application; bundle: Bundle } | undefined
}

/** The Flux objects that are in a tree before anything is generated. */
export interface FluxObjects {
  kustomizations: FoundObject[]
  sources: FoundObject[]
}

export function fluxObjects({ layouts }: Pick<Tree, 'layouts'>): FluxObjects {
  const emitted = new Map<KubernetesObject, FoundObject['application']>()
  for (const { origins } of layouts) {
    for (const { application, bundle, objects } of origins?.rendered ?? []) {
      for (const object of objects) emitted.set(object, { application, bundle })
    }
  }
  const found: FluxObjects = { kustomizations: [], sources: [] }
  for (const layout of layouts) {
    for (const resource of layout.resources) {
      for (const object of objectsOf([resource])) {
        const { group } = parseApiVersion(typeof object.apiVersion === 'string' ? object.apiVersion : '')
        const into =
          group === FLUX_GROUP && object.kind === 'Kustomization'
            ? found.kustomizations
            : group === SOURCE_GROUP
              ? found.sources
              : undefined
        into?.push({ layout, object, ...nameOf(object), application: emitted.get(resource) })
      }
    }
  }
  return found
}

function nameOf({ metadata }: KubernetesObject): { name: string; namespace: string } {
  const { name, namespace } = metadata ?? {}
  return {
    name: typeof name === 'string' ? name : '',
    namespace: typeof namespace === 'string' && namespace !== '' ? namespace : 'default',
  }
}

/** `namespace/name`, what tells Kustomizations apart. */
export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace || 'default'}/${name}`
}
