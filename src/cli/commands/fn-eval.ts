/** `strake fn eval [DIR|-] [-- args]`: one function over everything below a folder, or over what comes through a pipe. */
import { fail, type ToolError } from '../../core/error.ts'
import { basename, isWithin, join } from '../../core/path.ts'
import { decodeUtf8 } from '../../core/text.ts'
import { argumentConfig } from '../../kpt/eval-config.ts'
import { imageProblem, prefixed } from '../../kpt/image.ts'
import { readInput } from '../../kpt/input.ts'
import type { Selector } from '../../kpt/kptfile.ts'
import { KPTFILE, readKptfile } from '../../kpt/kptfile.ts'
import { isResourceName, readKptfileSource, readOneConfig } from '../../kpt/package.ts'
import { type PrepareOptions, programOf, runnableImage } from '../../kpt/prepare.ts'
import { passedOn, printAll, printUnwrapped } from '../../kpt/print.ts'
import { runStep, runStepOnTexts, takesTexts } from '../../kpt/run-function.ts'
import { withStep } from '../../kpt/save-step.ts'
import type { Step, StepReport } from '../../kpt/step.ts'
import { argumentData } from '../../krm/function-arguments.ts'
import { changesOf } from '../../krm/package-changes.ts'
import { listIndentOf, type PackageFolder, type ReadFolderOptions, readPackageFolder } from '../../krm/package-files.ts'
import { packagePath, printPackageFiles } from '../../krm/package-write.ts'
import {
  INDEX,
  LIST_INDENT,
  PATH,
  pairedAnnotation,
  setAnnotation,
  setPairedAnnotation,
} from '../../krm/path-annotations.ts'
import { addTrees, isText, printTextFolder, readTextFolder } from '../../krm/text-folder.ts'
import type { Mapping } from '../../yaml/node.ts'
import { applyChanges } from '../apply-changes.ts'
import {
  absolute,
  checkOutput,
  functionHost,
  type KptTools,
  kptCommand,
  makeResultsFolder,
  packageRoot,
  prepareOptions,
  readStandardInput,
  writeNewFolder,
  writeResults,
  writesFiles,
} from '../kpt-tools.ts'

export const run = kptCommand(async (tools) => {
  const request = await readRequest(tools)
  await (staysText(tools, request) ? evaluateTexts(tools, request) : evaluate(tools, request))
  if (tools.context.flags.bool('save')) await saveStep(tools, request)
})

async function evaluate(tools: KptTools, { folder, output, step, configFile }: Request): Promise<void> {
  const input = await readItems(tools, folder, output)
  const kept = input.items.filter((item) => configFile !== undefined && isFile(folder, item, configFile))
  const given = input.items.filter((item) => !kept.includes(item))
  const { origins } = input
  await reporting(
    tools,
    (reports) => runStep(given, step, { host: functionHost(tools), origins, suffix: '' }, reports),
    (items) => writeItems(tools, folder, output, [...items, ...kept], input),
  )
}

/** Whether resources need trees only when the function changes some. */
function staysText({ referenceFormat }: KptTools, { folder, output, step, configFile }: Request): boolean {
  const isKept = configFile === undefined && !referenceFormat && (output === '' || output === 'stdout')
  return isKept && folder !== '-' && takesTexts(step)
}

async function evaluateTexts(tools: KptTools, { folder, output, step }: Request): Promise<void> {
  const reading = readingOf(tools, folder, output)
  const texts = await readTextFolder(reading)
  const all: PackageFolder = { items: [], files: new Map(), origins: new Map() }
  const readAll = () => {
    addTrees(all, texts, reading)
    return all.items
  }
  const { origins } = all
  const write = async (items: Mapping[] | undefined) => {
    if (items !== undefined) await writeItems(tools, folder, output, items, all)
    else if (output === 'stdout') tools.context.stdout.write(printTextFolder(texts, undefined))
    else {
      for (const item of texts.items)
        packagePath(isText(item) ? item.path : (pairedAnnotation(item, PATH) ?? ''), folder)
      await writeItems(tools, folder, output, texts.trees.items, texts.trees)
    }
  }
  await reporting(
    tools,
    (reports) => runStepOnTexts(texts, readAll, step, { host: functionHost(tools), origins, suffix: '' }, reports),
    write,
  )
}

