/** Which texts name a git repository, and what they say (build 2.4). */
import { clean, isAbsolute } from '../core/path.ts'

export interface GitUrl {
  /** What git is told to clone. */
  cloneUrl: string
  /** Folder inside the repository, '' for its top. */
  path: string
  /** Branch, tag or commit; '' for the default. */
  ref: string
  timeoutSeconds: number
  submodules: boolean
}

const SCHEMES = ['ssh://', 'https://', 'http://', 'file://']

/**
 * Takes a git URL apart; undefined when the text is none and so a local path.
 *
 * @example parseGitUrl('https://github.com/acme/tools/deploy?ref=v1')?.path // 'deploy'
 */
export function parseGitUrl(text: string): GitUrl | undefined {
  if (isAbsolute(text)) return undefined
  const mark = text.indexOf('?')
  let rest = mark < 0 ? text : text.slice(0, mark)
  if (/^git::/i.test(rest)) rest = rest.slice('git::'.length)
  const lower = rest.toLowerCase()
  const scheme = SCHEMES.find((one) => lower.startsWith(one)) ?? ''
  rest = rest.slice(scheme.length)
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(rest)?.[0] ?? ''
  rest = rest.slice(user.length)
  const isGithub = /^github\.com[/:]/i.test(rest)
  const scpAllowed = scheme === '' && (user !== '' || isGithub)
  if (scheme === '' && !scpAllowed) return undefined

  let host: string
  if (scheme === 'file://') {
    host = scheme
    rest = user + rest
  } else {
    const end = hostEnd(rest, scpAllowed)
    const name = rest.slice(0, end)
    if (name === '' || name === '/' || name === ':') return undefined
    rest = rest.slice(end)
    host = scheme + user + name
    if (isGithub) host = scheme === 'ssh://' || user !== '' ? `${user}github.com:` : 'https://github.com/'
  }
  const split = splitPath(rest, scheme === 'file://')
  if (split === undefined || split.repository === '') return undefined
  const path = split.path.replace(/^\//, '')
  if (path !== '' && clean(path).startsWith('..')) return undefined
  return { cloneUrl: host + split.repository, path, ...parseQuery(mark < 0 ? '' : text.slice(mark + 1)) }
}

/** Past the separator that ends the host, which belongs to it. */
function hostEnd(rest: string, scpAllowed: boolean): number {
  const slash = rest.indexOf('/')
  const colon = rest.indexOf(':')
  if (scpAllowed && colon >= 0 && (slash < 0 || colon < slash)) return colon + 1
  return slash < 0 ? rest.length : slash + 1
}

function splitPath(rest: string, isFile: boolean): { repository: string; path: string } | undefined {
  const azure = rest.indexOf('_git/')
  if (azure >= 0) {
    const end = rest.indexOf('/', azure + '_git/'.length)
    return end < 0 ? { repository: rest, path: '' } : { repository: rest.slice(0, end), path: rest.slice(end + 1) }
  }
  const double = rest.indexOf('//')
  if (double >= 0) return { repository: rest.slice(0, double), path: rest.slice(double + 2) }
  const dotGit = rest.indexOf('.git')
  if (dotGit >= 0) return { repository: rest.slice(0, dotGit + 4), path: rest.slice(dotGit + 4) }
  if (isFile) return { repository: rest, path: '' }
  const segments = rest.split('/')
  if (segments.length < 2) return undefined
  return { repository: segments.slice(0, 2).join('/'), path: segments.slice(2).join('/') }
}

const DEFAULT_TIMEOUT = 27

function parseQuery(query: string): Pick<GitUrl, 'ref' | 'timeoutSeconds' | 'submodules'> {
  const values = new URLSearchParams(query)
  const submodules = values.get('submodules') ?? ''
  return {
    ref: values.get('ref') || values.get('version') || '',
    timeoutSeconds: parseTimeout(values.get('timeout') ?? '') ?? DEFAULT_TIMEOUT,
    submodules: !['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(submodules),
  }
}

const SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 }

/** Whole seconds or a Go duration; undefined when it is neither or not positive. */
function parseTimeout(text: string): number | undefined {
  if (/^\+?\d+$/.test(text)) return Number(text) > 0 ? Number(text) : undefined
  const parts = text.match(/\d+(?:\.\d*)?(?:h|ms|us|µs|ns|m|s)/g)
  if (parts === null || parts.join('') !== text) return undefined
  let total = 0
  for (const part of parts) {
    const unit = part.replace(/^[\d.]+/, '')
    total += Number.parseFloat(part) * (SECONDS[unit] as number)
  }
  return total > 0 ? total : undefined
}

/** Where an entry that names a repository leads to, as origins say it (build 3.6). */
export function repositoryOrigin(entry: string): { path: string; repo: string; ref?: string } {
  const { cloneUrl, path, ref } = parseGitUrl(entry) as GitUrl
  // The reference takes the name of a folder that is yet to be made for that of the repository's top.
  return { path: clean(path === '' ? 'notCloned' : path), repo: cloneUrl, ...(ref === '' ? {} : { ref }) }
}
