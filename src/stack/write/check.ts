/** What the writers refuse before anything is written (layout §7), in the order in which it is looked for. */
import { fail, type ToolError } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { goQuote } from '../../core/text.ts'
import { bundlePath } from '../model.ts'
import { checkBuilds } from './check-builds.ts'
import { checkClashes } from './check-clashes.ts'
import { checkExtraFiles } from './check-extra-files.ts'
import { checkPaths } from './check-paths.ts'
import { checkNested, checkSingleFileName, checkSingleFilePlace, checkUnapplied } from './check-placement.ts'
import { checkRecursive } from './check-recursive.ts'
import { foldedPlace } from './places.ts'
import { heldObjects, type PlannedLayout, rendersNodeOrBundle, singlePath } from './plan.ts'
import { isControlFile, layoutName, writeFailed } from './refusal.ts'

/**
 * Looks at a whole tree; returns when it can be written.
 *
 * @throws ToolError that names both parties
 */
export function checkLayouts(planned: readonly PlannedLayout[]): void {
  const [root] = planned
  if (root === undefined) return
  const taken: Taken = { directories: new Map(), files: new Map() }
  for (const one of planned) {
    if (one.parent !== undefined) checkChild(one, one.parent)
    checkLayout(one, taken)
  }
  checkClashes(planned)
  checkNested(planned)
  const regions = checkRecursive(planned)
  checkBuilds(planned, regions)
  checkUnapplied(planned)
}

interface Taken {
  directories: Map<string, PlannedLayout>
  files: Map<string, PlannedLayout>
}

function checkLayout(one: PlannedLayout, taken: Taken): void {
  checkSegments(one)
  checkPaths(one)
  checkOwnPlace(one, taken)
  if (one.parent === undefined || !one.isSingle) checkGenerators(one)
  checkOwnObjects(one)
  checkFileNames(one)
  checkExtraFiles(one)
}

function checkChild(child: PlannedLayout, parent: PlannedLayout): void {
  if (!child.isSingle) return
  const file = singlePath(child)
  if (child.layout.children.length > 0) {
    throw writeFailed(
      'SINGLE_FILE_CHILDREN',
      file,
      `${layoutName(child)} is AppFileSingle and has child layouts: a single file has no directory for them`,
      'move the children to the layout above, or unset applicationFileMode',
    )
  }
  checkGenerators(child)
  checkSingleFilePlace(child, parent)
  checkSegments(child)
  checkSingleFileName(child)
}

/** W-08, and names of files that lead elsewhere. */
function checkSegments(one: PlannedLayout): void {
  const { namespace, name } = one.layout
  for (const [field, path] of [
    ['namespace', namespace],
    ['name', name],
  ] as const) {
    if (path.split('/').includes('..')) throw climbs(one.path, `layout ${field} ${goQuote(path)}`)
    if (path.includes('\0')) throw hasNul(one.path, `layout ${field} ${goQuote(path)}`)
  }
  for (const { name: file } of one.files) {
    if (file.split('/').includes('..'))
      throw climbs(one.path, `generated file name ${goQuote(file)} of ${layoutName(one)}`)
    if (file.includes('\0')) throw hasNul(one.path, `generated file name ${goQuote(file)} of ${layoutName(one)}`)
  }
}

function climbs(path: string, what: string): ToolError {
  return writeFailed(
    'PATH_CLIMBS',
    path,
    `${what} must not contain a ".." path segment`,
    'every path is taken from the directory that the tree is written to',
  )
}

function hasNul(path: string, what: string): ToolError {
  return writeFailed('PATH_NUL', path, `${what} contains a NUL byte: a file with one in its name cannot be created`)
}

