/** `strake flux graph [PATH]`: what applies what, and what waits for what. */
import { fail } from '../../core/error.ts'
import { fluxGraph } from '../../flux/graph.ts'
import { shownProblem } from '../../flux/tree.ts'
import type { CommandContext } from '../command.ts'
import { DRAWN } from '../draw-graph.ts'
import { oneOf } from '../flags.ts'
import { GRAPH_FORMATS, MISTAKE_MARK } from '../flux-flags.ts'
import { openTree } from '../flux-tree.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, stdout, reporter } = context
  if (flags.words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${flags.words.length}`)
  const format = oneOf('--format', flags.string('format'), GRAPH_FORMATS)
  const tree = await openTree(context, flags.words[0] ?? '.')
  const graph = fluxGraph(tree)
  stdout.write(await DRAWN[format](graph))
  const isShown = new Set(graph.problems.map(({ message }) => message))
  for (const problem of tree.problems) if (!isShown.has(problem.message)) reporter.emit(shownProblem(problem))
  for (const { code, message } of graph.problems) await reporter.error(fail(code, message), '', MISTAKE_MARK)
  return graph.problems.length > 0 || tree.problems.some(({ severity }) => severity === 'error') ? 1 : 0
}
