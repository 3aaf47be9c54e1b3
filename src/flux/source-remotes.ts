/** Under which URLs a repository is known, by its own configuration: nothing is run, nothing is asked of a network. */
import { FileError, type FileSystem } from '../core/host.ts'
import { dirname, isAbsolute, join } from '../core/path.ts'

/** More than any configuration has. */
const LARGEST = 1 << 20

/** The folder at or above a path that is the work tree of a git repository; undefined outside of one. */
export async function findRepository(fs: FileSystem, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await fs.stat(join(at, '.git'))) !== undefined) return at
    if (at === '/') return undefined
  }
}

/** The URLs of its remotes by their names, `origin` first. */
export async function readRemotes(fs: FileSystem, repository: string): Promise<Map<string, string>> {
  const folder = await gitFolder(fs, join(repository, '.git'))
  const text = folder === undefined ? '' : ((await textOf(fs, join(folder, 'config'))) ?? '')
  const remotes = new Map<string, string>()
  let name: string | undefined
  for (const line of text.split('\n')) {
    const section = /^\s*\[\s*([^\s\]"]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (section !== null) name = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined
    const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/i.exec(line)?.[1]
    if (name !== undefined && url !== undefined && !remotes.has(name)) remotes.set(name, url)
  }
  const origin = remotes.get('origin')
  return origin === undefined ? remotes : new Map([['origin', origin], ...remotes])
}

/** A second work tree has a file in the place of the folder, which leads to one whose `commondir` leads to the first. */
async function gitFolder(fs: FileSystem, path: string): Promise<string | undefined> {
  const found = await fs.stat(path)
  if (found?.type !== 'file') return found === undefined ? undefined : path
  const target = /^gitdir: (.*)$/m.exec((await textOf(fs, path)) ?? '')?.[1]
  if (target === undefined) return undefined
  const folder = isAbsolute(target) ? target : join(dirname(path), target)
  const common = (await textOf(fs, join(folder, 'commondir')))?.trim()
  if (common === undefined || common === '') return folder
  return isAbsolute(common) ? common : join(folder, common)
}

async function textOf(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    const bytes = await fs.read(path)
    return bytes.length > LARGEST ? undefined : new TextDecoder().decode(bytes)
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

/**
 * What two URLs of one repository have in common, whatever protocol and user they are for.
 *
 * ```ts
 * repositoryName('git@github.com:acme/fleet.git') // 'github.com/acme/fleet'
 * repositoryName('https://github.com/acme/fleet') // 'github.com/acme/fleet'
 * ```
 */
export function repositoryName(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0]
  let rest = scheme === undefined ? url.replace(/^([^/:]+):/, '$1/') : url.slice(scheme.length)
  rest = rest
    .replace(/^[^/@]*@/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  const slash = rest.indexOf('/')
  if (slash < 0) return rest.toLowerCase()
  const host = rest
    .slice(0, slash)
    .toLowerCase()
    .replace(/:(?:22|80|443)$/, '')
  return `${host}/${rest.slice(slash + 1).replace(/^\/+/, '')}`
}
