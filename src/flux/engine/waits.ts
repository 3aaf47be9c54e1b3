/** What Kustomizations of a tree wait for, as the reconcile-order check reads them (flux-engine R-063). */
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { reachedFrom } from './builds.ts'
import { checkReconcileOrder, type Waiting } from './order.ts'
import type { Placed } from './placed.ts'
import { checkedBy, dependenciesOf } from './references.ts'
import type { Tree } from './tree.ts'

/** Refuses Kustomizations that can never all become Ready. */
export function checkOrder(tree: Tree, placed: readonly Placed[]): void {
  const appliedBy = new Map(placed.map((one) => [one.layout, one]))
  const applies = new Map<string, string[]>(placed.map(({ key }) => [key, []]))
  const creators = new Map<string, string>()
  for (const { key, host } of placed) {
    const builders = buildersOf(tree, host, appliedBy)
    for (const builder of builders.all) applies.get(builder.key)?.push(key)
    if (builders.creator !== undefined) creators.set(key, builders.creator.key)
  }
  checkReconcileOrder(
    placed.map(
      ({ key, kustomization }): Waiting => ({
        name: key,
        dependsOn: dependenciesOf(kustomization),
        healthChecks: checkedBy(kustomization),
        wait: kustomization.spec.wait ?? false,
        applies: applies.get(key) ?? [],
        creator: creators.get(key),
      }),
    ),
  )
}

/** The Kustomizations whose builds hold what lies in a layout, and the one that creates it: none for what the bootstrap reaches. */
export function buildersOf(
  tree: Pick<Tree, 'parent' | 'top'>,
  host: ManifestLayout | undefined,
  appliedBy: ReadonlyMap<ManifestLayout, Placed>,
): { all: Placed[]; creator: Placed | undefined } {
  if (host === undefined) return { all: [], creator: undefined }
  const chain = reachedFrom(tree, host)
  const all = chain.flatMap((layout) => appliedBy.get(layout) ?? [])
  return { all, creator: chain.includes(tree.top) ? undefined : all[0] }
}
