/** Placing what Flux applies into a walked tree (flux-engine Q). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { FluxPlacement, ManifestLayout } from '../../stack/layout/manifest.ts'
import { defaultLayoutRules, type LayoutRules } from '../../stack/layout/rules.ts'
import { validateLayoutRules } from '../../stack/layout/validate-rules.ts'
import { type Bundle, type Cluster, unitName } from '../../stack/model.ts'
import { checkKustomizationName, checkSource } from './bundle.ts'
import { type Changes, newChanges } from './changes.ts'
import { annotateDeliveries } from './delivery.ts'
import { keepNode } from './kept-nodes.ts'
import { checkFieldsAreCarried, noKustomizationOf } from './layout-fields.ts'
import { checkCopiedFields, layoutKustomization, type PerLayout } from './layout-kustomization.ts'
import { checkLayoutName, layoutNames } from './layout-names.ts'
import { layoutSources } from './layout-source.ts'
import { placePatches } from './patches.ts'
import { type Placed, type Places, place, presentKustomizations } from './placed.ts'
import { integrateSeparate } from './separate.ts'
import type { ResourceSettings } from './settings.ts'
import { generatedSources, hostSources } from './sources.ts'
import { protectFromParent } from './substitution.ts'
import {
  bundlesOf,
  type FluxObjects,
  fluxObjects,
  keyOf,
  lists,
  nodeOf,
  rendersBundles,
  type Tree,
  treeOf,
} from './tree.ts'
import { withoutUmbrellaWaits } from './umbrellas.ts'
import { unitKustomization } from './unit.ts'
import { checkTop } from './units.ts'
import { buildersOf, checkOrder } from './waits.ts'

/**
 * Places Kustomizations and sources into the tree, and marks the directories that Flux builds. A refused call leaves the tree as it was.
 *
 * @throws ToolError that names what is in the way
 */
export function integrateWithLayout(
  layout: ManifestLayout | undefined,
  cluster: Cluster | undefined,
  rules: LayoutRules,
  settings: ResourceSettings,
): void {
  validateLayoutRules(rules)
  if (layout === undefined || cluster?.node === undefined) return
  checkTop(layout)
  const placement = rules.fluxPlacement || defaultLayoutRules().fluxPlacement
  const tree = treeOf(layout, cluster)
  const found = fluxObjects(tree)
  const changes = newChanges()
  try {
    checkPlacement(tree, found, placement)
    for (const one of tree.layouts) changes.set(one, 'fluxPlacement', placement)
    checkFieldsAreCarried(tree, placement === 'integrated')
    annotateDeliveries(tree, changes)
    if (placement === 'separate') integrateSeparate({ tree, rules, settings, found, changes })
    else integrateInPlace({ tree, placement, settings, found, changes })
    changes.set(tree.top, 'fluxBuild', true)
  } catch (error) {
    changes.undo()
    throw error
  }
}

/** A tree keeps the placement that its Kustomizations were placed for; an application's own do not count. */
function checkPlacement(tree: Tree, { kustomizations }: FluxObjects, placement: FluxPlacement): void {
  for (const { layout, name, application } of kustomizations) {
    const before = layout.fluxPlacement ?? tree.top.fluxPlacement
    if (application !== undefined || before === undefined || before === placement) continue
    throw fail(
      'PLACEMENT',
      `layout ${goQuote(tree.directory(layout))} already holds Flux Kustomization ${goQuote(name)}, placed for ${goQuote(before)}: it cannot be integrated again as ${goQuote(placement)}`,
      { hint: 'walk the cluster again' },
    )
  }
}

interface InPlace {
  tree: Tree
  placement: FluxPlacement
  settings: ResourceSettings
  found: FluxObjects
  changes: Changes
}

