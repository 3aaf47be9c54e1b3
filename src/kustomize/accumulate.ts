/**
 * One kustomization after another, depth first: resources, configuration, generators, components, transformers,
 * validators, variables (build 3). Reading {@link accumulateTarget} is reading the build.
 */
import { rephrase, ToolError } from '../core/error.ts'
import type { MaybePromise } from '../core/host.ts'
import { Source } from '../core/source.ts'
import { ResMap } from '../krm/resmap.ts'
import type { Resource } from '../krm/resource.ts'
import { Accumulator } from './accumulator.ts'
import { noteOrigins } from './build-metadata.ts'
import { type BuildContext, locate, malformed, prefixed } from './context.ts'
import { isElsewhere } from './elsewhere.ts'
import type { GatherPaths } from './external.ts'
import { isAComponent, neither, notAComponent } from './load-problems.ts'
import { type Loader, mustBeFile } from './loader.ts'
import { type OriginBase, originOf } from './origin.ts'
import { openTarget, type Target } from './target.ts'
import { runTransformers } from './transformers/run.ts'
import { objectsUntouched } from './untouched.ts'

/** Gathers all of one kustomization. A component adds to what its caller has gathered so far. */
export async function accumulateTarget(
  target: Target,
  context: BuildContext,
  into: Accumulator = new Accumulator(context.defaultConfig),
): Promise<Accumulator> {
  const { kustomization: k } = target
  await accumulateResources(target, context, into)
  if (k.configurations.length === 0 && k.crds.length === 0) into.mergeConfig(context.defaultConfig)
  else await (await import('./config-files.ts')).mergeConfiguration(target, context, into)
  const gather: GatherPaths = async (list, paths, inline) => {
    const { gatherPaths } = await import('./gather-paths.ts')
    return gatherPaths(list, paths, inline, { target, context, accumulateEntry })
  }
  if (GENERATOR_FIELDS.some((name) => k[name].length > 0)) {
    const { runGenerators } = await import('./generate.ts')
    await runGenerators(target, context, gather, into)
  }
  if (k.components.length > 0) {
    const { accumulateComponents } = await import('./components.ts')
    await accumulateComponents(target, context, into, accumulateDirectory)
  }
  await runTransformers(target, context, into, gather)
  if (k.validators.length > 0) {
    const { runValidators } = await import('./transformers/by-file.ts')
    await runValidators(target, context, into, gather)
  }
  if (k.vars.length > 0) {
    const { VarSet } = await import('./vars.ts')
    into.vars ??= new VarSet()
    into.vars.addAll(k.vars, into.map)
  }
  return into
}

const GENERATOR_FIELDS = [
  'configMapGenerator',
  'secretGenerator',
  'helmCharts',
  'helmChartInflationGenerator',
  'generators',
] as const

/** Fields that change most objects, or that most objects are looked into for. */
const CHANGING_ALL = /^(name|label|common|image|replacem|vars|configura|transf|valid|build)/

async function accumulateResources(target: Target, context: BuildContext, into: Accumulator): Promise<void> {
  const { kustomization: k, loader } = target
  const { fetcher } = loader.outside
  if (fetcher !== undefined && [...k.resources, ...k.components].some(isElsewhere)) {
    ;(await import('./remote.ts')).fetchAhead(k, fetcher)
  }
  const patches = k.patches.length + k.patchesStrategicMerge.length + k.patchesJson6902.length
  const changes = [...k.present].some((name) => CHANGING_ALL.test(name)) ? Number.POSITIVE_INFINITY : patches
  loader.changes = changes + (loader.parent?.changes ?? 0)
  loader.keepsOutlines = k.resources.length >= Math.max(context.keepTextsFrom, 2 * loader.changes)
  for (let i = 0; i < k.resources.length; i++) {
    const entry = k.resources[i] as string
    try {
      const added = accumulateEntry(target, entry, context, into)
      // Whoever counts files may have something to do in between.
      if (added !== undefined || i % 16 === 0) await added
    } catch (error) {
      throw prefixed('accumulating resources', locate(error, k.locate('resources', i)))
    }
  }
}

