/**
 * Merging three ways (kpt 15): what changed between two upstream states is brought into a local copy, field by field. A
 * field that upstream changed takes upstream's value; all others stay as they are here.
 */
import { newBudget } from '../core/limits.ts'
import { compareBytes } from '../core/text.ts'
import { expandAliases } from '../yaml/anchors.ts'
import { appendEntry, clone, removeField, setField, setItems, setTag } from '../yaml/edit.ts'
import {
  DOUBLE,
  field,
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
  SINGLE,
} from '../yaml/node.ts'
import { hasSameValue } from '../yaml/preserve-compare.ts'
import { isNull, tagOf } from '../yaml/resolve.ts'
import { findElement, tuplesOf, unifyTuples } from './merge-list.ts'
import type { TypeNode } from './schema.ts'
import { wrongNodeKind } from './wrong-kind.ts'

export interface MergeSides {
  /** Is changed. */
  local: Mapping
  /** Upstream as it was when the local copy was made. */
  origin: Mapping | undefined
  /** Upstream as it is now. */
  updated: Mapping | undefined
}

export interface ThreeWayOptions {
  /** The order of fields that are new: by name, or as upstream has them. */
  sortsFields?: boolean
  /** Told of every field that both sides changed, each in another way; upstream's value is taken. */
  onConflict?(path: readonly string[]): void
}

/** The three states of one place; missing ones are undefined. */
interface Place {
  local: Node | undefined
  origin: Node | undefined
  updated: Node | undefined
}

/**
 * Brings upstream's changes into a local object, whose type decides which lists are merged by element.
 *
 * @example
 * // local a: 1, b: 2; origin a: 1, b: 1; updated a: 3, b: 1
 * mergeThreeWay({ local, origin, updated }, undefined) // local is a: 3, b: 2
 *
 * @throws ToolError when a field has different kinds of values
 */
export function mergeThreeWay(sides: MergeSides, type: TypeNode | undefined, options: ThreeWayOptions = {}): void {
  const { local } = sides
  const expanded = (node: Mapping | undefined) =>
    node === undefined ? undefined : (expandAliases(clone(node), newBudget()) as Mapping)
  const [origin, updated] = [expanded(sides.origin), expanded(sides.updated)]
  const merged = expanded(local) as Mapping
  const before = clone(merged)
  new ThreeWayMerge(options).mapping({ local: merged, origin, updated }, type, [])
  // An object with anchors that nothing was brought into keeps them.
  if (hasSameValue(before, merged)) return
  new ThreeWayMerge({ ...options, onConflict: () => undefined }).mapping(
    { local: expandAliases(local, newBudget()), origin, updated },
    type,
    [],
  )
}

/** Whether two values say the same; the order of fields, comments and styles do not count. */
export function saysTheSame(a: Node | undefined, b: Node | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  if (a.kind === MAPPING && b.kind === MAPPING) {
    return (
      a.keys.length === b.keys.length &&
      a.keys.every((key, i) => {
        if (key.kind !== SCALAR) return hasSameValue(key, b.keys[i] as Node) && saysTheSame(a.values[i], b.values[i])
        const other = field(b, key.value)
        return other !== undefined && saysTheSame(a.values[i], other)
      })
    )
  }
  if (a.kind === SEQUENCE && b.kind === SEQUENCE) {
    return a.items.length === b.items.length && a.items.every((item, i) => saysTheSame(item, b.items[i]))
  }
  return (isNull(a) && isNull(b)) || hasSameValue(a, b)
}

class ThreeWayMerge {
  constructor(private readonly options: ThreeWayOptions) {}

  /** What stands at the place afterwards; undefined for nothing. */
  private node(place: Place, type: TypeNode | undefined, path: readonly string[]): Node | undefined {
    const { local, origin, updated } = place
    // A null that is new takes the field away; one that was there counts as no value.
    if (!isNull(origin) && (isNull(updated) || isNull(local))) return undefined
    const present = {
      local: isNull(local) ? undefined : local,
      origin: isNull(origin) ? undefined : origin,
      updated: isNull(updated) ? undefined : updated,
    }
    const some = [present.local, present.origin, present.updated].filter((node) => node !== undefined)
    const [first] = some
    if (first === undefined) return undefined
    for (const other of some) if (other.kind !== first.kind) throw wrongNodeKind(first.kind, other)
    if (first.kind === MAPPING) return this.mapping(present, type, path)
    if (first.kind === SEQUENCE && type?.patchStrategy === 'merge') return this.elements(present, type, path)
    return this.value(present, path)
  }

  mapping(place: Place, type: TypeNode | undefined, path: readonly string[]): Node | undefined {
    const { local, origin, updated } = place as Record<keyof Place, Mapping | undefined>
    if (local === undefined && updated === undefined) return undefined
    const merged = local ?? this.emptyLike(updated as Mapping)
    for (const name of this.namesOf(merged, updated, origin)) {
      const before = field(merged, name)
      const after = this.node(
        { local: before, origin: field(origin, name), updated: field(updated, name) },
        type?.field(name),
        [...path, name],
      )
      if (after === undefined) removeField(merged, name)
      else if (before !== undefined) {
        if (before !== after) setField(merged, name, after)
      } else appendEntry(merged, this.keyLike(updated, name), after)
    }
    return merged
  }

  private emptyLike(updated: Mapping): Mapping {
    const made = new Mapping()
    if (this.options.sortsFields !== true) {
      made.flow = updated.flow
      if (updated.comments !== undefined) made.comments = { ...updated.comments }
    }
    return made
  }

