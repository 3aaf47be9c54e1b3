/** Cases of several calls on one tree: walk, change, integrate, integrate again. */
import { type FluxEngine, fluxEngine } from '../../../src/flux/engine/index.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { walkClusterByPackage } from '../../../src/stack/layout/packages.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Bundle } from '../../../src/stack/model.ts'
import { type Judged, judge, type Produced, type Situation, type Tables } from './cases.ts'
import { kustomizations, producedFrom } from './engine.ts'
import { applyEdits, type Data, layoutsOf, serialise } from './model.ts'
import { filesOf } from './writers.ts'

interface Progress {
  situation: Situation
  engine: FluxEngine
  tree: ManifestLayout | undefined
}

/** What is done, not what is expected of it. */
const ACTIONS = new Set([
  'walk',
  'edit',
  'model',
  'kustomization',
  'generator',
  'integrate',
  'integrateSubtree',
  'walkByPackage',
  'package',
  'generateFromLayout',
  'cluster',
  'write',
  'unchanged',
  'skipFor',
])

export async function runSteps(situation: Situation, tables: Tables): Promise<Judged> {
  const progress: Progress = { situation, engine: fluxEngine(situation.generator), tree: undefined }
  const placement = rulesOf(situation, {}).fluxPlacement
  for (const [index, step] of (situation.data.steps as Data[]).entries()) {
    if (step.skipFor?.includes(placement)) continue
    const expect = Object.fromEntries(Object.entries(step).filter(([key]) => !ACTIONS.has(key)))
    const before = step.unchanged ? written(progress.tree) : undefined
    if (step.refused !== undefined) situation.keep(progress.tree)
    const judged = await judge(expect, () => take(step, progress), situation, tables)
    if (judged.status !== 'pass') return { ...judged, reason: `step ${index + 1}: ${judged.reason ?? ''}` }
    if (before !== undefined && written(progress.tree) !== before) {
      return { status: 'fail', reason: `step ${index + 1} changed the written tree` }
    }
    situation.forget()
  }
  return { status: 'pass' }
}

/** A placement that the case runs with holds in every step. */
function rulesOf({ data, rules }: Situation, own: Data): LayoutRules {
  return data.placements === undefined ? own : { ...own, fluxPlacement: rules.fluxPlacement }
}

function take(step: Data, progress: Progress): Produced {
  const { situation, engine } = progress
  const { cluster } = situation.built
  if (step.walk) progress.tree = walkCluster(cluster, rulesOf(situation, step.walk))
  if (step.walkByPackage) {
    progress.tree = walkClusterByPackage(cluster, rulesOf(situation, step.walkByPackage)).get(step.package)
  }
  const tree = progress.tree as ManifestLayout
  if (step.edit) applyEdits(tree, [step.edit])
  if (step.model) changeModel(situation, step.model)
  if (step.kustomization) {
    const { name, set } = step.kustomization
    const found = kustomizations({ tree }).find(({ object }) => object.metadata.name === name)
    Object.assign(found?.object.spec, structuredClone(set))
  }
  if (step.generator) Object.assign(engine.resources, step.generator)
  if (step.integrate) engine.integrateWithLayout(tree, cluster, rulesOf(situation, step.integrate))
  if (step.integrateSubtree) {
    const subtree = layoutsOf(tree).find((layout) => fullRepoPath(layout) === step.integrateSubtree)
    engine.integrateWithLayout(subtree, cluster, rulesOf(situation, situation.rules ?? {}))
  }
  if (step.generateFromLayout) {
    return { objects: engine.generateFromLayout(tree, 'cluster' in step ? (step.cluster ?? undefined) : cluster) }
  }
  if (step.write) filesOf(tree)
  return producedFrom(tree)
}

function changeModel({ built }: Situation, { node, bundle, dependsOnEntry, set }: Data): void {
  if (node !== undefined) {
    const { dependsOn, ...fields } = set
    const changed = built.nodes.get(node)
    Object.assign(changed as object, structuredClone(fields))
    if (changed && dependsOn) changed.dependsOn = dependsOn.map((path: string) => built.nodes.get(path))
  }
  if (bundle !== undefined) Object.assign(built.bundles.get(bundle) as Bundle, structuredClone(set))
  if (dependsOnEntry !== undefined) {
    const [name, index] = dependsOnEntry
    Object.assign(built.bundles.get(name)?.dependsOn?.[index] as Bundle, structuredClone(set))
  }
}

function written(tree: ManifestLayout | undefined): string {
  return tree === undefined ? '' : `${serialise(tree)}${JSON.stringify([...filesOf(tree)])}`
}
