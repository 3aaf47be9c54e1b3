/** What a function is given, and what is made of its answer (kpt 4). */
import { fail, ToolError, wrap } from '../core/error.ts'
import { FileError, type Runner } from '../core/host.ts'
import { isAbsolute, join } from '../core/path.ts'
import { alignPlaces, notePlaces, type PlacesBefore } from '../krm/annotation-pairs.ts'
import { type ComparedAnswer, compareAnswer } from '../krm/compare-answer.ts'
import { asResource, printResourceList, type ResourceList, readAnswer, readResults } from '../krm/functions.ts'
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
import { isText, printTextFolder, type TextFolder } from '../krm/text-folder.ts'
import { clone, setEntries } from '../yaml/edit.ts'
import { MAPPING, type Mapping, type Node } from '../yaml/node.ts'
import { type CatalogFunction, FunctionFailure, type FunctionResult, type Surroundings } from './functions/function.ts'
import { graft } from './graft.ts'
import { mountedPath } from './mounts.ts'
import { checkPaths, checkResources, setDefaults } from './resource-rules.ts'
import { shownResults } from './results.ts'
import { scriptAnswer } from './script/answer.ts'
import { type FunctionHost, HandledFailure, type Runnable, type Step, type StepReport } from './step.ts'

/** How long a function may take, and how much it may answer. */
const MOST_SECONDS = 300
const MOST_BYTES = 256 * 1024 * 1024

export const SELECTION_ID = 'internal.config.kubernetes.io/kpt-resource-id'

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
export interface Answer {
  items: Mapping[]
  inputOf(item: Mapping): Mapping | undefined
}

/** What a function printed, or the list that it would have. */
type Output = { code: number } & ({ text: string } | { list: ResourceList })

export class FunctionRun {
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

  /** What is done before the function counts as started. */
  begin(given: readonly Mapping[]): void {
    if (this.options.isValidator === true) return
    this.before = notePlaces(given)
    if (!this.isDirect()) for (const [i, item] of given.entries()) this.mark(item, MIGRATION_ID, String(i))
  }

  async run(given: Mapping[]): Promise<Answer> {
    const { runnable } = this.step
    checkResources(given, 'input')
    const answer =
      runnable.kind === 'catalog' && this.isDirect()
        ? await this.inPlace(given, runnable.definition, runnable.version)
        : await this.asText(given)
    return this.checked(answer)
  }

  private isDirect(): boolean {
    const { runnable } = this.step
    return runnable.kind === 'catalog' && !this.options.host.referenceFormat && !runnable.definition.seesEverything
  }

  /**
   * The same over a folder that is still text, for programs; undefined when everything comes back as it was. `readAll` is
   * asked for the trees of all resources otherwise.
   */
  async runOnTexts(folder: TextFolder, readAll: () => Mapping[]): Promise<Answer | undefined> {
    const { trees, items } = folder
    notePlaces(trees.items)
    checkResources(trees.items, 'input')
    for (const [place, item] of items.entries()) if (!isText(item)) this.markPlace(item, place)
    this.isOutside = false
    const sent = printTextFolder(folder, this.step.config, placeMarks)
    const output = await this.outputFor(sent)
    this.unmark()
    const compared = comparedOutput(sent, output, items.length)
    if (compared?.items.length === items.length && compared.items.every((item, i) => item === i)) {
      this.isOutside = true
      this.take(compared.results, output.code)
      this.report.ran = true
      return undefined
    }
    const given = readAll()
    this.before = notePlaces(given)
    return this.checked(this.answerOf(given, output, compared))
  }

  /** Of an answer that is refused, results and stderr are told nowhere. */
  private checked(answer: Answer): Answer {
    const { items } = answer
    try {
      setDefaults(items, this.options.packagePath)
      checkPaths(items)
      checkResources(items, 'output')
    } catch (error) {
      this.report.stderr = ''
      this.note([])
      throw error
    }
    this.report.ran = true
    return answer
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
    for (const [place, item] of given.entries()) this.markPlace(item, place)
    this.isOutside = false
    const sent = printResourceList(given, this.step.config)
    const output = await this.outputFor(sent)
    this.unmark()
    const { referenceFormat } = this.options.host
    return this.answerOf(given, output, referenceFormat ? undefined : comparedOutput(sent, output, given.length))
  }

