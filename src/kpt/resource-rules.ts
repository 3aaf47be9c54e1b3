/** What resources have to be like, before and after each function (kpt 2.5, 4 steps 9 to 12). */
import { fail } from '../core/error.ts'
import { basename, clean } from '../core/path.ts'
import { defaultPath } from '../krm/package-write.ts'
import { annotation, INDEX, PACKAGE_PATH, PATH, pairedAnnotation, setAnnotation } from '../krm/path-annotations.ts'
import { field, MAPPING, type Mapping } from '../yaml/node.ts'
import { scalarText } from '../yaml/resolve.ts'

const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** @throws ToolError naming the first item that is no resource */
export function checkResources(items: readonly Mapping[], list: 'input' | 'output'): void {
  for (const item of items) {
    const problem = isKustomization(item) ? undefined : resourceProblem(item)
    if (problem === undefined) continue
    const path = pairedAnnotation(item, PATH) ?? ''
    throw fail('NOT_A_RESOURCE', `${list} resource list must contain only KRM resources: ${path}: ${problem}`)
  }
}

/** What a resource lacks. */
export function resourceProblem(item: Mapping): string | undefined {
  if (isMissing(item, 'apiVersion')) return 'resource must have `apiVersion`'
  if (isMissing(item, 'kind')) return 'resource must have `kind`'
  const metadata = field(item, 'metadata')
  if (metadata?.kind !== MAPPING || isMissing(metadata, 'name')) return 'resource must have `metadata.name`'
  return undefined
}

function isMissing(map: Mapping, name: string): boolean {
  return scalarText(field(map, name)) === ''
}

function isKustomization(item: Mapping): boolean {
  const apiVersion = scalarText(field(item, 'apiVersion'))
  if (apiVersion.startsWith('kustomize.config.k8s.io')) return true
  if (apiVersion === '' && scalarText(field(item, 'kind')) === 'Kustomization') return true
  return KUSTOMIZATIONS.includes(basename(pairedAnnotation(item, PATH) ?? ''))
}

/** Notes a path on items without one, and on all that have none the package that a function of it made them for. */
export function setDefaults(items: readonly Mapping[], packagePath: string | undefined): void {
  for (const item of items) {
    // Of an item that is null: nothing can be noted on it.
    if (item.keys.length === 0) continue
    if (pairedAnnotation(item, PATH) === undefined) {
      setAnnotation(item, PATH.key, defaultPath(item))
      setAnnotation(item, PATH.legacy, defaultPath(item))
    }
    if (packagePath !== undefined && annotation(item, PACKAGE_PATH) === undefined) {
      setAnnotation(item, PACKAGE_PATH, packagePath)
    }
  }
}

/** @throws ToolError for a path outside of its package, and for two items in one place */
export function checkPaths(items: readonly Mapping[]): void {
  const taken = new Set<string>()
  for (const item of items) {
    const path = clean(pairedAnnotation(item, PATH) ?? '')
    if (path.startsWith('../')) {
      throw fail(
        'PATH_OUTSIDE',
        `function must not modify resources outside of package: resource has path ${pairedAnnotation(item, PATH)}`,
      )
    }
    const index = pairedAnnotation(item, INDEX) ?? ''
    const place = `${annotation(item, PACKAGE_PATH) ?? ''}\0${path}\0${index}`
    if (taken.has(place)) throw fail('PLACE_TAKEN', `resource at path "${path}" and index "${index}" already exists`)
    taken.add(place)
  }
}
