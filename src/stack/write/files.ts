/** The files of a tree, in the order of an archive of it. */
import { fail } from '../../core/error.ts'
import type { LayoutConfig } from '../layout/config.ts'
import type { ManifestLayout } from '../layout/manifest.ts'
import { checkLayouts } from './check.ts'
import { kustomizationFile } from './kustomization-file.ts'
import { below, directoryAbove, relativePath } from './places.ts'
import { type PlannedLayout, planLayouts } from './plan.ts'
import { printObject } from './print.ts'

/** Slash-separated, below the directory that the tree is written to. */
export interface LayoutFile {
  path: string
  directory?: true
  /** '' for a directory. */
  content: string
}

/**
 * All directories and files of a tree, after every check. With a config as `writeManifest` writes them, without one as
 * `writeToDisk` does.
 *
 * @example
 * const files = layoutFiles(layout)
 * // [{ path: 'prod', directory: true, content: '' }, { path: 'prod/kustomization.yaml', content: '…' }]
 *
 * @throws ToolError when the tree cannot be written: both parties are named
 */
export function layoutFiles(layout: ManifestLayout, config?: LayoutConfig): LayoutFile[] {
  const planned = planLayouts(layout, config)
  checkLayouts(planned)
  const made = new Set<string>([''])
  const files: LayoutFile[] = []
  const directory = (path: string): void => {
    if (made.has(path)) return
    made.add(path)
    files.push({ path, directory: true, content: '' })
  }
  /** Directories between that of a layout and a file of it. */
  const directoriesTo = (path: string, top: string): void => {
    const above = directoryAbove(path) ?? ''
    if (above === top || made.has(above)) return
    directoriesTo(above, top)
    directory(above)
  }
  for (const one of planned) {
    directory(one.directory)
    for (const { place, objects } of one.files) {
      directoriesTo(place, one.directory)
      files.push({ path: place, content: objects.map((object) => printObject(object)).join('---\n') })
    }
    for (const { name, content } of one.layout.extraFiles ?? []) {
      const path = below(one.directory, name)
      directoriesTo(path, one.directory)
      files.push({ path, content })
    }
    if (one.hasKustomization) {
      files.push({ path: below(one.directory, 'kustomization.yaml'), content: kustomizationOf(one) })
    }
  }
  const root = config === undefined ? '' : manifestsDirectory(config)
  if (root === '') return files
  return files.map((file) => ({ ...file, path: below(root, file.path) }))
}

function kustomizationOf(one: PlannedLayout): string {
  const own = one.files.map(({ place }) => relativePath(one.directory, place).path)
  const children = one.children.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))
  return kustomizationFile(own, children, one.layout.configMapGenerators ?? [])
}

function manifestsDirectory({ manifestsDir }: LayoutConfig): string {
  const parts = (manifestsDir || 'clusters').split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) {
    throw fail('PATH_CLIMBS', `ManifestsDir '${manifestsDir}' must not contain a ".." path segment`)
  }
  return parts.join('/')
}
