/**
 * The only writers of a tree that was read. Every function takes the current {@link Trace} last; with none, recording
 * costs one undefined check. Values passed in become part of the tree: pass a {@link clone} of what is used elsewhere.
 */

import type { Location } from '../core/source.ts'
import type { Trace } from '../core/trace.ts'
import {
  ALIAS,
  Alias,
  type Comments,
  field,
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  SCALAR,
  Scalar,
  type ScalarStyle,
  Sequence,
  UNTYPED,
} from './node.ts'

/** A scalar that is a string whatever it looks like. */
export function stringScalar(text: string, style: ScalarStyle = 0): Scalar {
  const scalar = new Scalar(text, style)
  scalar.tag = '!!str'
  return scalar
}

/** Replaces a scalar's text; tag, style and comments stay. */
export function setText(scalar: Scalar, text: string, trace?: Trace, from?: Location): void {
  if (scalar.value === text) return
  scalar.value = text
  if (trace !== undefined) trace.recorder.edited(scalar, trace.step, from)
}

export function setComments(node: Node, comments: Comments | undefined): void {
  node.comments = comments
}

/** Declares a scalar's type, '' for "as its text reads". */
export function setTag(scalar: Scalar, tag: string): void {
  scalar.tag = tag
  if (scalar.tagged) scalar.tagged = false
}

/** Takes a scalar's type away: unlike all others it counts as no null, and every text written to it decides anew. */
export function untype(scalar: Scalar): void {
  setTag(scalar, '')
  scalar.end = UNTYPED
}

export function untypedScalar(text: string): Scalar {
  const scalar = new Scalar(text)
  untype(scalar)
  return scalar
}

/** Makes a scalar equal to another one, wherever it stands. */
export function overwrite(scalar: Scalar, by: Scalar, trace?: Trace): void {
  scalar.value = by.value
  scalar.style = by.style
  scalar.tag = by.tag
  if (scalar.tagged !== by.tagged) scalar.tagged = by.tagged
  scalar.end = by.end
  if (scalar.comments !== by.comments) scalar.comments = by.comments
  if (trace === undefined) return
  trace.recorder.copied(by, scalar)
  trace.recorder.edited(scalar, trace.step)
}

