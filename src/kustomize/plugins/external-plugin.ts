/** Plugins that are programs: functions and executable plugins (build 5.21). */
import { fail, wrap } from '../../core/error.ts'
import type { BuildContext } from '../context.ts'
import type { Target } from '../target.ts'
import { execPlugin } from './exec-plugin.ts'
import { krmFunction } from './function.ts'
import { functionSpec } from './function-spec.ts'
import { DEFAULT_MAXIMUM_BYTES, DEFAULT_SECONDS } from './options.ts'
import type { ExternalPlugin, Plugin, PluginRun } from './plugin.ts'
import { generatedBy, replaceObjects } from './returned.ts'

/** Gets a plugin ready that is not builtin; the caller has seen that such are allowed. */
export async function externalPlugin(plugin: Plugin, target: Target, context: BuildContext): Promise<ExternalPlugin> {
  const run = pluginRun(plugin, target, context)
  const spec = specOf(plugin)
  const program = spec === undefined ? await execPlugin(run) : await krmFunction(spec, run)
  return {
    generate: async () => generatedBy(await program.generate(), context),
    async transform(map) {
      const objects = await program.transform(map.resources)
      if (objects !== undefined) replaceObjects(map, objects, program.name, context)
    },
  }
}

function specOf({ resource }: Plugin): ReturnType<typeof functionSpec> {
  try {
    return functionSpec(resource.root)
  } catch (error) {
    throw wrap('loader: failed to get FunctionSpec', error)
  }
}

function pluginRun(plugin: Plugin, target: Target, context: BuildContext): PluginRun {
  const { runner } = context
  const { id } = plugin.resource
  const at = plugin.resource.locate()
  if (runner === undefined) {
    throw fail('NO_RUNNER', `unable to run external plugin '${id.kind}': no programs can be run here`, {
      at,
      hint: 'a build runs functions and plugins on a machine only: with the command line, or with the option `runner`',
    })
  }
  const { seconds = DEFAULT_SECONDS, maximumBytes = DEFAULT_MAXIMUM_BYTES } = context.functions
  return {
    plugin,
    target,
    context,
    run: (request) => runner.run({ ...request, cwd: target.loader.root, seconds, maximumBytes }),
    async runModule(request) {
      if (runner.runModule === undefined) throw fail('NO_RUNNER', 'no WebAssembly modules can be run here')
      return await runner.runModule({ ...request, seconds, maximumBytes })
    },
    scratch: (prefix) => runner.scratch(prefix),
  }
}
