/** `strake flux vars [PATH]`: the variables of a repository, and what is wrong with them. */
import { fail, ToolError } from '../../core/error.ts'
import { problemData } from '../../flux/render-output.ts'
import { shownProblem } from '../../flux/tree.ts'
import { type VariableFinding, watchVariables } from '../../flux/vars.ts'
import { variablesText } from '../../flux/vars-text.ts'
import type { CommandContext } from '../command.ts'
import { MISTAKE_MARK } from '../flux-flags.ts'
import { openTree } from '../flux-tree.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, stdout, reporter } = context
  if (flags.words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${flags.words.length}`)
  const watch = watchVariables(flags.bool('strict-substitute'))
  const tree = await openTree(context, flags.words[0] ?? '.', {
    // All that are not set are found, not only the first one.
    strict: false,
    onSubstitution: watch.onSubstitution,
  })
  const report = watch.report(tree)
  // What substitution stumbles over is among the findings, with its fix.
  const told = new Set(report.findings.filter(({ severity }) => severity === 'error').map(aboutOf))
  const problems = tree.problems.filter(
    ({ about, message }) => !(told.has(about) && message.startsWith('post build failed')),
  )
  const isGood = [...report.findings, ...problems].every(({ severity }) => severity === 'warning')
  if (flags.bool('json')) {
    const said = problems.map((problem) => problemData(tree, problem))
    stdout.write(`${JSON.stringify({ ...report, problems: said }, undefined, 2)}\n`)
    return isGood ? 0 : 1
  }
  stdout.write(variablesText(report))
  for (const { severity, code, message, fix } of report.findings) {
    const problem = { severity, code: `VARIABLE_${code}`, message, at: [], hint: fix }
    if (severity === 'warning') reporter.emit(problem)
    else await reporter.error(new ToolError(problem.code, message, { hint: fix }), '', MISTAKE_MARK)
  }
  for (const { severity, code, message, at, hint } of problems.map(shownProblem)) {
    if (severity === 'warning') reporter.emit({ severity, code, message, at, ...(hint === undefined ? {} : { hint }) })
    else await reporter.error(new ToolError(code, message, { at, hint }), '', MISTAKE_MARK)
  }
  return isGood ? 0 : 1
}

function aboutOf({ kustomization }: VariableFinding): string {
  return `Kustomization/${kustomization}`
}
