/** Which Kustomizations of a tree apply which, and the last leaves of those that apply others (flux-engine ). */
import { fail } from '../../core/error.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { Bundle } from '../../stack/model.ts'
import { reachedFrom } from './builds.ts'
import type { Kustomization } from './objects.ts'
import { dependenciesOf } from './references.ts'
import { bundlesOf, type Tree } from './tree.ts'

/** A Kustomization of a tree. One that an application emits is a leaf, whatever it applies. */
export interface Member {
  /** `namespace/name` */
  key: string
  kustomization: Kustomization
  /** The layout whose directory it applies, when the tree says so. */
  layout: ManifestLayout | undefined
  /** The layout that holds it; none in a list. */
  host: ManifestLayout | undefined
}

export interface UmbrellaGraph<One extends Member = Member> {
  members: readonly One[]
  isUmbrella(key: string): boolean
  umbrellas(): Iterable<string>
  /** Whether a Kustomization is the umbrella, or applied by it directly or through others. */
  isWithin(key: string, umbrella: string): boolean
  /** Each once, in the order of the tree. */
  terminals(umbrella: string): readonly string[]
  /** The Kustomization whose apply creates it, among those of the tree. */
  creator(key: string): string | undefined
}

/**
 * @param members in the order of the tree
 * @param unitOf the layout that renders a bundle, through which the children of an umbrella bundle are found
 */
export function umbrellaGraph<One extends Member>(
  tree: Pick<Tree, 'parent'>,
  members: readonly One[],
  unitOf: (bundle: Bundle) => ManifestLayout | undefined,
): UmbrellaGraph<One> {
  const byKey = new Map(members.map((member) => [member.key, member]))
  const byLayout = new Map(members.flatMap((member) => (member.layout ? [[member.layout, member] as const] : [])))
  const applied = new Map<string, Set<string>>()
  /** The nearest umbrella above; and the creator, which no Kustomization has that the bootstrap reaches. */
  const above = new Map<string, string>()
  const creators = new Map<string, string>()
  const add = (umbrella: string, member: string) => {
    if (umbrella === member) return
    const own = applied.get(umbrella) ?? new Set()
    applied.set(umbrella, own.add(member))
    if (!above.has(member)) above.set(member, umbrella)
  }
  for (const { key, host } of members) {
    if (host === undefined) continue
    const chain = reachedFrom(tree, host)
    const builders = chain.flatMap((layout) => byLayout.get(layout)?.key ?? [])
    for (const builder of builders) add(builder, key)
    const isBootstrapped = tree.parent(chain[chain.length - 1] as ManifestLayout) === undefined
    if (!isBootstrapped && builders[0] !== undefined) creators.set(key, builders[0])
  }
  for (const { key, layout } of members) {
    for (const child of layout === undefined ? [] : bundlesOf(layout).flatMap(({ children }) => children ?? [])) {
      const unit = unitOf(child)
      const member = unit && byLayout.get(unit)
      if (member !== undefined) add(key, member.key)
    }
  }
  const isWithin = (key: string, umbrella: string) => {
    for (let at: string | undefined = key; at !== undefined; at = above.get(at)) if (at === umbrella) return true
    return false
  }
  const known = new Map<string, readonly string[]>()
  const terminals = (umbrella: string): readonly string[] => {
    let leaves = known.get(umbrella)
    if (leaves === undefined) {
      leaves = terminalsOf(umbrella)
      known.set(umbrella, leaves)
    }
    return leaves
  }
  /** What an entry awaits among the Kustomizations below an umbrella: another umbrella there stands for its leaves. */
  const awaitedBy = (key: string, umbrella: string): Set<string> => {
    const member = byKey.get(key)
    const awaited = new Set<string>()
    for (const entry of member === undefined ? [] : dependenciesOf(member.kustomization)) {
      awaited.add(entry)
      const standsForLeaves = member?.layout !== undefined && entry !== umbrella && applied.has(entry)
      if (standsForLeaves && isWithin(entry, umbrella)) for (const leaf of terminals(entry)) awaited.add(leaf)
    }
    return awaited
  }
  const terminalsOf = (umbrella: string): string[] => {
    const own = [...(applied.get(umbrella) ?? [])]
    const awaited = new Map(own.map((key) => [key, awaitedBy(key, umbrella)]))
    const awaiting = new Set<string>()
    for (const [key, entries] of awaited) for (const entry of entries) if (entry !== key) awaiting.add(entry)
    const isAwaited = (key: string) => {
      if (awaiting.has(key)) return true
      if (!applied.has(key)) return false
      const leaves = terminals(key)
      if (!leaves.every((leaf) => awaiting.has(leaf))) return false
      return own.some((other) => other !== key && leaves.every((leaf) => awaited.get(other)?.has(leaf)))
    }
    const leaves = own.filter((key) => !isAwaited(key)).flatMap((key) => (applied.has(key) ? terminals(key) : [key]))
    if (leaves.length === 0) {
      throw umbrellaDependency(
        `umbrella ${umbrella} has no terminal leaf: each Kustomization that it applies is awaited by another`,
      )
    }
    return [...new Set(leaves)]
  }
  return {
    members,
    isUmbrella: (key) => applied.has(key),
    umbrellas: () => applied.keys(),
    isWithin,
    terminals,
    creator: (key) => creators.get(key),
  }
}

export function umbrellaDependency(message: string) {
  return fail('UMBRELLA_DEPENDENCY', message, {
    hint: 'under UmbrellasDoNotWait what depends on an umbrella depends on its terminal leaves',
  })
}
