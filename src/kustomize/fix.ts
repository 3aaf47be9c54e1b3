/** Old fields become current ones; then emptiness, kind and apiVersion are checked (build 1.3, 1.5). */
import { emptyKustomization, wrongKustomization } from './load-problems.ts'
import { moveOldCharts } from './old-charts.ts'
import type { Kustomization } from './types.ts'

export function fixKustomization(k: Kustomization): void {
  for (const base of k.bases) k.resources.push(base)
  for (const image of k.imageTags) k.images.push(image)
  for (const args of [...k.configMapGenerator, ...k.secretGenerator]) if (args.env !== '') args.envs.push(args.env)
  if (k.helmChartInflationGenerator.length > 0) moveOldCharts(k)
}

/** Fields that do not count for emptiness: what they hold was moved elsewhere. */
const MOVED = new Set(['apiVersion', 'kind', 'bases', 'imageTags', 'helmChartInflationGenerator'])

/** @throws ToolError when the file says nothing, or is of another kind or version; `root` is its folder */
export function checkKustomization(k: Kustomization, root: string): void {
  const values = k as unknown as Record<string, unknown>
  const isEmpty =
    ![...k.present].some((name) => !MOVED.has(name) && values[name] !== '') &&
    k.resources.length === 0 &&
    k.images.length === 0 &&
    k.helmCharts.length === 0
  if (isEmpty) throw emptyKustomization()
  const kind = k.kind === '' ? 'Kustomization' : k.kind
  const isComponent = kind === 'Component'
  const version = `kustomize.config.k8s.io/${isComponent ? 'v1alpha1' : 'v1beta1'}`
  const isKnown = isComponent || kind === 'Kustomization'
  if (!isKnown || (k.apiVersion !== '' && k.apiVersion !== version)) throw wrongKustomization(k, root, kind, version)
  k.kind = kind
}
