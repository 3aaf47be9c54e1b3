/** Rows of vectors.json and seed-values.json about the Flux engine's functions. */
import { ToolError } from '../../../src/core/error.ts'
import { deliveryAnnotations } from '../../../src/flux/engine/delivery.ts'
import { writtenDuration } from '../../../src/flux/engine/durations.ts'
import {
  defaultLayoutKustomizationName,
  fluxEngine,
  nodeKustomizationName,
  umbrellaTerminals,
} from '../../../src/flux/engine/index.ts'
import { annotationProblems, annotationsSizeProblem, labelProblems } from '../../../src/flux/engine/metadata-rules.ts'
import { selection } from '../../../src/flux/engine/patch-target.ts'
import { parentSubstitution } from '../../../src/flux/engine/substitution.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { Cluster } from '../../../src/stack/model.ts'
import { differs } from './cases.ts'
import { compareKustomization, kustomizations, sameShape } from './engine.ts'
import { buildBundle, buildCluster, type Data } from './model.ts'

type Row = (input: Data, expected: Data) => string | undefined

export const engineVectors: Record<string, Row> = {
  defaultLayoutKustomizationName: ([unit, layout], expected) =>
    differs(expected, defaultLayoutKustomizationName(unit, layout)),
  nodeKustomizationName: (directory, expected) => differs(expected, nodeKustomizationName(directory)),
  labelAccepted: ([key, value], expected) => differs(expected, labelProblems(key, value).length === 0),
  annotationAccepted: ([key], expected) => differs(expected, annotationProblems(key).length === 0),
  annotationsTotalSizeAccepted(lengths: Record<string, number>, expected) {
    const annotations = Object.fromEntries(Object.entries(lengths).map(([key, length]) => [key, 'x'.repeat(length)]))
    return differs(expected, annotationsSizeProblem(annotations) === undefined)
  },
  patchTargetSelects({ selector, object }, expected) {
    try {
      return differs(expected, selection(selector)(object))
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return differs(expected.error, error.message)
    }
  },
  parentSubstitution({ parentPostBuild, kustomization }, { decision, changed, fluxError }) {
    const result = parentSubstitution(parentPostBuild ?? undefined, kustomization)
    if (result.decision === 'unreadable') return differs([decision, fluxError], ['refused', result.problem])
    return differs([decision, [...changed].sort()], [result.decision, [...result.changed].sort()])
  },
  fluxDuration(text, { written, taken, parseError }) {
    try {
      return differs({ written, taken }, writtenDuration(text))
    } catch (error) {
      return differs(parseError, (error as Error).message)
    }
  },
}

const NAMED = { sourceRef: 'flux-system' }

