/** The kustomization file of a folder: found, read, changed, printed (command line 4 and 5). */
import { fail, wrap } from '../../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log, type WritableFileSystem } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import type { Source } from '../../core/source.ts'
import { sourceOfBytes } from '../../core/source-of-bytes.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { FILE_NAMES } from '../target.ts'
import type { Kustomization } from '../types.ts'
import { currentForm } from './current.ts'
import { encodeKustomization } from './encode.ts'
import { keptForm } from './kept-form.ts'
import { referenceForm } from './reference-form.ts'

export interface EditContext {
  fs: WritableFileSystem
  /** Looks for resources that are elsewhere. */
  fetcher?: Fetcher
  /** The folder whose kustomization is edited, absolute. */
  folder: string
  log: Log
  /** The file is written as the reference writes it, instead of keeping what no edit touched. */
  isReferenceForm: boolean
}

/** What a command does to a kustomization; false when the file shall stay as it is. */
export type Edit = (k: Kustomization, file: KustomizationFile) => Promise<boolean | undefined> | boolean | undefined

export interface EditOptions {
  /** Words that this command puts before what is wrong with finding and with reading the file. */
  finding?: string
  reading?: string
  /** Old fields are replaced by current ones even where nothing else changes. */
  replacesOldFields?: boolean
}

/** A file to be written. */
export interface Change {
  path: string
  bytes: Uint8Array
}

export interface KustomizationFile {
  name: string
  source: Source
}

/** Runs an edit and returns what has to be written; nothing when the file would stay as it is. */
export async function editFile(context: EditContext, edit: Edit, options: EditOptions = {}): Promise<Change[]> {
  const file = await prefixed(options.finding, () => openFile(context))
  const k = await prefixed(options.reading, () => currentForm(file.source))
  if ((await edit(k, file)) === false) return []
  const { text } = file.source
  const printed = context.isReferenceForm
    ? referenceForm(text, encodeKustomization(k))
    : keptForm(file.source, k, options.replacesOldFields === true)
  return printed === text ? [] : [{ path: join(context.folder, file.name), bytes: encodeUtf8(printed) }]
}

async function prefixed<T>(prefix: string | undefined, action: () => Promise<T> | T): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw prefix === undefined ? error : wrap(prefix, error)
  }
}

/** The names of the kustomization files of a folder. */
export async function kustomizationFiles({ fs, folder }: EditContext): Promise<string[]> {
  const found: string[] = []
  for (const name of FILE_NAMES) if ((await fs.stat(join(folder, name))) !== undefined) found.push(name)
  return found
}

async function openFile(context: EditContext): Promise<KustomizationFile> {
  const { fs, folder } = context
  const [name, ...others] = await kustomizationFiles(context)
  if (name === undefined) {
    throw fail('NO_KUSTOMIZATION', "Missing kustomization file 'kustomization.yaml'.\n", {
      hint: 'edits are made in the working directory; `strake create` makes a new file',
    })
  }
  if (others.length > 0) {
    throw fail('SEVERAL_KUSTOMIZATIONS', `Found multiple kustomization file: [${[name, ...others].join(' ')}]\n`)
  }
  const path = join(folder, name)
  if ((await fs.stat(path))?.type === 'directory') throw fail('IS_DIRECTORY', `${name} should be a file`)
  return { name, source: await readSource(fs, path, name) }
}

/** A file as text; `shown` is its name in messages. */
async function readSource(fs: FileSystem, path: string, shown: string): Promise<Source> {
  try {
    return sourceOfBytes(path, await fs.read(path))
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${shown}: ${error.reason}`) : error
  }
}

/** A line of the reference's log. */
export function say({ log }: EditContext, message: string): void {
  log.emit({ severity: 'warning', code: 'LOG', message, at: [] })
}
