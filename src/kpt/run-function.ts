/** One function over some resources (kpt 4): what it is given, what is made of its answer, what is told about it. */
import { fail, ToolError, wrap } from '../core/error.ts'
import { FileError, type Runner } from '../core/host.ts'
import { isAbsolute, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import { alignPlaces, notePlaces, type PlacesBefore } from '../krm/annotation-pairs.ts'
import { notAMapping, printResourceList, type ResourceList, readAnswer, readResults } from '../krm/functions.ts'
import type { PackageDocument } from '../krm/package-files.ts'
import {
  annotation,
  ID,
  MIGRATION_ID,
  pairedAnnotation,
  removeAnnotations,
  setAnnotation,
  setReadIndex,
} from '../krm/path-annotations.ts'
import { giveDocumentComments, repair } from '../krm/repair.ts'
import { clone, setEntries } from '../yaml/edit.ts'
import { field, MAPPING, type Mapping, type Node } from '../yaml/node.ts'
import { type CatalogFunction, FunctionFailure, type FunctionResult, type Surroundings } from './functions/function.ts'
import { graft } from './graft.ts'
import { mountedPath } from './mounts.ts'
import { checkPaths, checkResources, setDefaults } from './resource-rules.ts'
import { resultLines, shownResults } from './results.ts'
import { scriptAnswer } from './script/answer.ts'
import { isSelecting, mergeSelection, select } from './selection.ts'
import { type FunctionHost, HandledFailure, type Runnable, type Step, type StepReport } from './step.ts'

/** How long a function may take, and how much it may answer. */
const MOST_SECONDS = 300
const MOST_BYTES = 256 * 1024 * 1024

const SELECTION_ID = 'internal.config.kubernetes.io/kpt-resource-id'

export interface RunOptions {
  host: FunctionHost
  /** Where items were read; what comes back for an item takes its place over. */
  origins: Map<Mapping, PackageDocument>
  /** Behind the function's name in messages. */
  suffix: string
  /** Of the package whose pipeline runs. */
  packagePath?: string | undefined
  /** What it returns is of no interest: it gets copies. */
  isValidator?: boolean
  /** Items have to be as they were when the function fails. */
  restores?: boolean
}

/** What came back. */
interface Answer {
  items: Mapping[]
  inputOf(item: Mapping): Mapping | undefined
}

/**
 * Runs a function on the items it selects, and returns the whole list afterwards. Reports go to `reports`, success or not.
 *
 * @throws HandledFailure when the function failed, ToolError for everything else
 */
export async function runStep(
  items: readonly Mapping[],
  step: Step,
  options: RunOptions,
  reports: StepReport[],
): Promise<Mapping[]> {
  const { host, isValidator = false } = options
  const { name, image, exec } = step
  const report: StepReport = {
    ...{ name, image, exec, isValidator, stderr: '', exitCode: 0, results: [], executionError: '', ran: false },
  }
  const shown = `${step.runnable.kind === 'module' ? 'WASM ' : ''}${goQuote(image === '' ? exec : image)}`
  const selects = isSelecting(step.selection)
  const selected = select(items, step.selection)
  host.say(`[RUNNING] ${shown}${selects ? ` on ${selected.length} resource(s)` : ''}${options.suffix}\n`)
  const started = host.now()
  const given = isValidator ? selected.map((item) => clone(item)) : selected
  const time = () => goDuration(host.now() - started)
  const run = new FunctionRun(step, options, report)
  let passed = false
  try {
    if (selects) for (const [i, item] of items.entries()) run.mark(item, SELECTION_ID, String(i))
    const answer = await run.run(given)
    passed = true
    host.say(`[PASS] ${shown} in ${time()}\n${resultLines(report.results)}${stderrLines(report.stderr)}`)
    run.align(answer)
    const merged =
      selects && !isValidator ? mergeSelection(items, selected, answer.items, answer.inputOf) : answer.items
    return run.grafted(merged)
  } catch (error) {
    run.restore()
    if (passed) throw error
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

class FunctionRun {
  /** The results to show, which may not have the shape that others expect. */
  shown: FunctionResult[] = []
  /** What goes wrong now is not about starting the function or reading its answer. */
  isOutside = true
  private readonly marked = new Map<Mapping, string[]>()
  private before: PlacesBefore | undefined
  /** The items that answers belong to. */
  private grafts = new Map<Mapping, Mapping>()
  private readonly copies = new Map<Mapping, Mapping>()

  constructor(
    private readonly step: Step,
    private readonly options: RunOptions,
    private readonly report: StepReport,
  ) {}

  async run(given: Mapping[]): Promise<Answer> {
    const { isValidator = false, host } = this.options
    const { runnable } = this.step
    if (!isValidator) this.before = notePlaces(given)
    checkResources(given, 'input')
    const isDirect = runnable.kind === 'catalog' && !host.referenceFormat && !runnable.definition.seesEverything
    const answer = isDirect
      ? await this.inPlace(given, runnable.definition, runnable.version)
      : await this.asText(given)
    this.checkAnswer(answer.items)
    this.report.ran = true
    return answer
  }

  /** Of an answer that is refused, results and stderr are told nowhere. */
  private checkAnswer(items: readonly Mapping[]): void {
    try {
      setDefaults(items, this.options.packagePath)
      checkPaths(items)
      checkResources(items, 'output')
    } catch (error) {
      this.report.stderr = ''
      this.note([])
      throw error
    }
  }

  /** What comes back is brought into line only after it counts as a success. */
  align({ items, inputOf }: Answer): void {
    if (this.before !== undefined) alignPlaces(items, this.before, inputOf)
    for (const item of items) removeAnnotations(item, (key) => key === MIGRATION_ID || key === SELECTION_ID)
  }

  /** The list with each answer put into the item that was given. */
  grafted(items: Mapping[]): Mapping[] {
    const taken = new Set<Mapping>()
    return items.map((item) => {
      const input = this.grafts.get(item)
      if (input === undefined || taken.has(input)) return item
      taken.add(input)
      const document = this.options.origins.get(input)?.document
      graft(input, item, document === undefined ? [] : [document.head, document.foot])
      return input
    })
  }

  mark(item: Mapping, key: string, value: string): void {
    setAnnotation(item, key, value)
    const keys = this.marked.get(item)
    if (keys === undefined) this.marked.set(item, [key])
    else keys.push(key)
  }

  /** Items changed in place are again what they were. */
  restore(): void {
    for (const [item, copy] of this.copies) setEntries(item, copy.keys, copy.values)
  }

  unmark(): void {
    for (const [item, keys] of this.marked) removeAnnotations(item, (key) => keys.includes(key))
  }

  private async inPlace(given: Mapping[], definition: CatalogFunction, version: string): Promise<Answer> {
    const { config } = this.step
    if (this.options.restores === true) for (const item of given) this.copies.set(item, clone(item))
    const list = { items: [...given], config: config === undefined ? undefined : clone(config), version }
    try {
      this.note(await definition.run(list, this.surroundings()))
    } catch (error) {
      this.failed(error)
    }
    const inputs = new Set(given)
    return { items: list.items, inputOf: (item) => (inputs.has(item) ? item : undefined) }
  }

  private async asText(given: readonly Mapping[]): Promise<Answer> {
    const { origins, isValidator = false, host } = this.options
    const { referenceFormat } = host
    given.forEach((item, i) => {
      if (!isValidator) this.mark(item, MIGRATION_ID, String(i))
      this.mark(item, ID.key, String(i + 1))
      this.mark(item, ID.legacy, String(i + 1))
    })
    this.isOutside = false
    const { list, code } = await this.answerTo(printResourceList(given, this.step.config))
    this.unmark()
    const items = list.items.map(asResource)
    if (!list.isWrapped) for (const [i, item] of items.entries()) setReadIndex(item, i)
    const inputs = new Map<Mapping, Mapping>()
    const migrated = new Map(given.map((item, i) => [String(i), item]))
    const byMigration = new Map<Mapping, Mapping>()
    for (const item of items) {
      const input = given[Number(pairedAnnotation(item, ID) ?? '0') - 1]
      const other = migrated.get(annotation(item, MIGRATION_ID) ?? '')
      if (other !== undefined) byMigration.set(item, other)
      if (input === undefined) continue
      inputs.set(item, input)
      removeAnnotations(item, (key) => key === ID.key || key === ID.legacy)
      if (isValidator || !referenceFormat) continue
      const origin = origins.get(input)
      giveDocumentComments(input, origin?.document)
      repair(input, item)
      if (origin !== undefined) origins.set(item, origin)
    }
    this.isOutside = true
    if (list.results !== undefined) {
      this.shown = shownResults(list.results)
      // Results that cannot be read are the only thing told of the run.
      const { stderr } = this.report
      this.report.stderr = ''
      this.note(readResults(list.results))
      this.report.stderr = stderr
    }
    if (code !== 0) this.fails(code)
    if (!isValidator && !referenceFormat) this.grafts = inputs
    return { items, inputOf: (item) => byMigration.get(item) ?? inputs.get(item) }
  }

  private note(results: FunctionResult[]): void {
    this.report.results = results
    this.shown = results
  }

  private async answerTo(input: string): Promise<{ list: ResourceList; code: number }> {
    const { runnable } = this.step
    const { runner, cwd, mostSeconds = MOST_SECONDS } = this.options.host
    if (runnable.kind === 'catalog') return this.catalogAnswer(input, runnable.definition, runnable.version)
    const limits = { seconds: mostSeconds, maximumBytes: MOST_BYTES }
    if (runnable.kind === 'script') {
      const answer = await scriptAnswer(input, runnable.module, { runner, cwd, ...limits }).catch(unexpected)
      this.report.stderr = answer.stderr
      return answer
    }
    if (runner === undefined) throw fail('NO_RUNNER', 'unexpected function error: this host runs no programs')
    if (runnable.kind === 'module') return this.moduleAnswer(input, runner, runnable)
    const { program, words, ignoresLine } = runnable
    const request = { program, words, cwd, input, ...limits }
    const { code, status, stdout, stderr } = await runner.run(request).catch(unexpected)
    this.report.stderr = ignoresLine === undefined ? stderr : withoutLines(stderr, ignoresLine)
    // Go's number for a program that a signal ended.
    return { list: readAnswer(stdout), code: status.startsWith('signal: ') ? -1 : code }
  }

  private async moduleAnswer(input: string, runner: Runner, { path, words }: Extract<Runnable, { kind: 'module' }>) {
    const { given, cwd, mostSeconds = MOST_SECONDS } = this.options.host
    if (runner.runModule === undefined || given === undefined) {
      throw fail('NO_RUNNER', 'unexpected function error: this host runs no modules')
    }
    const bytes = await given.fs.read(isAbsolute(path) ? path : join(cwd, path)).catch(unexpected)
    const limits = { seconds: mostSeconds, maximumBytes: MOST_BYTES }
    const request = { name: path, bytes, words, input, ...limits }
    const { code, stdout, stderr } = await runner.runModule(request).catch(unexpected)
    this.report.stderr = stderr
    return { list: readAnswer(stdout), code }
  }

  /** The function as the reference runs it: from one text to another. */
  private async catalogAnswer(input: string, definition: CatalogFunction, version: string) {
    const given = readAnswer(input)
    const config = given.functionConfig?.kind === MAPPING ? given.functionConfig : undefined
    const { referenceFormat } = this.options.host
    const list = { items: given.items.map(asResource), config, version, referenceFormat }
    try {
      this.note(await definition.run(list, this.surroundings()))
    } catch (error) {
      this.failed(error)
    }
    return { list: readAnswer(printResourceList(list.items, undefined)), code: 0 }
  }

  private surroundings(): Surroundings {
    const { runner, cwd, given } = this.options.host
    const told: string[] = []
    return {
      runner,
      fs: given?.fs,
      place: (path) => mountedPath(path, given?.mounts ?? [], given?.fs, cwd),
      network: given?.network === true,
      variables: given?.variables ?? {},
      tell: (text) => {
        told.push(text)
        this.report.stderr = told.join('\n')
      },
    }
  }

  private failed(error: unknown): never {
    if (!(error instanceof ToolError)) throw error
    if (error instanceof FunctionFailure) this.note(error.results)
    this.report.stderr = error.message.replace(/\n$/, '')
    this.fails(1)
  }

  private fails(code: number): never {
    this.report.exitCode = code
    this.report.ran = true
    throw new HandledFailure()
  }
}

/** The engine's own lines are not the function's; lines that are read one by one end without a break. */
function withoutLines(text: string, isOmitted: (line: string) => boolean): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.filter((line) => !isOmitted(line)).join('\n')
}

function unexpected(error: unknown): never {
  throw wrap('unexpected function error', error instanceof FileError ? fail(error.code, error.message) : error)
}

function asResource(node: Node): Mapping {
  if (node.kind !== MAPPING) throw notAMapping(node)
  if (field(node, 'metadata')?.kind !== MAPPING) throw fail('NO_METADATA', 'missing Resource metadata')
  return node
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
