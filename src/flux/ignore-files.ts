/** The ignore rules of the command line: files in the path, patterns of a flag, what is built in (flux 3). */
import { fail, wrap } from '../core/error.ts'
import { type Entry, FileError, type FileSystem } from '../core/host.ts'
import { basename, clean, dirname, isAbsolute, join } from '../core/path.ts'
import { isElsewhere } from '../kustomize/elsewhere.ts'
import type { Kustomization } from '../kustomize/types.ts'
import { builtInIgnores, type IgnorePattern, isIgnored, parseIgnores } from './ignore-patterns.ts'

/** Where a folder's own patterns stand. */
export const IGNORE_FILE = '.sourceignore'

export interface IgnoreRules {
  /** For the entries of a kustomization. */
  entries: readonly IgnorePattern[]
  /** For the files of a folder, which the built-in patterns leave alone as long as there are no others. */
  files: readonly IgnorePattern[]
}

/** The rules of a folder: its ignore files, those of folders below it, then the given patterns. */
export async function loadIgnoreRules(
  fs: FileSystem,
  folder: string,
  patterns: readonly string[],
): Promise<IgnoreRules> {
  const found: IgnorePattern[] = []
  try {
    await collect(fs, folder, [], found)
  } catch (error) {
    if (error instanceof FileError)
      throw fail(error.code, `failed to load ignore patterns: open ${error.path}: ${error.reason}`)
    throw wrap('failed to load ignore patterns', error)
  }
  found.push(...parseIgnores(patterns.join('\n')))
  const entries = [...builtInIgnores(), ...found]
  return { entries, files: found.length === 0 ? [] : entries }
}

/** Ignored folders are searched too: what is written there may take their files in again. */
async function collect(
  fs: FileSystem,
  folder: string,
  domain: readonly string[],
  found: IgnorePattern[],
): Promise<void> {
  const entries = await fs.list(folder)
  const file = join(folder, IGNORE_FILE)
  if (entries.some(({ name }) => name === IGNORE_FILE) && (await fs.stat(file))?.type === 'file') {
    found.push(...parseIgnores(new TextDecoder().decode(await fs.read(file)), domain))
  }
  for (const { name, type } of entries) {
    if (type === 'directory' && name !== '.git') await collect(fs, join(folder, name), [...domain, name], found)
  }
}

/** Takes ignored entries out of a kustomization. An entry that is not there is an error now. */
export async function dropIgnoredEntries(
  fs: FileSystem,
  folder: string,
  k: Kustomization,
  { entries: patterns }: IgnoreRules,
): Promise<void> {
  for (const list of ['resources', 'components', 'crds'] as const) {
    const kept: string[] = []
    for (const entry of k[list]) {
      if (isElsewhere(entry)) {
        kept.push(entry)
        continue
      }
      const path = isAbsolute(entry) ? clean(entry) : join(folder, entry)
      const type = await typeOf(fs, path)
      if (type === undefined) throw fail('NOT_FOUND', `lstat ${path}: no such file or directory`)
      const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : []
      if (!isIgnored(patterns, below, type === 'directory')) kept.push(entry)
    }
    k[list] = kept
  }
}

/** What stands at a path itself: a link is none of what it leads to, and is there even when that is not. */
async function typeOf(fs: FileSystem, path: string): Promise<Entry['type'] | undefined> {
  const stat = await fs.stat(path)
  if (stat?.type === 'file' || path === '/') return stat?.type
  try {
    return (await fs.list(dirname(path))).find(({ name }) => name === basename(path))?.type
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}
