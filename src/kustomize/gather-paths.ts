/** The objects of plugin lists, which are gathered as resources are. */
import type { MaybePromise } from '../core/host.ts'
import type { Resource } from '../krm/resource.ts'
import { Accumulator } from './accumulator.ts'
import { type BuildContext, locate, prefixed } from './context.ts'
import type { PluginList } from './external.ts'
import type { Target } from './target.ts'

/** How `resources` entries are gathered. */
type AccumulateEntry = (target: Target, entry: string, context: BuildContext, into: Accumulator) => MaybePromise<void>

export async function gatherPaths(
  list: PluginList,
  paths: readonly { path: string; index: number }[],
  inline: readonly Resource[],
  from: { target: Target; context: BuildContext; accumulateEntry: AccumulateEntry },
): Promise<readonly Resource[]> {
  const { target, context, accumulateEntry } = from
  const gathered = new Accumulator(context.defaultConfig)
  const sort = list === 'generators' ? 'generator' : 'transformer'
  for (const resource of inline) {
    try {
      gathered.map.append(resource)
    } catch (error) {
      throw prefixed(`configuring external ${sort}`, error)
    }
  }
  for (const { path, index } of paths) {
    try {
      await accumulateEntry(target, path, context, gathered)
    } catch (error) {
      throw locate(error, target.kustomization.locate(list, index))
    }
  }
  return gathered.map.resources
}
