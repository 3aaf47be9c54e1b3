/** `components`: what each adds to, or changes in, what its caller has gathered so far. */
import type { AccumulateDirectory } from './accumulate.ts'
import type { Accumulator } from './accumulator.ts'
import type { BuildContext } from './context.ts'
import { componentProblem } from './load-problems.ts'
import type { Loader } from './loader.ts'
import { originOf } from './origin.ts'
import type { Target } from './target.ts'

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
