/** The one directory at the top that adds nothing. */
import type { ManifestLayout } from './manifest.ts'

/** What a layout says of itself, taken over where the top says nothing. */
const SETTINGS = [
  'filePer',
  'applicationFileMode',
  'mode',
  'fluxPlacement',
  'fileNaming',
  'packageRef',
  'kustomizationName',
  'dependsOn',
  'wait',
  'prune',
  'force',
  'suspend',
  'timeout',
  'retryInterval',
  'interval',
  'labels',
  'annotations',
] as const satisfies (keyof ManifestLayout)[]

/**
 * The tree with its only second directory merged into the top, where that moves no bundle: the top keeps its directory and takes
 * over the other's content. Else the tree as it is.
 *
 * @example flattenSingleTier(top)
 */
export function flattenSingleTier(top: ManifestLayout): ManifestLayout {
  const child = top.children[0]
  if (child === undefined || top.children.length !== 1 || top.resources.length > 0) return top
  if (top.namespace.includes('/') || child.umbrellaChild || child.children.length > 0) return top
  if ((child.origins?.bundles.length ?? 0) > 0) return top
  const flat: ManifestLayout = { ...top, resources: child.resources, children: [] }
  for (const setting of SETTINGS) takeSetting(flat, child, setting)
  const extraFiles = [...(top.extraFiles ?? []), ...(child.extraFiles ?? [])]
  if (extraFiles.length > 0) flat.extraFiles = extraFiles
  const generators = [...(top.configMapGenerators ?? []), ...(child.configMapGenerators ?? [])]
  if (generators.length > 0) flat.configMapGenerators = generators
  const { nodes = [], ...origins } = top.origins ?? { bundles: [] }
  flat.origins = { ...origins, nodes: [...nodes, ...(child.origins?.nodes ?? [])] }
  return flat
}

function takeSetting<Key extends (typeof SETTINGS)[number]>(
  flat: ManifestLayout,
  child: ManifestLayout,
  key: Key,
): void {
  if (flat[key] === undefined && child[key] !== undefined) flat[key] = child[key]
}
