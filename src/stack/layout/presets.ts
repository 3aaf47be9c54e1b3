/** Rules that go together, by the place from which a cluster is controlled. */
import { fail } from '../../core/error.ts'
import { defaultConfigForProfile, type LayoutConfig } from './config.ts'
import { defaultLayoutRules, type LayoutRules } from './rules.ts'

/**
 * - `CentralizedControlPlane`: all in one directory, the Kustomizations in another.
 * - `SiblingControlPlane`: nodes as directories, the Kustomizations in a directory beside them.
 * - `ParentDeployedControl`: nodes as directories, the Kustomizations of each in the one above.
 */
export type LayoutPreset = 'CentralizedControlPlane' | 'SiblingControlPlane' | 'ParentDeployedControl'

/**
 * The rules of a preset.
 *
 * @throws ToolError with code LAYOUT_PRESET_UNKNOWN
 * @example layoutRulesForPreset('ParentDeployedControl').fluxPlacement // 'integrated'
 */
export function layoutRulesForPreset(preset: LayoutPreset): LayoutRules {
  const rules = defaultLayoutRules()
  if (preset === 'CentralizedControlPlane') return { ...rules, nodeGrouping: 'flat', fileNaming: 'kind-name' }
  if (preset === 'SiblingControlPlane') return rules
  if (preset === 'ParentDeployedControl') return { ...rules, fluxPlacement: 'integrated' }
  throw unknown(preset)
}

/**
 * The config of `writeManifest` that goes with a preset's rules.
 *
 * @throws ToolError with code LAYOUT_PRESET_UNKNOWN
 * @example configForPreset('ParentDeployedControl').kustomizationFileName?.('web') // 'flux-ks-web.yaml'
 */
export function configForPreset(preset: LayoutPreset): LayoutConfig {
  const config = defaultConfigForProfile('flux')
  if (preset === 'CentralizedControlPlane') return { ...config, fileNaming: 'kind-name' }
  if (preset === 'SiblingControlPlane') return config
  if (preset === 'ParentDeployedControl') return { ...config, kustomizationFileName: (name) => `flux-ks-${name}.yaml` }
  throw unknown(preset)
}

function unknown(preset: never): Error {
  const hint = 'CentralizedControlPlane, SiblingControlPlane or ParentDeployedControl'
  return fail('LAYOUT_PRESET_UNKNOWN', `unknown layout preset: "${preset}"`, { hint })
}
