/**
 * What has to have happened before a Kustomization is applied, and before it is ready. A way through these that comes back to
 * where it began is a dead-lock: the controller waits until its timeout, and begins anew (flux 12.1).
 */
import { parseApiVersion } from '../krm/gvk.ts'
import { isFluxKustomization } from './kustomization.ts'
import { idOf } from './object.ts'
import { type FluxTree, objectsOf, type TreeKustomization } from './tree.ts'

export interface GraphProblem {
  code: string
  message: string
  /** `namespace/name` of the Kustomizations that are part of it, in the order of the message. */
  path: string[]
}

/** `applied` or `ready`, and whose. */
type Event = `${'applied' | 'ready'} ${string}`

export interface Wait {
  for: Event
  /** In a sentence: `a depends on b`. */
  reason: string
}

export interface Waits {
  of: ReadonlyMap<Event, readonly Wait[]>
  /** Who applies a source, ConfigMap or Secret, by `Kind/namespace/name`. */
  appliers: ReadonlyMap<string, string[]>
  /** Waits for what nothing in the tree makes. */
  unmet: readonly { id: string; message: string }[]
}

export function findWaits({ kustomizations }: FluxTree): Waits {
  const byId = new Map(kustomizations.map((one) => [one.id, one]))
  const appliers = new Map<string, string[]>()
  const children = new Map<string, string[]>()
  for (const one of kustomizations) {
    if (one.parent !== undefined) push(children, one.parent, one.id)
    const namespace = one.kustomization.metadata.namespace
    for (const object of objectsOf(one)) {
      const id = idOf(object)
      if (isReferredTo(id)) push(appliers, `${id.kind}/${id.namespace || namespace}/${id.name}`, one.id)
    }
  }
  const of = new Map<Event, Wait[]>()
  const unmet: { id: string; message: string }[] = []
  for (const one of kustomizations) {
    const { id, parent } = one
    const before: Wait[] = []
    if (parent !== undefined) before.push({ for: `applied ${parent}`, reason: `${parent} applies ${id}` })
    for (const { id: other, hasExpression } of dependencies(one)) {
      const dependency = byId.get(other)
      const reason = `${id} depends on ${other}`
      // An expression takes the place of the check that it is ready: it has to be there.
      if (dependency !== undefined && !hasExpression) before.push({ for: `ready ${other}`, reason })
      else if (dependency?.parent !== undefined) before.push({ for: `applied ${dependency.parent}`, reason })
      else if (dependency === undefined) unmet.push({ id, message: `${id} depends on ${other}, which nothing applies` })
    }
    // The first one and its source are put into the cluster by hand.
    if (parent !== undefined) before.push(...needsOf(one, appliers))
    of.set(`applied ${id}`, before)
    const checks = healthOf(one, children.get(id) ?? [])
    const known = checks.filter((other) => byId.has(other))
    for (const other of checks) {
      if (!byId.has(other))
        unmet.push({ id, message: `${id} waits for the health of Kustomization ${other}, which nothing applies` })
    }
    const ready: Wait[] = known.map((other) => ({
      for: `ready ${other}`,
      reason: `${id} waits until ${other} is ready`,
    }))
    of.set(`ready ${id}`, [{ for: `applied ${id}`, reason: '' }, ...ready])
  }
  return { of, appliers, unmet }
}

function push<T>(into: Map<string, T[]>, key: string, value: T): void {
  const values = into.get(key)
  if (values === undefined) into.set(key, [value])
  else values.push(value)
}

