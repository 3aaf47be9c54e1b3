/** What is looked at once more before a tree is written: whether everything in it can be applied. */
import type { Diagnostic } from '../core/error.ts'
import { ToolError } from '../core/error.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import { join } from '../core/path.ts'
import { buildResources } from '../kustomize/build.ts'
import { objectsOf } from '../stack/identity.ts'
import { fullRepoPath, type ManifestLayout } from '../stack/layout/manifest.ts'
import type { KubernetesObject } from '../stack/object.ts'
import type { LayoutFile } from '../stack/write/files.ts'
import { checkObjects } from './check-objects.ts'
import { isFluxKustomization } from './kustomization.ts'
import { validateFluxObjects } from './schema/validate.ts'
import { fluxTables } from './tables.ts'

export interface TreeToCheck {
  layout: ManifestLayout
  /** The files of the layout, as they will be written. */
  files: readonly LayoutFile[]
  /** Objects that are applied besides: those of the bootstrap. */
  bootstrap: readonly KubernetesObject[]
  /** Names of Kustomizations that are known to be elsewhere. */
  external: ReadonlySet<string>
  /** Told before a directory is built. */
  onBuild?(path: string): void
}

interface Reference {
  kind: string
  name: string
  namespace?: string
}

interface KustomizationSpec {
  path?: string
  sourceRef?: Reference
  dependsOn?: Reference[]
}

/**
 * Everything that would fail in the cluster, errors and warnings: a Kustomization whose path the tree does not have,
 * a directory that does not build, a dependency or source that nobody makes, an object its definition refuses. Time is
 * linear in the tree.
 *
 * @example const problems = await selfCheck({ layout, files: layoutFiles(layout), bootstrap: [], external: new Set() })
 */
export async function selfCheck(tree: TreeToCheck): Promise<Diagnostic[]> {
  const placed = placedObjects(tree.layout)
  const all = [...placed.map(({ object }) => object), ...tree.bootstrap]
  const wrong = checkObjects(tree.layout)
  if (wrong.length > 0) return wrong
  return [...checkReferences(tree, placed), ...(await validateFluxObjects(all)), ...(await checkBuilds(tree))]
}

interface Placed {
  object: KubernetesObject
  /** An application brought it. */
  isOwn: boolean
}

function placedObjects(top: ManifestLayout): Placed[] {
  const placed: Placed[] = []
  const visit = (layout: ManifestLayout, isOwn: boolean) => {
    const own = isOwn || layout.origins?.application !== undefined
    for (const object of objectsOf(layout.resources)) placed.push({ object, isOwn: own })
    for (const child of layout.children) visit(child, own)
  }
  visit(top, false)
  return placed
}

function keyOf({ kind, name, namespace }: Reference, defaultNamespace: string): string {
  return `${kind}/${namespace || defaultNamespace}/${name}`
}

/** Paths, dependencies and sources of the Kustomizations. What an application brings may read other repositories. */
function checkReferences({ files, bootstrap, external }: TreeToCheck, placed: Placed[]): Diagnostic[] {
  const problems: Diagnostic[] = []
  const made = new Set<string>()
  for (const { object } of [...placed, ...bootstrap.map((object) => ({ object }))]) {
    const { name = '', namespace = 'default' } = object.metadata ?? {}
    made.add(keyOf({ kind: object.kind ?? '', name, namespace }, 'default'))
    if (object.kind !== 'FluxInstance') continue
    // The operator makes the source that it syncs from, named as the namespace unless it is told otherwise.
    const { sync } = (object.spec ?? {}) as { sync?: { kind: string; name?: string } }
    if (sync !== undefined) made.add(keyOf({ kind: sync.kind, name: sync.name || namespace, namespace }, namespace))
  }
  const directories = new Set(files.filter(({ directory }) => directory).map(({ path }) => path))
  const missingSources = new Set<string>()
  for (const { object, isOwn } of placed) {
    if (!isFluxKustomization(object)) continue
    const { name = '', namespace = 'default' } = object.metadata ?? {}
    const { path = '', sourceRef, dependsOn = [] } = (object.spec ?? {}) as KustomizationSpec
    const shown = `Kustomization '${namespace}/${name}'`
    if (!isOwn && !directories.has(relative(path)) && relative(path) !== '')
      problems.push(
        problem('error', 'PATH_MISSING', `${shown}: spec.path ${JSON.stringify(path)} is no directory of the tree`),
      )
    for (const dependency of dependsOn) {
      if (made.has(keyOf({ ...dependency, kind: 'Kustomization' }, namespace))) continue
      const known = external.has(dependency.name) || isOwn
      const message = `${shown} depends on ${JSON.stringify(dependency.name)}, which is not in this tree`
      problems.push(problem(known ? 'warning' : 'error', 'DEPENDENCY_ELSEWHERE', message))
    }
    if (sourceRef === undefined || isOwn) continue
    const source = keyOf(sourceRef, namespace)
    if (sourceRef.name === '')
      problems.push(problem('error', 'SOURCE_MISSING', `${shown} has no source: set sourceRef on its bundle`))
    else if (!made.has(source) && !missingSources.has(source)) missingSources.add(source)
  }
  const hint = bootstrap.length === 0 ? ' (the bootstrap of Flux makes the one it is installed from)' : ''
  for (const source of missingSources)
    problems.push(problem('warning', 'SOURCE_ELSEWHERE', `${source} is read by this tree, but not in it${hint}`))

  return problems
}

function relative(path: string): string {
  const cleaned = join('', path.replace(/^\/+/, ''))
  return cleaned === '.' ? '' : cleaned
}

function problem(severity: 'error' | 'warning', code: string, message: string): Diagnostic {
  return { severity, code, message, at: [] }
}

/** Every directory that is applied as a whole is built; what it includes is built with it. */
async function checkBuilds({ layout, files, onBuild }: TreeToCheck): Promise<Diagnostic[]> {
  const fs = memoryFileSystem(
    Object.fromEntries(files.filter(({ directory }) => !directory).map(({ path, content }) => [`/${path}`, content])),
  )
  const problems: Diagnostic[] = []
  const parsed = new Map()
  const tables = fluxTables()
  const visit = async (at: ManifestLayout): Promise<void> => {
    const path = relative(fullRepoPath(at))
    if ((at.fluxBuild || at === layout) && at.mode !== 'recursive') {
      onBuild?.(path)
      try {
        await buildResources({ root: join('/', path), argument: path, fs, parsed, tables })
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        const { message, hint } = error
        problems.push({
          ...problem('error', 'DIRECTORY_UNBUILDABLE', `'${path || '.'}' does not build: ${message}`),
          ...(hint && { hint }),
        })
      }
    }
    for (const child of at.children) await visit(child)
  }
  await visit(layout)
  return problems
}
