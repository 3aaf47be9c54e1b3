/** Helm charts: read and checked, not inflated (build 5.14). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import type { GeneratorArgs, HelmChartEntry, Kustomization } from '../types.ts'
import { decodeFile, type Generator } from './generator.ts'

type Chart = HelmChartEntry & Partial<NonNullable<Kustomization['helmGlobals']>>

export const helmCharts: Generator = {
  kind: 'HelmChartInflationGenerator',
  from: (k) =>
    k.helmCharts.map((chart) => {
      const made: Chart = { ...chart, ...k.helmGlobals }
      // Not enumerable: messages print the others.
      return Object.defineProperty(made, 'at', { value: chart.at }) as unknown as GeneratorArgs
    }),
  decode: (root, source) => decodeFile(root, source, 'HelmChartInflationGenerator'),
  async make(args, _read, _root, options) {
    check(args as unknown as Chart, options)
    throw fail('NOT_YET', 'not yet: Helm charts cannot be inflated', { at: args.at })
  },
  check: (args, options) => check(args as unknown as Chart, options),
  shown: (args) => args,
}

function check({ name, releaseName, valuesMerge }: Chart, { enableHelm }: { enableHelm: boolean }): void {
  if (!enableHelm) throw fail('HELM', 'must specify --enable-helm')
  if (name === '') throw fail('HELM', 'chart name cannot be empty')
  if (releaseName.startsWith('-'))
    throw fail('HELM', `releaseName must not start with '-', got ${goQuote(releaseName)}`)
  if (name.startsWith('-')) throw fail('HELM', `chart name must not start with '-', got ${goQuote(name)}`)
  if (!['', 'merge', 'override', 'replace'].includes(valuesMerge)) {
    throw fail('HELM', 'valuesMerge must be one of [merge override replace]')
  }
}
