/** The files of a package in memory, and which of the packages in it each belongs to. */
import { fail } from '../core/error.ts'
import type { FileSystem } from '../core/host.ts'
import { dirname, join } from '../core/path.ts'
import { compareBytes } from '../core/text.ts'
import { KPTFILE } from './kptfile.ts'

/** Contents by path, relative to the package. */
export type Tree = Map<string, Uint8Array>

/** More in one package is taken for a mistake. */
const MAXIMUM_BYTES = 512 << 20
const MAXIMUM_FILES = 200_000

/** All files below a folder but git's own. Symbolic links are left out and told of. */
export async function readTree(
  fs: FileSystem,
  root: string,
  onLink: (path: string) => void = () => undefined,
): Promise<Tree> {
  const tree: Tree = new Map()
  let bytes = 0
  const look = async (folder: string): Promise<void> => {
    for (const { name, type } of await fs.list(join(root, folder))) {
      const path = join(folder, name)
      if (type === 'link') onLink(path)
      else if (type === 'directory') {
        if (name !== '.git') await look(path)
      } else if (type === 'file') {
        const content = await fs.read(join(root, path))
        bytes += content.length
        tree.set(path, content)
        if (bytes > MAXIMUM_BYTES || tree.size > MAXIMUM_FILES) throw fail('TOO_LARGE', `package ${root} is too large`)
      }
    }
  }
  await look('')
  return tree
}

/** The folders of the packages in a tree, '' for the outermost, each before those in it. */
export function packagesIn(tree: Tree): string[] {
  const found = new Set([''])
  for (const path of tree.keys()) if (path.endsWith(`/${KPTFILE}`)) found.add(dirname(path))
  return [...found].sort(compareBytes)
}

/** The files of each package without those of packages in it, by paths relative to the package. */
export function splitTree(tree: Tree): Map<string, Tree> {
  const packages = new Map(packagesIn(tree).map((path): [string, Tree] => [path, new Map()]))
  for (const [path, bytes] of tree) {
    let folder = dirname(path)
    while (folder !== '.' && !packages.has(folder)) folder = dirname(folder)
    const owner = folder === '.' ? '' : folder
    packages.get(owner)?.set(owner === '' ? path : path.slice(owner.length + 1), bytes)
  }
  return packages
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
