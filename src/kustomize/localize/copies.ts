/** Files that a kustomization names, copied to where its own copy stands (command line 10). */
import { fail, wrap } from '../../core/error.ts'
import { type Entry, FileError } from '../../core/host.ts'
import { dirname, isAbsolute, isWithin, join } from '../../core/path.ts'
import type { Source } from '../../core/source.ts'
import { sourceOfBytes } from '../../core/source-of-bytes.ts'
import { goQuote } from '../../core/text.ts'
import type { BuildContext } from '../context.ts'
import { isHttp } from '../elsewhere.ts'
import { fileSource } from '../generators/keyvalues.ts'
import type { Loader } from '../loader.ts'
import type { Copy } from './copy.ts'
import { REMOTE_FOLDER, urlPlace } from './remote-names.ts'

/** One localization: what all of its kustomizations share. */
export interface Job {
  /** The folder that local references may not leave, symbolic links resolved. */
  scope: string
  /** Where the copy will stand, absolute. Nothing is there yet. */
  destination: string
  context: BuildContext
  copy: Copy
}

/** One kustomization and where its copy goes. */
export interface Place {
  job: Job
  loader: Loader
  /** The copy's folder, absolute. */
  destination: string
}

/** Reads a file that a kustomization names. */
export async function readFile({ job, loader }: Place, path: string): Promise<Uint8Array> {
  const bytes = await within('invalid file reference', () => loader.read(path))
  // What a repository names can be nowhere else.
  if (isHttp(path) || loader.clone !== undefined) return bytes
  const at = await loader.fs.real(loader.shownPath(path))
  if (!isWithin(dirname(at), job.destination)) return bytes
  const message = `file ${goQuote(path)} at ${goQuote(at)} enters localize destination ${goQuote(job.destination)}`
  throw fail('LOCALIZE_DESTINATION', message)
}

/** Bytes as a text to be parsed. */
export function sourceOf({ loader }: Place, path: string, bytes: Uint8Array): Source {
  return sourceOfBytes(loader.shownPath(path), bytes)
}

/** Copies a file and returns what to call it in the copy. Fields that may be empty stay so. */
export async function copyFile(place: Place, path: string): Promise<string> {
  if (path === '') return ''
  return await putFile(place, path, await readFile(place, path))
}

/**
 * Puts the content of a file in its place: the one that symbolic links lead to, as links are not copied and could
 * lead out of the copy.
 */
export async function putFile(place: Place, path: string, bytes: Uint8Array): Promise<string> {
  const { job, loader, destination } = place
  if (isHttp(path)) await needRemoteFolder(place, 'file', path)
  const name = isHttp(path) ? urlPlace(path) : relativePath(loader.root, await loader.fs.real(loader.shownPath(path)))
  addFile(job, join(destination, name), bytes)
  return name
}

/** The folder for remote parts must be free. */
export async function needRemoteFolder({ loader }: Place, what: 'file' | 'root', entry: string): Promise<void> {
  if ((await loader.fs.stat(join(loader.root, REMOTE_FOLDER))) === undefined) return
  const problem = `${loader.root} already contains ${REMOTE_FOLDER} needed to store ${what} ${goQuote(entry)}`
  throw fail('LOCALIZE_FOLDER', problem)
}

export function addFile(job: Job, path: string, bytes: Uint8Array): void {
  addFolder(job, dirname(path))
  job.copy.files.set(path, bytes)
}

/** A folder of the copy, with those it lies in. */
export function addFolder(job: Job, path: string): void {
  if (!isWithin(path, job.destination)) {
    throw fail('LOCALIZE_DESTINATION', `${path} would not be in ${job.destination}`)
  }
  const { folders } = job.copy
  for (let at = path; isWithin(at, job.destination) && !folders.has(at); at = dirname(at)) folders.add(at)
}

