/** What a change of a repository does to a cluster: two lists of Kustomizations with their objects come to a report. */
import type { Schema } from '../../krm/schema.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { Fates, notesOf } from './fates.ts'
import { fieldChanges } from './fields.ts'
import { Masks } from './mask.ts'
import { type ComparedKustomization, ComparedObject, StandIns } from './objects.ts'
import type { Action, DiffReport, FieldChange, KustomizationChanges, ObjectChange } from './report.ts'

/** Kustomizations in the order in which they are applied. */
export interface Sides {
  base: readonly ComparedKustomization[]
  head: readonly ComparedKustomization[]
  /** Loaded. */
  schema: Schema
}

interface Pair {
  before: ComparedObject
  after: ComparedObject
}

/**
 * Compares what is applied before and after. Objects are the same when they have the same group, kind, namespace and name,
 * in whatever Kustomization; or when they differ in a generated hash of the name only.
 *
 * @example compareKustomizations({ base, head, schema }).counts.delete // objects that will be deleted from the cluster
 */
export function compareKustomizations({ base, head, schema }: Sides): DiffReport {
  const unknown = new Set([...base, ...head].filter(({ problem }) => problem !== undefined).map(({ name }) => name))
  const standIns = new StandIns()
  const sides = [base, head].map((side) =>
    side.filter((one) => !unknown.has(one.name)).flatMap((one) => objectsOf(one, standIns)),
  )
  const { pairs, gone, come } = match(sides[0] as ComparedObject[], sides[1] as ComparedObject[])
  const fates = new Fates(head, gone)
  const partners = new Map(pairs.map((pair) => [pair.after, pair.before]))
  const results = new Map<string, KustomizationChanges>()
  const earlierOnes = new Map(base.map((one) => [one.name, one]))
  for (const one of head) {
    const earlier = earlierOnes.get(one.name)
    results.set(one.name, changesOf(one, earlier === undefined ? 'added' : 'present', earlier?.problem))
  }
  for (const one of base.toReversed()) {
    if (!results.has(one.name)) results.set(one.name, changesOf(one, 'removed', undefined))
  }
  const into = (name: string) => (results.get(name) as KustomizationChanges).changes
  const arrived = new Set(come)
  for (const after of sides[1] as ComparedObject[]) {
    const { name } = after.kustomization
    const before = partners.get(after)
    const change = arrived.has(after) ? created(after) : before && changed({ before, after }, schema, fates)
    if (change !== undefined) into(name).push(change)
  }
  for (const before of gone.toReversed()) into(before.kustomization.name).push(fates.changeOf(before))
  return reportOf([...results.values()])
}

function objectsOf(kustomization: ComparedKustomization, standIns: StandIns): ComparedObject[] {
  return kustomization.objects.map((object) => new ComparedObject(object, kustomization, standIns))
}

function changesOf(
  { name, isSuspended, problem }: ComparedKustomization,
  state: KustomizationChanges['state'],
  earlierProblem: string | undefined,
): KustomizationChanges {
  const why = problem ?? earlierProblem
  return { name, state, isSuspended, changes: [], ...(why === undefined ? {} : { problem: why }) }
}

function reportOf(all: KustomizationChanges[]): DiffReport {
  const counts: Record<Action, number> = { create: 0, change: 0, move: 0, delete: 0, orphan: 0 }
  for (const { changes } of all) for (const { action } of changes) counts[action]++
  const kustomizations = all.filter(({ changes, problem }) => changes.length > 0 || problem !== undefined)
  return { kustomizations, counts, compared: all.filter(({ problem }) => problem === undefined).length }
}

interface Matches {
  pairs: Pair[]
  /** Of the side before, without a partner. */
  gone: ComparedObject[]
  come: ComparedObject[]
}

/** From the closest likeness to the widest; each looks at what the ones before have left. */
const LIKENESSES: readonly ((object: ComparedObject) => string)[] = [
  ({ kustomization, key }) => `${kustomization.name}\0${key}`,
  ({ key }) => key,
  ({ kustomization, baseKey }) => `${kustomization.name}\0${baseKey}`,
  ({ baseKey }) => baseKey,
]

function match(base: readonly ComparedObject[], head: readonly ComparedObject[]): Matches {
  const matches: Matches = { pairs: [], gone: [...base], come: [...head] }
  for (const likeness of LIKENESSES) {
    const open = new Map<string, ComparedObject[]>()
    for (const object of matches.gone) {
      const key = likeness(object)
      const alike = open.get(key)
      if (alike === undefined) open.set(key, [object])
      else alike.push(object)
    }
    const taken = new Set<ComparedObject>()
    matches.come = matches.come.filter((after) => {
      const before = open.get(likeness(after))?.shift()
      if (before === undefined) return true
      taken.add(before)
      matches.pairs.push({ before, after })
      return false
    })
    matches.gone = matches.gone.filter((object) => !taken.has(object))
  }
  return matches
}

function created(after: ComparedObject): ObjectChange {
  const text = emitPlainValueSorted(new Masks(after.id).masked(after.root, []))
  return { action: 'create', object: after.id, fields: [], text, notes: notesOf('create', after) }
}

/** Undefined when nothing has. */
function changed({ before, after }: Pair, schema: Schema, fates: Fates): ObjectChange | undefined {
  const isMoved = before.kustomization.name !== after.kustomization.name
  if (!isMoved && before.text === after.text) return undefined
  const isRenamed = before.key !== after.key
  const { apiVersion, kind } = after.id
  const type = schema.lookup(apiVersion, kind)
  const fields = fieldChanges(before.root, after.root, type, new Masks(after.id)).filter(
    (one) => !(isMoved && isOwner(one)) && !(isRenamed && one.path === 'metadata.name'),
  )
  if (!isMoved && !isRenamed && fields.length === 0) return undefined
  const action = isMoved ? 'move' : 'change'
  return {
    action,
    object: after.id,
    ...(isRenamed ? { renamedFrom: before.id.name } : {}),
    ...(isMoved ? { movedFrom: before.kustomization.name } : {}),
    fields,
    notes: [...(isRenamed ? [fates.ofFormerName(before)] : []), ...notesOf(action, after, before)],
  }
}

/** The labels that Flux puts on all objects of a Kustomization. */
function isOwner({ path }: FieldChange): boolean {
  return path === `metadata.labels[${FLUX_GROUP}/name]` || path === `metadata.labels[${FLUX_GROUP}/namespace]`
}
