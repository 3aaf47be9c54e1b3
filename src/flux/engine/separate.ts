/** The separate placement: every Kustomization and source in one directory beside the tree (flux-engine Q). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { sameDirectory } from '../../stack/layout/directory.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { defaultLayoutRules, type LayoutRules } from '../../stack/layout/rules.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import type { Changes } from './changes.ts'
import { FLUX_DIRECTORY_NAME } from './defaults.ts'
import { alreadyThere, presentKustomizations } from './placed.ts'
import { sameData } from './same-data.ts'
import type { ResourceSettings } from './settings.ts'
import { checkNoOtherCopies, generatedSources } from './sources.ts'
import { bundlesOf, type FluxObjects, type FoundObject, nodeOf, type Tree } from './tree.ts'
import { withoutUmbrellaWaits } from './umbrellas.ts'
import { unitKustomizations } from './units.ts'
import { checkOrder } from './waits.ts'

export interface Separate {
  tree: Tree
  rules: LayoutRules
  settings: ResourceSettings
  found: FluxObjects
  changes: Changes
}

/** Adds the directory, or keeps one of an earlier integration that says the same. */
export function integrateSeparate({ tree, rules, settings, found, changes }: Separate): void {
  const { top } = tree
  const directory = fluxDirectory(tree, rules)
  const earlier = earlierDirectory(tree, directory)
  const elsewhere = ({ layout }: FoundObject) => layout !== earlier
  const kustomizations = found.kustomizations.filter(elsewhere)
  const present = presentKustomizations(tree, kustomizations)
  const placed = unitKustomizations(tree, settings)
  for (const { key, name, layout, owner } of placed) {
    const there = present.get(key)
    if (there !== undefined) {
      throw alreadyThere({ tree, name, there, owner, path: tree.directory(layout), host: directory })
    }
  }
  const sources = generatedSources(tree, settings)
  checkNoOtherCopies(tree, found.sources.filter(elsewhere), sources)
  if (settings.umbrellasDoNotWait) withoutUmbrellaWaits({ tree, placed, others: kustomizations, changes })
  checkOrder(tree, placed)
  directory.resources = objectsInOrder(placed, sources)
  if (earlier === undefined) changes.push(top.children, directory)
  else if (earlier.children.length > 0 || !sameData(earlier.resources, directory.resources)) {
    throw fail(
      'FLUX_DIRECTORY_TAKEN',
      `layout ${goQuote(tree.directory(top))} already has a ${FLUX_DIRECTORY_NAME} child with other Flux resources; integrate a freshly walked layout`,
    )
  }
  for (const { layout } of placed) changes.set(layout, 'fluxBuild', true)
}

function objectsInOrder(
  placed: ReturnType<typeof unitKustomizations>,
  sources: ReturnType<typeof generatedSources>,
): KubernetesObject[] {
  const byBundle = new Map([...sources.values()].map(({ bundle, object }) => [bundle, object]))
  return placed.flatMap(({ kustomization, layout }) => {
    const [first] = bundlesOf(layout)
    const source = first && byBundle.get(first)
    return source === undefined ? [kustomization] : [kustomization, source]
  })
}

function fluxDirectory({ top, directory }: Tree, rules: LayoutRules): ManifestLayout {
  const fileNaming = rules.fileNaming || top.fileNaming
  const layout: ManifestLayout = {
    name: FLUX_DIRECTORY_NAME,
    namespace: directory(top),
    resources: [],
    children: [],
    filePer: defaultLayoutRules().filePer,
    fluxPlacement: 'separate',
  }
  if (fileNaming) layout.fileNaming = fileNaming
  return layout
}

/** What is in the place already: of an earlier integration, or what must have another name. */
function earlierDirectory(tree: Tree, directory: ManifestLayout): ManifestLayout | undefined {
  const there = tree.layouts.find((layout) => layout !== tree.top && sameDirectory(layout, directory))
  if (there === undefined) return undefined
  const where = `rendered to ${goQuote(tree.directory(there))}, the directory the Flux resources are written to under FluxSeparate`
  const [bundle] = bundlesOf(there)
  const node = nodeOf(there)
  if (node !== undefined) {
    throw fail(
      'FLUX_DIRECTORY_TAKEN',
      `node ${goQuote(node.name)} is ${where}: rename the node, or use an integrated placement`,
    )
  }
  if (bundle !== undefined) {
    throw fail(
      'FLUX_DIRECTORY_TAKEN',
      `bundle ${goQuote(bundle.name)} is ${where}: give the bundle's directory another name (its DirName, or its Name without one), or use an integrated placement`,
    )
  }
  return there
}
