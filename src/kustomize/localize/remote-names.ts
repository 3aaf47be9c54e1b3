/** Where the copies of remote parts stand, below the kustomization that names them (command line 10). */
import { basename, join } from '../../core/path.ts'
import { type GitUrl, parseGitUrl } from '../git-url.ts'

/** The folder beside a kustomization's copy that holds everything remote. */
export const REMOTE_FOLDER = 'localized-files'

/** Repositories of this machine stand apart from hosts. */
const LOCAL_REPOSITORIES = 'file-schemed'

/** The place of a file's copy: host and path of its URL. */
export function urlPlace(url: string): string {
  return join(REMOTE_FOLDER, placeOfUrl(url))
}

/** The place of a repository's copy. */
export function repositoryPlace(entry: string): string {
  const { cloneUrl, ref } = parseGitUrl(entry) as GitUrl
  return join(REMOTE_FOLDER, placeOfRepository(cloneUrl, ref))
}

/** The same below any folder that holds remote parts. */
export function placeOfUrl(url: string): string {
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? []
  return join(hostOf(authority), join('/', escaped(path)))
}

export function placeOfRepository(cloneUrl: string, ref: string): string {
  const { host, path } = splitCloneUrl(cloneUrl)
  return join(host, join('/', path.replace(/\.git$/, '')), ref)
}

/** What the copy of a remote target is called: after its folder, or after the repository when that is its top. */
export function remoteName(entry: string, folder: string, top: string): string {
  const { cloneUrl, ref } = parseGitUrl(entry) as GitUrl
  const name = folder === top ? basename(splitCloneUrl(cloneUrl).path) : basename(folder)
  return `localized-${name}-${ref.replaceAll('/', '-')}`
}

function splitCloneUrl(url: string): { host: string; path: string } {
  if (url.startsWith('file://')) return { host: LOCAL_REPOSITORIES, path: url.slice('file://'.length) }
  const scheme = /^\w+:\/\//.exec(url)?.[0] ?? ''
  const rest = url.slice(scheme.length)
  const end = rest.search(scheme === '' || /^[\w-]+@github\.com:/i.test(rest) ? /[:/]/ : /\//)
  return { host: hostOf(rest.slice(0, end)), path: rest.slice(end + 1) }
}

/** Without user and port. */
function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1]
  return bracketed ?? host.replace(/:.*$/, '')
}

/** A path as Go asks a server for it: as it is written, if that is allowed in a URL. */
function escaped(path: string): string {
  if (/^(?:[\w.~!$&'()*+,;=:@[\]/-]|%[\da-f]{2})*$/i.test(path)) return path
  return encodeURI(decoded(path)).replace(/[!'()*?#]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