  private keyLike(updated: Mapping | undefined, name: string): Node {
    const key = updated?.keys[indexOfField(updated, name)]
    return key === undefined ? new Scalar(name) : clone(key)
  }

  private namesOf(...maps: (Mapping | undefined)[]): string[] {
    const names = new Set<string>()
    for (const map of maps) for (const key of map?.keys ?? []) if (key.kind === SCALAR) names.add(key.value)
    return this.options.sortsFields === true ? [...names].sort(compareBytes) : [...names]
  }

  /** Scalars, and lists that are one value. */
  private value({ local, origin, updated }: Place, path: readonly string[]): Node | undefined {
    const isChanged =
      updated === undefined || origin === undefined ? updated !== origin : !this.isSameValue(updated, origin)
    if (!isChanged) return local
    const isEdited = local === undefined || origin === undefined ? local !== origin : !this.isSameValue(local, origin)
    const isAlike = local === undefined || updated === undefined ? local === updated : this.isSameValue(local, updated)
    if (isEdited && !isAlike) this.options.onConflict?.(path)
    if (isAlike) return local
    return updated === undefined ? undefined : takenOver(updated, local)
  }

  /** Of scalars only the text counts: how it is quoted is style to the reference. */
  private isSameValue(a: Node, b: Node): boolean {
    return a.kind === SCALAR && b.kind === SCALAR ? a.value === b.value : saysTheSame(a, b)
  }

  private elements(place: Place, type: TypeNode, path: readonly string[]): Node | undefined {
    const { local, origin, updated } = place as Record<keyof Place, Sequence | undefined>
    if (updated === undefined && (origin !== undefined || local === undefined)) {
      if (local !== undefined && origin !== undefined && !saysTheSame(local, origin)) this.options.onConflict?.(path)
      return undefined
    }
    const merged = local ?? new Sequence()
    const lists = [merged, origin, updated].filter((list) => list !== undefined)
    const all = type.mergeKeys.length === 0 ? [''] : type.mergeKeys
    const tuples = tuplesOf(lists, all)
    const used = all.flatMap((_, k) => (tuples.some((tuple) => tuple[k] !== '') ? [k] : []))
    if (used.length === 0) return this.value(place, path)
    const hasGaps = tuples.some((tuple) => used.some((k) => tuple[k] === ''))
    if (hasGaps && all.length > 1) unifyTuples(tuples)
    const keys = used.map((k) => all[k] as string)
    const finders = [merged, origin, updated].map((list) => finderIn(list, keys, hasGaps)) as [Finder, Finder, Finder]
    const changed = new Map<Node, Node | undefined>()
    const added: Node[] = []
    // Gaps in keys may have made tuples equal.
    const seen = new Set<string>()
    for (const tuple of tuples) {
      const values = used.map((k) => tuple[k] as string)
      const id = JSON.stringify(values)
      if (seen.has(id)) continue
      seen.add(id)
      const [own, before, now] = finders.map((find) => find(values))
      const element = { local: own, origin: before, updated: now }
      const after = this.element(element, keys, values, type, [...path, values.join(',')])
      if (own !== undefined && after !== own) changed.set(own, after)
      else if (own === undefined && after !== undefined) added.push(after)
    }
    if (changed.size === 0 && added.length === 0) return merged
    const kept = merged.items.flatMap((item) => (changed.has(item) ? (changed.get(item) ?? []) : item))
    setItems(merged, [...kept, ...added])
    return merged
  }

  private element(
    place: Place,
    keys: readonly string[],
    values: readonly string[],
    type: TypeNode,
    path: readonly string[],
  ): Node | undefined {
    const after = this.node(place, type.items(), path)
    if (after?.kind !== MAPPING) return after
    if (after.keys.length === 0) return undefined
    keys.forEach((key, i) => {
      const text = values[i] as string
      if (text !== '' && indexOfField(after, key) < 0) setField(after, key, new Scalar(text))
    })
    return after
  }
}

type Finder = (values: readonly string[]) => Node | undefined

/** Finds elements by the texts of their keys; where every element has all of them, without a search. */
function finderIn(list: Sequence | undefined, keys: readonly string[], hasGaps: boolean): Finder {
  if (list === undefined) return () => undefined
  if (hasGaps) return (values) => findElement(list, keys, values)
  const index = new Map<string, Node>()
  for (const item of list.items) {
    const id = JSON.stringify(keys.map((key) => (key === '' ? textOf(item) : textOf(field(item, key)))))
    if (!index.has(id)) index.set(id, item)
  }
  return (values) => index.get(JSON.stringify(values))
}

function textOf(node: Node | undefined): string {
  return node?.kind === SCALAR ? node.value : ''
}

/** Upstream's value in the place of the local one: quotes and a comment that upstream does not have stay. */
function takenOver(updated: Node, local: Node | undefined): Node {
  const made = clone(updated)
  if (local === undefined || local.kind !== made.kind) return made
  if (made.comments === undefined && local.comments !== undefined) made.comments = { ...local.comments }
  if (made.kind === SCALAR && local.kind === SCALAR && isShort(made) && isShort(local)) {
    const tag = tagOf(made)
    if (tag === tagOf(local)) {
      setTag(made, tag)
      made.style = local.style
    }
  }
  return made
}

function isShort({ style }: Scalar): boolean {
  return style === PLAIN || style === SINGLE || style === DOUBLE
}
