/** What a build takes from elsewhere, gathered while it runs, and put into a folder. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { Fetcher, Repository, RepositoryRequest } from '../core/host.ts'
import { isAbsolute, isWithin, join as joinPlaces } from '../core/path.ts'
import { type RecordingFileSystem, recordingFileSystem } from '../core/recording-fs.ts'
import { compareBytes } from '../core/text.ts'
import { fileError, MOST_LINKS } from './failures.ts'
import { digestOf } from './fetch-cache.ts'
import { INDEX_NAME, isPlace, LINK, type VendorIndex, vendorIndexText } from './vendor.ts'
import { writeTogether } from './write-together.ts'

/** Bytes of a file, or what a link names. */
type Piece = Uint8Array | string

interface Used {
  request: RepositoryRequest
  repository: Repository
  fs: RecordingFileSystem
}

/** Passes everything on and notes what is used. */
export class UsedParts {
  private readonly repositories = new Map<string, Used>()
  private readonly files = new Map<string, Uint8Array>()

  watch(fetcher: Fetcher): Fetcher {
    return {
      ...fetcher,
      repository: async (request) => {
        const key = JSON.stringify([request.url, request.ref, request.submodules])
        const repository = await fetcher.repository(request)
        let used = this.repositories.get(key)
        if (used === undefined) {
          used = { request, repository, fs: recordingFileSystem(repository.fs) }
          this.repositories.set(key, used)
        }
        return { ...repository, fs: used.fs }
      },
      file: async (url) => {
        const answer = await fetcher.file(url)
        if (answer.status >= 200 && answer.status <= 299) this.files.set(url, answer.bytes)
        return answer
      },
    }
  }

  /** All of it, where it belongs. */
  content(places: {
    ofRepository(url: string, ref: string): string
    ofFile(url: string): string
    /** The request of a repository that a URL may also stand for. */
    repositoryOf(url: string): { url: string; ref: string } | undefined
  }): VendorContent {
    const pieces = new Map<string, Piece>()
    const repositories = []
    const files = []
    const isUsed = new Set<string>()
    for (const { request, repository, fs } of this.repositories.values()) {
      const { url, ref, submodules } = request
      const read = piecesOf(repository.root, fs)
      if (read.size === 0) continue
      isUsed.add(`${url}\n${ref}`)
      const place = places.ofRepository(url, ref === '' ? 'HEAD' : ref)
      for (const [path, piece] of read) add(pieces, joinPlaces(place, path), piece)
      const content = Object.fromEntries([...read].map(([path, piece]) => [path, textOf(piece)]))
      repositories.push({ url: maskCredentials(url), ref, submodules, commit: repository.commit, place, content })
    }
    for (const [url, bytes] of this.files) {
      const meant = places.repositoryOf(url)
      // Some servers answer with a page where a repository is meant.
      if (meant !== undefined && isUsed.has(`${meant.url}\n${meant.ref}`)) continue
      const place = places.ofFile(url)
      add(pieces, place, bytes)
      files.push({ url: maskCredentials(url), place, digest: digestOf(bytes) })
    }
    for (const path of pieces.keys()) {
      for (let at = dirname(path); at !== '.'; at = dirname(at)) if (pieces.has(at)) throw taken(at)
    }
    return { index: { repositories, files }, pieces }
  }
}

export interface VendorContent {
  index: VendorIndex
  /** By path in the folder. */
  pieces: Map<string, Piece>
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? `${LINK}${piece}` : digestOf(piece)
}

function add(pieces: Map<string, Piece>, path: string, piece: Piece): void {
  if (!isPlace(path)) throw fail('VENDOR', `'${path}' is no place in a folder`)
  const known = pieces.get(path)
  if (known !== undefined && textOf(known) !== textOf(piece)) throw taken(path)
  pieces.set(path, piece)
}

function taken(path: string): Error {
  return fail('VENDOR', `two remote parts with different content belong at '${path}'`, {
    hint: 'repositories and files have their place by host, path and ref; name one of them otherwise',
  })
}

/** What names a kustomization; a folder without one is used for other things, and whole. */
const KUSTOMIZATION = /^(?:kustomization\.ya?ml|Kustomization)$/

/** What a link names. Beside a kustomization, one that leads out of its repository would lead to files of its user. */
function linkWithin(root: string, path: string): string {
  const target = readlinkSync(path)
  const real = existsSync(path) ? realpathSync(path) : root
  if (!isAbsolute(target) && isWithin(join(dirname(path), target), root) && isWithin(real, root)) return target
  throw fail('VENDOR', `the link '${path.slice(root.length + 1)}' leads out of its repository: ${target}`)
}

