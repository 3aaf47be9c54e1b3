/** Generators of small trees that each meet one part of a kustomization in all its forms. */
import type * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { configurationTrees } from './configurations.ts'
import { directiveTrees } from './directives.ts'
import { generatorTrees } from './generators.ts'
import { jsonOperationTrees } from './json-operations.ts'
import { nameTrees } from './names.ts'
import { patchTrees } from './patches.ts'
import { pluginTrees } from './plugins.ts'
import { replacementTrees } from './replacements.ts'
import { settingTrees } from './settings.ts'
import { textTrees } from './texts.ts'
import { varTrees } from './vars.ts'

export const focused: Record<string, fc.Arbitrary<Tree>> = {
  patches: patchTrees,
  'json-operations': jsonOperationTrees,
  replacements: replacementTrees,
  texts: textTrees,
  generators: generatorTrees,
  names: nameTrees,
  configurations: configurationTrees,
  directives: directiveTrees,
  plugins: pluginTrees,
  settings: settingTrees,
  vars: varTrees,
}
