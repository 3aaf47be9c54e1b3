/** The corpus' data, short forms and all, as clusters, bundles and layouts (corpus/kure/README.md, section "integration.json"). */
import { readFileSync } from 'node:fs'
import { Source } from '../../../src/core/source.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type {
  Application,
  ApplicationConfig,
  Bundle,
  Cluster,
  ClusterNode,
  SourceRef,
} from '../../../src/stack/model.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { toJson } from '../../../src/yaml/json.ts'
import { parse } from '../../../src/yaml/parse.ts'

/** Plain JSON of the corpus. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is the corpus', checked by what is built of it.
export type Data = any

export function readYamlFile(path: string): Data {
  const document = parse(new Source(path, readFileSync(path, 'utf8')), { comments: false })
  return document === undefined ? null : JSON.parse(toJson(document.root))
}

export function readJsonFile(path: string): Data {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A cluster with its bundles by name and its nodes by path. */
export interface BuiltCluster {
  cluster: Cluster | undefined
  bundles: Map<string, Bundle>
  nodes: Map<string, ClusterNode>
}

interface Options {
  /** A copy takes the name alone of the bundle it stands for, not all its fields. */
  nameOnlyCopies?: boolean
}

/** What refers to other parts, filled in when all of them are there. */
interface Building extends BuiltCluster {
  references: (() => void)[]
  copies: (() => void)[]
  options: Options
}

export function buildCluster(data: Data, options: Options = {}): BuiltCluster {
  const building = newBuilding(options)
  if (data) {
    const { name, node, gitops } = expandRepeats(data)
    building.cluster = { name, ...(gitops && { gitOps: gitops }), ...(node && { node: buildNode(building, node, '') }) }
  }
  resolve(building)
  return building
}

/** A bundle on its own: its dependencies are given in full, or are its own children. */
export function buildBundle(data: Data, options: Options = {}): Bundle {
  const building = newBuilding(options)
  const bundle = bundleOf(building, expandRepeats(data))
  resolve(building)
  return bundle
}

function newBuilding(options: Options): Building {
  return { cluster: undefined, bundles: new Map(), nodes: new Map(), references: [], copies: [], options }
}

function resolve({ references, copies }: Building): void {
  for (const fill of references) fill()
  for (const fill of copies) fill()
}

function buildNode(building: Building, data: Data, above: string): ClusterNode {
  const { children, bundle, packageref, dependsOn, ...fields } = data
  const node: ClusterNode = { name: '', ...fields }
  const path = above === '' ? node.name : `${above}/${node.name}`
  building.nodes.set(path, node)
  if (packageref) node.packageRef = packageref
  if (bundle?.ref) building.references.push(() => void (node.bundle = existing(building.bundles, bundle.ref)))
  else if (bundle) node.bundle = bundleOf(building, bundle)
  if (children) node.children = children.map((child: Data) => buildNode(building, child, path))
  if (dependsOn) {
    building.references.push(() => {
      node.dependsOn = dependsOn.map((entry: Data) =>
        typeof entry === 'string' ? existing(building.nodes, entry) : { name: entry.foreign },
      )
    })
  }
  return node
}

/** The bundle of the data, and nothing of its references yet. */
function bundleOf(building: Building, data: Data): Bundle {
  const { applications, children, dependsOn, sourceRef, ...fields } = data
  const bundle: Bundle = { ...fields }
  if (!building.bundles.has(bundle.name)) building.bundles.set(bundle.name, bundle)
  if (sourceRef) bundle.sourceRef = buildSourceRef(sourceRef)
  if (applications) bundle.applications = applications.map((one: Data) => one && buildApplication(one))
  if (children) {
    bundle.children = []
    for (const [index, child] of children.entries()) {
      if (child?.ref) {
        building.references.push(
          () => void ((bundle.children as Bundle[])[index] = existing(building.bundles, child.ref)),
        )
      } else bundle.children[index] = child?.self ? bundle : child && bundleOf(building, child)
    }
  }
  if (dependsOn) {
    building.references.push(() => {
      const list: Bundle[] = []
      bundle.dependsOn = list
      for (const [index, entry] of dependsOn.entries()) {
        if (entry?.copyOf === undefined) list[index] = dependency(building, bundle, entry)
        else building.copies.push(() => void (list[index] = copy(building, entry)))
      }
    })
  }
  return bundle
}

function dependency(building: Building, bundle: Bundle, entry: Data): Bundle {
  if (entry === null) return entry
  if (typeof entry === 'string') return existing(building.bundles, entry)
  if (entry.self) return bundle
  if (entry.sibling) return existing(building.bundles, entry.sibling)
  return outsideBundle(building, entry.outside ?? entry)
}

function outsideBundle({ options }: Building, data: Data): Bundle {
  return buildBundle(data, options)
}

function copy({ bundles, options }: Building, { copyOf, ...given }: Data): Bundle {
  return options.nameOnlyCopies ? { name: copyOf, ...given } : { ...existing(bundles, copyOf), ...given }
}

