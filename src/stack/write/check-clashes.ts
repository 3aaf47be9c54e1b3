/** W-03 and W-04: one file in the place of another, or of a directory, wherever in the tree the two come from. */
import type { ToolError } from '../../core/error.ts'

import { basename } from '../../core/path.ts'
import { goQuote } from '../../core/text.ts'
import { below, directoryAbove, foldedPlace } from './places.ts'
import type { PlannedLayout } from './plan.ts'
import { isControlFile, layoutName, recursiveName, writeFailed } from './refusal.ts'

interface Claim {
  one: PlannedLayout
  kind: 'object' | 'kustomization' | 'extra'
  name: string
  place: string
}

export function checkClashes(planned: readonly PlannedLayout[]): void {
  const clashes = new Clashes()
  const early: Claim[] = []
  for (const one of planned) if (!one.isSingle) early.push(...objectClaims(one))
  for (const one of planned) if (one.hasKustomization) early.push(kustomizationClaim(one))
  for (const one of planned) if (!one.isSingle) early.push(...extraClaims(one))
  for (const claim of early) clashes.claim(claim)
  for (const one of planned) if (!one.isSingle || one.files.length === 0) clashes.directory(one)
  for (const claim of early) clashes.checkAbove(claim)
  for (const one of planned) {
    if (!one.isSingle) continue
    for (const claim of [...objectClaims(one), ...extraClaims(one)]) {
      clashes.checkRecursive(claim)
      clashes.claim(claim)
      clashes.checkAbove(claim)
    }
  }
}

function objectClaims(one: PlannedLayout): Claim[] {
  return one.files.map(({ name, place }) => ({ one, kind: 'object', name, place }))
}

function kustomizationClaim(one: PlannedLayout): Claim {
  const name = 'kustomization.yaml'
  return { one, kind: 'kustomization', name, place: below(one.directory, name) }
}

function extraClaims(one: PlannedLayout): Claim[] {
  const extraFiles = one.layout.extraFiles ?? []
  return extraFiles.map(({ name }) => ({ one, kind: 'extra', name, place: below(one.directory, name) }))
}

class Clashes {
  private readonly files = new Map<string, Claim>()
  /** Directories of layouts. */
  private readonly directories = new Map<string, PlannedLayout>()
  /** Directories above files and layouts, with what needs each first. */
  private readonly needed = new Map<string, string>()

  /** A directory that is written as such. */
  directory(one: PlannedLayout): void {
    const place = foldedPlace(one.directory)
    const file = this.files.get(place)
    const refusal = (reason: string) =>
      writeFailed('FILE_AND_DIRECTORY', one.directory, `the directory of ${layoutName(one)} ${reason}`)
    if (file !== undefined) throw refusal(`would replace ${claimName(file)}`)
    const above = this.fileAbove(place)
    if (above !== undefined) throw refusal(`would use ${claimName(above)} as a directory`)
    if (!one.isSingle) this.directories.set(place, one)
    else this.need(place, layoutName(one))
    this.need(directoryAbove(place), layoutName(one))
  }

  /** A file in the place of another, or of a directory that is known already. */
  claim(claim: Claim): void {
    const place = foldedPlace(claim.place)
    const other = this.files.get(place)
    if (other !== undefined) {
      // Two names of one layout that differ in case only: two files, but on disks that ignore case.
      if (other.one === claim.one && other.kind === 'object' && claim.kind === 'object') return
      throw refuse('FILE_REPLACED', claim, `would replace ${claimName(other)}`)
    }
    this.files.set(place, claim)
  }

  /** A file below another, or where a directory is needed. */
  checkAbove(claim: Claim): void {
    const place = foldedPlace(claim.place)
    const above = this.fileAbove(place)
    if (above !== undefined) throw refuse('FILE_AND_DIRECTORY', claim, `would use ${claimName(above)} as a directory`)
    const directory = this.directories.get(place)
    if (directory !== undefined) {
      throw refuse('FILE_AND_DIRECTORY', claim, `would take the directory of ${layoutName(directory)}`)
    }
    const needs = this.needed.get(place)
    if (needs !== undefined) throw refuse('FILE_AND_DIRECTORY', claim, `would take a directory that ${needs} needs`)
    this.need(directoryAbove(place), claimName(claim))
  }

  /** The file of a single-file layout that would be a kustomization where Flux is to make one. */
  checkRecursive(claim: Claim): void {
    const place = foldedPlace(claim.place)
    const above = this.directories.get(directoryAbove(place) ?? '')
    if (!above?.isRecursive || !isControlFile(basename(place))) return
    throw refuse('FILE_REPLACED', claim, `would make the directory of ${recursiveName(above)} a kustomization`)
  }

  private fileAbove(place: string): Claim | undefined {
    for (let at = directoryAbove(place); at !== undefined; at = directoryAbove(at)) {
      const file = this.files.get(at)
      if (file !== undefined) return file
    }
    return undefined
  }

  /** What is needed has its own way up noted already. */
  private need(place: string | undefined, by: string): void {
    for (let at = place; at !== undefined && !this.needed.has(at); at = directoryAbove(at)) this.needed.set(at, by)
  }
}

function refuse(code: string, claim: Claim, reason: string): ToolError {
  return writeFailed(code, claim.place, `${subject(claim)} ${reason}`)
}

/** The file that a refusal is about. */
function subject({ one, kind, name }: Claim): string {
  const what = kind === 'extra' ? 'extra file' : 'file'
  if (one.isSingle && kind !== 'kustomization')
    return `${layoutName(one)} is AppFileSingle and its ${what} ${goQuote(name)}`
  return kind === 'kustomization'
    ? `the kustomization.yaml of ${layoutName(one)}`
    : `the ${kind === 'extra' ? 'extra' : 'resource'} file ${goQuote(name)} of ${layoutName(one)}`
}

/** The file that is there. */
function claimName({ one, kind, name }: Claim): string {
  if (kind === 'kustomization') return `the kustomization.yaml of ${layoutName(one)}`
  const owner = one.isSingle ? `AppFileSingle ${layoutName(one)}` : layoutName(one)
  if (kind === 'extra') return `the extra file ${goQuote(name)} of ${owner}`
  return one.isSingle ? `the file ${goQuote(name)} of ${owner}` : `the resource file ${goQuote(name)} of ${owner}`
}