/** W-01, W-02, W-11. */
function checkOwnPlace(one: PlannedLayout, { directories, files }: Taken): void {
  if (one.isSingle) {
    if (rendersNodeOrBundle(one.layout)) {
      throw fail(
        'SINGLE_FILE_UNIT',
        `${layoutName(one)} renders a node or bundle but is AppFileSingle: its files are written into ${goQuote(one.layout.namespace)}, not into its own directory`,
        { hint: 'unset applicationFileMode on the layout: only an application can be one file' },
      )
    }
    const place = foldedPlace(singlePath(one))
    const other = files.get(place)
    if (other !== undefined) {
      throw writeFailed(
        'SAME_FILE',
        singlePath(one),
        `layouts ${goQuote(other.path)} and ${goQuote(one.path)} resolve to the same file`,
        'give one of them another name',
      )
    }
    files.set(place, one)
    return
  }
  const place = foldedPlace(one.path)
  const other = directories.get(place)
  if (other !== undefined) throw sameDirectory(other, one)
  directories.set(place, one)
}

function sameDirectory(a: PlannedLayout, b: PlannedLayout): ToolError {
  const [first, second] = [bundleOf(a), bundleOf(b)]
  if (first === undefined && second === undefined) {
    return writeFailed(
      'SAME_DIRECTORY',
      b.path,
      `layouts ${goQuote(a.path)} and ${goQuote(b.path)} resolve to the same directory`,
      'give one of them another name',
    )
  }
  const both =
    first !== undefined && second !== undefined
      ? `bundles ${goQuote(first)} and ${goQuote(second)}`
      : `${first === undefined ? layoutName(a) : `bundle ${goQuote(first)}`} and ${second === undefined ? layoutName(b) : `bundle ${goQuote(second)}`}`
  return writeFailed(
    'SAME_DIRECTORY',
    b.path,
    `${both} resolve to the same directory ${goQuote(b.path)}: a bundle's directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it`,
    'set dirName on a bundle',
  )
}

/** The path of the bundle whose own directory the layout is. */
function bundleOf({ layout: { origins } }: PlannedLayout): string | undefined {
  const [bundle] = origins?.nodes.length === 0 ? origins.bundles : []
  return bundle && bundlePath(bundle)
}

/** W-12. */
function checkGenerators(one: PlannedLayout): void {
  if ((one.layout.configMapGenerators?.length ?? 0) === 0 || one.hasKustomization) return
  const what = one.isRecursive
    ? 'is KustomizationRecursive, which writes no kustomization.yaml,'
    : one.parent === undefined
      ? 'gets no kustomization.yaml,'
      : 'is AppFileSingle, which writes no kustomization.yaml,'
  throw writeFailed(
    'GENERATOR_NOWHERE',
    one.isSingle ? singlePath(one) : one.path,
    `${layoutName(one)} ${what} so its ConfigMapGenerators have nowhere to go`,
    'move them to the layout whose kustomization.yaml is to hold them',
  )
}

/** W-20. */
function checkOwnObjects(one: PlannedLayout): void {
  const known = new Map<string, boolean>()
  for (const { identity, isGenerated } of heldObjects(one)) {
    const { group, kind, name, namespace } = identity
    const text = `${group}/${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
    const other = known.get(text)
    if (other === undefined) {
      known.set(text, isGenerated)
      continue
    }
    const generated = isGenerated || other ? ', one generated by a configMapGenerator' : ''
    throw writeFailed(
      'OBJECT_TWICE',
      one.path,
      `${layoutName(one)} holds the same object ${text} twice${generated}`,
      'give the applications directories of their own, or one of the objects another name',
    )
  }
}

/** W-21. */
function checkFileNames(one: PlannedLayout): void {
  if (one.isSingle) return
  for (const { name, objects } of one.files) {
    if (!isControlFile(name)) continue
    const [object] = objects
    throw writeFailed(
      'CONTROL_FILE',
      join(one.path, name),
      `${layoutName(one)} names the file of ${object?.kind ?? ''} ${goQuote(object?.metadata?.name ?? '')} ${goQuote(name)}, which kustomize takes for the kustomization of the directory`,
      'file naming kind-name and one file per kind do not go together here: change fileNaming or filePer',
    )
  }
}
