/**
 * The printer that keeps order, styles and comments: the reference's bytes for edited files and for node contents in
 * messages. Two-column indent, lists not indented under their key unless asked for, no folding of long lines.
 *
 * The reference prints from a stream of events and holds comments back until a place comes that can show them; what a
 * place cannot show surfaces at the next one. The pending texts below are that state, and the order of the calls that
 * show them is the behaviour matched.
 */
import { encodeUtf8 } from '../core/text.ts'
import {
  ALIAS,
  type Comments,
  DOUBLE,
  Document,
  FOLDED,
  LITERAL,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  type Scalar,
  type ScalarStyle,
  SEQUENCE,
  type Sequence,
  SINGLE,
} from './node.ts'
import { BYTE_ORDER_MARK, escapeOf, fitsSimpleKey, needsEscape } from './quoted.ts'
import { resolvePlain, resolvePlain11 } from './resolve.ts'
import { analyse, blockHints, isBreakCode, isHarmless } from './string-form.ts'

export interface KeptOptions {
  /** Lists stand two columns right of their key instead of below it. */
  wideLists?: boolean
  /** Columns that the block of a key stands right of it, and wide lists too. Default 2. */
  step?: number
}

/** How a text is laid out, for parts printed into it. */
export interface Layout {
  /** Columns that the block of a key stands right of it. */
  step: number
  /** Columns that a list stands right of its key. */
  listOffset: number
}

/** Longer keys, in bytes with anchor and tag, are written in the explicit form `? key`. */
const LONGEST_SIMPLE_KEY = 128
/** Columns that what follows a dash stands right of it, and the usual step of blocks. */
const INDENT = 2
const BLANKS: readonly string[] = Array.from({ length: 40 }, (_, width) => ' '.repeat(width))

/**
 * The text of a node or document, ending in a line break. Comments of a document are printed only when the document
 * itself is given.
 */
export function emitKept(node: Node | Document, options: KeptOptions = {}): string {
  const { step = INDENT, wideLists = false } = options
  const printer = new KeptPrinter({ step, listOffset: wideLists ? step : 0 })
  if (node instanceof Document) printer.document(node.root, node.head, node.foot)
  else printer.document(node, '', '')
  return printer.out
}

/** What follows `key:` at column `indent`, from the blank or line break on, without a line break at its end. */
export function emitValueAt(value: Node, indent: number, layout: Layout): string {
  return new KeptPrinter(layout).part(`${' '.repeat(indent)}k:`, indent, value, true)
}

/** What follows a dash at column `indent`. */
export function emitItemAt(item: Node, indent: number, layout: Layout): string {
  return new KeptPrinter(layout).part(`${' '.repeat(indent)}-`, indent, item, false)
}

/** Entries whose keys stand at column `indent`, the first one included, without a line break at the end. */
export function emitEntriesAt(entries: Mapping, indent: number, layout: Layout): string {
  return new KeptPrinter(layout).entries(entries, indent)
}

/** Prints objects one by one, so that none has to be kept until the last is there. */
export interface ListPrinter {
  add(item: Node): void
  /** An item that is printed already, its dash at the start of a line, without a line break at its end. */
  addText(item: string): void
  /** The whole text, with the entries that stand behind the list. */
  end(more: Mapping): string
}

/** Prints a list, whose objects are added to it, below the key that `prefix` ends with: `kind: List\nitems:`. */
export function listPrinter(prefix: string): ListPrinter {
  const printer = new KeptPrinter({ step: INDENT, listOffset: 0 })
  printer.beginList(prefix)
  return {
    add: (item) => printer.listItem(item),
    addText: (item) => printer.listText(item),
    end: (more) => printer.endList(more),
  }
}

class KeptPrinter {
  out = ''
  private lineStart = 0
  private indent = -1
  private flowLevel = 0
  /** The last thing written was a blank, or nothing stands on the line. */
  private whitespace = true
  /** Only indentation and indicators such as `- ` stand on the line. */
  private indention = true
  /** Indent of the foot comment just written, -1 when something followed it. */
  private footIndent = -1

  private head = ''
  private line = ''
  private foot = ''
  /** Foot of the previous key, shown once its value is complete. */
  private tail = ''
  /** Line comment of a key, waiting for its value. */
  private keyLine = ''

  constructor(private readonly layout: Layout) {}

