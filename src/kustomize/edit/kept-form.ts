/**
 * How we write a kustomization file back: only what the edit changed is printed anew, in the style around it. The edit
 * was made on plain data, so what changed is found by comparing that data before and after.
 */
import { ToolError } from '../../core/error.ts'
import { newBudget } from '../../core/limits.ts'
import { Source } from '../../core/source.ts'
import { expandAliases } from '../../yaml/anchors.ts'
import {
  appendEntry,
  clone,
  insertEntryAt,
  removeEntryAt,
  setItems,
  setValueAt,
  stringScalar,
} from '../../yaml/edit.ts'
import { styleOfText } from '../../yaml/emit.ts'
import {
  ALIAS,
  DOUBLE,
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  type ScalarStyle,
  SEQUENCE,
  Sequence,
  SINGLE,
} from '../../yaml/node.ts'
import { parse, YamlError } from '../../yaml/parse.ts'
import { preserve } from '../../yaml/preserve.ts'
import { resolvePlain } from '../../yaml/resolve.ts'
import { decodeKustomization } from '../decode.ts'
import { foldCase } from '../shape.ts'
import type { Kustomization } from '../types.ts'
import { currentForm, replaceOldFields } from './current.ts'
import { type EncodedFields, encodeKustomization, entriesOf, isEqual } from './encode.ts'
import { FIXED_FIELDS, moveEntries, moveEnv, OLD_FIELDS } from './old-entries.ts'
import { FIELD_ORDER, printFields, referenceForm } from './reference-form.ts'

/** What a file says: as it is written, and with old fields replaced by current ones. */
interface Said {
  isEmpty: boolean
  written: EncodedFields
  current: EncodedFields
}

