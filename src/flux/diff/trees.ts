/** Two trees, each rendered as far as the comparison needs it. */
import { FileError, type FileSystem } from '../../core/host.ts'
import type { Access } from '../../core/recording-fs.ts'
import { maskHidden } from '../hidden-values.ts'
import type { FluxKustomization } from '../kustomization.ts'
import { type FluxObject, idOf, printObject } from '../object.ts'
import { renderTree } from '../render-tree.ts'
import {
  type FluxTree,
  type OpaqueObject,
  objectsOf,
  type RenderedInputs,
  type RenderRequest,
  type TreeKustomization,
  type TreeOptions,
} from '../tree.ts'
import { isAskedFor } from '../tree-objects.ts'
import type { Changes } from './changes.ts'
import { type ComparedKustomization, RELEASE_MARK } from './objects.ts'
import { UntouchedSearch } from './untouched.ts'

export interface TreeSides {
  base: TreeOptions
  head: TreeOptions
  /** What differs, where both are states of the same folder: everything else is rendered once, or not at all. */
  changes?: Changes | undefined
}

export interface ComparedTrees {
  base: FluxTree
  head: FluxTree
  /** Ids of those that are known to be the same without having been compared. */
  same: ReadonlySet<string>
}

/** Everything that decides about objects but the files. */
function keyOf({ id, kustomization, source, folder, references }: RenderRequest): string {
  const { found, revision, url } = source
  return JSON.stringify([id, kustomization, source.id, found, revision, url, folder, references])
}

const NOTHING: RenderedInputs = { generated: { action: 'unchanged', path: '', text: '' }, stages: [], inputs: [] }

/** Renders both sides. What is left out of one is left out of the other, else both are rendered anew with it. */
export async function renderSides({ base, head, changes }: TreeSides): Promise<ComparedTrees> {
  if (changes === undefined)
    return { base: await renderTree(base), head: await renderTree(head), same: new Set<string>() }
  // The disk is the quicker one to read.
  const disk = head.fs.isDisk === true ? head : base
  const memory = { base: new Map<string, RenderedInputs>(), head: new Map<string, RenderedInputs>() }
  /** Names of objects that variables are taken from, and which something left out may have. */
  const wanted = new Set<string>()
  const forced = new Set<string>()
  const decoded = new WeakMap<FluxObject, FluxKustomization>()
  // A release has other objects when its chart changes, whatever applies it.
  for (let leavesOut = base.renderRelease === undefined; ; ) {
    const search = new UntouchedSearch(changes, wanted, { fs: disk.fs, root: disk.repository })
    const skipped = new Map<string, string>()
    const skips = async (request: RenderRequest, key: string) => {
      if (!leavesOut || request.source.isMoved || forced.has(request.id) || !(await search.isUntouched(request)))
        return false
      skipped.set(request.id, key)
      return true
    }
    const before = await renderTree({
      ...base,
      decoded,
      reuse: async (request) => {
        const key = keyOf(request)
        return memory.base.get(key) ?? ((await skips(request, key)) ? NOTHING : undefined)
      },
    })
    remember(before, memory.base, skipped)
    const earlier = new Map(before.kustomizations.map((one) => [one.id, one]))
    const same = new Set<string>()
    const left = new Set<string>()
    const after = await renderTree({
      ...head,
      decoded,
      reuse: async (request) => {
        const key = keyOf(request)
        if (skipped.get(request.id) === key) {
          left.add(request.id)
          return NOTHING
        }
        const known = memory.head.get(key)
        if (known !== undefined) return known
        const one = earlier.get(request.id)
        if (one === undefined || skipped.has(request.id) || one.status !== 'rendered' || request.source.isMoved)
          return undefined
        if (keyOf(one as RenderRequest) !== key || !(await hasSameInputs(one, request, changes))) return undefined
        same.add(request.id)
        return { ...NOTHING, inputs: one.inputs, stages: one.stages }
      },
    })
    remember(after, memory.head, left)
    const missing = missingNames([before, after]).filter((name) => !wanted.has(name))
    const uneven = [...skipped.keys()].filter((id) => !left.has(id))
    const isFaithful = !leavesOut || sourcesText(before) === sourcesText(after)
    if (skipped.size === 0 || (missing.length === 0 && uneven.length === 0 && isFaithful))
      return { base: before, head: after, same: new Set([...same, ...left]) }
    for (const name of missing) wanted.add(name)
    for (const id of uneven) forced.add(id)
    if (!isFaithful) leavesOut = false
  }
}

