/** What applies what in a tree, what waits for what, and in which order it all comes about (flux 12.1). */
import type { Graph, GraphEdge, GraphNode } from '../krm/graph/graph.ts'
import { findWaits, type GraphProblem, type Turn, turnsOf, waitProblems } from './graph-waits.ts'
import { shownPath } from './source-resolve.ts'
import { type FluxTree, objectsOf, type TreeKustomization } from './tree.ts'

export interface GraphKustomization {
  id: string
  /** All of lower levels that it waits for, directly or not, come before it. */
  level: number
  /** What applies it. */
  parent?: string
  dependsOn: string[]
  /** `Kind/namespace/name`. */
  source?: string
  path: string
  status: TreeKustomization['status']
  /** How many it applies, those of rendered releases among them. */
  objects: number
}

export interface GraphSource {
  id: string
  url: string
  found: string
  /** Kustomizations that apply it. */
  appliedBy: string[]
}

export interface FluxGraph {
  kustomizations: GraphKustomization[]
  sources: GraphSource[]
  /** The longest way from the first Kustomization to the last. */
  criticalPath: string[]
  problems: GraphProblem[]
}

/**
 * The graph of a tree.
 *
 * @example fluxGraph(await renderTree({ fs, repository: '/fleet', folder: '/fleet/clusters/prod' })).criticalPath
 */
export function fluxGraph(tree: FluxTree): FluxGraph {
  const waits = findWaits(tree)
  const turns = turnsOf(tree, waits)
  const ofReleases = new Map<string, number>()
  for (const { by, objects = [] } of tree.opaque) ofReleases.set(by, (ofReleases.get(by) ?? 0) + objects.length)
  const kustomizations = tree.kustomizations
    .map((one) => {
      const described = describe(one, tree.repository, turns.get(one.id) as Turn)
      return { ...described, objects: described.objects + (ofReleases.get(one.id) ?? 0) }
    })
    .sort((a, b) => a.level - b.level)
  return {
    kustomizations,
    sources: tree.sources.map(({ id, url, found }) => ({ id, url, found, appliedBy: waits.appliers.get(id) ?? [] })),
    criticalPath: criticalPath(turns),
    problems: [...treeProblems(tree), ...waitProblems(tree, waits)],
  }
}

function describe(one: TreeKustomization, repository: string, { level }: Turn): GraphKustomization {
  const { id, parent, kustomization, source, folder, status } = one
  const { dependsOn, path } = kustomization.spec
  const namespace = kustomization.metadata.namespace
  const isHere = source?.files?.root === repository
  return {
    id,
    level,
    ...(parent === undefined ? {} : { parent }),
    dependsOn: dependsOn.map((other) => `${other.namespace || namespace}/${other.name}`),
    ...(source === undefined || source.id === '' ? {} : { source: source.id }),
    path: isHere && folder !== '' ? shownPath(repository, folder) : path,
    status,
    objects: objectsOf(one).length,
  }
}

/** Those of the tree that are about its shape; its warnings are said elsewhere. */
function treeProblems({ problems }: FluxTree): GraphProblem[] {
  return problems
    .filter(({ code }) => code === 'KUSTOMIZATION_CYCLE' || code === 'KUSTOMIZATION_TWICE')
    .map(({ code, message, about }) => ({ code, message, path: [about.replace(/^Kustomization\//, '')] }))
}

/** Back from one of the last level, each time to what it waits for longest. */
function criticalPath(turns: ReadonlyMap<string, Turn>): string[] {
  let last: string | undefined
  for (const [id, { level }] of turns) if (last === undefined || level > (turns.get(last)?.level ?? -1)) last = id
  const path: string[] = []
  for (let at = last; at !== undefined; at = turns.get(at)?.after) path.unshift(at)
  return path
}

/** The graph as it is drawn: arrows lead from what comes first to what comes of it. */
export function drawnGraph({ kustomizations, sources, criticalPath, problems }: FluxGraph): Graph {
  const wrong = new Set(problems.flatMap(({ path }) => path))
  const wrongSteps = new Set(problems.flatMap(({ path }) => stepsOf(path)))
  const marked = new Set(stepsOf(criticalPath))
  const nodes: GraphNode[] = [
    ...kustomizations.map((one): GraphNode => {
      const more = [...(one.path === one.id ? [] : [one.path]), extentOf(one)]
      return {
        id: one.id,
        label: [one.id, ...more],
        shape: 'box',
        isWrong: wrong.has(one.id) || one.status === 'failed',
      }
    }),
    ...sources.map((one): GraphNode => {
      const label = [one.id, ...(one.url === '' ? [] : [one.url])]
      return { id: one.id, label, shape: 'cylinder', isWrong: one.found === 'unresolved' }
    }),
  ]
  const known = new Set(nodes.map(({ id }) => id))
  const edges: GraphEdge[] = []
  const add = (from: string, to: string, label: string, line: GraphEdge['line']) => {
    if (!known.has(from) || !known.has(to)) return
    const step = `${from}\0${to}`
    edges.push({ from, to, label, line, isMarked: marked.has(step), isWrong: wrongSteps.has(`${to}\0${from}`) })
  }
  for (const { id, parent, dependsOn, source } of kustomizations) {
    if (parent !== undefined) add(parent, id, 'applies', 'solid')
    for (const other of dependsOn) add(other, id, 'dependsOn', 'dashed')
    if (source !== undefined) add(source, id, 'source', 'dotted')
  }
  for (const { id, appliedBy } of sources) for (const one of appliedBy) add(one, id, 'applies', 'solid')
  return { nodes, edges }
}

/** `3 objects`, or why there are none. */
export function extentOf({ status, objects }: GraphKustomization): string {
  return status === 'rendered' ? `${objects} ${objects === 1 ? 'object' : 'objects'}` : status
}

function stepsOf(path: readonly string[]): string[] {
  return path.slice(1).map((to, i) => `${path[i]}\0${to}`)
}
