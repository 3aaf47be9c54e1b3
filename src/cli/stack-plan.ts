/** Everything that is written for a cluster, checked before. */
import { type Diagnostic, fail } from '../core/error.ts'
import { isFluxKustomization } from '../flux/kustomization.ts'
import { selfCheck } from '../flux/self-check.ts'
import { fullRepoPath, type ManifestLayout } from '../stack/layout/manifest.ts'
import { topDirectory } from '../stack/layout/top-directory.ts'
import type { Bundle, Cluster, ClusterNode } from '../stack/model.ts'
import type { KubernetesObject } from '../stack/object.ts'
import { type LayoutFile, layoutFiles } from '../stack/write/files.ts'
import { printObject } from '../stack/write/print.ts'
import { problemsWithPlaces, withPlaces } from './stack-places.ts'
import type { OpenCluster } from './stack-tools.ts'

export interface StackPlan {
  layout: ManifestLayout
  /** Directories and files below the output, those of the layout first. */
  files: LayoutFile[]
  warnings: Diagnostic[]
}

/**
 * Makes the tree of a cluster with what delivers it, and its bootstrap.
 *
 * @throws ToolError for everything that is wrong, before anything is written
 */
export async function planStack({ cluster, rules, engine }: OpenCluster): Promise<StackPlan> {
  let layout: ManifestLayout | undefined
  try {
    layout = await placed({ cluster, rules, engine })
  } catch (error) {
    throw withPlaces(error, cluster)
  }
  if (layout === undefined)
    throw fail('CLUSTER_EMPTY', `cluster ${JSON.stringify(cluster.name)} has no node`, {
      hint: 'a cluster file has a root: node',
    })
  const files = filesOf(layout, cluster)
  const bootstrap = await bootstrapOf({ cluster, rules, engine })
  const found = await selfCheck({ layout, files, bootstrap, external: externalNames(cluster) })
  const problems = problemsWithPlaces(found, cluster, layout)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first, ...rest] = errors
  if (first !== undefined) throw fail(first.code, first.message, { at: first.at, hint: first.hint, also: rest })
  if (bootstrap.length > 0) files.push(...bootstrapFiles(bootstrap, topDirectory(cluster.node, rules), files))
  return { layout, files, warnings: problems }
}

function filesOf(layout: ManifestLayout, cluster: Cluster): LayoutFile[] {
  try {
    return layoutFiles(layout)
  } catch (error) {
    throw withPlaces(error, cluster, layout)
  }
}

async function placed({ cluster, rules, engine }: OpenCluster): Promise<ManifestLayout | undefined> {
  if (engine === 'argocd') return (await import('../argocd/engine.ts')).createLayoutWithResources(cluster, rules)
  return (await import('../flux/engine/index.ts')).fluxEngine().createLayoutWithResources(cluster, rules)
}

async function bootstrapOf({ cluster, rules, engine }: OpenCluster): Promise<KubernetesObject[]> {
  const config = cluster.gitOps?.bootstrap
  if (engine === 'argocd') return (await import('../argocd/engine.ts')).generateBootstrap(config, rules)
  return await (await import('../flux/bootstrap/bootstrap.ts')).generateBootstrap(config, cluster.node, rules)
}

/** One file outside of the tree: nothing in the cluster applies it but whoever installs Flux. */
function bootstrapFiles(objects: readonly KubernetesObject[], top: string, files: readonly LayoutFile[]): LayoutFile[] {
  const path = `bootstrap/${top === '.' ? 'flux-system' : top}.yaml`
  const taken = files.find((file) => file.path === path || (!file.directory && path.startsWith(`${file.path}/`)))
  if (taken !== undefined)
    throw fail('BOOTSTRAP_TAKEN', `${taken.path} of the tree stands where the bootstrap is written`, {
      hint: 'set layout.clusterName to another directory',
    })
  const made = new Set(files.filter(({ directory }) => directory).map((file) => file.path))
  const above = path
    .split('/')
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join('/'))
  return [
    ...above
      .filter((folder) => !made.has(folder))
      .map((folder): LayoutFile => ({ path: folder, directory: true, content: '' })),
    { path, content: objects.map((object) => printObject(object)).join('---\n') },
  ]
}

/** Names that the cluster says are elsewhere, or leaves to whoever reads it. */
function externalNames({ node: root }: Cluster): Set<string> {
  const names = new Set<string>()
  const bundle = ({ namedDependsOn = [], children = [] }: Bundle): void => {
    for (const name of namedDependsOn) names.add(name)
    children.forEach(bundle)
  }
  const node = (at: ClusterNode): void => {
    for (const name of at.namedDependsOn ?? []) names.add(name)
    if (at.bundle) bundle(at.bundle)
    at.children?.forEach(node)
  }
  if (root) node(root)
  return names
}

/** The objects that deliver a directory, by directory. */
export function deliveredBy(layout: ManifestLayout): Map<string, string[]> {
  const by = new Map<string, string[]>()
  const visit = (at: ManifestLayout): void => {
    for (const { apiVersion = '', kind = '', metadata, spec } of at.resources) {
      const { path } = pathOf(apiVersion, kind, spec)
      if (path === undefined) continue
      const key = path.replace(/^\.?\//, '')
      const name = `${kind} ${metadata?.name ?? ''}`
      const others = by.get(key)
      if (others === undefined) by.set(key, [name])
      else others.push(name)
    }
    at.children.forEach(visit)
  }
  visit(layout)
  return by
}

function pathOf(apiVersion: string, kind: string, spec: unknown): { path?: string } {
  if (isFluxKustomization({ apiVersion, kind })) return spec as { path?: string }
  if (kind === 'Application' && apiVersion.startsWith('argoproj.io/'))
    return (spec as { source: { path?: string } }).source
  return {}
}

export function directoryOf(layout: ManifestLayout): string {
  return fullRepoPath(layout).replace(/^\//, '')
}
