/** Transformers and validators that are configured by files (build 5.19, 5.20). */
import { fail, type ToolError } from '../../core/error.ts'
import type { Trace } from '../../core/trace.ts'
import { idText } from '../../krm/id.ts'
import { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import { clone, removeField } from '../../yaml/edit.ts'
import { toJson } from '../../yaml/json.ts'
import { field, MAPPING, type Mapping } from '../../yaml/node.ts'
import type { Accumulator } from '../accumulator.ts'
import type { BuildContext } from '../context.ts'
import { externalOf, type GatherPaths, loadPlugins, type PluginList, unusable } from '../external.ts'
import { isGeneratorKind } from '../generators/kinds.ts'
import { pluginOrigin } from '../origin.ts'
import { configurationFailed, type ExternalPlugin, type Plugin } from '../plugins/plugin.ts'
import type { Target } from '../target.ts'
import { transformers } from './index.ts'
import { prepareContext, runStep, type TransformerStep } from './step.ts'
import type { Apply } from './transformer.ts'

/** A step that configuration files ask for: one of a builtin transformer or one of another program. */
type FileStep = TransformerStep & { external?: ExternalPlugin }

/** All are configured before the first one runs. */
export async function runFileTransformers(
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<void> {
  const { map } = into
  for (const step of await fileSteps('transformers', target, context, into, gather)) {
    await step.external?.transform(map)
    runStep(step, target, context, map)
  }
}

async function fileSteps(
  list: PluginList,
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<FileStep[]> {
  const steps: FileStep[] = []
  for (const plugin of await loadPlugins(list, target, context, gather)) {
    const { kind } = plugin.resource.id
    const origin = context.tracksOrigins ? pluginOrigin(plugin.resource) : undefined
    const index = steps.length
    const external = await externalOf(plugin, target, context)
    if (external !== undefined) {
      steps.push({ kind, index, apply: noteObjects, origin, external })
      continue
    }
    const entry = transformers.find((one) => one.kind === kind)
    if (entry === undefined) {
      // The reference configures it before it looks at its sort.
      if (isGeneratorKind(kind)) {
        const { configureGenerator } = await import('../generators/by-file.ts')
        await configureGenerator(plugin, { context, loader: target.loader })
      }
      throw unusable(plugin, 'transformer', isGeneratorKind(kind))
    }
    const apply = await configureTransformer(entry, plugin, target, context, into)
    steps.push({ kind, index, apply, origin })
  }
  return steps
}

/** All that came back is the plugin's doing. */
function noteObjects(map: ResMap, trace: Trace | undefined): void {
  if (trace !== undefined) for (const { root } of map.resources) trace.recorder.edited(root, trace.step)
}

/** Makes a builtin transformer from a configuration file. */
export async function configureTransformer(
  entry: (typeof transformers)[number],
  plugin: Plugin,
  target: Target,
  context: BuildContext,
  into: Accumulator,
): Promise<Apply> {
  const transformer = await entry.load()
  const config = transformer.decode(plugin.config, into.config)
  try {
    return await transformer.prepare(config, prepareContext(target, context, into))
  } catch (error) {
    throw configurationFailed(plugin, error)
  }
}

/** Validators run on a copy, which they must leave as it is but for the label `validated-by`. */
export async function runValidators(
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<void> {
  for (const { apply, external } of await fileSteps('validators', target, context, into, gather)) {
    const copy = new ResMap()
    for (const resource of into.map.resources) copy.append(copyOf(resource))
    if (external !== undefined) {
      await external.transform(copy)
      const { refuseObjects } = await import('../plugins/validator.ts')
      refuseObjects(into.map, copy)
      continue
    }
    apply(copy, undefined)
    for (const original of into.map.resources) {
      const same = copy.withCurrentId(original.id)[0]
      if (same === undefined) throw modified(`id in self missing from other; id: ${idText(original.id)}`)
      if (comparable(original.root) !== comparable(same.root)) {
        throw modified(`nodes unequal: ${idText(original.id)}`)
      }
      original.root = same.root
    }
    if (copy.size !== into.map.size)
      throw modified(`lists have different number of entries: ${into.map.size} vs ${copy.size}`)
  }
}

/** With all that plugins are told about it. */
function copyOf(resource: Resource): Resource {
  const made = resource.copy()
  for (const list of ['previous', 'prefixes', 'suffixes', 'transformations'] as const) {
    ;(made[list] as unknown[]).push(...resource[list])
  }
  made.behavior = resource.behavior
  made.needsHash = resource.needsHash
  made.origin = resource.origin
  return made
}

function comparable(root: Mapping): string {
  const copy = clone(root)
  const metadata = field(copy, 'metadata')
  const labels = field(metadata, 'labels')
  if (labels?.kind === MAPPING && removeField(labels, 'validated-by') && labels.keys.length === 0) {
    removeField(metadata as Mapping, 'labels')
  }
  return toJson(copy)
}

function modified(difference: string): ToolError {
  return fail('VALIDATOR_CHANGED', `validator shouldn't modify the resource map: ${difference}`)
}
