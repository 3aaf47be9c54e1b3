/** In which order and where the lines of a document are written: the same for all whose lines differ in values only. */
import { padOf } from './folding.ts'
import { naturalOrder } from './key-order.ts'
import { BLOCK, type Line, OPEN, WHOLE } from './outline-line.ts'
import { giveUp } from './quick.ts'

/** A line to be written. */
export interface Step {
  /** Position of the line in the document. */
  readonly at: number
  /** Where its key, or the dash of an item without one, is written. */
  readonly indent: number
  /** What is written before it: blanks, perhaps a dash. */
  lead: string
  /** It stands where it is written. */
  stays: boolean
  /** A key without a value. */
  readonly isNull: boolean
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Positions of the lines that have what a build asks of every object; -1 for no namespace. */
  readonly apiVersion: number
  readonly kind: number
  readonly name: number
  readonly namespace: number
  /** Block scalars among the annotations have to be literal ones. */
  readonly annotations: ReadonlySet<number>
  /** What was found out for paths of fields: the lines they lead to, or undefined for more than strings on lines. */
  readonly asked: Map<FieldPaths, readonly number[] | undefined>
}

/** Paths of fields as a tree. */
export interface FieldPaths {
  /** Not empty where paths end. */
  readonly ending: readonly unknown[]
  readonly children: ReadonlyMap<string, FieldPaths>
}

/** Annotations that mean something to a build. */
const HANDLED = /config\.k(?:ubernetes|8s)\.io\//
/** Deeper nesting is left to the other readers. */
const DEPTH = 500

/** Where a mapping stands. */
const ROOT = 0
const METADATA = 1
const ANNOTATIONS = 2
const ELSEWHERE = 3

/** Gives up on documents that are no object in block form. */
export function planOf(lines: readonly Line[]): Plan {
  return new Planner(lines).plan()
}

class Planner {
  /** The next line. */
  private at = 0
  private readonly steps: Step[] = []
  private depth = 0
  private apiVersion = -1
  private kind = -1
  private name = -1
  private namespace = -1
  private readonly annotations = new Set<number>()

  constructor(private readonly lines: readonly Line[]) {}

  plan(): Plan {
    const [first] = this.lines
    if (first === undefined || first.indent > 0 || first.hasDash) giveUp()
    this.mapping(0, 0, false, ROOT)
    const { steps, apiVersion, kind, name, namespace, annotations } = this
    if (this.at < this.lines.length || apiVersion < 0 || kind < 0 || name < 0) giveUp()
    return { steps, apiVersion, kind, name, namespace, annotations, asked: new Map() }
  }

  private get line(): Line | undefined {
    return this.lines[this.at]
  }

  /** Entries whose keys stand at `column`, written at `indent`; the first of an item stands behind its dash. */
  private mapping(column: number, indent: number, isItem: boolean, place: number): void {
    if (++this.depth > DEPTH) giveUp()
    const base = this.steps.length
    const keys: string[] = []
    const starts: number[] = []
    for (;;) {
      const line = this.line as Line
      keys.push(line.key)
      starts.push(this.steps.length)
      if (place !== ELSEWHERE) this.identify(line, place)
      this.entry(line, column, indent, place)
      const next = this.line
      if (next === undefined || next.indent < column) break
      if (next.indent > column || next.hasDash) giveUp()
    }
    const firstKey = this.reorder(keys, starts)
    if (isItem) {
      const step = this.steps[base] as Step
      step.lead = `${padOf(indent - 2)}- `
      step.stays = firstKey === 0 && column === indent
    }
    this.depth--
  }

  /** Puts the entries planned last in the order of their keys; returns which of them comes first. */
  private reorder(keys: readonly string[], starts: number[]): number {
    const base = starts[0] as number
    const order = naturalOrder(keys)
    const steps = this.steps.splice(base)
    starts.push(base + steps.length)
    let previous: string | undefined
    for (const i of order) {
      // An error, which is described when the tree is printed.
      if (keys[i] === previous) giveUp()
      previous = keys[i]
      const end = (starts[i + 1] as number) - base
      for (let n = (starts[i] as number) - base; n < end; n++) this.steps.push(steps[n] as Step)
    }
    return order[0] as number
  }

