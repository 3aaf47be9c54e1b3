/** Runs the transformers of one kustomization. All of its fields' get ready before any runs. */
import type { Accumulator } from '../accumulator.ts'
import { type BuildContext, locate } from '../context.ts'
import type { GatherPaths } from '../external.ts'
import { builtinOrigin } from '../origin.ts'
import type { Target } from '../target.ts'
import { configurationTrouble } from './configuration-trouble.ts'
import { transformers } from './index.ts'
import { prepareContext, runStep, type TransformerStep } from './step.ts'
import type { Apply } from './transformer.ts'

export async function runTransformers(
  target: Target,
  context: BuildContext,
  into: Accumulator,
  gather: GatherPaths,
): Promise<void> {
  const steps = await builtinSteps(target, context, into)
  for (const step of steps) runStep(step, target, context, into.map)
  if (target.kustomization.transformers.length === 0) return
  const { runFileTransformers } = await import('./by-file.ts')
  await runFileTransformers(target, context, into, gather)
}

async function builtinSteps(target: Target, context: BuildContext, into: Accumulator): Promise<TransformerStep[]> {
  const { kustomization: k, fileName, origin } = target
  const prepare = prepareContext(target, context, into)
  const steps: TransformerStep[] = []
  for (const { kind, isWanted, load } of transformers) {
    if (!isWanted(k)) continue
    const transformer = await load()
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
