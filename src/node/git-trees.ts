/** The trees of a git repository: what every revision of it has in common is read once. */
import { fail } from '../core/error.ts'
import type { GitObject, ObjectReader } from './git-objects.ts'

export interface TreeItem {
  type: 'file' | 'directory' | 'link' | 'submodule'
  object: string
}

/** By name, in the order of git. */
export type Tree = ReadonlyMap<string, TreeItem>

/** Of one revision; trees that name one tree many times can stand for more files than there are on earth. */
const MOST_ITEMS = 4_000_000
const DEEPEST = 2048

export class TreeReader {
  private readonly trees = new Map<string, Tree>()
  /** How many items a tree comes to with all below it. */
  private readonly counts = new Map<string, number>()

  constructor(
    private readonly objects: ObjectReader,
    /** Of the repository, for messages. */
    private readonly folder: string,
  ) {}

  /** Of a tree that was loaded. */
  get(object: string): Tree {
    return this.trees.get(object) as Tree
  }

  /**
   * Loads the tree of a commit, with all below it.
   *
   * @throws ToolError when objects are missing, as in a clone that was made without them
   */
  async load(commit: GitObject): Promise<string> {
    const root = /^tree ([0-9a-f]+)$/m.exec(commit.bytes.toString('latin1'))?.[1] ?? ''
    for (let depth = 0, wave = [root]; wave.length > 0; depth++) {
      if (depth === DEEPEST) throw fail('GIT', `folders are nested too deeply in ${commit.name} of ${this.folder}`)
      const missing = [...new Set(wave)].filter((object) => !this.trees.has(object))
      const found = await Promise.all(missing.map((object) => this.read(object, commit.name.length / 2)))
      wave = []
      for (const [i, tree] of found.entries()) {
        this.trees.set(missing[i] as string, tree)
        for (const { type, object } of tree.values()) if (type === 'directory') wave.push(object)
      }
    }
    if (this.count(root) > MOST_ITEMS)
      throw fail('GIT', `${commit.name} of ${this.folder} has more than ${MOST_ITEMS / 1_000_000} million files`)
    return root
  }

  /** Paths of the files, links and submodules that differ between two trees of a folder. */
  *changes(before: string, after: string, folder: string): Generator<string> {
    if (before === after) return
    const [old, now] = [this.get(before), this.get(after)]
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [a, b] = [old.get(name), now.get(name)]
      if (a !== undefined && a.object === b?.object && a.type === b.type) continue
      const path = `${folder}/${name}`
      if (a?.type === 'directory' && b?.type === 'directory') yield* this.changes(a.object, b.object, path)
      else for (const item of [a, b]) if (item !== undefined) yield* this.files(item, path)
    }
  }

  private *files({ type, object }: TreeItem, path: string): Generator<string> {
    if (type !== 'directory') yield path
    else for (const [name, item] of this.get(object)) yield* this.files(item, `${path}/${name}`)
  }

  private count(object: string): number {
    const known = this.counts.get(object)
    if (known !== undefined) return known
    let count = 0
    for (const item of this.get(object).values()) count += item.type === 'directory' ? 1 + this.count(item.object) : 1
    this.counts.set(object, count)
    return count
  }

  private async read(object: string, nameLength: number): Promise<Tree> {
    const found = await this.objects.find(object, this.folder)
    if (found?.type !== 'tree') throw fail('GIT', `tree ${object} is missing in ${this.folder}`)
    return parseTree(found.bytes, nameLength)
  }
}

/** Each item is a mode, a space, a name, a zero byte and the bytes of an object's name. */
function parseTree(bytes: Buffer, nameLength: number): Tree {
  const tree = new Map<string, TreeItem>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, space)
    if (space < 0 || end < 0) break
    const mode = bytes.toString('latin1', at, space)
    const name = bytes.toString('utf8', space + 1, end)
    at = end + 1 + nameLength
    const object = bytes.toString('hex', end + 1, at)
    // Nobody commits such names by accident.
    if (name === '' || name === '.' || name === '..' || name.includes('/')) continue
    tree.set(name, { type: TYPES[mode] ?? 'file', object })
  }
  return tree
}

const TYPES: Record<string, TreeItem['type']> = {
  '40000': 'directory',
  '120000': 'link',
  '160000': 'submodule',
}
