/** Names of the Kustomizations of layouts, and what their `dependsOn` leads to (flux-engine I). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { unitName } from '../../stack/model.ts'
import { kustomizationNameProblem } from '../../stack/validate/names.ts'
import { invalidField } from './errors.ts'
import { noKustomizationOf } from './layout-fields.ts'
import { defaultLayoutKustomizationName, nodeKustomizationName } from './names.ts'
import { bundlesOf, nodeOf, type Tree } from './tree.ts'

export interface LayoutNames {
  /** The name in effect of a layout's own Kustomization; undefined where it has none. */
  nameOf(layout: ManifestLayout): string | undefined
  /** What an entry of an application's or an added layout's `dependsOn` is written as. */
  dependency(layout: ManifestLayout, entry: string): string
}

/** The names in a tree that is integrated per layout. */
export function layoutNames(tree: Tree): LayoutNames {
  const names = new Map<ManifestLayout, string>()
  const unitOf = new Map<ManifestLayout, ManifestLayout | undefined>()
  /** Layouts that no node stands for, by the unit they belong to and their name. */
  const byName = new Map<ManifestLayout | undefined, Map<string, ManifestLayout[]>>()
  const visit = (layout: ManifestLayout, above: ManifestLayout | undefined) => {
    const unit = bundlesOf(layout).length > 0 ? layout : above
    for (const child of layout.children) {
      if (noKustomizationOf(tree, child) === undefined) {
        unitOf.set(child, unit)
        names.set(child, nameInEffect(tree, child, unit))
        if (nodeOf(child) === undefined) {
          const siblings = byName.get(unit) ?? new Map<string, ManifestLayout[]>()
          byName.set(unit, siblings)
          siblings.set(child.name, [...(siblings.get(child.name) ?? []), child])
        }
      }
      visit(child, unit)
    }
  }
  visit(tree.top, undefined)
  return {
    nameOf: (layout) => names.get(layout),
    dependency(layout, entry) {
      const candidates = byName.get(unitOf.get(layout))?.get(entry) ?? []
      const parent = tree.parent(layout)
      const sibling = candidates.find((candidate) => tree.parent(candidate) === parent)
      const [one, another] = candidates
      const meant = sibling ?? one
      if (meant === undefined) return entry
      if (sibling === undefined && another !== undefined) throw severalMeant(tree, layout, entry, candidates)
      return names.get(meant) ?? entry
    },
  }
}

function severalMeant(tree: Tree, layout: ManifestLayout, entry: string, candidates: readonly ManifestLayout[]) {
  const [one, another] = candidates.map((candidate) => goQuote(tree.directory(candidate)))
  return fail(
    'LAYOUT_DEPENDENCY',
    `layout ${goQuote(tree.directory(layout))} lists ${goQuote(entry)} in DependsOn, which is the name of ${candidates.length} layouts with a Flux Kustomization of their own (${one} and ${another} among them): set KustomizationName on the one meant and list that name`,
  )
}

function nameInEffect(tree: Tree, layout: ManifestLayout, unit: ManifestLayout | undefined): string {
  if (layout.kustomizationName) return layout.kustomizationName
  if (nodeOf(layout) !== undefined) return nodeKustomizationName(tree.directory(layout))
  const bundle = unit && bundlesOf(unit)[0]
  return bundle === undefined ? layout.name : defaultLayoutKustomizationName(unitName(bundle), layout.name)
}

/** Refuses a name that Flux could not reconcile, and says where it comes from. */
export function checkLayoutName(tree: Tree, layout: ManifestLayout, name: string): void {
  const problem = kustomizationNameProblem(name)
  if (problem === undefined) return
  const directory = tree.directory(layout)
  const node = nodeOf(layout)
  const code = 'KUSTOMIZATION_NAME'
  if (node !== undefined && (!layout.kustomizationName || layout.kustomizationName === node.kustomizationName)) {
    const derived = `the node sets no name for its Flux Kustomization, and the name derived from its directory ${goQuote(directory)} cannot be used: ${problem}; set Node.KustomizationName`
    const subject = `Node '${tree.index.nodePath(node)}'` as const
    throw invalidField(code, subject, 'kustomizationName', layout.kustomizationName ? problem : derived)
  }
  const byDefault = `the layout sets no name for its Flux Kustomization, and the default cannot be used: ${problem}; set ManifestLayout.KustomizationName`
  const subject = `ManifestLayout '${directory}'` as const
  throw invalidField(code, subject, 'kustomizationName', layout.kustomizationName ? problem : byDefault)
}
