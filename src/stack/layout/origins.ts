/** Which layout renders what: the cluster resolved against its tree. */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import {
  type Application,
  type Bundle,
  bundleDirectoryName,
  type Cluster,
  type ClusterNode,
  unitName,
} from '../model.ts'
import type { KubernetesObject } from '../object.ts'
import { placeOf } from '../places.ts'
import { checkDependencyCopies, type NodeBundle, nodePath } from '../validate/cluster.ts'
import { directoryKey } from './directory.ts'
import { fullRepoPath, type ManifestLayout } from './manifest.ts'
import { checkUnitCycles } from './unit-cycles.ts'

/** A *unit* is a layout that renders bundles: one directory, one Kustomization, named after the first of its bundles. */
export interface OriginIndex {
  /** The layout whose directory holds the bundle's objects. */
  bundleLayout(bundle: Bundle): ManifestLayout | undefined
  nodeLayout(node: ClusterNode): ManifestLayout | undefined
  parent(layout: ManifestLayout): ManifestLayout | undefined
  /** In pre-order of their layouts. */
  bundles(): readonly Bundle[]
  /** In pre-order. */
  units(): readonly ManifestLayout[]
  /** The name of the bundle's unit. Another object with a bundle's name stands for that bundle, one outside the cluster for itself. */
  unitName(bundle: Bundle): string
  /** The name of the unit that a Kustomization's name leads to; an unknown name unchanged. */
  unitOfName(name: string): string
  /** The units that a unit's bundles depend on, without the unit itself. */
  unitDependencies(layout: ManifestLayout): string[]
  unitNamedDependencies(layout: ManifestLayout): string[]
  /** The directory that the bundle's Kustomization builds. */
  kustomizationPath(bundle: Bundle): string | undefined
  /** The bundle with the umbrellas above it, as errors name it. */
  bundlePath(bundle: Bundle): string
  nodePath(node: ClusterNode): string
}

/**
 * Finds for every bundle and node the layout that renders it.
 *
 * @throws ToolError for a tree that the walk did not make of this cluster, and for what cannot be resolved unambiguously
 * @example indexOrigins(walkCluster(cluster, rules), cluster).kustomizationPath(bundle) // 'prod/web'
 */
export function indexOrigins(top: ManifestLayout, cluster: Cluster): OriginIndex {
  const reached = reach(cluster)
  const found = collect(top, reached, cluster)
  checkComplete(found, reached, cluster)
  checkUniqueNames(found.bundles, reached)
  checkDependencyCopies(cluster.name, reached.nodeBundles)
  checkDirectories(found, reached)
  const index = originIndex(found, reached)
  const dependencies = index
    .units()
    .map((unit): [string, string[]] => [
      index.unitName(unit.origins?.bundles[0] as Bundle),
      [...index.unitDependencies(unit), ...index.unitNamedDependencies(unit)],
    ])
  checkUnitCycles(new Map(dependencies))
  return index
}

/** What the cluster holds. */
interface Reached {
  /** The node of each with its path from the root. */
  nodes: Map<ClusterNode, string>
  bundles: Map<Bundle, { path: string; node: string }>
  nodeBundles: NodeBundle[]
}

function reach(cluster: Cluster): Reached {
  const reached: Reached = { nodes: new Map(), bundles: new Map(), nodeBundles: [] }
  const visitBundle = (bundle: Bundle, path: string, node: string) => {
    if (reached.bundles.has(bundle)) return
    reached.bundles.set(bundle, { path, node })
    for (const child of bundle.children ?? []) if (child) visitBundle(child, `${path}/${child.name}`, node)
  }
  const visit = (node: ClusterNode, above: string) => {
    if (reached.nodes.has(node)) return
    const path = nodePath(above, node.name ?? '')
    reached.nodes.set(node, path)
    if (node.bundle) {
      reached.nodeBundles.push({ bundle: node.bundle, path })
      visitBundle(node.bundle, node.bundle.name, path)
    }
    for (const child of node.children ?? []) if (child) visit(child, path)
  }
  if (cluster.node) visit(cluster.node, '')
  return reached
}

/** What the tree renders. */
interface Found {
  bundles: Map<Bundle, ManifestLayout>
  nodes: Map<ClusterNode, ManifestLayout>
  parents: Map<ManifestLayout, ManifestLayout>
  units: ManifestLayout[]
}

