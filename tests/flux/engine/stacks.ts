/** Small stacks and short views of what the engine makes of them. */
import { ToolError } from '../../../src/core/error.ts'
import { fluxEngine, type ResourceSettings } from '../../../src/flux/engine/index.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../../src/stack/model.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'

export const SOURCE = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' }

export function configMap(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } }
}

/** Emits the objects anew with every call. */
export function application(name: string, objects: KubernetesObject[] = [configMap(name)]): Application {
  return { name, config: { generate: () => structuredClone(objects) } }
}

/** Reads the tree's own source and delivers one ConfigMap of its name, unless the fields say otherwise. */
export function bundle(name: string, fields: Partial<Bundle> = {}): Bundle {
  return { name, sourceRef: { ...SOURCE }, applications: [application(`${name}-app`)], ...fields }
}

export function node(name: string, fields: Partial<ClusterNode> = {}): ClusterNode {
  return { name, ...fields }
}

/** A root node `prod`. */
export function cluster(fields: Partial<ClusterNode> = {}): Cluster {
  return { name: 'demo', node: node('prod', fields) }
}

export const PLACEMENTS = ['separate', 'integrated-per-bundle', 'integrated'] as const

type Settings = Partial<ResourceSettings>

export function walk(given: Cluster, rules: LayoutRules = {}): ManifestLayout {
  return walkCluster(given, rules) as ManifestLayout
}

export function create(given: Cluster, rules: LayoutRules = {}, settings: Settings = {}): ManifestLayout {
  return fluxEngine(settings).createLayoutWithResources(given, rules) as ManifestLayout
}

export function integrate(
  tree: ManifestLayout,
  given: Cluster,
  rules: LayoutRules = {},
  settings: Settings = {},
): ManifestLayout {
  fluxEngine(settings).integrateWithLayout(tree, given, rules)
  return tree
}

export function list(given: Cluster, rules: LayoutRules = {}, settings: Settings = {}): string[] {
  return fluxEngine(settings).generateFromCluster(given, rules).map(brief)
}

export function layoutsOf(tree: ManifestLayout): ManifestLayout[] {
  return [tree, ...tree.children.flatMap(layoutsOf)]
}

export function layoutAt(tree: ManifestLayout, directory: string): ManifestLayout {
  const found = layoutsOf(tree).find((layout) => fullRepoPath(layout) === directory)
  if (found === undefined) throw new Error(`no layout ${directory}`)
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: objects of any kind are looked into.
export type Loose = any

export function kustomizations(tree: ManifestLayout): Loose[] {
  return layoutsOf(tree).flatMap(({ resources }) => resources.filter(({ kind }) => kind === 'Kustomization'))
}

export function kustomization(tree: ManifestLayout, name: string): Loose {
  const found = kustomizations(tree).find(({ metadata }) => metadata.name === name)
  if (found === undefined) throw new Error(`no Kustomization ${name}`)
  return found
}

/** One line for each object, below its directory. */
export function outline(tree: ManifestLayout): string {
  return layoutsOf(tree)
    .flatMap((layout) => [`${fullRepoPath(layout)}/`, ...layout.resources.map((object) => `  ${brief(object)}`)])
    .join('\n')
}

/** `Kustomization web: apps/web, after db, checks api, waits`, or kind and name. */
export function brief({ kind, metadata, spec }: Loose): string {
  if (kind !== 'Kustomization') return `${kind} ${metadata.name}`
  const names = (entries: Loose[] = []) => entries.map(({ name }) => name).join(' ')
  const parts = [
    spec.path,
    spec.dependsOn && `after ${names(spec.dependsOn)}`,
    spec.healthChecks && `checks ${names(spec.healthChecks)}`,
    spec.wait && 'waits',
    spec.patches && `${spec.patches.length} patches`,
  ]
  return `Kustomization ${metadata.name}: ${parts.filter(Boolean).join(', ')}`
}

/** The whole message. Whatever tree is given must be as it was. */
export function refusal(run: () => unknown, tree?: ManifestLayout): string {
  const before = JSON.stringify(tree, withoutOrigins)
  try {
    run()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    if (JSON.stringify(tree, withoutOrigins) !== before) throw new Error('the refused call changed the tree')
    return `${error.code}: ${error.message}`
  }
  throw new Error('was accepted')
}

function withoutOrigins(key: string, value: unknown): unknown {
  return key === 'origins' ? undefined : value
}
