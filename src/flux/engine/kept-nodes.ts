/** A node's Kustomization that is kept still has to wait for what the node asks (flux-engine R-155). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { nodeTargets } from './layout-kustomization.ts'
import type { LayoutNames } from './layout-names.ts'
import type { Placed } from './placed.ts'
import { dependenciesOf } from './references.ts'
import type { ResourceSettings } from './settings.ts'
import { keyOf, nodeOf, type Tree } from './tree.ts'

/** Under UmbrellasDoNotWait what an entry stands for is known only with the whole tree, so it is left to that check. */
export function keepNode(tree: Tree, placed: Placed, names: LayoutNames, settings: ResourceSettings): void {
  const node = nodeOf(placed.layout)
  if (node === undefined || placed.host === undefined) return
  const asked = [...nodeTargets(tree, node, names).keys(), ...(node.namedDependsOn ?? [])]
  if (asked.length === 0) return
  const { namespace } = placed.kustomization.metadata
  const keys = asked.map((name) => keyOf(namespace, name))
  if (settings.umbrellasDoNotWait) {
    placed.asked = keys
    return
  }
  const present = new Set(dependenciesOf(placed.kustomization))
  const lacking = asked.filter((_, index) => !present.has(keys[index] as string))
  if (lacking.length === 0) return
  const own = (placed.kustomization.spec.dependsOn ?? []).map((entry) =>
    entry.namespace ? `${entry.namespace}/${entry.name}` : entry.name,
  )
  throw fail(
    'NODE_DEPENDENCY',
    `layout ${goQuote(tree.directory(placed.host))} already has Flux Kustomization ${goQuote(placed.name)} for node ${goQuote(tree.index.nodePath(node))} with spec.dependsOn [${own.join(', ')}], which lacks [${lacking.join(', ')}] that the node's DependsOn and NamedDependsOn ask for: remove it, add the entries to it, or walk the cluster again`,
  )
}
