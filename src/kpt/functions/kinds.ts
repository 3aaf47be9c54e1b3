/** Fields of kinds, as the functions' tables name them. */
import { type Gvk, parseApiVersion } from '../../krm/gvk.ts'
import { field, MAPPING, Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { mappingIn, textOf } from './items.ts'

export function gvkOf(item: Mapping): Gvk {
  return { ...parseApiVersion(textOf(item, 'apiVersion')), kind: textOf(item, 'kind') }
}

/** The newer kit compares a table's kind with an item's by the parts that both have. */
export function couldBe(gvk: Gvk, { group, version, kind }: Partial<Gvk>): boolean {
  const agree = (a: string | undefined, b: string) => !a || b === '' || a === b
  return agree(group, gvk.group) && agree(version, gvk.version) && agree(kind, gvk.kind)
}

/**
 * Calls `visit` with each mapping that a path leads to; `name[]` is a list that is gone through. Undefined stands for one
 * that is missing, unless it is to be made.
 */
export function visitMappings(
  root: Mapping,
  path: readonly string[],
  create: boolean,
  visit: (found: Mapping | undefined) => void,
): void {
  let at: Mapping | undefined = root
  for (let i = 0; i < path.length; i++) {
    const part = path[i] as string
    if (part.endsWith('[]')) {
      const list: Node | undefined = field(at, part.slice(0, -2))
      if (list?.kind !== SEQUENCE) return
      for (const one of list.items) {
        if (one.kind === MAPPING) visitMappings(one, path.slice(i + 1), create, visit)
      }
      return
    }
    if (at !== undefined && create) at = mappingIn(at, part)
    else {
      const next: Node | undefined = field(at, part)
      at = next instanceof Mapping ? next : undefined
    }
  }
  visit(at)
}

export function hasField(map: Mapping, ...path: string[]): boolean {
  let at: Node | undefined = map
  for (const name of path) at = field(at, name)
  return at !== undefined
}
