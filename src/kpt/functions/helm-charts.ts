/** The charts that a config of render-helm-chart names. */
import { fail } from '../../core/error.ts'
import { field, MAPPING, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { entriesOf, textOf } from './items.ts'

export interface HelmChart {
  /** Where charts are, as the function sees it. */
  chartHome: string
  /** '' for an empty configuration of helm. */
  configHome: string
  name: string
  version: string
  repo: string
  releaseName: string
  namespace: string
  nameTemplate: string
  apiVersions: readonly string[]
  includeCRDs: boolean
  skipTests: boolean
  /** Paths as the function sees them, and URLs. */
  valuesFiles: readonly string[]
  valuesInline: Mapping | undefined
  valuesMerge: string
}

export const URL_START = /^https?:\/\//

const CHART_HOME = '/tmp/charts'
const MERGES = ['', 'override', 'merge', 'replace']
const DATA = [
  ...['chartHome', 'configHome', 'name', 'version', 'repo', 'releaseName', 'namespace', 'nameTemplate'],
  ...['includeCRDs', 'skipTests', 'valuesFile'],
]

export function helmCharts(config: Mapping | undefined): HelmChart[] {
  const kind = textOf(config, 'kind')
  const charts =
    kind === 'ConfigMap' ? [chartOfData(field(config, 'data'))] : kind === 'RenderHelmChart' ? chartsOf(config) : []
  if (charts.length === 0) {
    throw fail('FUNCTION_CONFIG', 'a config of kind ConfigMap or RenderHelmChart has to name a chart')
  }
  for (const chart of charts) check(chart)
  return charts
}

function chartOfData(data: Node | undefined): HelmChart {
  for (const [name] of entriesOf(data)) {
    if (!DATA.includes(name)) throw fail('FUNCTION_CONFIG', `unknown field ${name} in the data of the config`)
  }
  const file = textOf(data, 'valuesFile')
  return { ...chartIn(data, data, data), valuesFiles: file === '' ? [] : [file] }
}

function chartsOf(config: Mapping | undefined): HelmChart[] {
  const globals = field(config, 'helmGlobals')
  return listIn(config, 'helmCharts').map((entry) => {
    const options = field(entry, 'templateOptions')
    const values = field(options, 'values')
    const inline = field(values, 'valuesInline')
    const args = field(entry, 'chartArgs')
    for (const name of ['auth', 'registry']) {
      if (field(args, name) === undefined) continue
      throw fail('NOT_SUPPORTED', `render-helm-chart is not built in for charts with ${name}`, {
        hint: 'run it in its container: --containers',
      })
    }
    return {
      ...chartIn(globals, args, options),
      apiVersions: listIn(options, 'apiVersions').map((one) => textOf(one)),
      valuesFiles: listIn(values, 'valuesFiles').map((one) => textOf(one)),
      valuesInline: inline?.kind === MAPPING ? inline : undefined,
      valuesMerge: textOf(values, 'valuesMerge'),
    }
  })
}

function chartIn(globals: Node | undefined, args: Node | undefined, options: Node | undefined): HelmChart {
  return {
    chartHome: textOf(globals, 'chartHome') || CHART_HOME,
    configHome: textOf(globals, 'configHome'),
    name: textOf(args, 'name'),
    version: textOf(args, 'version'),
    repo: textOf(args, 'repo'),
    releaseName: textOf(options, 'releaseName'),
    namespace: textOf(options, 'namespace'),
    nameTemplate: textOf(options, 'nameTemplate'),
    apiVersions: [],
    includeCRDs: textOf(options, 'includeCRDs') === 'true',
    skipTests: textOf(options, 'skipTests') === 'true',
    valuesFiles: [],
    valuesInline: undefined,
    valuesMerge: '',
  }
}

function listIn(node: Node | undefined, name: string): readonly Node[] {
  const list = field(node, name)
  return list?.kind === SEQUENCE ? list.items : []
}

/** What helm would take for an option, or for a path of this machine, is none of these. */
function check({ name, repo, releaseName, version, valuesMerge }: HelmChart): void {
  if (name === '') throw fail('FUNCTION_CONFIG', 'a chart needs a name')
  if (!/^[A-Za-z0-9][\w./-]*$/.test(name) || name.split('/').includes('..')) {
    throw fail('FUNCTION_CONFIG', `${JSON.stringify(name)} is no name of a chart`)
  }
  if (repo !== '' && !/^(?:https?|oci):\/\/[^\s]+$/.test(repo)) {
    throw fail('FUNCTION_CONFIG', `${JSON.stringify(repo)} is no repository of charts`)
  }
  if (releaseName.startsWith('-') || version.startsWith('-')) {
    throw fail('FUNCTION_CONFIG', 'neither a release nor a version begins with a dash')
  }
  if (!MERGES.includes(valuesMerge)) {
    throw fail('FUNCTION_CONFIG', `valuesMerge must be one of merge, override, replace, not ${valuesMerge}`)
  }
}
