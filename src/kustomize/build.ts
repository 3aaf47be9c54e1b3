/** The entry of a build: a folder in, documents out. */

import { withoutCredentials } from '../core/credentials.ts'
import { type Diagnostic, ToolError } from '../core/error.ts'
import type { Fetcher, FileSystem, Log, Runner } from '../core/host.ts'
import type { Recorder } from '../core/trace.ts'
import { apiVersionOf } from '../krm/gvk.ts'
import { effectiveNamespace } from '../krm/id.ts'
import type { Resource } from '../krm/resource.ts'
import { Schema } from '../krm/schema.ts'
import { emitSorted } from '../yaml/emit.ts'
import { accumulateTarget } from './accumulate.ts'
import { BuildContext, locate, type ParsedFiles } from './context.ts'
import { finalise } from './finalise.ts'
import { Loader, type LoadRestrictor } from './loader.ts'
import type { FunctionOptions } from './plugins/options.ts'
import type { Reorder } from './sort-options.ts'
import type { BuildTables } from './tables.ts'
import { type KnownFile, openTarget } from './target.ts'
import { beyondBounds } from './too-large.ts'
import type { HelmOptions, Kustomization } from './types.ts'
import { untouchedDocument } from './untouched.ts'

/** The kustomize version whose behaviour this is, and which the managed-by label names. */
export const KUSTOMIZE_VERSION = 'v5.8.2'

export interface BuildOptions {
  /** Absolute path of the folder to build. */
  root: string
  /** The same as the user wrote it, for messages; a git URL is recognised here. Default: `root`. */
  argument?: string
  fs: FileSystem
  /** Fetches remote parts; without one they are refused. */
  fetcher?: Fetcher | undefined
  /** Runs helm, functions and plugins where they are enabled; without one they are refused. */
  runner?: Runner | undefined
  log?: Log | undefined
  /** Default `LoadRestrictionsRootOnly`: files outside the kustomization's folder are refused. */
  loadRestrictor?: LoadRestrictor
  /** Default `unspecified`, which is legacy order unless the kustomization says otherwise. */
  reorder?: Reorder
  managedByLabel?: boolean
  enablePlugins?: boolean
  enableHelm?: boolean
  /** How charts are rendered where they do not say it. */
  helm?: HelmOptions
  /** What functions and plugins may do, where they are enabled. */
  functions?: FunctionOptions | undefined
  /** What builds before this one have parsed; a map that several builds are given lets them share it. */
  parsed?: ParsedFiles | undefined
  /** The configuration made ready; builds that are given the same one share it. */
  tables?: BuildTables | undefined
  /** The kustomization file of `root`, which is there all the same. */
  known?: KnownFile | undefined
  /** Shown each kustomization that was read; what it throws ends the build. */
  accept?: (kustomization: Kustomization) => void
  /** Told of every edit; costs nothing when absent. */
  recorder?: Recorder
  /**
   * Objects in which nothing changes are kept as text, their trees being read when somebody asks for them, where a
   * kustomization has so many resources. Default 40, from where on it is faster.
   */
  keepTextsFrom?: number
  version?: string
}

/** One object of a build's output. */
export interface BuiltDocument {
  apiVersion: string
  kind: string
  name: string
  /** As written; '' when unset. */
  namespace: string
  /** `default` for none, a stand-in for cluster-scoped objects. */
  effectiveNamespace: string
  clusterScoped: boolean
  /** YAML, ending in a line break. */
  text: string
  /** The tree the text was printed from, which is what a recorder was told about. */
  root: object
}

export interface BuildResult {
  /** All documents, `---` lines between them. */
  text: string
  documents: BuiltDocument[]
  /** Warnings, in order. */
  diagnostics: Diagnostic[]
}

/**
 * Builds a kustomization: what `kustomize build` prints, byte for byte.
 *
 * ```ts
 * import { build, memoryFileSystem } from 'strake'
 *
 * const fs = memoryFileSystem({
 *   '/app/kustomization.yaml': 'namespace: shop\nconfigMapGenerator: [{name: colours, literals: [sky=blue]}]\n',
 * })
 * const { text, documents } = await build({ root: '/app', fs })
 * console.log(text, documents[0]?.name) // … colours-<hash>
 * ```
 *
 * @throws ToolError for everything that is wrong with the input; its message is the reference's
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  try {
    return await buildUnbounded(options)
  } catch (error) {
    throw error instanceof ToolError ? withoutCredentials(error) : beyondBounds(error)
  }
}

/** The objects of a build before they are printed, for whoever changes them further. */
export async function buildResources(options: BuildOptions): Promise<readonly Resource[]> {
  const { root, argument = root, fs, log, reorder = 'unspecified', managedByLabel = false } = options
  const version = options.version ?? KUSTOMIZE_VERSION
  const context = new BuildContext(
    fs,
    log,
    Schema.builtin(),
    options.recorder,
    options.enableHelm === true || options.enablePlugins === true,
    options.enablePlugins === true,
    version,
    options.runner,
    options.helm,
    options.functions,
    options.parsed,
    options.tables,
    options.accept,
    options.keepTextsFrom,
  )
  const restrictor = options.loadRestrictor ?? 'LoadRestrictionsRootOnly'
  const loader = await Loader.open(fs, root, argument, restrictor, { fetcher: options.fetcher, log })
  const target = await openTarget(loader, { path: '' }, context, options.known)
  if (target.kustomization.openapi !== undefined) await (await import('./openapi.ts')).chooseSchema(target, context)
  context.tracksOrigins = target.kustomization.buildMetadata.length > 0
  const into = await accumulateTarget(target, context)
  await finalise(into, target, context, { reorder, managedByLabel })
  return into.map.resources
}

/** The text of an object. */
export async function printResource(resource: Resource): Promise<string> {
  try {
    return emitSorted(resource.root, { annotationsAsStrings: true })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { printingProblem } = await import('./printing-problem.ts')
    throw locate(printingProblem(resource.root, error), resource.locate())
  }
}

function printedDocument(resource: Resource, text: string): BuiltDocument {
  const { id, root } = resource
  const { kind, name, namespace, clusterScoped } = id
  const apiVersion = apiVersionOf(id)
  return { apiVersion, kind, name, namespace, effectiveNamespace: effectiveNamespace(id), clusterScoped, text, root }
}

async function buildUnbounded(options: BuildOptions): Promise<BuildResult> {
  const diagnostics: Diagnostic[] = []
  const log: Log = {
    emit(diagnostic) {
      diagnostics.push(diagnostic)
      options.log?.emit(diagnostic)
    },
  }
  const documents: BuiltDocument[] = []
  let text = ''
  for (const resource of await buildResources({ keepTextsFrom: 40, ...options, log })) {
    const { outline } = resource
    const printed = outline === undefined ? await printResource(resource) : outline.text
    text += text === '' ? printed : `---\n${printed}`
    documents.push(outline === undefined ? printedDocument(resource, printed) : untouchedDocument(resource, printed))
  }
  return { text, documents, diagnostics }
}
