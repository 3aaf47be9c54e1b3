/** Updating a package (kpt 15): the packages in it, those upstream had and those upstream has now, by a strategy. */
import { fail, ToolError } from '../core/error.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { compareBytes, decodeUtf8, encodeUtf8 } from '../core/text.ts'
import { saysTheSame } from '../krm/merge3.ts'
import type { Schema } from '../krm/schema.ts'
import { clone, removeField, setField } from '../yaml/edit.ts'
import { field, MAPPING, type Mapping } from '../yaml/node.ts'
import { KPTFILE, type Kptfile, readKptfile } from './kptfile.ts'
import { differentFiles, type FileSides, fieldOptions, mergeFiles, printFiles, readFiles } from './merge-files.ts'
import { mergeKptfile } from './merge-kptfile.ts'
import { packagesIn, splitTree, type Tree } from './tree.ts'
import {
  editUpstream,
  kptfileText,
  STRATEGIES,
  type Upstream,
  type UpstreamLock,
  upstreamLockOf,
  upstreamOf,
} from './upstream.ts'

export interface UpdateRequest {
  /** The package here. */
  local: Tree
  /** Upstream when it was last fetched; empty when nobody knows. */
  origin: Tree
  /** Upstream now. */
  updated: Tree
  /** Where the package is, absolute. */
  root: string
  /** What the package is called in messages. */
  name: string
  /** What the package is called in its Kptfile. */
  kptfileName: string
  /** What the Kptfile says afterwards. */
  upstream: Upstream
  lock: UpstreamLock
  /** Loaded. */
  schema: Schema
  referenceFormat: boolean
  /** Told of every place where not both sides could have their way. */
  onConflict(where: string): void
  /** Told why a package that is taken as it is cannot be read; without it that is an error. */
  onUnreadable?(problem: string): void
}

/** What is needed where nothing is merged. */
type Fetched = Omit<UpdateRequest, 'origin' | 'onConflict' | 'schema'>

/** A Kptfile that says nothing yet. */
const BARE_KPTFILE = 'apiVersion: kpt.dev/v1\nkind: Kptfile\n'

export function checkStrategy(strategy: string): void {
  if (!STRATEGIES.some((one) => one === strategy)) throw fail('STRATEGY', `unrecognized update strategy ${strategy}`)
}

/**
 * The files of a package after its update.
 *
 * @example const files = await updatePackage({ local, origin, updated, root: '/srv/web', name: 'web', … })
 *
 * @throws ToolError when the strategy does not allow the update, or a side cannot be read
 */
export async function updatePackage(request: UpdateRequest): Promise<Tree> {
  const { strategy } = request.upstream
  checkStrategy(strategy)
  if (strategy === 'force-delete-replace') return await finish(request, splitTree(request.updated))
  if (strategy === 'copy-merge') return await finish(request, splitTree(copied(request)))
  return await mergePackages(request)
}

/** The files of a package that is new here; what cannot be read in them is told and stays as it is. */
export async function newPackage(
  request: Omit<UpdateRequest, 'local' | 'origin' | 'onConflict' | 'schema'> & { onUnreadable(problem: string): void },
): Promise<Tree> {
  return await finish({ ...request, local: new Map() }, splitTree(request.updated))
}

/** The packages in a tree that name an upstream and were never fetched from it. */
export function remotePackages(tree: Tree, root: string): { folder: string; name: string; upstream: Upstream }[] {
  return packagesIn(tree).flatMap((folder) => {
    const bytes = folder === '' ? undefined : tree.get(join(folder, KPTFILE))
    if (bytes === undefined) return []
    const { document, name } = kptfileOf(bytes, join(root, folder))
    const upstream = upstreamOf(document.root)
    if (upstream === undefined || upstreamLockOf(document.root) !== undefined) return []
    return [{ folder, name, upstream: { ...upstream, strategy: upstream.strategy || STRATEGIES[0] } }]
  })
}

/** Upstream's files over the local ones; what upstream has removed goes. */
function copied(request: UpdateRequest): Tree {
  const { local, origin, updated } = request
  const made = new Map(local)
  for (const path of origin.keys()) if (!updated.has(path) && path !== KPTFILE) made.delete(path)
  for (const [path, bytes] of updated) if (path !== KPTFILE) made.set(path, bytes)
  const kptfile = mergedKptfile(sidesAt(KPTFILE, request), request, '')
  if (kptfile !== undefined) made.set(KPTFILE, kptfile)
  return made
}

async function mergePackages(request: UpdateRequest): Promise<Tree> {
  const [local, origin, updated] = [request.local, request.origin, request.updated].map(splitTree) as [
    Map<string, Tree>,
    Map<string, Tree>,
    Map<string, Tree>,
  ]
  const packages = [...new Set([...local.keys(), ...origin.keys(), ...updated.keys()])].sort(compareBytes)
  const result: Tree = new Map()
  const put = (folder: string, files: Tree) => {
    for (const [path, bytes] of files) result.set(join(folder, path), bytes)
  }
  for (const folder of packages) {
    const [own, before, now] = [local.get(folder), origin.get(folder), updated.get(folder)]
    if (own !== undefined && now !== undefined && (before !== undefined || folder === '')) {
      put(folder, await mergedPackage({ local: own, origin: before ?? new Map(), updated: now }, folder, request))
    } else if (own !== undefined && now !== undefined) {
      throw fail('SUBPACKAGE', `subpackage "${folder}" added in both upstream and local`)
    } else if (own !== undefined) {
      const isEdited = before === undefined || (await editedFiles(own, before, folder, request)).length > 0
      if (before !== undefined && isEdited) {
        request.onConflict(`${folder}: removed upstream, stays as it was changed here`)
      }
      if (isEdited) put(folder, await printed(own, folder, request))
    } else if (now !== undefined && before === undefined) put(folder, await printed(now, folder, request))
  }
  return withUpstream(result, request)
}

