/** Patches of bundles that share a Kustomization: each may reach its own bundle's objects alone (flux-engine F). */
import { goQuote } from '../../core/go-quote.ts'
import { objectsOf } from '../../stack/identity.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import { type Bundle, bundlePath, type Patch, type PatchTarget, type RenderedApplication } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { bundleSubject, invalidField } from './errors.ts'
import { settingsDiffer } from './merge.ts'
import { selection } from './patch-target.ts'
import { bundlesOf, isSingleFile, type Tree } from './tree.ts'

/** All patches of the bundles in order, when none of them can reach another bundle's objects. */
export function sharedPatches(tree: Tree, layout: ManifestLayout): Patch[] {
  const bundles = bundlesOf(layout)
  const patches = bundles.flatMap((bundle) => (bundle.patches ?? []).map((patch) => ({ bundle, patch })))
  if (patches.length === 0) return []
  const objects = objectsByBundle(layout)
  for (const { bundle, patch } of patches) {
    const [first = bundle, second = bundle] = bundles
    if (patch.target === undefined) {
      throw settingsDiffer({
        field: 'patches',
        first: bundle === first ? second : first,
        other: bundle,
        directory: tree.directory(layout),
        why: "an untargeted patch would apply to every merged bundle's objects",
      })
    }
    checkReach({ tree, layout, bundle, target: patch.target, objects })
  }
  return patches.map(({ patch }) => patch)
}

interface Reach {
  tree: Tree
  layout: ManifestLayout
  bundle: Bundle
  target: PatchTarget
  objects: ReadonlyMap<Bundle, readonly KubernetesObject[]>
}

function checkReach({ tree, layout, bundle, target, objects }: Reach): void {
  const selects = selection(target)
  for (const [other, rendered] of objects) {
    if (other === bundle) continue
    const reached = rendered.find(selects)
    if (reached === undefined) continue
    const parties = `bundles ${goQuote(bundlePath(bundle))} and ${goQuote(bundlePath(other))}`
    throw invalidField(
      'PATCH_REACH',
      bundleSubject(bundle),
      'patches',
      `${parties} render one directory ${goQuote(tree.directory(layout))} and so share one Kustomization, but a patch of bundle ${goQuote(bundlePath(bundle))} with target ${JSON.stringify(target)} selects ${reached.kind} ${goQuote(reached.metadata?.name ?? '')} of bundle ${goQuote(bundlePath(other))}; narrow the target to the bundle's own objects or give the bundles directories of their own (NodeGrouping or BundleGrouping GroupByName)`,
    )
  }
}

/** What the shared Kustomization builds of each bundle; objects without a kind are no kustomize resources. */
function objectsByBundle(layout: ManifestLayout): Map<Bundle, KubernetesObject[]> {
  const objects = new Map<Bundle, KubernetesObject[]>()
  for (const rendered of layout.origins?.rendered ?? []) {
    if (layout.fluxPlacement === 'integrated' && rendered.layout !== undefined && !isSingleFile(rendered.layout))
      continue
    const own = objects.get(rendered.bundle) ?? []
    objects.set(rendered.bundle, own)
    for (const object of objectsOf(rendered.objects)) if (object.kind) own.push(object)
    for (const object of generatedConfigMaps(rendered)) own.push(object)
  }
  return objects
}

/** A stand-in for each ConfigMap that kustomize will make, with the annotations it will carry. */
function generatedConfigMaps({ layout }: RenderedApplication): KubernetesObject[] {
  const maps: KubernetesObject[] = []
  const collect = ({ configMapGenerators = [], children }: ManifestLayout) => {
    for (const { name, annotations } of configMapGenerators) {
      maps.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(annotations ? { annotations } : {}) } })
    }
    for (const child of children) collect(child)
  }
  if (layout !== undefined) collect(layout)
  return maps
}