function collect(top: ManifestLayout, reached: Reached, cluster: Cluster): Found {
  const found: Found = { bundles: new Map(), nodes: new Map(), parents: new Map(), units: [] }
  const add = <Key extends { name: string }>(
    what: string,
    key: Key,
    layout: ManifestLayout,
    into: Map<Key, ManifestLayout>,
    all: ReadonlyMap<Key, unknown>,
  ) => {
    const named = () => `${what} ${goQuote(key.name)}`
    if (!all.has(key)) {
      const message = `layout ${goQuote(fullRepoPath(layout))} renders ${named()}, which is not reachable from cluster ${goQuote(cluster.name)}`
      throw fail('LAYOUT_OF_ANOTHER_CLUSTER', message, { hint: 'walk the cluster again' })
    }
    const other = into.get(key)
    if (other !== undefined) {
      const both = `${goQuote(fullRepoPath(other))} and ${goQuote(fullRepoPath(layout))}`
      throw fail('RENDERED_TWICE', `${named()} is rendered by two layouts: ${both}`)
    }
    into.set(key, layout)
  }
  const visit = (layout: ManifestLayout) => {
    const { nodes = [], bundles = [] } = layout.origins ?? {}
    for (const node of nodes) add('node', node, layout, found.nodes, reached.nodes)
    for (const bundle of bundles) add('bundle', bundle, layout, found.bundles, reached.bundles)
    if (bundles.length > 0) found.units.push(layout)
    for (const child of layout.children) {
      found.parents.set(child, layout)
      visit(child)
    }
  }
  visit(top)
  return found
}

function checkComplete(found: Found, reached: Reached, cluster: Cluster): void {
  const missing: string[] = []
  for (const [node, path] of reached.nodes) if (!found.nodes.has(node)) missing.push(`node ${goQuote(path)}`)
  for (const [bundle, { path }] of reached.bundles) {
    if (!found.bundles.has(bundle)) missing.push(`bundle ${goQuote(path)}`)
  }
  if (missing.length === 0) return
  const message = `layout does not render cluster ${goQuote(cluster.name)}: missing ${missing.join(', ')}; build it with layout.WalkCluster`
  throw fail('LAYOUT_INCOMPLETE', message)
}

function checkUniqueNames(bundles: Map<Bundle, ManifestLayout>, reached: Reached): void {
  const names = new Map<string, Bundle>()
  const units = new Map<string, Bundle>()
  for (const bundle of bundles.keys()) {
    const sameName = names.get(bundle.name)
    if (sameName !== undefined) {
      const message = `two bundles are named ${goQuote(bundle.name)}, ${both(sameName, bundle, reached)}: a bundle's name is unique in its cluster`
      throw fail('BUNDLE_NAME_TWICE', message, {
        at: [...placeOf(sameName, 'name'), ...placeOf(bundle, 'name')],
        hint: 'rename one of them; dirName keeps its directory',
      })
    }
    names.set(bundle.name, bundle)
  }
  for (const bundle of bundles.keys()) {
    const unit = unitName(bundle)
    const sameUnit = units.get(unit)
    if (sameUnit !== undefined) {
      const message = `bundles ${both(sameUnit, bundle, reached)} would both get a Kustomization named ${goQuote(unit)}: that name, the bundle's KustomizationName or else its Name, must be unique`
      throw fail('KUSTOMIZATION_NAME_TWICE', message, {
        at: [...placeOf(sameUnit), ...placeOf(bundle)],
        hint: 'set kustomizationName on one of them',
      })
    }
    units.set(unit, bundle)
  }
}

/** Two bundles as errors name them: by path, and by node where the paths are one. */
function both(a: Bundle, b: Bundle, { bundles }: Reached): string {
  const first = bundles.get(a) ?? { path: a.name, node: '' }
  const second = bundles.get(b) ?? { path: b.name, node: '' }
  const where = (node: string) => (first.path === second.path ? ` at node ${goQuote(node)}` : '')
  return `${goQuote(first.path)}${where(first.node)} and ${goQuote(second.path)}${where(second.node)}`
}

