/** A leaf that cannot be Ready before what depends on it applies (flux-engine R-268). */
import { componentsOf } from './components.ts'
import { checkedBy, dependenciesOf } from './references.ts'
import { type Member, type UmbrellaGraph, umbrellaDependency } from './umbrella-graph.ts'

/** A point in the life of a Kustomization: `ready flux-system/web`. */
type Point = `${'ready' | 'apply'} ${string}`

/**
 * Refuses a dependency on a terminal leaf that waits, through whatever, for the dependent to be applied. Kustomizations of
 * applications count as their authors wrote them; what their `wait` waits for is not followed (R-274).
 */
export function checkLeafOrder(graph: UmbrellaGraph): void {
  const members = new Map(graph.members.map((member) => [member.key, member]))
  const leaves = new Set([...graph.umbrellas()].flatMap((umbrella) => graph.terminals(umbrella)))
  const next = (point: Point) => awaited(point, members, graph)
  const points = graph.members.flatMap(({ key }): Point[] => [`ready ${key}`, `apply ${key}`])
  const component = componentsOf(points, next)
  for (const { key, kustomization } of graph.members) {
    for (const leaf of dependenciesOf(kustomization)) {
      if (!leaves.has(leaf) || !members.has(leaf)) continue
      if (component.get(`apply ${key}`) !== component.get(`ready ${leaf}`)) continue
      throw umbrellaDependency(
        `Flux Kustomization ${key} depends on ${leaf}, a terminal leaf of an umbrella, which cannot become Ready before ${key} is applied (${chain(`ready ${leaf}`, `apply ${key}`, next).join(' -> ')})`,
      )
    }
  }
}

function awaited(point: Point, members: ReadonlyMap<string, Member>, graph: UmbrellaGraph): Point[] {
  const key = point.slice(point.indexOf(' ') + 1)
  const member = members.get(key)
  if (member === undefined) return []
  const { kustomization } = member
  const ready = (keys: readonly string[]) => keys.filter((one) => members.has(one)).map((one): Point => `ready ${one}`)
  if (point.startsWith('ready')) {
    return [`apply ${key}`, ...(kustomization.spec.wait ? [] : ready(checkedBy(kustomization)))]
  }
  const points = ready(dependenciesOf(kustomization))
  const creator = graph.creator(key)
  if (creator !== undefined) points.push(`apply ${creator}`)
  return points
}

/** A shortest way from one point to another. */
function chain(from: Point, to: Point, next: (point: Point) => readonly Point[]): Point[] {
  const cameFrom = new Map<Point, Point | undefined>([[from, undefined]])
  for (const point of cameFrom.keys()) {
    if (point === to) break
    for (const target of next(point)) if (!cameFrom.has(target)) cameFrom.set(target, point)
  }
  const path: Point[] = []
  for (let at: Point | undefined = to; at !== undefined; at = cameFrom.get(at)) path.unshift(at)
  return path
}
