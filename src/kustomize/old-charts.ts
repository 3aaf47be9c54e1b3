/** `helmChartInflationGenerator`, the old form of `helmCharts` and `helmGlobals`. */
import type { HelmChartEntry, Kustomization, OldHelmChartEntry } from './types.ts'

export function moveOldCharts(k: Kustomization): void {
  const hasGlobals = k.helmGlobals !== undefined
  for (const old of k.helmChartInflationGenerator) {
    k.helmCharts.push(currentChart(old))
    if (hasGlobals || (old.chartHome === '' && old.helmHome === '')) continue
    k.helmGlobals ??= { chartHome: '', configHome: '' }
    if (old.chartHome !== '') k.helmGlobals.chartHome = old.chartHome
    if (old.helmHome !== '') k.helmGlobals.configHome = old.helmHome
  }
}

function currentChart(old: OldHelmChartEntry): HelmChartEntry {
  const chart: HelmChartEntry = {
    name: old.chartName,
    version: old.chartVersion,
    repo: old.chartRepoUrl,
    releaseName: old.releaseName,
    namespace: '',
    additionalValuesFiles: [],
    valuesFile: old.values,
    valuesMerge: old.valuesMerge,
    includeCRDs: false,
    skipHooks: false,
    apiVersions: [],
    kubeVersion: '',
    nameTemplate: '',
    skipTests: false,
    debug: false,
    devel: false,
  }
  if (old.valuesLocal !== undefined) chart.valuesInline = old.valuesLocal
  // Not enumerable, as on decoded entries: messages print the others.
  return Object.defineProperty(chart, 'at', { value: old.at })
}
