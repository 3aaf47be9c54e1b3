/**
 * How we write a kustomization file back: only what the edit changed is printed anew, in the style around it. The edit
 * was made on plain data, so what changed is found by comparing that data before and after.
 */
import { Source } from '../../core/source.ts'
import { appendEntry, removeEntryAt, setItems, setValueAt, stringScalar } from '../../yaml/edit.ts'
import { styleOfText } from '../../yaml/emit.ts'
import {
  ALIAS,
  DOUBLE,
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
import { currentForm } from './current.ts'
import { type EncodedFields, encodeKustomization, entriesOf, isEqual } from './encode.ts'
import { FIELD_ORDER, printFields, referenceForm } from './reference-form.ts'

/** Current fields, and the old ones whose entries they take over. */
const OLD_FIELDS: Record<string, string> = {
  resources: 'bases',
  images: 'imageTags',
  helmCharts: 'helmChartInflationGenerator',
  helmGlobals: 'helmChartInflationGenerator',
}

/** The text of the file as it says what `k` says. With `replacesOldFields` no old field stays. */
export function keptForm(source: Source, k: Kustomization, replacesOldFields: boolean): string {
  const now = encodeKustomization(k)
  const root = readKept(source)
  if (root === undefined) {
    const { text } = source
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${printFields(now)}`
  }
  const printed = editedText(source, now, replacesOldFields)
  return printed !== undefined && says(printed, now) ? printed : referenceForm(source.text, now)
}

/** The root of the first document; undefined when there is nothing in it. */
function readKept(source: Source): Node | undefined {
  const root = decodeKustomization(source).kustomization.root
  return root?.kind === MAPPING && root.keys.length > 0 ? root : undefined
}

/** Undefined when the text cannot be edited in place. */
function editedText(source: Source, now: EncodedFields, replacesOldFields: boolean): string | undefined {
  try {
    const document = parse(source)
    if (document?.root.kind !== MAPPING) return undefined
    changeFields(document.root, source, now, replacesOldFields)
    return preserve(document, source, { keepsLastFoots: true })
  } catch (error) {
    if (error instanceof YamlError) return undefined
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

function changeFields(root: Mapping, source: Source, now: EncodedFields, replacesOldFields: boolean): void {
  const written = encodeKustomization(decodeKustomization(source).kustomization)
  const current = encodeKustomization(currentForm(source))
  const names = new Set([...written.keys(), ...current.keys(), ...now.keys()])
  for (const name of FIELD_ORDER) {
    if (!names.has(name)) continue
    const before = (replacesOldFields || name in OLD_FIELDS ? written : current).get(name)
    const after = now.get(name)
    if (isEqual(before, after) || (!replacesOldFields && isEqual(current.get(name), after))) continue
    freeOfAliases(root, keyOf(root, name, written))
    setRootField(root, name, before, after, written)
    const old = OLD_FIELDS[name]
    if (old !== undefined) setRootField(root, old, written.get(old), undefined, written)
  }
  const left = replacesOldFields ? [...names].filter((name) => !now.has(name)) : []
  for (const name of left) setRootField(root, name, written.get(name), undefined, written)
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
  appendEntry(root, new Scalar(name), value)
  root.keys.splice(at, 0, ...root.keys.splice(-1))
  root.values.splice(at, 0, ...root.values.splice(-1))
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
  for (const [name, value] of old) {
    const i = keyOf(kept, name, old)
    const next = now.get(name)
    if (next === undefined && i >= 0) removeEntryAt(kept, i)
    // An entry's `env` stands for its first `envs`.
    if (name === 'envs' && i < 0 && !isEqual(value, next)) removeField(kept, 'env', old)
  }
  for (const [name, value] of now) {
    const i = keyOf(kept, name, old)
    if (i >= 0) setValueAt(kept, i, changed(kept.values[i] as Node, old.get(name), value))
    else if (!isEqual(old.get(name), value)) appendEntry(kept, fresh(stringScalar(name)), fresh(value))
  }
}

function removeField(kept: Mapping, name: string, own: Map<string, Node>): void {
  const i = keyOf(kept, name, own)
  if (i >= 0) removeEntryAt(kept, i)
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
 * Makes a field independent of the others: aliases in it are replaced by what they stand for, and so are those elsewhere
 * that stand for a part of it.
 */
function freeOfAliases(root: Mapping, i: number): void {
  const value = root.values[i]
  if (value === undefined) return
  const inside = new Set<Node>()
  visit(value, (node) => inside.add(node))
  root.values.forEach((other, place) => {
    setValueAt(
      root,
      place,
      expanded(other, (target) => place === i || inside.has(target)),
    )
  })
}

/** The node with some of its aliases replaced by copies. */
function expanded(node: Node, isWanted: (target: Node) => boolean): Node {
  if (node.kind === ALIAS) return isWanted(node.target) ? copied(node.target) : node
  if (node.kind === MAPPING) {
    node.values.forEach((value, i) => {
      setValueAt(node, i, expanded(value, isWanted))
    })
  } else if (node.kind === SEQUENCE)
    setItems(
      node,
      node.items.map((item) => expanded(item, isWanted)),
    )
  return node
}

/** A copy that comes from no place in the file, without anchors and aliases. */
function copied(node: Node): Node {
  if (node.kind === ALIAS) return copied(node.target)
  let made: Node
  if (node.kind === MAPPING) made = new Mapping(node.keys.map(copied), node.values.map(copied), node.flow)
  else if (node.kind === SEQUENCE) made = new Sequence(node.items.map(copied), node.flow)
  else made = new Scalar(node.value, node.style)
  made.tag = node.tag
  return made
}

function visit(node: Node, found: (node: Node) => void): void {
  found(node)
  if (node.kind === MAPPING) {
    for (const value of node.values) visit(value, found)
  } else if (node.kind === SEQUENCE) for (const item of node.items) visit(item, found)
}
