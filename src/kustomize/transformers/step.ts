/** A transformer that is ready, and what it was given to get ready. */
import type { ResMap } from '../../krm/resmap.ts'
import type { Origin } from '../../krm/resource.ts'
import type { Accumulator } from '../accumulator.ts'
import type { BuildContext } from '../context.ts'
import { noteTransformation } from '../origin.ts'
import type { Target } from '../target.ts'
import type { Apply, PrepareContext } from './transformer.ts'

export interface TransformerStep {
  kind: string
  index: number
  apply: Apply
  origin: Origin | undefined
}

export function runStep(
  { kind, index, apply, origin }: TransformerStep,
  { file }: Target,
  context: BuildContext,
  map: ResMap,
): void {
  apply(map, context.trace(kind, file, index))
  if (origin !== undefined) noteTransformation(map.resources, origin)
}

export function prepareContext(target: Target, context: BuildContext, into: Accumulator): PrepareContext {
  return {
    loader: target.loader,
    schema: context.schema,
    budget: context.budget,
    config: into.config,
    tableOf: (specs) => context.tableOf(specs),
    objects: (source) => context.objects(source),
  }
}
