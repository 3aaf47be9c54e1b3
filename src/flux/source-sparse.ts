/** A checkout as `sparseCheckout` leaves it: with some folders only. */
import { fail } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { clean, join } from '../core/path.ts'

/**
 * Hides everything below `root` whose path does not begin with one of `folders`. As for Flux, `app` stands for `app-test`
 * too, and files at the top are not there.
 *
 * @throws ToolError for a folder that is not there
 */
export async function withOnly(below: FileSystem, root: string, folders: readonly string[]): Promise<FileSystem> {
  const starts: string[] = []
  for (const folder of folders) {
    const start = clean(folder).replace(/^\/+/, '')
    const isInside = !/^\.\.(?:\/|$)/.test(start)
    if (!isInside || (await below.stat(join(root, start))) === undefined)
      throw fail('SOURCE', `sparse checkout dir '${folder}' does not exist in repository`)
    if (start === '.' || start === '') return below
    starts.push(start)
  }
  const isShown = (path: string): boolean => {
    const at = clean(path)
    if (at === root || !at.startsWith(root === '/' ? '/' : `${root}/`)) return true
    const name = at.slice(root === '/' ? 1 : root.length + 1)
    return starts.some((start) => name.startsWith(start) || start.startsWith(`${name}/`))
  }
  /** Links lead to what is there only. */
  const isThere = async (path: string): Promise<boolean> => {
    if (!isShown(path)) return false
    try {
      return isShown(await below.real(path))
    } catch (error) {
      if (error instanceof FileError) return true
      throw error
    }
  }
  const check = async (path: string) => {
    if (!(await isThere(path))) throw new FileError('NOT_FOUND', path, 'no such file or directory')
  }
  return {
    ...(below.isDisk === undefined ? {} : { isDisk: below.isDisk }),
    async read(path) {
      await check(path)
      return await below.read(path)
    },
    readText: (path) => (isShown(path) ? below.readText?.(path) : undefined),
    async list(path) {
      await check(path)
      return (await below.list(path)).filter(({ name }) => isShown(join(path, name)))
    },
    async stat(path) {
      return (await isThere(path)) ? await below.stat(path) : undefined
    },
    async real(path) {
      await check(path)
      return await below.real(path)
    },
  }
}
