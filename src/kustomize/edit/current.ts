/** What every edit starts from: a kustomization without old fields (build 1.5). */
import { rephrase, ToolError } from '../../core/error.ts'
import type { Source } from '../../core/source.ts'
import { decodeKustomization } from '../decode.ts'
import { fixKustomization } from '../fix.ts'
import type { Kustomization } from '../types.ts'

/** A kustomization with old fields replaced by current ones. */
export function currentForm(source: Source): Kustomization {
  try {
    const { kustomization } = decodeKustomization(source)
    return replaceOldFields(kustomization)
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'YAML_SYNTAX') throw error
    throw rephrase(`invalid Kustomization: ${error.message}`, error)
  }
}

/** Replaces them in the kustomization itself. */
export function replaceOldFields(k: Kustomization): Kustomization {
  fixKustomization(k)
  k.bases = []
  k.imageTags = []
  k.helmChartInflationGenerator = []
  for (const args of [...k.configMapGenerator, ...k.secretGenerator]) args.env = ''
  if (k.kind === '') k.kind = 'Kustomization'
  if (k.apiVersion === '') k.apiVersion = `kustomize.config.k8s.io/${k.kind === 'Component' ? 'v1alpha1' : 'v1beta1'}`
  return k
}
