/** The Kustomization of a layout that renders no bundle: its settings and what it waits for (flux-engine I to K). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { compareBytes } from '../../core/text.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { type Bundle, bundlePath, type ClusterNode } from '../../stack/model.ts'
import { defaultDuration, fluxDuration } from './durations.ts'
import { invalidField } from './errors.ts'
import { noKustomizationOfNode } from './layout-fields.ts'
import type { LayoutNames } from './layout-names.ts'
import type { LayoutSource } from './layout-source.ts'
import { annotationProblems, annotationsSizeProblem, labelProblems } from './metadata-rules.ts'
import { type Kustomization, kustomization } from './objects.ts'
import type { ResourceSettings } from './settings.ts'
import { nodeOf, type Tree } from './tree.ts'

export interface PerLayout {
  names: LayoutNames
  source: LayoutSource
}

/** Settings come from the bundle that holds the layout's application, then from the layout itself. */
export function layoutKustomization(
  tree: Tree,
  layout: ManifestLayout,
  name: string,
  { names, source }: PerLayout,
  settings: ResourceSettings,
): Kustomization {
  const holder = tree.holders.get(layout)
  const host = tree.parent(layout) as ManifestLayout
  const duration = (field: 'interval' | 'timeout' | 'retryInterval') => {
    const authored = layout[field] || holder?.[field]
    if (!authored) return undefined
    const subject = `ManifestLayout '${tree.directory(layout)}'` as const
    const inheritedFrom = layout[field] || holder === undefined ? undefined : tree.index.bundlePath(holder)
    return fluxDuration({ subject, field, authored, inheritedFrom })
  }
  const interval = duration('interval') ?? defaultDuration('ResourceGenerator', settings.defaultInterval)
  const timeout = duration('timeout')
  const retryInterval = duration('retryInterval')
  return kustomization({
    name,
    namespace: settings.defaultNamespace,
    path: tree.directory(layout),
    interval,
    timeout,
    retryInterval,
    labels: entries(tree, layout, holder, 'labels'),
    annotations: entries(tree, layout, holder, 'annotations'),
    prune: layout.prune ?? holder?.prune ?? settings.prune ?? false,
    sourceRef: source(layout, host, name),
    dependsOn: layoutDependencies(tree, layout, names),
    postBuild: holder?.postBuild,
    serviceAccountName: holder?.serviceAccountName,
    wait: layout.wait ?? holder?.wait,
    force: layout.force ?? holder?.force,
    suspend: layout.suspend ?? holder?.suspend,
  })
}

/** The layout's over the bundle's, each entry held to the Kubernetes API's rules. */
function entries(
  tree: Tree,
  layout: ManifestLayout,
  holder: Bundle | undefined,
  field: 'labels' | 'annotations',
): Record<string, string> {
  const own = layout[field] ?? {}
  const all = { ...holder?.[field], ...own }
  const subject = `ManifestLayout '${tree.directory(layout)}'` as const
  for (const key of Object.keys(all).sort(compareBytes)) {
    const problems = field === 'labels' ? labelProblems(key, all[key] ?? '') : annotationProblems(key)
    if (problems.length === 0) continue
    const origin = key in own || holder === undefined ? '' : ` (inherited from bundle ${goQuote(bundlePath(holder))})`
    throw invalidField(
      'LAYOUT_METADATA',
      subject,
      field,
      `${field} entry ${goQuote(key)}${origin} is not one the Kubernetes API accepts on the layout's Flux Kustomization: ${problems.join('; ')}`,
    )
  }
  const problem = field === 'annotations' ? annotationsSizeProblem(all) : undefined
  if (problem !== undefined)
    throw invalidField(
      'LAYOUT_METADATA',
      subject,
      field,
      `${field} are not ones the Kubernetes API accepts on the layout's Flux Kustomization: ${problem}`,
    )
  return all
}

/** Names of Kustomizations: of a node what it and its layout ask for, of any other layout what its entries lead to. */
export function layoutDependencies(tree: Tree, layout: ManifestLayout, names: LayoutNames): string[] {
  const node = nodeOf(layout)
  const listed = layout.dependsOn ?? []
  if (node === undefined) return [...new Set(listed.map((entry) => names.dependency(layout, entry)))]
  const targets = nodeTargets(tree, node, names)
  const text = `node ${goQuote(tree.index.nodePath(node))}`
  const seen = new Set<string>()
  for (const entry of listed) {
    const target = targets.get(entry)
    const problem =
      entry === ''
        ? 'NamedDependsOn holds an empty name'
        : seen.has(entry)
          ? `NamedDependsOn lists ${goQuote(entry)} twice`
          : target !== undefined
            ? `NamedDependsOn lists ${goQuote(entry)}, which is the Flux Kustomization of node ${goQuote(tree.index.nodePath(target))} in its DependsOn`
            : undefined
    if (problem !== undefined) throw fail('NODE_DEPENDENCY', `${text}: ${problem}`)
    seen.add(entry)
  }
  return [...targets.keys(), ...listed]
}

/** The nodes that a node depends on, by the names of their Kustomizations. */
export function nodeTargets(tree: Tree, node: ClusterNode, names: LayoutNames): Map<string, ClusterNode> {
  const targets = new Map<string, ClusterNode>()
  for (const target of node.dependsOn ?? []) {
    const layout = tree.index.nodeLayout(target)
    const name = layout && names.nameOf(layout)
    const why = noKustomizationOfNode(tree, target)
    if (name === undefined || why !== undefined) {
      const texts = [node, target].map((one) => `node ${goQuote(tree.index.nodePath(one))}`)
      throw fail(
        'NODE_DEPENDENCY',
        `${texts[0]} depends on ${texts[1]}, which has no Flux Kustomization of its own: ${why}`,
      )
    }
    targets.set(name, target)
  }
  return targets
}

/** What the walk copied from a node must still be what the node says. */
export function checkCopiedFields(tree: Tree, layout: ManifestLayout): void {
  const node = nodeOf(layout)
  if (node === undefined) return
  const { kustomizationName, namedDependsOn = [] } = node
  const texts = `node ${goQuote(tree.index.nodePath(node))}`
  const where = `its layout ${goQuote(tree.directory(layout))}`
  const remedy = 'set since the walk: walk the cluster again, or put the value on the layout'
  if (kustomizationName && !layout.kustomizationName) {
    throw fail(
      'NODE_CHANGED',
      `${texts} sets KustomizationName ${goQuote(kustomizationName)}, which is not on ${where}: ${remedy}`,
    )
  }
  const copied = new Set(layout.dependsOn)
  const lacking = namedDependsOn.filter((entry) => !copied.has(entry))
  if (lacking.length > 0) {
    throw fail(
      'NODE_CHANGED',
      `${texts} lists ${lacking.map(goQuote).join(', ')} in NamedDependsOn, which is not on ${where}: ${remedy}`,
    )
  }
}
