/**
 * Documents that nobody looks into, from text to the final writer's text without nodes. Most lines of Kubernetes files are a
 * key and a word, and stand in many files: each is understood once. The order in which the lines are written is found once for
 * all documents that differ in values only. What a line holds beside words is read by the quick reader and printed by the final
 * writer, and whatever is not for this reader is read as usual from the start.
 */
import type { Source } from '../core/source.ts'
import { SPACE } from './characters.ts'
import { splitDocuments } from './documents.ts'
import { padOf } from './folding.ts'
import { LITERAL, type Mapping, SCALAR } from './node.ts'
import { BLOCK, EMPTY, type Line, partAt, printedAt, readLine, valueOf } from './outline-line.ts'
import { type FieldPaths, linesAt, type Plan, planOf, type Step } from './outline-plan.ts'
import { parse } from './parse.ts'
import { giveUp, unlessGivenUp } from './quick.ts'

export type { FieldPaths } from './outline-plan.ts'

/** A document as the lines of its text, and what every object has. */
export class Outline {
  constructor(
    private readonly source: Source,
    private readonly start: number,
    private readonly end: number,
    readonly apiVersion: string,
    readonly kind: string,
    readonly name: string,
    /** '' when there is none. */
    readonly namespace: string,
    /** What the final writer prints for the document. */
    readonly text: string,
    /** Without those of comments and block scalars. */
    private readonly lines: readonly Line[],
    private readonly plan: Plan,
  ) {}

  /** The document's tree, as if it had been read from the start. */
  tree(): Mapping {
    const { source, start, end } = this
    return parse(source, { start, end, comments: false })?.root as Mapping
  }

  /**
   * Whether somebody has to look into the fields that the paths lead to: whether there is anything but strings of which
   * `isMeant` holds for none.
   */
  needsTree(paths: FieldPaths, isMeant: (word: string) => boolean): boolean {
    const { plan, lines } = this
    let found = plan.asked.get(paths)
    if (found === undefined && !plan.asked.has(paths)) plan.asked.set(paths, (found = linesAt(paths, lines)))
    return found === undefined || found.some((i) => isMeant((lines[i] as Line).word as string))
  }
}

/** What was met so far. */
export interface KnownLines {
  readonly lines: Map<string, Line>
  readonly sorts: Map<string, number>
  readonly first: Shape
}

/** The lines of documents up to here were of the same sorts. */
interface Shape {
  /** The sort of line that came next the last time, and the shape from there on. */
  sort: number
  next: Shape | undefined
  /** All that ever came next, when there were several. */
  all: Map<number, Shape> | undefined
  /** For documents that end here. */
  plan: Plan | undefined
}

const newShape = (): Shape => ({ sort: -1, next: undefined, all: undefined, plan: undefined })

/** Nothing was met yet. */
export function noLines(): KnownLines {
  return { lines: new Map(), sorts: new Map(), first: newShape() }
}

/** Beyond ASCII; anchors, aliases, merge keys, and the escapes that may spell one. */
const UNUSUAL = /[^\n -~]|[&*\\]|<</

/**
 * The objects of a resource file, or undefined when one of them is not for this reader.
 *
 * @throws ToolError for what separates no documents
 * @example readOutlines(new Source('a.yaml', 'kind: A\napiVersion: v1\nmetadata:\n  name: a\n'), noLines())?.[0]?.text
 */
export function readOutlines(source: Source, known: KnownLines): Outline[] | undefined {
  if (source.isWhole || UNUSUAL.test(source.text)) return undefined
  const pieces = splitDocuments(source)
  return unlessGivenUp(() => pieces.map(({ start, end }) => readOutline(source, start, end, known)))
}

/** Where the lines of a block scalar are. */
interface Block {
  from: number
  to: number
}

/** By the position of the line of their key. */
type Blocks = Map<number, Block>

