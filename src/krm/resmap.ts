/**
 * An ordered list of objects with indexes. Whoever changes an object's identity says so through {@link ResMap.changed};
 * the indexes catch up when next asked, so a step that renames everything costs one pass.
 */
import { idKey, type ResId } from './id.ts'
import { alreadyRegistered } from './reference-problems.ts'
import type { PreviousId, Resource } from './resource.ts'

/** Under which keys an object stands in the indexes. */
interface Entry {
  current: string
  kind: string
  /** The present name. */
  name: string
  /** How many of the previous ids are known; their names never go away. */
  seen: number
  isStale: boolean
}

/** Nearly always there is one object under a key. */
type Bucket = Map<string, Resource | Set<Resource>>

export class ResMap {
  private list: Resource[] = []
  private nextOrdinal = 0
  private entries = new Map<Resource, Entry | undefined>()
  /** Those without an entry yet, and those whose entry says so. */
  private stale: Resource[] = []
  /** How many present ids are shared by several objects. */
  private clashes = 0
  private byCurrent: Bucket = new Map()
  private byName: Bucket = new Map()
  private byKind: Bucket = new Map()
  private allNames: readonly string[] | 'asked' | undefined = undefined

  /** In order. Do not change the array. */
  get resources(): readonly Resource[] {
    return this.list
  }

  get size(): number {
    return this.list.length
  }

  /** Adds at the end; refuses an object whose present id is taken. */
  append(resource: Resource): void {
    const taken = this.list.length === 0 ? undefined : this.withCurrentId(resource.id)[0]
    if (taken !== undefined) throw alreadyRegistered(resource, taken)
    this.push(resource)
  }

  appendEach(resources: readonly Resource[]): void {
    for (const resource of resources) this.append(resource)
  }

  /** Appends all of another map, which is not used afterwards. */
  appendAll(other: ResMap): void {
    if (this.list.length === 0) {
      other.assertUnique()
      this.list = other.list
      this.nextOrdinal = other.nextOrdinal
      this.entries = other.entries
      this.clashes = other.clashes
      this.stale = other.stale
      this.byCurrent = other.byCurrent
      this.byName = other.byName
      this.byKind = other.byKind
      this.allNames = undefined
      return
    }
    this.appendEach(other.list)
  }

  private push(resource: Resource): void {
    resource.ordinal = this.nextOrdinal++
    this.list.push(resource)
    this.entries.set(resource, undefined)
    this.stale.push(resource)
  }

  /** The identity of an object of this map changed, or may have. */
  changed(resource: Resource): void {
    resource.identityChanged()
    this.outdate(resource)
  }

  /** A previous id was added to an object of this map. */
  remember(resource: Resource): void {
    resource.rememberId()
    this.outdate(resource)
  }

  private outdate(resource: Resource): void {
    const entry = this.entries.get(resource)
    if (entry === undefined || entry.isStale) return
    entry.isStale = true
    this.stale.push(resource)
  }

  /** Takes out all objects for which `unwanted` holds. */
  remove(unwanted: (resource: Resource) => boolean): void {
    const kept: Resource[] = []
    for (const resource of this.list) {
      if (!unwanted(resource)) kept.push(resource)
      else this.forget(resource)
    }
    if (kept.length !== this.list.length) this.list = kept
  }

  /** Puts the objects into another order; `sorted` holds the same ones. */
  reorder(sorted: Resource[]): void {
    this.list = sorted
    this.nextOrdinal = 0
    for (const resource of sorted) resource.ordinal = this.nextOrdinal++
  }

  /** Objects whose present id equals this one. */
  withCurrentId(id: ResId): Resource[] {
    this.catchUp()
    return inOrder(this.byCurrent.get(idKey(id)))
  }

  /** Objects any of whose ids, previous or present, equals this one. */
  withAnyId(id: ResId): Resource[] {
    const key = idKey(id)
    return this.withAnyName(id.name).filter((resource) => resource.ids.some((one) => idKey(one) === key))
  }

  /** Objects that have or had this name. */
  withAnyName(name: string): Resource[] {
    this.catchUp()
    return inOrder(this.byName.get(name))
  }

