/** `fn run`: functions over the resources of a folder or a stream, one after another (CLI 14). */
import { fail, ToolError } from '../../core/error.ts'
import type { FileSystem, ProgramResult, Runner } from '../../core/host.ts'
import { dirname, join } from '../../core/path.ts'
import { alignPlaces, notePlaces } from '../../krm/annotation-pairs.ts'
import { asResource, printResourceList, readAnswer } from '../../krm/functions.ts'
import { isYamlName, type PackageDocument, type PackageFile, readPackageFolder } from '../../krm/package-files.ts'
import { defaultPath } from '../../krm/package-write.ts'
import {
  annotation,
  ID,
  INDEX,
  MIGRATION_ID,
  PATH,
  pairedAnnotation,
  removeAnnotations,
  setAnnotation,
  setReadIndex,
} from '../../krm/path-annotations.ts'
import { giveDocumentComments, repair } from '../../krm/repair.ts'
import { emitKept } from '../../yaml/emit.ts'
import { type Document, field, fieldText, MAPPING, type Mapping, type Node } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { readStream } from '../cfg/packages.ts'
import { runContainer } from '../plugins/container.ts'
import { checkNetwork, execVariables, refuseTopFolder } from '../plugins/function.ts'
import { DEFAULT_MAXIMUM_BYTES, DEFAULT_SECONDS, type FunctionOptions } from '../plugins/options.ts'
import { type CommandFunction, commandFunction, declaredFunctions, type RunnableFunction } from './declared.ts'

export interface FunctionRunOptions {
  fs: FileSystem
  runner: Runner
  /** Where programs run, and what mounts are relative to; absolute. */
  cwd: string
  functions: FunctionOptions
  /** Absolute path of a folder or file, links resolved; without one, `stream` is worked on. */
  root?: string
  stream?: string
  /** Folders that functions are read from, instead of the one that is worked on. The last one counts. */
  functionPaths: readonly string[]
  /** Runs after those of `functionPaths`, instead of those that are declared. */
  command?: CommandFunction | undefined
  /** Each function sees all resources. */
  isGlobal: boolean
  /** Told before each function, with its image or program. */
  onStep(name: string): void
  /** Told of a function's results, with its number among the functions. */
  onResults(number: number, text: string): void
}

/** What is there after the functions. */
export interface FunctionRunResult {
  items: Mapping[]
  /** The documents of those items that no function gave back. */
  documents: Map<Mapping, Document>
  /** What was read from a folder. */
  files: Map<string, PackageFile>
  origins: Map<Mapping, PackageDocument>
  /** A function left nothing, and so nothing is written. */
  isEmpty: boolean
  /** How functions failed whose failure is told at the end. */
  deferred: string[]
}

/**
 * Runs the functions and returns what they make of the resources; nothing is written.
 *
 * @example const { items } = await runFunctions({ fs, runner, cwd, root: '/app', functions: {}, functionPaths: [], isGlobal: false, onStep, onResults })
 *
 * @throws ToolError
 */
export async function runFunctions(options: FunctionRunOptions): Promise<FunctionRunResult> {
  const { command, functions, isGlobal } = options
  const fromPaths = declaredFunctions(await readFunctionPaths(options))
  const read = await readResources(options)
  const { items } = read
  const isDeclared = command === undefined && options.functionPaths.length === 0
  const declared = isDeclared ? discover(items) : fromPaths
  for (const { spec } of declared) checkNetwork(spec, functions)
  const runnable = declared.filter(({ spec }) => isRunnable(spec, functions))
  if (command !== undefined) runnable.push(commandFunction(command))
  const result: FunctionRunResult = { ...read, isEmpty: false, deferred: [] }
  for (const [number, one] of runnable.entries()) {
    const step = new Step(isGlobal ? { ...one, scope: '' } : one, number, options, result)
    result.items = await step.run(result.items)
    result.isEmpty = result.items.length === 0
    if (result.isEmpty) break
  }
  return result
}

function isResourceName(name: string): boolean {
  return isYamlName(name) || name.endsWith('.json')
}

async function readFunctionPaths({ fs, functionPaths }: FunctionRunOptions): Promise<Mapping[]> {
  let last: Mapping[] = []
  for (const root of functionPaths) last = (await readPackageFolder({ fs, root, takesLists: false })).items
  return last
}

async function readResources({
  fs,
  root,
  stream = '',
}: FunctionRunOptions): Promise<Pick<FunctionRunResult, 'items' | 'documents' | 'files' | 'origins'>> {
  if (root === undefined) {
    const read = readStream(stream)
    return {
      items: read.map((item) => item.root),
      documents: new Map(read.map((item) => [item.root, item.document])),
      files: new Map(),
      origins: new Map(),
    }
  }
  const { items, origins, files } = await readPackageFolder({ fs, root, reads: isResourceName, takesLists: false })
  const documents = new Map([...origins].map(([item, { document }]) => [item, document]))
  return { items, documents, files, origins }
}

