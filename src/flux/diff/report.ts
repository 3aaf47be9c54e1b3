/** What a comparison of two states of a repository comes to. Plain data, without values of Secrets. */
import type { ObjectId } from '../object.ts'

/** `orphan`: no longer applied, and left in the cluster. */
export type Action = 'create' | 'change' | 'move' | 'delete' | 'orphan'

export const ACTIONS: readonly Action[] = ['create', 'change', 'move', 'delete', 'orphan']

/** A value that differs. */
export interface FieldChange {
  /** `spec.template.spec.containers[name=web].image`. */
  path: string
  /** As YAML; undefined when the field is not there. With `isText` the text itself. */
  before: string | undefined
  after: string | undefined
  /** Both are texts of several lines. */
  isText: boolean
  /** Some of it is not shown. */
  isMasked: boolean
}

export interface ObjectChange {
  action: Action
  object: ObjectId
  /** Its name on the side before, where that is another one. */
  renamedFrom?: string
  /** `namespace/name` of the Kustomization that applied it before. */
  movedFrom?: string
  fields: FieldChange[]
  /** The whole object as YAML, of those that are created. */
  text?: string
  /** What else is to be known: why an object stays, what goes with it. */
  notes: string[]
}

export interface KustomizationChanges {
  /** `namespace/name`. */
  name: string
  /** On which sides it is. */
  state: 'added' | 'removed' | 'present'
  isSuspended: boolean
  /** In the order in which they are applied; what is deleted comes behind, last applied first. */
  changes: ObjectChange[]
  /** Why it could not be compared. */
  problem?: string
}

export interface DiffReport {
  /** Those with changes or problems, in the order in which they are applied; removed ones come last. */
  kustomizations: KustomizationChanges[]
  counts: Record<Action, number>
  /** Kustomizations that were compared, the unchanged included. */
  compared: number
}

/** `Kind/namespace/name` of an object, the former name in front of its new one. */
export function shownObject({ object, renamedFrom }: ObjectChange): string {
  const { kind, namespace, name } = object
  const shown = renamedFrom === undefined ? name : `${renamedFrom} -> ${name}`
  return namespace === '' ? `${kind}/${shown}` : `${kind}/${namespace}/${shown}`
}

/** In the words of `flux diff`. */
export const DONE: Record<Action, string> = {
  create: 'created',
  change: 'changed',
  move: 'moved',
  delete: 'deleted',
  orphan: 'orphaned',
}

/** `1 created, 2 changed`; actions that nothing is done by are left out. */
export function countsText(counts: Record<Action, number>): string {
  const parts = ACTIONS.filter((action) => counts[action] > 0).map((action) => `${counts[action]} ${DONE[action]}`)
  return parts.length === 0 ? 'no changes' : parts.join(', ')
}