/** An entry is tried as a file first, then as another kustomization (build 2.6). Most are files that are had at once. */
function accumulateEntry(target: Target, entry: string, context: BuildContext, into: Accumulator): MaybePromise<void> {
  const read = /\.ya?ml$/.test(entry) ? target.loader.readSource(entry) : undefined
  let fileError: unknown
  if (read instanceof Source) {
    try {
      return addObjects(target, entry, read, context, into)
    } catch (error) {
      fileError = error
    }
  }
  return accumulateLater(target, entry, context, into, read, fileError)
}

/** The same for what takes time, or could not be read as a file. */
async function accumulateLater(
  target: Target,
  entry: string,
  context: BuildContext,
  into: Accumulator,
  read: MaybePromise<Source> | undefined,
  fileError: unknown,
): Promise<void> {
  const { loader } = target
  if (fileError === undefined) {
    try {
      if (read === undefined && (await loader.isDirectory(entry))) {
        throw fileProblem(entry, mustBeFile(loader.shownPath(entry)))
      }
      const source = await Promise.resolve(read ?? loader.readSource(entry)).catch((error) => {
        throw loadingProblem(error, entry)
      })
      return addObjects(target, entry, source, context, into)
    } catch (error) {
      fileError = error
    }
  }
  // A server's refusal is the end of it; anything else may still be a folder or a repository.
  if (!(fileError instanceof ToolError) || /^(NOT_YET$|REMOTE_)/.test(fileError.code)) throw fileError
  let child: Loader
  try {
    child = await loader.enter(entry)
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'NOT_YET') throw error
    if (fileError.code === 'YAML_SYNTAX' && error.code !== 'TIMEOUT') throw fileError
    const hint =
      fileError.hint ??
      (fileError.code === 'NOT_FOUND' ? await (await import('./hints.ts')).fileHint(loader, entry) : undefined)
    throw neither(fileError, error, hint)
  }
  try {
    await accumulateDirectory(child, originOf(target.origin, entry), context, into, false)
  } catch (error) {
    throw prefixed(`accumulation err='${fileError.message}'`, error)
  }
}

/** The objects of a file. */
function addObjects(target: Target, entry: string, source: Source, context: BuildContext, into: Accumulator): void {
  const { loader, origin } = target
  let objects: Resource[]
  let file: ResMap | undefined
  try {
    objects = loader.keepsOutlines ? objectsUntouched(source, context) : context.objects(source)
    // Two objects of one file must not be the same one, which is another problem than being that of another file.
    if (objects.length > 1) {
      file = new ResMap()
      file.appendEach(objects)
    }
  } catch (error) {
    throw loadingProblem(error, entry)
  }
  if (context.tracksOrigins) noteOrigins(objects, originOf(origin, entry), entry)
  try {
    if (file === undefined) into.map.appendEach(objects)
    else into.map.appendAll(file)
  } catch (error) {
    throw prefixed(`merging resources from '${entry}'`, error)
  }
}

function loadingProblem(error: unknown, entry: string): unknown {
  const found = malformed(error, entry)
  return found instanceof ToolError && found.code !== 'NOT_YET' ? fileProblem(entry, found) : found
}

function fileProblem(entry: string, error: ToolError): ToolError {
  return rephrase(`accumulating resources from '${entry}': ${error.message}`, error)
}

async function accumulateDirectory(
  loader: Loader,
  origin: OriginBase,
  context: BuildContext,
  into: Accumulator,
  asComponent: boolean,
): Promise<void> {
  const { root } = loader
  let target: Target
  try {
    target = await openTarget(loader, origin, context)
  } catch (error) {
    throw prefixed(`couldn't make target for path '${root}'`, error)
  }
  const { kind, openapi } = target.kustomization
  if (openapi !== undefined) await (await import('./openapi.ts')).chooseSchema(target, context)
  if (asComponent && kind !== 'Component') throw notAComponent(root, kind)
  if (!asComponent && kind === 'Component') throw isAComponent(root)
  let child: Accumulator
  try {
    child = await accumulateTarget(target, context, asComponent ? into : undefined)
  } catch (error) {
    throw prefixed(`recursed accumulation of path '${root}'`, error)
  }
  if (asComponent) return
  try {
    into.merge(child)
  } catch (error) {
    throw prefixed(`recursed merging from path '${root}'`, error)
  }
}