function integrateInPlace({ tree, placement, settings, found, changes }: InPlace): void {
  const present = presentKustomizations(tree, found.kustomizations)
  const places: Places = { tree, settings, present, placed: new Map() }
  const perLayout: PerLayout | undefined =
    placement === 'integrated' ? { names: layoutNames(tree), source: layoutSources(tree, settings) } : undefined
  for (const layout of tree.layouts) {
    const host = tree.parent(layout)
    if (host === undefined) continue
    if (rendersBundles(layout)) placeUnit(places, layout, host, placement)
    else if (perLayout !== undefined && noKustomizationOf(tree, layout) === undefined) {
      placeLayout(places, layout, host, perLayout)
    }
  }
  const placed = [...places.placed.values()]
  for (const { host, isKept, kustomization } of placed) {
    if (host !== undefined && !isKept) changes.push(host.resources, kustomization)
  }
  const applied = new Set(placed.map(({ layout }) => layout))
  const sources = generatedSources(tree, settings)
  hostSources({ tree, found: found.sources, sources, applied, changes })
  checkKeptSources(tree, placed, sources)
  if (settings.umbrellasDoNotWait) {
    const others = found.kustomizations.filter(({ namespace, name }) => !places.placed.has(keyOf(namespace, name)))
    withoutUmbrellaWaits({ tree, placed, others, changes })
  }
  if (perLayout !== undefined) {
    placePatches(tree, placed, changes)
    protectLayouts(tree, placed, changes)
  }
  checkOrder(tree, placed)
  for (const layout of applied) changes.set(layout, 'fluxBuild', true)
}

function placeUnit(places: Places, layout: ManifestLayout, host: ManifestLayout, placement: FluxPlacement): void {
  const { tree, settings } = places
  const bundles = bundlesOf(layout)
  const first = bundles[0] as Bundle
  checkKustomizationName(first, tree.index.bundlePath(first))
  place(places, unitName(first), layout, host, () => {
    for (const bundle of bundles) checkSource(bundle, modeOf(placement))
    return unitKustomization(tree, layout, settings)
  })
}

function placeLayout(places: Places, layout: ManifestLayout, host: ManifestLayout, perLayout: PerLayout): void {
  const { tree, settings } = places
  checkCopiedFields(tree, layout)
  const name = perLayout.names.nameOf(layout) as string
  checkLayoutName(tree, layout, name)
  const placed = place(places, name, layout, host, () => layoutKustomization(tree, layout, name, perLayout, settings))
  if (placed.isKept && nodeOf(layout) !== undefined) keepNode(tree, placed, perLayout.names, settings)
}

/** The mode as messages name it. */
export function modeOf(placement: FluxPlacement): string {
  return placement === 'integrated' ? 'FluxIntegratedPerLayout' : 'FluxIntegratedPerBundle'
}

/** One that is kept takes no source from inside what it applies either. */
function checkKeptSources(tree: Tree, placed: readonly Placed[], sources: ReturnType<typeof generatedSources>): void {
  for (const { name, isKept, layout, kustomization } of placed) {
    if (!isKept || !holdsRoot(tree, layout)) continue
    const { sourceRef } = kustomization.spec
    if (sourceRef === undefined) continue
    const namespace = sourceRef.namespace || kustomization.metadata.namespace
    if (!sources.has(`${sourceRef.kind} ${keyOf(namespace, sourceRef.name)}`)) continue
    const directory = goQuote(tree.directory(layout))
    throw fail(
      'SOURCE_INSIDE',
      `Flux Kustomization ${goQuote(name)} (spec.path ${directory}), kept from before, takes its source ${sourceRef.kind} ${goQuote(sourceRef.name)} from inside what it applies: layout ${goQuote(tree.directory(tree.root))} hosts it`,
    )
  }
}

function holdsRoot(tree: Tree, layout: ManifestLayout): boolean {
  for (let at = tree.root; ; ) {
    if (at === layout) return true
    const parent = tree.parent(at)
    if (parent === undefined || !lists(parent, at)) return false
    at = parent
  }
}

/** Keeps the substitution of what builds a layout's Kustomization away from it, where that would change it. */
function protectLayouts(tree: Tree, placed: readonly Placed[], changes: Changes): void {
  const appliedBy = new Map(placed.map((one) => [one.layout, one]))
  for (const { name, layout, host, isKept, kustomization } of placed) {
    if (isKept || rendersBundles(layout)) continue
    for (const builder of buildersOf(tree, host, appliedBy).all) {
      const { postBuild } = builder.kustomization.spec
      const directory = tree.directory(layout)
      protectFromParent({ name, layout, directory, kustomization }, { name: builder.name, postBuild }, changes)
    }
  }
}
