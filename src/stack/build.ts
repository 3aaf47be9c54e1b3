/**
 * Fluent builders over the model. Each `with…` returns a new builder and leaves the one it was called on as it was, so that
 * a beginning can be branched; mistakes are collected and thrown together by `build()`.
 */
import { type Diagnostic, fail } from '../core/error.ts'
import type { ApplicationConfig, Bundle, Cluster, ClusterNode, GitOpsConfig, PackageRef, SourceRef } from './model.ts'
import { initializeUmbrella } from './model.ts'

/**
 * Starts a cluster.
 *
 * @example
 * ```ts
 * const cluster = newClusterBuilder('demo')
 *   .withNode('apps')
 *   .withBundle('web')
 *   .withApplication('web', { generate: () => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }] })
 *   .build()
 * cluster.node?.bundle?.applications?.length // 1
 * ```
 */
export function newClusterBuilder(name: string): ClusterBuilder {
  return new ClusterBuilder({ cluster: { name }, mistakes: [] })
}

/** What is built so far: never changed, each step makes the next. */
interface State {
  cluster: Cluster
  mistakes: readonly string[]
}

/** The way from the root node to a node: the index of each child. */
type Way = readonly number[]

export class ClusterBuilder {
  constructor(private readonly state: State) {}

  /** Sets the root node. */
  withNode(name: string): NodeBuilder {
    if (name === '') return new NodeBuilder(withMistake(this.state, 'node name must not be empty'), undefined)
    return new NodeBuilder({ ...this.state, cluster: { ...this.state.cluster, node: { name } } }, [])
  }

  withGitOps(gitOps: GitOpsConfig): ClusterBuilder {
    return new ClusterBuilder({ ...this.state, cluster: { ...this.state.cluster, gitOps } })
  }

  /** @throws ToolError with code BUILDER: the first mistake, the others with it */
  build(): Cluster {
    const mistakes = [...this.state.mistakes]
    if (this.state.cluster.name === '') mistakes.push('cluster name must not be empty')
    const [first, ...others] = mistakes
    if (first !== undefined) throw fail('BUILDER', first, { also: others.map(diagnosticOf) })
    const cluster = { ...this.state.cluster }
    if (cluster.node) cluster.node = finished(cluster.node)
    return cluster
  }
}

export class NodeBuilder {
  constructor(
    private readonly state: State,
    private readonly way: Way | undefined,
  ) {}

  /** Adds a child node; the builder returned is the child's. */
  withChild(name: string): NodeBuilder {
    const parent = nodeAt(this.state, this.way)
    if (parent === undefined || this.way === undefined)
      return new NodeBuilder(withMistake(this.state, 'a child needs a node above it'), undefined)
    if (name === '') return new NodeBuilder(withMistake(this.state, 'child node name must not be empty'), undefined)
    const children = [...(parent.children ?? []), { name }]
    return new NodeBuilder(withNodeAt(this.state, this.way, { ...parent, children }), [
      ...this.way,
      children.length - 1,
    ])
  }

  /** Sets the node's bundle; the builder returned is the bundle's. */
  withBundle(name: string): BundleBuilder {
    const node = nodeAt(this.state, this.way)
    if (node === undefined || this.way === undefined)
      return new BundleBuilder(withMistake(this.state, 'a bundle needs a node'), undefined)
    if (name === '') return new BundleBuilder(withMistake(this.state, 'bundle name must not be empty'), undefined)
    return new BundleBuilder(withNodeAt(this.state, this.way, { ...node, bundle: { name } }), this.way)
  }

  withPackageRef(packageRef: PackageRef): NodeBuilder {
    const node = nodeAt(this.state, this.way)
    if (node === undefined || this.way === undefined)
      return new NodeBuilder(withMistake(this.state, 'a package reference needs a node'), undefined)
    return new NodeBuilder(withNodeAt(this.state, this.way, { ...node, packageRef }), this.way)
  }

  /** Back to the cluster. */
  end(): ClusterBuilder {
    return new ClusterBuilder(this.state)
  }

  /** As {@link ClusterBuilder.build}. */
  build(): Cluster {
    return this.end().build()
  }
}

export class BundleBuilder {
  constructor(
    private readonly state: State,
    private readonly way: Way | undefined,
  ) {}

  withApplication(name: string, config: ApplicationConfig): BundleBuilder {
    const { bundle } = this
    if (bundle === undefined) return this.mistaken('an application needs a bundle')
    if (name === '') return this.mistaken('application name must not be empty')
    if (!config) return this.mistaken(`application ${JSON.stringify(name)} needs a config`)
    return this.changed({ ...bundle, applications: [...(bundle.applications ?? []), { name, config }] })
  }

  withDependency(dependency: Bundle): BundleBuilder {
    const { bundle } = this
    if (bundle === undefined) return this.mistaken('a dependency needs a bundle')
    if (!dependency) return this.mistaken(`bundle ${JSON.stringify(bundle.name)} depends on nothing`)
    return this.changed({ ...bundle, dependsOn: [...(bundle.dependsOn ?? []), dependency] })
  }

  withSourceRef(sourceRef: SourceRef): BundleBuilder {
    const { bundle } = this
    if (bundle === undefined) return this.mistaken('a source needs a bundle')
    return this.changed({ ...bundle, sourceRef })
  }

  /** Back to the node. */
  end(): NodeBuilder {
    return new NodeBuilder(this.state, this.way)
  }

  /** As {@link ClusterBuilder.build}. */
  build(): Cluster {
    return new ClusterBuilder(this.state).build()
  }

  private get bundle(): Bundle | undefined {
    return nodeAt(this.state, this.way)?.bundle
  }

  private changed(bundle: Bundle): BundleBuilder {
    const way = this.way as Way
    return new BundleBuilder(withNodeAt(this.state, way, { ...(nodeAt(this.state, way) as ClusterNode), bundle }), way)
  }

  private mistaken(text: string): BundleBuilder {
    return new BundleBuilder(withMistake(this.state, text), this.way)
  }
}

function withMistake(state: State, text: string): State {
  return { ...state, mistakes: [...state.mistakes, text] }
}

function diagnosticOf(message: string): Diagnostic {
  return { severity: 'error', code: 'BUILDER', message, at: [] }
}

function nodeAt({ cluster }: State, way: Way | undefined): ClusterNode | undefined {
  let node = way === undefined ? undefined : cluster.node
  for (const index of way ?? []) node = node?.children?.[index]
  return node
}

/** The state with another node at that place; the nodes on the way are copied, the others shared. */
function withNodeAt(state: State, way: Way, node: ClusterNode): State {
  const replaced = (at: ClusterNode, depth: number): ClusterNode => {
    if (depth === way.length) return node
    const children = [...(at.children ?? [])]
    const index = way[depth] as number
    children[index] = replaced(children[index] as ClusterNode, depth + 1)
    return { ...at, children }
  }
  return { ...state, cluster: { ...state.cluster, node: replaced(state.cluster.node as ClusterNode, 0) } }
}

/** Copies of nodes and bundles, so that what is built is not shared with another branch. */
function finished(node: ClusterNode): ClusterNode {
  const copy = { ...node }
  if (node.bundle) {
    copy.bundle = { ...node.bundle }
    initializeUmbrella(copy.bundle)
  }
  if (node.children) copy.children = node.children.map(finished)
  return copy
}