  /**
   * All names that objects have or had, in the order of strings. Undefined when asked for the first time since they
   * changed: sorting them pays when they are asked for again.
   */
  get sortedNames(): readonly string[] | undefined {
    this.catchUp()
    if (this.allNames === undefined) {
      this.allNames = 'asked'
      return undefined
    }
    if (this.allNames === 'asked') this.allNames = [...this.byName.keys()].sort()
    return this.allNames
  }

  /** Objects of this kind at present. */
  withKind(kind: string): Resource[] {
    this.catchUp()
    return inOrder(this.byKind.get(kind))
  }

  private catchUp(): void {
    if (this.stale.length === 0) return
    for (const resource of this.stale) {
      if (!this.entries.has(resource)) continue
      const { id, previous } = resource
      const current = idKey(id)
      let entry = this.entries.get(resource)
      if (entry === undefined) {
        entry = { current, kind: id.kind, name: id.name, seen: 0, isStale: false }
        this.allNames = undefined
        this.entries.set(resource, entry)
        if (put(this.byCurrent, current, resource) === 2) this.clashes++
        put(this.byKind, id.kind, resource)
        put(this.byName, id.name, resource)
      }
      entry.isStale = false
      if (entry.current !== current) {
        this.leaveId(entry.current, resource)
        entry.current = current
        if (put(this.byCurrent, current, resource) === 2) this.clashes++
      }
      if (entry.kind !== id.kind) {
        drop(this.byKind, entry.kind, resource)
        entry.kind = id.kind
        put(this.byKind, id.kind, resource)
      }
      for (; entry.seen < previous.length; entry.seen++) {
        const { name } = previous[entry.seen] as PreviousId
        if (name === entry.name) continue
        this.allNames = undefined
        put(this.byName, name, resource)
      }
      if (entry.name !== id.name) {
        this.allNames = undefined
        if (!hadName(resource, entry.name)) drop(this.byName, entry.name, resource)
        entry.name = id.name
        put(this.byName, id.name, resource)
      }
    }
    this.stale.length = 0
  }

  private leaveId(key: string, resource: Resource): void {
    if (drop(this.byCurrent, key, resource) === 1) this.clashes--
  }

  /** Refuses a map in which two objects have come to share an id. */
  assertUnique(): void {
    this.catchUp()
    if (this.clashes === 0) return
    const seen = new Map<string, Resource>()
    for (const resource of this.list) {
      const key = idKey(resource.id)
      const taken = seen.get(key)
      if (taken !== undefined) throw alreadyRegistered(resource, taken)
      seen.set(key, resource)
    }
  }

  private forget(resource: Resource): void {
    const old = this.entries.get(resource)
    if (old !== undefined) {
      this.allNames = undefined
      this.leaveId(old.current, resource)
      drop(this.byKind, old.kind, resource)
      drop(this.byName, old.name, resource)
      for (let i = 0; i < old.seen; i++) drop(this.byName, (resource.previous[i] as PreviousId).name, resource)
    }
    this.entries.delete(resource)
  }
}

/** Asked about a name just left, which as a rule the last previous id has. */
function hadName({ previous }: Resource, name: string): boolean {
  for (let i = previous.length - 1; i >= 0; i--) if (previous[i]?.name === name) return true
  return false
}

/** Returns how many stand under the key now. */
function put(bucket: Bucket, key: string, resource: Resource): number {
  const there = bucket.get(key)
  if (there === resource) return 1
  if (there === undefined) {
    bucket.set(key, resource)
    return 1
  }
  if (there instanceof Set) return there.add(resource).size
  bucket.set(key, new Set([there, resource]))
  return 2
}

/** Returns how many are left under the key. */
function drop(bucket: Bucket, key: string, resource: Resource): number {
  const there = bucket.get(key)
  if (there === undefined) return 0
  if (there instanceof Set) {
    there.delete(resource)
    if (there.size === 0) bucket.delete(key)
    return there.size
  }
  if (there !== resource) return 1
  bucket.delete(key)
  return 0
}

function inOrder(there: Resource | Set<Resource> | undefined): Resource[] {
  if (there === undefined) return []
  if (!(there instanceof Set)) return [there]
  const list = [...there]
  let last = -1
  for (const { ordinal } of list) {
    if (ordinal < last) return list.sort((a, b) => a.ordinal - b.ordinal)
    last = ordinal
  }
  return list
}
