/** `umbrellasDoNotWait`: what applies others does not wait, and a dependency on it is one on its last leaves (flux-engine R). */
import { goQuote } from '../../core/go-quote.ts'
import type { Changes } from './changes.ts'
import { readKustomization } from './kept.ts'
import { settingsDiffer } from './merge.ts'
import type { ObjectReference } from './objects.ts'
import type { Placed } from './placed.ts'
import { checkedBy, dependenciesOf } from './references.ts'
import { bundlesOf, type FoundObject, keyOf, type Tree } from './tree.ts'
import { umbrellaWait } from './umbrella-bundles.ts'
import { type Member, type UmbrellaGraph, umbrellaDependency, umbrellaGraph } from './umbrella-graph.ts'
import { checkLeafOrder } from './umbrella-order.ts'

export interface Umbrellas {
  tree: Tree
  placed: readonly Placed[]
  /** Kustomizations in the tree that the call neither made nor keeps in the place of one. */
  others: readonly FoundObject[]
  changes: Changes
}

interface TreeMember extends Member {
  /** Made or kept by the call. */
  placed?: Placed
}

type Graph = UmbrellaGraph<TreeMember>

/** Rewrites what was generated, and refuses what the setting cannot hold for. */
export function withoutUmbrellaWaits({ tree, placed, others, changes }: Umbrellas): void {
  const members: TreeMember[] = [
    ...placed.map((one) => ({ ...one, placed: one })),
    ...others.map((found) => ({
      key: keyOf(found.namespace, found.name),
      kustomization: readKustomization(tree, found),
      layout: undefined,
      host: found.layout,
    })),
  ]
  const graph = umbrellaGraph(tree, members, (bundle) => tree.index.bundleLayout(bundle))
  for (const member of members) if (member.placed) resolveWait(tree, graph, member.placed, changes)
  for (const umbrella of graph.umbrellas()) graph.terminals(umbrella)
  for (const member of members) {
    checkDependencies(graph, member)
    checkHealthChecks(graph, member)
  }
  for (const { placed: one } of members) {
    if (one?.asked !== undefined) checkAsked(graph, one, one.asked)
    if (one !== undefined && !one.isKept) rewrite(graph, one, changes)
  }
  checkLeafOrder(graph)
}

/** An umbrella does not wait, a leaf does unless it says otherwise. */
function resolveWait(tree: Tree, graph: Graph, placed: Placed, changes: Changes): void {
  const { spec } = placed.kustomization
  const isUmbrella = graph.isUmbrella(placed.key)
  if (placed.isKept) {
    const input = spec.wait ? 'wait' : spec.healthChecks?.length ? 'healthChecks' : undefined
    if (isUmbrella && input !== undefined) throw umbrellaWait(placed.name, `it was placed before and has spec.${input}`)
    return
  }
  const inputs = waitInputs(tree, placed)
  if (isUmbrella) {
    const waiting = inputs.find(({ wait }) => wait === true)
    if (waiting !== undefined) throw umbrellaWait(placed.name, `${waiting.origin} sets Wait`)
    const checking = bundlesOf(placed.layout).find(({ healthChecks }) => healthChecks?.length)
    if (checking !== undefined) {
      throw umbrellaWait(placed.name, `bundle ${goQuote(tree.index.bundlePath(checking))} sets HealthChecks`)
    }
    changes.remove(spec, 'wait')
    changes.remove(spec, 'healthChecks')
    return
  }
  const [first, ...rest] = inputs.map(({ wait }) => wait ?? true)
  const differing = rest.findIndex((wait) => wait !== first)
  if (differing >= 0) {
    const bundles = bundlesOf(placed.layout)
    const [one, other] = [bundles[0], bundles[differing + 1]]
    if (one !== undefined && other !== undefined) {
      const why = `${first} and ${!first}, where an unset one is true`
      throw settingsDiffer({ field: 'wait', first: one, other, directory: tree.directory(placed.layout), why })
    }
  }
  if (first ?? true) changes.set(spec, 'wait', true)
  else changes.remove(spec, 'wait')
}

