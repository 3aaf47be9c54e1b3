/**
 * The printer that keeps order and styles: the reference's bytes for edited files and for node contents in messages.
 * Two-column indent, lists not indented under their key, no folding of long lines.
 */
import {
  ALIAS,
  DOUBLE,
  Document,
  FOLDED,
  LITERAL,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  type Scalar,
  SCALAR,
  type Sequence,
  SEQUENCE,
  SINGLE,
} from './node.ts'
import { escapeOf, fitsSimpleKey, literalLines, needsEscape } from './quoted.ts'
import { resolvePlain } from './resolve.ts'
import { analyse, blockHints, foldedBlock, isBreakCode } from './string-form.ts'

const LONGEST_SIMPLE_KEY = 128

/** The text of a node or document, ending in a line break. */
export function emitKept(node: Node | Document): string {
  const printer = new KeptPrinter()
  const root = node instanceof Document ? node.root : node
  printer.block(root, -2, true)
  const { out } = printer
  return out.endsWith('\n') ? out : `${out}\n`
}

class KeptPrinter {
  out = ''

  /** A node after `key:` or `-` or at the root; `indent` is the column of its container. */
  block(node: Node, indent: number, atRoot = false, inSequence = false): void {
    const isBlockCollection =
      (node.kind === MAPPING && !node.flow && node.keys.length > 0) ||
      (node.kind === SEQUENCE && !node.flow && node.items.length > 0)
    if (!isBlockCollection) {
      const from = this.out.length
      this.space()
      this.inline(node, indent, false, false)
      if (this.out.length === from + 1 && this.out.endsWith(' ')) this.out = this.out.slice(0, from)
      this.endLine()
      return
    }
    const properties = propertiesOf(node)
    if (properties !== '') {
      this.space()
      this.out += properties
    }
    const onLine = (inSequence || atRoot) && properties === ''
    if (!onLine) this.endLine()
    else if (!atRoot) this.space()
    if (node.kind === MAPPING) this.mapping(node, indent + 2, onLine)
    else this.sequence(node as Sequence, atRoot || inSequence ? indent + 2 : indent, onLine)
  }

  private space(): void {
    const last = this.out.charCodeAt(this.out.length - 1)
    if (this.out !== '' && last !== 0x0a && last !== 0x20) this.out += ' '
  }

  private endLine(): void {
    if (this.out !== '' && !this.out.endsWith('\n')) this.out += '\n'
  }

  private mapping(map: Mapping, indent: number, onLine: boolean): void {
    const pad = ' '.repeat(indent)
    map.keys.forEach((key, i) => {
      if (i > 0 || !onLine) this.out += pad
      const isSimple = isSimpleKey(key)
      if (isSimple) {
        this.inline(key, indent, false, true)
      } else {
        this.out += '?'
        this.block(key, indent, false, true)
        this.out += pad
      }
      this.out += ':'
      this.block(map.values[i] as Node, indent, false, !isSimple)
    })
  }

  private sequence(list: Sequence, indent: number, onLine: boolean): void {
    const pad = ' '.repeat(indent)
    list.items.forEach((item, i) => {
      if (i > 0 || !onLine) this.out += pad
      this.out += '-'
      this.block(item, indent, false, true)
    })
  }

  private inline(node: Node, indent: number, inFlow: boolean, isKey: boolean): void {
    if (node.kind === ALIAS) {
      this.out += `*${node.name}`
      if (isKey) this.out += ' '
      return
    }
    const properties = propertiesOf(node)
    this.out += properties
    if (node.kind === SCALAR) {
      const from = this.out.length
      if (properties !== '') this.out += ' '
      const text = from + (properties !== '' ? 1 : 0)
      this.scalar(node, indent, inFlow, isKey)
      if (this.out.length === text && properties !== '') this.out = this.out.slice(0, from)
      return
    }
    if (properties !== '') this.out += ' '
    if (node.kind === SEQUENCE) {
      this.out += '['
      node.items.forEach((item, i) => {
        if (i > 0) this.out += ', '
        this.inline(item, indent, true, false)
      })
      this.out += ']'
      return
    }
    this.out += '{'
    node.keys.forEach((key, i) => {
      if (i > 0) this.out += ', '
      if (!isSimpleKey(key)) this.out += '? '
      this.inline(key, indent, true, isSimpleKey(key))
      this.out += ': '
      this.inline(node.values[i] as Node, indent, true, false)
    })
    this.out += '}'
  }

  private scalar(node: Scalar, indent: number, inFlow: boolean, isKey: boolean): void {
    const { value } = node
    const { plain, flowPlain, single, literal, hasBreaks } = analyse(value, true)
    let style: number = node.style
    if (style === PLAIN) {
      if (value.includes('\n')) style = LITERAL
      else if (!node.tagged && node.tag === '!!str' && resolvePlain(value) !== '!!str') style = DOUBLE
    }
    if (isKey && hasBreaks) style = DOUBLE
    if (style === PLAIN && (!(inFlow ? flowPlain : plain) || (value === '' && (inFlow || isKey)))) style = SINGLE
    if (style === SINGLE && !single) style = DOUBLE
    if ((style === LITERAL || style === FOLDED) && (!literal || inFlow || isKey)) style = DOUBLE
    const pad = ' '.repeat(Math.max(indent, 0) + 2)
    if (style === PLAIN) this.out += value
    else if (style === SINGLE) this.out += singleQuoted(value, pad)
    else if (style === DOUBLE) this.out += doubleQuoted(value)
    else if (style === LITERAL) this.out += `|${blockHints(value)}\n${literalLines(value, pad)}`
    else this.out += foldedBlock(value, pad)
  }
}

function isSimpleKey(key: Node): boolean {
  if (key.kind === ALIAS) return true
  if (key.kind === SCALAR) return fitsSimpleKey(key.anchor + (key.tagged ? key.tag : '') + key.value, LONGEST_SIMPLE_KEY)
  return key.kind === MAPPING ? key.keys.length === 0 : key.items.length === 0
}

/** Anchor and tag. A type that the text does not show by itself is written as a tag. */
function propertiesOf(node: Node): string {
  const parts: string[] = []
  if (node.anchor !== '') parts.push(`&${node.anchor}`)
  const tag = shownTag(node)
  if (tag !== '') parts.push(tag.startsWith('!') ? tag : `!<${tag}>`)
  return parts.join(' ')
}

function shownTag(node: Node): string {
  if (node.kind !== SCALAR) return node.tagged ? node.tag : ''
  if (node.tagged) return node.tag
  if (node.style !== PLAIN) return node.tag === '' || node.tag === '!!str' ? '' : node.tag
  const resolved = resolvePlain(node.value)
  if (resolved === '!!merge') return '!!merge'
  return node.tag === '' || node.tag === '!!str' || node.tag === resolved ? '' : node.tag
}

function doubleQuoted(text: string): string {
  let out = '"'
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (!needsEscape(c)) {
      out += text[i]
      continue
    }
    const code = text.codePointAt(i) as number
    if (code > 0xffff) i++
    out += escapeOf(code)
  }
  return `${out}"`
}

function singleQuoted(text: string, pad: string): string {
  let out = "'"
  let afterBreak = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (isBreakCode(c)) {
      if (!afterBreak && c === 0x0a) out += '\n'
      out += text[i]
      afterBreak = true
      continue
    }
    if (afterBreak) out += pad
    afterBreak = false
    out += c === 0x27 ? "''" : text[i]
  }
  return `${out}'`
}
