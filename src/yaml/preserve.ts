/**
 * An edited document printed so that what no edit touched keeps its bytes. Edits need no marks: the tree is compared with
 * the one that was read; where they differ the text is replaced, in the layout found around it.
 */
import { Source } from '../core/source.ts'
import { clone } from './edit.ts'
import { emitEntriesAt, emitItemAt, emitKept, emitValueAt, type Layout } from './kept.ts'
import {
  ALIAS,
  type Comments,
  Document,
  FOLDED,
  LITERAL,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
  SINGLE,
} from './node.ts'
import { parse, parseAll } from './parse.ts'
import { commentsOf, hasSameValue, isSame, isSameOutside, keepsBreaks, pairEntries } from './preserve-compare.ts'
import { resolvePlain } from './resolve.ts'

export interface PreserveOptions {
  /** Comments below the last entry of a collection stay when the entry goes. */
  keepsLastFoots?: boolean
  /** The document as it was read, the only one of the source. Left out, the source is read once more. */
  original?: Document
}

/**
 * The whole text of the source with the changes of one of its documents. Line ends, comments, empty lines, quotes and
 * indentation of all that is unchanged stay; new parts take indentation, list offset and quotes from their surroundings.
 *
 * @throws YamlError when the source is no YAML
 * @example
 * const source = new Source('a.yaml', 'a:   1 # one\nb: 2\n')
 * const document = parse(source)
 * setField(document.root, 'b', new Scalar('3'))
 * preserve(document, source) // 'a:   1 # one\nb: 3\n'
 */
export function preserve(document: Document, source: Source, options: PreserveOptions = {}): string {
  const originals = options.original === undefined ? parseAll(source) : [options.original]
  const place = originals.findIndex((one) => one.start === document.start)
  const original = originals[place]
  if (original === undefined) return emitKept(document)
  const preserver = new Preserver(source.text, original, options)
  const printed = preserver.print(document)
  if (printed === source.text || saysTheSame(printed, place, document)) return printed
  return preserver.reprint(document, place === 0)
}

/** Comments that stay may end up inside a text that grew towards them; then the document is better printed anew. */
function saysTheSame(text: string, place: number, document: Document): boolean {
  try {
    const source = new Source('', text)
    // Comments behind a text whose line breaks are kept count for its value; else reading is faster without them.
    const isSimple = place === 0 && !/[|>][0-9]?\+/.test(text)
    const again = isSimple ? parse(source, { comments: false }) : parseAll(source)[place]
    return again !== undefined && hasSameValue(again.root, document.root)
  } catch {
    return false
  }
}

interface Change {
  from: number
  to: number
  text: string
}

/** An entry of a block mapping or an item of a block list, as it stands in the source. */
interface Entry {
  key: Node | undefined
  value: Node
  /** Where the key or the dash is. */
  start: number
  /** Behind the colon or dash. */
  after: number
  /** Behind the last character of the value. */
  end: number
}

class Preserver {
  private changes: Change[] = []
  private readonly layout: Layout
  private readonly prefersSingle: boolean

  constructor(
    private readonly text: string,
    private readonly original: Document,
    private readonly options: PreserveOptions,
  ) {
    this.layout = { step: this.usualStep(original.root) ?? 2, listOffset: this.usualListOffset(original.root) ?? 0 }
    this.prefersSingle = firstQuoted(original.root) === SINGLE
  }

  /** The text with the document's place taken by what the printer that keeps order and comments makes of it. */
  reprint(document: Document, isFirst: boolean): string {
    const { text, original } = this
    const { end } = original
    const rest = this.lineStart(end) === end ? end : this.nextLine(end)
    const copy = new Document(this.fresh(undefined, document.root))
    copy.head = document.head
    copy.foot = document.foot
    const start = isFirst && !/^---[ \t]*\r?\n/.test(text) ? 0 : this.nextLine(original.start)
    return text.slice(0, start) + emitKept(copy, { wideLists: this.layout.listOffset > 0 }) + text.slice(rest)
  }

