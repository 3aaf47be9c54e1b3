/**
 * Which comment belongs to which node. Nothing here looks at a finished tree: a comment is judged when the token after
 * it is needed, by the column of the innermost block still open, the line it stands on and the empty lines around it
 * (corpus rules "Where comments go"). It then waits until a token at or behind its `token` offset is looked at, and
 * goes to the node made next.
 *
 * - A run of comment lines is the *head* of the token behind it,
 * - unless an empty line follows and the run began directly below the token before it, or left of the open block:
 *   then it is a *foot* of that token (left of the block: of the block that closes there).
 * - A run breaks where a line stands left of the open block and not in the column of the run's first line.
 * - A comment behind a token on its line is the *line* comment of that token.
 */
import { CR, END, isBlank, isBreak, isBreakOrEnd, LF } from './characters.ts'
import type { Cursor } from './cursor.ts'
import type { Document, Node } from './node.ts'

const HEAD = 0
const LINE = 1
const FOOT = 2

interface Comment {
  role: number
  text: string
  /** The comment goes to the first token looked at that begins here or later. */
  token: number
  /** Where the gap between tokens began that the comment was found in. */
  gap: number
  start: number
  /** Column of the first `#`, from 1. */
  column: number
  line: number
  /** -1 for line comments: a block's end is never moved before them. */
  end: number
}

/** See `ParseOptions` of `parse.ts`. */
export type CommentOption = boolean | 'unix'

/** Blanks and empty lines looked at before a comment, as the reference does: more hide what is behind them. */
const REACH = 512

export class CommentReader {
  /** Comments that go to the next node. */
  private head = ''
  private line = ''
  private foot = ''
  /** Of a list item that is a nested block: the comment above its dash, which goes to the block itself. */
  private stem = ''
  private readonly waiting: Comment[] = []
  /** The first one that still waits. */
  private first = 0

  constructor(
    private readonly cursor: Cursor,
    /** `\r\n` is one line break. */
    private readonly joinsBreaks: boolean,
  ) {}

  private wait(comment: Comment): void {
    if (comment.text === '') return
    if (this.first === this.waiting.length) {
      this.waiting.length = 0
      this.first = 0
    }
    this.waiting.push(comment)
  }

  /** Line breaks between the cursor and the text before it. */
  private emptyBefore(): number {
    const { text, base } = this.cursor
    let count = 0
    for (let i = this.cursor.at - 1; i >= base; i--) {
      const c = text.charCodeAt(i)
      if (isBlank(c)) continue
      if (!isBreak(c)) break
      count++
      if (c === 0x0a && i > base && text.charCodeAt(i - 1) === 0x0d) i--
    }
    return count
  }

  /** The comment behind a token, on its line. */
  scanLine(token: number): void {
    const { cursor } = this
    let ahead = 0
    while (ahead < REACH && isBlank(cursor.code(ahead))) ahead++
    if (ahead === REACH || cursor.code(ahead) !== 0x23 || this.emptyBefore() > 0) return
    const { line } = cursor
    cursor.at += ahead
    const start = cursor.at
    const column = cursor.column + 1
    while (!isBreakOrEnd(cursor.code())) cursor.at++
    const text = cursor.text.slice(start, cursor.at)
    this.wait({ role: LINE, text, token, gap: 0, start, column, line, end: -1 })
  }

  /**
   * All comment lines from the cursor, which is on a `#`, up to something else.
   *
   * @param gapLine line of `gap`
   * @param token where the token before begins
   * @param afterColon that token is the colon of a mapping entry
   */
  scanLines(
    gap: number,
    gapLine: number,
    token: number,
    afterColon: boolean,
    blockIndent: number,
    inFlow: boolean,
  ): void {
    const { cursor } = this
    const indent = Math.max(blockIndent, 0)
    const breaks = this.emptyBefore()
    let footLine = -1
    if (gapLine > 0) {
      footLine = cursor.line - breaks + 1
      if (breaks === 0 && cursor.column > 1) footLine++
    }
    let isFirstGap = breaks <= 1
    let afterEmpty = false
    let { line, column } = cursor
    let text = ''
    let start = 0
    let startLine = 0
    let startColumn = 0
    let ahead = 0
    const foot = () => {
      const end = cursor.at + ahead
      this.wait({ role: FOOT, text, token, gap, start, column: startColumn, line: startLine, end })
      gap = end
      token = end
      text = ''
    }
    for (; ahead < REACH; ahead++) {
      column++
      const c = cursor.code(ahead)
      if (isBlank(c)) continue
      const closesFlow = inFlow && (c === 0x5d || c === 0x7d)
      if (closesFlow || isBreakOrEnd(c)) {
        if (closesFlow || !afterEmpty) {
          const isDedented = startColumn - 1 < indent
          if (closesFlow || (isFirstGap && ((startLine === footLine && !afterColon) || isDedented))) {
            if (text !== '') {
              if (isDedented) token = start
              foot()
            }
          } else if (text !== '' && c !== END) {
            text += '\n'
          }
        }
        if (!isBreak(c)) break
        if (this.isPair(ahead)) ahead++
        isFirstGap = false
        afterEmpty = true
        column = 0
        line++
        continue
      }
      if (text !== '' && column - 1 < indent && column !== startColumn) foot()
      if (c !== 0x23) break
      if (text === '') {
        start = cursor.at + ahead
        startLine = line
        startColumn = column
      } else {
        text += '\n'
      }
      afterEmpty = false
      const from = cursor.at + ahead
      while (cursor.at < from) {
        if (isBreak(cursor.code())) cursor.newLine()
        else cursor.at++
      }
      while (!isBreakOrEnd(cursor.code())) cursor.at++
      text += cursor.text.slice(from, cursor.at)
      // The line break itself is passed over by the loop: only a second one makes an empty line.
      ahead = this.isPair(0) ? 1 : 0
      column = 0
      line = cursor.line
    }
    const end = cursor.at + ahead - 1
    this.wait({ role: HEAD, text, token: start, gap, start, column: startColumn, line: startLine, end })
  }

