/** Merging the files of one package: resources field by field, everything else as a whole (kpt 15). */
import { fail } from '../core/error.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import { join } from '../core/path.ts'
import { encodeUtf8 } from '../core/text.ts'
import { mergeThreeWay, saysTheSame, type ThreeWayOptions } from '../krm/merge3.ts'
import { type PackageDocument, type PackageFolder, readPackageFolder } from '../krm/package-files.ts'
import { printPackageFiles } from '../krm/package-write.ts'
import { PATH, pairedAnnotation, removePlaceAnnotations } from '../krm/path-annotations.ts'
import type { Schema } from '../krm/schema.ts'
import { clone } from '../yaml/edit.ts'
import { fieldText, type Mapping } from '../yaml/node.ts'
import { KPTFILE } from './kptfile.ts'
import { groupOf, noteUpstreamName, removeUpstreamName, upstreamName } from './merge-comment.ts'
import { sameBytes, type Tree } from './tree.ts'

export interface FileMergeOptions {
  /** Where the package is, for messages. */
  root: string
  /** What its side is called in messages. */
  name: string
  schema: Schema
  referenceFormat: boolean
  onConflict(where: string): void
}

/** The states of the files of one package, without those of packages in it. */
export interface FileSides {
  local: Tree
  origin: Tree
  updated: Tree
}

/** Resources and where they were read, to be printed later. */
export interface Resources {
  items: Mapping[]
  origins: Map<Mapping, PackageDocument>
}

export interface MergedFiles {
  /** Files without resources, Kptfiles left out. */
  others: Tree
  resources: Resources
}

/** Reads a package that is taken as it is. */
export async function readFiles(tree: Tree, root: string): Promise<MergedFiles> {
  const folder = await readResources(tree, root)
  const others: Tree = new Map()
  for (const [path, bytes] of tree) if (path !== KPTFILE && !folder.files.has(path)) others.set(path, bytes)
  return { others, resources: { items: folder.items, origins: folder.origins } }
}

/** What upstream changed, brought into the local files. */
export async function mergeFiles(sides: FileSides, options: FileMergeOptions): Promise<MergedFiles> {
  const { root } = options
  const local = await readResources(sides.local, root)
  const origin = await readResources(sides.origin, root)
  const updated = await readResources(sides.updated, root)
  const isResources = (path: string) => [local, origin, updated].some(({ files }) => files.has(path))
  const others: Tree = new Map()
  for (const path of new Set([...sides.local.keys(), ...sides.updated.keys()])) {
    if (path === KPTFILE || isResources(path)) continue
    const bytes = mergedFile(path, sides, options)
    if (bytes !== undefined) others.set(path, bytes)
  }
  return { others, resources: mergeResources(local, origin, updated, options) }
}

/** The files of a package with the names that upstream gave its resources noted in them. */
export function printFiles({ others, resources }: MergedFiles, root: string, referenceFormat: boolean): Tree {
  const { items, origins } = resources
  for (const item of items) noteUpstreamName(item)
  const printed: Tree = new Map(others)
  for (const [path, text] of printPackageFiles(items, root, { origins, referenceFormat })) {
    printed.set(path, encodeUtf8(text))
  }
  return printed
}

/** The files of a package that are different, but for what only a fetched package has. */
export async function differentFiles(local: Tree, origin: Tree, root: string): Promise<string[]> {
  const [ours, theirs] = [await readResources(local, root), await readResources(origin, root)]
  const different: string[] = []
  for (const path of new Set([...local.keys(), ...origin.keys()])) {
    if (path === KPTFILE || sameBytes(local.get(path), origin.get(path))) continue
    const [own, other] = [ours.files.get(path), theirs.files.get(path)]
    const isSame =
      own !== undefined &&
      own.documents.length === other?.documents.length &&
      own.documents.every(({ document }, i) =>
        isSameResource(document.root as Mapping, other.documents[i]?.document.root as Mapping),
      )
    if (!isSame) different.push(path)
  }
  return different
}