  /** Empty when that cannot be done by parts. */
  print(document: Document): string {
    const { original, text } = this
    if (document.head !== original.head || document.foot !== original.foot) return ''
    const root = this.withoutNewHead(original.root, document.root)
    if (!isSame(original.root, root) && !this.inside(original.root, root)) {
      if (root.comments !== undefined || original.root.comments !== undefined) return ''
      const wideLists = this.layout.listOffset > 0
      const printed = emitKept(this.fresh(original.root, root), { wideLists }).replace(/\n$/, '')
      this.change(original.root.start, this.endOf(original.root, original.root.start), printed)
    }
    return this.applied(this.changes, 0, text.length)
  }

  /** Comments above an object that had none are put above its first line, without printing the object anew. */
  private withoutNewHead(old: Node, now: Node): Node {
    const { comments } = now
    const isAtStart =
      old.start === this.lineStart(old.start) && old.kind === MAPPING && old.keys[0]?.comments === undefined
    if (comments === undefined || comments.head === '' || comments.line !== '' || comments.foot !== '') return now
    if (now.kind !== MAPPING || old.comments !== undefined || !isAtStart) return now
    const copy = new Mapping(now.keys, now.values, now.flow, now.start, now.end)
    if (!isSameOutside(old, copy)) return now
    this.change(old.start, old.start, `${comments.head}\n`)
    return copy
  }

  private change(from: number, to: number, text: string): void {
    this.changes.push({ from, to, text: this.text.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text })
  }

  private applied(changes: readonly Change[], from: number, to: number): string {
    let out = ''
    let at = from
    for (const one of [...changes].sort((a, b) => a.from - b.from)) {
      out += this.text.slice(at, one.from) + one.text
      at = one.to
    }
    return out + this.text.slice(at, to)
  }

  /** Handles the difference within a collection; false when the node must be replaced as a whole. */
  private inside(old: Node, now: Node): boolean {
    if (!isSameOutside(old, now)) return false
    if (old.kind !== MAPPING && old.kind !== SEQUENCE) return false
    const count = old.kind === MAPPING ? old.keys.length : old.items.length
    const countNow = now.kind === MAPPING ? now.keys.length : now.kind === SEQUENCE ? now.items.length : 0
    if (count === 0 || countNow === 0) return false
    if (old.flow) return this.flow(old, now as Mapping | Sequence)
    const entries = this.entriesOf(old)
    return entries !== undefined && this.block(entries, now as Mapping | Sequence)
  }

  private value(old: Entry, value: Node, indent: number): void {
    if (isSame(old.value, value) || (old.key === undefined && this.inside(old.value, value))) return
    const hasSameComments = commentsOf(old.value) === commentsOf(value)
    const isBlock = isBlockText(old.value) || isBlockText(value)
    const fresh = this.fresh(old.value, value)
    if (hasSameComments && !isBlock) fresh.comments = undefined
    const printed =
      old.key !== undefined ? emitValueAt(fresh, indent, this.layout) : emitItemAt(fresh, indent, this.layout)
    const to = hasSameComments && !isBlock ? old.end : this.behindComment(old.end)
    const isInline = printed.startsWith(' ') && old.value.start >= old.after && old.value.start < old.end && !isBlock
    if (isInline) this.change(old.value.start, to, printed.slice(1))
    else this.change(old.after, to, printed)
  }

  /** Entries of a block collection against what they have become. */
  private block(entries: readonly Entry[], now: Mapping | Sequence): boolean {
    const pairs = pairEntries(
      entries.map(({ key, value }) => ({ key, value })),
      now.kind === MAPPING
        ? now.values.map((value, i) => ({ key: now.keys[i], value }))
        : now.items.map((value) => ({ key: undefined, value })),
    )
    const isAsBefore = pairs.length === entries.length && pairs.every((pair, i) => pair === i)
    const [first] = entries as [Entry]
    const column = first.start - this.lineStart(first.start)
    if (isAsBefore && entries.every((old, i) => this.sameAround(old, now, i))) {
      entries.forEach((old, i) => {
        this.entry(old, now, i, column)
      })
      return true
    }
    this.rebuild(entries, now, pairs, column)
    return true
  }

  private sameAround(old: Entry, now: Mapping | Sequence, i: number): boolean {
    const node = now.kind === MAPPING ? (now.keys[i] as Node) : (now.items[i] as Node)
    const before = old.key ?? old.value
    const a = before.comments
    const b = node.comments
    return (a?.head ?? '') === (b?.head ?? '') && (a?.foot ?? '') === (b?.foot ?? '')
  }