function readOutline(source: Source, start: number, end: number, known: KnownLines): Outline {
  const texts = source.text.slice(start, end).split('\n')
  if (texts.pop() !== '') giveUp()
  const lines: Line[] = []
  const blocks: Blocks = new Map()
  let shape = known.first
  for (let i = texts[0] === '---' ? 1 : 0; i < texts.length; i++) {
    const one = texts[i] as string
    let line = known.lines.get(one)
    if (line === undefined) known.lines.set(one, (line = readLine(one, known.sorts)))
    const { kind, sort } = line
    if (kind === EMPTY) continue
    lines.push(line)
    shape = shape.sort === sort ? (shape.next as Shape) : after(shape, sort)
    if (kind === BLOCK) {
      const to = endOfBlock(texts, i + 1, line.column)
      blocks.set(lines.length - 1, { from: i + 1, to })
      i = to - 1
    }
  }
  const plan = (shape.plan ??= planOf(lines))
  const kind = wordOf(lines[plan.kind])
  if (kind.endsWith('List')) giveUp()
  const apiVersion = wordOf(lines[plan.apiVersion])
  const name = wordOf(lines[plan.name])
  const namespace = plan.namespace < 0 ? '' : wordOf(lines[plan.namespace])
  const text = written(plan, lines, texts, blocks)
  return new Outline(source, start, end, apiVersion, kind, name, namespace, text, lines, plan)
}

function wordOf(line: Line | undefined): string {
  const word = line?.word
  if (word === undefined || word === '') giveUp()
  return word
}

function after(shape: Shape, sort: number): Shape {
  if (shape.next !== undefined) shape.all ??= new Map([[shape.sort, shape.next]])
  let next = shape.all?.get(sort)
  if (next === undefined) {
    next = newShape()
    shape.all?.set(sort, next)
  }
  shape.sort = sort
  shape.next = next
  return next
}

function written(
  { steps, annotations }: Plan,
  lines: readonly Line[],
  texts: readonly string[],
  blocks: Blocks,
): string {
  const out = new Array<string>(steps.length + 1)
  for (let n = 0; n < steps.length; n++) {
    const step = steps[n] as Step
    const line = lines[step.at] as Line
    if (step.stays && line.isTidy && !step.isNull) {
      out[n] = line.text
    } else if (step.isNull) {
      out[n] = `${step.lead}${line.key}: null`
    } else if (line.kind === BLOCK) {
      const isAnnotation = annotations.has(step.at)
      out[n] = step.lead + block(line, texts, blocks.get(step.at) as Block, step.indent, isAnnotation)
    } else {
      out[n] = step.lead + (line.written ?? partAt(line, step.indent))
    }
  }
  out[steps.length] = ''
  return out.join('\n')
}

/** The first line that is not part of the block scalar below a key at this column. */
function endOfBlock(texts: readonly string[], from: number, column: number): number {
  let to = from
  for (; to < texts.length; to++) {
    const text = texts[to] as string
    const spaces = leadingSpaces(text)
    if (spaces <= column && spaces < text.length) break
  }
  return to
}

function leadingSpaces(text: string): number {
  let i = 0
  while (text.charCodeAt(i) === SPACE) i++
  return i
}

/** A block scalar and its key. A literal one without oddities is written as it stands, moved to its indentation. */
function block(
  line: Line,
  texts: readonly string[],
  { from, to: end }: Block,
  indent: number,
  isAnnotation: boolean,
): string {
  let to = end
  while (to > from && texts[to - 1] === '') to--
  const given = to > from ? leadingSpaces(texts[from] as string) : 0
  if (line.text.endsWith(': |') && isUsual(texts, from, to, given)) {
    let out = `${line.key}: |`
    const pad = padOf(indent + 2)
    for (let i = from; i < to; i++) {
      const text = texts[i] as string
      out += given === indent + 2 || text === '' ? `\n${text}` : `\n${pad}${text.slice(given)}`
    }
    return out
  }
  const content = texts.slice(from, end).map((text) => `${text.slice(line.column)}\n`)
  const header = line.text.slice(line.column + line.key.length)
  const value = valueOf(`k${header}\n${content.join('')}`)
  if (value.kind !== SCALAR || (isAnnotation && value.style !== LITERAL)) giveUp()
  return printedAt(line.key, value, indent)
}

/** Whether the lines of a literal are written as they are. */
function isUsual(texts: readonly string[], from: number, to: number, given: number): boolean {
  for (let i = from; i < to; i++) {
    const text = texts[i] as string
    if (text !== '' && (leadingSpaces(text) < given || text.charCodeAt(text.length - 1) === SPACE)) return false
  }
  return to > from && texts[from] !== ''
}
