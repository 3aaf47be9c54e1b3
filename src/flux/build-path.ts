/** From a Kustomization and a folder to the objects of its kustomize build (flux 0, steps 2 to 5). */
import { withoutCredentials } from '../core/credentials.ts'
import { fail, rephrase, ToolError, wrap } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log } from '../core/host.ts'
import { type Location, Source } from '../core/source.ts'
import { encodeUtf8 } from '../core/text.ts'
import type { PreviousId, Resource } from '../krm/resource.ts'
import { buildResources } from '../kustomize/build.ts'
import type { ParsedFiles } from '../kustomize/context.ts'
import type { BuildTables } from '../kustomize/tables.ts'
import { beyondBounds } from '../kustomize/too-large.ts'
import type { Kustomization } from '../kustomize/types.ts'
import { field, SEQUENCE } from '../yaml/node.ts'
import type { Generated } from './generate.ts'
import type { FluxObject } from './object.ts'
import { withFile } from './source-files.ts'
import { fluxTables } from './tables.ts'

/** What Flux's kustomize says of its version, in the managed-by label. */
const VERSION = '(devel)'

export interface PathBuild {
  fs: FileSystem
  /** Absolute path of the folder. */
  folder: string
  generated: Generated
  /** Fetches remote bases; without one they are refused. */
  fetcher?: Fetcher | undefined
  log?: Log | undefined
  parsed: ParsedFiles
  tables?: BuildTables | undefined
}

/**
 * The objects in the order of the build, which is that of the files.
 *
 * @throws ToolError `kustomize build failed: …`
 */
export async function buildPath(options: PathBuild): Promise<FluxObject[]> {
  const { fs, folder, generated, fetcher, log, parsed, tables = fluxTables() } = options
  const { path } = generated.file
  let file = path
  /** Places in a text that nobody has written say nothing. */
  const isWritten = ({ source }: Location) =>
    source.path !== file && (generated.root !== undefined || source.text !== generated.file.text)
  try {
    const root = await fs.real(folder)
    file = `${root}${path.slice(path.lastIndexOf('/'))}`
    const resources = await buildResources({
      root,
      argument: folder,
      fs: withFile(fs, file, () => encodeUtf8(generated.file.text)),
      known: generated.root && { source: new Source(file, ''), root: generated.root },
      fetcher,
      log: log && {
        emit: (diagnostic) => log.emit({ ...diagnostic, at: diagnostic.at.filter(isWritten) }),
      },
      loadRestrictor: 'LoadRestrictionsNone',
      reorder: 'none',
      version: VERSION,
      parsed,
      tables,
      accept: refuseClaimTemplates,
    })
    refuseCommas(resources)
    return resources.map((resource) => {
      const at = resource.locate()
      return { root: resource.root, jsonTyped: false, at: at !== undefined && isWritten(at) ? at : undefined }
    })
  } catch (error) {
    throw wrap('kustomize build failed', withoutPlaces(isWritten, beyondBounds(asToolError(error))))
  }
}

/** Flux 2.9 has a kustomize that does not know this field yet. In the file of the path it was dropped before. */
function refuseClaimTemplates({ root }: Kustomization): void {
  const labels = field(root, 'labels')
  if (labels?.kind !== SEQUENCE || !labels.items.some((label) => field(label, CLAIM_TEMPLATES) !== undefined)) return
  throw fail('UNKNOWN_FIELD', `invalid Kustomization: json: unknown field "${CLAIM_TEMPLATES}"`)
}

const CLAIM_TEMPLATES = 'includeVolumeClaimTemplates'

/** kustomize notes former identities as lists with commas, and gives up when these come out differently long. */
function refuseCommas(resources: readonly Resource[]): void {
  const parts = (texts: string[]) => texts.join().split(',').length
  const hasComma = ({ name, namespace, kind }: PreviousId) => `${name}${namespace}${kind}`.includes(',')
  for (const { previous } of resources) {
    if (!previous.some(hasComma)) continue
    const names = parts(previous.map(({ name }) => name))
    const namespaces = parts(previous.map(({ namespace }) => namespace))
    const kinds = parts(previous.map(({ kind }) => kind))
    if (names === namespaces && names === kinds) continue
    const lists = 'number of previous names, number of previous namespaces, number of previous kinds'
    throw fail('COMMA', `recovered from kustomize build panic: ${lists} not equal`, {
      hint: 'an object whose name or namespace has a comma cannot be renamed',
    })
  }
}

function asToolError(error: unknown): unknown {
  if (error instanceof FileError) return new ToolError(error.code, `${error.path}: ${error.reason}`)
  return error instanceof ToolError
    ? rephrase(error.message.replace(FOLDER_AS_FILE, 'read $1: is a directory'), error)
    : error
}

/** What Flux's file system says in other words. */
const FOLDER_AS_FILE = /'([^']*)' must resolve to a file/g

function withoutPlaces(isWritten: (at: Location) => boolean, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  const written = (at: Location[]) => at.filter(isWritten)
  const also = error.also.map((one) => ({ ...one, at: written(one.at) }))
  return withoutCredentials(new ToolError(error.code, error.message, { at: written(error.at), hint: error.hint, also }))
}
