/**
 * What a function answered, put into the tree that it was given: whatever means the same stays the node it was, with its
 * style, comments and place in the text, so that only what the function changed is printed anew.
 */

import { Source } from '../core/source.ts'
import { itemKey } from '../krm/list-keys.ts'
import { detach } from '../yaml/detach.ts'
import { setComments, setEntries, setItems } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import {
  ALIAS,
  type Comments,
  FOLDED,
  MAPPING,
  Mapping,
  type Node,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { hasSameValue } from '../yaml/preserve-compare.ts'
import { tagOf } from '../yaml/resolve.ts'

/** Changes `input` into what `output` says. `others` are comments around it that are no news either. */
export function graft(input: Mapping, output: Mapping, others: readonly string[] = []): void {
  const known = new Set<string>()
  for (const text of others) addLines(text, known)
  collectLines(input, known)
  new Graft(known).root(input, output)
}

function collectLines(node: Node, lines: Set<string>): void {
  const { comments } = node
  if (comments !== undefined) for (const text of [comments.head, comments.line, comments.foot]) addLines(text, lines)
  if (node.kind === MAPPING) {
    for (const key of node.keys) collectLines(key, lines)
    for (const value of node.values) collectLines(value, lines)
  } else if (node.kind === SEQUENCE) for (const item of node.items) collectLines(item, lines)
}

function addLines(text: string, lines: Set<string>): void {
  if (text !== '') for (const line of text.split('\n')) lines.add(line.trim())
}

class Graft {
  constructor(private readonly known: ReadonlySet<string>) {}

  root(before: Mapping, now: Mapping): void {
    this.mapping(before, now)
    this.comments(before, now)
  }

  private node(before: Node, now: Node, parent: string): Node {
    if (before.kind === MAPPING && now.kind === MAPPING) this.mapping(before, now)
    else if (before.kind === SEQUENCE && now.kind === SEQUENCE) this.list(before, now, parent)
    else if (!isSameLeaf(before, now)) return this.instead(before, now)
    this.comments(before, now)
    return before
  }

  mapping(before: Mapping, now: Mapping): void {
    const places = new Map<string, number>()
    before.keys.forEach((key, i) => {
      if (key.kind === SCALAR && !places.has(key.value)) places.set(key.value, i)
    })
    const entries = now.keys.map((key, i) => {
      const value = now.values[i] as Node
      const place = key.kind === SCALAR ? places.get(key.value) : undefined
      if (place === undefined) {
        detach(key)
        detach(value)
        return { place: before.keys.length + i, key, value }
      }
      const old = before.keys[place] as Node
      this.comments(old, key)
      const name = key.kind === SCALAR ? key.value : ''
      return { place, key: old, value: this.node(before.values[place] as Node, value, name) }
    })
    entries.sort((a, b) => a.place - b.place)
    const keys = entries.map(({ key }) => key)
    const values = entries.map(({ value }) => value)
    const isSame = keys.length === before.keys.length && keys.every((key, i) => key === before.keys[i])
    if (!isSame || values.some((value, i) => value !== before.values[i])) setEntries(before, keys, values)
  }

  private list(before: Sequence, now: Sequence, parent: string): void {
    const partners = this.partners(before.items, now.items, parent)
    const items = now.items.map((item, i) => {
      const partner = partners[i]
      if (partner !== undefined) return this.node(partner, item, '')
      detach(item)
      return item
    })
    const isSame = items.length === before.items.length && items.every((item, i) => item === before.items[i])
    if (!isSame) setItems(before, items)
  }

  /** For each item the one it was: of the same key or value, else, in lists of one length, in the same place. */
  private partners(before: readonly Node[], now: readonly Node[], parent: string): (Node | undefined)[] {
    const used = new Set<Node>()
    const waiting = new Map<string, Node[]>()
    for (const item of before) {
      const sign = signOf(item, parent)
      if (sign !== undefined) waiting.set(sign, [...(waiting.get(sign) ?? []), item])
    }
    const take = (item: Node | undefined) => {
      if (item !== undefined) used.add(item)
      return item
    }
    const found = now.map((item, i) => {
      const there = before[i]
      if (there !== undefined && !used.has(there) && hasSameValue(there, item)) return take(there)
      return take(waiting.get(signOf(item, parent) ?? '')?.find((one) => !used.has(one)))
    })
    if (before.length !== now.length) return found
    return found.map((partner, i) => {
      const there = before[i] as Node
      return partner ?? (used.has(there) ? undefined : take(there))
    })
  }

  /** A value that is another one; comments that the function lost stay. */
  private instead(before: Node, now: Node): Node {
    detach(now)
    const own = now.comments ?? NONE
    const old = before.comments
    if (old !== undefined) {
      setComments(now, { head: own.head || old.head, line: own.line || old.line, foot: own.foot || old.foot })
    }
    return now
  }

  /** A comment counts as the function's own when one of its lines was nowhere before. */
  private comments(before: Node, now: Node): void {
    const { comments } = now
    if (comments === undefined) return
    const old = before.comments ?? NONE
    const pick = (mine: string, other: string) => (this.isNew(other) ? other : mine)
    const made: Comments = {
      head: pick(old.head, comments.head),
      line: pick(old.line, comments.line),
      foot: pick(old.foot, comments.foot),
    }
    if (made.head !== old.head || made.line !== old.line || made.foot !== old.foot) setComments(before, made)
  }

  private isNew(text: string): boolean {
    return text !== '' && text.split('\n').some((line) => line.trim() !== '' && !this.known.has(line.trim()))
  }
}

const NONE: Comments = { head: '', line: '', foot: '' }

function isSameLeaf(before: Node, now: Node): boolean {
  if (before.kind === SCALAR && now.kind === SCALAR) return hasSameText(before, now) || isAsSent(before, now)
  return before.kind === ALIAS && now.kind === ALIAS && before.name === now.name
}

function hasSameText(before: Scalar, now: Scalar): boolean {
  return before.value === now.value && tagOf(before) === tagOf(now)
}

/**
 * In the reference's form, which functions are sent, some folded texts read as others do, and a time between brackets is
 * quoted; a function that passes these on has not changed them.
 */
function isAsSent(before: Scalar, now: Scalar): boolean {
  if (before.style !== FOLDED && tagOf(before) !== '!!timestamp') return false
  const [inBlock, inFlow] = [new Mapping([new Scalar('a')], [before]), new Sequence([before], true)].map(
    (around) => parse(new Source('', emitKept(around)), { comments: false })?.root,
  )
  const sent = [inBlock?.kind === MAPPING && inBlock.values[0], inFlow?.kind === SEQUENCE && inFlow.items[0]]
  return sent.some((one) => one && one.kind === SCALAR && hasSameText(one, now))
}

function signOf(item: Node, parent: string): string | undefined {
  return item.kind === SCALAR ? `=${item.value}` : itemKey(item, parent)
}
