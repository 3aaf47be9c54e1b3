/** Children that are not where the `kustomization.yaml` of their parent says, or that nothing applies. */
import { join } from '../../core/path.ts'
import { goQuote } from '../../core/text.ts'
import { foldedPlace, placeOf, relativePath } from './places.ts'
import { type PlannedLayout, singlePath } from './plan.ts'
import { layoutName, writeFailed } from './refusal.ts'

/** W-06: a single-file child that is listed, outside of the directory that lists it. */
export function checkSingleFilePlace(child: PlannedLayout, parent: PlannedLayout): void {
  const path = singlePath(child)
  const isListed = child.entry !== undefined && parent.hasKustomization
  const place = placeOf(path)
  if (isListed && !relativePath(parent.directory, place).inside) {
    const start = `${layoutName(child)} is AppFileSingle and its file`
    const hint = "set namespace to the parent's directory or one below it"
    const isBelow = relativePath(foldedPlace(parent.directory), foldedPlace(place)).inside
    if (isBelow) {
      const above = place.slice(0, parent.directory.length)
      throw writeFailed(
        'SINGLE_FILE_OUTSIDE',
        path,
        `${start} lands in ${goQuote(above)}, which differs only in case from ${goQuote(parent.directory)}, the directory of its parent ${layoutName(parent)}`,
        hint,
      )
    }
    throw writeFailed(
      'SINGLE_FILE_OUTSIDE',
      path,
      `${start} ${goQuote(path)} lands outside the directory ${goQuote(parent.directory || '.')} of its parent ${layoutName(parent)}, whose kustomization.yaml lists it: kustomize reads no file outside of the directory`,
      hint,
    )
  }
}

/** W-07. */
export function checkSingleFileName(child: PlannedLayout): void {
  const { name } = child.layout
  if (name.includes('/')) {
    throw writeFailed(
      'SINGLE_FILE_NAME',
      singlePath(child),
      `${layoutName(child)} is AppFileSingle and its Name ${goQuote(name)} is rooted or holds a path separator`,
      'put the directory into namespace',
    )
  }
}

/** W-05: a child whose namespace is its own directory, not that of its parent. */
export function checkNested(planned: readonly PlannedLayout[]): void {
  for (const child of planned) {
    const { parent, layout } = child
    if (parent === undefined || child.isSingle || !parent.hasKustomization || child.entry === undefined) continue
    if (layout.name === '') continue
    const above = parent.isSingle ? parent.layout.namespace || 'cluster' : parent.path
    const listed = join(above, layout.name)
    if (foldedPlace(layout.namespace || 'cluster') !== foldedPlace(listed)) continue
    const isSame = placeOf(layout.namespace || 'cluster') === placeOf(listed)
    throw writeFailed(
      'NAMESPACE_NESTED',
      child.path,
      `${layoutName(child)} is written to ${goQuote(child.path)}, not to ${goQuote(listed)}, the directory the kustomization.yaml of its parent ${layoutName(parent)} lists as ${goQuote(child.entry)}: its Namespace ${goQuote(layout.namespace)} ${isSame ? 'is' : 'differs only in case from'} the child's own path, so its Name is joined on twice; set Namespace to the parent's path`,
    )
  }
}

/**
 * W-16. Below a Recursive directory there is no list to be missing from: what its Flux build takes in is looked at where
 * that build is.
 */
export function checkUnapplied(planned: readonly PlannedLayout[]): void {
  if (!planned[0]?.layout.fluxBuild) return
  const belowRecursive = new Set<PlannedLayout>()
  for (const one of planned) {
    const { parent } = one
    if (parent === undefined) continue
    if (parent.isRecursive || belowRecursive.has(parent)) {
      belowRecursive.add(one)
      continue
    }
    const isWritten = !one.isSingle || one.files.length > 0
    if (!isWritten || one.layout.fluxBuild || one.entry !== undefined) continue
    throw writeFailed(
      'NOT_APPLIED',
      one.path,
      `${layoutName(one)} is not listed by its parent ${layoutName(parent)} and no Flux Kustomization is recorded as building it: in a tree Flux delivers nothing would apply it; place a Flux Kustomization whose spec.path names it and mark the layout with SetFluxBuild`,
      'the mark is the field fluxBuild of the layout',
    )
  }
}