/** Results are told of a function that fails; of one whose resources cannot be written they are not. */
async function reporting<Result>(
  tools: KptTools,
  action: (reports: StepReport[]) => Promise<Result>,
  write: (result: Result) => Promise<void>,
): Promise<void> {
  const reports: StepReport[] = []
  const told = () => writeResults(tools, reports, '\n')
  let result: Result
  try {
    result = await action(reports)
  } catch (error) {
    await told()
    throw error
  }
  await write(result)
  await told()
}

interface Request {
  /** `-` for standard input. */
  folder: string
  output: string
  step: Step
  /** Absolute. */
  configFile: string | undefined
  arguments: ReadonlyMap<string, string>
}

/** The checks are in the order of the reference (kpt 11). */
async function readRequest(tools: KptTools): Promise<Request> {
  const { flags, cwd } = tools.context
  const prepared = prepareOptions(tools, true)
  if (flags.has('include-meta-resources')) {
    throw usage('--include-meta-resources is no longer necessary because meta resources are now included by default')
  }
  const type = flags.string('type')
  if (flags.bool('save') && type === '') {
    throw usage('--type must be specified if saving functions to Kptfile (--save=true)')
  }
  if (flags.bool('save') && type !== 'mutator' && type !== 'validator') {
    throw usage('--type must be either `mutator` or `validator`')
  }
  makeResultsFolder(tools)
  const output = flags.string('output')
  checkOutput(tools, output)
  const image = flags.string('image')
  const exec = flags.string('exec')
  if (image === '' && exec === '') throw usage('must specify --image or --exec')
  const folders = flags.words.slice(0, flags.dash)
  const words = flags.dash === undefined ? [] : flags.words.slice(flags.dash)
  if (folders.length > 1) throw usage("0 or 1 arguments supported, function arguments go after '--'")
  const configPath = flags.string('fn-config')
  if (words.length > 0 && configPath !== '') {
    throw usage('function arguments can only be specified without function config file')
  }
  const given = argumentData(words)
  checkContainerFlags(tools, image)
  const folder = folders[0] === '-' ? '-' : await packageRoot(tools, folders[0] ?? '.')
  const selection = { selectors: selectorsOf(tools, 'match'), exclude: selectorsOf(tools, 'exclude') }
  const named = await runnable(image, exec, prepared)
  const configFile = configPath === '' ? undefined : absolute(tools, configPath)
  const config = configFile === undefined ? argumentConfig(given) : await readConfig(tools, configPath, configFile)
  if (flags.bool('save') && configFile !== undefined && !isWithin(configFile, folder)) {
    throw usage(
      `--fn-config must be under ${folder === '-' ? cwd : folder} if saving functions to Kptfile (--save=true)`,
    )
  }
  const step: Step = { ...named, name: '', selection, config }
  return { folder, output, step, configFile, arguments: given.data }
}

function usage(message: string): ToolError {
  return fail('FLAGS', message)
}

function checkContainerFlags({ context: { flags } }: KptTools, image: string): void {
  const used = ['mount', 'env'].some((name) => flags.list(name).length > 0)
  if (image === '' && (used || flags.bool('as-current-user') || flags.bool('network'))) {
    throw usage('--mount, --as-current-user, --network and --env can only be used with container functions')
  }
}

async function runnable(
  image: string,
  exec: string,
  prepared: PrepareOptions,
): Promise<Pick<Step, 'image' | 'exec' | 'runnable'>> {
  if (image === '') return { image: '', exec, runnable: programOf(exec, prepared.allowWasm) }
  const resolved = prefixed(image, prepared.imagePrefix)
  const problem = imageProblem(resolved)
  if (problem !== undefined) throw usage(`function image reference "${image}" is invalid: ${problem}`)
  return { image: resolved, exec: '', runnable: await runnableImage(resolved, prepared) }
}

