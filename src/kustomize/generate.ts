/** Runs the generators of one kustomization: those of its fields, then those of files (build 3.1, 5.13). */
import { rephrase, ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import type { ResMap } from '../krm/resmap.ts'
import { type Behavior, type Origin, Resource } from '../krm/resource.ts'
import { absorb } from './absorb.ts'
import { type BuildContext, locate } from './context.ts'
import { configurationFailed, type GatherPaths, loadPlugins, unusable } from './external.ts'
import type { Generated, Generator } from './generators/generator.ts'
import { generators } from './generators/index.ts'
import { builtinOrigin, pluginOrigin } from './origin.ts'
import type { Target } from './target.ts'
import { transformers } from './transformers/index.ts'
import { configurationTrouble } from './transformers/transformer.ts'

/** What is made joins the objects of the map, in order. */
export async function runGenerators(
  target: Target,
  context: BuildContext,
  gather: GatherPaths,
  map: ResMap,
): Promise<void> {
  const { loader, kustomization: k, fileName, origin } = target
  const read = (path: string) => loader.read(path)
  // All of them are made before any is absorbed, as all generators are configured before any runs.
  const made: (() => void)[] = []
  for (const generator of generators) {
    const { kind } = generator
    const argsList = generator.from(k)
    for (let index = 0; index < argsList.length; index++) {
      const args = argsList[index] as (typeof argsList)[number]
      let results: Generated[]
      try {
        results = await generator.make(args, read, undefined, context)
      } catch (error) {
        throw locate(isHelm(kind) ? configurationTrouble(kind, args, error) : error, args.at)
      }
      const from = context.tracksOrigins ? builtinOrigin(origin, fileName, kind) : undefined
      for (const result of results) made.push(() => absorb(map, resourceOf(result, from, context, target, kind, index)))
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
    const results = await makeExternal(generator, plugin, read, context)
    const from = context.tracksOrigins ? pluginOrigin(plugin.resource) : undefined
    for (const result of results) made.push(() => absorb(map, resourceOf(result, from, context, target, kind, 0)))
  }
  for (const one of made) one()
}

/** Charts are checked when they are configured; the others load their files only when they run. */
function isHelm(kind: string): boolean {
  return kind === 'HelmChartInflationGenerator'
}

async function makeExternal(
  generator: Generator,
  plugin: Awaited<ReturnType<typeof loadPlugins>>[number],
  read: (path: string) => Promise<Uint8Array>,
  context: BuildContext,
): Promise<Generated[]> {
  try {
    const source = plugin.resource.source ?? new Source('', '')
    return await generator.make(generator.decode(plugin.config, source), read, plugin.config, context)
  } catch (error) {
    throw configurationFailed(plugin, error)
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
  return isGathering ? error : rephrase(`loading generator plugins: failed to load generator: ${error.message}`, error)
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
