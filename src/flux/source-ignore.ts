/** A folder as its source's artifact holds it: without the files that ignore rules leave out (flux 1, 3). */
import { FileError, type FileSystem } from '../core/host.ts'
import { clean, dirname, isWithin, join } from '../core/path.ts'
import { IGNORE_FILE } from './ignore-files.ts'
import { builtInIgnores, type IgnorePattern, isIgnored, mayBeIgnored, parseIgnores } from './ignore-patterns.ts'

/**
 * Hides ignored files below `root`; folders stay, empty or not. Ignore files are looked for in the folders of what is asked
 * for only. `patterns` is the `spec.ignore` of the source.
 */
export function withoutIgnored(below: FileSystem, root: string, patterns: string): FileSystem {
  const own = parseIgnores(patterns)
  const builtIn = builtInIgnores()
  const rules = new Map<string, Promise<readonly IgnorePattern[]>>()
  /** Folders that are under the built-in patterns alone, and that none of these can be about. */
  const usual = new Set<string>()
  /** Those of the folder and the ones above it; `spec.ignore` comes after all of them. */
  const rulesOf = (folder: string): Promise<readonly IgnorePattern[]> => {
    let found = rules.get(folder)
    if (found === undefined) {
      found = loadRules(folder).then((loaded) => {
        if (loaded === builtIn && !mayBeIgnored(folder.slice(root.length))) usual.add(folder)
        return loaded
      })
      rules.set(folder, found)
    }
    return found
  }
  const loadRules = async (folder: string): Promise<readonly IgnorePattern[]> => {
    const above = folder === root ? builtIn : await rulesOf(dirname(folder))
    const file = join(folder, IGNORE_FILE)
    if ((await below.stat(file))?.type !== 'file') return above
    const text = new TextDecoder().decode(await below.read(file))
    return [...above, ...parseIgnores(text, elementsOf(folder))]
  }
  const elementsOf = (path: string): string[] =>
    path
      .slice(root.length)
      .split('/')
      .filter((part) => part !== '')
  const known = new Map<string, boolean>()
  /** Where that is plain from what is known, in which case nothing has to be waited for. */
  const isPlainlyShown = (path: string): boolean => {
    if (known.get(path) === false) return true
    const slash = path.lastIndexOf('/')
    return own.length === 0 && usual.has(path.slice(0, slash)) && !mayBeIgnored(path.slice(slash + 1))
  }
  const isHidden = async (path: string): Promise<boolean> => {
    let hidden = known.get(path)
    if (hidden === undefined) {
      hidden = await findOut(path)
      known.set(path, hidden)
    }
    return hidden
  }
  const findOut = async (path: string): Promise<boolean> => {
    const at = clean(path)
    if (at === root || !isWithin(at, root)) return false
    const elements = elementsOf(at)
    if (own.length > 0) {
      const last = own.findLast((pattern) => isMatching(pattern, elements))
      if (last !== undefined) return !last.includes
    }
    const rules = await rulesOf(dirname(at))
    if (rules === builtIn && !mayBeIgnored(at.slice(root.length))) return false
    return isIgnored(rules, elements, false)
  }
  const absent = (path: string) => new FileError('NOT_FOUND', path, 'no such file or directory')
  const isHiddenFile = async (path: string): Promise<boolean> =>
    !isPlainlyShown(path) && (await isHidden(path)) && (await below.stat(path))?.type !== 'directory'
  return {
    ...(below.isDisk === undefined ? {} : { isDisk: below.isDisk }),
    async read(path) {
      if (await isHiddenFile(path)) throw absent(path)
      return await below.read(path)
    },
    readText(path) {
      if (isPlainlyShown(path)) return below.readText?.(path)
      return isHidden(path).then((hidden) => (hidden ? undefined : below.readText?.(path)))
    },
    async list(path) {
      const entries = await below.list(path)
      const hidden = await Promise.all(
        entries.map(({ name, type }) => type !== 'directory' && isHiddenFile(join(path, name))),
      )
      return entries.filter((_, i) => hidden[i] !== true)
    },
    async stat(path) {
      return (await isHiddenFile(path)) ? undefined : await below.stat(path)
    },
    async real(path) {
      if (await isHiddenFile(path)) throw absent(path)
      return await below.real(path)
    },
  }
}

function isMatching(pattern: IgnorePattern, elements: readonly string[]): boolean {
  return isIgnored([{ ...pattern, includes: false }], elements, false)
}