/** As much of a checkout as was looked at, links on the way to it included, by path in it. */
function piecesOf(root: string, { accesses }: RecordingFileSystem): Map<string, Piece> {
  const pieces = new Map<string, Piece>()
  const whole = new Set<string>()
  const nameOf = (path: string) => path.slice(root.length + 1)
  const addFile = (path: string): void => {
    if (pieces.has(nameOf(path))) return
    pieces.set(nameOf(path), readFileSync(path))
    // A chart is read by another program.
    if (basename(path) === 'Chart.yaml') addWhole(dirname(path))
  }
  const addWhole = (folder: string): void => {
    if (whole.has(folder)) return
    whole.add(folder)
    const entries = readdirSync(folder, { withFileTypes: true })
    if (entries.some(({ name }) => KUSTOMIZATION.test(name))) return
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink()) addAsked(path, true)
      else if (entry.isDirectory()) addWhole(path)
      else if (entry.isFile()) addFile(path)
    }
  }
  const addAsked = (path: string, isFollowed: boolean, links = 0): void => {
    if (path === root || !isWithin(path, root) || links > MOST_LINKS) return
    const steps = nameOf(path).split('/')
    let at = root
    for (const [i, step] of steps.entries()) {
      at = join(at, step)
      const found = lstatSync(at, { throwIfNoEntry: false })
      if (found?.isSymbolicLink()) {
        pieces.set(nameOf(at), linkWithin(root, at))
        addAsked(join(dirname(at), readlinkSync(at), ...steps.slice(i + 1)), isFollowed, links + 1)
        return
      }
      if (found?.isFile()) addFile(at)
      else if (found?.isDirectory() && i === steps.length - 1 && isFollowed) addWhole(at)
    }
  }
  for (const { operation, path, found } of accesses) if (found) addAsked(path, operation !== 'real')
  return new Map([...pieces].sort(([a], [b]) => compareBytes(a, b)))
}

/**
 * Makes the folder hold this and, of what `old` says was put there, nothing else. Files of others are neither replaced
 * nor removed. The index comes last: until then, what has not its digest is refused by builds.
 */
export function writeVendor(folder: string, { index, pieces }: VendorContent, old: VendorIndex | undefined): void {
  const own = new Set(old === undefined ? [] : contentOf(old).keys())
  // A file takes another's place at once; a link would be followed.
  const outdated = [...own].filter((path) => {
    const piece = pieces.get(path)
    const isLink = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink()
    return piece === undefined || ((isLink || typeof piece === 'string') && !isSame(join(folder, path), piece))
  })
  const missing = [...pieces].filter(([path, piece]) => !isSame(join(folder, path), piece))
  for (const [path] of missing) refuseForeign(folder, path, own)
  for (const path of outdated) removeOwn(folder, path)
  const text = new TextEncoder().encode(vendorIndexText(index))
  const isEmpty = pieces.size === 0
  try {
    for (const [path] of missing) mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeTogether(
      missing.flatMap(([path, piece]) =>
        typeof piece === 'string' ? [] : [{ path: join(folder, path), bytes: piece }],
      ),
    )
    for (const [path, piece] of missing) if (typeof piece === 'string') symlinkSync(piece, join(folder, path))
  } catch (error) {
    throw fileError(error, folder)
  }
  if (isEmpty) removeOwn(folder, INDEX_NAME)
  else if (!isSame(join(folder, INDEX_NAME), text)) writeTogether([{ path: join(folder, INDEX_NAME), bytes: text }])
}

function isSame(path: string, piece: Piece | undefined): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (piece === undefined || found === undefined) return false
  if (typeof piece === 'string') return found.isSymbolicLink() && readlinkSync(path) === piece
  return found.isFile() && Buffer.compare(readFileSync(path), piece) === 0
}

/** Nothing is written over what others made, or through their links. */
function refuseForeign(folder: string, path: string, own: ReadonlySet<string>): void {
  let at = ''
  const steps = path.split('/')
  for (const [i, step] of steps.entries()) {
    at = at === '' ? step : `${at}/${step}`
    const found = lstatSync(join(folder, at), { throwIfNoEntry: false })
    if (found === undefined) return
    if ((i < steps.length - 1 && found.isDirectory()) || own.has(at)) continue
    throw fail('VENDOR', `${join(folder, at)} is in the way, and was not put there by this command`, {
      hint: 'move it elsewhere',
    })
  }
}

/** Removes a file and the folders that it leaves empty. What is reached through a link is not ours. */
function removeOwn(folder: string, path: string): void {
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    if (!lstatSync(join(folder, at), { throwIfNoEntry: false })?.isDirectory()) return
  }
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return
  rmSync(join(folder, path))
  for (let at = dirname(join(folder, path)); isWithin(at, folder) && readdirSync(at).length === 0; at = dirname(at))
    rmdirSync(at)
}

/** What one index has otherwise than another, a line each. */
export function differences(old: VendorIndex, now: VendorIndex): string[] {
  const before = new Map([...namesOf(old), ...contentOf(old)])
  const after = new Map([...namesOf(now), ...contentOf(now)])
  const lines: string[] = []
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort(compareBytes)) {
    const [was, is] = [before.get(path), after.get(path)]
    if (was === is) continue
    lines.push(`${was === undefined ? 'not known' : is === undefined ? 'not needed' : 'changed'}: ${path}`)
  }
  return lines
}

function namesOf({ repositories, files }: VendorIndex): [string, string][] {
  return [
    ...repositories.map(({ url, ref, submodules, commit }): [string, string] => {
      const named = `${url}${ref === '' ? '' : ` at ${ref}`}${submodules ? '' : ' without submodules'}`
      return [named, commit]
    }),
    ...files.map(({ url }): [string, string] => [url, '']),
  ]
}

function contentOf(index: VendorIndex): Map<string, string> {
  const content = new Map(index.files.map(({ place, digest }) => [place, digest]))
  for (const { place, content: own } of index.repositories) {
    for (const [path, is] of Object.entries(own)) content.set(joinPlaces(place, path), is)
  }
  return content
}
