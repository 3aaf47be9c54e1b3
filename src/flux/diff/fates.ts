/** What becomes of objects that are no longer applied, and what else a change brings with it (flux 12). */
import { parseApiVersion } from '../../krm/gvk.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { type ComparedKustomization, type ComparedObject, kustomizationKey, RELEASE_MARK } from './objects.ts'
import type { Action, ObjectChange } from './report.ts'

export class Fates {
  private readonly head: ReadonlyMap<string, ComparedKustomization>
  /** Kustomization objects that are no longer applied, by key. */
  private readonly gone: ReadonlyMap<string, ComparedObject>
  /** By the name of a Kustomization that is no longer there: why it stays in the cluster. */
  private readonly known = new Map<string, string | undefined>()

  constructor(head: readonly ComparedKustomization[], gone: readonly ComparedObject[]) {
    this.head = new Map(head.map((one) => [one.name, one]))
    this.gone = new Map(gone.map((object) => [object.key, object]))
  }

  changeOf(before: ComparedObject): ObjectChange {
    const reason = this.reasonToStay(before)
    const change = { object: before.id, fields: [] }
    if (reason !== undefined) return { action: 'orphan', ...change, notes: [`stays in the cluster: ${reason}`] }
    return { action: 'delete', ...change, notes: notesOf('delete', before) }
  }

  ofFormerName(before: ComparedObject): string {
    const { kind, name } = before.id
    const reason = this.reasonToStay(before)
    return reason === undefined ? `${kind} ${name} is deleted` : `${kind} ${name} stays in the cluster: ${reason}`
  }

  private reasonToStay(before: ComparedObject): string | undefined {
    for (const [name, value] of KEEPING) {
      if (before.setting(name) === value.toLowerCase()) return `${FLUX_GROUP}/${name}: ${value}`
    }
    const { name, isSuspended, prune, deletionPolicy } = before.kustomization
    if (name.startsWith(RELEASE_MARK) && before.isKeptByHelm) return 'helm.sh/resource-policy: keep'
    const now = this.head.get(name)
    if (now !== undefined) {
      if (now.isSuspended) return `${shown(name)} is suspended`
      return now.prune ? undefined : `Kustomization ${name} has prune: false`
    }
    const staying = this.kustomizationStays(name)
    if (staying !== undefined) return `${shown(name)} ${staying}`
    if (isSuspended) return `${shown(name)} is deleted while it is suspended`
    if (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination') return undefined
    if (deletionPolicy === 'Orphan') return `Kustomization ${name} has deletionPolicy: Orphan`
    return prune ? undefined : `Kustomization ${name} has prune: false`
  }

  /** A Kustomization that is left in the cluster goes on as before. */
  private kustomizationStays(name: string): string | undefined {
    if (this.known.has(name)) return this.known.get(name)
    // One that applies itself, directly or not, does not stay for that.
    this.known.set(name, undefined)
    const object = this.gone.get(kustomizationKey(name))
    const reason = object === undefined ? undefined : this.reasonToStay(object)
    const stays = reason === undefined ? undefined : `stays itself: ${reason}`
    this.known.set(name, stays)
    return stays
  }
}

function shown(name: string): string {
  return name.startsWith(RELEASE_MARK) ? name : `Kustomization ${name}`
}

/** Objects with one of these are never deleted by Flux. */
const KEEPING = [
  ['prune', 'disabled'],
  ['reconcile', 'disabled'],
  ['ssa', 'Ignore'],
] as const

/** What a reader of a change has to know besides. */
export function notesOf(action: Action, object: ComparedObject, before?: ComparedObject): string[] {
  const { apiVersion, kind } = object.id
  const { group } = parseApiVersion(apiVersion)
  const notes: string[] = []
  if (action === 'delete') {
    if (group === '' && kind === 'Namespace') notes.push('everything in the namespace is deleted with it')
    if (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition')
      notes.push('all objects of the kind that it defines are deleted with it')
    return notes
  }
  if (object.setting('reconcile') === 'disabled') notes.push(`not applied: ${FLUX_GROUP}/reconcile: disabled`)
  const apply = object.setting('ssa')
  if (apply === 'ignore') notes.push(`not applied: ${FLUX_GROUP}/ssa: Ignore`)
  if (apply === 'ifnotpresent' && action !== 'create')
    notes.push(`only created when it is absent: ${FLUX_GROUP}/ssa: IfNotPresent`)
  if (action === 'move' && before?.kustomization.prune === true)
    notes.push(`deleted and created anew if ${before.kustomization.name} is reconciled first`)
  return notes
}
