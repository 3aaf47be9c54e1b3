/** Runs the generators of one kustomization: those of its fields, then those of files (build 3.1, 5.13). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { type Behavior, Resource } from '../krm/resource.ts'
import { compareBytes } from '../core/text.ts'
import type { Mapping } from '../yaml/node.ts'
import { type BuildContext, locate } from './context.ts'
import { configurationFailed, type GatherPaths, loadPlugins, type Plugin, unusable } from './external.ts'
import { generators } from './generators/index.ts'
import { builtinOrigin, pluginOrigin } from './origin.ts'
import type { Target } from './target.ts'

/** Whether a builtin kind is a generator. */
export function isGeneratorKind(kind: string): boolean {
  return generators.some((one) => one.kind === kind)
}
