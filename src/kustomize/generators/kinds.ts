/** Names of the builtin generators, known without loading them. */
const KINDS = ['ConfigMapGenerator', 'SecretGenerator', 'HelmChartInflationGenerator', 'IAMPolicyGenerator']

export function isGeneratorKind(kind: string): boolean {
  return KINDS.includes(kind)
}
