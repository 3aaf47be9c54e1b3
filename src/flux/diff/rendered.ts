/** A folder that `flux render -o` has written, as one side of a comparison. */
import { fail } from '../../core/error.ts'
import type { FileSystem } from '../../core/host.ts'
import { clean, isWithin, join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { decodeUtf8 } from '../../core/text.ts'
import { MAPPING } from '../../yaml/node.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import { type FluxObject, idOf, type ObjectId } from '../object.ts'
import { INDEX_NAME } from '../render-output.ts'
import type { ComparedKustomization } from './objects.ts'

/** What is read of the index. */
interface IndexEntry {
  id: string
  isImplied: boolean
  status: string
  prune: boolean
  folder: string
  stages: { objects: ObjectId[] }[]
}

/**
 * Its Kustomizations; undefined when the folder has no index.
 *
 * @throws ToolError for an index that was not written by `flux render`
 */
export async function readRendered(fs: FileSystem, folder: string): Promise<ComparedKustomization[] | undefined> {
  const file = join(folder, INDEX_NAME)
  if ((await fs.stat(file))?.type !== 'file') return undefined
  const entries = entriesOf(decodeUtf8(await fs.read(file)) ?? '')
  if (entries === undefined) throw fail('RENDERED', `${file} is no index of a rendered tree`)
  const all: ComparedKustomization[] = []
  for (const entry of entries) {
    const { id, status, prune, isImplied } = entry
    const objects = status === 'rendered' ? await objectsOf(fs, folder, entry) : []
    all.push({
      ...{ name: id, prune: prune || isImplied, isSuspended: status === 'suspended', deletionPolicy: '', objects },
      ...(status === 'failed' ? { problem: 'it could not be rendered' } : {}),
    })
  }
  return all
}

function entriesOf(text: string): IndexEntry[] | undefined {
  try {
    const { kustomizations } = JSON.parse(text) as { kustomizations?: unknown }
    return Array.isArray(kustomizations) && kustomizations.every(isEntry) ? kustomizations : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is IndexEntry {
  const { id, status, folder, stages } = (value ?? {}) as Partial<Record<keyof IndexEntry, unknown>>
  const areTexts = [id, status, folder].every((one) => typeof one === 'string')
  return areTexts && Array.isArray(stages) && stages.every((stage) => Array.isArray(stage?.objects))
}

/** The files say what the objects are; the index, in which order they are applied. */
async function objectsOf(fs: FileSystem, root: string, entry: IndexEntry): Promise<FluxObject[]> {
  const folder = clean(`${root}/${entry.folder}`)
  if (!isWithin(folder, root))
    throw fail('RENDERED', `${INDEX_NAME} names a folder outside of its own: ${entry.folder}`)
  const order = new Map(entry.stages.flatMap(({ objects }) => objects.map(keyOf)).map((key, i) => [key, i]))
  const objects: FluxObject[] = []
  if ((await fs.stat(folder))?.type !== 'directory') return objects
  for (const { name, type } of await fs.list(folder)) {
    if (type !== 'file' || !name.endsWith('.yaml')) continue
    const path = join(folder, name)
    const tree = readYaml11(new Source(path, decodeUtf8(await fs.read(path)) ?? ''))
    if (tree?.kind !== MAPPING) throw fail('RENDERED', `${path} is no object`)
    objects.push({ root: tree, jsonTyped: true })
  }
  const rank = (object: FluxObject) => order.get(keyOf(idOf(object))) ?? order.size
  return objects.sort((a, b) => rank(a) - rank(b))
}

function keyOf({ apiVersion, kind, namespace, name }: ObjectId): string {
  return JSON.stringify([apiVersion, kind, namespace, name])
}
