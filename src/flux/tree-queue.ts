/** Kustomizations that wait for objects which others are yet to apply. */

/** What one waits for, by key; whether it could do without. */
export type Needs = ReadonlyMap<string, 'source' | 'optional' | 'required'>

interface Waiting<T> {
  item: T
  missing: Map<string, 'source' | 'optional' | 'required'>
}

/** How much is lost when one no longer waits: the source may be assumed, an optional reference left out. */
const PATIENCE = ['source', 'optional', 'required'] as const

/**
 * Hands out what has everything it needs, in the order of coming. When all that is left waits, `settle` names what
 * will not come any more: sources before references, references that are optional before others, what is expected last.
 */
export class TreeQueue<T> {
  private readonly ready: T[] = []
  private next = 0
  private readonly byKey = new Map<string, Set<Waiting<T>>>()
  private readonly blocked: Set<Waiting<T>>[] = [new Set(), new Set(), new Set(), new Set()]

  constructor(
    private readonly isKnown: (key: string) => boolean,
    private readonly expected: ReadonlySet<string>,
  ) {}

  add(item: T, needs: Needs): void {
    const waiting: Waiting<T> = { item, missing: new Map([...needs].filter(([key]) => !this.isKnown(key))) }
    if (waiting.missing.size === 0) this.ready.push(item)
    else this.classOf(waiting).add(waiting)
    for (const key of waiting.missing.keys()) {
      const others = this.byKey.get(key)
      if (others === undefined) this.byKey.set(key, new Set([waiting]))
      else others.add(waiting)
    }
  }

  take(): T | undefined {
    return this.ready[this.next++] ?? void this.next--
  }

  /** Something has come, or is known not to come. */
  arrived(key: string): void {
    for (const waiting of this.byKey.get(key) ?? []) {
      this.classOf(waiting).delete(waiting)
      waiting.missing.delete(key)
      if (waiting.missing.size === 0) this.ready.push(waiting.item)
      else this.classOf(waiting).add(waiting)
    }
    this.byKey.delete(key)
  }

  /** The keys that one of those that wait is to go on without; undefined when none waits. */
  settle(): string[] | undefined {
    for (const waiting of this.blocked) {
      const [first] = waiting
      if (first !== undefined) return [...first.missing.keys()]
    }
    return undefined
  }

  private classOf({ missing }: Waiting<T>): Set<Waiting<T>> {
    let worst = 0
    for (const [key, need] of missing)
      worst = Math.max(worst, this.expected.has(key) ? PATIENCE.length : PATIENCE.indexOf(need))
    return this.blocked[worst] as Set<Waiting<T>>
  }
}