/** Copies the file of an entry `path` or `key=path` of a generator. */
export async function copyFileSource(place: Place, source: string): Promise<string> {
  const { key, path } = fileSource(source)
  const copied = await within(`invalid file source ${goQuote(source)}`, () => copyFile(place, path))
  return source === path ? copied : `${key}=${copied}`
}

/** From one absolute, cleaned path to another. */
export function relativePath(from: string, to: string): string {
  const left = from === '/' ? [] : from.split('/').slice(1)
  const right = to === '/' ? [] : to.split('/').slice(1)
  let same = 0
  while (same < left.length && same < right.length && left[same] === right[same]) same++
  const parts = [...left.slice(same).map(() => '..'), ...right.slice(same)]
  return parts.length === 0 ? '.' : parts.join('/')
}

/** Runs an action, its problems told with a prefix. */
export async function within<T>(prefix: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw wrap(prefix, error)
  }
}

/** The loader of another kustomization, or folder, that this one names. */
export async function enter({ job, loader }: Place, path: string): Promise<Loader> {
  const child = await within('invalid root reference', () => loader.enter(path))
  if (child.clone !== undefined) return child
  const root = goQuote(child.root)
  if (!isWithin(child.root, job.scope)) {
    throw fail('LOCALIZE_SCOPE', `root ${root} outside localize scope ${goQuote(job.scope)}`, {
      hint: '--scope DIR allows references within DIR',
    })
  }
  if (isWithin(child.root, job.destination)) {
    const message = `root ${root} references into localize destination ${goQuote(job.destination)}`
    throw fail('LOCALIZE_DESTINATION', message)
  }
  return child
}

const DEFAULT_CHART_HOME = 'charts'

/** Copies the folder that charts are kept in, if there is one, and returns what to call it. Empty: the default one. */
export async function copyChartHome(place: Place, entry: string): Promise<string> {
  const path = entry === '' ? DEFAULT_CHART_HOME : entry
  if (isAbsolute(path)) throw fail('LOCALIZE_CHARTS', `absolute path ${goQuote(path)} not handled in alpha`)
  const copied = await within(`unable to copy home ${goQuote(entry)}`, () => copyCharts(place, path))
  return entry === '' ? '' : copied
}

async function copyCharts(place: Place, path: string): Promise<string> {
  const { job, loader, destination } = place
  const at = join(loader.root, path)
  const shown = relativePath(loader.root, at)
  // Charts may be fetched into it later.
  if ((await loader.fs.stat(at)) === undefined) return shown
  const { root } = await within('invalid chart home', () => enter(place, shown))
  // The default home is looked for under its name, wherever a link leads to.
  const name = at === join(loader.root, DEFAULT_CHART_HOME) ? shown : relativePath(loader.root, root)
  const into = join(destination, name)
  if (!job.copy.folders.has(into)) {
    await within(`unable to copy chart home ${goQuote(shown)}`, () =>
      within(`unable to copy directory ${goQuote(root)}`, () => copyFolder(place, root, into)),
    )
  }
  return name
}

/** Copies all files below a folder but symbolic links, and folders that have none too. */
async function copyFolder(place: Place, from: string, to: string): Promise<void> {
  const { job, loader } = place
  if (isWithin(job.destination, from)) {
    throw fail('LOCALIZE_DESTINATION', `it contains the localize destination ${goQuote(job.destination)}`)
  }
  const { fs } = loader
  addFolder(job, to)
  for (const { name, type } of await reading(from, (path): Promise<Entry[]> => fs.list(path))) {
    const path = join(from, name)
    if (type === 'directory') await copyFolder(place, path, join(to, name))
    else if (type === 'file') addFile(job, join(to, name), await reading(path, (file) => fs.read(file)))
    else if (type === 'other') throw fail('IS_DIRECTORY', `'${path}' must resolve to a file`)
  }
}

async function reading<T>(path: string, action: (path: string) => Promise<T>): Promise<T> {
  try {
    return await action(path)
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${path}: ${error.reason}`) : error
  }
}
