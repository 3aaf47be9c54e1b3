/** What one Flux build takes in: a directory, and what its `kustomization.yaml` reaches (flux-engine R-067, T). */
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { lists, type Tree } from './tree.ts'

/** The directories whose build holds what lies in a layout: itself, and those above that reach it through their lists. */
export function reachedFrom(tree: Pick<Tree, 'parent'>, layout: ManifestLayout): ManifestLayout[] {
  const chain = [layout]
  let at = layout
  for (let parent = tree.parent(at); parent !== undefined && lists(parent, at); parent = tree.parent(at)) {
    chain.push(parent)
    at = parent
  }
  return chain
}

/** The layouts that a directory's build takes in, itself first. */
export function builtWith(layout: ManifestLayout): ManifestLayout[] {
  const layouts: ManifestLayout[] = []
  const collect = (one: ManifestLayout) => {
    layouts.push(one)
    for (const child of one.children) if (lists(one, child)) collect(child)
  }
  collect(layout)
  return layouts
}
