/** Runs the generators of one kustomization: those of its fields, then those of files (build 3.1, 5.13). */
import { rephrase, ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import type { ResMap } from '../krm/resmap.ts'
import { type Behavior, type Origin, Resource } from '../krm/resource.ts'
import type { Node } from '../yaml/node.ts'
import { absorb } from './absorb.ts'
import { type BuildContext, locate } from './context.ts'
import { configurationFailed, type GatherPaths, loadPlugins, unusable } from './external.ts'
import type { Generated, Generator } from './generators/generator.ts'
import { generators } from './generators/index.ts'
import { builtinOrigin, pluginOrigin } from './origin.ts'
import type { Target } from './target.ts'
import { transformers } from './transformers/index.ts'
import { configurationTrouble } from './transformers/transformer.ts'
import type { GeneratorArgs } from './types.ts'

/** A generator that has its arguments. */
interface Run {
  make(): Promise<Generated[]>
  join(result: Generated): void
}

/** What is made joins the objects of the map, in order. All are configured before the first one runs. */
export async function runGenerators(
  target: Target,
  context: BuildContext,
  gather: GatherPaths,
  map: ResMap,
): Promise<void> {
  const { loader, kustomization: k, fileName, origin } = target
  const read = (path: string) => loader.read(path)
  const runs: Run[] = []
  for (const generator of generators) {
    const { kind } = generator
    const from = context.tracksOrigins ? builtinOrigin(origin, fileName, kind) : undefined
    for (const [index, args] of generator.from(k).entries()) {
      try {
        generator.check?.(args, context)
      } catch (error) {
        throw locate(configurationTrouble(kind, generator.shown(args), error), args.at)
      }
      runs.push({
        make: () => make(generator, args, read, undefined, context),
        join: (result) => absorb(map, resourceOf(result, from, context, target, kind, index)),
      })
    }
  }
  for (const plugin of await loadExternal(target, context, gather)) {
    const { kind } = plugin.resource.id
    const generator = generators.find((one) => one.kind === kind)
    if (generator === undefined) {
      const error = unusable(
        plugin,
        'generator',
        transformers.some((one) => one.kind === kind),
      )
      throw loadingFailed(error)
    }
    const args = configureExternal(generator, plugin, context)
    const from = context.tracksOrigins ? pluginOrigin(plugin.resource) : undefined
    runs.push({
      make: () => make(generator, args, read, plugin.config, context),
      join: (result) => absorb(map, resourceOf(result, from, context, target, kind, 0)),
    })
  }
  for (const run of runs) for (const result of await run.make()) run.join(result)
}

async function make(
  generator: Generator,
  args: GeneratorArgs,
  read: (path: string) => Promise<Uint8Array>,
  root: Node | undefined,
  context: BuildContext,
): Promise<Generated[]> {
  try {
    return await generator.make(args, read, root, context)
  } catch (error) {
    throw locate(error, args.at)
  }
}

function configureExternal(
  generator: Generator,
  plugin: Awaited<ReturnType<typeof loadPlugins>>[number],
  context: BuildContext,
): GeneratorArgs {
  try {
    const args = generator.decode(plugin.config, plugin.resource.source ?? new Source('', ''))
    generator.check?.(args, context)
    return args
  } catch (error) {
    throw loadingFailed(configurationFailed(plugin, error))
  }
}

async function loadExternal(target: Target, context: BuildContext, gather: GatherPaths) {
  try {
    return await loadPlugins('generators', target, context, gather)
  } catch (error) {
    throw loadingFailed(error)
  }
}

function loadingFailed(error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  const isGathering = /^(accumulation err=|accumulating resources)/.test(error.message)
  return rephrase(
    `loading generator plugins: ${isGathering ? '' : 'failed to load generator: '}${error.message}`,
    error,
  )
}

function resourceOf(
  { root, behavior, needsHash }: Generated,
  origin: Origin | undefined,
  context: BuildContext,
  { file }: Target,
  kind: string,
  index: number,
): Resource {
  const resource = new Resource(root, context.schema)
  resource.behavior = behaviorOf(behavior)
  resource.needsHash = needsHash
  if (origin !== undefined) resource.origin = origin
  const trace = context.trace(kind, file, index)
  if (trace !== undefined) trace.recorder.edited(root, trace.step)
  return resource
}

/** Words that are none are taken for `unspecified`, without a warning (build 3.3). */
function behaviorOf(word: string): Behavior {
  return word === 'create' || word === 'merge' || word === 'replace' ? word : 'unspecified'
}
