/**
 * An ordered list of objects with indexes. Whoever changes an object's identity says so through {@link ResMap.changed};
 * the indexes catch up when next asked, so a step that renames everything costs one pass.
 */
import { fail } from '../core/error.ts'
import { idKey, idText, type ResId } from './id.ts'
import type { Resource } from './resource.ts'

/** Under which keys an object stands in the indexes. */
interface Entry {
  current: string
  kind: string
  names: readonly string[]
}

type Bucket = Map<string, Set<Resource>>

export class ResMap {
  private list: Resource[] = []
  private nextOrdinal = 0
  private entries = new Map<Resource, Entry | undefined>()
  private stale = new Set<Resource>()
  /** How many present ids are shared by several objects. */
  private clashes = 0
  private byCurrent: Bucket = new Map()
  private byName: Bucket = new Map()
  private byKind: Bucket = new Map()

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
      return
    }
    for (const resource of other.list) this.append(resource)
  }

  private push(resource: Resource): void {
    resource.ordinal = this.nextOrdinal++
    this.list.push(resource)
    this.entries.set(resource, undefined)
    this.stale.add(resource)
  }

  /** The identity of an object of this map changed, or may have. */
  changed(resource: Resource): void {
    resource.identityChanged()
    this.stale.add(resource)
  }

  /** A previous id was added to an object of this map. */
  remember(resource: Resource): void {
    resource.rememberId()
    this.stale.add(resource)
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

  /** Objects of this kind at present. */
  withKind(kind: string): Resource[] {
    this.catchUp()
    return inOrder(this.byKind.get(kind))
  }

  private catchUp(): void {
    if (this.stale.size === 0) return
    for (const resource of this.stale) {
      if (!this.entries.has(resource)) continue
      const old = this.entries.get(resource)
      const { id, previous } = resource
      const names = [id.name]
      for (const one of previous) if (!names.includes(one.name)) names.push(one.name)
      const entry: Entry = { current: idKey(id), kind: id.kind, names }
      this.entries.set(resource, entry)
      if (old === undefined || old.current !== entry.current) {
        if (old !== undefined) this.leaveId(old.current, resource)
        if (put(this.byCurrent, entry.current, resource) === 2) this.clashes++
      }
      if (old === undefined || old.kind !== entry.kind) {
        if (old !== undefined) drop(this.byKind, old.kind, resource)
        put(this.byKind, entry.kind, resource)
      }
      if (old !== undefined) for (const name of old.names) if (!names.includes(name)) drop(this.byName, name, resource)
      for (const name of names) put(this.byName, name, resource)
    }
    this.stale.clear()
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
      this.leaveId(old.current, resource)
      drop(this.byKind, old.kind, resource)
      for (const name of old.names) drop(this.byName, name, resource)
    }
    this.entries.delete(resource)
    this.stale.delete(resource)
  }
}

/** Returns how many stand under the key now. */
function put(bucket: Bucket, key: string, resource: Resource): number {
  const set = bucket.get(key)
  if (set === undefined) {
    bucket.set(key, new Set([resource]))
    return 1
  }
  set.add(resource)
  return set.size
}

/** Returns how many are left under the key. */
function drop(bucket: Bucket, key: string, resource: Resource): number {
  const set = bucket.get(key)
  if (set === undefined) return 0
  set.delete(resource)
  if (set.size === 0) bucket.delete(key)
  return set.size
}

function inOrder(set: Set<Resource> | undefined): Resource[] {
  if (set === undefined) return []
  return set.size === 1 ? [...set] : [...set].sort((a, b) => a.ordinal - b.ordinal)
}

function alreadyRegistered(resource: Resource, taken: Resource) {
  const at = [resource.locate(), taken.locate()].filter((place) => place !== undefined)
  return fail('ID_TAKEN', `may not add resource with an already registered id: ${idText(resource.id)}`, { at })
}
