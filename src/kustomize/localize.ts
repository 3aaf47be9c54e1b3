/** `localize`: a copy of a kustomization with all it refers to (command line 10). Makes the files, writes nothing. */
import { fail, type ToolError } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log } from '../core/host.ts'
import { basename, dirname, isAbsolute, isWithin, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import { Schema } from '../krm/schema.ts'
import { BuildContext } from './context.ts'
import { Loader } from './loader.ts'
import { addFolder, type Job, relativePath, within } from './localize/copies.ts'
import { type Copy, withCopy } from './localize/copy.ts'
import { remoteName } from './localize/remote-names.ts'
import { localizeRoot, refuseWithoutRef } from './localize/root.ts'
import { beyondBounds } from './too-large.ts'

export interface LocalizeOptions {
  fs: FileSystem
  /** Without one, remote targets and entries are refused. */
  fetcher?: Fetcher
  log: Log
  /** What relative paths count from, absolute. */
  cwd: string
  /** The folder of a kustomization, or the URL of one in a repository, as the user wrote it. */
  target: string
  /** The folder that local references may not leave; '' for the target. */
  scope: string
  /** A folder that does not exist yet, in one that does; '' for `localized-` and the target's name. */
  destination: string
}

export interface Localized {
  /** Where the copy belongs, absolute, symbolic links resolved. */
  destination: string
  /** Where the target's copy stands in it; '.' when it is the scope. */
  target: string
  /** Folders of the copy, absolute, each after the one it lies in. */
  folders: string[]
  /** Files of the copy by absolute path. */
  files: Map<string, Uint8Array>
}

/** @throws ToolError for everything that is wrong with the arguments or the kustomization */
export async function localize(options: LocalizeOptions): Promise<Localized> {
  const { fs, target } = options
  refuseWithoutRef(target)
  const copy: Copy = { files: new Map(), folders: new Set() }
  const loader = await openTarget(options, withCopy(fs, copy))
  const scope = await within(`invalid localize scope ${goQuote(options.scope)}`, () => findScope(options, loader))
  const destination = await within(invalidDestination(options.destination), () => findDestination(options, loader))
  const context = new BuildContext(fs, undefined, Schema.builtin(), undefined, false, false, '', undefined)
  const job: Job = { scope, destination, context, copy }
  const path = relativePath(scope, loader.root)
  const place = { job, loader, destination: join(destination, path) }
  addFolder(job, place.destination)
  await within(`unable to localize target ${goQuote(target)}`, async () => {
    try {
      await localizeRoot(place)
    } catch (error) {
      throw beyondBounds(error)
    }
  })
  const folders = [...copy.folders].sort((a, b) => a.length - b.length)
  return { destination, target: path, folders, files: copy.files }
}

/** What stands before a problem with the destination. */
export function invalidDestination(written: string): string {
  return `invalid localize destination ${goQuote(written)}`
}

async function openTarget({ cwd, target, fetcher, log }: LocalizeOptions, fs: FileSystem): Promise<Loader> {
  return await within(`unable to establish localize target ${goQuote(target)}`, async () => {
    if (target === '') throw fail('ROOT', 'must build at directory: directory path cannot be empty')
    return await Loader.open(fs, absolute(target, cwd), target, 'LoadRestrictionsRootOnly', { fetcher, log })
  })
}

async function findScope(options: LocalizeOptions, { root, clone }: Loader): Promise<string> {
  const { fs, cwd, target, scope: written } = options
  if (clone !== undefined) {
    if (written === '') return clone.root
    throw fail('LOCALIZE_SCOPE', `scope ${goQuote(written)} specified for remote localize target ${goQuote(target)}`)
  }
  if (written === '') return root
  const scope = await within('unable to establish localize scope', () =>
    realFolder(fs, absolute(written, cwd), written),
  )
  if (isWithin(root, scope)) return scope
  const shown = `localize scope ${goQuote(written)} does not contain target ${goQuote(target)} at ${goQuote(root)}`
  throw fail('LOCALIZE_SCOPE', shown)
}

async function realFolder(fs: FileSystem, path: string, shown: string): Promise<string> {
  let real: string
  try {
    real = await fs.real(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const reason = error.path === '' ? error.reason : `lstat ${error.path}: ${error.reason}`
    throw fail(error.code, `not a valid directory: evalsymlink failure on '${shown}' : ${reason}`)
  }
  if ((await fs.stat(real))?.type === 'directory') return real
  throw fail('NOT_DIRECTORY', `'${shown}': file is not directory`)
}

/** The destination must not exist, the folder it lies in must. */
async function findDestination(options: LocalizeOptions, loader: Loader): Promise<string> {
  const { fs, cwd } = options
  const written = options.destination === '' ? defaultDestination(options.target, loader) : options.destination
  const path = absolute(written, cwd)
  if ((await fs.stat(path)) !== undefined) {
    throw fail('DESTINATION_EXISTS', `localize destination ${goQuote(written)} already exists`)
  }
  try {
    const folder = await fs.real(dirname(path))
    if ((await fs.stat(folder))?.type === 'directory') return join(folder, basename(path))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw notCreated(written, error)
  }
  throw notCreated(written, new FileError('NOT_DIRECTORY', path, 'not a directory'))
}

/** Why the destination's folder cannot be made. */
export function notCreated(written: string, { code, reason }: FileError): ToolError {
  return fail(code, `unable to create localize destination directory: mkdir ${written}: ${reason}`)
}

function defaultDestination(target: string, { root, clone }: Loader): string {
  if (clone !== undefined) return remoteName(target, root, clone.root)
  return root === '/' ? 'localized' : `localized-${basename(root)}`
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? join(path) : join(cwd, path)
}
