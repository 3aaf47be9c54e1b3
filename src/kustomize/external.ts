/** Configuration files of generators, transformers and validators (build 5.20). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { gvkText } from '../krm/gvk.ts'
import { idText } from '../krm/id.ts'
import type { Resource } from '../krm/resource.ts'
import { emitSorted } from '../yaml/emit.ts'
import { Mapping, type Node } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import type { BuildContext } from './context.ts'
import type { Target } from './target.ts'

export type PluginList = 'generators' | 'transformers' | 'validators'

/** Gathers the objects of path entries as `resources` entries are gathered; given by `accumulate.ts`, which uses this file. */
export type GatherPaths = (
  list: PluginList,
  paths: readonly { path: string; index: number }[],
  inline: readonly Resource[],
) => Promise<readonly Resource[]>

/** One configuration object. */
export interface Plugin {
  resource: Resource
  /** Its content as plugins read it: JSON-typed. */
  config: Node
}

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
    const found = inlineObjects(path, context)
    if (found === undefined) paths.push({ path, index })
    for (const resource of found ?? []) {
      if (context.tracksOrigins) resource.origin = { ...origin, path: join(origin.path, fileName) }
      inline.push(resource)
    }
  })
  const resources = await gather(list, paths, inline)
  return resources.map((resource) => {
    const { group, version, kind } = resource.id
    if (group !== '' || version !== 'builtin') {
      throw fail('PLUGINS_DISABLED', `external plugins disabled; unable to load external plugin '${kind}'`, {
        at: resource.locate(),
      })
    }
    const config = readYaml11(new Source('', emitSorted(resource.root))) ?? new Mapping()
    return { resource, config }
  })
}

/** A path reads as a scalar, which is no object. */
function inlineObjects(entry: string, context: BuildContext): Resource[] | undefined {
  if (!entry.includes(':')) return undefined
  try {
    return context.objects(new Source('', entry))
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** No builtin of this kind, or one of the other sort. */
export function unusable({ resource }: Plugin, sort: 'generator' | 'transformer', isOther: boolean): ToolError {
  const at = resource.locate()
  if (isOther) return fail('PLUGIN_SORT', `plugin ${idText(resource.id)} not a ${sort}`, { at })
  return fail('PLUGIN_UNKNOWN', `unable to load builtin ${gvkText(resource.id)}`, { at })
}

export function configurationFailed({ resource }: Plugin, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  return rephrase(`plugin ${idText(resource.id)} fails configuration: ${error.message}`, error)
}