function remember(tree: FluxTree, memory: Map<string, RenderedInputs>, skipped: { has(id: string): boolean }): void {
  for (const one of tree.kustomizations) {
    if (one.status !== 'rendered' || one.source === undefined || skipped.has(one.id)) continue
    memory.set(keyOf(one as RenderRequest), { ...NOTHING, inputs: one.inputs, stages: one.stages })
  }
}

function missingNames(trees: readonly FluxTree[]): string[] {
  return trees.flatMap(({ kustomizations }) =>
    kustomizations.flatMap(({ references }) =>
      references.filter(({ values }) => values === undefined).map(({ name }) => name),
    ),
  )
}

/** What decides about the files of the others. */
function sourcesText({ kustomizations }: FluxTree): string {
  const texts: string[] = []
  for (const one of kustomizations) {
    for (const object of objectsOf(one)) {
      const id = idOf(object)
      if (isAskedFor(id) && id.apiVersion !== 'v1') texts.push(printObject(object))
    }
  }
  return texts.sort().join('---\n')
}

/** Every question that was asked of the files has the answer that it had. */
async function hasSameInputs(one: TreeKustomization, request: RenderRequest, changes: Changes): Promise<boolean> {
  const before = one.source?.files?.fs
  const after = request.source.files?.fs
  if (before === undefined || after === undefined) return false
  for (const access of one.inputs) if (!(await isSameAnswer(access, before, after, changes))) return false
  return true
}

async function isSameAnswer(
  { operation, path }: Access,
  before: FileSystem,
  after: FileSystem,
  changes: Changes,
): Promise<boolean> {
  const ask = async (fs: FileSystem): Promise<string> => {
    try {
      if (operation === 'list') return JSON.stringify(await fs.list(path))
      if (operation === 'stat') return JSON.stringify(await fs.stat(path)) ?? ''
      return await fs.real(path)
    } catch (error) {
      if (error instanceof FileError) return `${error.code} ${error.path}`
      throw error
    }
  }
  const answer = await ask(before)
  if (answer !== (await ask(after))) return false
  return operation !== 'read' || !changes.touches(answer)
}

/** The Kustomizations of a tree as they are compared. */
export function comparedKustomizations(
  tree: FluxTree,
  other: FluxTree | undefined,
  same: ReadonlySet<string>,
): ComparedKustomization[] {
  const others = new Map((other?.kustomizations ?? []).map((one) => [one.id, one]))
  const problems = new Map(
    tree.problems.filter(({ severity }) => severity === 'error').map(({ about, message }) => [about, message]),
  )
  // What was written earlier has no releases.
  const releases = new Map<string, ComparedKustomization[]>()
  for (const release of other === undefined ? [] : tree.opaque) {
    const list = releases.get(release.by)
    if (list === undefined) releases.set(release.by, comparedRelease(release))
    else list.push(...comparedRelease(release))
  }
  return tree.kustomizations.flatMap((one): ComparedKustomization[] => {
    const { id, kustomization, status, isImplied } = one
    const { prune, suspend, deletionPolicy } = kustomization.spec
    const isSuspended = status === 'suspended'
    const opposite = others.get(id)
    const isOneSided = isSuspended && opposite !== undefined && opposite.status !== 'suspended'
    const problem = isOneSided
      ? 'it is suspended on one side: what it has applied before stays as it is'
      : status === 'failed'
        ? (problems.get(`Kustomization/${id}`) ?? problems.get(id) ?? 'it cannot be rendered')
        : undefined
    const compared: ComparedKustomization = {
      name: id,
      // Whatever applies the path is not known here; that it deletes is what one has to be ready for.
      prune: prune || isImplied,
      isSuspended: suspend,
      deletionPolicy,
      // What was written earlier has decrypted values masked, so they are on this side.
      objects: same.has(id)
        ? []
        : other === undefined
          ? objectsOf(one).map((object) => maskHidden(object))
          : objectsOf(one),
      ...(problem === undefined ? {} : { problem }),
    }
    return [compared, ...(releases.get(id) ?? [])]
  })
}

/** Nothing when releases were not to be rendered. */
function comparedRelease({ namespace, name, objects, problem }: OpaqueObject): ComparedKustomization[] {
  if (objects === undefined && problem === undefined) return []
  const settings = { prune: true, isSuspended: false, deletionPolicy: '' }
  return [
    {
      name: `${RELEASE_MARK}${namespace}/${name}`,
      ...settings,
      objects: objects ?? [],
      ...(problem === undefined ? {} : { problem }),
    },
  ]
}