  private entry(old: Entry, now: Mapping | Sequence, i: number, column: number): void {
    if (now.kind === SEQUENCE) {
      this.value(old, now.items[i] as Node, column)
      return
    }
    const key = now.keys[i] as Node
    const value = now.values[i] as Node
    const oldKey = old.key as Node
    if (isSame(oldKey, key) && (isSame(old.value, value) || this.inside(old.value, value))) return
    const hasLine = (key.comments?.line ?? '') !== '' || (oldKey.comments?.line ?? '') !== ''
    if (!isSame(oldKey, key) || (hasLine && (isBlockText(value) || isBlockText(old.value)))) {
      const bareKey = clone(key)
      if (bareKey.comments !== undefined) bareKey.comments = { head: '', line: bareKey.comments.line, foot: '' }
      if (isSame(old.value, value) && commentsOf(oldKey) === commentsOf(key) && old.start === oldKey.start) {
        bareKey.comments = undefined
        const printed = emitEntriesAt(new Mapping([bareKey], [new Scalar('')]), 0, this.layout)
        if (!printed.startsWith('?')) {
          this.change(old.start, this.endOf(oldKey, old.start), printed.replace(/:$/, ''))
          return
        }
      }
      const fresh = this.fresh(old.value, value)
      giveLineComment(bareKey, fresh)
      const printed = emitEntriesAt(new Mapping([bareKey], [fresh]), column, this.layout)
      this.change(old.start, this.behindComment(old.end), printed.trimStart())
      return
    }
    this.value(old, value, column)
  }

  /** Entries came, went or moved: the lines of the old ones are put together anew. */
  private rebuild(entries: readonly Entry[], now: Mapping | Sequence, pairs: readonly number[], column: number): void {
    const { text } = this
    const pad = ' '.repeat(column)
    const [first] = entries as [Entry]
    const isOnLine = text.slice(this.lineStart(first.start), first.start).trim() !== ''
    const kept = new Set(pairs)
    const bounds: number[] = [isOnLine ? first.start : this.headStart(first.start)]
    entries.forEach((old, i) => {
      const next = entries[i + 1]
      bounds.push(next === undefined ? this.lastEnd(old, kept.has(i)) : this.footEnd(old.end, next.start))
    })
    const parts: string[] = []
    const count = now.kind === MAPPING ? now.keys.length : now.items.length
    for (let n = 0; n < count; n++) {
      const i = pairs[n] as number
      let part: string
      if (i >= 0 && this.sameAround(entries[i] as Entry, now, n)) {
        const outer = this.changes
        this.changes = []
        this.entry(entries[i] as Entry, now, n, column)
        part = this.applied(this.changes, bounds[i] as number, bounds[i + 1] as number)
        this.changes = outer
        if (i === 0 && isOnLine) part = pad + part
      } else if (now.kind === MAPPING) {
        const value = this.fresh(undefined, now.values[n] as Node)
        part = emitEntriesAt(new Mapping([this.fresh(undefined, now.keys[n] as Node)], [value]), column, this.layout)
      } else {
        const item = this.fresh(undefined, now.items[n] as Node)
        const head = item.comments?.head ?? ''
        if (head !== '') item.comments = { ...(item.comments as Comments), head: '' }
        const above = head.replace(/\n$/, '').split('\n')
        part = `${head === '' ? '' : above.map((line) => `${pad}${line}\n`).join('')}${pad}-${emitItemAt(item, column, this.layout)}`
      }
      parts.push(part.endsWith('\n') ? part : `${part}\n`)
    }
    const from = bounds[0] as number
    const to = bounds[entries.length] as number
    let printed = parts.join('')
    if (isOnLine && printed.startsWith(pad)) printed = printed.slice(column)
    if (to > from && text.charCodeAt(to - 1) !== 0x0a) printed = printed.replace(/\r?\n$/, '')
    this.changes.push({ from, to, text: text.includes('\r\n') ? printed.replace(/\r?\n/g, '\r\n') : printed })
  }

