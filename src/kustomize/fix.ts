/** Old fields become current ones; then emptiness, kind and apiVersion are checked (build 1.3, 1.5). */
import { fail } from '../core/error.ts'
import type { Kustomization } from './types.ts'

export function fixKustomization(k: Kustomization): void {
  k.resources.push(...k.bases)
  k.images.push(...k.imageTags)
  for (const args of [...k.configMapGenerator, ...k.secretGenerator]) if (args.env !== '') args.envs.push(args.env)
}

/** Fields that do not count for emptiness: what they hold was moved elsewhere. */
const MOVED = new Set(['apiVersion', 'kind', 'bases', 'imageTags', 'helmChartInflationGenerator'])

export function checkKustomization(k: Kustomization, root: string): void {
  const isEmpty =
    ![...k.present].some((name) => !MOVED.has(name)) &&
    k.resources.length === 0 &&
    k.images.length === 0 &&
    k.helmChartInflationGenerator.length === 0
  if (isEmpty) throw fail('EMPTY_KUSTOMIZATION', 'kustomization.yaml is empty')
  const problems: string[] = []
  const kind = k.kind === '' ? 'Kustomization' : k.kind
  if (kind !== 'Kustomization' && kind !== 'Component') problems.push('kind should be Kustomization or Component')
  const wanted = kind === 'Component' ? 'kustomize.config.k8s.io/v1alpha1' : 'kustomize.config.k8s.io/v1beta1'
  if (k.apiVersion !== '' && k.apiVersion !== wanted) problems.push(`apiVersion for ${kind} should be ${wanted}`)
  if (problems.length > 0) {
    throw fail('KUSTOMIZATION_TYPE', `Failed to read kustomization file under ${root}:\n${problems.join('\n')}`, {
      at: k.locate(problems.length > 1 || kind !== k.kind ? 'kind' : 'apiVersion') ?? k.locate('apiVersion'),
    })
  }
  k.kind = kind
}