  part(prefix: string, indent: number, node: Node, inMapping: boolean): string {
    this.out = prefix
    this.indent = indent
    this.whitespace = false
    this.indention = !inMapping
    this.take(node, '', true)
    this.node(node, inMapping)
    this.showFoot()
    return this.out.slice(prefix.length).replace(/\n$/, '')
  }

  /** Begins a list below the key that `prefix` ends with. */
  beginList(prefix: string): void {
    this.out = prefix
    this.indent = 0
    this.whitespace = false
    this.indention = false
  }

  listItem(item: Node): void {
    this.take(item, '', true)
    this.showHead()
    this.writeIndent()
    this.indicator('-', true, false, true)
    this.node(item, false)
  }

  listText(item: string): void {
    this.showHead()
    this.writeIndent()
    this.out += item
    this.lineStart = this.out.length - item.length + item.lastIndexOf('\n') + 1
    this.whitespace = false
    this.indention = false
  }

  endList(more: Mapping): string {
    this.indent = -1
    this.blockMapping(more, false, false)
    this.endDocument('')
    return this.out
  }

  entries(entries: Mapping, indent: number): string {
    this.indent = indent === 0 ? -1 : indent - INDENT
    this.blockMapping(entries, false, false)
    return this.out.replace(/\n$/, '')
  }

  document(root: Node, head: string, foot: string): void {
    if (head !== '') {
      this.head = head
      this.showHead()
      this.putBreak()
    }
    this.take(root, '', true)
    this.showHead()
    this.node(root, false)
    this.endDocument(foot)
  }

  private endDocument(foot: string): void {
    if (foot !== '') this.foot = foot
    this.footIndent = 0
    this.showFoot()
    this.footIndent = -1
    this.writeIndent()
  }

  /** Comments that come with the beginning of a node. Line and foot of a collection come with its end. */
  private take(node: Node, tail: string, withFoot: boolean): void {
    if (tail !== '') this.tail = tail
    const { comments } = node
    if (comments === undefined) return
    if (comments.head !== '') this.head = comments.head
    if (node.kind === SCALAR || node.kind === ALIAS) this.takeEnd(comments, withFoot)
  }

  private takeEnd(comments: Comments | undefined, withFoot: boolean): void {
    if (comments === undefined) return
    if (comments.line !== '') this.line = comments.line
    if (withFoot && comments.foot !== '') this.foot = comments.foot
  }

  /** A node whose comments were taken. */
  private node(node: Node, inMapping: boolean): void {
    this.open(node, false, inMapping)
    this.showLine()
    this.showFoot()
    this.contents(node, inMapping, true)
  }

  /** Anchor and tag, and all of a scalar or alias. */
  private open(node: Node, isSimpleKey: boolean, inMapping: boolean): void {
    if (node.kind === ALIAS) {
      this.indicator(`*${node.name}`, true, false, false)
      return
    }
    if (node.anchor !== '') this.indicator(`&${node.anchor}`, true, false, false)
    const tag = shownTag(node)
    if (tag !== '') this.indicator(tagText(tag), true, false, false)
    if (node.kind === SCALAR) this.scalar(node, isSimpleKey, inMapping)
  }

  private contents(node: Node, inMapping: boolean, withFoot: boolean): void {
    if (node.kind === MAPPING) {
      if (this.flowLevel > 0 || node.flow || node.keys.length === 0) this.flowMapping(node, withFoot)
      else this.blockMapping(node, inMapping, withFoot)
    } else if (node.kind === SEQUENCE) {
      if (this.flowLevel > 0 || node.flow || node.items.length === 0) this.flowSequence(node, withFoot)
      else this.blockSequence(node, inMapping, withFoot)
    }
  }

  private deeper(flow: boolean, inMapping: boolean): number {
    const { indent } = this
    this.indent = indent < 0 ? (flow ? INDENT : 0) : indent + (inMapping ? this.layout.step : INDENT)
    return indent
  }

  private blockSequence(list: Sequence, inMapping: boolean, withFoot: boolean): void {
    const isBelowKey = inMapping && (this.out.length === this.lineStart || !this.indention)
    const outer = this.deeper(false, false)
    if (isBelowKey && outer >= 0) this.indent = outer + this.layout.listOffset
    for (const item of list.items) this.listItem(item)
    this.takeEnd(list.comments, withFoot)
    this.indent = outer
  }

