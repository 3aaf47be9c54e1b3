/**
 * The quick reader with the comments whose place is beyond doubt: lines above a key or item, in its column and with no empty
 * line below them, and what stands behind a scalar on its line. It notes them while it reads and gives them to the nodes
 * afterwards; when one is left over, all is left to the exact reader.
 */
import type { Source } from '../core/source.ts'
import { isBlankOrEnd, isBreakOrEnd, LF, SPACE } from './characters.ts'
import { type Document, MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from './node.ts'
import { giveUp, QuickReader, unlessGivenUp } from './quick.ts'

/** Comments behind more blanks are hidden from the exact reader, which does not look so far. */
const FARTHEST = 500

/** The first document of a piece with its comments, or undefined when it is not for this reader. */
export function readQuicklyWithComments(
  source: Source,
  start: number,
  end: number,
  names: Map<string, string> = new Map(),
): Document | undefined {
  return unlessGivenUp(() => {
    const reader = new CommentedReader(source, start, end, names)
    const document = reader.document()
    reader.attach(document)
    return document
  })
}

class CommentedReader extends QuickReader {
  /** By where the key, or the dash at first, begins that they stand above. */
  private readonly heads = new Map<number, string>()
  private readonly itemHeads = new Map<number, string>()
  /** By where the scalar ends that they stand behind. */
  private readonly lines = new Map<number, string>()

  protected override comment(inFlow: boolean): void {
    // Behind further lines of a plain scalar the exact reader finds comments in another way.
    if (inFlow || this.crossedLine) giveUp()
    const { text } = this
    let before = this.at
    while (before > this.lineStart && text.charCodeAt(before - 1) === SPACE) before--
    if (this.at - before > FARTHEST) giveUp()
    if (before === this.lineStart) this.above([])
    else if (text.slice(this.lineStart, before).trimStart() === '-') this.behindDash(before - 1 - this.lineStart)
    else this.note(this.lines, before, this.restOfLine())
  }

  /** What stands behind a dash alone belongs to the first key of the item, before what stands above that. */
  private behindDash(dash: number): void {
    const own = this.restOfLine()
    if (this.code() !== LF) giveUp()
    this.newLine()
    const c = this.skipSpaces()
    if (this.column <= dash || c === 0x2d || isBreakOrEnd(c)) giveUp()
    if (c === 0x23) this.above([own])
    else this.note(this.heads, this.at, own)
  }

  private note(comments: Map<number, string>, at: number, text: string): void {
    if (comments.has(at)) giveUp()
    comments.set(at, text)
  }

  private restOfLine(): string {
    const from = this.at
    super.comment(false)
    return this.text.slice(from, this.at)
  }

  /** A run of lines, which may have begun already. */
  private above(run: string[]): void {
    const { column } = this
    run.push(this.restOfLine())
    while (this.at < this.limit) {
      // After a break of two characters the exact reader takes the second one for an empty line.
      if (this.code() !== LF) giveUp()
      this.newLine()
      if (this.skipSpaces() !== 0x23) break
      if (this.column !== column) giveUp()
      run.push(this.restOfLine())
    }
    if (this.column !== column || isBreakOrEnd(this.code())) giveUp()
    this.note(this.heads, this.at, run.join('\n'))
  }

  override scanBlock(literal: boolean, parentIndent: number): string {
    for (let i = 0; !isBreakOrEnd(this.code(i)); i++) if (this.code(i) === 0x23) giveUp()
    return super.scanBlock(literal, parentIndent)
  }

  /** Gives the comments to the nodes. */
  attach({ root }: Document): void {
    for (const at of [...this.heads.keys()]) this.moveBehindDash(at)
    if (this.isDone()) return
    this.visit(root)
    if (!this.isDone()) giveUp()
  }

  private isDone(): boolean {
    return this.heads.size === 0 && this.itemHeads.size === 0 && this.lines.size === 0
  }

  /** What stands above a dash belongs to the item, whatever that is. */
  private moveBehindDash(at: number): void {
    const { text, limit } = this
    if (text.charCodeAt(at) !== 0x2d || (at + 1 < limit && !isBlankOrEnd(text.charCodeAt(at + 1)))) return
    let item = at + 1
    while (item < limit && text.charCodeAt(item) === SPACE) item++
    // An empty item has none: they wait for the next one, or become the document's.
    if (item >= limit || isBreakOrEnd(text.charCodeAt(item))) giveUp()
    this.itemHeads.set(item, this.heads.get(at) as string)
    this.heads.delete(at)
  }

  private visit(node: Node): void {
    if (node.kind === SCALAR) this.giveLine(node)
    else if (node.kind === MAPPING && !node.flow) {
      for (const key of node.keys) give(this.heads, key.start, key, 'head')
      for (const value of node.values) this.visit(value)
    } else if (node.kind === SEQUENCE && !node.flow) {
      for (const item of node.items) {
        this.visit(item)
        give(this.itemHeads, item.start, item, 'head')
      }
    }
  }

  private giveLine(scalar: Scalar): void {
    // What stands directly behind a colon or dash is not the value's.
    if (scalar.start < scalar.end) give(this.lines, scalar.end, scalar, 'line')
  }
}

function give(comments: Map<number, string>, at: number, node: Node, place: 'head' | 'line'): void {
  const text = comments.get(at)
  if (text === undefined) return
  comments.delete(at)
  node.comments ??= { head: '', line: '', foot: '' }
  node.comments[place] = text
}