async function readResources(tree: Tree, root: string): Promise<PackageFolder> {
  const files = new Map([...tree].map(([path, bytes]): [string, Uint8Array] => [join(root, path), bytes]))
  if (files.size === 0) return { items: [], files: new Map(), origins: new Map() }
  return readPackageFolder({ fs: memoryFileSystem(files), root, notesListIndent: true })
}

/** A file that holds no resources: upstream's unless it was changed here. */
function mergedFile(path: string, sides: FileSides, options: FileMergeOptions): Uint8Array | undefined {
  const [local, origin, updated] = [sides.local.get(path), sides.origin.get(path), sides.updated.get(path)]
  if (sameBytes(origin, updated)) return local
  if (sameBytes(local, origin)) return updated
  if (!sameBytes(local, updated)) options.onConflict(`${path}: changed here and upstream, stays as it is here`)
  return local
}

function mergeResources(
  local: PackageFolder,
  origin: PackageFolder,
  updated: PackageFolder,
  options: FileMergeOptions,
): Resources {
  const ours = byIdentity(local.items, options.name)
  const before = byIdentity(origin.items, 'original upstream')
  const theirs = byIdentity(updated.items, 'updated upstream')
  const items: Mapping[] = []
  const origins = new Map<Mapping, PackageDocument>()
  const keep = (item: Mapping, { origins: from }: PackageFolder) => {
    items.push(item)
    const place = from.get(item)
    if (place !== undefined) origins.set(item, place)
  }
  for (const [identity, item] of ours) {
    const old = before.get(identity)
    const now = theirs.get(identity)
    const shown = `${pairedAnnotation(item, PATH)}: ${fieldText(item, 'kind') ?? ''} ${upstreamName(item).name}`
    if (now !== undefined) {
      mergeThreeWay(
        { local: item, origin: old, updated: now },
        typeOf(now, options.schema),
        fieldOptions(shown, options),
      )
      keep(item, local)
    } else if (old === undefined) keep(item, local)
    else if (!isSameResource(item, old)) {
      options.onConflict(`${shown}: removed upstream, stays as it was changed here`)
      keep(item, local)
    }
  }
  for (const [identity, item] of theirs) {
    if (!ours.has(identity) && !before.has(identity)) keep(item, updated)
  }
  return { items, origins }
}

export function fieldOptions(
  shown: string,
  { referenceFormat, onConflict }: Pick<FileMergeOptions, 'referenceFormat' | 'onConflict'>,
): ThreeWayOptions {
  return {
    sortsFields: referenceFormat,
    onConflict: (path) => onConflict(`${shown}: ${path.join('.')} changed here and upstream, upstream's is taken`),
  }
}

function typeOf(item: Mapping, schema: Schema) {
  return schema.lookup(fieldText(item, 'apiVersion') ?? '', fieldText(item, 'kind') ?? '')
}

function byIdentity(items: readonly Mapping[], side: string): Map<string, Mapping> {
  const found = new Map<string, Mapping>()
  for (const item of items) {
    const path = pairedAnnotation(item, PATH) as string
    const { namespace, name } = upstreamName(item)
    const identity = JSON.stringify([path, groupOf(item), fieldText(item, 'kind') ?? '', namespace, name])
    if (found.has(identity)) {
      throw fail(
        'DUPLICATE',
        `found duplicate "${side}" resources in file "${path}", please refer to "update" documentation for the fix`,
      )
    }
    found.set(identity, item)
  }
  return found
}

function isSameResource(a: Mapping, b: Mapping | undefined): boolean {
  if (b === undefined) return false
  const bare = (item: Mapping): Mapping => {
    const made = clone(item)
    removePlaceAnnotations(made)
    removeUpstreamName(made)
    return made
  }
  return saysTheSame(bare(a), bare(b))
}