function checkDirectories(found: Found, reached: Reached): void {
  for (const layout of new Set([...found.nodes.values(), ...found.units])) {
    if (layout.applicationFileMode !== 'single') continue
    const where = `its files are written into ${goQuote(layout.namespace || 'cluster')}, not into its own directory`
    const message = `layout ${goQuote(fullRepoPath(layout))} renders a node or bundle but is AppFileSingle: ${where}`
    throw fail('LAYOUT_SINGLE_FILE', message, { hint: 'applications and hand-built layouts alone can be one file' })
  }
  const directories = new Map<string, Bundle>()
  for (const layout of found.units) {
    const { nodes = [], bundles = [] } = layout.origins ?? {}
    const bundle = bundles[0]
    // Rendered in a node's directory, a bundle has none of its own.
    if (bundle === undefined || nodes.length > 0) continue
    const name = bundleDirectoryName(bundle)
    if (layout.name !== name) {
      const path = goQuote(reached.bundles.get(bundle)?.path ?? bundle.name)
      const message = `layout ${goQuote(fullRepoPath(layout))} of bundle ${path} is named ${goQuote(layout.name)}, but the bundle's directory is named ${goQuote(name)}: its DirName, or its Name without one`
      throw fail('BUNDLE_DIRECTORY_RENAMED', message, { hint: 'set dirName on the bundle and walk the cluster again' })
    }
    const key = directoryKey(layout)
    const other = directories.get(key)
    if (other !== undefined) {
      const message = `bundles ${both(other, bundle, reached)} have one directory ${goQuote(fullRepoPath(layout))}: a bundle's directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it`
      throw fail('BUNDLE_DIRECTORY_TWICE', message, {
        at: [...placeOf(other), ...placeOf(bundle)],
        hint: 'set dirName on one of them; upper and lower case are one',
      })
    }
    directories.set(key, bundle)
  }
}

function originIndex(found: Found, reached: Reached): OriginIndex {
  const byName = new Map<string, Bundle>()
  const units = new Map<string, string>()
  const firstName = (layout: ManifestLayout) => unitName(layout.origins?.bundles[0] as Bundle)
  for (const [bundle, layout] of found.bundles) {
    byName.set(bundle.name, bundle)
    units.set(unitName(bundle), firstName(layout))
  }
  const layoutOf = (bundle: Bundle) => found.bundles.get(bundle) ?? found.bundles.get(byName.get(bundle.name) ?? bundle)
  const nameOf = (bundle: Bundle) => {
    const layout = layoutOf(bundle)
    return layout === undefined ? unitName(bundle) : firstName(layout)
  }
  const unitOfName = (name: string) => units.get(name) ?? name
  const mapped = <Entry>(
    layout: ManifestLayout,
    entries: (bundle: Bundle) => Entry[] | undefined,
    name: (entry: Entry) => string,
  ) => {
    const { bundles = [] } = layout.origins ?? {}
    if (bundles.length === 0) return []
    const names = new Set(bundles.flatMap((bundle) => entries(bundle) ?? []).map(name))
    names.delete(firstName(layout))
    return [...names]
  }
  const order = [...found.bundles.keys()]
  return {
    bundleLayout: layoutOf,
    nodeLayout: (node) => found.nodes.get(node),
    parent: (layout) => found.parents.get(layout),
    bundles: () => order,
    units: () => found.units,
    unitName: nameOf,
    unitOfName,
    unitDependencies: (layout) => mapped(layout, ({ dependsOn }) => dependsOn, nameOf),
    unitNamedDependencies: (layout) => mapped(layout, ({ namedDependsOn }) => namedDependsOn, unitOfName),
    kustomizationPath(bundle) {
      const layout = layoutOf(bundle)
      return layout && fullRepoPath(layout)
    },
    bundlePath: (bundle) => reached.bundles.get(bundle)?.path ?? bundle.name,
    nodePath: (node) => reached.nodes.get(node) ?? node.name,
  }
}

/** An application rendered in a layout. */
export interface OriginApplication {
  application: Application
  objects: KubernetesObject[]
  layout?: ManifestLayout
}

/**
 * The applications rendered in a layout, in order: what each came to (its augmenter's objects among them), and its own directory.
 *
 * @example originApplicationObjects(layout)[0]?.objects
 */
export function originApplicationObjects(layout: ManifestLayout): OriginApplication[] {
  return (layout.origins?.rendered ?? []).map(({ application, objects, layout: own }) =>
    own === undefined ? { application, objects } : { application, objects, layout: own },
  )
}

/**
 * The objects that a bundle's applications render in a layout and in their own directories below it. Each ConfigMap that a generator
 * will make is there as an object of that name, without content.
 *
 * @example originBundleObjects(layout, bundle).map(({ kind }) => kind)
 */
export function originBundleObjects(layout: ManifestLayout, bundle: Bundle): KubernetesObject[] {
  const out: KubernetesObject[] = []
  const addGenerated = (one: ManifestLayout) => {
    for (const { name } of one.configMapGenerators ?? []) {
      out.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
    }
    for (const child of one.children) addGenerated(child)
  }
  for (const rendered of layout.origins?.rendered ?? []) {
    if (rendered.bundle !== bundle) continue
    for (const object of rendered.objects) out.push(object)
    if (rendered.layout !== undefined) addGenerated(rendered.layout)
  }
  return out
}
