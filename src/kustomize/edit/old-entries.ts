/** Entries of old fields that become entries of current ones in the tree of the text, with their comments. */
import {
  append,
  appendEntry,
  removeEntryAt,
  setComments,
  setItems,
  setText,
  setValueAt,
  stringScalar,
  writeAsBlock,
} from '../../yaml/edit.ts'
import { MAPPING, Mapping, type Node, SCALAR, SEQUENCE, Sequence } from '../../yaml/node.ts'
import { entriesOf } from './encode.ts'

/** Old fields, by the current one that takes their entries over. */
export const OLD_FIELDS: Record<string, readonly string[]> = {
  resources: ['bases'],
  images: ['imageTags'],
  helmCharts: ['helmChartInflationGenerator'],
  helmGlobals: ['helmChartInflationGenerator'],
}

/** Those that only `edit fix` moves. */
export const FIXED_FIELDS: Record<string, readonly string[]> = {
  labels: ['commonLabels'],
  patches: ['patchesJson6902', 'patchesStrategicMerge'],
}

interface Move {
  root: Mapping
  /** The old field, where it stands, and where the current one does: -1 when there is none. */
  old: string
  from: number
  to: number
  name: string
  /** All that the current field shall hold, as data. */
  wanted: readonly Node[]
  /** Comments above and below the old field that go with it; all others stay in the text. */
  above: string
  below: string
  fresh(value: Node): Node
}

/**
 * Moves the entries of an old field. Where there is no current one, it takes the old one's place. Returns how many
 * entries the current field has then; undefined when they stay where they are.
 */
export function moveEntries({ root, old, from, to, name, wanted, above, below, fresh }: Move): number | undefined {
  const key = root.keys[from] as Node
  const value = root.values[from] as Node
  const list = to < 0 ? undefined : root.values[to]
  const isLabels = old === 'commonLabels'
  if (key.kind !== SCALAR || value.kind !== (isLabels ? MAPPING : SEQUENCE)) return undefined
  if (old === 'helmChartInflationGenerator' || (list !== undefined && list.kind !== SEQUENCE)) return undefined
  const before = list?.items.length ?? 0
  const moved = value.kind === SEQUENCE ? value.items : [value]
  if (wanted.length < before + moved.length) return undefined
  if (list?.flow === true && (key.comments !== undefined || hasComments(value))) spread(root, to, list)
  const into = list ?? value
  const isFlow = into.kind === SEQUENCE && into.flow
  const items = moved.map((item, i) => {
    const data = wanted[before + i] as Node
    if (isLabels) return wrapped(item, 'pairs', data, false, fresh)
    if (old !== 'patchesStrategicMerge' || data.kind !== MAPPING) return item
    return wrapped(item, entriesOf(data).has('path') ? 'path' : 'patch', data, isFlow, fresh)
  })
  if (list === undefined) {
    setText(key, name)
    if (isLabels) setValueAt(root, from, new Sequence(items))
    else setItems(value as Sequence, items)
    return items.length
  }
  const [first] = items
  const last = items[items.length - 1]
  const behind = [key.comments?.line, isLabels ? '' : value.comments?.line]
  if (first !== undefined) putAbove(first, [above, ...behind])
  dropLastFoots(last)
  if (last !== undefined) putBelow(last, below)
  setItems(list, [...list.items, ...items])
  removeEntryAt(root, from)
  return before + items.length
}

/** The single file of an old generator's `env` becomes one of `envs`; `before` is what the generator said, as data. */
export function moveEnv(kept: Mapping, env: number, envs: number, before: Map<string, Node>): void {
  const key = kept.keys[env] as Node
  const value = kept.values[env] as Node
  const list = envs < 0 ? undefined : kept.values[envs]
  if (key.kind !== SCALAR || (list !== undefined && list.kind !== SEQUENCE)) return
  const data = before.get('env')
  if (data !== undefined) {
    const known = before.get('envs')
    before.set('envs', new Sequence([...(known?.kind === SEQUENCE ? known.items : []), data]))
    before.delete('env')
  }
  if (list === undefined) {
    setText(key, 'envs')
    setValueAt(kept, env, new Sequence([value]))
  } else {
    putAbove(value, [key.comments?.head])
    append(list, value)
    removeEntryAt(kept, env)
  }
}

/** An entry that says what the data do, with the old node for one of its fields. */
function wrapped(node: Node, field: string, data: Node, isFlow: boolean, fresh: (value: Node) => Node): Mapping {
  const made = new Mapping([], [], isFlow)
  for (const [name, value] of data.kind === MAPPING ? entriesOf(data) : []) {
    if (name !== field) appendEntry(made, stringScalar(name), fresh(value))
  }
  appendEntry(made, stringScalar(field), node)
  if (node.kind === SCALAR && node.comments !== undefined) {
    const { head, line, foot } = node.comments
    setComments(made, { head, line: '', foot: '' })
    setComments(node, { head: '', line, foot: '' })
    putBelow(made, foot)
  }
  return made
}

/** Writes a list over lines. What stood behind it stands behind its key then. */
function spread(root: Mapping, at: number, list: Sequence): void {
  writeAsBlock(list)
  const line = list.comments?.line ?? ''
  const key = root.keys[at] as Node
  if (line === '') return
  setComments(list, { head: '', foot: '', ...list.comments, line: '' })
  setComments(key, { head: '', foot: '', ...key.comments, line })
}

function putAbove(node: Node, texts: readonly (string | undefined)[]): void {
  const { head = '', line = '', foot = '' } = node.comments ?? {}
  const all = [...texts.map((text = '') => text.trimEnd()), head].filter((text) => text !== '')
  if (all.length > 0) setComments(node, { head: all.join('\n'), line, foot })
}

function putBelow(node: Node, foot: string): void {
  if (foot === '') return
  // Where the printer looks for what stands below an entry.
  const at = node.kind === MAPPING && !node.flow ? (node.keys[node.keys.length - 1] ?? node) : node
  setComments(at, { head: '', line: '', ...at.comments, foot })
}

function dropLastFoots(node: Node | undefined): void {
  if (node === undefined) return
  if (node.comments !== undefined) setComments(node, { ...node.comments, foot: '' })
  if (node.kind === MAPPING) {
    dropLastFoots(node.keys[node.keys.length - 1])
    dropLastFoots(node.values[node.values.length - 1])
  } else if (node.kind === SEQUENCE) dropLastFoots(node.items[node.items.length - 1])
}

function hasComments(node: Node): boolean {
  if (node.comments !== undefined) return true
  if (node.kind === MAPPING) return node.keys.some(hasComments) || node.values.some(hasComments)
  return node.kind === SEQUENCE && node.items.some(hasComments)
}