async function mergedPackage(sides: FileSides, folder: string, request: UpdateRequest): Promise<Tree> {
  const { root, name, schema, referenceFormat, onConflict, upstream } = request
  const place = join(root, folder)
  if (upstream.strategy === 'fast-forward') {
    const edited = await editedFiles(sides.local, sides.origin, folder, request)
    if (edited.length > 0) {
      throw fail(
        'EDITED',
        `local package files have been modified: [${edited.join(' ')}].\n  use a different update --strategy.`,
      )
    }
    return await printed(withLocalIdentity(sides, request), folder, request)
  }
  const shown = (where: string) => onConflict(join(folder, where))
  const options = { root: place, name, schema, referenceFormat, onConflict: shown }
  const files = printFiles(await mergeFiles(sides, options), place, referenceFormat)
  const kptfile = mergedKptfile(sidesAt(KPTFILE, sides), request, folder)
  if (kptfile !== undefined) files.set(KPTFILE, kptfile)
  return files
}

/** Upstream's files, with what the package is called here and where it came from. */
function withLocalIdentity({ local, updated }: FileSides, { root, referenceFormat }: UpdateRequest): Tree {
  const own = local.get(KPTFILE)
  const now = updated.get(KPTFILE)
  if (own === undefined || now === undefined) return own === undefined ? updated : new Map(updated).set(KPTFILE, own)
  const { source, document } = kptfileOf(now, root)
  const made = document.root as Mapping
  const kept = kptfileOf(own, root)
  editUpstream(made, { name: kept.name })
  for (const name of ['upstream', 'upstreamLock']) {
    const value = field(kept.document.root, name)
    if (value === undefined) removeField(made, name)
    else setField(made, name, clone(value))
  }
  return new Map(updated).set(KPTFILE, encodeUtf8(kptfileText(made, source, referenceFormat)))
}

/** What was changed here since the last fetch. */
async function editedFiles(local: Tree, origin: Tree, folder: string, { root }: UpdateRequest): Promise<string[]> {
  const edited = await differentFiles(local, origin, join(root, folder))
  const [own, before] = [local.get(KPTFILE), origin.get(KPTFILE)]
  if (own !== undefined && before !== undefined && !saysTheSame(comparable(own, root), comparable(before, root))) {
    edited.push(KPTFILE)
  }
  return edited.map((path) => join(folder, path)).sort(compareBytes)
}

/** A Kptfile without what a fetch and a rendering put into it. */
function comparable(bytes: Uint8Array, root: string): Mapping {
  const made = kptfileOf(bytes, root).document.root as Mapping
  for (const name of ['upstream', 'upstreamLock', 'status']) removeField(made, name)
  const metadata = field(made, 'metadata')
  if (metadata?.kind === MAPPING) removeField(metadata, 'name')
  return made
}

interface FileStates {
  local: Uint8Array | undefined
  origin: Uint8Array | undefined
  updated: Uint8Array | undefined
}

function sidesAt(path: string, { local, origin, updated }: FileSides): FileStates {
  return { local: local.get(path), origin: origin.get(path), updated: updated.get(path) }
}

function mergedKptfile(states: FileStates, request: UpdateRequest, folder: string): Uint8Array | undefined {
  const { local, origin, updated } = states
  if (local === undefined || updated === undefined) return local
  const { root, referenceFormat, onConflict } = request
  const own = kptfileOf(local, join(root, folder))
  const made = own.document.root as Mapping
  const rootOf = (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : (kptfileOf(bytes, join(root, folder)).document.root as Mapping)
  const options = fieldOptions(join(folder, KPTFILE), { referenceFormat, onConflict })
  mergeKptfile({ local: made, origin: rootOf(origin), updated: rootOf(updated) }, options)
  return encodeUtf8(kptfileText(made, own.source, referenceFormat))
}

function kptfileOf(bytes: Uint8Array, folder: string): Kptfile {
  const place = join(folder, KPTFILE)
  const text = decodeUtf8(bytes)
  if (text === undefined) throw fail('YAML_SYNTAX', `open ${place}: the file is not UTF-8`)
  return readKptfile(new Source(place, text))
}

async function finish(request: Fetched, packages: ReadonlyMap<string, Tree>): Promise<Tree> {
  const result: Tree = new Map()
  for (const [folder, tree] of packages) {
    for (const [path, bytes] of await printed(tree, folder, request)) result.set(join(folder, path), bytes)
  }
  return withUpstream(result, request)
}

/** A package that is taken as it is, with the names that upstream gave its resources. */
async function printed(tree: Tree, folder: string, request: Fetched): Promise<Tree> {
  const { root, referenceFormat, onUnreadable } = request
  const place = join(root, folder)
  try {
    const files = printFiles(await readFiles(tree, place), place, referenceFormat)
    const kptfile = tree.get(KPTFILE)
    return kptfile === undefined ? files : files.set(KPTFILE, kptfile)
  } catch (error) {
    if (!(error instanceof ToolError) || onUnreadable === undefined) throw error
    onUnreadable(error.message)
    return tree
  }
}

/** The outermost Kptfile says what the package is called here and where this state of it came from. */
function withUpstream(tree: Tree, request: Fetched): Tree {
  const { local, root, kptfileName: name, upstream, lock, referenceFormat } = request
  const { source, document } = kptfileOf(tree.get(KPTFILE) ?? local.get(KPTFILE) ?? encodeUtf8(BARE_KPTFILE), root)
  const made = document.root as Mapping
  editUpstream(made, { name, upstream, lock })
  return tree.set(KPTFILE, encodeUtf8(kptfileText(made, source, referenceFormat)))
}
