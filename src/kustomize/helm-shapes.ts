/** What kustomizations say about Helm charts: few do. */
import { BOOL, type Fields, MAP, STRING, STRINGS } from './shape.ts'

export function chartFields(): Fields {
  return {
    name: STRING,
    version: STRING,
    repo: STRING,
    releaseName: STRING,
    namespace: STRING,
    additionalValuesFiles: STRINGS,
    valuesFile: STRING,
    valuesInline: MAP,
    valuesMerge: STRING,
    includeCRDs: BOOL,
    skipHooks: BOOL,
    apiVersions: STRINGS,
    kubeVersion: STRING,
    nameTemplate: STRING,
    skipTests: BOOL,
    debug: BOOL,
    devel: BOOL,
  }
}

export function globalsFields(): Fields {
  return { chartHome: STRING, configHome: STRING }
}

/** Of `helmChartInflationGenerator`, which `helmCharts` has followed. */
export function oldChartFields(): Fields {
  return {
    chartName: STRING,
    chartVersion: STRING,
    chartRepoUrl: STRING,
    chartHome: STRING,
    chartRepoName: STRING,
    helmBin: STRING,
    helmHome: STRING,
    values: STRING,
    valuesLocal: MAP,
    valuesMerge: STRING,
    releaseName: STRING,
    releaseNamespace: STRING,
    extraArgs: STRINGS,
  }
}