  private flow(old: Mapping | Sequence, now: Mapping | Sequence): boolean {
    const isMap = old.kind === MAPPING
    const values = isMap ? old.values : old.items
    const ranges = values.map((value, i) => {
      const key = isMap ? (old.keys[i] as Node) : undefined
      const start = key?.start ?? value.start
      const after = key === undefined ? start : this.colonAfter(key)
      return { start, end: after < 0 ? (key as Node).end : this.endOf(value, after), after }
    })
    if (ranges.some(({ start, end }) => end <= start)) return false
    const before = values.map((value, i) => ({ key: isMap ? old.keys[i] : undefined, value }))
    const nowValues = now.kind === MAPPING ? now.values : now.items
    const after = nowValues.map((value, i) => ({ key: now.kind === MAPPING ? now.keys[i] : undefined, value }))
    const pairs = pairEntries(before, after)
    const parts: string[] = []
    for (let n = 0; n < after.length; n++) {
      const { key, value } = after[n] as { key: Node | undefined; value: Node }
      const i = pairs[n] as number
      const was = before[i]
      const range = ranges[i]
      if (was !== undefined && range !== undefined && (key === undefined || isSame(was.key as Node, key))) {
        if (isSame(was.value, value)) {
          parts.push(this.text.slice(range.start, range.end))
          continue
        }
        const outer = this.changes
        this.changes = []
        const isDone = this.inside(was.value, value)
        const part = this.applied(this.changes, range.start, range.end)
        this.changes = outer
        if (isDone) {
          parts.push(part)
          continue
        }
      }
      if (
        hasComments(value) ||
        (key !== undefined && hasComments(key)) ||
        (was !== undefined && hasComments(was.value))
      )
        return false
      const fresh = this.fresh(undefined, value)
      const printed =
        key === undefined
          ? emitKept(new Sequence([fresh], true))
          : emitKept(new Mapping([this.fresh(undefined, key)], [fresh], true))
      const part = printed.slice(1, -2)
      if (part.includes('\n')) return false
      parts.push(part)
    }
    const first = ranges[0] as Range
    const second = ranges[1]
    const last = ranges[ranges.length - 1] as Range
    const between = second === undefined ? ', ' : this.text.slice(first.end, second.start)
    const same = pairs.length === ranges.length && pairs.every((pair, i) => pair === i)
    if (same) {
      parts.forEach((part, i) => {
        const { start, end } = ranges[i] as Range
        if (part !== this.text.slice(start, end)) this.change(start, end, part)
      })
      return true
    }
    this.change(first.start, last.end, parts.join(between.includes('#') ? ', ' : between))
    return true
  }

  /** A copy to print: without foots that stay in the source behind the old node, in the quotes usual here. */
  private fresh(old: Node | undefined, node: Node): Node {
    const copy = clone(node)
    if (old !== undefined) dropLastFoots(copy, lastFoots(old))
    if (this.prefersSingle) quoteSingly(copy)
    giveLineComments(copy)
    return copy
  }

  /** The entries of a block collection; undefined when they are laid out in an unusual way. */
  private entriesOf(node: Mapping | Sequence): Entry[] | undefined {
    const entries: Entry[] = []
    if (node.kind === SEQUENCE) {
      let at = node.start
      for (const value of node.items) {
        const start = this.dashFrom(at)
        if (start < 0) return undefined
        at = this.endOf(value, start + 1)
        entries.push({ key: undefined, value, start, after: start + 1, end: at })
      }
      return entries
    }
    for (let i = 0; i < node.keys.length; i++) {
      const key = node.keys[i] as Node
      const value = node.values[i] as Node
      const marked = this.markedEntry(key)
      if (marked !== undefined) {
        entries.push({ key, value, ...marked, end: this.endOf(value, marked.after) })
        continue
      }
      const { start } = key
      const prefix = this.text.slice(this.lineStart(start), start)
      const after = this.colonAfter(key)
      if (
        start < 0 ||
        after < 0 ||
        !(i === 0 ? /^[ -]*$/ : /^ *$/).test(prefix) ||
        this.text.slice(key.end, after).includes('\n')
      ) {
        return undefined
      }
      entries.push({ key, value, start, after, end: this.endOf(value, after) })
    }
    return entries
  }

