/** The terminal leaves of the umbrellas in trees that were integrated (flux-engine R-272). */
import { fail } from '../../core/error.ts'
import { clean } from '../../core/path.ts'
import { fullRepoPath, type ManifestLayout } from '../../stack/layout/manifest.ts'
import type { Bundle } from '../../stack/model.ts'
import { readKustomization } from './kept.ts'
import { fluxObjects, keyOf } from './tree.ts'
import { type Member, umbrellaGraph } from './umbrella-graph.ts'

/**
 * For each umbrella, `namespace/name`, the Kustomizations to depend on from outside its tree instead of it.
 *
 * @throws ToolError with code UMBRELLA_TERMINALS for a Kustomization that two trees hold
 * @example umbrellaTerminals(tree).get('flux-system/shop') // ['flux-system/api']
 */
export function umbrellaTerminals(...tops: readonly ManifestLayout[]): Map<string, string[]> {
  const result = new Map<string, string[]>()
  const seen = new Map<string, ManifestLayout>()
  for (const top of tops) {
    const tree = outline(top)
    const members = membersOf(tree)
    for (const { key } of members) {
      const other = seen.get(key)
      if (other !== undefined && other !== top) {
        throw fail(
          'UMBRELLA_TERMINALS',
          `Flux Kustomization ${key} is in two trees, ${fullRepoPath(other)} and ${fullRepoPath(top)}`,
        )
      }
      seen.set(key, top)
    }
    const graph = umbrellaGraph(tree, members, (bundle) => tree.units.get(bundle))
    for (const umbrella of graph.umbrellas()) result.set(umbrella, [...graph.terminals(umbrella)])
  }
  return result
}

interface Outline {
  layouts: ManifestLayout[]
  units: Map<Bundle, ManifestLayout>
  parent(layout: ManifestLayout): ManifestLayout | undefined
  directory(layout: ManifestLayout): string
}

function outline(top: ManifestLayout): Outline {
  const layouts: ManifestLayout[] = []
  const units = new Map<Bundle, ManifestLayout>()
  const parents = new Map<ManifestLayout, ManifestLayout>()
  const visit = (layout: ManifestLayout) => {
    layouts.push(layout)
    for (const bundle of layout.origins?.bundles ?? []) units.set(bundle, layout)
    for (const child of layout.children) {
      parents.set(child, layout)
      visit(child)
    }
  }
  visit(top)
  return { layouts, units, parent: (layout) => parents.get(layout), directory: fullRepoPath }
}

function membersOf(tree: Outline): Member[] {
  const directories = new Map(tree.layouts.map((layout) => [fullRepoPath(layout), layout]))
  return fluxObjects(tree).kustomizations.map((found) => {
    const kustomization = readKustomization(tree, found)
    const layout = found.application === undefined ? directories.get(clean(kustomization.spec.path ?? '')) : undefined
    return { key: keyOf(found.namespace, found.name), kustomization, layout, host: found.layout }
  })
}
