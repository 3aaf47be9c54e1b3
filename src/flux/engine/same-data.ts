/** Whether two values are the same plain data; the order of keys does not count, a field that is undefined is none. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameData(item, b[index]))
    )
  }
  const own = definedEntries(a)
  const other = new Map(definedEntries(b))
  return own.length === other.size && own.every(([key, value]) => other.has(key) && sameData(value, other.get(key)))
}

function definedEntries(object: object): [string, unknown][] {
  return Object.entries(object).filter(([, value]) => value !== undefined)
}
