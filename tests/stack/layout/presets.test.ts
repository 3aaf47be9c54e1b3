import { expect, test } from 'vitest'
import { configForPreset, type LayoutPreset, layoutRulesForPreset } from '../../../src/stack/layout/presets.ts'
import { refused } from '../refusal.ts'

const flat = { bundleGrouping: 'flat', applicationGrouping: 'flat', filePer: 'resource' }

test.each([
  [
    'CentralizedControlPlane',
    { nodeGrouping: 'flat', fluxPlacement: 'separate', fileNaming: 'kind-name' },
    'kustomization-web.yaml',
  ],
  ['SiblingControlPlane', { nodeGrouping: 'name', fluxPlacement: 'separate' }, 'kustomization-web.yaml'],
  ['ParentDeployedControl', { nodeGrouping: 'name', fluxPlacement: 'integrated' }, 'flux-ks-web.yaml'],
] as const)('the preset %s has its rules and names its files', (preset, rules, file) => {
  expect(layoutRulesForPreset(preset)).toEqual({ ...flat, ...rules })
  expect(configForPreset(preset).kustomizationFileName?.('web')).toBe(file)
})

test('an unknown preset is refused by name', () => {
  for (const of of [layoutRulesForPreset, configForPreset]) {
    expect(refused(() => of('Sideways' as LayoutPreset))).toMatchObject({
      message: 'unknown layout preset: "Sideways"',
      hint: 'CentralizedControlPlane, SiblingControlPlane or ParentDeployedControl',
    })
  }
})
