/** Entries and expectations of validation, walks and the index. */
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { fullRepoPath } from '../../../src/stack/layout/manifest.ts'
import { indexOrigins } from '../../../src/stack/layout/origins.ts'
import { walkClusterByPackage } from '../../../src/stack/layout/packages.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Bundle, Cluster } from '../../../src/stack/model.ts'
import { validateBundle } from '../../../src/stack/validate/bundle.ts'
import { validateCluster } from '../../../src/stack/validate/cluster.ts'
import { differs, type Entry, type Expectation, type Situation } from './cases.ts'
import { applyEdits, buildBundle, buildCluster, buildLayout, type Data, layoutsOf } from './model.ts'

/** The walked tree of a case with its edits. */
export function walked({ built, rules, data }: Situation): ManifestLayout {
  const tree = walkCluster(built.cluster, rules)
  if (tree === undefined) throw new Error('the case walks a cluster without nodes')
  applyEdits(tree, data.edits)
  return tree
}

export const layoutEntries: Record<string, Entry> = {
  validateBundle({ data, nameOnlyCopies }) {
    validateBundle(buildBundle(data.bundle, { nameOnlyCopies }))
    return {}
  },
  validateCluster({ built }) {
    validateCluster(built.cluster)
    return {}
  },
  walkCluster: ({ built, rules }) => ({ tree: walkCluster(built.cluster, rules) }),
  walkClusterByPackage: ({ built, rules }) => ({ packages: walkClusterByPackage(built.cluster, rules) }),
  indexOrigins(situation) {
    const { data, built, nameOnlyCopies } = situation
    const tree = data.tree === undefined ? walked(situation) : buildLayout(data.tree)
    situation.keep(tree)
    // Its only value is "an equal cluster built anew".
    const against = data.indexAgainst === undefined ? built : buildCluster(situation.clusterData, { nameOnlyCopies })
    return { tree, index: indexOrigins(tree, against.cluster as Cluster) }
  },
}

/** Of a map of the corpus the entries whose value differs from what `actual` says. */
function compareEach(expected: Data, actual: (key: string) => unknown): string | undefined {
  for (const [key, value] of Object.entries(expected)) {
    const problem = differs(value, actual(key))
    if (problem !== undefined) return `${key}: ${problem}`
  }
  return undefined
}

function layoutAt(tree: ManifestLayout | undefined, directory: string): ManifestLayout | undefined {
  return tree && layoutsOf(tree).find((layout) => fullRepoPath(layout) === directory)
}

function compareOrigins(tree: ManifestLayout | undefined, expected: Data): string | undefined {
  for (const [directory, wanted] of Object.entries(expected as Record<string, Data>)) {
    const layout = layoutAt(tree, directory)
    if (layout === undefined) return `no layout ${directory}`
    const { nodes = [], bundles = [], application, unit } = layout.origins ?? {}
    const actual: Data = { nodes: nodes.map(({ name }) => name), bundles: bundles.map(({ name }) => name) }
    const { originUnit, mode, ...origins } = { nodes: [], bundles: [], ...wanted }
    if (application) actual.application = application.name
    const problem =
      differs(origins, actual) ??
      (originUnit && differs(originUnit, unit && fullRepoPath(unit))) ??
      (mode && differs(mode, layout.mode))
    if (problem) return `${directory}: ${problem}`
  }
  return undefined
}

const bundleNamed = ({ built }: Situation, name: string) => built.bundles.get(name) as Bundle

export const layoutExpectations: Record<string, Expectation> = {
  layouts: ({ tree }, expected) => differs(expected, tree && layoutsOf(tree).map(fullRepoPath)),
  origins: ({ tree }, expected) => compareOrigins(tree, expected),
  packages({ packages }, expected) {
    for (const [key, wanted] of Object.entries(expected)) {
      const problem = compareOrigins(packages?.get(key), wanted)
      if (problem !== undefined) return `${key}: ${problem}`
    }
    return differs(Object.keys(expected).sort(), [...(packages?.keys() ?? [])].sort())
  },
  kustomizationPath: ({ index }, expected, situation) =>
    compareEach(expected, (name) => index?.kustomizationPath(bundleNamed(situation, name))),
  bundles: ({ index }, expected) =>
    differs(
      expected,
      index?.bundles().map(({ name }) => name),
    ),
  parentOf: ({ tree, index }, expected) =>
    compareEach(expected, (directory) => {
      const parent = index?.parent(layoutAt(tree, directory) as ManifestLayout)
      return parent === undefined ? null : fullRepoPath(parent)
    }),
  units: ({ index }, expected) => differs(expected, index?.units().map(fullRepoPath)),
  unitName: ({ index }, expected, situation) =>
    compareEach(expected, (name) => index?.unitName(bundleNamed(situation, name))),
  unitDependencies: ({ tree, index }, expected) =>
    compareEach(expected, (directory) => index?.unitDependencies(layoutAt(tree, directory) as ManifestLayout)),
  unitNamedDependencies: ({ tree, index }, expected) =>
    compareEach(expected, (directory) => index?.unitNamedDependencies(layoutAt(tree, directory) as ManifestLayout)),
}