  private blockMapping(map: Mapping, inMapping: boolean, withFoot: boolean): void {
    const outer = this.deeper(false, inMapping)
    const { keys, values } = map
    let tail = ''
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      const value = values[i] as Node
      this.take(key, tail, false)
      tail = key.comments?.foot ?? ''
      this.showHead()
      this.writeIndent()
      if (this.line !== '') {
        this.keyLine = this.line
        this.line = ''
      }
      if (isSimpleKey(key)) {
        this.open(key, true, true)
        this.contents(key, true, false)
        this.take(value, '', true)
        this.indicator(':', false, false, false)
      } else {
        this.indicator('?', true, false, true)
        this.open(key, false, false)
        this.contents(key, false, false)
        this.take(value, '', true)
        this.writeIndent()
        this.indicator(':', true, false, true)
      }
      if (this.keyLine !== '') this.lineOfKey(value)
      this.node(value, true)
    }
    if (tail !== '') this.tail = tail
    this.takeEnd(map.comments, withFoot)
    this.showHead()
    this.indent = outer
  }

  /** A scalar takes over its key's line comment; before a block it is written at once; a flow value lets it wait. */
  private lineOfKey(value: Node): void {
    if (value.kind === SCALAR) {
      if (this.line !== '') return
      this.line = this.keyLine
      this.keyLine = ''
    } else if (value.kind !== ALIAS && !value.flow) {
      const { line } = this
      this.line = this.keyLine
      this.showLine()
      this.keyLine = line
    }
  }

  private flowSequence(list: Sequence, withFoot: boolean): void {
    const { items } = list
    if (items.length === 0) this.takeEnd(list.comments, withFoot)
    else this.take(items[0] as Node, '', true)
    this.indicator('[', true, true, false)
    const outer = this.deeper(true, false)
    this.flowLevel++
    let trail = false
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as Node
      if (i > 0) {
        this.take(item, '', true)
        if (!trail) this.indicator(',', false, false, false)
      }
      this.showHead()
      if (this.out.length === this.lineStart) this.writeIndent()
      trail = this.line !== '' || this.foot !== ''
      this.open(item, false, false)
      this.afterFlowEntry(item)
    }
    if (items.length > 0) this.takeEnd(list.comments, withFoot)
    this.flowLevel--
    this.indent = outer
    if (this.out.length === this.lineStart) this.writeIndent()
    this.indicator(']', false, false, false)
    this.showLine()
    this.showFoot()
  }

  private flowMapping(map: Mapping, withFoot: boolean): void {
    const { keys, values } = map
    if (keys.length === 0) this.takeEnd(map.comments, withFoot)
    else this.take(keys[0] as Node, '', false)
    this.indicator('{', true, true, false)
    const outer = this.deeper(true, false)
    this.flowLevel++
    let trail = false
    let tail = ''
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      const value = values[i] as Node
      if (i > 0) {
        this.take(key, tail, false)
        if (!trail) this.indicator(',', false, false, false)
      }
      tail = key.comments?.foot ?? ''
      this.showHead()
      if (this.out.length === this.lineStart) this.writeIndent()
      const isSimple = isSimpleKey(key)
      if (!isSimple) this.indicator('?', true, false, false)
      this.open(key, isSimple, false)
      this.contents(key, false, false)
      this.take(value, '', true)
      this.indicator(':', !isSimple, false, false)
      trail = this.line !== '' || this.foot !== ''
      this.open(value, false, false)
      this.afterFlowEntry(value)
    }
    if (tail !== '') this.tail = tail
    if (keys.length > 0) this.takeEnd(map.comments, withFoot)
    if (keys.length > 0 && !trail && (this.head !== '' || this.foot !== '' || this.tail !== '')) {
      this.indicator(',', false, false, false)
    }
    this.showHead()
    this.flowLevel--
    this.indent = outer
    this.indicator('}', false, false, false)
    this.showLine()
    this.showFoot()
  }

  private afterFlowEntry(node: Node): void {
    if (this.line !== '' || this.foot !== '' || this.tail !== '') this.indicator(',', false, false, false)
    this.showLine()
    this.showFoot()
    this.contents(node, false, true)
  }

  private showHead(): void {
    if (this.tail !== '') {
      this.writeIndent()
      this.comment(this.tail)
      this.tail = ''
      this.footIndent = Math.max(this.indent, 0)
    }
    if (this.head === '') return
    this.writeIndent()
    this.comment(this.head)
    this.head = ''
  }

  private showLine(): void {
    if (this.line === '') return
    if (!this.whitespace) this.out += ' '
    this.comment(this.line)
    this.line = ''
  }

  private showFoot(): void {
    if (this.foot === '') return
    this.writeIndent()
    this.comment(this.foot)
    this.foot = ''
    this.footIndent = Math.max(this.indent, 0)
  }

  private comment(text: string): void {
    const endsInBreak = this.lines(text, false, (line) => (line.startsWith('#') ? line : `# ${line}`))
    if (!endsInBreak) this.putBreak()
    this.whitespace = true
  }

  /** Writes a text line by line, each behind the indent when a break stands before it; says whether the text ends in one. */
  private lines(text: string, startsAfterBreak: boolean, shown: (line: string) => string): boolean {
    let afterBreak = startsAfterBreak
    let from = 0
    const { length } = text
    while (from < length) {
      if (isBreakCode(text.charCodeAt(from))) {
        this.writeBreak(text[from] as string)
        afterBreak = true
        from++
        continue
      }
      if (afterBreak) this.writeIndent()
      afterBreak = false
      let to = from + 1
      while (to < length && !isBreakCode(text.charCodeAt(to))) to++
      this.out += shown(text.slice(from, to))
      this.indention = false
      from = to
    }
    return afterBreak
  }

  private putBreak(): void {
    this.out += '\n'
    this.lineStart = this.out.length
    this.indention = true
  }

  private writeBreak(character: string): void {
    this.out += character
    this.lineStart = this.out.length
    this.indention = true
  }

  private writeIndent(): void {
    const indent = Math.max(this.indent, 0)
    const column = this.out.length - this.lineStart
    if (!this.indention || column > indent || (column === indent && !this.whitespace)) this.putBreak()
    if (this.footIndent === indent) this.putBreak()
    const missing = indent - (this.out.length - this.lineStart)
    if (missing > 0) this.out += BLANKS[missing] ?? ' '.repeat(missing)
    this.whitespace = true
    this.footIndent = -1
  }

  private indicator(text: string, needsBlank: boolean, isBlank: boolean, isIndention: boolean): void {
    this.out += needsBlank && !this.whitespace ? ` ${text}` : text
    this.whitespace = isBlank
    this.indention = this.indention && isIndention
  }

  private scalar(node: Scalar, isSimpleKey: boolean, inMapping: boolean): void {
    const { value } = node
    const inFlow = this.flowLevel > 0
    let style: number = node.style
    if (style === PLAIN) {
      if (value.includes('\n')) style = LITERAL
      else if (!node.tagged && node.tag === '!!str' && resolvePlain(value) !== '!!str') style = DOUBLE
    }
    const isUsual = style === SINGLE || style === DOUBLE || (style === PLAIN && !inFlow)
    if (!isUsual || !isHarmless(value)) {
      const { plain, flowPlain, single, literal, hasBreaks } = analyse(value, true)
      if (isSimpleKey && hasBreaks) style = DOUBLE
      if (style === PLAIN && (!(inFlow ? flowPlain : plain) || (value === '' && (inFlow || isSimpleKey))))
        style = SINGLE
      if (style === SINGLE && !single) style = DOUBLE
      if ((style === LITERAL || style === FOLDED) && (!literal || inFlow || isSimpleKey)) style = DOUBLE
    }
    const outer = this.deeper(true, inMapping)
    if (style === PLAIN) this.plain(value)
    else if (style === SINGLE) this.single(value)
    else if (style === DOUBLE) this.double(value)
    else if (style === LITERAL) this.literal(value)
    else this.folded(value)
    this.indent = outer
  }

  private plain(value: string): void {
    if (value !== '') {
      this.out += this.whitespace ? value : ` ${value}`
      this.whitespace = false
    }
    this.indention = false
  }

  private single(value: string): void {
    if (isHarmless(value) && !value.includes("'")) {
      this.indicator(`'${value}'`, true, false, false)
      return
    }
    this.indicator("'", true, false, false)
    let afterBreak = false
    for (let i = 0; i < value.length; i++) {
      const c = value.charCodeAt(i)
      if (isBreakCode(c)) {
        if (!afterBreak && c === 0x0a) this.putBreak()
        this.writeBreak(value[i] as string)
        afterBreak = true
        continue
      }
      if (afterBreak) this.writeIndent()
      afterBreak = false
      this.out += c === 0x27 ? "''" : (value[i] as string)
      this.indention = false
    }
    this.indicator("'", false, false, false)
  }

  private double(value: string): void {
    let text = '"'
    const escapesAll = value.charCodeAt(0) === BYTE_ORDER_MARK
    for (let i = 0; i < value.length; i++) {
      const c = value.charCodeAt(i)
      if (!escapesAll && !needsEscape(c)) {
        text += value[i]
        continue
      }
      const code = value.codePointAt(i) as number
      if (code > 0xffff) i++
      text += escapeOf(code)
    }
    this.indicator(`${text}"`, true, false, false)
  }

  private literal(value: string): void {
    this.blockHeader(`|${blockHints(value)}`)
    this.lines(value, true, (line) => line)
  }

  private blockHeader(header: string): void {
    this.indicator(header, true, false, false)
    if (this.line === '') this.putBreak()
    else this.showLine()
    this.whitespace = true
  }

  /**
   * An empty line follows each line that is not indented itself, unless the text's first character after line breaks
   * is a blank: the reference looks there instead of at the next line.
   */
  private folded(value: string): void {
    this.blockHeader(`>${blockHints(value)}`)
    let start = 0
    while (start < value.length && isBreakCode(value.charCodeAt(start))) start++
    const first = value.charCodeAt(start)
    const parts = start < value.length && first !== 0x20 && first !== 0x09
    let afterBreak = true
    let isIndented = true
    for (let i = 0; i < value.length; i++) {
      const c = value.charCodeAt(i)
      if (isBreakCode(c)) {
        if (!afterBreak && !isIndented && c === 0x0a && parts) this.putBreak()
        this.writeBreak(value[i] as string)
        afterBreak = true
        continue
      }
      if (afterBreak) {
        this.writeIndent()
        isIndented = c === 0x20 || c === 0x09
      }
      this.out += value[i]
      this.indention = false
      afterBreak = false
    }
  }
}

