import { fail } from '../core/error.ts'
import { goQuote } from '../core/go-quote.ts'
import { fullRepoPath } from '../stack/layout/manifest.ts'
import type { OriginIndex } from '../stack/layout/origins.ts'
import type { Bundle, ManifestLayout } from '../stack/model.ts'

export interface ApplicationSettings {
  /** The repository the tree is in. */
  repoURL?: string
  /** Where Applications live; `argocd` when left out. */
  defaultNamespace?: string
  /** `spec.project`, which Argo CD's API requires and which is not written unless it is set. */
  project?: string
  /** Leaves out `spec.dependencies`, a field that Argo CD's API does not have. */
  withoutDependencies?: boolean
}

/** An Argo CD Application, as far as it is written. */
export interface Application {
  [field: string]: unknown
  apiVersion: 'argoproj.io/v1alpha1'
  kind: 'Application'
  metadata: { name: string; namespace: string; labels?: Record<string, string> }
  spec: {
    project?: string
    source: { repoURL: string; path: string }
    destination: { server: string; namespace: string }
    dependencies?: string[]
  }
}

/** The Application of each unit, in the order of the tree. */
export function applicationsOf(index: OriginIndex, settings: ApplicationSettings): Application[] {
  return index.units().map((unit) => applicationOf(unit, index, settings))
}

function applicationOf(unit: ManifestLayout, index: OriginIndex, settings: ApplicationSettings): Application {
  const bundles = unit.origins?.bundles ?? []
  const metadata: Application['metadata'] = {
    name: index.unitName(bundles[0] as Bundle),
    namespace: settings.defaultNamespace || 'argocd',
  }
  const labels = unitedLabels(bundles, index)
  if (labels.size > 0) metadata.labels = Object.fromEntries([...labels].map(([key, { value }]) => [key, value]))
  const spec: Application['spec'] = {
    source: { repoURL: settings.repoURL || 'https://github.com/example/manifests.git', path: fullRepoPath(unit) },
    destination: { server: 'https://kubernetes.default.svc', namespace: 'default' },
  }
  if (settings.project) spec.project = settings.project
  const dependencies = new Set([...index.unitDependencies(unit), ...index.unitNamedDependencies(unit)])
  if (dependencies.size > 0 && !settings.withoutDependencies) spec.dependencies = [...dependencies]
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, spec }
}

/** The labels of merged bundles, each with the first bundle that has it. */
function unitedLabels(bundles: readonly Bundle[], index: OriginIndex): Map<string, { value: string; bundle: Bundle }> {
  const labels = new Map<string, { value: string; bundle: Bundle }>()
  for (const bundle of bundles) {
    for (const [key, value] of Object.entries(bundle.labels ?? {})) {
      const first = labels.get(key)
      if (first === undefined) labels.set(key, { value, bundle })
      else if (first.value !== value) throw twoValues(key, first, { value, bundle }, index)
    }
  }
  return labels
}

interface LabelOf {
  value: string
  bundle: Bundle
}

function twoValues(key: string, first: LabelOf, second: LabelOf, index: OriginIndex) {
  const [one, other] = [first, second].map(({ bundle }) => goQuote(index.bundlePath(bundle)))
  const values = `${goQuote(first.value)} and ${goQuote(second.value)}`
  return fail(
    'ARGOCD_LABELS',
    `bundles ${one} and ${other} share one Application, but set label ${goQuote(key)} to ${values}`,
    { hint: 'set one value, or give the bundles directories of their own' },
  )
}
