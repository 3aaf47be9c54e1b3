/** W-13 and W-17 to W-19: directories of which Flux makes the kustomization itself. */
import { goQuote } from '../../core/text.ts'
import { below, directoryAbove } from './places.ts'
import type { PlannedLayout } from './plan.ts'
import { isControlFile, layoutName, recursiveName, writeFailed } from './refusal.ts'

/** Layouts that the Flux build of a marked Recursive directory takes in, by that directory's. */
export type Regions = ReadonlyMap<PlannedLayout, readonly PlannedLayout[]>

export function checkRecursive(planned: readonly PlannedLayout[]): Regions {
  const recursive = planned.filter((one) => one.isRecursive && !one.isSingle)
  if (recursive.length === 0) return new Map()
  for (const one of recursive) checkListed(one)
  const marked = recursive.filter(({ layout }) => layout.fluxBuild)
  const folders = marked.length === 0 ? new Map<string, Folder>() : foldersOf(planned)
  for (const one of marked) {
    if (hasFile(folders, one.directory)) continue
    throw writeFailed(
      'RECURSIVE_EMPTY',
      one.path,
      `${layoutName(one)} is KustomizationRecursive and a generated Flux Kustomization builds its directory, but it holds no file`,
      'Flux refuses a directory without files: leave the mode unset, or give it something to apply',
    )
  }
  for (const one of recursive) checkPerLayout(one, planned)
  const regions = new Map<PlannedLayout, PlannedLayout[]>()
  for (const one of marked) regions.set(one, new Region(one, folders).members())
  return regions
}

/** W-13. */
function checkListed(one: PlannedLayout): void {
  const { parent } = one
  if (parent === undefined || !parent.hasKustomization || one.entry === undefined) return
  throw writeFailed(
    'RECURSIVE_LISTED',
    one.path,
    `${layoutName(one)} is KustomizationRecursive and writes no kustomization.yaml, but the kustomization.yaml of ${layoutName(parent)} lists its directory`,
    'make both Explicit, or both Recursive',
  )
}

/** W-19. */
function checkPerLayout(one: PlannedLayout, planned: readonly PlannedLayout[]): void {
  const isDelivered = one.layout.fluxBuild || planned[0]?.layout.fluxBuild
  if (!isDelivered || one.layout.fluxPlacement !== 'integrated' || one.children.length === 0) return
  throw writeFailed(
    'RECURSIVE_PER_LAYOUT',
    one.path,
    `${layoutName(one)} is KustomizationRecursive and has child layouts, each with a Flux Kustomization of its own: the Flux build of ${goQuote(one.path)} would apply their directories as well`,
    'leave its mode Explicit, or use another placement',
  )
}

interface FolderFile {
  one: PlannedLayout
  kind: 'object' | 'extra'
  name: string
  /** The last segment. */
  base: string
}

interface Folder {
  layout: PlannedLayout | undefined
  hasKustomization: boolean
  files: FolderFile[]
  folders: string[]
}

/** The directories of the tree, by their exact places: a build looks into no other spelling. */
function foldersOf(planned: readonly PlannedLayout[]): Map<string, Folder> {
  const folders = new Map<string, Folder>()
  const folderAt = (place: string): Folder => {
    const known = folders.get(place)
    if (known !== undefined) return known
    const made: Folder = { layout: undefined, hasKustomization: false, files: [], folders: [] }
    folders.set(place, made)
    const above = directoryAbove(place)
    if (above !== undefined) folderAt(above).folders.push(place)
    return made
  }
  const addFile = (one: PlannedLayout, kind: FolderFile['kind'], name: string, place: string): void => {
    folderAt(directoryAbove(place) ?? '').files.push({ one, kind, name, base: place.slice(place.lastIndexOf('/') + 1) })
  }
  for (const one of planned) {
    const folder = folderAt(one.directory)
    if (!one.isSingle) folder.layout = one
    if (one.hasKustomization) folder.hasKustomization = true
    for (const { name, place } of one.files) addFile(one, 'object', name, place)
    for (const { name } of one.layout.extraFiles ?? []) addFile(one, 'extra', name, below(one.directory, name))
  }
  return folders
}

function hasFile(folders: ReadonlyMap<string, Folder>, place: string): boolean {
  const pending = [place]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const folder = folders.get(at)
    if (folder === undefined) continue
    if (folder.hasKustomization || folder.files.length > 0) return true
    pending.push(...folder.folders)
  }
  return false
}

/** W-18: the Flux build of a directory, as far as no `kustomization.yaml` shields what is below. */
class Region {
  private readonly found: PlannedLayout[] = []

  constructor(
    private readonly top: PlannedLayout,
    private readonly folders: ReadonlyMap<string, Folder>,
  ) {}

  members(): PlannedLayout[] {
    const folder = this.folders.get(this.top.directory)
    if (folder !== undefined) this.look(folder, this.top.directory)
    return this.found
  }

  private look(folder: Folder, place: string): void {
    const { layout } = folder
    if (layout !== undefined && layout !== this.top) {
      this.checkIncluded(layout)
      this.found.push(layout)
    }
    if (folder.hasKustomization && place !== this.top.directory) return
    for (const file of folder.files) this.checkFile(file, place)
    for (const below of folder.folders) this.look(this.folders.get(below) as Folder, below)
  }

  private refuse(path: string, reason: string) {
    return writeFailed(
      'RECURSIVE_BUILD',
      path,
      `the Flux build of ${recursiveName(this.top)} ${reason}`,
      'the Explicit mode lists exactly what belongs to the directory',
    )
  }

  private checkIncluded(one: PlannedLayout): void {
    if (one.layout.fluxBuild) {
      throw this.refuse(
        one.path,
        `would include ${layoutName(one)}, which a Flux Kustomization of its own builds as well`,
      )
    }
    if (one.entry === undefined && one.parent !== undefined) {
      throw this.refuse(one.path, `would include ${layoutName(one)}, which the Explicit mode does not list`)
    }
  }

  private checkFile({ one, kind, name, base }: FolderFile, place: string): void {
    const isYaml = /\.ya?ml$/.test(base)
    const path = below(place, base)
    if (kind === 'extra') {
      const what = `the extra file ${goQuote(name)} of ${layoutName(one)}`
      if (isControlFile(base)) throw this.refuse(path, `would build ${what} as a kustomization`)
      if (isYaml) throw this.refuse(path, `would apply ${what}`)
      return
    }
    if (!one.isSingle) {
      if (!isYaml) throw this.refuse(path, `would skip the resource file ${goQuote(name)} of ${layoutName(one)}`)
      return
    }
    // The root's own file, which no parent could list.
    const { parent } = one
    if (parent === undefined) return
    const what = `would apply the file ${goQuote(name)} of ${layoutName(one)}`
    if (one.layout.fluxBuild) throw this.refuse(path, `would include ${layoutName(one)}`)
    if (one.entry === undefined) throw this.refuse(path, `${what}, which the Explicit mode does not list`)
    if (parent.hasKustomization) {
      throw this.refuse(path, `${what}, which the kustomization.yaml of ${layoutName(parent)} lists as well`)
    }
    this.found.push(one)
  }
}