function isSimpleKey(key: Node): boolean {
  if (key.kind === ALIAS) return key.name.length <= LONGEST_SIMPLE_KEY
  const properties = key.anchor + shownTag(key)
  if (key.kind === SCALAR) return fitsSimpleKey(properties + key.value, LONGEST_SIMPLE_KEY)
  return (
    (key.kind === MAPPING ? key.keys.length : key.items.length) === 0 && fitsSimpleKey(properties, LONGEST_SIMPLE_KEY)
  )
}

/** The tag to print: one that was written, or one that the text does not show by itself. */
function shownTag(node: Exclude<Node, { kind: typeof ALIAS }>): string {
  const { tag } = node
  if (node.tagged) return tag
  if (node.kind !== SCALAR) return tag === '!!map' || tag === '!!seq' ? '' : tag
  if (tag === '!!str') return ''
  const { value } = node
  if (node.style !== PLAIN) return tag === '' || resolvePlain(value) === tag ? '' : tag
  if (tag === '') return value === '<<' ? '!!merge' : ''
  const resolved = resolvePlain(value)
  return resolved === tag && tag !== '!!merge' ? '' : tag
}

function tagText(tag: string): string {
  const isLocal = tag.startsWith('!')
  let text = ''
  for (const character of isLocal ? tag.replace(/^!!?/, '') : tag) {
    if (/[-_;/?:@&=+$,.~*'()[\]0-9A-Za-z]/.test(character)) text += character
    else for (const byte of encodeUtf8(character)) text += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  if (!isLocal) return `!<${text}>`
  return `${tag.startsWith('!!') ? '!!' : '!'}${text}`
}

/** The style in which a string is written that has none yet. */
export function styleOfText(text: string): ScalarStyle {
  const { plain, single, literal } = analyse(text, true)
  if (text.includes('\n')) return literal ? LITERAL : DOUBLE
  if (resolvePlain11(text) !== '!!str' || BASE_60.test(text)) return DOUBLE
  return plain ? PLAIN : single ? SINGLE : DOUBLE
}

const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/
