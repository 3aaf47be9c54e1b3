/** Changes to a tree that are taken back when the call is refused, so that a refused call changes nothing. */
export interface Changes {
  /** Sets a field of an object. */
  set<Target extends object, Field extends keyof Target>(target: Target, field: Field, value: Target[Field]): void
  remove<Target extends object>(target: Target, field: keyof Target): void
  push<Item>(list: Item[], item: Item): void
  undo(): void
}

export function newChanges(): Changes {
  const undoing: (() => void)[] = []
  return {
    set(target, field, value) {
      if (target[field] === value) return
      const before = Object.getOwnPropertyDescriptor(target, field)
      undoing.push(() => {
        if (before === undefined) delete target[field]
        else Object.defineProperty(target, field, before)
      })
      target[field] = value
    },
    remove(target, field) {
      const before = Object.getOwnPropertyDescriptor(target, field)
      if (before === undefined) return
      undoing.push(() => Object.defineProperty(target, field, before))
      delete target[field]
    },
    push(list, item) {
      undoing.push(() => list.pop())
      list.push(item)
    },
    undo() {
      while (undoing.length > 0) undoing.pop()?.()
    },
  }
}
