/** What `flux build kustomization --dry-run` prints (flux 11, 13). */
import { fail, ToolError, wrap } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log } from '../core/host.ts'
import { clean, isAbsolute, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import type { ParsedFiles } from '../kustomize/context.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { buildPath } from './build-path.ts'
import { type Generated, generateKustomization } from './generate.ts'
import { type IgnoreRules, loadIgnoreRules } from './ignore-files.ts'
import { decodeFluxKustomization, type FluxKustomization, isFluxKustomization } from './kustomization.ts'
import { maskSecret } from './mask.ts'
import { addCommonMetadata, addOwnerLabels, type FluxObject, idOf, printObject, readBack } from './object.ts'
import { isOptedOut, loadVariables, type PostBuild, substituteObject } from './post-build.ts'
import { refuseUnreadable } from './readable.ts'

export interface CommandLineOptions {
  fs: FileSystem
  kustomization: FluxKustomization
  /** Absolute path of what it is about; its `spec.path` is not looked at. */
  folder: string
  /** Working directory, for local sources. */
  cwd: string
  /** Patterns, after those of ignore files. */
  ignorePaths: readonly string[]
  strict: boolean
  recursive: boolean
  /** Folders by `Kind/namespace/name` of a source. */
  localSources: ReadonlyMap<string, string>
  fetcher?: Fetcher | undefined
  log?: Log | undefined
}

/** One Kustomization may apply another one, and so on, no more often than this. */
const DEEPEST = 100

/**
 * The objects of a Kustomization and, recursively, of those among them, each as YAML with a line `---` after it.
 *
 * @throws ToolError with Flux's message
 */
export async function fluxBuild(options: CommandLineOptions): Promise<string> {
  return await buildOne(options, options.kustomization, options.folder, [])
}

async function buildOne(
  options: CommandLineOptions,
  kustomization: FluxKustomization,
  folder: string,
  parents: readonly string[],
): Promise<string> {
  const { metadata, spec } = kustomization
  const path = [...parents, `${metadata.namespace}/${metadata.name} (${folder})`]
  const objects = await objectsOf(options, kustomization, folder)
  let text = ''
  for (const object of objects) {
    addCommonMetadata(object, spec.commonMetadata)
    text += `${printed(object)}---\n`
  }
  if (!options.recursive) return text
  for (const object of objects) {
    if (!isFluxKustomization(idOf(object))) continue
    const child = childOf(object)
    const isItself = child.metadata.name === metadata.name && child.metadata.namespace === metadata.namespace
    if (!isItself) text += await buildChild(options, child, path)
  }
  return text
}

function printed(object: FluxObject): string {
  try {
    return printObject(object)
  } catch (error) {
    throw wrap('kustomize build failed', error)
  }
}

async function objectsOf(
  options: CommandLineOptions,
  kustomization: FluxKustomization,
  folder: string,
): Promise<FluxObject[]> {
  const { fs, fetcher, log } = options
  const parsed: ParsedFiles = new Map()
  const generated = await generate(options, kustomization, folder, parsed)
  const built = await buildPath({ fs, folder, generated, fetcher, log, parsed })
  const postBuild: PostBuild = { variables: loadVariables(kustomization, undefined), strict: options.strict }
  const objects = built.map((object) => {
    const isSubstituted = postBuild.variables !== undefined && !isOptedOut(object)
    const made = isSubstituted ? substituted(object, postBuild) : object
    addOwnerLabels(made, kustomization.metadata)
    maskSecret(made, isSubstituted)
    return made
  })
  for (const object of objects) {
    try {
      refuseUnreadable(object)
    } catch (error) {
      throw wrap('kustomize build failed', error)
    }
  }
  return readBack(objects)
}

/** The reference ends this message with what became of cleaning up. */
async function generate(
  { fs, ignorePaths }: CommandLineOptions,
  { spec }: FluxKustomization,
  folder: string,
  parsed: ParsedFiles,
): Promise<Generated> {
  try {
    const ignores: IgnoreRules = await loadIgnoreRules(fs, folder, ignorePaths)
    return await generateKustomization({ fs, folder, spec, ignores, parsed })
  } catch (error) {
    throw wrap('failed to generate kustomization.yaml', withCleanUp(error))
  }
}

function withCleanUp(error: unknown): unknown {
  const known = error instanceof FileError ? fail(error.code, `${error.path}: ${error.reason}`) : error
  if (!(known instanceof ToolError)) return known
  const { code, message, at, hint, also } = known
  const cleanUp = /remove .*: directory not empty$/.exec(message)?.[0] ?? '<nil>'
  return new ToolError(code, `${message} ${cleanUp}`, { at, hint, also })
}

function substituted(object: FluxObject, postBuild: PostBuild): FluxObject {
  try {
    return substituteObject(object, postBuild)
  } catch (error) {
    throw wrap(`var substitution failed for '${idOf(object).name}'`, error)
  }
}

function childOf(object: FluxObject): FluxKustomization {
  return decodeFluxKustomization(readYaml11(new Source('', printObject(object))))
}

async function buildChild(
  options: CommandLineOptions,
  child: FluxKustomization,
  parents: readonly string[],
): Promise<string> {
  const { metadata, spec } = child
  const namespace = spec.sourceRef.namespace || metadata.namespace
  const source = [spec.sourceRef.kind, namespace, spec.sourceRef.name].filter((part) => part !== '').join('/')
  const local = options.localSources.get(source)
  if (local === undefined)
    throw fail('LOCAL_SOURCE', `cannot get local path for ${source} of kustomization ${metadata.name}`, {
      hint: `say where it is: --local-sources ${source}=FOLDER`,
    })
  const folder = join(isAbsolute(local) ? local : join(options.cwd, local), spec.path)
  const key = `${metadata.namespace}/${metadata.name} (${clean(folder)})`
  const seen = parents.indexOf(key)
  if (seen >= 0)
    throw fail('KUSTOMIZATION_CYCLE', `Kustomizations apply each other: ${[...parents.slice(seen), key].join(' -> ')}`)
  if (parents.length >= DEEPEST)
    throw fail('KUSTOMIZATION_CYCLE', `Kustomizations apply each other more than ${DEEPEST} deep: ${key}`)
  return await buildOne(options, child, folder, parents)
}
