/** What the controller applies for one Kustomization (flux 0, 8, 10, 12). */
import { fail, wrap } from '../core/error.ts'
import type { Fetcher, FileSystem, Log } from '../core/host.ts'
import { gvkText, parseApiVersion } from '../krm/gvk.ts'
import type { ParsedFiles } from '../kustomize/context.ts'
import type { BuildTables } from '../kustomize/tables.ts'
import { field, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { buildPath } from './build-path.ts'
import type { Decryptor } from './decrypt.ts'
import { type GeneratedFile, generateKustomization } from './generate.ts'
import { type HiddenVariables, hidingSubstitution, loadStandIns, type Substitution } from './hidden-variables.ts'
import { FLUX_GROUP, type FluxKustomization } from './kustomization.ts'
import { normalise } from './normalise.ts'
import {
  addCommonMetadata,
  addOwner,
  type FluxObject,
  idOf,
  printObject,
  readBack,
  shownId,
  stringField,
} from './object.ts'
import { type FindVariables, isOptedOut, loadVariables } from './post-build.ts'
import { QUOTES_HINT, refuseUnreadable } from './readable.ts'
import { placeInSource, withinSource } from './source-files.ts'
import { withoutIgnored } from './source-ignore.ts'
import { type Stage, stagesOf } from './stages.ts'
import { fluxTables } from './tables.ts'
import { TypedKinds } from './typed.ts'

/** The files of a source and what was found out about them; its Kustomizations are best rendered from one. */
export interface FluxSource {
  /** Nothing outside of the root is read through it. */
  fs: FileSystem
  root: string
  parsed: ParsedFiles
  tables: BuildTables
  types: TypedKinds
}

/**
 * `root` is the absolute folder of the source, symbolic links resolved. With `ignore`, the source's patterns, files that the
 * artifact would not have are not there; with `onLink`, links are not either, and it is told of them. With neither the folder
 * is the artifact.
 */
export function openSource(fs: FileSystem, root: string, ignore?: string, onLink?: (path: string) => void): FluxSource {
  const artifact = ignore === undefined ? fs : withoutIgnored(fs, root, ignore)
  return {
    fs: withinSource(artifact, root, onLink),
    root,
    parsed: new Map(),
    tables: fluxTables(),
    types: new TypedKinds(),
  }
}

export interface RenderOptions {
  kustomization: FluxKustomization
  source: FluxSource
  /** ConfigMaps and Secrets in the namespace of the Kustomization. */
  findVariables?: FindVariables
  /** Variables that are not set are errors. Default true, as for the controller. */
  strict?: boolean
  /** Kinds of a stage of their own: `group/Kind`, of the core group `Kind`. */
  customStageKinds?: readonly string[]
  /** Fetches remote bases; without one they are refused. */
  fetcher?: Fetcher | undefined
  log?: Log | undefined
  /** The variables that decryption has made readable: what they are put into is hidden. */
  hiddenVariables?: HiddenVariables | undefined
  /** Told of each object that variables are put into, before they are. */
  onSubstitution?: ((object: FluxObject, variables: ReadonlyMap<string, string>) => void) | undefined
  /** Opens what is encrypted, when the Kustomization has `decryption`. */
  decryptor?: Decryptor | undefined
  /** Secrets that stay encrypted although `decryption` is there, or may be, are kept as they are. Default: they are refused. */
  keepsSealed?: boolean | undefined
  /** Objects get no owner labels: nobody knows what applies them. */
  isUnowned?: boolean | undefined
}

export interface Rendered {
  /** The kustomization file that the path was built with. */
  generated: GeneratedFile
  /** All objects, in the order in which they are applied. */
  stages: Stage[]
}

/**
 * The objects that Flux's controller would hand to the cluster.
 *
 * @throws ToolError with the controller's message
 */
export async function renderKustomization(options: RenderOptions): Promise<Rendered> {
  const { kustomization, log, fetcher } = options
  const { metadata, spec } = kustomization
  const { fs, root, parsed, tables, types } = options.source
  const folder = placeInSource(root, spec.path)
  if ((await fs.stat(folder)) === undefined)
    throw fail('NO_PATH', `kustomization path not found: stat ${folder}: no such file or directory`)
  const generated = await generateKustomization({ fs, folder, spec, parsed })
  const decryption = await options.decryptor?.open({ kustomization, fs, folder, text: generated.file.text })
  let objects: FluxObject[]
  try {
    const shown = decryption?.shownIn(log) ?? log
    const built = await buildPath({ fs: decryption?.fs ?? fs, folder, generated, fetcher, log: shown, parsed, tables })
    const decrypted = decryption === undefined ? built : await decryption.objects(built)
    const substituted = substituteAll(decrypted, options)
    for (const object of substituted) {
      refuseUnreadable(object)
      warnOfLeftOut(object, log)
    }
    objects = readBack(substituted)
  } catch (error) {
    throw decryption?.withoutValues(error) ?? error
  }
  for (const warning of decryption?.sealed ?? []) log?.emit(warning)
  const mayDecrypt = spec.decryption !== undefined || options.isUnowned === true
  const keepsSealed = options.keepsSealed === true && mayDecrypt
  for (const object of objects) {
    const isSealed = isSealedSecret(object)
    if (options.isUnowned !== true) addOwner(object, metadata)
    if (!isSealed || !keepsSealed) normalise(object, types)
    addCommonMetadata(object, spec.commonMetadata)
    if (isSealed && !keepsSealed)
      throw fail(
        'SEALED_SECRET',
        `${shownId(idOf(object))} is SOPS encrypted, configuring decryption is required for this secret to be reconciled`,
      )
  }
  return { generated: generated.file, stages: stagesOf(objects, options.customStageKinds) }
}

/** Otherwise it would go without a word when the objects are read back. */
function refuseNameless(object: FluxObject): void {
  object.id = idOf(object)
  const { apiVersion, kind, name } = object.id
  if (apiVersion !== '' && kind !== '' && name !== '') return
  const { root } = object
  const written = [field(root, 'apiVersion'), field(root, 'kind'), field(field(root, 'metadata'), 'name')].map(textOf)
  if (written.includes(''))
    throw fail(
      'NOT_AN_OBJECT',
      `failed to decode Kubernetes apiVersion, kind and name from: ${printObject(object).trimEnd()}`,
    )
}

/** One whose other names are no texts goes without a word. */
function warnOfLeftOut(object: FluxObject, log: Log | undefined): void {
  const { root } = object
  object.id = idOf(object)
  if (field(root, 'items')?.kind === SEQUENCE || (object.id.apiVersion !== '' && object.id.name !== '')) return
  const [kind, name] = [field(root, 'kind'), field(field(root, 'metadata'), 'name')].map(textOf)
  log?.emit({
    severity: 'warning',
    code: 'NOT_AN_OBJECT',
    message: `Flux leaves out ${kind}/${name}: its apiVersion, kind and name have to be texts`,
    at: object.at === undefined ? [] : [object.at],
    hint: QUOTES_HINT,
  })
}

function textOf(node: Node | undefined): string {
  return node?.kind === SCALAR && !isNull(node) ? node.value : ''
}

/** Object by object, names first. References are only followed when there is an object to substitute in. */
function substituteAll(
  objects: readonly FluxObject[],
  { kustomization, findVariables = () => undefined, hiddenVariables, strict = true, onSubstitution }: RenderOptions,
): FluxObject[] {
  let variables: ReadonlyMap<string, string> | undefined
  let substitution: Substitution | undefined
  return objects.map((object) => {
    refuseNameless(object)
    if (kustomization.spec.postBuild === undefined || isOptedOut(object)) return object
    try {
      if (substitution === undefined) {
        variables = loadVariables(kustomization, findVariables)
        const standIns = hiddenVariables && loadStandIns(kustomization, findVariables, hiddenVariables)
        substitution = hidingSubstitution(variables, standIns, strict)
      }
      if (variables !== undefined) onSubstitution?.(object, variables)
      return substitution(object)
    } catch (error) {
      const { apiVersion, kind, name } = idOf(object)
      throw wrap(`post build failed for '${gvkText({ ...parseApiVersion(apiVersion), kind })}/${name}'`, error)
    }
  })
}

/** A Secret that is encrypted as a document. */
export function isSealedSecret(object: FluxObject): boolean {
  const { root } = object
  const { apiVersion, kind } = idOf(object)
  if (apiVersion !== 'v1' || kind !== 'Secret') return false
  const decrypt = stringField(field(field(root, 'metadata'), 'annotations'), `${FLUX_GROUP}/decrypt`)
  return field(root, 'sops') !== undefined && decrypt.toLowerCase() !== 'disabled'
}
