/** What a writer would put where, before anything is checked (layout §6). */
import { join } from '../../core/path.ts'
import { compareBytes } from '../../core/text.ts'
import { identityOf, identityText, type ObjectIdentity, objectsOf } from '../identity.ts'
import type { LayoutConfig } from '../layout/config.ts'
import { type FilePer, fullRepoPath, type ManifestLayout } from '../layout/manifest.ts'
import type { KubernetesObject } from '../object.ts'
import { manifestFileName } from './file-names.ts'
import { placeOf, relativePath } from './places.ts'

export interface ObjectFile {
  /** As it came out of the naming: relative to the directory of the layout. */
  name: string
  place: string
  objects: KubernetesObject[]
}

export interface PlannedLayout {
  layout: ManifestLayout
  /** Position in pre-order. */
  index: number
  parent: PlannedLayout | undefined
  children: PlannedLayout[]
  /** As errors name the layout. */
  path: string
  /** The place its files go to: its own directory, or the one above when it is a single file. */
  directory: string
  isSingle: boolean
  isRecursive: boolean
  /** A `kustomization.yaml` is written into the directory. */
  hasKustomization: boolean
  /** In byte order of their names. */
  files: ObjectFile[]
  /** What stands for it under `resources` of its parent, were that Explicit. */
  entry: string | undefined
}

/** The layouts of a tree in pre-order. Without a config each layout's own settings hold, as for disk and tar. */
export function planLayouts(root: ManifestLayout, config?: LayoutConfig): PlannedLayout[] {
  const planned: PlannedLayout[] = []
  const seen = new Set<ManifestLayout>()
  const add = (layout: ManifestLayout, parent: PlannedLayout | undefined): void => {
    const one = plan(layout, parent, planned.length, config)
    planned.push(one)
    parent?.children.push(one)
    // A layout that is met again has the directory of the first time: a check refuses that.
    if (seen.has(layout)) return
    seen.add(layout)
    for (const child of layout.children) add(child, one)
  }
  add(root, undefined)
  return planned
}

export function rendersNodeOrBundle({ origins }: ManifestLayout): boolean {
  return origins !== undefined && (origins.nodes.length > 0 || origins.bundles.length > 0)
}

function plan(
  layout: ManifestLayout,
  parent: PlannedLayout | undefined,
  index: number,
  config: LayoutConfig | undefined,
): PlannedLayout {
  const isSingle =
    (layout.applicationFileMode || (rendersNodeOrBundle(layout) ? '' : config?.applicationFileMode)) === 'single'
  const placement = layout.fluxPlacement || undefined
  const mode =
    layout.mode ||
    (placement === undefined ? undefined : config?.fluxKustomizationMode?.[placement]) ||
    config?.kustomizationMode
  const isRecursive = mode === 'recursive'
  const isVacant = layout.resources.length === 0 && layout.children.length === 0
  const path = fullRepoPath(layout)
  const directory = placeOf(isSingle ? layout.namespace || 'cluster' : path)
  const planned: PlannedLayout = {
    layout,
    index,
    parent,
    children: [],
    path,
    directory,
    isSingle,
    isRecursive,
    hasKustomization: !isRecursive && !(isSingle && (parent !== undefined || isVacant)),
    files: [],
    entry: undefined,
  }
  planned.files = isSingle ? singleFile(layout, directory) : objectFiles(layout, directory, config)
  if (parent !== undefined) planned.entry = entryOf(planned, parent, config !== undefined)
  return planned
}

/** The file of a single-file layout, as errors name it. */
export function singlePath({ layout }: PlannedLayout): string {
  return join(layout.namespace || 'cluster', `${layout.name}.yaml`)
}

function singleFile({ name, resources }: ManifestLayout, directory: string): ObjectFile[] {
  if (resources.length === 0) return []
  const file = `${name}.yaml`
  return [{ name: file, place: placeOf(join(directory, file)), objects: resources }]
}

function objectFiles(layout: ManifestLayout, directory: string, config: LayoutConfig | undefined): ObjectFile[] {
  const per = layout.filePer || config?.filePer || 'resource'
  const nameOf = namingOf(layout, config)
  const byName = new Map<string, ObjectFile>()
  for (const object of layout.resources) {
    const { namespace, kind, name } = writtenIdentity(object)
    const file = nameOf(namespace, kind, name, per)
    const known = byName.get(file)
    if (known !== undefined) known.objects.push(object)
    else byName.set(file, { name: file, place: placeOf(join('/', directory, file)), objects: [object] })
  }
  return [...byName.values()].sort((a, b) => compareBytes(a.name, b.name))
}

type Naming = (namespace: string, kind: string, name: string, per: FilePer) => string

function namingOf(layout: ManifestLayout, config: LayoutConfig | undefined): Naming {
  if (config?.manifestFileName !== undefined) return config.manifestFileName
  const naming = (config === undefined ? layout.fileNaming : config.fileNaming) || 'default'
  return (namespace, kind, name, per) => manifestFileName({ namespace, kind, name }, naming, per)
}

/** What the object itself says, whatever the scope of its kind. */
function writtenIdentity({ kind, metadata }: KubernetesObject): { namespace: string; kind: string; name: string } {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    namespace: text(metadata?.namespace) || 'cluster',
    kind: text(kind).toLowerCase(),
    name: text(metadata?.name),
  }
}

function entryOf(child: PlannedLayout, parent: PlannedLayout, listsPackages: boolean): string | undefined {
  const { layout } = child
  if (layout.umbrellaChild || (layout.origins?.bundles.length ?? 0) > 0) return undefined
  if (child.isSingle) {
    const [file] = child.files
    return file === undefined ? undefined : relativePath(parent.directory, file.place).path
  }
  if (parent.layout.fluxPlacement === 'integrated') return undefined
  return !listsPackages && areOfTwoPackages(layout, parent.layout) ? undefined : layout.name
}

function areOfTwoPackages({ packageRef: a }: ManifestLayout, { packageRef: b }: ManifestLayout): boolean {
  if (a === undefined || b === undefined) return false
  return a.group !== b.group || a.version !== b.version || a.kind !== b.kind
}

/** An object of a layout, with what generates it: a resource, or an entry of `configMapGenerator`. */
export interface HeldObject {
  identity: ObjectIdentity
  text: string
  isGenerated: boolean
}

export function heldObjects({ layout }: PlannedLayout): HeldObject[] {
  const held = objectsOf(layout.resources).map((object) => heldObject(identityOf(object), false))
  for (const { name } of layout.configMapGenerators ?? []) {
    const identity = { group: '', version: 'v1', kind: 'ConfigMap', name, namespace: 'default' }
    held.push(heldObject(identity, true))
  }
  return held
}

function heldObject(identity: ObjectIdentity, isGenerated: boolean): HeldObject {
  return { identity, text: identityText(identity), isGenerated }
}
