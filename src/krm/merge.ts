import type { Location } from '../core/source.ts'
import { compareBytes } from '../core/text.ts'
import type { Trace } from '../core/trace.ts'
import { appendEntry, overwrite, removeField, setEntries, setValueAt } from '../yaml/edit.ts'
import {
  ALIAS,
  DOUBLE,
  field,
  fieldText,
  indexOfField,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
} from '../yaml/node.ts'
import { isNull, isUntyped, tagOf } from '../yaml/resolve.ts'
import { type MergeContext, unknownDirective } from './merge-context.ts'
import { mergeElements } from './merge-list.ts'
import { firstProblem, type PendingField } from './merge-problem.ts'
import { readsAsText } from './reads-as-text.ts'
import type { Schema, TypeNode } from './schema.ts'
import { wrongNodeKind } from './wrong-kind.ts'

export interface MergeOptions {
  /** Finds the types of the objects; loaded. */
  schema?: Schema
  /** The type of the two nodes, when it is known without. */
  type?: TypeNode
  trace?: Trace
  /** New elements of lists follow those there are; they come first otherwise. */
  appends?: boolean
  /** Where a node stands, for messages. */
  locate?: (node: Node) => Location | undefined
}

const DIRECTIVE = '$patch'

/** The merged node, which is `dest` edited in place wherever both have something; undefined when nothing is left. */
export function strategicMerge(
  dest: Node | undefined,
  patch: Node | undefined,
  options: MergeOptions = {},
): Node | undefined {
  const { schema, trace, locate, appends = false } = options
  const context = { schema, trace, locate, appends, walk }
  return walk(dest, patch, options.type, context)
}

/** Merges one pair of nodes. A result that is null counts as none. */
function walk(
  dest: Node | undefined,
  patch: Node | undefined,
  known: TypeNode | undefined,
  context: MergeContext,
): Node | undefined {
  const first = dest !== undefined && !isNull(dest) ? dest : patch !== undefined && !isNull(patch) ? patch : undefined
  if (first === undefined) return undefined
  // Objects have none; in values of charts the reference loses them.
  if (first.kind === ALIAS) return undefined
  if (first === dest && patch !== undefined && patch.kind !== first.kind && !isNull(patch)) {
    throw wrongNodeKind(first.kind, patch, context.locate?.(patch))
  }
  if (first.kind === MAPPING) {
    const type = known ?? typeOf(dest, context) ?? typeOf(patch, context)
    return walkMapping(first === dest ? dest : undefined, patch as Mapping | Scalar | undefined, type, context)
  }
  if (first.kind === SEQUENCE && known !== undefined && isMerged(known)) {
    if (patch !== undefined && patch.kind !== SEQUENCE) return undefined
    return mergeElements(first === dest ? dest : undefined, patch, known, context)
  }
  return patch ?? dest
}

function isMerged(type: TypeNode): boolean {
  return type.patchStrategy === 'merge' || type.patchStrategy.split(',').includes('merge')
}

/** The schema of an object that says what it is. */
function typeOf(node: Node | undefined, { schema }: MergeContext): TypeNode | undefined {
  if (schema === undefined) return undefined
  const kind = fieldText(node, 'kind')
  if (kind === undefined) return undefined
  return schema.lookup(fieldText(node, 'apiVersion') ?? '', kind)
}

/** `dest` is undefined when missing or null; then the patch is merged with itself, which drops its nulls. */
function walkMapping(
  dest: Mapping | undefined,
  patch: Mapping | Scalar | undefined,
  type: TypeNode | undefined,
  context: MergeContext,
): Node | undefined {
  if (patch === undefined) {
    if (dest !== undefined) mergeFields(dest, undefined, type, context)
    return dest
  }
  if (patch.kind === SCALAR) return undefined
  const word = takeDirective(patch, dest !== undefined, context)
  if (word === 'delete') return undefined
  if (dest === undefined || word === 'replace') {
    mergeFields(patch, patch, type, context)
    return patch
  }
  if (dest.keys.length === 0) dest.flow = patch.flow
  mergeFields(dest, patch, type, context)
  return dest
}

/** Takes `$patch` out of a mapping. A word that is unknown is an error, and stays where there is nothing to merge with. */
function takeDirective(patch: Mapping, strict: boolean, context: MergeContext): string {
  const value = field(patch, DIRECTIVE)
  if (value === undefined) return 'merge'
  const word = value.kind === SCALAR ? value.value : ''
  if (word !== 'delete' && word !== 'replace' && word !== 'merge') {
    if (strict) throw unknownDirective(word, value, context)
    return 'merge'
  }
  removeField(patch, DIRECTIVE)
  return word
}