function selectorsOf({ context: { flags } }: KptTools, verb: 'match' | 'exclude'): Selector[] {
  const selector: Selector = {}
  for (const [name, flag] of [
    ['apiVersion', 'api-version'],
    ['kind', 'kind'],
    ['name', 'name'],
    ['namespace', 'namespace'],
  ] as const) {
    const text = flags.string(`${verb}-${flag}`)
    if (text !== '') selector[name] = text
  }
  for (const name of ['labels', 'annotations'] as const) {
    const pairs = flags.list(`${verb}-${name}`).flatMap((text) => text.split(','))
    if (pairs.length > 0) selector[name] = Object.fromEntries(pairs.map(pairOf))
  }
  return Object.keys(selector).length === 0 ? [] : [selector]
}

function pairOf(text: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals < 0) throw usage(`invalid selector "${text}": must be key=value`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

async function readConfig({ fs }: KptTools, shown: string, place: string): Promise<Mapping> {
  if ((await fs.stat(place)) === undefined) throw usage(`missing function config file: ${shown}`)
  const text = decodeUtf8(await fs.read(place)) ?? ''
  const config = readOneConfig(text, shown, usage)
  setPairedAnnotation(config, INDEX, '0')
  setAnnotation(config, LIST_INDENT, listIndentOf(text))
  return config
}

async function readItems(tools: KptTools, folder: string, output: string): Promise<PackageFolder> {
  if (folder !== '-') return await readPackageFolder(readingOf(tools, folder, output))
  return { ...readInput(readStandardInput(tools)), files: new Map() }
}

function readingOf(tools: KptTools, folder: string, output: string): ReadFolderOptions {
  const place = { fs: tools.fs, root: folder, reads: isResourceName, packageFile: KPTFILE }
  return { ...place, notesListIndent: true, keepsOriginals: writesFiles(tools, output) }
}

function isFile(folder: string, item: Mapping, file: string): boolean {
  return folder !== '-' && join(folder, pairedAnnotation(item, PATH) ?? '') === file
}

async function writeItems(
  tools: KptTools,
  folder: string,
  output: string,
  items: readonly Mapping[],
  { origins, files }: PackageFolder,
): Promise<void> {
  const { stdout } = tools.context
  const { referenceFormat } = tools
  const passed = () => (referenceFormat ? passedOn(items) : items)
  if (output === 'unwrap') stdout.write(printUnwrapped(passed()))
  else if (output === 'stdout' || (output === '' && folder === '-')) stdout.write(printAll(items))
  else if (output !== '') {
    await writeNewFolder(tools, output, printPackageFiles(passed(), output, { origins, referenceFormat }))
  } else {
    const texts = printPackageFiles(items, folder, { origins, referenceFormat })
    await applyChanges(tools.fs, folder, await changesOf(tools.fs, folder, texts, files, true))
  }
}

/** Notes the function in the Kptfile of the folder. */
async function saveStep(tools: KptTools, { folder, step, configFile, arguments: data }: Request): Promise<void> {
  const { flags } = tools.context
  if (folder === '-' || (await tools.fs.stat(join(folder, KPTFILE))) === undefined) {
    tools.say('function not added: Kptfile not exists\n')
    return
  }
  const kptfile = readKptfile(await readKptfileSource(tools.fs, folder))
  const { image, exec, selection } = step
  const { text, isNew } = withStep(kptfile, `${flags.string('type') as 'mutator' | 'validator'}s`, {
    ...{ image, exec, tag: flags.string('tag'), name: '' },
    configPath: configFile === undefined ? '' : configFile.slice(folder.length + 1),
    configMap: Object.fromEntries(data),
    selectors: [...selection.selectors],
    exclude: [...selection.exclude],
  })
  await tools.fs.write(join(folder, KPTFILE), new TextEncoder().encode(text))
  const shown = image === '' ? exec : image
  tools.say(`${isNew ? 'Added' : 'Updated'} "${shown}" as ${flags.string('type')} in the ${basename(KPTFILE)}.\n`)
}
