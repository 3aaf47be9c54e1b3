/** One function over some resources (kpt 4), and what is told about it. */
import { ToolError } from '../core/error.ts'
import { goQuote } from '../core/text.ts'
import type { TextFolder } from '../krm/text-folder.ts'
import { clone } from '../yaml/edit.ts'
import type { Mapping } from '../yaml/node.ts'
import { FunctionRun, type RunOptions, SELECTION_ID } from './function-run.ts'
import { resultLines } from './results.ts'
import { isSelecting, mergeSelection, select } from './selection.ts'
import { HandledFailure, type Step, type StepReport } from './step.ts'

/**
 * Runs a function on the items it selects, and returns the whole list afterwards. Reports go to `reports`, success or not.
 *
 * @example const after = await runStep(items, step, { host, origins, suffix: '' }, reports)
 *
 * @throws HandledFailure when the function failed, ToolError for everything else
 */
export function runStep(
  items: readonly Mapping[],
  step: Step,
  options: RunOptions,
  reports: StepReport[],
): Promise<Mapping[]> {
  const { isValidator = false } = options
  const selects = isSelecting(step.selection)
  const selected = select(items, step.selection)
  const on = selects ? ` on ${selected.length} resource(s)` : ''
  const given = isValidator ? selected.map((item) => clone(item)) : selected
  const begin = (run: FunctionRun) => {
    if (selects) for (const [i, item] of items.entries()) run.mark(item, SELECTION_ID, String(i))
    run.begin(given)
  }
  return told(step, options, { on, reports, begin }, async (run, passed) => {
    const answer = await run.run(given)
    passed()
    run.align(answer)
    const merged =
      selects && !isValidator ? mergeSelection(items, selected, answer.items, answer.inputOf) : answer.items
    return run.grafted(merged)
  })
}

/** Whether a step can run on resources that are text. */
export function takesTexts({ runnable: { kind }, selection }: Step): boolean {
  return (kind === 'program' || kind === 'module') && !isSelecting(selection)
}

/**
 * The same on all resources of a folder that is still text, for steps that take such; undefined when the function left
 * everything as it was. `readAll` is asked for all trees otherwise.
 *
 * @example const after = await runStepOnTexts(folder, readAll, step, { host, origins, suffix: '' }, reports)
 *
 * @throws HandledFailure when the function failed, ToolError for everything else
 */
export function runStepOnTexts(
  folder: TextFolder,
  readAll: () => Mapping[],
  step: Step,
  options: RunOptions,
  reports: StepReport[],
): Promise<Mapping[] | undefined> {
  return told(step, options, { on: '', reports }, async (run, passed) => {
    const answer = await run.runOnTexts(folder, readAll)
    passed()
    if (answer === undefined) return undefined
    run.align(answer)
    return run.grafted(answer.items)
  })
}

/** Runs a step and tells how it went; `passed` is called once the function counts as a success. */
async function told<Result>(
  step: Step,
  options: RunOptions,
  { on, reports, begin }: { on: string; reports: StepReport[]; begin?(run: FunctionRun): void },
  action: (run: FunctionRun, passed: () => void) => Promise<Result>,
): Promise<Result> {
  const { host, isValidator = false } = options
  const { name, image, exec } = step
  const report: StepReport = {
    ...{ name, image, exec, isValidator, stderr: '', exitCode: 0, results: [], executionError: '', ran: false },
  }
  const shown = `${step.runnable.kind === 'module' ? 'WASM ' : ''}${goQuote(image === '' ? exec : image)}`
  const run = new FunctionRun(step, options, report)
  try {
    begin?.(run)
  } catch (error) {
    run.unmark()
    throw error
  }
  host.say(`[RUNNING] ${shown}${on}${options.suffix}\n`)
  const started = host.now()
  const time = () => goDuration(host.now() - started)
  let hasPassed = false
  try {
    return await action(run, () => {
      hasPassed = true
      host.say(`[PASS] ${shown} in ${time()}\n${resultLines(report.results)}${stderrLines(report.stderr)}`)
    })
  } catch (error) {
    run.restore()
    if (hasPassed) throw error
    host.say(`[FAIL] ${shown} in ${time()}\n${resultLines(run.shown)}`)
    if (error instanceof HandledFailure) {
      host.say(`${stderrLines(report.stderr)}  Exit code: ${report.exitCode}\n`)
    } else {
      report.exitCode = 1
      if (error instanceof ToolError && run.isOutside) report.executionError = error.message
    }
    throw error
  } finally {
    run.unmark()
    reports.push(report)
  }
}

function stderrLines(stderr: string): string {
  if (stderr === '') return ''
  return `  Stderr:\n${stderr
    .split('\n')
    .map((line) => `    ${line.trim()}\n`)
    .join('')}`
}

/** Go's text of a duration, cut to milliseconds. */
export function goDuration(milliseconds: number): string {
  const whole = Math.max(0, Math.trunc(milliseconds))
  if (whole === 0) return '0s'
  if (whole < 1000) return `${whole}ms`
  const minutes = Math.trunc(whole / 60_000)
  const seconds = (whole % 60_000) / 1000
  if (minutes === 0) return `${seconds}s`
  return minutes < 60 ? `${minutes}m${seconds}s` : `${Math.trunc(minutes / 60)}h${minutes % 60}m${seconds}s`
}
