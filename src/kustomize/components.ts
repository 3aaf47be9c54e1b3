/** `components`: what each adds to, or changes in, what its caller has gathered so far. */
import type { Accumulator } from './accumulator.ts'
import type { BuildContext } from './context.ts'
import { componentProblem } from './load-problems.ts'
import type { Loader } from './loader.ts'
import { type OriginBase, originOf } from './origin.ts'
import type { Target } from './target.ts'

/** How the folder of a base or a component is gathered. */
type AccumulateDirectory = (
  loader: Loader,
  origin: OriginBase,
  context: BuildContext,
  into: Accumulator,
  asComponent: boolean,
) => Promise<void>

export async function accumulateComponents(
  { loader, kustomization: k, origin }: Target,
  context: BuildContext,
  into: Accumulator,
  accumulateDirectory: AccumulateDirectory,
): Promise<void> {
  for (let i = 0; i < k.components.length; i++) {
    const entry = k.components[i] as string
    const at = k.locate('components', i)
    let child: Loader
    try {
      child = await loader.enter(entry)
    } catch (error) {
      const { fileHint } = await import('./hints.ts')
      const hint = await fileHint(loader, entry)
      throw componentProblem('accumulating components: loader.New', error, at, hint)
    }
    try {
      await accumulateDirectory(child, originOf(origin, entry), context, into, true)
    } catch (error) {
      throw componentProblem('accumulating components: accumulateDirectory:', error, at)
    }
  }
}
