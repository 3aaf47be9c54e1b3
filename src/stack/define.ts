/** From a definition, a cluster file or the same data in TypeScript, to the model. */
import { nearest } from '../core/nearest.ts'
import { clean, isAbsolute } from '../core/path.ts'
import type { Location, Source } from '../core/source.ts'
import { checkDefinition, definitionProblem, pathText } from './cluster-file.ts'
import type {
  ApplicationFile,
  BundleFile,
  ChartFile,
  ClusterFile,
  HelmReleaseFile,
  LayoutChildFile,
  NodeFile,
} from './cluster-schema.ts'
import { fullRepoPath, type ManifestLayout } from './layout/manifest.ts'
import type { LayoutRules } from './layout/rules.ts'
import type { Application, ApplicationConfig, Bundle, Cluster, ClusterNode, SourceRef } from './model.ts'
import { initializeUmbrella } from './model.ts'
import type { KubernetesObject } from './object.ts'
import { setPlace } from './places.ts'
import { readObjects } from './plain.ts'

export type ApplicationDefinition = ApplicationFile & { config?: ApplicationConfig }
export type BundleDefinition = Omit<BundleFile, 'applications' | 'children'> & {
  applications?: ApplicationDefinition[]
  children?: BundleDefinition[] | undefined
}
export type NodeDefinition = Omit<NodeFile, 'bundle' | 'children'> & {
  bundle?: BundleDefinition
  children?: NodeDefinition[] | undefined
}
/** A cluster file's data, in which applications may bring a config of their own. */
export type ClusterDefinition = Omit<ClusterFile, 'node'> & { node?: NodeDefinition }

/** Loads what a definition names; paths are relative to the definition's folder and stay in it. */
export interface ApplicationLoader {
  /** A file; rejects when it is not there. */
  read(path: string): Promise<Source>
  /** The names of the files of a folder; undefined when there is none. */
  list(path: string): Promise<string[] | undefined>
  /** The objects that a folder with a kustomization builds. */
  kustomization(path: string): Promise<KubernetesObject[]>
  /** The objects of a package, its pipeline run. */
  package(path: string): Promise<KubernetesObject[]>
  /** The objects of a rendered chart. */
  chart(chart: ChartFile, application: { name: string; namespace?: string }): Promise<KubernetesObject[]>
  /** A HelmRelease, and its source. */
  helmRelease(release: HelmReleaseFile, application: { name: string; namespace?: string }): KubernetesObject[]
}

/**
 * A cluster from its definition, all of it in code: objects inline, configs of one's own.
 *
 * @throws ToolError with code CLUSTER_FILE, naming the place as `node.children[0].bundle`
 * @example
 * ```ts
 * const cluster = defineCluster({
 *   name: 'demo',
 *   node: { name: 'apps', bundle: { name: 'web', applications: [{ name: 'web', objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }] }] } },
 * })
 * cluster.node?.bundle?.name // 'web'
 * ```
 */
export function defineCluster(definition: ClusterDefinition): Cluster {
  const { checked, configs } = check(definition)
  const work = new Work(checked, () => undefined, configs)
  for (const { path, file } of work.applications) {
    const loaded = (['files', 'kustomization', 'package', 'chart', 'helmRelease'] as const).find((name) => file[name])
    if (loaded !== undefined)
      throw definitionProblem([...path, loaded], 'has to be loaded', () => undefined, { hint: 'use loadCluster' })
  }
  return work.finish(new Map())
}

/**
 * A cluster from its definition, with whatever it names loaded.
 *
 * @throws ToolError with code CLUSTER_FILE, and what loading gives
 */
export async function loadCluster(
  definition: ClusterDefinition,
  loader: ApplicationLoader,
  place: (path: readonly PropertyKey[]) => Location | undefined = () => undefined,
): Promise<Cluster> {
  const { checked, configs } = check(definition, place)
  const work = new Work(checked, place, configs)
  if (checked.contentFromDirectories) await work.addContent(loader)
  const loaded = new Map<ApplicationFile, KubernetesObject[]>()
  for (const { path, file } of work.applications) loaded.set(file, await loadApplication(path, file, loader, place))
  return work.finish(loaded)
}

/** The rules a definition sets for the layout. */
export function layoutRulesOf(definition: ClusterDefinition): LayoutRules {
  return definition.layout ?? {}
}

/** Configs are no data: they are taken out while the rest is checked. */
function check(
  definition: ClusterDefinition,
  place?: (path: readonly PropertyKey[]) => Location | undefined,
): { checked: ClusterFile; configs: Map<string, ApplicationConfig> } {
  const configs = new Map<string, ApplicationConfig>()
  const data = { ...definition, ...(definition.node && { node: withoutConfigs(definition.node, ['node'], configs) }) }
  return { checked: checkDefinition(data, place), configs }
}