  private isPair(ahead: number): boolean {
    return this.joinsBreaks && this.cursor.code(ahead) === CR && this.cursor.code(ahead + 1) === LF
  }

  /** A comment behind a dash that a nested block follows is a head of what the block begins with. */
  turnDashComment(): void {
    const { waiting, cursor } = this
    const last = waiting[waiting.length - 1]
    if (last === undefined || last.role !== LINE || waiting.length === this.first || isBreak(cursor.code())) return
    last.role = HEAD
    if (last.line === cursor.line - 1) last.token = cursor.at
  }

  /** Where the block at column `indent` ends: before comments that stand at its column and follow it directly. */
  blockEnd(indent: number, end: number): number {
    const { waiting } = this
    let reach = end
    for (let i = waiting.length - 1; i >= this.first; i--) {
      const comment = waiting[i] as Comment
      if (comment.end < reach) break
      if (comment.column === indent + 1) end = comment.start
      reach = comment.gap
    }
    return end
  }

  /** A token that begins at `start` is looked at: comments that waited for it are for the next node. */
  reach(start: number, isBlockEnd: boolean): void {
    const { waiting } = this
    while (this.first < waiting.length) {
      const { role, text, token } = waiting[this.first] as Comment
      if (start < token) break
      if (role === HEAD) {
        // The end of a block takes no heads; they stay for what follows.
        if (isBlockEnd) break
        this.head = joined(this.head, text)
      } else if (role === LINE) {
        this.line = joined(this.line, text)
      } else {
        this.foot = joined(this.foot, text)
      }
      this.first++
    }
  }

  get headLength(): number {
    return this.head.length
  }

  /** The first `length` characters of the head belong to the block that begins, the rest to its first entry. */
  splitStem(length: number): void {
    if (length === 0) return
    this.stem = this.head.slice(0, length)
    this.head = this.head.slice(length + 1)
  }

  giveStem(node: Node): void {
    if (this.stem === '') return
    node.comments = { head: this.stem, line: '', foot: '' }
    this.stem = ''
  }

  give(node: Node): void {
    if (this.head === '' && this.line === '' && this.foot === '') return
    node.comments = { head: this.head, line: this.line, foot: this.foot }
    this.clear()
  }

  private clear(): void {
    this.head = ''
    this.line = ''
    this.foot = ''
    this.stem = ''
  }

  /** At the start of a text the part of the head before its last empty line is the document's. */
  giveDocumentHead(document: Document): void {
    const { head } = this
    for (let i = head.length - 1; i > 0; i--) {
      if (head.charCodeAt(i) !== 0x0a) continue
      if (i === head.length - 1) {
        document.head = head.slice(0, i)
        this.head = ''
        return
      }
      if (head.charCodeAt(i - 1) === 0x0a) {
        document.head = head.slice(0, i - 1)
        this.head = head.slice(i + 1)
        return
      }
    }
  }

  giveDocumentFoot(document: Document): void {
    document.foot = this.foot !== '' ? this.foot : this.head
    this.clear()
  }

  /** The end of a flow collection or block mapping; the head, if any, is lost. */
  giveEnd(node: Node): void {
    const { line, foot } = this
    this.clear()
    const head = node.comments?.head ?? ''
    // What the opening bracket had on its line is lost.
    node.comments = head === '' && line === '' && foot === '' ? undefined : { head, line, foot }
  }
}

function joined(before: string, text: string): string {
  return before === '' ? text : `${before}\n${text}`
}

/** A key's foot was found to stand behind the entry before it. */
export function footOf(node: Node): string {
  return node.comments?.foot ?? ''
}

/** Moves a foot from one node to another, replacing what is there. */
export function moveFoot(from: Node, to: Node): void {
  const foot = footOf(from)
  if (foot === '' || from.comments === undefined) return
  from.comments.foot = ''
  if (from.comments.head === '' && from.comments.line === '') from.comments = undefined
  to.comments ??= { head: '', line: '', foot: '' }
  to.comments.foot = foot
}
