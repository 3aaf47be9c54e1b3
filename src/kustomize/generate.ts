/** Runs the generators of one kustomization: those of its fields, then those of files (build 3.1, 5.13). */
import { rephrase, ToolError } from '../core/error.ts'
import { type Behavior, type Origin, Resource } from '../krm/resource.ts'
import type { Node } from '../yaml/node.ts'
import { absorb } from './absorb.ts'
import type { Accumulator } from './accumulator.ts'
import { type BuildContext, locate } from './context.ts'
import { externalOf, type GatherPaths, loadPlugins, unusable } from './external.ts'
import { configureGenerator } from './generators/by-file.ts'
import type { Generated, Generator, GeneratorPlace } from './generators/generator.ts'
import { generators } from './generators/index.ts'
import { builtinOrigin, pluginOrigin } from './origin.ts'
import type { Plugin } from './plugins/plugin.ts'
import type { Target } from './target.ts'
import { configureTransformer } from './transformers/by-file.ts'
import { configurationTrouble } from './transformers/configuration-trouble.ts'
import { transformers } from './transformers/index.ts'
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
  into: Accumulator,
): Promise<void> {
  const { map } = into
  const { loader, kustomization: k, fileName, origin } = target
  const place = { context, loader }
  const runs: Run[] = []
  for (const generator of generators) {
    const { kind } = generator
    const from = context.tracksOrigins ? builtinOrigin(origin, fileName, kind) : undefined
    for (const [index, args] of generator.from(k, loader).entries()) {
      try {
        await generator.check?.(args, place)
      } catch (error) {
        throw locate(configurationTrouble(kind, generator.shown(args), error), args.at)
      }
      runs.push({
        make: () => make(generator, args, undefined, place),
        join: (result) => absorb(map, resourceOf(result, from, context, target, kind, index)),
      })
    }
  }
  for (const plugin of await loadExternal(target, context, gather)) {
    const { kind } = plugin.resource.id
    const from = context.tracksOrigins ? pluginOrigin(plugin.resource) : undefined
    runs.push({
      make: await configureExternal(plugin, target, context, into),
      join: (result) => absorb(map, resourceOf(result, from, context, target, kind, 0)),
    })
  }
  for (const run of runs) for (const result of await run.make()) run.join(result)
}

async function make(
  generator: Generator,
  args: GeneratorArgs,
  root: Node | undefined,
  place: GeneratorPlace,
): Promise<Generated[]> {
  try {
    return await generator.make(args, (path) => place.loader.read(path), root, place)
  } catch (error) {
    throw locate(error, args.at)
  }
}

async function loadExternal(target: Target, context: BuildContext, gather: GatherPaths): Promise<Plugin[]> {
  try {
    return await loadPlugins('generators', target, context, gather)
  } catch (error) {
    throw prefixed('loading generator plugins', error)
  }
}

async function configureExternal(
  plugin: Plugin,
  target: Target,
  context: BuildContext,
  into: Accumulator,
): Promise<Run['make']> {
  try {
    const external = await externalOf(plugin, target, context)
    if (external !== undefined) return () => external.generate()
    const { kind } = plugin.resource.id
    const place = { context, loader: target.loader }
    const configured = await configureGenerator(plugin, place)
    if (configured !== undefined) return () => make(configured.generator, configured.args, plugin.config, place)
    const transformer = transformers.find((one) => one.kind === kind)
    // The reference configures it before it looks at its sort.
    if (transformer !== undefined) await configureTransformer(transformer, plugin, target, context, into)
    throw unusable(plugin, 'generator', transformer !== undefined)
  } catch (error) {
    throw prefixed('loading generator plugins: failed to load generator', error)
  }
}

function prefixed(prefix: string, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  return rephrase(`${prefix}: ${error.message}`, error)
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
  if (behavior !== undefined) resource.behavior = behaviorOf(behavior)
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
