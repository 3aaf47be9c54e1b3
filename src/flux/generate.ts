/** The kustomization file that Flux builds a path with: the one that is there, or one of all files, and the spec (flux 2, 4). */
import { fail } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { sourceOfBytes } from '../core/source-of-bytes.ts'
import { readConverted } from '../kustomize/config-files.ts'
import type { ParsedFiles } from '../kustomize/context.ts'
import { KUSTOMIZATION } from '../kustomize/decode.ts'
import { encodeKustomization } from '../kustomize/edit/encode.ts'
import { Decoder, IN_FILE } from '../kustomize/shape.ts'
import { FILE_NAMES } from '../kustomize/target.ts'
import type { Kustomization } from '../kustomize/types.ts'
import { appendEntry, stringScalar } from '../yaml/edit.ts'
import { emitPlainValueSorted } from '../yaml/emit.ts'
import { MAPPING, Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isPlainDecimal } from '../yaml/resolve.ts'
import { dropIgnoredEntries, type IgnoreRules } from './ignore-files.ts'
import type { FluxKustomization } from './kustomization.ts'
import { mergeSpec } from './merge-spec.ts'
import { scanFolder } from './scan.ts'

export interface GenerateOptions {
  fs: FileSystem
  /** Absolute path of the folder. */
  folder: string
  spec: FluxKustomization['spec']
  /** Those of the command line; the controller has none. */
  ignores?: IgnoreRules | undefined
  /** What is parsed on the way. */
  parsed: ParsedFiles
}

export interface GeneratedFile {
  /** `created` when there was no kustomization file. */
  action: 'created' | 'unchanged'
  /** Absolute path. */
  path: string
  /** Made when it is asked for. */
  readonly text: string
}

export interface Generated {
  file: GeneratedFile
  /** What reading its text would give; undefined where that is not certain. */
  root: Mapping | undefined
}

/** Namespace of a kustomization without anything in it. */
const PLACEHOLDER = '_placeholder'

/**
 * The file as Flux writes it before it builds. Nothing is written.
 *
 * @throws ToolError with Flux's message
 */
export async function generateKustomization(options: GenerateOptions): Promise<Generated> {
  const { fs, folder, spec, ignores, parsed } = options
  // Most folders have a file of the first name, which then needs no look at where it leads to.
  const text = await fs.readText?.(join(folder, FILE_NAMES[0]))
  const existing = text === undefined ? await findFile(fs, folder) : FILE_NAMES[0]
  const path = join(folder, existing ?? FILE_NAMES[0])
  const k =
    existing === undefined
      ? await fromFolder(options)
      : decodeKustomizationFile(text === undefined ? await readFile(fs, path) : new Source(path, text))
  if (existing !== undefined && k.resources.length === 0) k.buildMetadata = ['originAnnotations']
  if (existing === undefined && (await fs.stat(path))?.type === 'directory') {
    // The reference cannot write its file, and then not remove it.
    throw fail('IS_DIRECTORY', `open ${path}: is a directory remove ${path}: directory not empty`)
  }
  if (ignores !== undefined) await dropIgnoredEntries(fs, folder, k, ignores)
  await mergeSpec(k, spec, fs, folder)
  parsed.delete(path)
  return generated(existing === undefined ? 'created' : 'unchanged', path, k)
}

async function findFile(fs: FileSystem, folder: string): Promise<string | undefined> {
  for (const name of FILE_NAMES) if ((await fs.stat(join(folder, name)))?.type === 'file') return name
  return undefined
}

/** The text of a folder's kustomization file; undefined when it has none. */
export async function readKustomizationFile(fs: FileSystem, folder: string): Promise<Source | undefined> {
  const name = await findFile(fs, folder)
  return name === undefined ? undefined : await readFile(fs, join(folder, name))
}

async function readFile(fs: FileSystem, path: string): Promise<Source> {
  try {
    return sourceOfBytes(path, await fs.read(path))
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${path}: ${error.reason}`) : error
  }
}

async function fromFolder({ fs, folder, ignores, parsed }: GenerateOptions): Promise<Kustomization> {
  const resources = await scanFolder(fs, folder, ignores?.files ?? [], parsed)
  const k = decodeKustomizationFile(new Source('', ''))
  if (resources.length === 0) k.namespace = PLACEHOLDER
  k.resources = resources
  return k
}

/** Loosely: fields that Flux's kustomize does not know are dropped. */
export function decodeKustomizationFile(source: Source): Kustomization {
  const decoder = new Decoder(source, { converts: true })
  const decoded = decoder.root(readConverted(source, false), KUSTOMIZATION)
  decoder.finish(IN_FILE)
  const k = decoded as unknown as Kustomization
  for (const label of k.labels) label.includeVolumeClaimTemplates = false
  if (k.apiVersion === '') k.apiVersion = 'kustomize.config.k8s.io/v1beta1'
  if (k.kind === '') k.kind = 'Kustomization'
  return k
}

/** What they hold is not only decoded. */
const KEPT_AS_TREES = ['replacements', 'helmCharts', 'helmChartInflationGenerator'] as const

function generated(action: GeneratedFile['action'], path: string, k: Kustomization): Generated {
  const root = new Mapping()
  for (const [name, value] of encodeKustomization(k)) appendEntry(root, stringScalar(name), value)
  const isSure = KEPT_AS_TREES.every((name) => k[name].length === 0) && isReadAsIs(root)
  let text: string | undefined
  const file: GeneratedFile = {
    action,
    path,
    get text() {
      text ??= emitPlainValueSorted(root)
      return text
    },
  }
  return { file, root: isSure ? root : undefined }
}

/** Whether a tree that is printed and read again is the same. */
function isReadAsIs(node: Node): boolean {
  if (node.kind === SEQUENCE) return node.items.every(isReadAsIs)
  if (node.kind === MAPPING) return node.keys.every(isReadAsIs) && node.values.every(isReadAsIs)
  if (node.kind !== SCALAR) return false
  // That key is written without quotes.
  if (node.tag === '!!str') return node.value !== '<<' && PRINTABLE.test(node.value)
  return node.tag === '!!null' || node.tag === '!!bool' || (node.tag === '!!int' && isPlainDecimal(node.value))
}

const PRINTABLE = /^[\n\x20-\x7e]*$/
