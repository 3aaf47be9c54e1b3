/** `cfg tree`: draws resources by folder, or below their owners (CLI spec 14). */
import { fail } from '../../core/error.ts'
import { basename, dirname, join } from '../../core/path.ts'
import { compareBytes } from '../../core/text.ts'
import { type Branch, drawTree } from '../../krm/drawing.ts'
import { PATH, pairedAnnotation } from '../../krm/path-annotations.ts'
import { wrongNodeKind } from '../../krm/wrong-kind.ts'
import { field, fieldText, MAPPING, type Node, SEQUENCE } from '../../yaml/node.ts'
import { chosen } from './cat.ts'
import type { CfgContext, CfgFlags } from './context.ts'
import { absolute, type CfgItem, PACKAGE_FILE, readItems, readStream } from './packages.ts'
import { fieldBranches, type ShownFields, shownFields } from './tree-fields.ts'

/** A resource as far as the drawing needs it. */
interface Leaf {
  folder: string
  file: string
  kind: string
  namespace: string
  name: string
  /** Key of the first owner. */
  owner: string | undefined
  fields: Branch[]
}

export async function tree(words: readonly string[], flags: CfgFlags, context: CfgContext): Promise<string> {
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const argument = words[0] ?? '.'
  const isStream = argument === '-'
  const items = isStream ? readStream(context.input()) : await itemsIn(context, argument)
  const shown = shownFields(flags)
  const leaves: Leaf[] = []
  for (const item of chosen(items, flags)) leaves.push(await leafOf(item, shown))
  const label = isStream ? '.' : join(argument)
  const structure = flags.string('graph-structure')
  const byOwners =
    structure === 'directory' ? false : structure === 'owners' || leaves.some(({ owner }) => owner !== undefined)
  const branches = byOwners
    ? ownerBranches(leaves)
    : await folderBranches(
        leaves.filter(({ kind }) => kind !== ''),
        context,
        absolute(context, label),
      )
  return branches.length === 0 ? '' : drawTree({ label, branches })
}

async function itemsIn(context: CfgContext, argument: string): Promise<CfgItem[]> {
  const root = absolute(context, argument)
  if ((await context.fs.stat(root)) === undefined) {
    throw fail('NOT_FOUND', `evalsymlink failure on '${argument}' : lstat ${root}: no such file or directory`)
  }
  return await readItems(context.fs, root, true)
}

async function leafOf({ root }: CfgItem, shown: ShownFields): Promise<Leaf> {
  const metadata = field(root, 'metadata')
  if (metadata !== undefined && metadata.kind !== MAPPING) throw wrongNodeKind(MAPPING, metadata)
  const namespace = fieldText(metadata, 'namespace') ?? ''
  const path = join(pairedAnnotation(root, PATH) ?? '')
  return {
    folder: path === '' ? '.' : dirname(path) || '.',
    file: path === '' ? '.' : basename(path),
    kind: fieldText(root, 'kind') ?? '',
    namespace,
    name: fieldText(metadata, 'name') ?? '',
    owner: ownerOf(field(metadata, 'ownerReferences'), namespace),
    fields: await fieldBranches(root, shown),
  }
}

function ownerOf(references: Node | undefined, namespace: string): string | undefined {
  if (references === undefined) return undefined
  if (references.kind !== SEQUENCE) throw wrongNodeKind(SEQUENCE, references)
  const [first] = references.items
  return first && keyOf({ kind: fieldText(first, 'kind') ?? '', namespace, name: fieldText(first, 'name') ?? '' })
}

function keyOf({ kind, namespace, name }: Pick<Leaf, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`
}

function compareLeaves(a: Leaf, b: Leaf): number {
  return (
    compareBytes(a.file, b.file) ||
    compareBytes(a.namespace, b.namespace) ||
    compareBytes(a.name, b.name) ||
    compareBytes(a.kind, b.kind)
  )
}

function leafBranch(leaf: Leaf, place: string, inner: Branch[] = []): Branch {
  const name = leaf.namespace === '' ? leaf.name : `${leaf.namespace}/${leaf.name}`
  return { label: `[${place}]  ${leaf.kind} ${name}`, branches: [...leaf.fields, ...inner] }
}

async function folderBranches(leaves: readonly Leaf[], { fs }: CfgContext, root: string): Promise<Branch[]> {
  const byFolder = grouped(leaves, ({ folder }) => folder)
  const drawn = new Map<string, Branch>([['.', { label: '', branches: [] }]])
  for (const folder of [...byFolder.keys()].sort(compareBytes)) {
    const own = (byFolder.get(folder) ?? []).sort(compareLeaves).map((leaf) => leafBranch(leaf, leaf.file))
    if (folder === '.') {
      drawn.get('.')?.branches.unshift(...own)
      continue
    }
    const isPackage = (await fs.stat(join(root, folder, PACKAGE_FILE))) !== undefined
    const branch: Branch = { label: `${isPackage ? 'Pkg: ' : ''}${basename(folder)}`, branches: own }
    drawn.get(above(folder, drawn))?.branches.push(branch)
    drawn.set(folder, branch)
  }
  return drawn.get('.')?.branches ?? []
}

function grouped(leaves: readonly Leaf[], keyOfGroup: (leaf: Leaf) => string): Map<string, Leaf[]> {
  const groups = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const key = keyOfGroup(leaf)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [leaf])
    else group.push(leaf)
  }
  return groups
}

/** The folder that a folder is drawn in: the one with the longest name that its name begins with. */
function above(folder: string, drawn: ReadonlyMap<string, Branch>): string {
  for (let end = folder.length - 1; end > 0; end--) if (drawn.has(folder.slice(0, end))) return folder.slice(0, end)
  return '.'
}

function ownerBranches(leaves: readonly Leaf[]): Branch[] {
  const keys = new Set(leaves.map(keyOf))
  for (const leaf of leaves) {
    if (leaf.owner !== undefined && !keys.has(leaf.owner)) {
      throw fail('OWNER', `owner '${leaf.owner}' not found in input, but found as an owner of input objects`)
    }
  }
  const owned = grouped(leaves, ({ owner }) => owner ?? '')
  const below = (key: string): Branch[] =>
    (owned.get(key) ?? [])
      .sort(
        (a, b) =>
          compareBytes(a.namespace, b.namespace) || compareBytes(a.name, b.name) || compareBytes(a.kind, b.kind),
      )
      .map((leaf) => leafBranch(leaf, 'Resource', below(keyOf(leaf))))
  return below('')
}
