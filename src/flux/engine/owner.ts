/** What a Kustomization is for, as refusals name it and the field that renames it (flux-engine ). */
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { bundlesOf, nodeOf, type Tree } from './tree.ts'

export interface Owner {
  /** `bundle "shop/db"`, `node "prod/apps"` or `layout "prod/shop/db"` */
  text: string
  /** The field that names its Kustomization. */
  field: 'Bundle.KustomizationName' | 'Node.KustomizationName' | 'ManifestLayout.KustomizationName'
}

/** A layout's own name is in effect, so a node whose layout has one that the node does not set counts as a layout. */
export function ownerOf(tree: Tree, layout: ManifestLayout): Owner {
  const bundle = bundlesOf(layout)[0]
  if (bundle !== undefined) {
    return { text: `bundle ${goQuote(tree.index.bundlePath(bundle))}`, field: 'Bundle.KustomizationName' }
  }
  const node = nodeOf(layout)
  const isNamedByNode = !layout.kustomizationName || layout.kustomizationName === node?.kustomizationName
  if (node !== undefined && isNamedByNode) {
    return { text: `node ${goQuote(tree.index.nodePath(node))}`, field: 'Node.KustomizationName' }
  }
  return { text: `layout ${goQuote(tree.directory(layout))}`, field: 'ManifestLayout.KustomizationName' }
}