function existing<Value>(values: Map<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`the case names ${name}, which it does not define`)
  return value
}

function buildSourceRef(data: Data): SourceRef {
  return data === 'flux-system' ? { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } : data
}

export function buildApplication(data: Data): Application {
  const { objects, augment, ...fields } = data
  const config: ApplicationConfig = { generate: () => buildObjects(objects ?? []) }
  if (augment) {
    config.augmentLayout = (layout) => augmentLayout(layout, augment)
    if (augment.wantsOwnLayout !== undefined) config.wantsOwnLayout = () => augment.wantsOwnLayout
  }
  return { ...fields, config }
}

function augmentLayout(layout: ManifestLayout, { layout: fields, extraFiles, configMapGenerators, children }: Data) {
  Object.assign(layout, structuredClone(fields))
  if (extraFiles) layout.extraFiles = [...(layout.extraFiles ?? []), ...structuredClone(extraFiles)]
  if (configMapGenerators) {
    layout.configMapGenerators = [...(layout.configMapGenerators ?? []), ...structuredClone(configMapGenerators)]
  }
  for (const child of children ?? []) layout.children.push(buildLayout(child, fullRepoPath(layout)))
}

/** A layout by hand. Without a namespace of its own it is below `parent`. */
export function buildLayout(data: Data, parent?: string): ManifestLayout {
  const { name = '', namespace, objects, resources, children, ...fields } = expandRepeats(data)
  const layout: ManifestLayout = {
    ...structuredClone(fields),
    name,
    namespace: namespace ?? parent ?? '',
    resources: buildObjects(resources ?? objects ?? []),
    children: [],
  }
  layout.children = (children ?? []).map((child: Data) => buildLayout(child, fullRepoPath(layout)))
  return layout
}

export function buildObjects(data: Data[]): KubernetesObject[] {
  return data.map((one) => (typeof one === 'string' ? shortObject(one) : fullObject(structuredClone(one))))
}

/** Items of a List and the source of a Kustomization have short forms too. */
function fullObject(object: Data): KubernetesObject {
  if (Array.isArray(object.items)) object.items = buildObjects(object.items)
  if (object.kind === 'Kustomization' && typeof object.spec?.sourceRef === 'string') {
    object.spec.sourceRef = buildSourceRef(object.spec.sourceRef)
  }
  return object
}

/** `v1 ConfigMap default/a`, or `v1 Namespace a`. */
function shortObject(text: string): KubernetesObject {
  const [apiVersion, kind, path] = text.split(' ') as [string, string, string]
  const slash = path.indexOf('/')
  const metadata = slash < 0 ? { name: path } : { name: path.slice(slash + 1), namespace: path.slice(0, slash) }
  return { apiVersion, kind, metadata }
}

/** `{"repeat": "x", "times": n}` is that text n times. */
function expandRepeats(data: Data): Data {
  if (Array.isArray(data)) return data.map(expandRepeats)
  if (data === null || typeof data !== 'object') return data
  if (typeof data.repeat === 'string' && typeof data.times === 'number') return data.repeat.repeat(data.times)
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, expandRepeats(value)]))
}

/** What a caller does to a tree between walk and the next call. */
export function applyEdits(top: ManifestLayout, edits: Data[] = []): void {
  for (const edit of edits) applyEdit(top, expandRepeats(edit))
}

function applyEdit(top: ManifestLayout, edit: Data): void {
  if (edit.replaceResource) {
    for (const layout of layoutsOf(top)) {
      layout.resources = layout.resources.map((object) => {
        const { kind, name } = edit.replaceResource
        return object.kind === kind && object.metadata?.name === name ? structuredClone(edit.with) : object
      })
    }
    return
  }
  const layout = layoutsOf(top).find((one) => fullRepoPath(one) === edit.layout)
  if (layout === undefined) throw new Error(`the case edits ${edit.layout}, which the tree does not have`)
  if (edit.generator !== undefined) {
    const generator = layout.configMapGenerators?.find(({ name }) => name === edit.generator)
    if (generator === undefined) throw new Error(`the case edits generator ${edit.generator}, which is not there`)
    Object.assign(generator, structuredClone(edit.set))
  } else if (edit.set) Object.assign(layout, structuredClone(edit.set))
  if (edit.addChild) layout.children.push(buildLayout(edit.addChild, fullRepoPath(layout)))
  if (edit.addResources) layout.resources.push(...buildObjects(edit.addResources))
}

/** All layouts in pre-order. */
export function layoutsOf(top: ManifestLayout): ManifestLayout[] {
  return [top, ...top.children.flatMap(layoutsOf)]
}

/** A tree as text, all but its origins: equal before and after what must not change it. */
export function serialise(top: ManifestLayout | undefined): string {
  return JSON.stringify(top, (key, value) =>
    key === 'origins' ? undefined : typeof value === 'bigint' ? value.toString() : value,
  )
}