/** The text of the file as it says what `k` says. With `replacesOldFields` no old field stays. */
export function keptForm(source: Source, k: Kustomization, replacesOldFields: boolean): string {
  const now = encodeKustomization(k)
  const said = read(source)
  if (said.isEmpty) {
    const { text } = source
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${printFields(now)}`
  }
  const printed = withLineFeeds(source, (plain) => editedText(plain, said, now, replacesOldFields))
  return printed !== undefined && says(printed, now) ? printed : referenceForm(source.text, now)
}

/** Readers lose comments that end in CR LF: such a file is edited without the CRs. */
function withLineFeeds(source: Source, edit: (source: Source) => string | undefined): string | undefined {
  const { path, text } = source
  if (!text.includes('\r') || /(?:^|[^\r])\n|\r(?!\n)/.test(text)) return edit(source)
  return edit(new Source(path, text.replaceAll('\r\n', '\n')))?.replaceAll('\n', '\r\n')
}

function read(source: Source): Said {
  const { kustomization } = decodeKustomization(source)
  const { root } = kustomization
  const isEmpty = root?.kind !== MAPPING || root.keys.length === 0
  const written = encodeKustomization(kustomization)
  return { isEmpty, written, current: encodeKustomization(replaceOldFields(kustomization)) }
}

/** Undefined when the text cannot be edited in place. */
function editedText(source: Source, said: Said, now: EncodedFields, replacesOldFields: boolean): string | undefined {
  try {
    const document = parse(source)
    if (document?.root.kind !== MAPPING) return undefined
    changeFields(document.root, source.text, said, now, replacesOldFields)
    return preserve(document, source, { keepsLastFoots: true })
  } catch (error) {
    // Aliases that one reader of the reference takes and the other does not.
    if (error instanceof YamlError || error instanceof ToolError) return undefined
    throw error
  }
}

/** Aliases and repeated keys can make a text say something else than was meant. */
function says(text: string, now: EncodedFields): boolean {
  try {
    const found = encodeKustomization(currentForm(new Source('', text)))
    return found.size === now.size && [...now].every(([name, value]) => isEqual(value, found.get(name)))
  } catch {
    return false
  }
}

function changeFields(root: Mapping, text: string, said: Said, now: EncodedFields, replacesOldFields: boolean): void {
  const starts = root.keys.map(({ start }) => start)
  const { written, current } = said
  const names = new Set([...written.keys(), ...current.keys(), ...now.keys()])
  // These go with the field that takes their entries over.
  const goLater = replacesOldFields ? Object.values(FIXED_FIELDS).flat() : []
  for (const name of FIELD_ORDER) {
    if (!names.has(name) || goLater.includes(name)) continue
    let before = (replacesOldFields || name in OLD_FIELDS ? written : current).get(name)
    const after = now.get(name)
    if (isEqual(before, after) || (!replacesOldFields && isEqual(current.get(name), after))) continue
    freeOfAliases(root, keyOf(root, name, written))
    const moved = OLD_FIELDS[name] ?? (replacesOldFields ? FIXED_FIELDS[name] : undefined) ?? []
    const wanted = (name in OLD_FIELDS ? current : now).get(name)
    for (const old of moved) {
      const from = written.has(old) ? keyOf(root, old, written) : -1
      if (from < 0 || wanted?.kind !== SEQUENCE) continue
      freeOfAliases(root, from)
      const to = keyOf(root, name, written)
      const around = commentsAround(text, root.keys[from] as Node, starts)
      const count = moveEntries({ root, old, from, to, name, wanted: wanted.items, ...around, fresh })
      if (count !== undefined) before = new Sequence(wanted.items.slice(0, count))
    }
    setRootField(root, name, before, after, written)
    for (const old of moved) setRootField(root, old, written.get(old), undefined, written)
  }
  const left = replacesOldFields ? [...names].filter((name) => !now.has(name)) : []
  for (const name of left) setRootField(root, name, written.get(name), undefined, written)
}

/** The comments that go with a field, as the text has them: right above it, and below it where an empty line follows. */
function commentsAround(text: string, { start }: Node, starts: readonly number[]): { above: string; below: string } {
  const isComment = (line: string | undefined) => /^[ \t]*#/.test(line ?? '')
  const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join('\n')
  const before = text.slice(0, start).split('\n').slice(0, -1)
  let top = before.length
  while (isComment(before[top - 1])) top--
  const above = joined(before.slice(top))
  const next = starts.find((other) => other > start)
  if (next === undefined) return { above, below: '' }
  const lines = text.slice(start, next).split('\n')
  let first = lines.length - 1
  while (/^[ \t]*(?:#|$)/.test(lines[first - 1] ?? 'x')) first--
  let end = first
  while (isComment(lines[end])) end++
  return { above, below: end < lines.length - 1 ? joined(lines.slice(first, end)) : '' }
}

function setRootField(
  root: Mapping,
  name: string,
  before: Node | undefined,
  after: Node | undefined,
  written: EncodedFields,
): void {
  const i = keyOf(root, name, written)
  if (i >= 0 && after === undefined) removeEntryAt(root, i)
  else if (i >= 0) setValueAt(root, i, changed(root.values[i] as Node, before, after as Node))
  else if (after !== undefined) insertField(root, name, fresh(after))
}

/** A new field comes behind the last one that goes before it in the usual order. */
function insertField(root: Mapping, name: string, value: Node): void {
  const place = FIELD_ORDER.indexOf(name)
  let at = 0
  root.keys.forEach((key, i) => {
    const folded = key.kind === SCALAR ? foldCase(key.value) : ''
    const other = FIELD_ORDER.findIndex((one) => foldCase(one) === folded)
    if (other >= 0 && other < place) at = i + 1
  })
  insertEntryAt(root, at, new Scalar(name), value)
}

/** The position of a key. Fields may be written in any case, but a key that is one of its own is no other's. */
function keyOf(map: Mapping, name: string, own: { has(key: string): boolean }): number {
  const exact = map.keys.findIndex((key) => key.kind === SCALAR && key.value === name)
  if (exact >= 0) return exact
  const folded = foldCase(name)
  return map.keys.findIndex((key) => key.kind === SCALAR && foldCase(key.value) === folded && !own.has(key.value))
}

/** The node for a value that was `before` and is `after`: as much of the kept one as says the same. */
function changed(kept: Node, before: Node | undefined, after: Node): Node {
  if (before === undefined || kept.kind === ALIAS) return fresh(after)
  if (isEqual(before, after)) return kept
  if (kept.kind === MAPPING && before.kind === MAPPING && after.kind === MAPPING) {
    changeMapping(kept, before, after)
    return kept
  }
  if (kept.kind === SEQUENCE && before.kind === SEQUENCE && after.kind === SEQUENCE) {
    if (kept.items.length !== before.items.length) return fresh(after)
    setItems(kept, changedItems(kept.items, before.items, after.items))
    return kept
  }
  const made = fresh(after)
  if (kept.kind === SCALAR && made.kind === SCALAR) {
    if (kept.style === SINGLE || kept.style === DOUBLE) made.style = kept.style
    made.comments = kept.comments
    made.start = kept.start
    made.end = kept.end
  }
  return made
}

function changeMapping(kept: Mapping, before: Mapping, after: Mapping): void {
  const old = entriesOf(before)
  const now = entriesOf(after)
  const env = keyOf(kept, 'env', old)
  if (env >= 0 && now.has('envs') && !isEqual(old.get('envs'), now.get('envs'))) {
    moveEnv(kept, env, keyOf(kept, 'envs', old), old)
  }
  for (const name of old.keys()) {
    const i = keyOf(kept, name, old)
    if (i >= 0 && !now.has(name)) removeEntryAt(kept, i)
  }
  for (const [name, value] of now) {
    const i = keyOf(kept, name, old)
    if (i >= 0) setValueAt(kept, i, changed(kept.values[i] as Node, old.get(name), value))
    else if (!isEqual(old.get(name), value)) appendEntry(kept, fresh(stringScalar(name)), fresh(value))
  }
}

/** Items that stayed keep their nodes; one that changed is known by its name or, in a list of the same length, its place. */
function changedItems(kept: readonly Node[], before: readonly Node[], after: readonly Node[]): Node[] {
  const free = new Set(before.keys())
  const take = (matches: (item: Node, i: number) => boolean): number | undefined => {
    for (const i of free) {
      if (!matches(before[i] as Node, i)) continue
      free.delete(i)
      return i
    }
    return undefined
  }
  const same = after.map((value) => take((item) => isEqual(item, value)))
  return after.map((value, n) => {
    const whole = same[n]
    if (whole !== undefined) return kept[whole] as Node
    const name = nameOf(value)
    const i = take((item, place) =>
      name === undefined ? before.length === after.length && place === n : nameOf(item) === name,
    )
    return i === undefined ? fresh(value) : changed(kept[i] as Node, before[i], value)
  })
}

function nameOf(node: Node): string | undefined {
  const name = node.kind === MAPPING ? entriesOf(node).get('name') : undefined
  return name?.kind === SCALAR ? name.value : undefined
}

/** A JSON-typed value as a new node: the printer chooses quotes. */
function fresh(value: Node): Node {
  if (value.kind === MAPPING) return new Mapping(value.keys.map(fresh), value.values.map(fresh))
  if (value.kind === SEQUENCE) return new Sequence(value.items.map(fresh))
  if (value.kind === ALIAS) return fresh(value.target)
  if (value.tag === '!!str') return stringScalar(value.value, styleOf(value.value))
  return new Scalar(value.value)
}

/** Texts that only the version 2 reader takes for something else need quotes of our own; the printer sees to all others. */
function styleOf(text: string): ScalarStyle {
  const style = styleOfText(text)
  return style === DOUBLE && resolvePlain(text) !== '!!str' ? PLAIN : style
}

/**
 * Makes a field independent of the others: when it has aliases, or stands for those of other fields, these fields are
 * written without any.
 */
function freeOfAliases(root: Mapping, i: number): void {
  const value = root.values[i]
  if (value === undefined) return
  const freed = new Set(has(value, (node) => node.kind === ALIAS) ? [i] : [])
  const inside = new Set<Node>()
  visit(value, (node) => inside.add(node))
  for (let size = -1; size !== inside.size; ) {
    size = inside.size
    root.values.forEach((other, place) => {
      if (place === i || freed.has(place) || !has(other, (node) => node.kind === ALIAS && inside.has(node.target)))
        return
      freed.add(place)
      visit(other, (node) => inside.add(node))
    })
  }
  if (freed.size === 0) return
  const expanded = expandAliases(clone(root), newBudget()) as Mapping
  for (const place of freed) {
    const name = root.keys[place]
    const at = name?.kind === SCALAR ? indexOfField(expanded, name.value) : -1
    if (at >= 0) setValueAt(root, place, expanded.values[at] as Node)
  }
}

function has(node: Node, isWanted: (node: Node) => boolean): boolean {
  let found = false
  visit(node, (one) => {
    found ||= isWanted(one)
  })
  return found
}

function visit(node: Node, found: (node: Node) => void): void {
  found(node)
  if (node.kind === MAPPING) {
    for (const value of node.values) visit(value, found)
  } else if (node.kind === SEQUENCE) for (const item of node.items) visit(item, found)
}
