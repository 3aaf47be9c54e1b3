/** The Kustomizations of all directories that render bundles, as a list that is placed nowhere (flux-engine B). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { fullRepoPath, type ManifestLayout } from '../../stack/layout/manifest.ts'
import { type Bundle, unitName } from '../../stack/model.ts'
import { ownerOf } from './owner.ts'
import type { Placed } from './placed.ts'
import type { ResourceSettings } from './settings.ts'
import { bundlesOf, keyOf, rendersBundles, type Tree } from './tree.ts'
import { unitKustomization } from './unit.ts'

/** One for each unit, in pre-order. */
export function unitKustomizations(tree: Tree, settings: ResourceSettings): Placed[] {
  return tree.index.units().map((layout) => {
    const name = unitName(bundlesOf(layout)[0] as Bundle)
    return {
      key: keyOf(settings.defaultNamespace, name),
      name,
      kustomization: unitKustomization(tree, layout, settings),
      layout,
      host: undefined,
      isKept: false,
      owner: ownerOf(tree, layout),
    }
  })
}

/** A Kustomization needs a directory above its own to lie in. */
export function checkTop(top: ManifestLayout): void {
  if (!rendersBundles(top)) return
  const bundle = goQuote(bundlesOf(top)[0]?.name ?? '')
  throw fail(
    'TOP_RENDERS_BUNDLE',
    `layout ${goQuote(fullRepoPath(top))} is the top of the tree and renders bundle ${bundle}, so no directory above it can hold the Flux Kustomization that applies it: integrate the whole tree layout.WalkCluster returns`,
  )
}

/** In pre-order. */
export function firstPerLayout(layout: ManifestLayout): ManifestLayout | undefined {
  if (layout.fluxPlacement === 'integrated') return layout
  for (const child of layout.children) {
    const found = firstPerLayout(child)
    if (found !== undefined) return found
  }
  return undefined
}
