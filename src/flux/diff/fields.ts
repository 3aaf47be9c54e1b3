/** The fields in which two states of an object differ; items of lists are told apart as the API tells them apart. */
import { diffArrays } from 'diff'
import type { TypeNode } from '../../krm/schema.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { naturalOrder } from '../../yaml/key-order.ts'
import { field, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { type Masks, maskOf } from './mask.ts'
import type { FieldChange } from './report.ts'

/** A field of a map, or an item of a list as it is shown. */
type Step = { name: string } | { item: string }

interface Comparison {
  masks: Masks
  changes: FieldChange[]
}

/** Lists whose items have no keys are compared by their order up to so many differences. */
const MOST_EDITS = 1000

/**
 * The differences of two trees that are JSON-typed, in the order in which objects are printed.
 *
 * @example fieldChanges(before, after, schema.lookup('apps/v1', 'Deployment'), new Masks(id))[0]?.path // 'spec.replicas'
 */
export function fieldChanges(before: Node, after: Node, type: TypeNode | undefined, masks: Masks): FieldChange[] {
  const comparison: Comparison = { masks, changes: [] }
  compare(comparison, before, after, [], type)
  return comparison.changes
}

function compare(
  to: Comparison,
  before: Node | undefined,
  after: Node | undefined,
  path: readonly Step[],
  type: TypeNode | undefined,
): void {
  if (before?.kind === MAPPING && after?.kind === MAPPING) compareMaps(to, before, after, path, type)
  else if (before?.kind === SEQUENCE && after?.kind === SEQUENCE) compareLists(to, before, after, path, type)
  else if (!isSame(before, after)) note(to, before, after, path)
}

function isSame(before: Node | undefined, after: Node | undefined): boolean {
  if (before?.kind !== SCALAR || after?.kind !== SCALAR) return before === after
  return before.value === after.value && before.tag === after.tag
}

function note(to: Comparison, before: Node | undefined, after: Node | undefined, path: readonly Step[]): void {
  const names = path.flatMap((step) => ('name' in step ? [step.name] : []))
  const isBoth = before !== undefined && after !== undefined
  const shownBefore = before && to.masks.masked(before, names, isBoth ? 'before' : undefined)
  const shownAfter = after && to.masks.masked(after, names, isBoth ? 'after' : undefined)
  const isMasked = shownBefore !== before || shownAfter !== after
  const isText = !isMasked && isTextOfLines(before) && isTextOfLines(after)
  const text = (node: Node | undefined) => node && (isText ? (node as { value: string }).value : valueText(node))
  to.changes.push({ path: pathText(path), before: text(shownBefore), after: text(shownAfter), isText, isMasked })
}

function isTextOfLines(node: Node | undefined): boolean {
  return node?.kind === SCALAR && node.tag === '!!str' && node.value.includes('\n')
}

/** As YAML, without the line break at the end. */
function valueText(node: Node): string {
  const text = emitPlainValueSorted(node).replace(/\n$/, '')
  if (node.kind !== SCALAR || node.value.includes('\n') || !text.includes('\n')) return text
  // A long line is not folded: where it would be says nothing.
  return text.startsWith('"') ? JSON.stringify(node.value) : text.replace(/\n +/g, ' ')
}

/** `metadata.annotations[example.com/team]`, `containers[name=web]`, `args[2]`. */
function pathText(path: readonly Step[]): string {
  let text = ''
  for (const step of path) {
    if ('item' in step) text += `[${step.item}]`
    else if (/^[\w-]+$/.test(step.name)) text += text === '' ? step.name : `.${step.name}`
    else text += `[${step.name}]`
  }
  return text
}

function compareMaps(
  to: Comparison,
  before: Mapping,
  after: Mapping,
  path: readonly Step[],
  type: TypeNode | undefined,
): void {
  const names = [...new Set([...namesOf(before), ...namesOf(after)])]
  for (const i of naturalOrder(names)) {
    const name = names[i] as string
    if (path.length === 0 && name === 'sops') compareSeals(to, field(before, name), field(after, name))
    else compare(to, field(before, name), field(after, name), [...path, { name }], type?.field(name))
  }
}

/** What SOPS has noted changes as a whole with every encryption. */
function compareSeals(to: Comparison, before: Node | undefined, after: Node | undefined): void {
  if (before !== undefined && after !== undefined && valueText(before) === valueText(after)) return
  const side = <T>(one: T) => (before === undefined || after === undefined ? undefined : one)
  to.changes.push({
    path: 'sops',
    before: before && maskOf(side('before')),
    after: after && maskOf(side('after')),
    isText: false,
    isMasked: true,
  })
}

function namesOf({ keys }: Mapping): string[] {
  return keys.map((key) => (key.kind === SCALAR ? key.value : ''))
}

function compareLists(
  to: Comparison,
  before: Sequence,
  after: Sequence,
  path: readonly Step[],
  type: TypeNode | undefined,
): void {
  for (const keys of [...(type?.mergeKeys.length ? [type.mergeKeys] : []), ...USUAL_KEYS]) {
    const first = byKeys(before, keys)
    const second = first && byKeys(after, keys)
    if (first === undefined || second === undefined) continue
    if (first.size > 0 || second.size > 0) compareByKey(to, first, second, path, type?.items())
    return
  }
  compareByOrder(to, before, after, path, type?.items())
}

/** What items are told apart by where the schema does not say so, as in custom resources. */
const USUAL_KEYS: readonly (readonly string[])[] = [['name'], ['name', 'namespace'], ['kind', 'name', 'namespace']]

/** The items by their keys; undefined when these do not tell all of them apart. The first key has to be there. */
function byKeys({ items }: Sequence, keys: readonly string[]): Map<string, Node> | undefined {
  const found = new Map<string, Node>()
  for (const item of items) {
    const parts: string[] = []
    for (const [i, key] of keys.entries()) {
      const value = field(item, key)
      if (value?.kind === SCALAR) parts.push(`${key}=${value.value}`)
      else if (i === 0 || value !== undefined) return undefined
    }
    const shown = parts.join(',')
    if (found.has(shown)) return undefined
    found.set(shown, item)
  }
  return found
}

function compareByKey(
  to: Comparison,
  before: ReadonlyMap<string, Node>,
  after: ReadonlyMap<string, Node>,
  path: readonly Step[],
  type: TypeNode | undefined,
): void {
  const stay = [...before.keys()].filter((key) => after.has(key))
  const arrive = [...after.keys()].filter((key) => before.has(key))
  if (stay.some((key, i) => key !== arrive[i])) {
    const [first = '', second = ''] = [stay, arrive].map((keys) => keys.map((key) => `${key}\n`).join(''))
    to.changes.push({ path: `${pathText(path)} (order)`, before: first, after: second, isText: true, isMasked: false })
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    compare(to, before.get(key), after.get(key), [...path, { item: key }], type)
  }
}

/** What is taken away and what is put in at the same place count as one item that changes. */
function compareByOrder(
  to: Comparison,
  before: Sequence,
  after: Sequence,
  path: readonly Step[],
  type: TypeNode | undefined,
): void {
  const parts = diffArrays(before.items.map(valueText), after.items.map(valueText), { maxEditLength: MOST_EDITS })
  if (parts === undefined) return note(to, before, after, path)
  let at = 0
  let next = 0
  for (let i = 0; i < parts.length; i++) {
    const { count, added, removed } = parts[i] as (typeof parts)[number]
    if (!added && !removed) {
      at += count
      next += count
      continue
    }
    const following = parts[i + 1]
    const isPair = following !== undefined && (following.added || following.removed) && following.added !== added
    const gone = removed ? count : isPair ? following.count : 0
    const come = added ? count : isPair ? following.count : 0
    for (let n = 0; n < Math.max(gone, come); n++) {
      const first = n < gone ? before.items[at + n] : undefined
      const second = n < come ? after.items[next + n] : undefined
      compare(to, first, second, [...path, { item: `${second === undefined ? at + n : next + n}` }], type)
    }
    at += gone
    next += come
    if (isPair) i++
  }
}