/** Sets the value of a field, appending the field when it is missing. The key of an existing field stays as it is. */
export function setField(map: Mapping, name: string, value: Node, trace?: Trace, from?: Location): void {
  const i = indexOfField(map, name)
  if (i < 0) {
    map.keys.push(new Scalar(name))
    map.values.push(value)
    map.index?.set(name, map.keys.length - 1)
  } else {
    map.values[i] = value
  }
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

/** Appends an entry without looking for an existing one. */
export function appendEntry(map: Mapping, key: Node, value: Node, trace?: Trace, from?: Location): void {
  map.keys.push(key)
  map.values.push(value)
  dropIndex(map)
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

/** Puts an entry before the one at position `i`, without looking for an existing one of that key. */
export function insertEntryAt(map: Mapping, i: number, key: Node, value: Node, trace?: Trace, from?: Location): void {
  map.keys.splice(i, 0, key)
  map.values.splice(i, 0, value)
  dropIndex(map)
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

/** Keys have changed. */
export function dropIndex(map: Mapping): void {
  if (map.index !== undefined) map.index = undefined
}

/** Puts another value at position `i`. */
export function setValueAt(map: Mapping, i: number, value: Node, trace?: Trace, from?: Location): void {
  map.values[i] = value
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

/** Removes the first entry with this key; says whether there was one. */
export function removeField(map: Mapping, name: string, trace?: Trace): boolean {
  // Removing drops the index: to make one for every entry that goes would take longer than to look.
  const i = map.index ? indexOfField(map, name) : map.keys.findIndex((key) => key.kind === SCALAR && key.value === name)
  if (i < 0) return false
  removeEntryAt(map, i, trace)
  return true
}

export function removeEntryAt(map: Mapping, i: number, trace?: Trace): void {
  map.keys.splice(i, 1)
  map.values.splice(i, 1)
  dropIndex(map)
  if (trace !== undefined) trace.recorder.edited(map, trace.step)
}

/** Replaces all entries at once. */
export function setEntries(map: Mapping, keys: Node[], values: Node[], trace?: Trace): void {
  map.keys = keys
  map.values = values
  dropIndex(map)
  if (trace !== undefined) trace.recorder.edited(map, trace.step)
}

export function renameField(map: Mapping, from: string, to: string, trace?: Trace): void {
  const i = indexOfField(map, from)
  const key = map.keys[i]
  if (key === undefined || key.kind !== SCALAR) return
  key.value = to
  dropIndex(map)
  if (trace !== undefined) trace.recorder.edited(key, trace.step)
}

export function setItem(list: Sequence, i: number, value: Node, trace?: Trace, from?: Location): void {
  list.items[i] = value
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

export function insertItem(list: Sequence, i: number, value: Node, trace?: Trace, from?: Location): void {
  list.items.splice(i, 0, value)
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

export function append(list: Sequence, value: Node, trace?: Trace, from?: Location): void {
  list.items.push(value)
  if (trace !== undefined) trace.recorder.edited(value, trace.step, from)
}

export function removeItem(list: Sequence, i: number, trace?: Trace): void {
  list.items.splice(i, 1)
  if (trace !== undefined) trace.recorder.edited(list, trace.step)
}

/** Makes a list, or a mapping, one that is written over lines. */
export function writeAsBlock(node: Sequence | Mapping): void {
  node.flow = false
}

/** Replaces all items at once. */
export function setItems(list: Sequence, items: Node[], trace?: Trace): void {
  list.items = items
  if (trace !== undefined) trace.recorder.edited(list, trace.step)
}

/** A deep copy that shares nothing with the original. Aliases inside point to the copied anchors. */
export function clone<T extends Node>(node: T, trace?: Trace): T {
  return copy(node, node.kind === SCALAR ? undefined : new Map(), trace) as T
}

function copy(node: Node, anchors: Map<Node, Node> | undefined, trace: Trace | undefined): Node {
  let made: Node
  if (node.kind === SCALAR) {
    made = new Scalar(node.value, node.style, node.start, node.end)
    if (node.anchor !== '') anchors?.set(node, made)
  } else if (node.kind === MAPPING) {
    const { keys, values } = node
    const newKeys = new Array<Node>(keys.length)
    const newValues = new Array<Node>(keys.length)
    made = new Mapping(newKeys, newValues, node.flow, node.start, node.end)
    if (node.anchor !== '') anchors?.set(node, made)
    for (let i = 0; i < keys.length; i++) {
      newKeys[i] = copy(keys[i] as Node, anchors, trace)
      newValues[i] = copy(values[i] as Node, anchors, trace)
    }
  } else if (node.kind === ALIAS) {
    made = new Alias(node.name, anchors?.get(node.target) ?? node.target, node.start, node.end)
  } else {
    const { items } = node
    const newItems = new Array<Node>(items.length)
    made = new Sequence(newItems, node.flow, node.start, node.end)
    if (node.anchor !== '') anchors?.set(node, made)
    for (let i = 0; i < items.length; i++) newItems[i] = copy(items[i] as Node, anchors, trace)
  }
  made.tag = node.tag
  if (node.tagged) made.tagged = true
  if (node.anchor !== '') made.anchor = node.anchor
  if (node.comments !== undefined) made.comments = { ...node.comments }
  if (trace !== undefined) trace.recorder.copied(node, made)
  return made
}

/** The map under a field, made when there is none: whatever else stands there gives way. */
export function mappingField(parent: Mapping, name: string): Mapping {
  const found = field(parent, name)
  if (found !== undefined && found.kind === MAPPING) return found
  const made = new Mapping()
  setField(parent, name, made)
  return made
}
