/** Settings of a cluster that only Flux can follow: refused, so that nobody relies on them in vain (kure-extras A-10). */
import { fail } from '../core/error.ts'
import { goQuote } from '../core/go-quote.ts'
import type { Bundle, Cluster, ClusterNode } from '../stack/model.ts'
import { nodePath } from '../stack/validate/cluster.ts'

/**
 * Refuses delivery intents and settings of a node's own Kustomization, in a cluster that was validated.
 *
 * @throws ToolError that names the application, or the node and its fields
 */
export function refuseUnreadSettings({ node: root }: Cluster): void {
  const visit = (node: ClusterNode, above: string) => {
    const path = nodePath(above, node.name)
    refuseNodeFields(node, path)
    if (node.bundle) refuseIntents(node.bundle)
    for (const child of node.children ?? []) visit(child, path)
  }
  if (root) visit(root, '')
}

function refuseNodeFields(node: ClusterNode, path: string): void {
  const fields: string[] = []
  if (node.kustomizationName) fields.push('KustomizationName')
  if (node.dependsOn && node.dependsOn.length > 0) fields.push('DependsOn')
  if (node.namedDependsOn && node.namedDependsOn.length > 0) fields.push('NamedDependsOn')
  if (fields.length === 0) return
  throw fail(
    'ARGOCD_NODE_FIELDS',
    `node ${goQuote(path)} sets ${fields.join(', ')}, but has no Flux Kustomization of its own: Argo CD applies Applications`,
    { hint: 'name and order the bundles of the node' },
  )
}

function refuseIntents(bundle: Bundle): void {
  for (const { name, delivery } of bundle.applications ?? []) {
    if (!delivery?.pruneProtection && !delivery?.forceReplace) continue
    throw fail('ARGOCD_DELIVERY', `Argo CD cannot apply the delivery intent of application ${goQuote(name)}`, {
      hint: "leave delivery out, and set Argo CD's own annotations on the objects",
    })
  }
  for (const child of bundle.children ?? []) refuseIntents(child)
}