/** The waits that reach a Kustomization, with where they come from. */
function waitInputs(tree: Tree, { layout }: Placed): { wait: boolean | undefined; origin: string }[] {
  const bundles = bundlesOf(layout)
  if (bundles.length > 0) {
    return bundles.map((bundle) => ({ wait: bundle.wait, origin: `bundle ${goQuote(tree.index.bundlePath(bundle))}` }))
  }
  const holder = tree.holders.get(layout)
  if (layout.wait === undefined && holder !== undefined) {
    const origin = `bundle ${goQuote(tree.index.bundlePath(holder))}, from which layout ${goQuote(tree.directory(layout))} inherits,`
    return [{ wait: holder.wait, origin }]
  }
  return [{ wait: layout.wait, origin: `layout ${goQuote(tree.directory(layout))}` }]
}

/** Nothing inside an umbrella depends on it, and what is not rewritten names leaves itself. */
function checkDependencies(graph: Graph, { key, kustomization, placed }: TreeMember): void {
  for (const entry of dependenciesOf(kustomization)) {
    if (!graph.isUmbrella(entry)) continue
    if (graph.isWithin(key, entry)) {
      throw umbrellaDependency(
        `Flux Kustomization ${key} is applied by ${entry}, directly or through others, and depends on it (${key} -> ${entry} -> … -> ${key}): it would depend on itself`,
      )
    }
    if (placed === undefined || placed.isKept) {
      throw umbrellaDependency(
        `Flux Kustomization ${key} was not made by this call and depends on ${entry}, which does not wait for what it applies: name its terminal leaves instead: ${graph.terminals(entry).join(', ')}`,
      )
    }
  }
}

/** An umbrella is Ready before what it applies, so that a check on it says nothing. */
function checkHealthChecks(graph: Graph, { key, kustomization }: TreeMember): void {
  if (graph.isUmbrella(key)) return
  const umbrella = checkedBy(kustomization).find((entry) => graph.isUmbrella(entry))
  if (umbrella === undefined) return
  throw umbrellaDependency(
    `Flux Kustomization ${key} has a health check on ${umbrella}, which does not wait for what it applies: name its terminal leaves instead: ${graph.terminals(umbrella).join(', ')}`,
  )
}

/** What a node asks for must be on the Kustomization that is kept for it, an umbrella as its leaves. */
function checkAsked(graph: Graph, { key, kustomization }: Placed, asked: readonly string[]): void {
  const named = new Set(dependenciesOf(kustomization))
  const lacking = asked.filter((entry) => {
    const leaves = graph.isUmbrella(entry) ? graph.terminals(entry) : [entry]
    return !named.has(entry) && !leaves.every((leaf) => named.has(leaf))
  })
  if (lacking.length === 0) return
  throw umbrellaDependency(
    `Flux Kustomization ${key} is kept, and its spec.dependsOn names neither ${lacking.join(', ')} nor the terminal leaves, which its node's DependsOn and NamedDependsOn ask for: remove it, add the entries, or walk the cluster again`,
  )
}

function rewrite(graph: Graph, { kustomization }: Placed, changes: Changes): void {
  const { metadata, spec } = kustomization
  const keys = dependenciesOf(kustomization)
  if (!keys.some((key) => graph.isUmbrella(key))) return
  const own = `${metadata.namespace || 'default'}/`
  const leaves = new Set(keys.flatMap((key) => (graph.isUmbrella(key) ? graph.terminals(key) : [key])))
  const entries = [...leaves].map((key): ObjectReference => {
    const slash = key.indexOf('/')
    const name = key.slice(slash + 1)
    return key.startsWith(own) ? { name } : { name, namespace: key.slice(0, slash) }
  })
  changes.set(spec, 'dependsOn', entries)
}