  /** Looks at what a build asks of every object. */
  private identify({ kind, key, word }: Line, place: number): void {
    const { at } = this
    if (place === ANNOTATIONS) {
      if (HANDLED.test(key) || (kind !== BLOCK && word === undefined)) giveUp()
      this.annotations.add(at)
      return
    }
    const isName = place === ROOT ? key === 'apiVersion' || key === 'kind' : key === 'name' || key === 'namespace'
    if (isName && word === undefined) giveUp()
    if ((key === 'metadata' && place === ROOT) || (key === 'annotations' && place === METADATA)) {
      const next = this.lines[at + 1]
      if (kind !== OPEN || next === undefined || next.hasDash || next.indent <= (this.line as Line).column) giveUp()
    }
    if (!isName) return
    if (key === 'apiVersion') this.apiVersion = at
    else if (key === 'kind') this.kind = at
    else if (key === 'name') this.name = at
    else this.namespace = at
  }

  private entry(line: Line, column: number, indent: number, place: number): void {
    const next = this.lines[this.at + 1]
    const isNull = line.kind === OPEN && (next === undefined || !isBelow(next, column))
    const stays = column === indent && !line.hasDash
    this.steps.push({ at: this.at++, indent, lead: padOf(indent), stays, isNull })
    if (line.kind !== OPEN || isNull || next === undefined) return
    if (next.hasDash) this.items(next.indent, indent)
    else this.mapping(next.indent, indent + 2, false, placeBelow(place, line.key))
  }

  /** Items whose dashes stand at `column`, written at `indent`. */
  private items(column: number, indent: number): void {
    if (++this.depth > DEPTH) giveUp()
    for (;;) {
      const line = this.line as Line
      if (line.column >= 0) this.mapping(line.column, indent + 2, true, ELSEWHERE)
      else this.steps.push({ at: this.at++, indent, lead: padOf(indent), stays: column === indent, isNull: false })
      const next = this.line
      if (next === undefined || next.indent < column) break
      if (next.indent > column) giveUp()
      if (!next.hasDash) break
    }
    this.depth--
  }
}

function placeBelow(place: number, key: string): number {
  if (place === ROOT && key === 'metadata') return METADATA
  return place === METADATA && key === 'annotations' ? ANNOTATIONS : ELSEWHERE
}

/** Whether a line belongs to the value of the key at this column that stands in the line before it. */
function isBelow({ hasDash, indent }: Line, column: number): boolean {
  return hasDash ? indent >= column : indent > column
}

/**
 * The lines that the paths lead to; undefined when there is anything but strings on them, or a path goes on below
 * something that has no fields.
 */
export function linesAt(paths: FieldPaths, lines: readonly Line[]): readonly number[] | undefined {
  const found: number[] = []
  /** The keys that a line may stand below, and the paths that lead on from there. */
  const columns = [-1]
  const trees: (FieldPaths | undefined)[] = [paths]
  let depth = 0
  for (let i = 0; i < lines.length; i++) {
    const { kind, key, column, indent, hasDash, word } = lines[i] as Line
    while (hasDash ? (columns[depth] as number) > indent : (columns[depth] as number) >= column) depth--
    const above = trees[depth]
    if (above !== undefined && (above.children.has('') || above.children.has('*') || key === '')) return undefined
    const tree = above?.children.get(key)
    if (kind !== OPEN) {
      if (tree === undefined) continue
      if (kind !== WHOLE || word === undefined || tree.children.size > 0) return undefined
      found.push(i)
      continue
    }
    const next = lines[i + 1]
    if (tree !== undefined && (tree.ending.length > 0 || next === undefined || !isBelow(next, column))) return undefined
    depth++
    columns[depth] = column
    trees[depth] = tree
  }
  return found
}
