/** A package drawn as a tree of packages, folders and what is in their files (kpt 15). */
import { memoryFileSystem } from '../core/memory-fs.ts'
import { basename, dirname, join } from '../core/path.ts'
import { compareBytes, decodeUtf8 } from '../core/text.ts'
import { type Branch, drawTree } from '../krm/drawing.ts'
import { isYamlName, readPackageFolder } from '../krm/package-files.ts'
import { PATH, pairedAnnotation } from '../krm/path-annotations.ts'
import { field, fieldText, type Mapping } from '../yaml/node.ts'
import { KPTFILE } from './kptfile.ts'
import type { Tree } from './tree.ts'

interface Leaf {
  path: string
  kind: string
  namespace: string
  name: string
}

/**
 * Draws a package whose folder is `root`.
 *
 * @throws ToolError naming the file that cannot be read
 */
export async function drawPackage(tree: Tree, root: string): Promise<string> {
  const shown = new Map([...tree].filter(([path]) => !path.split('/').some((part) => part.startsWith('.'))))
  const leaves = await leavesOf(tree, shown, root)
  const byFolder = new Map<string, Leaf[]>([['.', []]])
  for (const leaf of leaves) {
    const folder = dirname(leaf.path)
    const own = byFolder.get(folder)
    if (own === undefined) byFolder.set(folder, [leaf])
    else own.push(leaf)
  }
  const drawn = new Map<string, Branch>()
  for (const folder of [...byFolder.keys()].sort(compareBytes)) {
    const own = (byFolder.get(folder) as Leaf[])
      .sort(compareLeaves)
      .map((leaf) => ({ label: labelOf(leaf), branches: [] }))
    const name = basename(folder === '.' ? root : folder)
    const isPackage = shown.has(join(folder, KPTFILE))
    const branch: Branch = { label: isPackage ? `Package "${name}"` : name, branches: own }
    if (folder !== '.') above(folder, drawn).branches.push(branch)
    drawn.set(folder, branch)
  }
  const whole = drawn.get('.') as Branch
  return whole.branches.length === 0 ? '' : drawTree(whole)
}

async function leavesOf(tree: Tree, shown: Tree, root: string): Promise<Leaf[]> {
  const files = new Map([...tree].map(([path, bytes]): [string, Uint8Array] => [join(root, path), bytes]))
  if (files.size === 0) return []
  const reads = (name: string) => name === KPTFILE || isYamlName(name)
  const fs = memoryFileSystem(files)
  const { items } = await readPackageFolder({ fs, root, reads, packageFile: KPTFILE })
  const leaves = items.map(leafOf).filter(({ path, kind }) => kind !== '' && shown.has(path))
  const drawn = new Set(leaves.map(({ path }) => path))
  for (const [path, bytes] of shown) {
    if (!drawn.has(path) && isText(bytes)) leaves.push({ path, kind: '', namespace: '', name: '' })
  }
  return leaves
}

export function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && decodeUtf8(bytes) !== undefined
}

function leafOf(item: Mapping): Leaf {
  const metadata = field(item, 'metadata')
  return {
    path: pairedAnnotation(item, PATH) as string,
    kind: fieldText(item, 'kind') ?? '',
    namespace: fieldText(metadata, 'namespace') ?? '',
    name: fieldText(metadata, 'name') ?? '',
  }
}

function labelOf({ path, kind, namespace, name }: Leaf): string {
  if (kind === '') return basename(path)
  return `[${basename(path)}]  ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}

function compareLeaves(a: Leaf, b: Leaf): number {
  return (
    compareBytes(a.path, b.path) ||
    compareBytes(a.namespace, b.namespace) ||
    compareBytes(a.name, b.name) ||
    compareBytes(a.kind, b.kind)
  )
}

/** The nearest folder above that is drawn: those without files of their own are not. */
function above(folder: string, drawn: ReadonlyMap<string, Branch>): Branch {
  for (let at = dirname(folder); at !== '.'; at = dirname(at)) {
    const branch = drawn.get(at)
    if (branch !== undefined) return branch
  }
  return drawn.get('.') as Branch
}
