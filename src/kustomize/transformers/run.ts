/** Runs the transformers of one kustomization, then its validators. All get ready before any runs. */
import { fail, ToolError } from '../../core/error.ts'
import { idText } from '../../krm/id.ts'
import { ResMap } from '../../krm/resmap.ts'
import type { Origin } from '../../krm/resource.ts'
import { toJson } from '../../yaml/json.ts'
import { clone, removeField } from '../../yaml/edit.ts'
import { field, MAPPING, type Mapping } from '../../yaml/node.ts'
import type { Accumulator } from '../accumulator.ts'
import { type BuildContext, locate } from '../context.ts'
import { configurationFailed, type GatherPaths, loadPlugins, type PluginList, unusable } from '../external.ts'
import { isGeneratorKind } from '../generate.ts'
import { builtinOrigin, noteTransformation, pluginOrigin } from '../origin.ts'
import type { Target } from '../target.ts'
import { fileTransformers, transformers } from './index.ts'
import { type Apply, configurationTrouble, type PrepareContext } from './transformer.ts'

interface Step {
  kind: string
  index: number
  apply: Apply
  origin: Origin | undefined
}

export async function runTransformers(
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<void> {
  const steps = await builtinSteps(target, context, into)
  for (const step of steps) run(step, target, context, into.map)
  for (const step of await fileSteps('transformers', target, context, into, gather)) run(step, target, context, into.map)
}

function run({ kind, index, apply, origin }: Step, { file }: Target, context: BuildContext, map: ResMap): void {
  apply(map, context.trace(kind, file, index))
  if (origin !== undefined) noteTransformation(map.resources, origin)
}

function prepareContext(target: Target, context: BuildContext, into: Accumulator): PrepareContext {
  return {
    loader: target.loader,
    schema: context.schema,
    config: into.config,
    tableOf: (specs) => context.tableOf(specs),
    objects: (source) => context.objects(source),
  }
}

async function builtinSteps(target: Target, context: BuildContext, into: Accumulator): Promise<Step[]> {
  const { kustomization: k, fileName, origin } = target
  const prepare = prepareContext(target, context, into)
  const steps: Step[] = []
  for (const transformer of transformers) {
    const { kind } = transformer
    const configs = transformer.from(k, into.config)
    for (let index = 0; index < configs.length; index++) {
      const config = configs[index]
      let apply: Apply
      try {
        apply = await transformer.prepare(config, prepare)
      } catch (error) {
        throw locate(configurationTrouble(kind, transformer.shown(config), error), config.at)
      }
      const stepOrigin = context.tracksOrigins ? builtinOrigin(origin, fileName, kind) : undefined
      steps.push({ kind, index, apply: located(apply, config.at), origin: stepOrigin })
    }
  }
  return steps
}

/** A failure without a place is about the entry that asked for the step. */
function located(apply: Apply, at: Parameters<typeof locate>[1]): Apply {
  if (at === undefined) return apply
  return (map, trace) => {
    try {
      apply(map, trace)
    } catch (error) {
      throw locate(error, at)
    }
  }
}

async function fileSteps(
  list: PluginList,
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<Step[]> {
  const prepare = prepareContext(target, context, into)
  const steps: Step[] = []
  for (const plugin of await loadPlugins(list, target, context, gather)) {
    const { kind } = plugin.resource.id
    const transformer = fileTransformers.find((one) => one.kind === kind)
    if (transformer === undefined) throw unusable(plugin, 'transformer', isGeneratorKind(kind))
    const config = transformer.decode(plugin.config, into.config)
    let apply: Apply
    try {
      apply = await transformer.prepare(config, prepare)
    } catch (error) {
      throw configurationFailed(plugin, error)
    }
    const origin = context.tracksOrigins ? pluginOrigin(plugin.resource) : undefined
    steps.push({ kind, index: steps.length, apply, origin })
  }
  return steps
}

/** Validators run on a copy, which they must leave as it is but for the label `validated-by`. */
export async function runValidators(
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<void> {
  for (const { apply } of await fileSteps('validators', target, context, into, gather)) {
    const copy = new ResMap()
    for (const resource of into.map.resources) {
      const one = resource.copy()
      one.previous.push(...resource.previous)
      copy.append(one)
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
    if (copy.size !== into.map.size) throw modified(`lists have different number of entries: ${into.map.size} vs ${copy.size}`)
  }
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
