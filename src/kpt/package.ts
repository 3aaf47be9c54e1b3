/** A package on disk (kpt 1): its Kptfile, what the Kptfile may say, the packages below. */
import { fail, ToolError } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { clean, isAbsolute, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { compareBytes, decodeUtf8 } from '../core/text.ts'
import { type PackageFolder, readPackageFile, readPackageFolder } from '../krm/package-files.ts'
import type { Mapping } from '../yaml/node.ts'
import { imageProblem } from './image.ts'
import { KPTFILE, type Kptfile, KptfileError, noKptfile, type PipelineStep, readKptfile } from './kptfile.ts'
import { resourceProblem } from './resource-rules.ts'

export interface Package {
  /** Absolute. */
  path: string
  /** Relative to the root package, '' for the root itself. */
  relative: string
  kptfile: Kptfile
  /** The configuration files that steps name, by path as it is written there. */
  configs: Map<string, Mapping>
}

/** Which files hold resources. */
export function isResourceName(name: string): boolean {
  return name === KPTFILE || name.endsWith('.yaml') || name.endsWith('.yml') || name.endsWith('.json')
}

/** Reads and checks the Kptfile of a folder. */
export async function openPackage(fs: FileSystem, path: string, relative: string): Promise<Package> {
  const kptfile = readKptfile(await readKptfileSource(fs, path))
  const opened: Package = { path, relative, kptfile, configs: new Map() }
  for (const [list, steps] of [
    ['mutators', kptfile.mutators],
    ['validators', kptfile.validators],
  ] as const) {
    for (const [i, step] of steps.entries()) {
      checkStep(step, `pipeline.${list}[${i}]`)
      if (step.configPath !== '') await readConfig(fs, opened, step.configPath, `pipeline.${list}[${i}].configPath`)
    }
  }
  return opened
}

export async function readKptfileSource(fs: FileSystem, path: string): Promise<Source> {
  const place = join(path, KPTFILE)
  try {
    const text = decodeUtf8(await fs.read(place))
    if (text === undefined) throw fail('YAML_SYNTAX', `open ${place}: the file is not UTF-8`)
    return new Source(place, text)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw error.code === 'NOT_FOUND' ? noKptfile(path) : fail(error.code, `open ${place}: ${error.reason}`)
  }
}

/** A package's own resources; `keepsOriginals` for those that are written to files again. */
export async function readOwnResources(
  fs: FileSystem,
  { path }: Package,
  keepsOriginals: boolean,
): Promise<PackageFolder> {
  return readPackageFolder({
    fs,
    root: path,
    reads: isResourceName,
    packageFile: KPTFILE,
    includesSubpackages: false,
    notesListIndent: true,
    packagePath: path,
    keepsOriginals,
  })
}

/** The packages directly below one, each checked, in the order of their paths. */
export async function openSubpackages(fs: FileSystem, parent: Package): Promise<Package[]> {
  const found: string[] = []
  const look = async (relative: string): Promise<void> => {
    const entries = await fs.list(join(parent.path, relative))
    if (relative !== '' && entries.some(({ name }) => name === KPTFILE)) {
      found.push(relative)
      return
    }
    for (const { name, type } of entries) {
      if (type === 'directory' && name !== '.git') await look(join(relative, name))
    }
  }
  await look('')
  const opened: Package[] = []
  for (const relative of found.sort(compareBytes)) {
    const below = join(parent.relative, relative)
    try {
      opened.push(await openPackage(fs, join(parent.path, relative), below))
    } catch (error) {
      if (!(error instanceof KptfileError)) throw error
      throw new KptfileError(error.message, `pkg ./${below}: error reading Kptfile at "./${below}": ${error.details}`)
    }
  }
  return opened
}

/** What is wrong with a Kptfile's field. */
export function invalidField(field: string, value: string, reason: string): KptfileError {
  const shown = value === '' ? '' : `Value: "${value}"\n`
  const text = `Kptfile is invalid:\nField: \`${field}\`\n${shown}Reason: ${reason}\n`
  return new KptfileError(`${text} \n`, text)
}

function checkStep(step: PipelineStep, field: string): void {
  const { image, exec, configMap, configPath } = step
  if (image === '' && exec === '')
    throw invalidField(field, '', 'must specify a functon (`image` or `exec`) to execute')
  if (image !== '' && exec !== '') {
    throw invalidField(field, '', 'must not specify both `image` and `exec` at the same time')
  }
  const problem = image === '' ? undefined : imageProblem(image)
  if (problem !== undefined) {
    throw invalidField(`${field}.image`, image, `function image reference "${image}" is invalid: ${problem}`)
  }
  if (configPath !== '' && Object.keys(configMap).length > 0) {
    throw invalidField(field, '', 'functionConfig must not specify both `configMap` and `configPath` at the same time')
  }
}

async function readConfig(
  fs: FileSystem,
  { path, configs }: Package,
  configPath: string,
  field: string,
): Promise<void> {
  const invalid = (reason: string) => invalidField(field, configPath, reason)
  if (configPath.trim() === '') throw invalid('path must not be empty')
  const cleaned = clean(configPath)
  if (isAbsolute(cleaned)) throw invalid('path must be relative')
  if (cleaned.includes('..')) throw invalid('path must not be outside the package')
  if (configs.has(configPath)) return
  const place = join(path, cleaned)
  let text: string | undefined
  try {
    text = decodeUtf8(await fs.read(place))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw invalid(`failed to open functionConfig from path "${configPath}": open ${place}: ${error.reason}`)
  }
  configs.set(configPath, readOneConfig(text ?? '', configPath, invalid))
}

/** The only resource of a configuration file. */
export function readOneConfig(text: string, configPath: string, invalid: (reason: string) => ToolError): Mapping {
  let documents: Mapping[]
  try {
    const file = readPackageFile('', new Source('', text.replaceAll('\r\n', '\n')))
    documents = file.documents.map(({ document }) => document.root as Mapping)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw invalid(`failed to read functionConfig "${configPath}": ${error.message}`)
  }
  const [only] = documents
  if (documents.length > 1) {
    throw invalid(`functionConfig "${configPath}" must not contain more than one config, got ${documents.length}`)
  }
  if (only === undefined) throw invalid(`functionConfig "${configPath}" must contain exactly one config, got 0`)
  const problem = resourceProblem(only)
  if (problem !== undefined) throw invalid(`functionConfig "${configPath}": ${problem}`)
  return only
}