function withoutConfigs(value: unknown, path: PropertyKey[], configs: Map<string, ApplicationConfig>): unknown {
  if (Array.isArray(value)) return value.map((item, i) => withoutConfigs(item, [...path, i], configs))
  if (typeof value !== 'object' || value === null) return value
  const out: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) {
    if (key === 'config' && typeof item === 'object' && item !== null && 'generate' in item)
      configs.set(pathText(path), item as ApplicationConfig)
    else
      out[key] = ['node', 'bundle', 'children', 'applications'].includes(key)
        ? withoutConfigs(item, [...path, key], configs)
        : item
  }
  return out
}

interface Found<T> {
  path: PropertyKey[]
  file: T
}

/** One definition on its way to the model. */
class Work {
  readonly applications: Found<ApplicationFile>[] = []
  private readonly bundles: (Found<BundleFile> & { bundle: Bundle })[] = []
  private readonly nodes: (Found<NodeFile> & { node: ClusterNode; nodePath: string })[] = []
  private readonly root: ClusterNode | undefined

  constructor(
    private readonly definition: ClusterFile,
    private readonly place: (path: readonly PropertyKey[]) => Location | undefined,
    private readonly configs: ReadonlyMap<string, ApplicationConfig>,
  ) {
    this.root = definition.node && this.node(definition.node, ['node'], '')
  }

  private node(file: NodeFile, path: PropertyKey[], parentPath: string): ClusterNode {
    const name = file.name ?? ''
    const nodePath = parentPath === '' ? name : `${parentPath}/${name}`
    const node: ClusterNode = { name }
    if (file.kustomizationName) node.kustomizationName = file.kustomizationName
    if (file.namedDependsOn) node.namedDependsOn = file.namedDependsOn
    if (file.packageref) node.packageRef = file.packageref
    this.mark(node, path)
    this.nodes.push({ path, file, node, nodePath })
    if (file.bundle) {
      node.bundle = this.bundle(file.bundle, [...path, 'bundle'])
      initializeUmbrella(node.bundle)
    }
    if (file.children)
      node.children = file.children.map((child, i) => this.node(child, [...path, 'children', i], nodePath))
    return node
  }

  private bundle(file: BundleFile, path: PropertyKey[]): Bundle {
    const { applications = [], children, dependsOn: _, sourceRef, ...same } = file
    const bundle = { ...same } as Bundle
    if (sourceRef) bundle.sourceRef = sourceRef as SourceRef
    this.mark(bundle, path)
    this.bundles.push({ path, file, bundle })
    applications.forEach((application, i) => {
      this.applications.push({ path: [...path, 'applications', i], file: application })
    })
    if (children) bundle.children = children.map((child, i) => this.bundle(child, [...path, 'children', i]))
    return bundle
  }

  private mark(item: object, path: readonly PropertyKey[]): void {
    if (this.place(path) !== undefined) setPlace(item, (...more) => this.place([...path, ...more]) as Location)
  }

  /** Bundles without applications take them from the folder of their name, else of their node's name. */
  async addContent(loader: ApplicationLoader): Promise<void> {
    const nodeOf = new Map(this.nodes.map(({ node, file }) => [file.bundle, node.name]))
    for (const { path, file } of this.bundles) {
      if (file.applications !== undefined) continue
      for (const folder of [file.name, nodeOf.get(file)]) {
        if (!folder || !isInside(folder)) continue
        const names = (await loader.list(folder))?.filter((name) => /\.ya?ml$/.test(name))
        if (names === undefined) continue
        file.applications = names.map((name) => ({ name: name.replace(/\.ya?ml$/, ''), files: [`${folder}/${name}`] }))
        file.applications.forEach((application, i) => {
          this.applications.push({ path: [...path, 'applications', i], file: application })
        })
        break
      }
    }
  }

