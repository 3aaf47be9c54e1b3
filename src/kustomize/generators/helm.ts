/** Helm charts: what is asked for, and what may be asked for (build 5.14). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import type { Loader } from '../loader.ts'
import type { GeneratorArgs, HelmChart } from '../types.ts'
import { decodeFile, type Generator, type GeneratorPlace } from './generator.ts'

export const helmCharts: Generator = {
  kind: 'HelmChartInflationGenerator',
  from: (k, loader) =>
    k.helmCharts.map((chart) => {
      const made: HelmChart = { ...chart, ...k.helmGlobals }
      if (made.namespace === '') made.namespace = namespaceOf(loader)
      // Not enumerable: messages print the others.
      return Object.defineProperty(made, 'at', { value: chart.at }) as unknown as GeneratorArgs
    }),
  decode: (root, source) => decodeFile(root, source, 'HelmChartInflationGenerator'),
  async make(args, _read, _root, place) {
    const { renderChart } = await import('./helm-render.ts')
    const objects = await renderChart(args as unknown as HelmChart, place)
    return objects.map((root) => ({ root, behavior: undefined, needsHash: false }))
  },
  check: (args, place) => check(args as unknown as HelmChart, place),
  shown: (args) => args,
}

/** That of the kustomization, or else of the nearest one above that sets any (build 3.5). */
function namespaceOf(loader: Loader): string {
  for (let one: Loader | undefined = loader; one !== undefined; one = one.parent) {
    if (one.namespace !== '') return one.namespace
  }
  return ''
}

async function check(chart: HelmChart, { context, loader }: GeneratorPlace): Promise<void> {
  const { name, releaseName, valuesMerge } = chart
  if (!context.enableHelm) throw fail('HELM', 'must specify --enable-helm')
  if (context.helm.command === '') throw fail('HELM', 'must specify --helm-command')
  if (name === '') throw fail('HELM', 'chart name cannot be empty')
  if (releaseName.startsWith('-'))
    throw fail('HELM', `releaseName must not start with '-', got ${goQuote(releaseName)}`)
  if (name.startsWith('-')) throw fail('HELM', `chart name must not start with '-', got ${goQuote(name)}`)
  if (!['', 'merge', 'override', 'replace'].includes(valuesMerge)) {
    throw fail('HELM', 'valuesMerge must be one of [merge override replace]')
  }
  if (chart.additionalValuesFiles.length === 0) return
  await (await import('./helm-values.ts')).checkAdditional(chart, loader)
}