export const engineSeedValues: Record<string, Row> = {
  defaultLayoutKustomizationName: ({ unit, layout }, expected) =>
    differs(expected, defaultLayoutKustomizationName(unit, layout)),
  nodeKustomizationName: ({ path }, expected) => differs(expected, nodeKustomizationName(path)),
  deliveryAnnotations: (delivery, expected) =>
    sameShape(expected, deliveryAnnotations({ name: 'web', config: { generate: () => [] }, delivery })),
  'spec.path'({ root, bundle, bundleGrouping, child, clusterName, dirName, umbrellaDir }, expected) {
    const [node, umbrella] = umbrellaDir === undefined ? [root] : umbrellaDir.split('/')
    const own = umbrella === undefined ? { name: bundle, dirName } : undefined
    const nested = { name: 'shop', children: [{ name: child, dirName }] }
    const children =
      umbrella === undefined
        ? child && [{ name: child.node, bundle: { name: child.bundle } }]
        : [{ name: umbrella, bundle: nested }]
    const { cluster } = buildCluster({ name: 'demo', node: { name: node, ...(own && { bundle: own }), children } })
    const objects = fluxEngine().generateFromCluster(cluster, { bundleGrouping: bundleGrouping ?? 'flat', clusterName })
    const paths = Object.fromEntries(objects.map(({ metadata, spec }: Data) => [metadata.name, spec.path]))
    if (typeof expected !== 'string') return sameShape(expected, paths)
    return differs(expected, paths[umbrella === undefined ? bundle : child])
  },
  generateForBundle({ bundle, path }, { name, ...expected }) {
    const [object] = fluxEngine().generateForBundle(
      buildBundle(typeof bundle === 'string' ? { name: bundle } : bundle),
      path,
    )
    return differs(name, object?.metadata?.name) ?? compareKustomization(object, expected)
  },
  'generateForBundle healthChecks'({ bundle, children }, expected) {
    const given = { name: bundle, children: children.map((name: string) => ({ name })) }
    const [object] = fluxEngine().generateForBundle(buildBundle(given), 'x') as Data[]
    return differs(
      expected,
      object.spec.healthChecks.map(({ namespace, name }: Data) => `${namespace}/${name}`),
    )
  },
  umbrellasDoNotWait({ bundles }, expected) {
    const objects = fluxEngine({ umbrellasDoNotWait: true }).generateFromCluster(umbrellaCluster(bundles), {}) as Data[]
    for (const [name, { wait, healthChecks, dependsOn }] of Object.entries(expected as Record<string, Data>)) {
      const { spec } = objects.find(({ metadata }) => metadata.name === name)
      const problem =
        (wait === undefined ? undefined : differs(wait, spec.wait ?? null)) ??
        (healthChecks && differs(healthChecks, spec.healthChecks ?? [])) ??
        (dependsOn &&
          differs(
            dependsOn,
            (spec.dependsOn ?? []).map((entry: Data) => entry.name),
          ))
      if (problem !== undefined) return `${name}: ${problem}`
    }
    return undefined
  },
  umbrellaTerminals({ bundles }, expected) {
    const tree = fluxEngine({ umbrellasDoNotWait: true }).createLayoutWithResources(umbrellaCluster(bundles), {
      fluxPlacement: 'integrated-per-bundle',
    })
    const leaves = [...umbrellaTerminals(tree as ManifestLayout)].map(([key, list]) => [
      key,
      list.map((leaf) => leaf.replace(/^.*\//, '')),
    ])
    return sameShape(expected, Object.fromEntries(leaves))
  },
  engine: (_input, { name }) => differs(name, fluxEngine().name),
}

/** Bundles by name, with their children's and dependencies' names; those that are nobody's child have a node each. */
function umbrellaCluster(bundles: Record<string, Data>): Cluster {
  const children = new Set(Object.values(bundles).flatMap((bundle) => bundle.children ?? []))
  const build = (name: string): Data => ({
    ...NAMED,
    ...bundles[name],
    name,
    children: (bundles[name]?.children ?? []).map(build),
  })
  const nodes = Object.keys(bundles).filter((name) => !children.has(name))
  const node = { name: 'root', children: nodes.map((name) => ({ name: `at-${name}`, bundle: build(name) })) }
  return buildCluster({ name: 'demo', node }).cluster as Cluster
}

/** Rows that read a cluster of the corpus. */
export function engineFileSeedValues(read: (name: string) => Cluster): Record<string, Row> {
  return {
    generateFromCluster({ cluster }, expected) {
      const objects = fluxEngine().generateFromCluster(read(cluster), {}) as Data[]
      return sameShape(
        expected,
        objects.map(({ kind, metadata, spec }) => ({ kind, name: metadata.name, path: spec.path })),
      )
    },
    createLayoutWithResources({ cluster, placement }, expected) {
      const tree = fluxEngine().createLayoutWithResources(read(cluster), { fluxPlacement: placement }) as ManifestLayout
      const rows = kustomizations({ tree: { ...tree, children: [] } }).map(({ object }) => [
        object.metadata.name,
        object.spec.path,
        (object.spec.dependsOn ?? []).map(({ name }: Data) => name),
      ])
      return differs(expected, rows)
    },
  }
}
