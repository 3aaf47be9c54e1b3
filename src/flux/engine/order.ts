/** Kustomizations that can never all become Ready are refused (flux-engine ). */
import { fail } from '../../core/error.ts'

/** What one Kustomization waits for; names are `namespace/name`, unknown ones are outside the check. */
export interface Waiting {
  name: string
  dependsOn: readonly string[]
  healthChecks: readonly string[]
  /** Ready waits for what was applied, not for the health checks. */
  wait: boolean
  /** The Kustomizations its own build applies. */
  applies: readonly string[]
  /** The Kustomization that has to be applied for this one to exist; none for what the bootstrap creates. */
  creator: string | undefined
}

/** A point in the life of a Kustomization: `ready flux-system/web`. */
type Point = `${'ready' | 'apply'} ${string}`

/**
 * @param kustomizations in the order of the tree, which decides what a refusal names first
 * @throws ToolError with code RECONCILE_ORDER, which names the chain
 * @example checkReconcileOrder([{ name: 'a/web', dependsOn: [], healthChecks: [], wait: false, applies: [], creator: undefined }])
 */
export function checkReconcileOrder(kustomizations: readonly Waiting[]): void {
  const byName = new Map(kustomizations.map((one) => [one.name, one]))
  const done = new Set<Point>()
  for (const { name } of kustomizations) {
    for (const start of [`ready ${name}`, `apply ${name}`] as const) {
      const chain = cycleFrom(start, byName, done)
      if (chain !== undefined) throw neverReady(chain)
    }
  }
}

/** Depth first without recursion: chains of dependencies may be long. */
function cycleFrom(start: Point, byName: ReadonlyMap<string, Waiting>, done: Set<Point>): Point[] | undefined {
  if (done.has(start)) return undefined
  const path: { point: Point; next: Point[] }[] = [{ point: start, next: awaited(start, byName).reverse() }]
  const open = new Map<Point, number>([[start, 0]])
  while (path.length > 0) {
    const last = path[path.length - 1] as (typeof path)[number]
    const point = last.next.pop()
    if (point === undefined) {
      path.pop()
      open.delete(last.point)
      done.add(last.point)
      continue
    }
    const earlier = open.get(point)
    if (earlier !== undefined) return [...path.slice(earlier).map((one) => one.point), point]
    if (done.has(point)) continue
    open.set(point, path.length)
    path.push({ point, next: awaited(point, byName).reverse() })
  }
  return undefined
}

function awaited(point: Point, byName: ReadonlyMap<string, Waiting>): Point[] {
  const name = point.slice(point.indexOf(' ') + 1)
  const one = byName.get(name)
  if (one === undefined) return []
  const known = (names: readonly string[]) => names.filter((other) => byName.has(other))
  if (point.startsWith('apply')) {
    const points: Point[] = known(one.dependsOn).map((other): Point => `ready ${other}`)
    if (one.creator !== undefined && byName.has(one.creator)) points.push(`apply ${one.creator}`)
    return points
  }
  return [`apply ${name}`, ...known(one.wait ? one.applies : one.healthChecks).map((other): Point => `ready ${other}`)]
}

function neverReady(chain: readonly Point[]) {
  const first = chain[0] as Point
  const name = first.slice(first.indexOf(' ') + 1)
  return fail(
    'RECONCILE_ORDER',
    `Flux Kustomizations can never all become Ready: ${name} waits for itself (${chain.join(' -> ')}); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied`,
    { hint: 'take one of these waits away, or give bundles that need different ones directories of their own' },
  )
}