  private markPlace(item: Mapping, place: number): void {
    for (const [key, value] of placeMarks(place)) {
      if (key !== MIGRATION_ID || this.options.isValidator !== true) this.mark(item, key, value)
    }
  }

  private answerOf(given: readonly Mapping[], output: Output, compared: ComparedAnswer | undefined): Answer {
    const { origins, isValidator = false, host } = this.options
    const { referenceFormat } = host
    const { list, kept } = takeKept(given, compared) ?? { list: readOutput(output), kept: new Set<Node>() }
    const items = list.items.map((item, i) => {
      if (kept.has(item)) return item as Mapping
      if (!list.isWrapped && item.kind === MAPPING) setReadIndex(item, i)
      return asResource(item)
    })
    const inputs = new Map<Mapping, Mapping>()
    const migrated = new Map(given.map((item, i) => [String(i), item]))
    const byMigration = new Map<Mapping, Mapping>()
    for (const item of items) {
      if (kept.has(item)) {
        byMigration.set(item, item)
        continue
      }
      const input = inputNumbered(item, given)
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
    this.take(list.results, output.code)
    if (!isValidator && !referenceFormat) this.grafts = inputs
    return { items, inputOf: (item) => byMigration.get(item) ?? inputs.get(item) }
  }

  /** Results, and whether it was a success. */
  private take(results: Node | undefined, code: number): void {
    if (results !== undefined) {
      this.shown = shownResults(results)
      // Results that cannot be read are the only thing told of the run.
      const { stderr } = this.report
      this.report.stderr = ''
      this.note(readResults(results))
      this.report.stderr = stderr
    }
    if (code !== 0) this.fails(code)
  }

  private note(results: FunctionResult[]): void {
    this.report.results = results
    this.shown = results
  }

  private async outputFor(input: string): Promise<Output> {
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
    return { text: stdout, code: status.startsWith('signal: ') ? -1 : code }
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
    return { text: stdout, code }
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

/** What tells the items of one run apart. */
function placeMarks(place: number): [string, string][] {
  return [
    [MIGRATION_ID, String(place)],
    [ID.key, String(place + 1)],
    [ID.legacy, String(place + 1)],
  ]
}

function inputNumbered(item: Mapping, given: readonly Mapping[]): Mapping | undefined {
  return given[Number(pairedAnnotation(item, ID) ?? '0') - 1]
}

function readOutput(output: Output): ResourceList {
  return 'text' in output ? readAnswer(output.text) : output.list
}

function comparedOutput(sent: string, output: Output, count: number): ComparedAnswer | undefined {
  return 'text' in output ? compareAnswer(sent, output.text, count) : undefined
}

/** The list with the given items where they came back as they were, unless others claim to be the same ones. */
function takeKept(
  given: readonly Mapping[],
  compared: ComparedAnswer | undefined,
): { list: ResourceList; kept: Set<Node> } | undefined {
  if (compared === undefined) return undefined
  const items = compared.items.map((item) => (typeof item === 'number' ? (given[item] as Mapping) : item))
  const kept = new Set(items.filter((_, i) => typeof compared.items[i] === 'number'))
  const isClaimed = items.some((item) => {
    const input = kept.has(item) || item.kind !== MAPPING ? undefined : inputNumbered(item, given)
    return input !== undefined && kept.has(input)
  })
  if (isClaimed) return undefined
  return { list: { items, functionConfig: undefined, results: compared.results, isWrapped: true }, kept }
}

/** The engine's own lines are not the function's; lines that are read one by one end without a break. */
function withoutLines(text: string, isOmitted: (line: string) => boolean): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.filter((line) => !isOmitted(line)).join('\n')
}

function unexpected(error: unknown): never {
  throw wrap('unexpected function error', error instanceof FileError ? fail(error.code, error.message) : error)
}
