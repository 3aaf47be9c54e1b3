/** Kustomizations of an integration: made by it, or kept in the place of one it would have made. */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { pathOf, readKustomization } from './kept.ts'
import type { Kustomization } from './objects.ts'
import { type Owner, ownerOf } from './owner.ts'
import type { ResourceSettings } from './settings.ts'
import { type FoundObject, keyOf, type Tree } from './tree.ts'

export interface Placed {
  /** `namespace/name` */
  key: string
  name: string
  kustomization: Kustomization
  /** The layout whose directory it applies. */
  layout: ManifestLayout
  /** The layout that holds it; none in a list. */
  host: ManifestLayout | undefined
  isKept: boolean
  owner: Owner
  /** What the node of one that is kept asks it to depend on, `namespace/name`. */
  asked?: readonly string[]
}

/** The Kustomizations in the tree before, by `namespace/name`; one identity is there once. */
export function presentKustomizations(tree: Tree, found: readonly FoundObject[]): Map<string, FoundObject> {
  const present = new Map<string, FoundObject>()
  for (const one of found) {
    const key = keyOf(one.namespace, one.name)
    const other = present.get(key)
    if (other !== undefined) {
      const [first, second] = [other, one].map(
        ({ layout, object }) =>
          `in layout ${goQuote(tree.directory(layout))} with spec.path ${goQuote(pathOf(object))}`,
      )
      throw fail(
        'KUSTOMIZATION_NAME_TWICE',
        `Flux Kustomization name ${goQuote(one.name)} is present twice (${first} and ${second}): Kustomization names must be unique`,
      )
    }
    present.set(key, one)
  }
  return present
}

export interface Places {
  tree: Tree
  settings: ResourceSettings
  present: ReadonlyMap<string, FoundObject>
  /** Filled as Kustomizations get their places. */
  placed: Map<string, Placed>
}

/** Gives a Kustomization its place, or keeps the one that has it. */
export function place(
  { tree, settings, present, placed }: Places,
  name: string,
  layout: ManifestLayout,
  host: ManifestLayout,
  make: () => Kustomization,
): Placed {
  const key = keyOf(settings.defaultNamespace, name)
  const owner = ownerOf(tree, layout)
  const earlier = placed.get(key)
  if (earlier !== undefined) throw usedTwice(tree, name, earlier, { layout, owner })
  const there = present.get(key)
  const path = tree.directory(layout)
  if (there !== undefined && (there.layout !== host || pathOf(there.object) !== path)) {
    throw alreadyThere({ tree, name, there, owner, path, host })
  }
  const kustomization = there === undefined ? make() : readKustomization(tree, there)
  const one: Placed = { key, name, kustomization, layout, host, isKept: there !== undefined, owner }
  placed.set(key, one)
  return one
}

function usedTwice(tree: Tree, name: string, earlier: Placed, { layout, owner }: Pick<Placed, 'layout' | 'owner'>) {
  const [first, second] = [earlier, { layout, owner }].map(
    (one) => `${one.owner.text} (spec.path ${goQuote(tree.directory(one.layout))})`,
  )
  return fail(
    'KUSTOMIZATION_NAME_TWICE',
    `Flux Kustomization name ${goQuote(name)} is used twice, by ${first} and by ${second}: Kustomization names must be unique; set KustomizationName on one of them`,
    { hint: `set ${owner.field}` },
  )
}

interface AlreadyThere {
  tree: Tree
  name: string
  there: FoundObject
  owner: Owner
  path: string
  host: ManifestLayout | undefined
}

export function alreadyThere({ tree, name, there, owner, path, host }: AlreadyThere) {
  const { layout, object, application } = there
  const emitted =
    application === undefined
      ? ''
      : `, an object of application ${goQuote(application.application.name)} of bundle ${goQuote(tree.index.bundlePath(application.bundle))}`
  const where = host === undefined ? '' : ` in layout ${goQuote(tree.directory(host))}`
  return fail(
    'KUSTOMIZATION_NAME_TWICE',
    `layout ${goQuote(tree.directory(layout))} already has Flux Kustomization ${goQuote(name)} with spec.path ${goQuote(pathOf(object))}${emitted}; this integration generates one of that name for ${owner.text}, with spec.path ${goQuote(path)}${where}: the two share namespace and name, so one of them needs another name; set ${owner.field} on ${owner.text} to name the generated one, or give the one already there another name`,
    { hint: `set ${owner.field}` },
  )
}