function mergeFields(
  dest: Mapping,
  patch: Mapping | undefined,
  type: TypeNode | undefined,
  context: MergeContext,
): void {
  const { trace } = context
  const { keys, values } = dest
  const added = patch === undefined || patch === dest ? undefined : newEntries(dest, patch)
  // The reference takes an empty name for the node itself.
  if (indexOfField(dest, '') >= 0) throw wrongNodeKind(SCALAR, dest, context.locate?.(dest))
  let kept: { keys: Node[]; values: Node[] } | undefined
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as Node
    const value = values[i] as Node
    const name = key.kind === SCALAR ? key.value : ''
    const other = patch === dest ? value : field(patch, name)
    let result: Node | undefined
    // A null that is written out stays as long as no patch speaks of it; one without text goes.
    if (other === undefined && isNull(value) && (value as Scalar).value !== '') result = value
    else {
      try {
        result = present(walk(value, other, type?.field(name), context))
      } catch (error) {
        throw firstProblem(error, name, pendingFields(dest, i + 1, patch, added, type), context)
      }
    }
    if (result === undefined) {
      kept ??= { keys: keys.slice(0, i), values: values.slice(0, i) }
      continue
    }
    if (result === value) quoteWord(value)
    else {
      replaceValue(dest, i, result, trace)
    }
    if (kept !== undefined) {
      kept.keys.push(key)
      kept.values.push(values[i] as Node)
    }
  }
  if (kept !== undefined) setEntries(dest, kept.keys, kept.values, trace)
  if (added === undefined) return
  for (const { key, value } of added) {
    const name = key.value
    const result = present(walk(undefined, value, type?.field(name), context))
    if (result === undefined) continue
    if (name === '') throw wrongNodeKind(SCALAR, dest, context.locate?.(dest))
    quoteWord(result)
    appendEntry(dest, plainKey(key), result, trace)
  }
}

/** What a merge that ends at a field had still to do. */
function pendingFields(
  dest: Mapping,
  from: number,
  patch: Mapping | undefined,
  added: { key: Scalar; value: Node }[] | undefined,
  type: TypeNode | undefined,
): PendingField[] {
  const pending: PendingField[] = (added ?? []).map(({ key: { value: name }, value }) => ({
    name,
    dest: undefined,
    patch: value,
    type: type?.field(name),
  }))
  for (let i = from; i < dest.keys.length; i++) {
    const key = dest.keys[i] as Node
    const name = key.kind === SCALAR ? key.value : ''
    const value = dest.values[i] as Node
    pending.push({ name, dest: value, patch: patch === dest ? value : field(patch, name), type: type?.field(name) })
  }
  return pending
}

/** Strings and values without a type that YAML 1.1 takes for something else are put in quotes. */
function quoteWord(node: Node): void {
  if (node.kind !== SCALAR || node.style !== PLAIN) return
  const isFree = isUntyped(node)
  if (!isFree && node.tag === '' && node.value.length > 3) return
  if (readsAsText(node.value)) return
  if (isFree || tagOf(node) === '!!str') node.style = DOUBLE
}

/** A new key keeps its type but not its style. */
function plainKey(key: Scalar): Scalar {
  const made = new Scalar(key.value)
  if (key.value !== '<<') made.tag = tagOf(key)
  return made
}

/**
 * A new value keeps its type and gets the style of the old one: a number put in place of a quoted text becomes a text.
 */
function takeStyle(made: Node, old: Node): void {
  if (made.kind === MAPPING || made.kind === SEQUENCE) {
    if (old.kind === SCALAR) made.flow = false
    else if (old.kind === MAPPING && old.keys.length > 0) made.flow = old.flow
    else if (old.kind === SEQUENCE && old.items.length > 0) made.flow = old.flow
    return
  }
  if (made.kind !== SCALAR || old.kind !== SCALAR) return
  const tag = tagOf(made)
  if (old.tagged || old.style !== PLAIN || tag === '!!str') made.tag = tag
  if (made.tagged !== old.tagged) made.tagged = old.tagged
  made.style = old.style
}

/**
 * Puts a value in place of another one. What a build made may stand at several places (`setEntries`), and changes at all
 * of them as in the reference.
 */
function replaceValue(map: Mapping, i: number, made: Node, trace: Trace | undefined): void {
  const old = map.values[i] as Node
  takeStyle(made, old)
  if (old.kind === SCALAR && old.start < 0 && made.kind === SCALAR) overwrite(old, made, trace)
  else setValueAt(map, i, made, trace)
}

function present(node: Node | undefined): Node | undefined {
  return isNull(node) ? undefined : node
}

/** Entries of the patch whose field the destination does not have, by name. */
function newEntries(dest: Mapping, patch: Mapping): { key: Scalar; value: Node }[] {
  const made = []
  for (let i = 0; i < patch.keys.length; i++) {
    const key = patch.keys[i] as Node
    if (key.kind === SCALAR && indexOfField(dest, key.value) < 0) made.push({ key, value: patch.values[i] as Node })
  }
  return made.length < 2 ? made : made.sort((a, b) => compareBytes(a.key.value, b.key.value))
}