/** Looking for functions counts as a run of its own, which leaves its number on what is no function. */
function discover(items: readonly Mapping[]): RunnableFunction[] {
  number(items)
  notePlaces(items)
  const found = declaredFunctions(items)
  for (const { config } of found) removeAnnotations(config, (key) => key === MIGRATION_ID)
  return found
}

function number(items: readonly Mapping[]): void {
  for (const [i, item] of items.entries()) setAnnotation(item, MIGRATION_ID, String(i))
}

function isRunnable({ container, exec }: RunnableFunction['spec'], { exec: allowed }: FunctionOptions): boolean {
  return (container?.image ?? '') !== '' || (allowed === true && (exec?.path ?? '') !== '')
}

class Step {
  constructor(
    private readonly step: RunnableFunction,
    private readonly number: number,
    private readonly options: FunctionRunOptions,
    private readonly result: FunctionRunResult,
  ) {}

  async run(items: readonly Mapping[]): Promise<Mapping[]> {
    const { spec, scope } = this.step
    this.options.onStep(spec.container?.image || (spec.exec?.path ?? ''))
    number(items)
    const before = notePlaces(items)
    const given: Mapping[] = []
    const others: Mapping[] = []
    for (const item of items) (isInScope(item, scope) ? given : others).push(item)
    const inputs = await this.exchange(given)
    const all = [...inputs.keys(), ...others]
    const byNumber = new Map(items.map((item, i) => [String(i), item]))
    alignPlaces(all, before, (item) => byNumber.get(annotation(item, MIGRATION_ID) ?? '') ?? inputs.get(item) ?? item)
    for (const item of all) removeAnnotations(item, (key) => key === MIGRATION_ID)
    return all
  }

  /** What came back, each with the item that it was. */
  private async exchange(given: readonly Mapping[]): Promise<Map<Mapping, Mapping | undefined>> {
    const { spec, config, scope } = this.step
    for (const [i, item] of given.entries()) {
      setAnnotation(item, ID.key, String(i + 1))
      setAnnotation(item, ID.legacy, String(i + 1))
    }
    const { code, status, stdout } = await this.start(printResourceList(given, config))
    const { items, results, isWrapped } = readAnswer(stdout)
    const inputs = new Map<Mapping, Mapping | undefined>()
    for (const [i, answered] of items.entries()) {
      if (!isWrapped && answered.kind === MAPPING) setReadIndex(answered, i)
      const item = asResource(answered)
      const input = given[Number(pairedAnnotation(item, ID) ?? '0') - 1]
      inputs.set(item, input)
      removeAnnotations(item, (key) => key === ID.key || key === ID.legacy)
      if (input !== undefined) {
        giveDocumentComments(input, this.result.documents.get(input))
        repair(input, item)
      }
      if (pairedAnnotation(item, PATH) !== undefined || item.keys.length === 0) continue
      const path = join(scope, defaultPath(item))
      setAnnotation(item, PATH.key, path)
      setAnnotation(item, PATH.legacy, path)
    }
    this.tellResults(results)
    if (code !== 0) {
      if (spec.deferFailure !== true) throw fail('FUNCTION_FAILED', status, { at: [] })
      this.result.deferred.push(status)
    }
    return inputs
  }

  private tellResults(results: Node | undefined): void {
    if (results !== undefined && !isNull(results)) this.options.onResults(this.number, emitKept(results))
  }

  private async start(input: string): Promise<ProgramResult> {
    const { runner, cwd, functions } = this.options
    const { container, exec } = this.step.spec
    const { seconds = DEFAULT_SECONDS, maximumBytes = DEFAULT_MAXIMUM_BYTES } = functions
    refuseTopFolder(cwd)
    const request = { cwd, input, seconds, maximumBytes, showsErrors: true }
    try {
      if (container !== undefined && container.image !== '') {
        return await runContainer(container, functions, cwd, (program, words) =>
          runner.run({ ...request, program, words }),
        )
      }
      const { path, args } = exec as NonNullable<typeof exec>
      const variables = execVariables(exec as NonNullable<typeof exec>, functions)
      return await runner.run({ ...request, program: path, words: args, variables })
    } catch (error) {
      throw this.named(error)
    }
  }

  /** Limits are ours, and so is what is said about them. */
  private named(error: unknown): unknown {
    if (!(error instanceof ToolError) || (error.code !== 'PROGRAM_LATE' && error.code !== 'PROGRAM_LOUD')) return error
    const { config } = this.step
    const name = fieldText(field(config, 'metadata'), 'name') ?? ''
    return fail(error.code, `function ${fieldText(config, 'kind') ?? ''} ${name}: ${error.message}`)
  }
}

function isInScope(item: Mapping, scope: string): boolean {
  if (scope === '') return true
  // By its beginning, as in the reference: functions of `a` see `ab` too.
  return dirname(pairedAnnotation(item, PATH) ?? '').startsWith(scope)
}

/** The resources one after another, without their places in files. */
export function printStream({ items, documents }: FunctionRunResult): string {
  return items
    .map((item) => {
      removeAnnotations(item, (key) => key === INDEX.key || key === INDEX.legacy)
      return emitKept(documents.get(item) ?? item)
    })
    .join('---\n')
}
