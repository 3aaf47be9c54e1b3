/** Configuration files of generators, transformers and validators (build 5.20). */
import { fail, type ToolError } from '../core/error.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { gvkText } from '../krm/gvk.ts'
import { idText } from '../krm/id.ts'
import { ResMap } from '../krm/resmap.ts'
import type { Resource } from '../krm/resource.ts'
import { emitSorted } from '../yaml/emit.ts'
import { Mapping } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import type { BuildContext } from './context.ts'
import { inlineObjects } from './inline.ts'
import type { ExternalPlugin, Plugin } from './plugins/plugin.ts'
import type { Target } from './target.ts'

export type PluginList = 'generators' | 'transformers' | 'validators'

/** Gathers the objects of path entries as `resources` entries are gathered; given by `accumulate.ts`, which uses this file. */
export type GatherPaths = (
  list: PluginList,
  paths: readonly { path: string; index: number }[],
  inline: readonly Resource[],
) => Promise<readonly Resource[]>

/** The configurations of a list in order: inline ones first, then those of files and folders. */
export async function loadPlugins(
  list: PluginList,
  { kustomization: k, origin, fileName }: Target,
  context: BuildContext,
  gather: GatherPaths,
): Promise<Plugin[]> {
  const entries = k[list]
  if (entries.length === 0) return []
  const inline: Resource[] = []
  const paths: { path: string; index: number }[] = []
  entries.forEach((path, index) => {
    const found = inlineObjects(path, (source) => mapOf(source, context))
    if (found === undefined) paths.push({ path, index })
    for (const resource of found ?? []) {
      if (context.tracksOrigins) resource.origin = { ...origin, path: join(origin.path, fileName) }
      inline.push(resource)
    }
  })
  const resources = await gather(list, paths, inline)
  return resources.map((resource) => ({
    resource,
    config: readYaml11(new Source('', emitSorted(resource.root))) ?? new Mapping(),
  }))
}

/** Undefined for a builtin one. To be asked when it is a plugin's turn: one before it may have another problem. */
export async function externalOf(
  plugin: Plugin,
  target: Target,
  context: BuildContext,
): Promise<ExternalPlugin | undefined> {
  const { resource } = plugin
  const { group, version, kind } = resource.id
  if (group === '' && version === 'builtin') return undefined
  if (!context.enablePlugins) {
    throw fail('PLUGINS_DISABLED', `external plugins disabled; unable to load external plugin '${kind}'`, {
      at: resource.locate(),
    })
  }
  const { externalPlugin } = await import('./plugins/external-plugin.ts')
  return await externalPlugin(plugin, target, context)
}

/** Text that holds one object twice is not taken for objects. */
function mapOf(source: Source, context: BuildContext): readonly Resource[] {
  const map = new ResMap()
  for (const resource of context.objects(source)) map.append(resource)
  return map.resources
}

/** No builtin of this kind, or one of the other sort. */
export function unusable({ resource }: Plugin, sort: 'generator' | 'transformer', isOther: boolean): ToolError {
  const at = resource.locate()
  if (isOther) return fail('PLUGIN_SORT', `plugin ${idText(resource.id)} not a ${sort}`, { at })
  return fail('PLUGIN_UNKNOWN', `unable to load builtin ${gvkText(resource.id)}`, { at })
}