  /** Of a key behind a question mark: where that is, and the end of the colon at the begin of a later line. */
  private markedEntry(key: Node): Pick<Entry, 'start' | 'after'> | undefined {
    const line = this.lineStart(key.start)
    const before = /^([ -]*)\? +$/.exec(this.text.slice(line, key.start))?.[1]
    if (before === undefined) return undefined
    let at = this.nextLine(this.endOf(key, key.start))
    while (/^\s*#/.test(this.text.slice(at, this.nextLine(at)))) at = this.nextLine(at)
    const colon = at + before.length
    if (this.text[colon] !== ':' || this.text.slice(at, colon).trim() !== '') return undefined
    return { start: line + before.length, after: colon + 1 }
  }

  private dashFrom(at: number): number {
    const { text } = this
    for (let i = at; i < text.length; i++) {
      const c = text[i]
      if (c === '-') return i
      if (c === '#') {
        const end = text.indexOf('\n', i)
        if (end < 0) return -1
        i = end
      } else if (c !== ' ' && c !== '\n' && c !== '\r' && c !== '\t') return -1
    }
    return -1
  }

  /** Behind the colon of a key, -1 when there is none. */
  private colonAfter(key: Node): number {
    let at = this.endOf(key, key.start)
    while (this.text[at] === ' ' || this.text[at] === '\t') at++
    return this.text[at] === ':' ? at + 1 : -1
  }

  /** Where a value ends that is looked for behind `after`, its colon or dash. */
  private endOf(node: Node, after: number): number {
    const { text } = this
    if (node.kind === MAPPING && !node.flow && node.keys.length > 0) {
      const key = node.keys[node.keys.length - 1] as Node
      const value = node.values[node.values.length - 1] as Node
      return this.endOf(value, Math.max(this.colonAfter(key), key.end))
    }
    if (node.kind === SEQUENCE && !node.flow && node.items.length > 0) {
      const entries = this.entriesOf(node)
      return entries === undefined ? node.end : (entries[entries.length - 1] as Entry).end
    }
    if (node.kind === SCALAR) {
      if (node.start === node.end) {
        if (node.anchor === '' && !node.tagged) return after
        const properties = /^(?:[&!][^\s]*[ \t]*)+/.exec(text.slice(node.start))?.[0] ?? ''
        return node.start + properties.trimEnd().length
      }
      if (node.style === LITERAL || node.style === FOLDED) {
        const block = text.slice(node.start, node.end)
        return node.start + (keepsBreaks(block) ? block.replace(/\r?\n$/, '') : block.trimEnd()).length
      }
    }
    return node.end
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1
  }

  private nextLine(offset: number): number {
    const at = this.text.indexOf('\n', offset)
    return at < 0 ? this.text.length : at + 1
  }

  /** Behind the comment on the rest of the line, if there is one. */
  private behindComment(offset: number): number {
    const line = this.text.slice(offset, this.nextLine(offset))
    return line.trimStart().startsWith('#') ? offset + line.trimEnd().length : offset
  }

  /** The comment lines directly above a line belong to it. */
  private headStart(offset: number): number {
    let start = this.lineStart(offset)
    while (start > 0) {
      const above = this.lineStart(start - 1)
      if (!this.text.slice(above, start).trimStart().startsWith('#')) break
      start = above
    }
    return start
  }

  /** Between two entries: comment lines directly below the first, up to an empty line, belong to it. */
  private footEnd(end: number, next: number): number {
    const start = this.nextLine(end)
    let at = start
    while (at < next && this.text.slice(at, this.nextLine(at)).trimStart().startsWith('#')) at = this.nextLine(at)
    const isParted = at > start && at < next && this.text.slice(at, this.nextLine(at)).trim() === ''
    return isParted ? this.nextLine(at) : start
  }

  /** A removed last entry takes the foot comments below it along. */
  private lastEnd(old: Entry, isKept: boolean): number {
    let at = this.nextLine(old.end)
    if (isKept || this.options.keepsLastFoots === true) return at
    const count = [...lastFoots(old.value), old.key?.comments?.foot ?? '']
    let lines = count.reduce((sum, foot) => sum + (foot === '' ? 0 : foot.trimEnd().split('\n').length), 0)
    for (; lines > 0 && this.text.slice(at, this.nextLine(at)).trimStart().startsWith('#'); lines--)
      at = this.nextLine(at)
    return at
  }

  private usualStep(node: Node): number | undefined {
    return this.usual(node, (key, value) =>
      value.kind === MAPPING && !value.flow && value.keys.length > 0
        ? value.start - this.lineStart(value.start) - key
        : undefined,
    )
  }

  private usualListOffset(node: Node): number | undefined {
    return this.usual(node, (key, value) =>
      value.kind === SEQUENCE && !value.flow && value.items.length > 0
        ? value.start - this.lineStart(value.start) - key
        : undefined,
    )
  }

  /** The first distance that is found between a key's column and what `measure` looks at. */
  private usual(node: Node, measure: (column: number, value: Node) => number | undefined): number | undefined {
    if (node.kind === SEQUENCE) {
      for (const item of node.items) {
        const found = this.usual(item, measure)
        if (found !== undefined) return found
      }
    }
    if (node.kind !== MAPPING || node.flow) return undefined
    for (let i = 0; i < node.keys.length; i++) {
      const { start } = node.keys[i] as Node
      const value = node.values[i] as Node
      const own = measure(start - this.lineStart(start), value)
      if (own !== undefined && own >= 0) return own
      const found = this.usual(value, measure)
      if (found !== undefined) return found
    }
    return undefined
  }
}

interface Range {
  start: number
  end: number
}

/** A key's line comment cannot stand before a value on the same line. */
function giveLineComment(key: Node, value: Node): void {
  if (isBlockText(value) || key.comments === undefined || key.comments.line === '') return
  value.comments ??= { head: '', line: '', foot: '' }
  if (value.comments.line === '') value.comments.line = key.comments.line
  key.comments.line = ''
}

function giveLineComments(node: Node): void {
  if (node.kind === SEQUENCE) node.items.forEach(giveLineComments)
  if (node.kind !== MAPPING) return
  node.keys.forEach((key, i) => {
    giveLineComment(key, node.values[i] as Node)
  })
  node.values.forEach(giveLineComments)
}

/** Written on lines of its own, or over several. */
function isBlockText(node: Node): boolean {
  if (node.kind === SCALAR) return node.style === LITERAL || node.style === FOLDED || node.value.includes('\n')
  if (node.kind === ALIAS || node.flow) return false
  return node.kind === MAPPING ? node.keys.length > 0 : node.items.length > 0
}

function hasComments(node: Node): boolean {
  if (node.comments !== undefined) return true
  if (node.kind === MAPPING) return node.keys.some(hasComments) || node.values.some(hasComments)
  return node.kind === SEQUENCE && node.items.some(hasComments)
}

/** Foot comments that stand below the last line of a node. */
function lastFoots(node: Node): string[] {
  const foots: string[] = []
  lastPath(node, (one) => {
    if (one.comments !== undefined && one.comments.foot !== '') foots.push(one.comments.foot)
  })
  return foots
}

function dropLastFoots(node: Node, foots: readonly string[]): void {
  lastPath(node, (one) => {
    if (one.comments !== undefined && foots.includes(one.comments.foot)) one.comments.foot = ''
  })
}

function lastPath(node: Node, visit: (node: Node) => void): void {
  let at: Node | undefined = node
  while (at !== undefined) {
    visit(at)
    if (at.kind === MAPPING) {
      const key: Node | undefined = at.keys[at.keys.length - 1]
      if (key !== undefined) visit(key)
      at = at.values[at.values.length - 1]
    } else {
      at = at.kind === SEQUENCE ? at.items[at.items.length - 1] : undefined
    }
  }
}

function firstQuoted(node: Node): number | undefined {
  if (node.kind === SCALAR) return node.style === PLAIN || node.style > 2 ? undefined : node.style
  const children = node.kind === MAPPING ? node.values : node.kind === SEQUENCE ? node.items : []
  for (const child of children) {
    const found = firstQuoted(child)
    if (found !== undefined) return found
  }
  return undefined
}

function quoteSingly(node: Node): void {
  if (node.kind === SCALAR) {
    const needs = node.start < 0 && node.style === PLAIN && node.tag === '!!str' && !node.value.includes('\n')
    if (needs && resolvePlain(node.value) !== '!!str') node.style = SINGLE
  } else if (node.kind === MAPPING) {
    node.keys.forEach(quoteSingly)
    node.values.forEach(quoteSingly)
  } else if (node.kind === SEQUENCE) node.items.forEach(quoteSingly)
}
