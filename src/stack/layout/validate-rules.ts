/** The rules of a layout: what they may say, and what unset ones mean. */
import { fail } from '../../core/error.ts'
import { clean } from '../../core/path.ts'
import { defaultLayoutRules, type LayoutRules } from './rules.ts'

const GROUPINGS = ['name', 'flat']

/** The field as errors name it, its valid values. */
const CHOICES: [keyof LayoutRules, string, string[]][] = [
  ['nodeGrouping', 'NodeGrouping', GROUPINGS],
  ['bundleGrouping', 'BundleGrouping', GROUPINGS],
  ['applicationGrouping', 'ApplicationGrouping', GROUPINGS],
  ['filePer', 'FilePer', ['resource', 'kind']],
  ['fluxPlacement', 'FluxPlacement', ['separate', 'integrated', 'integrated-per-bundle']],
  ['fileNaming', 'FileNaming', ['default', 'kind-name']],
]

const FIELDS = [...CHOICES.map(([field]) => field), 'clusterName', 'flattenSingleTier']

/** Whether a value is a set of rules, whatever they say. */
export function isLayoutRules(value: unknown): value is LayoutRules {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && strangerIn(value) === undefined
}

/** A field that is no rule. */
function strangerIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.keys(value).find((field) => !FIELDS.includes(field))
}

/**
 * Refuses what is no set of rules, unknown values, and a cluster name that leads out of the tree. Unset values are fine.
 *
 * @throws ToolError with code LAYOUT_RULES_EXPECTED or LAYOUT_RULE_INVALID
 * @example validateLayoutRules({ nodeGrouping: 'flat', clusterName: 'clusters/prod' })
 */
export function validateLayoutRules(rules: LayoutRules): void {
  if (!isLayoutRules(rules)) {
    const stranger = strangerIn(rules)
    const hint = stranger === undefined ? 'the defaults are {}' : `there is no rule ${stranger}`
    throw fail('LAYOUT_RULES_EXPECTED', 'rules must be of type layout.LayoutRules', { hint })
  }
  for (const [field, name, values] of CHOICES) {
    const value = rules[field]
    if (!value || values.includes(value as string)) continue
    const hint = `valid values: ${values.join(', ')}`
    throw fail('LAYOUT_RULE_INVALID', `invalid ${name} for LayoutRules: ${value}`, { hint })
  }
  const { clusterName } = rules
  if (clusterName?.split('/').includes('..')) {
    const hint = 'it is a directory below the one that is written to: no ".." segments'
    throw fail('LAYOUT_RULE_INVALID', `invalid ClusterName for LayoutRules: ${clusterName}`, { hint })
  }
}

/** Rules with a value for all that has a default. */
export type RulesInEffect = LayoutRules & ReturnType<typeof defaultLayoutRules>

/** The rules as they are applied; validated before. */
export function rulesInEffect(rules: LayoutRules): RulesInEffect {
  const defaults = defaultLayoutRules()
  return {
    ...rules,
    nodeGrouping: rules.nodeGrouping || defaults.nodeGrouping,
    bundleGrouping: rules.bundleGrouping || defaults.bundleGrouping,
    applicationGrouping: rules.applicationGrouping || defaults.applicationGrouping,
    filePer: rules.filePer || defaults.filePer,
    fluxPlacement: rules.fluxPlacement || defaults.fluxPlacement,
  }
}

/** The directory above the tree, cleaned; undefined when the rules name none. */
export function clusterDirectory(rules: LayoutRules): string | undefined {
  return rules.clusterName ? clean(rules.clusterName) : undefined
}