function isReferredTo({ apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  if (apiVersion === 'v1') return kind === 'ConfigMap' || kind === 'Secret'
  return parseApiVersion(apiVersion).group === 'source.toolkit.fluxcd.io'
}

function dependencies({ kustomization }: TreeKustomization): { id: string; hasExpression: boolean }[] {
  const { metadata, spec } = kustomization
  return spec.dependsOn.map(({ namespace, name, readyExpr }) => ({
    id: `${namespace || metadata.namespace}/${name}`,
    hasExpression: readyExpr !== '',
  }))
}

/** Its source and its variables, where the tree applies them. Of several that apply one, any will do: the first. */
function needsOf({ id, source, references, kustomization }: TreeKustomization, appliers: Waits['appliers']): Wait[] {
  const keys = references
    .filter(({ optional }) => !optional)
    .map(({ kind, name }) => `${kind}/${kustomization.metadata.namespace}/${name}`)
  if (source !== undefined) keys.unshift(source.id)
  return keys.flatMap((key): Wait[] => {
    const by = appliers.get(key)?.[0]
    return by === undefined ? [] : [{ for: `applied ${by}`, reason: `${id} needs ${key}, which ${by} applies` }]
  })
}

/** The Kustomizations whose health is waited for. */
function healthOf({ kustomization, id }: TreeKustomization, children: readonly string[]): string[] {
  const { metadata, spec } = kustomization
  const checked = spec.healthChecks
    .filter((check) => isFluxKustomization(check))
    .map(({ namespace, name }) => `${namespace || metadata.namespace}/${name}`)
  return (spec.wait ? children : checked).filter((other) => other !== id)
}

/** One problem for each group of events that wait for each other, and one for each wait that nothing can end. */
export function waitProblems({ kustomizations }: FluxTree, { of, unmet }: Waits): GraphProblem[] {
  const problems: GraphProblem[] = unmet.map(({ id, message }) => ({
    code: 'UNMET_DEPENDENCY',
    message: `${message}: it never becomes ready`,
    path: [id],
  }))
  const done = new Set<Event>()
  for (const { id } of kustomizations) {
    const cycle = findCycle(`ready ${id}`, of, done)
    if (cycle !== undefined) problems.push(problemOf(cycle))
  }
  return problems
}

interface Step extends Wait {
  from: Event
}

/** The first way back to itself from an event, over events that no earlier search has been through. Without recursion. */
function findCycle(start: Event, of: Waits['of'], done: Set<Event>): Step[] | undefined {
  if (done.has(start)) return undefined
  const at = new Map<Event, number>([[start, 0]])
  const open: Event[] = [start]
  const way: Step[] = []
  let found: Step[] | undefined
  while (open.length > 0) {
    const current = open.at(-1) as Event
    const next = at.get(current) as number
    const wait = of.get(current)?.[next]
    if (wait === undefined) {
      done.add(current)
      at.delete(current)
      open.pop()
      way.pop()
      continue
    }
    at.set(current, next + 1)
    if (done.has(wait.for)) continue
    const step = { ...wait, from: current }
    if (at.has(wait.for)) {
      found ??= [...way.slice(open.indexOf(wait.for)), step]
      continue
    }
    at.set(wait.for, 0)
    open.push(wait.for)
    way.push(step)
  }
  return found
}

function problemOf(cycle: readonly Step[]): GraphProblem {
  const named = cycle.filter(({ reason }) => reason !== '')
  const ids = cycle.map(({ from }) => from.slice(from.indexOf(' ') + 1))
  const path = [...ids, ids[0] as string].filter((id, i, all) => id !== all[i - 1])
  if (named.every(({ reason }) => reason.includes(' depends on ')))
    return { code: 'DEPENDENCY_CYCLE', message: `circular dependency detected: ${path.join(' -> ')}`, path }
  const reasons = named.map(({ reason }) => reason).join(', ')
  return { code: 'DEADLOCK', message: `nothing of this ever becomes ready: ${reasons}`, path }
}

export interface Turn {
  /** Everything of lower levels that it waits for comes before it. */
  level: number
  /** The one that it waits for longest. */
  after: string | undefined
}

/** When each Kustomization is applied, by its id. Waits that lead back to where they began do not count. */
export function turnsOf({ kustomizations }: FluxTree, { of }: Waits): Map<string, Turn> {
  const known = new Map<Event, Turn>()
  for (const { id } of kustomizations) settleTurns(`applied ${id}`, of, known)
  return new Map(kustomizations.map(({ id }) => [id, known.get(`applied ${id}`) as Turn]))
}

/** The turn of an event after those of all that it waits for. Without recursion. */
function settleTurns(start: Event, of: Waits['of'], known: Map<Event, Turn>): void {
  const open: Event[] = [start]
  const isOpen = new Set<Event>()
  while (open.length > 0) {
    const current = open.at(-1) as Event
    const waits = of.get(current) ?? []
    if (!known.has(current) && !isOpen.has(current)) {
      isOpen.add(current)
      for (const wait of waits) if (!known.has(wait.for) && !isOpen.has(wait.for)) open.push(wait.for)
      continue
    }
    open.pop()
    if (known.has(current)) continue
    known.set(current, turnOf(current, waits, known))
  }
}

function turnOf(event: Event, waits: readonly Wait[], known: ReadonlyMap<Event, Turn>): Turn {
  const turn: Turn = { level: event.startsWith('applied') ? 0 : -1, after: undefined }
  for (const wait of waits) {
    const before = known.get(wait.for)
    if (before === undefined) continue
    // What is ready is so with the last of what it waits for; what is applied comes after it.
    const isApplied = wait.for.startsWith('applied')
    const level = event.startsWith('applied') ? before.level + 1 : before.level
    if (level <= turn.level) continue
    turn.level = level
    turn.after = isApplied ? wait.for.slice('applied '.length) : before.after
  }
  return turn
}