  finish(loaded: ReadonlyMap<ApplicationFile, KubernetesObject[]>): Cluster {
    const pathOf = new Map(this.applications.map(({ path, file }) => [file, path]))
    const byName = new Map<string, Bundle>()
    for (const { bundle } of this.bundles) if (!byName.has(bundle.name)) byName.set(bundle.name, bundle)
    for (const { file, bundle, path } of this.bundles) {
      const applications = (file.applications ?? []).map((application) =>
        this.application(application, pathOf.get(application) ?? path, loaded.get(application)),
      )
      if (applications.length > 0) bundle.applications = applications
      if (file.dependsOn)
        bundle.dependsOn = file.dependsOn.map((name, i) =>
          this.found(
            byName,
            name,
            [...path, 'dependsOn', i],
            `no bundle of this cluster is named ${JSON.stringify(name)}`,
            'bundles outside of this cluster go under namedDependsOn',
          ),
        )
    }
    const byPath = new Map(this.nodes.map(({ nodePath, node }) => [nodePath, node]))
    for (const { file, node, path } of this.nodes) {
      if (file.dependsOn)
        node.dependsOn = file.dependsOn.map((target, i) =>
          this.found(
            byPath,
            target,
            [...path, 'dependsOn', i],
            `there is no node ${JSON.stringify(target)}`,
            'nodes are named by their path from the root, such as prod/apps',
          ),
        )
    }
    const { name, gitops } = this.definition
    const cluster: Cluster = { name }
    if (this.root) cluster.node = this.root
    if (gitops) cluster.gitOps = gitops as NonNullable<Cluster['gitOps']>
    return cluster
  }

  private found<T>(
    index: ReadonlyMap<string, T>,
    name: string,
    path: PropertyKey[],
    message: string,
    otherwise: string,
  ): T {
    const item = index.get(name)
    if (item !== undefined) return item
    const meant = nearest(name, index.keys())
    throw definitionProblem(path, message, this.place, { hint: meant ? `did you mean ${meant}?` : otherwise })
  }

  private application(file: ApplicationFile, path: PropertyKey[], loaded: KubernetesObject[] = []): Application {
    const objects = [...((file.objects ?? []) as KubernetesObject[]), ...loaded]
    const config = this.configs.get(pathText(path)) ?? applicationConfig(objects, file.augment)
    const application: Application = { name: file.name, config }
    if (file.namespace) application.namespace = file.namespace
    if (file.delivery) application.delivery = file.delivery
    this.mark(application, path)
    return application
  }
}

async function loadApplication(
  path: PropertyKey[],
  file: ApplicationFile,
  loader: ApplicationLoader,
  place: (path: readonly PropertyKey[]) => Location | undefined,
): Promise<KubernetesObject[]> {
  const inside = (name: string, ...more: PropertyKey[]): string => {
    if (isInside(name)) return clean(name)
    throw definitionProblem(
      [...path, ...more],
      `${JSON.stringify(name)} leaves the folder of the cluster file`,
      place,
      {
        hint: 'paths are relative to that folder and stay in it',
      },
    )
  }
  const subject = { name: file.name, ...(file.namespace && { namespace: file.namespace }) }
  const objects: KubernetesObject[] = []
  for (const [i, name] of (file.files ?? []).entries())
    objects.push(...readObjects(await loader.read(inside(name, 'files', i))))
  if (file.kustomization !== undefined)
    objects.push(...(await loader.kustomization(inside(file.kustomization, 'kustomization'))))
  if (file.package !== undefined) objects.push(...(await loader.package(inside(file.package, 'package'))))
  if (file.chart !== undefined) objects.push(...(await loader.chart(file.chart, subject)))
  if (file.helmRelease !== undefined) objects.push(...loader.helmRelease(file.helmRelease, subject))
  return objects
}

function isInside(path: string): boolean {
  const cleaned = clean(path)
  return !isAbsolute(path) && cleaned !== '..' && !cleaned.startsWith('../')
}

/** Objects as they are, and what `augment` adds beside them. */
function applicationConfig(objects: KubernetesObject[], augment: ApplicationFile['augment']): ApplicationConfig {
  const config: ApplicationConfig = { generate: () => objects }
  if (augment === undefined) return config
  config.augmentLayout = (layout) => {
    Object.assign(layout, augment.layout)
    if (augment.extraFiles) layout.extraFiles = [...(layout.extraFiles ?? []), ...augment.extraFiles]
    if (augment.configMapGenerators)
      layout.configMapGenerators = [
        ...(layout.configMapGenerators ?? []),
        ...augment.configMapGenerators.map((one) => ({ ...one })),
      ]
    for (const child of augment.children ?? []) layout.children.push(childLayout(child, fullRepoPath(layout)))
  }
  const { wantsOwnLayout } = augment
  if (wantsOwnLayout !== undefined) config.wantsOwnLayout = () => wantsOwnLayout
  return config
}

function childLayout(
  { name, objects = [], children = [], ...settings }: LayoutChildFile,
  namespace: string,
): ManifestLayout {
  const layout = {
    ...structuredClone(settings),
    name,
    namespace,
    resources: objects as KubernetesObject[],
    children: [],
  } as ManifestLayout
  layout.children = children.map((child) => childLayout(child, fullRepoPath(layout)))
  return layout
}
